/** What every page has: the notice in one place, what is said to those who listen, and the curtain when the server is gone. */

import { whenCounted } from "../motion/count.js";
import { cue } from "../voice/cues.js";
import { hear, placeEars } from "../voice/ears.js";
import { teller, turnCall } from "../voice/story.js";
import { follow, now, on } from "./board-state.js";
import { find, h, refocus } from "./dom.js";
import { curly } from "./text.js";

const NOTICE_MS = 12_000; // an information goes by itself after this; a warning stays until it is read

let titled = document.title; // by the page itself: one that has named itself anew is left alone
const OWN = titled;
let fading = 0;
let held = []; // what is to be said once a reveal is counted
let before = null; // what had the focus last, besides the notice
let asked = null; // the question that is open: `{dialog, valid}`

/** Say something in the one place for it. `level` is "info" or "warn". */
export function notice(text, level = "warn") {
  const box = find("notice");
  find("notice-text").textContent = curly(text);
  box.dataset.level = level;
  box.hidden = false;
  clearTimeout(fading);
  if (level === "info") fading = setTimeout(hush, NOTICE_MS);
}

function whole() {
  return document.querySelector("main:not([hidden])") ?? document.body;
}

/** Take the notice away; the keyboard goes on where it was. */
export function hush() {
  const box = find("notice");
  const focused = box.contains(document.activeElement);
  box.hidden = true;
  find("notice-text").textContent = "";
  if (focused) refocus(before, whole());
}

/**
 * Ask a person before something is lost: a promise of true for `yes`, and of false for `no` or Escape, and as soon as the
 * question is no longer `valid()`: whenever the board has changed that is looked at.
 */
export function agreed(question, yes, no, valid = () => true) {
  const dialog = h(
    "dialog",
    { "aria-labelledby": "agreed-text" },
    h("p", { id: "agreed-text", class: "lead" }, question),
    h("form", { method: "dialog", class: "row" }, h("button", { value: "yes", class: "primary" }, yes), h("button", { class: "quiet", autofocus: true }, no)),
  );
  const asker = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  asked = { dialog, valid };
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      asked = null;
      dialog.remove();
      if (document.activeElement === document.body) refocus(asker, whole()); // it was drawn anew, or is gone
      resolve(dialog.returnValue === "yes");
    });
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

function keepFocus() {
  document.addEventListener("focusin", ({ target }) => {
    if (!find("notice").contains(target)) before = target;
  });
}

/** Connect the page to the table, as a seat's own page where `seat` is given; it needs no notice about what it does itself. */
export function open(seat = null, does = "") {
  keepFocus();
  find("notice-close").addEventListener("click", hush);
  on("notice", ({ level, text, about }) => {
    if (!does || about !== does) notice(text, level);
  });
  if (find("ears")) placeEars(find("ears"), () => turnCall(now()) || "The voice is on.", notice);
  const story = teller();
  let last = null;
  on("event", ({ text }) => story.hear(text)); // the board that it led to comes right after it, and then both are said
  on("afresh", story.afresh);
  on("board", (board) => {
    entitle(board.game?.title);
    announce(story.tell(board), cue(last, board, seat));
    last = board;
    if (asked && !asked.valid()) asked.dialog.close("no");
  });
  on("void", () => asked?.dialog.close("no"));
  on("gone", (gone) => {
    find("gone").hidden = !gone;
    for (const part of document.querySelectorAll("main, header")) part.inert = gone;
  });
  follow(seat);
}
