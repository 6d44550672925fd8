/** The page `/overlay`: the game over somebody's video. Nothing on it is for clicking, and without a table it is not there. */

import { follow, now, on } from "../base/board-state.js";
import { find } from "../base/dom.js";
import { given } from "../overlay/given.js";
import { draw, drawTurn } from "../overlay/plates.js";

const COMPLAINS_MS = 12_000; // long enough for whoever set it up, and not for the audience
const main = find("main");
const { layout, scale, complaint } = given(location.search);

/** Say what is wrong with the address once, while somebody can see it. */
function complain() {
  if (document.hidden || !complaint) return;
  document.removeEventListener("visibilitychange", complain);
  const line = find("complaint");
  line.textContent = complaint;
  line.hidden = false;
  setTimeout(() => (line.hidden = true), COMPLAINS_MS);
}

let before = null;
let gone = false;

function appear() {
  main.classList.toggle("away", gone || !now()?.game);
}

main.classList.add(`over-${layout}`);
document.documentElement.style.setProperty("--scale", scale);
document.addEventListener("visibilitychange", complain);
complain();
on("board", (board) => {
  if (board.game) draw(board, before, board.phase);
  before = board;
  appear();
});
on("seen", ({ phase }) => before?.game && drawTurn({ ...before, phase }, phase));
on("gone", (value) => {
  gone = value;
  appear();
});
follow();
