/**
 * The cup: what lies under it is on the page only for as long as its button is held down, by finger or by key.
 *
 * `whenAway(cover)` calls `cover` when the phone is put away or looks at something else.
 */

import { find, h, s, show } from "../base/dom.js";
import { say } from "../base/shell.js";
import { drawDice, faceWord } from "../dice/dice.js";
import { cup, faceNames, isTrick } from "../games/any.js";

const HOLDING_KEYS = [" ", "Enter"];
const GLANCE_MS = 6000; // how long one looks who cannot hold a button: whatever reads the page presses it and is done

let board = null;
let looking = false;
let glance = 0; // the timer that ends it
let said = "";

export function whenAway(cover) {
  window.addEventListener("blur", cover);
  window.addEventListener("pagehide", cover);
  document.addEventListener("visibilitychange", cover);
}

/** A die that nobody sees. */
export function drawCovered() {
  return s(
    "svg",
    { class: "die covered", viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("rect", { class: "body", x: 3, y: 3, width: 94, height: 94, rx: 20 }),
    s("path", { class: "mark", d: "M26 66 34 32q1-5 6-5h20q5 0 6 5l8 34M20 70h60" }),
  );
}

function seen(dice, notes) {
  return [drawDice(dice, faceNames(board)), notes.map((note) => h("p", {}, note))];
}

function closed(count) {
  const row = h("div", { class: "dice", role: "img", "aria-label": `${count} covered ${count === 1 ? "die" : "dice"}` }, Array.from({ length: count }, drawCovered));
  row.style.setProperty("--count", count);
  return row;
}

function draw() {
  const { dice, notes } = cup(board);
  find("cup-dice").classList.toggle("numbered", board.prompts.some((prompt) => prompt.secret && isTrick(board, prompt)));
  find("cup").hidden = !dice.length;
  find("look").textContent = glance ? "Cover them" : looking ? "Let go to cover" : "Hold to look";
  if (looking) show(find("cup-dice"), [dice, notes], () => seen(dice, notes));
  else show(find("cup-dice"), dice.length, () => (dice.length ? closed(dice.length) : []));
}

function look() {
  if (looking || !board) return;
  looking = true;
  draw();
  const { dice, notes } = cup(board);
  said = [`Your dice: ${dice.map((die) => faceWord(die.kind, die.face)).join(", ")}.`, ...notes].join(" ");
  say(said);
}

/** Let nothing of it be seen. */
export function coverUp() {
  if (!looking) return;
  clearTimeout(glance);
  glance = 0;
  looking = false;
  draw();
  if (find("said").textContent === said) say("");
}

/** A press that nobody holds: it looks for a moment, or until the next one. */
function glanceAt() {
  if (looking) return coverUp();
  glance = setTimeout(coverUp, GLANCE_MS);
  look();
}

/** Show the cup of this board's seat, covered unless it is being looked at. */
export function drawCup(next) {
  board = next;
  draw();
  if (looking && find("cup").hidden) coverUp();
}

/** Let the button be held. */
export function letLook() {
  const button = find("look");
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    look();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(end, coverUp);
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long press is meant for looking
  button.addEventListener("keydown", (event) => {
    if (!HOLDING_KEYS.includes(event.key)) return;
    event.preventDefault();
    look();
  });
  button.addEventListener("keyup", (event) => {
    if (!HOLDING_KEYS.includes(event.key)) return;
    event.preventDefault();
    coverUp();
  });
  button.addEventListener("click", (event) => event.detail === 0 && glanceAt());
  whenAway(coverUp);
}
