/** The options of a game on the start form, each with the control that suits it. */

import { h } from "../dom.js";
import { inOrder, optionWords } from "../games/options.js";
import { plain } from "../words.js";

const OTHER = " "; // no option's value

const settings = {}; // by option: the text as the rules take it, or a yes or no by player
const open = new Set(); // the options for which a value is written out

function select(id, words, value, change) {
  return h("select", { id, "data-key": id, onchange: change }, Object.entries(words).map(([choice, says]) => h("option", { value: choice, selected: choice === value }, says)));
}

function text(id, value, change, label) {
  return h("input", { id, "data-key": id, type: "text", value, autocomplete: "off", "aria-label": label, onchange: change });
}

/** Usual values to choose from, and any other to be written. */
function usual(option, id, { some, title }, redraw) {
  const value = settings[option.name] ?? option.default;
  const free = settings[option.name] !== undefined && !(value in some);
  const change = (event) => {
    settings[option.name] = event.target.value === OTHER ? "" : event.target.value;
    if (event.target.value === OTHER) open.add(option.name);
    else open.delete(option.name);
    redraw();
  };
  const other = free || open.has(option.name);
  return [select(id, { ...some, [OTHER]: "Something else…" }, other ? OTHER : value, change), other && text(`${id}-other`, value, (event) => (settings[option.name] = event.target.value), `${title}, written out`)];
}

/** A yes or no for each player. */
function each(option, id, { title }, players) {
  settings[option.name] ??= [];
  return h(
    "div",
    { class: "row", role: "group", "aria-label": title },
    players.map((player, index) =>
      h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": `${id}-${index}`, checked: settings[option.name][index], onchange: (event) => (settings[option.name][index] = event.target.checked) }), h("bdi", { "data-player": index }, player)),
    ),
  );
}

function field(option, id, words, players, redraw) {
  const value = settings[option.name] ?? option.default;
  const change = (event) => (settings[option.name] = event.target.value);
  if (words.each) return each(option, id, words, players);
  if (option.choices) return select(id, Object.fromEntries(option.choices.map((choice) => [choice, words.choices?.[choice] ?? plain(choice)])), value, change);
  return words.some ? usual(option, id, words, redraw) : text(id, value, change);
}

function row(game, option, players, redraw) {
  const id = `option-${option.name}`;
  const words = optionWords(game.name, option);
  const title = words.title ?? plain(option.name);
  const hint = words.title ? words.hint : option.text;
  return h("div", { class: "option" }, words.each ? h("p", {}, title) : h("label", { for: id }, title), field(option, id, words, players, redraw), hint ? h("p", { class: "needs" }, hint) : null);
}

/** A row for each option of the game; `redraw` is called when another field is needed. */
export function optionRows(game, players, redraw) {
  return inOrder(game).map((option) => row(game, option, players, redraw));
}

/** Every option as the rules take it, for so many players. */
export function settledOptions(game, count) {
  const seats = Array.from({ length: count });
  const written = (value) => (Array.isArray(value) ? (value.some(Boolean) ? seats.map((_, index) => (value[index] ? "yes" : "no")).join(",") : "no") : value);
  return Object.fromEntries((game.options ?? []).map((option) => [option.name, written(settings[option.name] ?? option.default)]));
}

/** Another game is chosen. */
export function forgetOptions() {
  for (const name of Object.keys(settings)) delete settings[name];
  open.clear();
}

/** A player is gone, and those after move up. */
export function forgetSeat(index) {
  for (const value of Object.values(settings)) if (Array.isArray(value)) value.splice(index, 1);
}
