/** One step as it is shown: what happened, by whom, the dice, the picture, and what became of it since. */

import { h } from "../base/dom.js";
import { clock } from "../base/text.js";
import { drawDice, MOST_DICE } from "../dice/dice.js";
import { diceShown, drawsDice, faceNames } from "../games/any.js";
import { author, token, withNames } from "../players.js";
import { awaitedOf, named, verdict } from "../words.js";

const LONG = 70; // letters; longer words are set smaller
const AUTHORS = { camera: "seen by the camera", operator: "entered by the operator" };

/** The dice of a step, those that it left lying set back; else those that lie there since, as the board has them. */
function diceOf(step, board) {
  const own = step?.dice ?? [];
  if (!own.length || step.kind !== "action") return own.length ? own : null;
  const shown = diceShown(board);
  const dice = shown.length === own.length ? shown : own;
  return dice.map((die, place) => ({ ...die, sure: true, stayed: own.some((one) => one.thrown) && !own[place].thrown }));
}

function drawn(dice, board) {
  return dice?.length && dice.length <= MOST_DICE ? drawDice(dice, faceNames(board)) : null;
}

function lying(board) {
  const dice = diceShown(board);
  return drawsDice(board) ? null : drawn(dice, board);
}

/** What counts since this was corrected. */
function now(step, board) {
  return h("div", { class: "now" }, h("p", {}, h("strong", {}, "Corrected later. "), "Counts now: ", withNames(step.now, board.players)), drawn(step.dice_now.map((die) => ({ ...die, sure: true })), board));
}

function marks(step, go) {
  const back = step.of === null ? null : h("button", { type: "button", class: "quiet small", "data-key": "of", onclick: () => go(step.of) }, `See step ${step.of}`);
  const words = [step.undone && "undone later", step.kind === "touch" && "turned over by hand"].filter(Boolean);
  return words.length || back ? h("p", { class: "row" }, words.map((word) => h("span", { class: "mark" }, word)), back) : null;
}

/** What comes next, or how it ended. */
function then(board) {
  if (board.over) return `${verdict(board)}.`;
  return awaitedOf(board).map((group) => `${named(board, group)}.`).join(" ");
}

/** The words of a step, for those who hear it. */
export function said(step, board) {
  if (!step) return `The beginning. Next, ${then(board)}`;
  return [step.text, step.undone && "Undone later.", step.now && `Corrected later; counts now: ${step.now}`].filter(Boolean).join(" ");
}

/** Step `step` (null for the beginning) with the board that it led to. */
export function moment(step, board, go) {
  const next = h("p", { class: "needs then" }, withNames(`${board.over ? "" : "Next, "}${then(board)}`, board.players));
  if (!step) return [h("p", { class: "told" }, "The beginning"), next];
  return [
    h("p", { class: "needs" }, [clock(step.at), AUTHORS[step.author] ?? `entered by ${author(step.author, board.players)}`].join(", ")),
    h("p", { class: ["told", step.undone ? "undone" : "", step.text.length > LONG ? "long" : ""].join(" ") }, step.seat === null ? null : token(step.seat, board.players[step.seat]), h("span", {}, withNames(step.text, board.players))),
    marks(step, go),
    drawn(diceOf(step, board), board) ?? lying(board),
    step.now ? now(step, board) : null,
    next,
  ];
}

const NO_PICTURE = { hidden: "No picture is kept of dice under cups.", typed: "No picture: this was typed in.", gone: "The picture is gone: the oldest go first when there are too many." };

/** The evidence of a step, or why there is none. */
export function evidence(step) {
  if (!step) return null;
  if (!step.picture) return step.dice.length || step.covered ? h("figcaption", { class: "needs" }, step.covered ? NO_PICTURE.hidden : NO_PICTURE.typed) : null;
  const caption = h("figcaption", { class: "needs" }, "As the camera saw it");
  const image = h("img", { src: step.picture, alt: "The dice as they were seen" });
  image.addEventListener("error", () => (image.remove(), (caption.textContent = NO_PICTURE.gone)));
  return [image, caption];
}
