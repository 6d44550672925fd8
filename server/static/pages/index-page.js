/** The page `/`: the start of a game on the big screen, which becomes the board. */

import { find } from "../dom.js";
import { NEEDS_LAN, onlyHere } from "../reach.js";
import { start } from "./board.js";
import { startForm } from "./start.js";

for (const place of document.querySelectorAll(".address")) place.textContent ||= location.host;
const lan = find("needs-lan");
lan.textContent = NEEDS_LAN;
lan.hidden = !onlyHere(document.querySelector(".address").textContent);
document.querySelector(".join").hidden = !lan.hidden;
document.querySelector(".join-here").hidden = lan.hidden;
startForm();
start();
