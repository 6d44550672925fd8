/** What the operator has in hand: the board, the roll that is typed in, the roll in question, and what can be asked. */

import { act, ask, once, Refused } from "../base/ask.js";
import { hush, notice } from "../base/shell.js";
import * as drafts from "../dice/draft.js";
import { rerolls } from "../games/any.js";
import { task } from "../words.js";

/** `question` and `entry` are drafts (see draft.js) or null; `changed` is called when a person has changed one. */
export const desk = { board: null, phase: "empty", question: null, entry: null, changed: () => {} };

let madeFrom = {};
let thrower = null; // whose dice are typed in, where several seats throw at once and a person has chosen one
const lastOf = {}; // the newest entry of each seat: after it, what is typed in for that seat begins anew

/**
 * Do what a person asked for: the new board comes by itself, a refusal is said in the one place for it. By `act` it
 * is meant for the board as it is shown. `saying` is said at once. What comes back is the answer, or null after a refusal.
 */
export async function tryTo(path, body, { how = act, saying = "" } = {}) {
  if (saying) notice(saying, "info");
  else hush();
  try {
    return await how(path, body);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const legal = [...new Set(refused.legal.map((prompt) => prompt.text ?? prompt))];
    notice(refused.status === 422 && legal.length ? `${refused.message} Now: ${legal.join("; ")}.` : refused.message);
    return null;
  }
}

/** Take an action, or a throw; another one for the same board while that is under way is a second click. */
export const enter = once((body) => tryTo("/api/act", body), () => desk.board.version);
export const take = (action) => enter({ action });

/** What undo would take back, in words, or nothing. */
export const undoText = () => desk.board.undo?.text ?? "";
export const undo = once(async () => undoText() && tryTo("/api/undo"));
export const drop = once(async () => desk.board.question && tryTo("/api/dismiss", {}, { saying: "The roll is dropped: it does not count." }));

/** Whether there is a picture that could be read again. */
export const sees = () => desk.board.camera.state === "ok";
export function reread() {
  if (sees()) tryTo("/api/reread", {}, { how: ask, saying: "The table is read again." });
  else notice("There is no picture that could be read.", "info");
}

/** Send the roll, or say what it lacks. */
export function send(draft) {
  const problem = draft ? drafts.missing(draft) : desk.board.question ? task(null, desk.board.question) : "";
  if (problem) notice(problem, "info");
  else if (draft) enter({ throw: drafts.toThrow(draft) });
}

/** Put another draft in the place of the `"question"` or the `"entry"`. */
export function setDraft(name, draft) {
  desk[name] = draft;
  desk.changed();
}

function remake(name, from, make) {
  const text = JSON.stringify(from);
  if (madeFrom[name] === text) return;
  madeFrom[name] = text;
  desk[name] = make();
}

/** The prompts by which fresh dice may be typed in now; those that reroll lying dice only where there are no others. */
export function throwers(board) {
  const awaiting = board.prompts.filter((prompt) => prompt.throw);
  const fresh = awaiting.filter((prompt) => !prompt.throw.lying?.length);
  return fresh.length ? fresh : awaiting;
}

function remakeEntry(board) {
  const prompts = throwers(board);
  const prompt = prompts.find((one) => one.seat === thrower) ?? prompts[0] ?? null;
  remake("entry", [prompt, prompt && lastOf[prompt.seat]], () => prompt && drafts.fresh(prompt, rerolls(board, prompt).binds));
}

/** Type dice in for this seat. */
export function typeFor(seat) {
  thrower = seat;
  remakeEntry(desk.board);
  desk.changed();
}

/** Take a new board: drafts that still fit it are kept, so that nobody's typing is lost to a change elsewhere. */
export function takeBoard(board) {
  desk.board = board;
  desk.phase = board.phase;
  if (board.last) lastOf[board.last.action.seat] = board.last.entry;
  if (!throwers(board).some((prompt) => prompt.seat === thrower)) thrower = null;
  const throws = board.prompts.map((one) => one.throw);
  remake("question", [board.question, throws], () => board.question && drafts.fromQuestion(board.question, board.prompts));
  remakeEntry(board);
}
