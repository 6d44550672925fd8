/** The options of a game on the start form, each with the control that suits it. */

import { h } from "../base/dom.js";
import { plain } from "../base/text.js";
import { inOrder, optionWords } from "../games/options.js";

const OTHER = " "; // no option's value

const settings = {}; // by option: the text as the rules take it, or a yes or no by player
const open = new Set(); // the options for which a value is written out

function select(id, words, value, change, more) {
  return h("select", { id, "data-key": id, onchange: change, ...more }, Object.entries(words).map(([choice, says]) => h("option", { value: choice, selected: choice === value }, says)));
}

function text(id, value, change, more) {
  return h("input", { id, "data-key": id, type: "text", value, autocomplete: "off", onchange: change, ...more });
}

/** Usual values to choose from, and any other to be written. */
function usual(option, id, { some, title }, redraw, more) {
  const value = settings[option.name] ?? option.default;
  const free = settings[option.name] !== undefined && !(value in some);
  const change = (event) => {
    settings[option.name] = event.target.value === OTHER ? "" : event.target.value;
    if (event.target.value === OTHER) open.add(option.name);
    else open.delete(option.name);
    redraw();
  };
  const other = free || open.has(option.name);
  return [select(id, { ...some, [OTHER]: "Something else…" }, other ? OTHER : value, change, more), other && text(`${id}-other`, value, (event) => (settings[option.name] = event.target.value), { "aria-label": `${title}, written out`, ...more })];
}

/** A yes or no for each player. */
function each(option, id, { title }, players, more) {
  settings[option.name] ??= [];
  return h(
    "div",
    { class: "row", role: "group", "aria-label": title, "aria-describedby": more["aria-describedby"] },
    players.map((player, index) =>
      h("label", { class: "check" }, h("input", { type: "checkbox", disabled: more.disabled, "data-key": `${id}-${index}`, checked: settings[option.name][index], onchange: (event) => (settings[option.name][index] = event.target.checked) }), h("bdi", { "data-player": index }, player)),
    ),
  );
}

function field(option, id, words, players, redraw, more) {
  const value = settings[option.name] ?? option.default;
  const change = (event) => {
    settings[option.name] = event.target.value;
    if (event.target.tagName === "SELECT") redraw(); // others may do nothing now
  };
  if (words.each) return each(option, id, words, players, more);
  if (option.choices) return select(id, Object.fromEntries(option.choices.map((choice) => [choice, words.choices?.[choice] ?? plain(choice)])), value, change, more);
  return words.some ? usual(option, id, words, redraw, more) : text(id, value, change, more);
}

/** Why this option does nothing now, where another one is chosen so that it does not; else nothing. */
function idle(game, option) {
  const why = optionWords(game.name, option).idle;
  return why && settings[why.option] === why.choice ? why.says : "";
}

/** `refusal` is `{option, text}` where an option was refused. */
function row(game, option, players, redraw, refusal) {
  const id = `option-${option.name}`;
  const words = optionWords(game.name, option);
  const title = words.title ?? plain(option.name);
  const nothing = idle(game, option);
  const hint = nothing || (words.title ? words.hint : option.text);
  const wrong = refusal?.option === option.name;
  const more = { disabled: Boolean(nothing), "aria-invalid": wrong && "true", "aria-describedby": wrong && `${id}-refused` };
  return h(
    "div",
    { class: nothing ? "option idle" : "option" },
    words.each ? h("p", {}, title) : h("label", { for: id }, title),
    field(option, id, words, players, redraw, more),
    wrong && h("p", { class: "refused", id: `${id}-refused`, role: "alert" }, refusal.text),
    hint ? h("p", { class: "needs" }, hint) : null,
  );
}

/** A row for each option of the game; `redraw` is called when another field is needed. */
export function optionRows(game, players, redraw, refusal) {
  return inOrder(game).map((option) => row(game, option, players, redraw, refusal));
}

/** What every game may be played with or without: `change(allowed)` is called when the choice is another one. */
export function adviceRow(allowed, change) {
  const words = { yes: "Yes: players may ask their own phones what the odds say", no: "No: everybody decides alone" };
  return h("div", { class: "option" }, h("label", { for: "option-advice" }, "Advice on phones"), select("option-advice", words, allowed ? "yes" : "no", (event) => change(event.target.value === "yes"), {}));
}

/** Begin with what a game was played by: `options` as the rules told them. */
export function recallOptions(game, options, count) {
  forgetOptions();
  for (const option of game.options ?? []) {
    const value = options[option.name];
    if (value === undefined || value === option.default) continue;
    const parts = value.split(",").map((part) => part.trim() === "yes");
    settings[option.name] = optionWords(game.name, option).each ? Array.from({ length: count }, (_, index) => parts[parts.length > 1 ? index : 0]) : value;
  }
}

/** Every option as the rules take it, for so many players. */
export function settledOptions(game, count) {
  const seats = Array.from({ length: count });
  const written = (value) => (Array.isArray(value) ? (value.some(Boolean) ? seats.map((_, index) => (value[index] ? "yes" : "no")).join(",") : "no") : value);
  return Object.fromEntries((game.options ?? []).map((option) => [option.name, idle(game, option) ? option.default : written(settings[option.name] ?? option.default)]));
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
