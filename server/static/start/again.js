/** Once more: the same game, players and options, when one is over. */

import { ask, once, Refused } from "../ask.js";
import { button } from "../dom.js";
import { notice } from "../shell.js";

const start = once(async ({ game, players, advice }) => {
  try {
    await ask("/api/game", { game: game.name, players, options: game.options, advice });
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(refused.message);
  }
});

/** The operator's button; null for anybody else. */
export function onceMore(board) {
  if (board.you?.role !== "operator" || !board.over) return null;
  return button("Once more", "once-more", () => start(board), { class: "big primary" });
}
