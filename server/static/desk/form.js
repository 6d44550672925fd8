/** The form for an action that needs more from a person than one choice, made from its prompt alone. */

import { find, h } from "../base/dom.js";
import { plain } from "../base/text.js";
import { drawDie } from "../dice/dice.js";
import { faceNames, fieldKind, formWords, gameDice } from "../games/any.js";
import { token } from "../players.js";

const MOST_DRAWN = 6; // faces

/** What a field takes: the numbers there are. */
function allowed(field) {
  return field.among?.length ? field.among : Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index);
}

/** What each number of a field stands for, as what is drawn and what it is called; null where it is a number like any. */
function pictures(field, board) {
  const kind = fieldKind(board, field);
  if (kind === "player") return (seat) => [[token(seat, board.players[seat]), h("bdi", {}, board.players[seat])], board.players[seat]];
  if (kind === "face" && field.low >= 1 && field.high <= MOST_DRAWN) return (face) => [drawDie({ kind: "d6", face, sure: true }, faceNames(board), true), String(face)];
  if (kind !== "die") return null;
  const lying = gameDice(board);
  if (!lying?.length) return (die) => [`Die ${die + 1}`, `Die ${die + 1}`];
  return (die) => [drawDie(lying[die], faceNames(board), true), `Die ${die + 1}, which shows ${lying[die].face}`];
}

/** Whether there is nothing to fill in. */
export function settled(field) {
  return field.low === field.high && (field.count === null || field.count === undefined);
}

/** One of a few, each drawn. */
function pick(field, id, name, title, drawn, preset) {
  const numbers = allowed(field);
  const only = numbers.length === 1 ? numbers[0] : preset;
  return h(
    "fieldset",
    { class: "pick" },
    h("legend", {}, title),
    numbers.map((number) => {
      const [content, called] = drawn(number);
      return h("label", {}, h("input", { type: "radio", id: `${id}-${number}`, name, value: number, required: true, checked: number === only, "aria-label": called }), content);
    }),
  );
}

