/** A reveal of Liar's Dice: all dice shown, those that count lit one by one with their number, and then the verdict. */

import { h } from "../../base/dom.js";
import { drawDie } from "../../dice/dice.js";
import { countUp } from "../../motion/count.js";
import { token } from "../../players.js";
import { bid, name, there } from "./words.js";

const LONG = 30; // letters of a verdict; a longer one is set smaller

/** A gambler, with `more` after the name. */
export function who(board, seat, more = null) {
  return h("span", { class: "who" }, token(seat, name(board, seat)), h("bdi", {}, name(board, seat)), more);
}

/** A bid, drawn: so many times this die. */
export function drawnBid({ quantity, face }) {
  return h("p", { class: "claim" }, h("span", { "aria-hidden": "true" }, String(quantity), h("span", { class: "times" }, "×")), drawDie({ kind: "d6", face, sure: true }, null, true), h("span", { class: "visually-hidden" }, bid(quantity, face)));
}

/** Whether a die counts for the bid of the reveal `last`. */
export function counts(die, { claim }, rules) {
  return die === claim.face || (rules.wild && die === 1);
}

/** Shown dice in a row, those that count marked. */
export function heap(dice, last, rules) {
  return h(
    "ul",
    { class: "dice heap", role: "list" },
    dice.map((face) => {
      const hit = counts(face, last, rules);
      return h("li", { class: hit ? "hit" : "miss" }, drawDie({ kind: "d6", face, sure: true, mark: hit ? "counts" : undefined }));
    }),
  );
}

/** "Ada lied". */
export function judgement(board) {
  const { last } = board.view;
  return `${name(board, last.claim.seat)} ${last.correct ? "spoke true" : "lied"}`;
}

/** "Bo is out." */
export function fate(board) {
  const { last, players } = board.view;
  return `${name(board, last.loser)} ${players[last.loser].left ? "gives up a die" : "is out"}.`;
}

/** How many count. */
export function tally(board) {
  const { last, rules } = board.view;
  return h("p", { class: "tally" }, h("span", { class: "count" }, String(last.count)), " ", h("span", {}, there(last.claim.face, last.count, rules)));
}

/** Whether this reveal has come since the board before, and by no correction or undo: then it is counted up. */
function isFresh(board, before) {
  return Boolean(before?.view) && !board.changed && before.game?.name === board.game.name && JSON.stringify(before.view.last) !== JSON.stringify(board.view.last);
}

/** What is drawn of a reveal, counted up if the board before did not have it. */
export function countedUp(drawn, board, before) {
  countUp(drawn, JSON.stringify(board.view.last), isFresh(board, before));
  return drawn;
}

/** The verdict, and everybody's dice. */
export function reveal(board, before) {
  const { last, rules } = board.view;
  const heaps = last.dice.map((dice, seat) => dice.length > 0 && h("div", { class: "shown" }, last.dice.length > 1 && who(board, seat), heap(dice, last, rules)));
  const drawn = h(
    "div",
    { class: "moment reveal" },
    h(
      "div",
      { class: "judged" },
      h("div", {}, h("p", { class: judgement(board).length > LONG ? "verdict long" : "verdict" }, judgement(board)), h("p", { class: "lead" }, who(board, last.claim.seat), ` bid ${bid(last.claim.quantity, last.claim.face)}. `, h("span", { class: "told" }, fate(board)))),
      tally(board),
    ),
    heaps,
  );
  return countedUp(drawn, board, before);
}
