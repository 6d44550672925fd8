/** What the table asks of this seat: throws to be typed in, choices, and numbers to be filled in. */

import { drawDie, faceName } from "../dice.js";
import { find, h, several, show } from "../dom.js";
import * as drafts from "../draft.js";
import { diceButtons, pad } from "../editor.js";
import { choice, faceNames, formWords } from "../games/any.js";
import { drawCovered, whenAway } from "./cup.js";
import { actionOf, complete, controls } from "./fields.js";
import { hand, keyOf, mine, openFields, send, set } from "./hand.js";

const FEW_FIELDS = 3; // a longer form is folded

let typing = false; // dice that are nobody else's to see are open while they are entered, and until the phone is put away
const unfolded = new Set();

// ---- Dice ----

/** The draft without the blanks that need not be filled. */
function filled(draft) {
  return draft.prompt.throw.lying?.length ? draft : { ...draft, dice: draft.dice.filter((die) => die.face !== null) };
}

/** As many of the draft's dice as must be thrown, and one more to go on with. */
function slots(draft) {
  const { counts, lying } = draft.prompt.throw;
  if (lying?.length) return draft.dice;
  const last = draft.dice.findLastIndex((die) => die.face !== null);
  return draft.dice.slice(0, Math.max(Math.min(...counts), last + 2));
}

/** What keeps it from being sent, in words. */
function lacks(draft) {
  const { counts, lying } = draft.prompt.throw;
  const still = Math.min(...counts) - filled(draft).dice.length;
  if (!lying?.length && still > 0) return `${several(still, "face", "faces")} to enter`;
  return drafts.missing(filled(draft));
}

function thrown({ prompt, dice }) {
  const faces = dice.map((die) => die.face);
  return { throw: { seat: prompt.seat, kind: prompt.kind, faces, thrown: dice.flatMap((die, index) => (die.thrown ? [index] : [])) } };
}

function enter(key, draft) {
  typing = true;
  set("entries", key, draft);
}

function covered(draft) {
  return [
    h("div", { class: "dice", role: "img", "aria-label": "Covered dice" }, filled(draft).dice.map(drawCovered)),
    h("button", { type: "button", class: "big", "data-key": "go-on", onclick: () => enter(keyOf(draft.prompt), draft) }, "Go on entering"),
  ];
}

function entry(prompt) {
  const key = keyOf(prompt);
  const draft = hand.entries[key];
  const { dice: kind, lying, hidden, fixed } = prompt.throw;
  if (hidden && !typing && filled(draft).dice.length) return covered(draft);
  const names = faceNames(hand.board);
  const again = lying?.length > 0;
  const ready = filled(draft);
  const lacking = lacks(draft);
  const bound = (index) => again && fixed?.includes(index);
  return [
    again && h("p", { class: "needs" }, "Tap the dice that were thrown again, then enter their new faces."),
    diceButtons(slots(draft), {
      names,
      key: `slot-${key}`,
      press: (index) => bound(index) || enter(key, drafts.toggle(draft, index)),
      verb: again ? "Thrown again or not" : "Clear it",
      note: (die) => (again && die.thrown ? "thrown" : bound(draft.dice.indexOf(die)) ? "bound" : ""),
    }),
    pad(kind, names, (face) => enter(key, drafts.enter(draft, face))),
    h("button", { type: "button", class: "big primary", "data-key": `send-${key}`, disabled: Boolean(lacking), onclick: () => send(prompt, thrown(ready)) }, lacking || (hidden ? "Cover them" : "Enter")),
  ];
}

// ---- Choices ----

/** A face to be chosen is drawn. */
function drawn(action) {
  const fields = Object.keys(action).filter((name) => name !== "kind" && name !== "seat");
  return fields.length === 1 && fields[0] === "face" && Number.isInteger(action.face);
}

function choiceButton(prompt, action) {
  const { title, points, note } = choice(hand.board, action);
  const counts = points !== null && points !== undefined;
  const face = drawn(action) ? action.face : null;
  return h(
    "button",
    {
      type: "button",
      "data-key": `choice-${JSON.stringify(action)}`,
      class: points ? "brings" : null,
      "aria-label": face === null ? null : [String(face), faceName(faceNames(hand.board), "d6", face)].filter(Boolean).join(", "),
      onclick: () => send(prompt, { action }),
    },
    face === null
      ? [h("span", {}, title, note && h("span", { class: "needs" }, note)), counts && h("span", { class: "points" }, String(points))]
      : drawDie({ kind: "d6", face, sure: true }, null, true),
  );
}

function choices(prompt) {
  const [only, ...more] = prompt.choices;
  if (!more.length) return h("button", { type: "button", class: "big", "data-key": `choice-${keyOf(prompt)}`, onclick: () => send(prompt, { action: only }) }, prompt.text);
  return [h("h2", {}, prompt.text), h("div", { class: drawn(only) ? "picker drawn" : "choices" }, prompt.choices.map((action) => choiceButton(prompt, action)))];
}

// ---- Numbers ----

function form(prompt) {
  const ready = complete(prompt);
  const words = formWords(hand.board, prompt);
  const title = ready && openFields(prompt).length <= FEW_FIELDS ? choice(hand.board, actionOf(prompt)).title : "Enter";
  return [
    words.text && h("p", { class: "needs" }, words.text),
    controls(prompt),
    h("button", { type: "button", class: "big primary", "data-key": `send-${keyOf(prompt)}`, disabled: !ready, onclick: () => send(prompt, { action: actionOf(prompt) }) }, title),
  ];
}

// ---- All of it ----

function folded(prompt) {
  if (prompt.secret || openFields(prompt).length > FEW_FIELDS) return true;
  return Boolean(prompt.throw && !prompt.throw.hidden && (hand.board.camera.state === "ok" || prompt.throw.lying?.length)); // the camera reads it
}

function titleOf(prompt) {
  const alone = mine().filter((other) => other.kind === prompt.kind).length === 1;
  if (!prompt.throw) return alone ? formWords(hand.board, prompt).title : prompt.text;
  return folded(prompt) && !prompt.throw.lying?.length ? `${prompt.text}, or type them in` : prompt.text;
}

function section(prompt) {
  const key = keyOf(prompt);
  if (prompt.choices.length) return h("section", { class: "ask" }, choices(prompt));
  const body = prompt.throw ? entry(prompt) : form(prompt);
  if (!folded(prompt)) return h("section", { class: "card ask" }, h("h2", {}, titleOf(prompt)), body);
  return h(
    "details",
    { class: "card ask", open: unfolded.has(key), ontoggle: (event) => (event.target.open ? unfolded.add(key) : unfolded.delete(key)) },
    h("summary", { "data-key": `fold-${key}` }, titleOf(prompt)),
    h("div", { class: "ask" }, body),
  );
}

/** Everything that this seat may do now. */
export function drawAsks() {
  const prompts = mine();
  const { board, entries, numbers } = hand;
  show(find("asks"), [prompts, entries, numbers, typing, board.view, board.camera.state, [...unfolded]], () => prompts.map(section));
}

/** Dice that are being entered are covered when the phone is put away. */
export function coverEntries() {
  whenAway(() => {
    typing = false;
    if (hand.board) drawAsks();
  });
}
