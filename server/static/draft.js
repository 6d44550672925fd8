/**
 * Dice as a person enters or mends them, before they are sent: plain values in, a new draft out.
 *
 * A draft is `{prompt, dice: [{kind, face, thrown, sure}]}`; a die with no face is still to be entered. Where dice
 * lie already (`prompt.throw.lying`), those not marked as thrown stay as they are.
 */

import { facesOf } from "./dice.js";
import { several } from "./dom.js";

function lies(draft) {
  return draft.prompt.throw.lying?.length > 0;
}

function blank(kind) {
  return { kind, face: null, thrown: true };
}

/** A roll to be typed in: as many blanks as dice are awaited, or the dice that lie. */
export function fresh(prompt) {
  const { dice: kind, counts, lying } = prompt.throw;
  if (lying?.length) return { prompt, dice: lying.map((face) => ({ kind, face, thrown: false })) };
  return { prompt, dice: Array.from({ length: Math.max(...counts) }, () => blank(kind)) };
}

/** The dice of an open question, for the prompt that they fit best; null when no dice are awaited. */
export function fromQuestion(question, prompts) {
  const awaiting = prompts.filter((prompt) => prompt.throw);
  const thrown = question.thrown?.length ? question.thrown : question.dice.map((_, index) => index);
  const partly = thrown.length < question.dice.length;
  const prompt = awaiting.find((one) => partly === one.throw.lying?.length > 0) ?? awaiting[0];
  if (!prompt) return null;
  return { prompt, dice: question.dice.map((die, index) => ({ ...die, thrown: thrown.includes(index) })) };
}

function change(draft, index, next) {
  return { ...draft, dice: draft.dice.map((die, place) => (place === index ? { ...die, ...next } : die)) };
}

/** The draft with a face set by a person, who is sure. */
export function setFace(draft, index, face) {
  return change(draft, index, { face, sure: true, why: "", thrown: true });
}

/** The draft with a face put where the first one is missing; the same draft where none is. */
export function enter(draft, face) {
  const index = draft.dice.findIndex((die) => die.face === null);
  return index < 0 || !facesOf(draft.prompt.throw.dice).includes(face) ? draft : setFace(draft, index, face);
}

/** The draft with the last entered die blank again. */
export function erase(draft) {
  const index = draft.dice.findLastIndex((die) => die.thrown && die.face !== null);
  return index < 0 ? draft : change(draft, index, { face: null });
}

/** A lying die marked as thrown again (its face is then to be entered), or put back as it lay. */
export function toggle(draft, index) {
  const die = draft.dice[index];
  if (!lies(draft)) return change(draft, index, { face: null });
  const lay = draft.prompt.throw.lying[index];
  return change(draft, index, die.thrown ? { thrown: false, face: lay, sure: true } : { thrown: true, face: null });
}

export function addDie(draft) {
  return { ...draft, dice: [...draft.dice, blank(draft.prompt.throw.dice)] };
}

export function removeDie(draft, index) {
  return { ...draft, dice: draft.dice.filter((_, place) => place !== index) };
}

function addOrRemove(there, wanted) {
  const count = Math.abs(there - wanted);
  return `${there > wanted ? "remove" : "add"} ${count === 1 ? "one" : count}`;
}

/** What keeps the draft from being sent, in words; an empty text when nothing does. */
export function missing(draft) {
  const { counts, lying } = draft.prompt.throw;
  if (lies(draft) && draft.dice.length !== lying.length) {
    return `${several(lying.length, "die", "dice")} should lie here, and there ${draft.dice.length === 1 ? "is" : "are"} ${draft.dice.length}: ${addOrRemove(draft.dice.length, lying.length)}.`;
  }
  const thrown = draft.dice.filter((die) => die.thrown);
  if (lies(draft) && !thrown.length) return "Choose the dice that were thrown again.";
  if (!counts.includes(thrown.length)) return `${several(Math.max(...counts), "die is", "dice are")} awaited, and there ${thrown.length === 1 ? "is" : "are"} ${thrown.length}: ${addOrRemove(thrown.length, Math.max(...counts))}.`;
  const blanks = thrown.filter((die) => die.face === null).length;
  return blanks ? `${several(blanks, "face is", "faces are")} still to be entered.` : "";
}

/** The complete action that the draft stands for, in the game's own words. */
export function toAction(draft) {
  const { seat, kind } = draft.prompt;
  const places = draft.dice.map((_, index) => index);
  const thrown = places.filter((index) => draft.dice[index].thrown);
  const faces = thrown.map((index) => draft.dice[index].face);
  if (kind === "reroll") return { kind, seat, dice: thrown, faces };
  if (kind === "fudge") return { kind, seat, bind: places.filter((index) => !draft.dice[index].thrown), faces };
  return { kind, seat, faces };
}

/** The place in an action's `faces` of the die at `index` among `count` on the table; −1 when the action threw others. */
export function placeIn(action, index, count) {
  if (!Array.isArray(action.faces)) return -1;
  if (Array.isArray(action.dice)) return action.dice.indexOf(index);
  if (Array.isArray(action.bind)) return action.bind.includes(index) ? -1 : [...Array(count).keys()].filter((die) => !action.bind.includes(die)).indexOf(index);
  return index < action.faces.length ? index : -1;
}

/** The action with one face put right. */
export function withFace(action, place, face) {
  return { ...action, faces: action.faces.map((old, index) => (index === place ? face : old)) };
}
