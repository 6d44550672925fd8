/** A game step by step: where one is, what is shown of it, and its place in the address. */

import { find, show } from "../base/dom.js";
import { hush, notice, say } from "../base/shell.js";
import { drawFacts } from "../base/standing.js";
import { sheet } from "../games/any.js";
import { whenCounted } from "../motion/count.js";
import { nameList } from "../players.js";
import { dayAndTime } from "./asking.js";
import { evidence, moment, said } from "./moment.js";
import { makeReel } from "./reel.js";
import { drawSteps } from "./steps.js";
import { pageOf, storeOf } from "./store.js";

const LOOK_MS = 5_000; // how often a game that is still played is looked at
const HURRY_MS = 120; // who drags the slider, or holds a key down, is shown where they come to rest

/** Open the game of this number at a step; null for the beginning of one that is still played, and else for its end. */
export async function openReplay(number, first) {
  const store = storeOf(number);
  let game;
  let wanted = -1;
  let moved = -Infinity; // when another step was asked for
  let shown = null; // {step, board}
  let heard = ""; // the words of the step that is shown
  let watch = 0;
  try {
    ({ game } = await store.page(0));
  } catch (problem) {
    find("absent").textContent = problem.message;
    find("absent").hidden = false;
    return;
  }
  const reel = makeReel(go);
  for (const form of ["json", "csv"]) find(`save-${form}`).href = `${store.address}.${form}`;
  find("replay").hidden = false;
  document.querySelector(".steps").open = matchMedia("(min-width: 900px)").matches; // there is room for it
  headed(game);
  const usual = game.progress === "playing" ? 0 : game.steps;
  go(Math.min(Math.max(Math.trunc(first ?? usual), 0), game.steps));
  if (game.progress === "playing") watch = setInterval(() => lookAgain().catch(() => {}), LOOK_MS);

  /** Show a step; kept once it is shown, and its reveal is counted. */
  async function go(to) {
    if (to === wanted) return;
    wanted = to;
    reel.set(to, game.steps, "");
    const hurried = performance.now() - moved < HURRY_MS;
    moved = performance.now();
    if (hurried) await new Promise((resolve) => setTimeout(resolve, HURRY_MS));
    if (wanted !== to) return;
    try {
      const [step, board] = await Promise.all([stepOf(to), store.board(to)]);
      if (wanted !== to) return;
      draw(to, step, board);
      hush();
      await new Promise(whenCounted);
    } catch (problem) {
      notice(problem.message);
      if (wanted !== to) return;
      wanted = shown?.step ?? -1; // so that it can be asked for again
      reel.set(Math.max(wanted, 0), game.steps, heard);
    }
  }

  /** The game may have gone on meanwhile, and what is shown may have been undone or corrected. */
  async function lookAgain() {
    if (document.hidden || shown?.step !== wanted) return;
    store.forget();
    const { step, board } = shown;
    const page = await store.page(pageOf(step));
    if (wanted !== step) return;
    game = page.game;
    if (game.progress !== "playing") clearInterval(watch);
    headed(game);
    draw(step, await stepOf(step), board);
  }

  async function stepOf(step) {
    if (!step) return null;
    const { steps } = await store.page(pageOf(step));
    return steps.find((one) => one.step === step) ?? null;
  }

  function draw(to, step, board) {
    const before = shown && to - shown.step === 1 ? shown.board : null;
    shown = { step: to, board };
    const words = said(step, board);
    reel.set(to, game.steps, words);
    show(find("moment"), [to, step], () => moment(step, board, go));
    show(find("evidence"), [step?.picture, step?.covered, step?.dice.length], () => evidence(step));
    show(find("sheet"), [to, board], () => sheet(board, before));
    drawSteps(store, to, game.steps, go);
    if (words !== heard && document.activeElement?.type !== "range") say(words);
    heard = words;
    history.replaceState(null, "", `?${new URLSearchParams({ game: number, step: to })}`);
    if (to < game.steps) store.board(to + 1).catch(() => {}); // it is likely asked for next
  }
}

function headed(game) {
  document.title = `${game.title}, ${nameList(game.players)} · History · Croupier`;
  drawFacts(game.title, [["Played", dayAndTime(game.started)], ["Result", game.result]]);
}
