/** What every page has: the notice in one place, the polite voice, and the curtain when the server is gone. */

import { follow, on } from "./board-state.js";
import { find, h } from "./dom.js";
import { turnCall } from "./words.js";

const NOTICE_MS = 12_000; // an information goes by itself after this; a warning stays until it is read

let fading = 0;
let called = "";

/** Say something in the one place for it. `level` is "info" or "warn". */
export function notice(text, level = "warn") {
  const box = find("notice");
  find("notice-text").textContent = text;
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

/** Say it to those who listen. */
export function say(text) {
  find("said").textContent = text;
}

/** Connect the page to the table, as a seat's own page where `seat` is given. */
export function open(seat = null) {
  find("notice-close").addEventListener("click", hush);
  on("notice", ({ level, text }) => notice(text, level));
  let told = "";
  let asked = "null";
  on("event", ({ text }) => (told = text)); // the board that it led to comes right after it, and then both are said
  on("board", (board) => {
    document.title = `${board.game?.title ?? "Table"} · Croupier`;
    const call = board.game ? turnCall(board) : "";
    const question = JSON.stringify(board.question);
    if (told || question !== asked) say([told, call === called ? "" : call].filter(Boolean).join(" "));
    [told, asked, called] = ["", question, call];
  });
  on("gone", (gone) => {
    find("gone").hidden = !gone;
    for (const part of document.querySelectorAll("main, header")) part.inert = gone;
  });
  follow(seat);
}
