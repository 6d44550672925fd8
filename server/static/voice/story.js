/** What is said of each change, once: in the live region of the page, and by the voice where it is on. */

import { anybody } from "../games/any.js";
import { asked, awaitedOf, named, verdict } from "../words.js";

/** The turn as it is announced: "Bo: roll three dice." Nothing of what its seat alone may know is in it. */
export function turnCall(board) {
  if (!board?.game) return "";
  if (board.over) return `${verdict(board)}.`;
  if (board.question) return `Please check. ${asked(board.question).join(" ")}`;
  const open = anybody(board);
  if (open) return `${open.text}.`;
  const known = { ...board, prompts: board.prompts.filter((prompt) => !prompt.secret) };
  return awaitedOf(known).map((group) => `${named(board, group)}.`).join(" ");
}

/** What of a board tells whether something was asked, done, undone or corrected since another. */
function stateOf(board) {
  const { game, question, last, changed } = board;
  return { untouched: !last && !changed, played: Boolean(game), question: JSON.stringify(question ?? null), done: JSON.stringify([last?.entry, changed]) };
}

/**
 * A teller, to be told of the news as they come (`hear`) and then of the board that they led to (`tell`), which answers
 * with what is to be said, or "". A correction says the corrected value and the new total, and no more.
 *
 * To whoever acted the board comes before its news, as the answer: then nothing is said yet. After `afresh`, news may have
 * been missed: what is awaited now is said where it is not what was said last.
 */
export function teller() {
  let told = "";
  let missed = false;
  let before = null; // the state of the board before
  let called = ""; // the call that was said last
  return {
    hear(text) {
      told = text;
    },
    afresh() {
      missed = true;
    },
    tell(board) {
      const call = turnCall(board);
      const state = stateOf(board);
      if (!before) [before, called] = [{ ...state, question: "null" }, board.question ? "" : call];
      const begun = state.played && state.untouched && !(before.played && before.untouched);
      const asks = state.question !== before.question && (Boolean(board.question) || state.done === before.done);
      const corrected = board.changed?.kind === "correct" && board.changed.text === told && !board.question;
      const news = told || asks || begun || missed;
      const words = news ? [told, corrected || (call === called && !begun) ? "" : call] : [];
      if (news) called = call;
      [told, missed, before] = ["", false, state];
      return words.filter(Boolean).join(" ");
    },
  };
}