/** A number with a button to either side. */
function stepper(field, id, name, title, preset) {
  const input = h("input", { id, name, type: "number", min: field.low, max: field.high, step: 1, required: true, inputmode: "numeric", value: preset ?? Math.max(field.low, 0) });
  const step = (by) => {
    input.value = Math.min(Math.max(Number(input.value) + by, field.low), field.high);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const button = (sign, called, by) => h("button", { type: "button", "aria-label": `${called}: ${title}`, onclick: () => step(by) }, sign);
  return h("div", { class: "option" }, h("label", { for: id }, title), h("div", { class: "stepper" }, button("−", "Less", -1), input, button("+", "More", 1)));
}

function control(field, board, labels, prefix, place, preset) {
  const name = `${field.name}-${place}`;
  const id = `${prefix}-${name}`;
  const title = (labels[field.name] ?? plain(field.name)) + (field.count > 1 ? ` (${place + 1} of ${field.count})` : "");
  const drawn = pictures(field, board);
  if (drawn) return pick(field, id, name, title, drawn, preset);
  if (fieldKind(board, field) === "count" || (field.low < 0 && !field.count)) return stepper(field, id, name, title, preset); // a phone's keys for numbers have no minus
  const input = field.flag
    ? h("input", { id, name, type: "checkbox" })
    : h("input", { id, name, type: "number", min: field.low, max: field.high, step: 1, required: true, inputmode: "numeric", value: preset ?? (field.low === 0 ? 0 : null) });
  return h("div", { class: "option" }, h("label", { for: id }, title), input);
}

/** What keeps a form from being sent, in words: which field it is, and what that takes. */
function lack(input) {
  const called = (input.closest("fieldset")?.querySelector("legend") ?? input.labels[0]).textContent;
  if (input.type === "radio") return `${called}: choose one.`;
  const [low, high] = [input.min, input.max].map((number) => number.replace("-", "−"));
  return `${called}: a whole number from ${low} to ${high}.`;
}

function read(form, field) {
  if (settled(field)) return field.flag ? Boolean(field.low) : field.low;
  const one = (place) => {
    const input = form.elements.namedItem(`${field.name}-${place}`);
    return field.flag ? input.checked : Number(input.value);
  };
  return field.count === null || field.count === undefined ? one(0) : Array.from({ length: field.count }, (_, place) => one(place));
}

function actionOf(prompt, form) {
  const values = Object.fromEntries(prompt.fields.map((field) => [field.name, read(form, field)]));
  return { kind: prompt.kind, seat: prompt.seat, ...values };
}

/**
 * The form of a prompt, under the words that `formWords` has for it. `send(action)` is called with the complete action;
 * `preset` are numbers that are filled in, `more` stands above the fields, and `cancel` is what lets go of it.
 */
export function promptForm(prompt, board, send, { preset = {}, more = null, cancel = null } = {}) {
  const { labels, submit } = formWords(board, prompt);
  const open = prompt.fields.filter((field) => !settled(field));
  const prefix = `${prompt.kind}-${prompt.seat}`;
  const button = h("button", { class: "primary", "data-key": `send-${prefix}` });
  const refused = h("p", { class: "refused", id: `${prefix}-refused`, role: "alert" });
  const retitle = () => {
    const ready = form.checkValidity();
    button.classList.toggle("primary", ready); // what cannot be sent yet does not look as if it could
    button.textContent = (ready && submit?.(actionOf(prompt, form))) || submit?.(null) || "Enter";
  };
  const refuse = (input) => {
    for (const other of form.querySelectorAll("[aria-invalid]")) other.removeAttribute("aria-invalid"), other.removeAttribute("aria-describedby");
    refused.textContent = input ? lack(input) : "";
    input?.setAttribute("aria-invalid", "true");
    input?.setAttribute("aria-describedby", refused.id);
    input?.focus();
  };
  const form = h(
    "form",
    {
      class: "fields",
      novalidate: true, // a browser's own bubble speaks its own language, and is gone in a moment
      oninput: () => {
        if (refused.textContent) refuse(null);
        retitle();
      },
      onsubmit: (event) => {
        event.preventDefault();
        const wrong = form.querySelector("input:invalid");
        refuse(wrong);
        if (!wrong) send(actionOf(prompt, form));
      },
    },
    more,
    open.map((field) => Array.from({ length: field.count ?? 1 }, (_, place) => control(field, board, labels, prefix, place, preset[field.name]))),
    refused,
    h("div", { class: "row" }, button, cancel && h("button", { type: "button", class: "quiet", onclick: cancel }, "Cancel")),
  );
  retitle();
  return form;
}

/**
 * Ask in a dialog. `ways` are the prompts for one kind of action of one seat: where there are two, a flag tells them
 * apart, and a box sets it.
 */
export function askFields(ways, board, send, { way = 0, preset = {} } = {}) {
  const dialog = find("form-dialog");
  const prompt = ways[way];
  const { title, text, labels } = formWords(board, prompt);
  const flag = ways.length > 1 ? prompt.fields.find((field) => field.flag && settled(field)) : null;
  const other = () => (askFields(ways, board, send, { way: 1 - way, preset }), find("way").focus());
  const close = () => dialog.close();
  const more = flag && h("p", { class: "check" }, h("input", { id: "way", type: "checkbox", checked: way > 0, onchange: other }), h("label", { for: "way" }, labels[flag.name] ?? plain(flag.name)));
  const form = promptForm(prompt, board, (action) => (close(), send(action)), { preset, more, cancel: close });
  dialog.replaceChildren(h("h2", { id: "form-title" }, title), text ? h("p", {}, text) : "", form);
  dialog.onclose = () => dialog.open || dialog.replaceChildren(); // no two forms on the page with the same fields
  if (!dialog.open) dialog.showModal();
}
