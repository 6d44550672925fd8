/** What the table asks of this seat: throws to be typed in, choices, and numbers to be filled in. */

import { now } from "../base/board-state.js";
import { find, h, show } from "../base/dom.js";
import { agreed, notice } from "../base/shell.js";
import { plain } from "../base/text.js";
import { promptForm, settled } from "../desk/form.js";
import { drawDie } from "../dice/dice.js";
import * as drafts from "../dice/draft.js";
import { about, choice, faceNames, formWords, grave, isTrick, picked, spare } from "../games/any.js";
import { orTyped } from "../words.js";
import { drawEntry, isOpen } from "./entry.js";
import { hand, isStillAsked, mine, nameOf, send, setEntry } from "./hand.js";

const FEW_FIELDS = 3; // a longer form is folded
const MOVED_ON = "The table has moved on while you were asked. Look again, then decide.";

let places = new Map(); // by the name of the prompt: what is filled in there stays for as long as it waits

// ---- Dice ----

function entry(prompt) {
  return drawEntry(hand.entries.get(nameOf(prompt)), {
    key: `${prompt.kind}-${prompt.seat}`,
    set: setEntry,
    send: (draft) => send(prompt, { throw: drafts.toThrow(draft) }),
  });
}

// ---- Choices ----

/** Take it, after a second thought where it ends something. */
async function take(prompt, action) {
  const asked = grave(hand.board, action);
  if (!asked) return send(prompt, { action });
  const valid = () => isStillAsked(prompt) && grave(now(), action).question === asked.question;
  if (await agreed(asked.question, asked.yes, asked.no, valid)) send(prompt, { action });
  else if (!valid()) notice(MOVED_ON);
}

function choiceButton(prompt, action, style = null) {
  const { title, points, note } = choice(hand.board, action);
  const counts = points !== null && points !== undefined;
  const face = picked(action);
  return h(
    "button",
    { type: "button", class: style ?? (points ? "brings" : counts ? "nil" : null), "data-key": `choice-${JSON.stringify(action)}`, "aria-label": face === null ? null : title, onclick: () => take(prompt, action) },
    face === null
      ? [h("span", {}, title, note && h("span", { class: "needs" }, note)), counts && h("span", { class: "points" }, String(points))]
      : drawDie({ kind: "d6", face, sure: true }, faceNames(hand.board), true),
  );
}

/** Whether a choice brings points now: those stand first, in their own order. */
function brings(action) {
  return Number(choice(hand.board, action).points > 0);
}

function choices(prompt) {
  const [only, ...more] = prompt.choices.toSorted((one, other) => brings(other) - brings(one));
  if (!more.length) return [about(hand.board, prompt), h("div", { class: "choices only" }, choiceButton(prompt, only, "big"))];
  return [h("h2", {}, prompt.text), h("div", { class: picked(only) === null ? "choices" : "choices drawn" }, [only, ...more].map((action) => choiceButton(prompt, action)))];
}

// ---- Numbers ----

/** The die and the face of a prompt by which a die is turned over, where one was: the camera saw it. */
function turned(prompt) {
  const [touch] = hand.board.question?.touched ?? [];
  return touch && isTrick(hand.board, prompt) ? { die: touch.die, face: touch.face } : {};
}

/** The flag by which prompts that ask the same differ, if they do: a box sets it. */
function flagOf(ways) {
  return ways.length > 1 ? ways[0].fields.find((field) => field.flag && settled(field)) : null;
}

/** The numbers that are filled in by now, by field. */
function filledIn(body, { fields }) {
  const values = fields.map(({ name }) => [name, body.querySelector(`input[name="${name}-0"]:is(:checked, [type="number"])`)?.value]);
  return Object.fromEntries(values.filter(([, value]) => value).map(([name, value]) => [name, Number(value)]));
}

