/** Once more: the same game, players and options, when one is over. */

import { ask, once, Refused } from "../base/ask.js";
import { button, h } from "../base/dom.js";
import { notice } from "../base/shell.js";

const start = once(async ({ game, players, advice }) => {
  try {
    await ask("/api/game", { game: game.name, players, options: game.options, advice });
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(refused.message);
  }
});

/** The operator's button when a game is over; to anybody else, who has it. */
export function onceMore(board) {
  if (!board.over) return null;
  if (board.you?.role !== "operator") return h("p", { class: "next-game" }, "The operator starts the next game with “Once more”.");
  return button("Once more", "once-more", () => start(board), { class: "big primary" });
}
