/** What the table asks of this seat: throws to be typed in, choices, and numbers to be filled in. */

import { promptForm, settled } from "../desk/form.js";
import { drawDie } from "../dice.js";
import { find, h, several, show } from "../dom.js";
import * as drafts from "../draft.js";
import { diceButtons, pad } from "../editor.js";
import { choice, faceNames, formWords, spare } from "../games/any.js";
import { drawCovered, whenAway } from "./cup.js";
import { hand, mine, nameOf, send, setEntry } from "./hand.js";

const FEW_FIELDS = 3; // a longer form is folded

let typing = false; // dice that are nobody else's to see are open while they are entered, and until the phone is put away
let places = new Map(); // by the name of the prompt: what is filled in there stays for as long as it waits

// ---- Dice ----

/** The draft without the dice that are still to be entered. */
function entered(draft) {
  return draft.prompt.throw.lying?.length ? draft : { ...draft, dice: draft.dice.filter((die) => die.face !== null) };
}

/** What keeps it from being sent, in words. */
function lacks(draft) {
  const { counts, lying } = draft.prompt.throw;
  const still = lying?.length ? 0 : Math.min(...counts) - entered(draft).dice.length;
  return still > 0 ? `${several(still, "face", "faces")} to enter` : drafts.missing(entered(draft));
}

function enter(draft) {
  typing = true;
  setEntry(draft);
}

function covered(draft) {
  const count = entered(draft).dice.length;
  return [
    h("div", { class: "dice", role: "img", "aria-label": several(count, "covered die", "covered dice") }, entered(draft).dice.map(drawCovered)),
    h("button", { type: "button", class: "big", "data-key": "go-on", onclick: () => enter(draft) }, "Go on entering"),
  ];
}

function entry(prompt) {
  const draft = hand.entries.get(nameOf(prompt));
  const { dice: kind, lying, hidden, fixed } = prompt.throw;
  if (hidden && !typing && entered(draft).dice.length) return covered(draft);
  const names = faceNames(hand.board);
  const again = lying?.length > 0;
  const lacking = lacks(draft);
  const key = `${prompt.kind}-${prompt.seat}`;
  return [
    again && h("p", { class: "needs" }, `Tap the dice that were thrown again, then enter their new faces.${fixed?.length ? " Bound dice stay as they lie." : ""}`),
    diceButtons(draft.dice, {
      names,
      key: `slot-${key}`,
      press: (index) => enter(drafts.toggle(draft, index)),
      verb: again ? "Thrown again or not" : "Clear it",
      note: (die, index) => (drafts.isFixed(draft, index) ? "bound" : again && die.thrown ? "thrown" : ""),
      still: (index) => drafts.isFixed(draft, index),
    }),
    pad(kind, names, (face) => enter(drafts.enter(draft, face))),
    drafts.further(draft) && h("p", { class: "needs" }, drafts.further(draft)),
    h(
      "button",
      { type: "button", class: "big primary", "data-key": `send-${key}`, disabled: Boolean(lacking), onclick: () => send(prompt, { throw: drafts.toThrow(entered(draft)) }) },
      lacking || (hidden ? "Cover them" : "Enter"),
    ),
  ];
}

// ---- Choices ----

/** An action that chooses a face and nothing else has it drawn. */
function picked(action) {
  const names = Object.keys(action).filter((name) => name !== "kind" && name !== "seat");
  return names.length === 1 && names[0] === "face" ? action.face : null;
}

function choiceButton(prompt, action, style = null) {
  const { title, points, note } = choice(hand.board, action);
  const counts = points !== null && points !== undefined;
  const face = picked(action);
  return h(
    "button",
    { type: "button", class: style ?? (points ? "brings" : null), "data-key": `choice-${JSON.stringify(action)}`, "aria-label": face === null ? null : title, onclick: () => send(prompt, { action }) },
    face === null
      ? [h("span", {}, title, note && h("span", { class: "needs" }, note)), counts && h("span", { class: "points" }, String(points))]
      : drawDie({ kind: "d6", face, sure: true }, faceNames(hand.board), true),
  );
}

function choices(prompt) {
  const [only, ...more] = prompt.choices;
  if (!more.length) return h("div", { class: "choices only" }, choiceButton(prompt, only, "big"));
  return [h("h2", {}, prompt.text), h("div", { class: picked(only) === null ? "choices" : "choices drawn" }, prompt.choices.map((action) => choiceButton(prompt, action)))];
}

// ---- Numbers ----

/** The die and the face of a prompt by which a die is turned over, where one was: the camera saw it. */
function turned(prompt) {
  const [touch] = hand.board.question?.touched ?? [];
  return touch && ["die", "face"].every((name) => prompt.fields.some((field) => field.name === name)) ? { die: touch.die, face: touch.face } : {};
}

function form(prompt) {
  const { text } = formWords(hand.board, prompt);
  return [text && h("p", { class: "needs" }, text), promptForm(prompt, hand.board, (action) => send(prompt, { action }), { preset: turned(prompt) })];
}

// ---- All of it ----

/** Whether it is out of the way until somebody wants it: what is secret, or long, or read by the camera. */
function folded(prompt) {
  if (prompt.throw) return !prompt.throw.hidden && (hand.board.camera.state === "ok" || prompt.throw.lying?.length > 0);
  return prompt.secret || prompt.fields.filter((field) => !settled(field)).length > FEW_FIELDS;
}

function titleOf(prompt) {
  if (prompt.throw) return folded(prompt) && !prompt.throw.lying?.length ? `${prompt.text}, or type them in` : prompt.text;
  const alone = mine().filter((other) => other.kind === prompt.kind).length === 1;
  return alone ? formWords(hand.board, prompt).title : prompt.text;
}

/** The frame around what a prompt asks for. */
function frame(prompt) {
  const body = h("div", { class: "ask" });
  if (prompt.choices.length) return { whole: body, body };
  if (!folded(prompt)) return { whole: h("section", { class: "card ask" }, h("h2", {}, titleOf(prompt)), body), body };
  return { whole: h("details", { class: "card" }, h("summary", { "data-key": `fold-${prompt.kind}: ${prompt.text}` }, titleOf(prompt)), body), body };
}

/** Everything that this seat may do now. */
export function drawAsks() {
  const prompts = mine().filter((prompt) => !spare(hand.board, prompt));
  prompts.sort((one, other) => Boolean(other.throw) - Boolean(one.throw)); // dice are thrown before something is made of them
  const named = (prompt) => `${nameOf(prompt)} ${folded(prompt)}`;
  places = new Map(prompts.map((prompt) => [named(prompt), places.get(named(prompt)) ?? frame(prompt)]));
  show(find("asks"), [...places.keys()], () => [...places.values()].map(({ whole }) => whole));
  for (const prompt of prompts) {
    const { whole, body } = places.get(named(prompt));
    if (prompt.throw) show(body, [hand.entries.get(nameOf(prompt)), typing], () => entry(prompt));
    else if (prompt.choices.length) show(body, [prompt, hand.board.view], () => choices(prompt));
    else
      show(body, [prompt, turned(prompt)], () => {
        if ("die" in turned(prompt)) whole.open = true; // it is what is asked about
        return form(prompt);
      });
  }
}

/** Dice that are being entered are covered when the phone is put away. */
export function coverEntries() {
  whenAway(() => {
    typing = false;
    if (hand.board) drawAsks();
  });
}