/** A form for the prompts of one kind, of which `way` is the one that is asked. */
function form(body, ways, way, preset) {
  const prompt = ways[way];
  const { text, labels } = formWords(hand.board, prompt);
  const flag = flagOf(ways);
  const other = () => {
    body.replaceChildren(...form(body, ways, 1 - way, filledIn(body, prompt)));
    find("way").focus();
  };
  const box = flag && h("p", { class: "check" }, h("input", { id: "way", type: "checkbox", checked: way > 0, onchange: other }), h("label", { for: "way" }, labels[flag.name] ?? plain(flag.name)));
  const words = [text && h("p", { class: "needs" }, text), about(hand.board, prompt)].flat().filter(Boolean);
  return [...words, promptForm(prompt, hand.board, (action) => send(prompt, { action }), { preset, more: box })];
}

// ---- All of it ----

/** What is asked of this seat, prompts by prompts: those that differ by a flag alone are one. */
function asked() {
  const prompts = mine().filter((prompt) => !spare(hand.board, prompt));
  prompts.sort((one, other) => Boolean(other.throw) - Boolean(one.throw)); // dice are thrown before something is made of them
  const groups = [];
  for (const prompt of prompts) {
    const same = groups.find((ways) => ways[0].kind === prompt.kind && flagOf([ways[0], prompt]));
    if (same) same.push(prompt);
    else groups.push([prompt]);
  }
  return groups;
}

/** Whether it is out of the way until somebody wants it: what is secret, or long, or read by the camera. */
function folded(prompt) {
  if (prompt.throw) return !prompt.throw.hidden && (hand.board.camera.state === "ok" || prompt.throw.lying?.length > 0);
  return prompt.secret || prompt.fields.filter((field) => !settled(field)).length > FEW_FIELDS;
}

function titleOf([prompt, ...others]) {
  if (prompt.throw) return folded(prompt) && !prompt.throw.lying?.length ? orTyped(prompt) : prompt.text;
  const alone = mine().filter((other) => other.kind === prompt.kind).length === 1 + others.length;
  return alone ? formWords(hand.board, prompt).title : prompt.text;
}

/** The frame around what is asked. */
function frame(ways) {
  const [prompt] = ways;
  const body = h("div", { class: "ask" });
  if (prompt.choices.length) return { whole: body, body };
  if (!folded(prompt)) return { whole: h("section", { class: "card ask" }, h("h2", {}, titleOf(ways)), body), body };
  return { whole: h("details", { class: "card" }, h("summary", { "data-key": `fold-${prompt.kind}: ${prompt.text}` }, titleOf(ways)), body), body };
}

function fill({ whole, body }, ways) {
  const [prompt] = ways;
  if (prompt.throw) return show(body, [hand.entries.get(nameOf(prompt)), isOpen()], () => entry(prompt));
  if (prompt.choices.length) return show(body, [prompt, hand.board.view], () => choices(prompt));
  const preset = turned(prompt);
  show(body, [ways, preset], () => {
    if ("die" in preset) whole.open = true; // it is what is asked about
    return form(body, ways, 0, preset);
  });
}

/** Everything that this seat may do now. A keyboard that has done the last of it goes on from the words of the turn. */
export function drawAsks() {
  const region = find("asks");
  const groups = asked();
  const named = ([prompt]) => `${nameOf(prompt)} ${folded(prompt)}`;
  places = new Map(groups.map((ways) => [named(ways), places.get(named(ways)) ?? frame(ways)]));
  show(region, [...places.keys()], () => [...places.values()].map(({ whole }) => whole));
  for (const ways of groups) fill(places.get(named(ways)), ways);
  if (!groups.length && region.contains(document.activeElement)) find("turn").focus({ preventScroll: true });
  region.hidden = !groups.length;
}

/** Nothing is asked any more, and nothing of what was filled in stays. */
export function clearAsks() {
  places = new Map();
  hand.entries = new Map();
  show(find("asks"), [], () => []);
}
