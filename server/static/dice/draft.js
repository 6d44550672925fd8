/**
 * Dice as a person enters or mends them, before they are sent: plain values in, a new draft out.
 *
 * A draft is `{prompt, dice: [{kind, face, thrown, sure}]}`; a die with no face is still to be entered. Dice of a question
 * say which of its dice they are, `from`, or the place `at` which a person saw one that was missed. Where dice
 * lie already (`prompt.throw.lying`), those not marked as thrown stay as they are, and the `fixed` ones always do. Where
 * several numbers of dice will do, a draft begins with the fewest, and grows as faces are entered. One with `binds` is marked the
 * other way: the dice that stay are chosen, and with the first of them all others are thrown.
 */

import { several } from "../base/dom.js";
import { facesOf } from "./dice.js";

function lies(draft) {
  return draft.prompt.throw.lying?.length > 0;
}

function blank(kind) {
  return { kind, face: null, thrown: true };
}

function blanks(count, kind) {
  return Array.from({ length: count }, () => blank(kind));
}

/** Whether the die at this place is bound, and stays as it lies. */
export function isFixed(draft, index) {
  return lies(draft) && (draft.prompt.throw.fixed ?? []).includes(index);
}

/** A roll to be typed in: as many blanks as dice are awaited at least, or the dice that lie. */
export function fresh(prompt, binds = false) {
  const { dice: kind, counts, lying } = prompt.throw;
  if (lying?.length) return { prompt, binds, dice: lying.map((face) => ({ kind, face, thrown: false })) };
  return { prompt, dice: blanks(Math.min(...counts), kind) };
}

/** The dice of an open question, for the prompt that they fit best; null when no dice are awaited, or none were thrown. */
export function fromQuestion(question, prompts) {
  if (question.alone) return null;
  const awaiting = prompts.filter((prompt) => prompt.throw && !prompt.throw.hidden);
  const thrown = question.thrown?.length ? question.thrown : question.dice.map((_, index) => index);
  const partly = thrown.length < question.dice.length;
  const prompt = awaiting.find((one) => partly === (one.throw.lying?.length > 0 || Boolean(one.throw.beside))) ?? awaiting[0];
  if (!prompt) return null;
  return { prompt, question: true, dice: question.dice.map((die, index) => ({ ...die, from: index, thrown: thrown.includes(index) })) };
}

function change(draft, index, next) {
  return { ...draft, dice: draft.dice.map((die, place) => (place === index ? { ...die, ...next } : die)) };
}

/** The draft with a face set by a person, who is sure. */
export function setFace(draft, index, face) {
  return isFixed(draft, index) ? draft : change(draft, index, { face, sure: true, why: "", thrown: true });
}

/** The draft with a face put where the first one is missing, or one die more where more will do; else the same draft. */
export function enter(draft, face) {
  const { dice: kind, counts } = draft.prompt.throw;
  if (!facesOf(kind).includes(face)) return draft;
  const index = draft.dice.findIndex((die) => die.face === null);
  if (index >= 0) return setFace(draft, index, face);
  return !lies(draft) && draft.dice.length < Math.max(...counts) ? setFace(addDie(draft), draft.dice.length, face) : draft;
}

/** The draft with the last entered die blank again. */
export function erase(draft) {
  const index = draft.dice.findLastIndex((die) => die.thrown && die.face !== null);
  return index < 0 ? draft : clear(draft, index);
}

function clear(draft, index) {
  const spare = !lies(draft) && draft.dice.length > Math.min(...draft.prompt.throw.counts);
  return spare ? removeDie(draft, index) : change(draft, index, { face: null });
}

/** The draft with this die bound, and all others thrown that may be. */
function bindFirst(draft, index) {
  return { ...draft, dice: draft.dice.map((die, place) => (place === index || isFixed(draft, place) ? die : { ...die, thrown: true, face: null })) };
}

/** A lying die marked as thrown again (its face is then to be entered), or put back as it lay; any other made blank. */
export function toggle(draft, index) {
  const die = draft.dice[index];
  if (!lies(draft)) return clear(draft, index);
  if (draft.binds && !isFixed(draft, index) && draft.dice.every((one) => !one.thrown)) return bindFirst(draft, index);
  const lay = draft.prompt.throw.lying[index];
  if (die.thrown) return change(draft, index, { thrown: false, face: lay, sure: true });
  return isFixed(draft, index) ? draft : change(draft, index, { thrown: true, face: null });
}

