/** The page `/history`: all games and how fair their dice are, or with `?game=` one of them, step by step. */

import { find } from "../base/dom.js";
import { hush } from "../base/shell.js";
import { drawFairness } from "../history/fairness.js";
import { drawGames } from "../history/games.js";
import { openReplay } from "../history/replay.js";

const asked = new URLSearchParams(location.search);
const game = asked.get("game");
find("notice-close").addEventListener("click", hush);
if (game === null) {
  find("shelf").hidden = false;
  drawGames();
  drawFairness();
} else if (!/^\d{1,15}$/.test(game)) {
  find("all-games").hidden = false;
  find("absent").textContent = "There is no such game.";
  find("absent").hidden = false;
} else {
  find("all-games").hidden = false;
  openReplay(game, asked.has("step") ? Number(asked.get("step")) || 0 : null);
}
