/** The keyboard on the operator's table: it does all that the mouse does. */

import { find } from "../base/dom.js";
import { notice } from "../base/shell.js";
import * as drafts from "../dice/draft.js";
import { faceOfKey } from "../dice/editor.js";
import { desk, drop, reread, send, setDraft, undo } from "./desk.js";
import { addMissed, removeAsked } from "./mend.js";

const SHORTCUTS = "croupier-shortcuts"; // where the browser keeps whether single keys work

/** Where keys have a meaning of their own; a box to tick, or a face to choose, leaves letters to the table. */
const TYPED_INTO = "input:not([type=radio], [type=checkbox]), select, textarea, dialog";

/** The draft that typing goes to: `"question"` while one is open, else `"entry"`. */
function typedInto() {
  return desk.board.question ? "question" : "entry";
}

function choices() {
  return [...document.querySelectorAll("[data-choice]")];
}

/** To the choice that brings most; where none brings anything, to the first thing that may be chosen or filled in. */
function focusChoice() {
  const [best] = choices().toSorted((a, b) => Number(b.dataset.choice) - Number(a.dataset.choice));
  (Number(best?.dataset.choice) > 0 ? best : find("choices").querySelector("[data-choice], input, button:not(.stepper *)"))?.focus();
}

/** To the dice: those in question, else the drawn ones, to correct them. */
function focusDice() {
  document.querySelector("#question [data-die], #last [data-die]")?.focus();
}

/** To the roll that is entered by hand. */
function focusEntry() {
  if (!desk.entry || desk.board.question) return;
  find("entry").open = true;
  document.querySelector("#entry [data-die]").focus();
}

/** To the log, at its newest row. */
function focusLog() {
  (find("log").querySelector("button") ?? find("log")).focus();
}

/** The die of the question that has the focus is none. */
function removeFocused() {
  const die = document.activeElement.closest("#question [data-die]")?.dataset.die;
  if (die !== undefined) removeAsked(Number(die));
}

/** Arrows walk among the choices as they lie on the page. */
function walkChoices(key) {
  const buttons = choices();
  const place = buttons.indexOf(document.activeElement);
  if (place < 0) return false;
  const across = getComputedStyle(buttons[0].parentElement).gridTemplateColumns.split(" ").length;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[key];
  if (step === undefined) return false;
  buttons[place + step]?.focus();
  return true;
}

/** A face goes to the die that has the focus, else to the first one without a face. */
function typeFace(key) {
  const name = typedInto();
  const draft = desk[name];
  const face = draft ? faceOfKey(draft.prompt.throw.dice, key) : null;
  if (face === null) return false;
  find("entry").open = true;
  const focused = document.activeElement.closest("#question, #entry") ? document.activeElement.dataset.die : undefined;
  const next = focused === undefined ? drafts.enter(draft, face) : drafts.setFace(draft, Number(focused), face);
  if (next === draft) notice(drafts.missing(draft) || "Every face is entered. Enter sends the roll.", "info");
  else setDraft(name, next);
  return true;
}

function takeBack() {
  const name = typedInto();
  if (desk[name]) setDraft(name, drafts.erase(desk[name]));
}

const KEYS = {
  u: undo,
  r: reread,
  x: drop,
  s: focusChoice,
  d: focusDice,
  e: focusEntry,
  a: () => addMissed(),
  l: focusLog,
  "?": () => find("help-dialog").showModal(),
  Backspace: takeBack,
  Delete: removeFocused,
  Enter: () => send(desk[typedInto()]),
};

let justTyped = false; // the last thing done was to type a face: Enter then sends, wherever the focus is

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (desk.board?.you.role !== "operator" || !desk.board.game || event.target.closest(TYPED_INTO)) return;
  if (event.repeat && !event.key.startsWith("Arrow")) {
    if (event.key === "Enter") event.preventDefault(); // a button would be pressed again too
    return; // a key that is held does its work once
  }
  const off = localStorage.getItem(SHORTCUTS) === "off";
  const draft = desk[typedInto()];
  const sends = (justTyped || event.target.closest("#entry [data-die]")) && draft && !drafts.missing(draft);
  const pressesButton = event.key === "Enter" && !sends && event.target.closest("button, a, summary, input");
  const shortcut = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  justTyped = false;
  if (walkChoices(event.key)) event.preventDefault();
  else if (off || pressesButton) return;
  else if (typeFace(event.key)) {
    event.preventDefault();
    justTyped = true;
  } else if (shortcut) {
    event.preventDefault();
    shortcut();
  }
}

/** Begin to listen, and let a person switch the single keys off in the help. */
export function listenToKeys() {
  const box = find("shortcuts");
  box.checked = localStorage.getItem(SHORTCUTS) !== "off";
  box.addEventListener("change", () => localStorage.setItem(SHORTCUTS, box.checked ? "on" : "off"));
  find("help").addEventListener("click", () => find("help-dialog").showModal());
  find("help-close").addEventListener("click", () => find("help-dialog").close());
  document.addEventListener("keydown", press);
  document.addEventListener("pointerdown", () => (justTyped = false));
}
