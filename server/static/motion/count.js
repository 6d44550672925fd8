/**
 * A reveal is counted up die by die, and what would tell how it ends waits until all are counted: the page's root has the
 * class `counting` for so long. It goes on over a drawing anew, and ends at once where nothing is to move.
 */

import { still } from "./still.js";

const EVERY_MS = 350; // between one die that counts and the next
const LONGEST_MS = 3500; // many dice are counted faster
const PAUSE_MS = 450; // before the first

let running = null; // {key, begun, every, dice}
let element = null;
let timer = 0;
let waiting = []; // what is called when all are counted

function finish() {
  clearTimeout(timer);
  running = null;
  document.documentElement.classList.remove("counting");
  const calls = waiting;
  waiting = [];
  for (const call of calls) call();
}

/** Show `lit` of the dice that count as counted. */
function light(lit) {
  element.querySelectorAll(".hit").forEach((die, place) => die.classList.toggle("dark", place >= lit));
  element.querySelector(".count").textContent = String(lit);
}

function step() {
  const { begun, every, dice } = running;
  const lit = Math.floor((performance.now() - begun - PAUSE_MS) / every) + 1;
  light(Math.max(0, Math.min(lit, dice)));
  if (lit > dice) finish();
  else timer = setTimeout(() => (element.isConnected ? step() : finish()), begun + PAUSE_MS + Math.max(lit, 0) * every - performance.now());
}

/**
 * Count up what is drawn in `reveal`: its `.hit` dice one by one, and their number in its `.count`. `key` tells one reveal
 * from another; one that is not `fresh`, or was counted already, stands there as it ended.
 */
export function countUp(reveal, key, fresh) {
  if (running?.key !== key) {
    if (!fresh || still() || document.hidden) return;
    const dice = reveal.querySelectorAll(".hit").length;
    running = { key, begun: performance.now(), every: Math.min(EVERY_MS, LONGEST_MS / Math.max(dice, 1)), dice };
    document.documentElement.classList.add("counting");
  }
  element = reveal;
  clearTimeout(timer);
  light(0);
  timer = setTimeout(() => running && step(), 0); // once it is on the page
}

/** Call `then` when nothing is being counted: at once, if nothing is. */
export function whenCounted(then) {
  if (running) waiting.push(then);
  else then();
}