/** A die of a question that lay there before, and is none of this throw's; or one that is after all. */
export function leaveOut(draft, index) {
  return change(draft, index, { thrown: !draft.dice[index].thrown });
}

/** The draft with one die more, of this face; `at` is the place in the picture where a person sees it. */
export function addDie(draft, face = null, at = null) {
  const die = { ...blank(draft.prompt.throw.dice), face };
  return { ...draft, dice: [...draft.dice, at ? { ...die, at, corners: around(at, draft.dice) } : die] };
}

/** The outline of a die at this place, as large as those that were seen. */
function around([x, y], dice) {
  const edges = dice.filter((die) => die.corners?.length).map(({ corners: [a, b] }) => Math.hypot(a[0] - b[0], a[1] - b[1]));
  const half = (edges.toSorted((a, b) => a - b)[edges.length >> 1] ?? 0) / 2;
  return [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
}

export function removeDie(draft, index) {
  return { ...draft, dice: draft.dice.filter((_, place) => place !== index) };
}

function addOrRemove(there, wanted) {
  const count = Math.abs(there - wanted);
  return `${there > wanted ? "remove" : "add"} ${count === 1 ? "one" : count}`;
}

/** Whether dice are missing of those that are awaited. */
export function isShort(draft) {
  const { counts, lying } = draft.prompt.throw;
  return draft.dice.length < (lies(draft) ? lying.length : Math.min(...counts));
}

/** How many dice will do, in words: "3 dice", "4 or 5 dice", "1 to 10 dice, or all 25". */
function soMany(counts) {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (least === most) return several(most, "die", "dice");
  if (counts.length === 2) return `${least} or ${most} dice`;
  const row = counts.filter((count) => counts.includes(count - 1) || count === least);
  return row.length === counts.length ? `${least} to ${most} dice` : `${least} to ${Math.max(...row)} dice, or all ${most}`;
}

/** What may be entered beyond what is there, in words; an empty text when nothing may. */
export function further(draft) {
  const { counts } = draft.prompt.throw;
  const more = Math.max(...counts);
  return lies(draft) || counts.length < 2 || draft.dice.length >= more ? "" : `${soMany(counts)} may be entered at once: type one face after the other.`;
}

/** What keeps the draft from being sent, in words; an empty text when nothing does. */
export function missing(draft) {
  const { counts, lying } = draft.prompt.throw;
  if (lies(draft) && draft.dice.length !== lying.length) {
    return `${several(lying.length, "die", "dice")} should lie here, and there ${draft.dice.length === 1 ? "is" : "are"} ${draft.dice.length}: ${addOrRemove(draft.dice.length, lying.length)}.`;
  }
  const moved = draft.dice.findIndex((die, index) => die.thrown && isFixed(draft, index));
  if (moved >= 0) return `Die ${moved + 1} is bound and stays as it lay: tap it to put it back.`;
  const thrown = draft.dice.filter((die) => die.thrown);
  if (lies(draft) && !thrown.length) return draft.binds ? "Choose the dice to bind, and leave one at least." : "Choose the dice that were thrown again.";
  if (draft.binds && thrown.length > Math.max(...counts)) return "Bind one die at least.";
  if (!counts.includes(thrown.length)) {
    if (lies(draft)) return `${soMany(counts)} may be thrown again here, and ${thrown.length} are marked.`;
    if (counts.length > 1) return `${soMany(counts)} are awaited, and there ${thrown.length === 1 ? "is" : "are"} ${thrown.length}.`;
    return `${several(counts[0], "die is", "dice are")} awaited, and there ${thrown.length === 1 ? "is" : "are"} ${thrown.length}: ${addOrRemove(thrown.length, counts[0])}.`;
  }
  const open = thrown.filter((die) => die.face === null).length;
  return open ? `${several(open, "face is", "faces are")} still to be entered.` : "";
}

/** The complete throw that the draft stands for, as the table takes it for any game. */
export function toThrow(draft) {
  const { seat, kind } = draft.prompt;
  const dice = lies(draft) ? draft.dice : draft.dice.filter((die) => die.thrown);
  const thrown = [...dice.keys()].filter((index) => dice[index].thrown);
  const seen = draft.question && dice.map((die) => die.from ?? die.at ?? null);
  return { seat, kind, faces: dice.map((die) => die.face), thrown, ...(seen && { seen }) };
}
