/** The numbers of an action, entered with big buttons: dice for faces, tokens for players, steps for the rest. */

import { drawDie, facesOf } from "../dice.js";
import { h } from "../dom.js";
import { formWords } from "../games/any.js";
import { token } from "../players.js";
import { plain } from "../words.js";
import { drawCovered } from "./cup.js";
import { hand, keyOf, openFields, set } from "./hand.js";

const MOST_FACES = 6; // more are not drawn

function allowed(field) {
  return field.among?.length ? field.among : Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index);
}

/** What may be chosen for a field, each as what its button holds and what it is called; null where it is a number like any. */
function pictures(field) {
  const { view, players } = hand.board;
  if (/^(opponent|bidder|target|other)$/.test(field.name)) {
    return allowed(field).map((seat) => [seat, [token(seat, players[seat]), h("bdi", {}, players[seat])], players[seat]]);
  }
  if (field.name === "face" && field.high <= MOST_FACES && field.low >= 1) {
    return facesOf("d6").map((face) => [face, drawDie({ kind: "d6", face, sure: true }, null, true), String(face)]);
  }
  if (field.name !== "die") return null;
  const faces = view.dice ?? [];
  return allowed(field).map((die) => {
    const face = faces[die];
    return [die, [face === undefined ? drawCovered() : drawDie({ kind: "d6", face, sure: true }, null, true), h("span", { class: "needs" }, String(die + 1))], `Die ${die + 1}${face === undefined ? "" : `, which shows ${face}`}`];
  });
}

function picker(field, key, value, label, change) {
  const may = allowed(field);
  return h(
    "div",
    { class: /^(die|face)$/.test(field.name) ? "picker drawn" : "picker", role: "group", "aria-label": label },
    pictures(field).map(([number, content, called]) =>
      h(
        "button",
        { type: "button", "data-key": `${key}-${number}`, "aria-label": called, "aria-pressed": String(number === value), disabled: !may.includes(number), onclick: () => change(number) },
        content,
      ),
    ),
  );
}

/** A number with a button to either side. */
function stepper(field, key, value, label, change) {
  const within = (number) => Math.min(Math.max(number, field.low), field.high);
  const step = (by) => change(value === null ? field.low : within(value + by));
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": label },
    h("button", { type: "button", "data-key": `${key}-less`, "aria-label": "Less", disabled: value === null || value <= field.low, onclick: () => step(-1) }, "−"),
    h("input", {
      type: "number",
      inputmode: "numeric",
      min: field.low,
      max: field.high,
      step: 1,
      value,
      "data-key": key,
      "aria-label": label,
      onchange: (event) => change(event.target.value === "" ? null : within(Math.round(Number(event.target.value)))),
    }),
    h("button", { type: "button", "data-key": `${key}-more`, "aria-label": "More", disabled: value !== null && value >= field.high, onclick: () => step(1) }, "+"),
  );
}

function control(prompt, field, place) {
  const store = keyOf(prompt);
  const numbers = hand.numbers[store];
  const key = `${store}-${field.name}-${place}`;
  const label = (formWords(hand.board, prompt).labels[field.name] ?? plain(field.name)) + (field.count > 1 ? ` (${place + 1} of ${field.count})` : "");
  const many = Array.isArray(numbers[field.name]);
  const value = many ? numbers[field.name][place] : numbers[field.name];
  const change = (next) => set("numbers", store, { ...numbers, [field.name]: many ? numbers[field.name].map((old, index) => (index === place ? next : old)) : next });
  if (field.flag) {
    return h("p", { class: "check" }, h("input", { id: key, type: "checkbox", checked: value, "data-key": key, onchange: (event) => change(event.target.checked) }), h("label", { for: key }, label));
  }
  const single = openFields(prompt).length === 1 && pictures(field); // its title says it
  return [single ? "" : h("p", { class: "needs", "aria-hidden": "true" }, label), (pictures(field) ? picker : stepper)(field, key, value, label, change)];
}

/** The controls for the open fields of a prompt. */
export function controls(prompt) {
  return openFields(prompt).map((field) => Array.from({ length: field.count ?? 1 }, (_, place) => control(prompt, field, place)));
}

/** The action that the numbers so far stand for. */
export function actionOf(prompt) {
  return { kind: prompt.kind, seat: prompt.seat, ...hand.numbers[keyOf(prompt)] };
}

/** Whether every number is there. */
export function complete(prompt) {
  return Object.values(hand.numbers[keyOf(prompt)]).flat().every((value) => value !== null);
}
