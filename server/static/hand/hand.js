/** What a phone has in hand: its seat's board, the dice being entered, and how what a person decides is sent. */

import { act, once, Refused } from "../base/ask.js";
import { now } from "../base/board-state.js";
import { hush, notice } from "../base/shell.js";
import * as drafts from "../dice/draft.js";
import { rerolls } from "../games/any.js";

const SECRETLY = "Done, and nobody else is told. Hold to look: below your dice stands how it went.";
const TRIES = 3; // where several act at once, another one is often a moment faster

/** `entries` are the drafts of throws (see draft.js) by the name of their prompt; `changed` is called when a person has changed one. */
export const hand = { seat: null, board: null, entries: new Map(), changed: () => {} };

let ownLast = null; // the entry of what this seat did last

/** The prompts of this seat. */
export function mine(board = hand.board) {
  return board.prompts.filter((prompt) => prompt.seat === hand.seat);
}

/** The entry of what this seat did last, as far as this page has seen; null before. */
export function lastOfOwn() {
  return ownLast;
}

/** The name of a prompt for as long as it waits for an answer; one that comes again has another. */
export function nameOf(prompt) {
  return JSON.stringify([prompt, ownLast]);
}

/** Take a new board: what is being entered is kept while its prompt stays, so that nobody's typing is lost. */
export function takeBoard(board) {
  hand.board = board;
  if (board.last?.action?.seat === hand.seat) ownLast = board.last.entry;
  const throws = mine().filter((prompt) => prompt.throw);
  hand.entries = new Map(throws.map((prompt) => [nameOf(prompt), hand.entries.get(nameOf(prompt)) ?? drafts.fresh(prompt, rerolls(board).binds)]));
}

/** Put another draft in the place of the one for its prompt. */
export function setEntry(draft) {
  hand.entries.set(nameOf(draft.prompt), draft);
  hand.changed();
}

/** Whether several seats may do the same now in any order: then it is no matter who was faster. */
function together(prompt, board) {
  return board.prompts.some((other) => other.seat !== hand.seat && other.kind === prompt.kind && !prompt.secret);
}

/** Whether the table still asks this seat for the same. */
export function isStillAsked(prompt, board = now()) {
  return board.you?.seat === hand.seat && mine(board).some((one) => JSON.stringify(one) === JSON.stringify(prompt));
}

/** Send what `prompt` asks for: `{action}` or `{throw}`. The new board comes by itself, a refusal is said. */
export const send = once(async (prompt, body) => {
  hush();
  try {
    await insist(prompt, body, together(prompt, hand.board) ? TRIES : 1);
    if (prompt.secret) notice(SECRETLY, "info");
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(refused.message);
  }
});

async function insist(prompt, body, tries) {
  try {
    await act("/api/act", body);
  } catch (refused) {
    if (refused.status !== 409 || tries === 1 || !isStillAsked(prompt)) throw refused;
    await insist(prompt, body, tries - 1);
  }
}
