/** Scores that count up to what they are: the right number stands there in half a second, or at once where nothing moves. */

import { h } from "../base/dom.js";
import { still } from "./still.js";

const TAKES_MS = 500;

const shown = new Map(); // by seat, what was last counted up to
let game = "";

/** A seat's score, to be counted up where it has grown. */
export function scoreOf(seat, value) {
  return h("span", { "data-score": value, "data-of": seat }, String(value));
}

function climb(element, from, to) {
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min((now - begun) / TAKES_MS, 1);
    element.textContent = String(part < 1 ? Math.round(from + (to - from) * part) : to);
    if (part < 1 && element.isConnected) requestAnimationFrame(step);
  };
  element.textContent = String(from);
  requestAnimationFrame(step);
}

/** Let the scores in `region` that have grown since they were drawn last count up; `name` is the game's. */
export function climbScores(region, name) {
  if (name !== game) shown.clear();
  game = name;
  for (const element of region.querySelectorAll("[data-score]")) {
    const seat = element.dataset.of;
    const [before, value] = [shown.get(seat), Number(element.dataset.score)];
    shown.set(seat, value);
    if (before !== undefined && value > before && !still() && !document.hidden) climb(element, before, value);
  }
}
