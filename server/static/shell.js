/** What every page has: the notice in one place, what is said to those who listen, and the curtain when the server is gone. */

import { follow, now, on } from "./board-state.js";
import { find, h } from "./dom.js";
import { whenCounted } from "./motion/count.js";
import { cue } from "./voice/cues.js";
import { hear, placeEars } from "./voice/ears.js";
import { teller, turnCall } from "./voice/story.js";
import { curly } from "./words.js";

const NOTICE_MS = 12_000; // an information goes by itself after this; a warning stays until it is read

let titled = document.title; // by the page itself: one that has named itself anew is left alone
const OWN = titled;
let fading = 0;
let held = []; // what is to be said once a reveal is counted

/** Say something in the one place for it. `level` is "info" or "warn". */
export function notice(text, level = "warn") {
  const box = find("notice");
  find("notice-text").textContent = curly(text);
  box.dataset.level = level;
  box.hidden = false;
  clearTimeout(fading);
  if (level === "info") fading = setTimeout(hush, NOTICE_MS);
}

/** Take the notice away. */
export function hush() {
  find("notice").hidden = true;
  find("notice-text").textContent = "";
}

/** Ask a person before something is lost: a promise of true for `yes`, and of false for `no` or Escape. */
export function agreed(question, yes, no) {
  const dialog = h(
    "dialog",
    { "aria-labelledby": "agreed-text" },
    h("p", { id: "agreed-text", class: "lead" }, question),
    h("form", { method: "dialog", class: "row" }, h("button", { value: "yes", class: "primary" }, yes), h("button", { class: "quiet", autofocus: true }, no)),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => (dialog.remove(), resolve(dialog.returnValue === "yes")));
  });
}

/** Say it in the page's live region, and there alone: a look under one's own cup, for one, is nothing for the voice. */
export function say(text) {
  find("said").textContent = text;
}

/** Say what happened to everybody who listens, and let the sound of it be heard. */
function announce(text, sound) {
  if (!text && !sound) return;
  held.push([text, sound]);
  if (held.length > 1) return;
  whenCounted(() => {
    const words = held.map(([one]) => one).filter(Boolean).join(" ");
    const sounds = held.map(([, one]) => one).filter(Boolean);
    held = [];
    if (words) say(words);
    hear(words, sounds.at(-1));
  });
}

/** The page's own name, and what is played: "Operator · Rift · Croupier". */
function entitle(game) {
  if (document.title === titled) document.title = titled = game ? OWN.replace("Croupier", () => `${game} · Croupier`) : OWN;
}

/** Connect the page to the table, as a seat's own page where `seat` is given. */
export function open(seat = null) {
  find("notice-close").addEventListener("click", hush);
  on("notice", ({ level, text }) => notice(text, level));
  if (find("ears")) placeEars(find("ears"), () => turnCall(now()) || "The voice is on.", notice);
  const story = teller();
  let before = null;
  on("event", ({ text }) => story.hear(text)); // the board that it led to comes right after it, and then both are said
  on("board", (board) => {
    entitle(board.game?.title);
    announce(story.tell(board), cue(before, board, seat));
    before = board;
  });
  on("gone", (gone) => {
    find("gone").hidden = !gone;
    for (const part of document.querySelectorAll("main, header")) part.inert = gone;
  });
  follow(seat);
}
