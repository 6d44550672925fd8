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

/**
 * A teller, to be told of the news as they come (`hear`) and then of the board that they led to (`tell`), which answers
 * with what is to be said, or "". A correction says the corrected value and the new total, and no more.
 */
export function teller() {
  let told = "";
  let question = "null";
  let called = "";
  return {
    hear(text) {
      told = text;
    },
    tell(board) {
      const call = turnCall(board);
      const asks = JSON.stringify(board.question ?? null);
      const corrected = board.changed?.kind === "correct" && board.changed.text === told && !board.question;
      const news = told || asks !== question;
      const words = news ? [told, corrected || call === called ? "" : call] : [];
      [told, question, called] = ["", asks, call];
      return words.filter(Boolean).join(" ");
    },
  };
}
