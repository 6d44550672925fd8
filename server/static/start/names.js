/** Who plays the game that is about to start: a row for each name. */

import { button, find, h } from "../base/dom.js";
import { token } from "../players.js";

const USUAL_SEATS = 2;

let names = Array(USUAL_SEATS).fill("");
const welcomed = new Set(); // the names of phones that were put among the players
const dismissed = new Set(); // those that the operator has sent away

/** What player `index` is called: without a name, by the place. */
function nameOf(index) {
  return names[index].trim() || `Player ${index + 1}`;
}

/** All of them. */
export function players() {
  return names.map((_, index) => nameOf(index));
}

/** Begin with these. */
export function recallNames(known) {
  names = [...known];
}

/** As many as a game takes, which are from `least` to `most`. */
export function fitNames([least, most]) {
  while (names.length < least) names.push("");
  names.length = Math.min(names.length, most);
}

/** The operator wants nobody to wait under this name: once the table says so too, nobody plays under it either. */
export function dismiss(name) {
  dismissed.add(name);
}

/** That was not to be. */
export function keep(name) {
  dismissed.delete(name);
}

/** Those who were sent away are no players, each `dropped` from a place; whether there were any. */
function sendAway(waiting, least, dropped) {
  const away = [...dismissed].filter((name) => !waiting.includes(name));
  for (const name of away) {
    dismissed.delete(name);
    welcomed.delete(name);
    const place = names.indexOf(name);
    if (place < 0) continue;
    names.splice(place, 1);
    dropped(place);
  }
  while (names.length < least) names.push("");
  return away.length > 0;
}

/**
 * Whoever waits on a phone is a player, until the operator says otherwise; whether the players are others now. `dropped` is called
 * with the place of each who was sent away.
 */
export function welcome(waiting, [least, most], dropped) {
  const left = sendAway(waiting, Math.max(least, USUAL_SEATS), dropped);
  const fresh = waiting.filter((name) => !welcomed.has(name));
  const gone = [...welcomed].filter((name) => !waiting.includes(name)); // they wait under another name now
  for (const name of fresh) {
    welcomed.add(name);
    if (names.includes(name)) continue;
    const old = names.findIndex((one) => gone.includes(one));
    const place = old >= 0 ? old : names.findIndex((one) => !one.trim());
    if (place >= 0) names[place] = name;
    else if (names.length < most) names.push(name);
  }
  return left || fresh.length > 0;
}

function type(event, index) {
  names[index] = event.target.value; // drawn anew, the form would lose the click that ended the typing
  for (const place of document.querySelectorAll(`[data-player="${index}"]`)) place.textContent = nameOf(index);
  event.target.closest("label").querySelector(".token").replaceWith(token(index, names[index] || String(index + 1)));
}

/** The keyboard goes to the name at this place. */
function focusName(index) {
  find("start").querySelector(`[data-key="name-${index}"]`).focus();
}

function add(changed) {
  names.push("");
  changed(null);
  focusName(names.length - 1);
}

function remove(index, changed) {
  names.splice(index, 1);
  changed(index);
  focusName(Math.min(index, names.length - 1));
}

function nameRow(index, removable, changed) {
  const field = { type: "text", value: names[index], maxlength: 40, autocomplete: "off", dir: "auto", placeholder: `Player ${index + 1}`, "data-key": `name-${index}`, oninput: (event) => type(event, index) };
  return h(
    "li",
    {},
    h("label", {}, token(index, names[index] || String(index + 1)), h("span", { class: "visually-hidden" }, `Player ${index + 1}`), h("input", field)),
    removable && button("×", `remove-${index}`, () => remove(index, changed), { class: "quiet", "aria-label": `Remove player ${index + 1}` }),
  );
}

/** The names, for a game of `least` to `most`; `changed(gone)` is called with the place of a player who was removed, or null. */
export function namesForm([least, most], changed) {
  return h(
    "fieldset",
    { class: "names" },
    h("legend", {}, "Players"),
    h("ol", {}, names.map((_, index) => nameRow(index, names.length > least, changed))),
    names.length < most && button("Add a player", "add-player", () => add(changed), { class: "quiet" }),
  );
}
