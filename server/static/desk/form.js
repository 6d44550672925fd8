/** The dialog for an action that needs numbers from a person (a Sleight of Hand check), made from its prompt alone. */

import { find, h } from "../dom.js";
import { formWords } from "../games/any.js";
import { plain } from "../words.js";

/** What the numbers of a field stand for, where they are more than numbers: [[value, words]…], else null. */
function meanings(field, board, prompt) {
  const numbers = field.among?.length ? field.among : Array.from({ length: Math.min(field.high - field.low + 1, 13) }, (_, index) => field.low + index);
  if (/^(opponent|target|seat)$/.test(field.name)) return numbers.map((seat) => [seat, board.players[seat] ?? `Seat ${seat}`]);
  const lying = board.view?.dice;
  if (field.name === "die" && Array.isArray(lying)) return numbers.map((die) => [die, `Die ${die + 1}, which shows ${lying[die]}`]);
  if (field.name === "face" || (field.among?.length && prompt)) return numbers.map((number) => [number, String(number)]);
  return null;
}

function settled(field) {
  return field.low === field.high && (field.count === null || field.count === undefined);
}

function control(field, board, prompt, labels, index, place = 0) {
  const name = `${field.name}-${place}`;
  const id = `field-${index}-${place}`;
  const title = (labels[field.name] ?? plain(field.name)) + (field.count > 1 ? ` (${place + 1} of ${field.count})` : "");
  const choices = meanings(field, board, prompt);
  const input = choices
    ? h("select", { id, name }, choices.map(([value, words]) => h("option", { value }, words)))
    : field.flag
      ? h("input", { id, name, type: "checkbox" })
      : h("input", { id, name, type: "number", min: field.low, max: field.high, step: 1, required: true, inputmode: "numeric", value: field.low <= 0 && field.high >= 0 ? 0 : null });
  return h("div", { class: "option" }, h("label", { for: id }, title), input);
}

function read(form, field) {
  if (settled(field)) return field.flag ? Boolean(field.low) : field.low;
  const one = (place) => {
    const input = form.elements.namedItem(`${field.name}-${place}`);
    return field.flag ? input.checked : Number(input.value);
  };
  return field.count === null || field.count === undefined ? one(0) : Array.from({ length: field.count }, (_, place) => one(place));
}

/**
 * Ask for the numbers of an action; `send(action)` is called with the complete one. `ways` are the prompts for it: where
 * there are two, a flag tells them apart, and a box sets it.
 */
export function askFields(ways, board, send, way = 0) {
  const dialog = find("form-dialog");
  const prompt = ways[way];
  const { title, text, labels } = formWords(board, prompt);
  const open = prompt.fields.filter((field) => !settled(field));
  const flag = ways.length > 1 ? prompt.fields.find((field) => field.flag && settled(field)) : null;
  const form = h(
    "form",
    {
      method: "dialog",
      class: "fields",
      onsubmit: (event) => {
        event.preventDefault();
        const values = Object.fromEntries(prompt.fields.map((field) => [field.name, read(form, field)]));
        dialog.close();
        send({ kind: prompt.kind, seat: prompt.seat, ...values });
      },
    },
    flag &&
      h(
        "p",
        { class: "check" },
        h("input", { id: "way", type: "checkbox", checked: way > 0, onchange: () => (askFields(ways, board, send, 1 - way), find("way").focus()) }),
        h("label", { for: "way" }, labels[flag.name] ?? plain(flag.name)),
      ),
    open.map((field, index) => Array.from({ length: field.count ?? 1 }, (_, place) => control(field, board, prompt, labels, index, place))),
    h("div", { class: "row" }, h("button", { class: "primary" }, "Enter"), h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel")),
  );
  dialog.replaceChildren(h("h2", { id: "form-title" }, title), text ? h("p", {}, text) : "", form);
  if (!dialog.open) dialog.showModal();
}
