/** The page `/`: the start of a game on the big screen, which becomes the board. */

import { start } from "./board.js";
import { startForm } from "./start.js";

for (const place of document.querySelectorAll(".address")) place.textContent ||= location.host;
startForm();
start();
