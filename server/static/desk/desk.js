/** What the operator has in hand: the board, the roll that is typed in, the roll in question, and what can be asked. */

import { act, ask, Refused } from "../board-state.js";
import * as drafts from "../draft.js";
import { hush, notice } from "../shell.js";
import { task } from "../words.js";

/** `question` and `entry` are drafts (see draft.js) or null; `changed` is called when a person has changed one. */
export const desk = { board: null, phase: "empty", question: null, entry: null, changed: () => {} };

let madeFrom = {};

/**
 * Do what a person asked for: the new board comes by itself, a refusal is said in the one place for it. By `act` it
 * is meant for the board as it is shown. `saying` is said at once.
 */
export async function tryTo(path, body, { how = act, saying = "" } = {}) {
  if (saying) notice(saying, "info");
  else hush();
  try {
    await how(path, body);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const legal = [...new Set(refused.legal.map((prompt) => prompt.text ?? prompt))];
    notice(refused.status === 422 && legal.length ? `${refused.message} Now: ${legal.join("; ")}.` : refused.message);
  }
}

/** What undo would take back, in words, or nothing. */
export const undoText = () => desk.board.undo?.text ?? "";
export const undo = () => undoText() && tryTo("/api/undo");
export const drop = () => desk.board.question && tryTo("/api/dismiss", {}, { saying: "The roll is dropped: it does not count." });

/** Whether there is a picture that could be read again. */
export const sees = () => desk.board.camera.state === "ok";
export function reread() {
  if (sees()) tryTo("/api/reread", {}, { how: ask, saying: "The table is read again." });
  else notice("There is no picture that could be read.", "info");
}

/** Send the roll, or say what it lacks. */
export function send(draft) {
  const problem = draft ? drafts.missing(draft) : desk.board.question ? task(null) : "";
  if (problem) notice(problem, "info");
  else if (draft) tryTo("/api/act", { action: drafts.toAction(draft) });
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

function throwPrompt(board) {
  const awaiting = board.prompts.filter((prompt) => prompt.throw);
  return awaiting.find((prompt) => !prompt.throw.lying?.length) ?? awaiting[0] ?? null;
}

/** Take a new board: drafts that still fit it are kept, so that nobody's typing is lost to a change elsewhere. */
export function takeBoard(board) {
  desk.board = board;
  desk.phase = board.phase;
  const prompt = throwPrompt(board);
  const throws = board.prompts.map((one) => one.throw);
  remake("question", [board.question, throws], () => board.question && drafts.fromQuestion(board.question, board.prompts));
  remake("entry", [prompt, board.version], () => prompt && drafts.fresh(prompt));
}
