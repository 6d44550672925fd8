/** Once more: the same game, players and options, when one is over. */

import { ask, Refused } from "../board-state.js";
import { h } from "../dom.js";
import { notice } from "../shell.js";

async function start({ game, players, advice }) {
  try {
    await ask("/api/game", { game: game.name, players, options: game.options, advice });
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(refused.message);
  }
}

/** The operator's button; null for anybody else. */
export function onceMore(board) {
  if (board.you?.role !== "operator" || !board.over) return null;
  return h("button", { type: "button", class: "big primary", "data-key": "once-more", onclick: () => start(board) }, "Once more");
}
