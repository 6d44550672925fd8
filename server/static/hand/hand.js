/** What a phone has in hand: its seat's board, the dice being entered, the numbers chosen so far, and how they are sent. */

import { act, now, Refused } from "../board-state.js";
import * as drafts from "../draft.js";
import { hush, notice } from "../shell.js";

const TRIES = 3; // where several act at once, another one is often a moment faster

/** `entries` and `numbers` belong to the prompts with the same key; `changed` is called when a person has changed one. */
export const hand = { seat: null, board: null, entries: {}, numbers: {}, changed: () => {} };

let madeFrom = {};
let ownLast = null;
let sending = false;

/** The prompts of this seat. */
export function mine(board = hand.board) {
  return board.prompts.filter((prompt) => prompt.seat === hand.seat);
}

/** What tells a prompt from this seat's others, of which some may be of the same kind. */
export function keyOf(prompt) {
  return `${prompt.kind}: ${prompt.text}`;
}

function settled(field) {
  return field.low === field.high && (field.count === null || field.count === undefined);
}

/** The fields that a person has to fill in. */
export function openFields(prompt) {
  return prompt.fields.filter((field) => !settled(field));
}

/** What a field holds at first: the only number, or none asked for, or the least of a bid; nothing where it is to be chosen. */
function atFirst(field, touched) {
  if (touched && field.name in touched) return touched[field.name];
  if (settled(field)) return field.flag ? Boolean(field.low) : field.low;
  if (field.flag) return false;
  if (field.count) return Array(field.count).fill(null);
  if (field.among?.length === 1) return field.among[0];
  if (field.low <= 0 && field.high >= 0 && !field.among?.length && field.low < 0) return 0;
  return field.name === "quantity" || field.low === field.high ? field.low : null;
}

function remake(store, prompt, make) {
  const key = keyOf(prompt);
  const text = JSON.stringify([prompt, ownLast]);
  if (madeFrom[key] === text) return;
  madeFrom[key] = text;
  store[key] = make();
}

/** Take a new board: what is being entered is kept while its prompt stays, so that nobody's typing is lost. */
export function takeBoard(board) {
  hand.board = board;
  if (board.last?.action.seat === hand.seat) ownLast = board.last.entry;
  const [touch] = board.question?.touched ?? [];
  for (const prompt of mine()) {
    if (prompt.throw) remake(hand.entries, prompt, () => drafts.fresh(prompt));
    if (prompt.fields.length) remake(hand.numbers, prompt, () => Object.fromEntries(prompt.fields.map((field) => [field.name, atFirst(field, touch)])));
  }
  const there = new Set(mine().map(keyOf));
  for (const key of Object.keys(madeFrom)) {
    if (there.has(key)) continue;
    delete madeFrom[key];
    delete hand.entries[key];
    delete hand.numbers[key];
  }
}

/** Put another draft, or other numbers, in the place of those with this key. */
export function set(store, key, value) {
  hand[store][key] = value;
  hand.changed();
}

/** Whether several seats may do the same now in any order: then it is no matter who was faster. */
function together(prompt, board) {
  return board.prompts.some((other) => other.seat !== hand.seat && other.kind === prompt.kind && !prompt.secret);
}

/** Send what `prompt` asks for: `{action}` or `{throw}`. The new board comes by itself, a refusal is said. */
export async function send(prompt, body) {
  if (sending) return;
  sending = true;
  hush();
  try {
    await insist(prompt, body, TRIES);
    delete madeFrom[keyOf(prompt)];
    takeBoard(now());
    hand.changed();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(refused.message);
  } finally {
    sending = false;
  }
}

async function insist(prompt, body, tries) {
  try {
    await act("/api/act", body);
  } catch (refused) {
    const still = JSON.stringify(prompt);
    const stale = refused.status === 409 && tries > 1 && together(prompt, now());
    if (!stale || !mine(now()).some((one) => JSON.stringify(one) === still)) throw refused;
    await insist(prompt, body, tries - 1);
  }
}
