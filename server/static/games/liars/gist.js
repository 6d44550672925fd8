/** Liar's Dice where there is little room: the cups, the bid, or what a reveal counted. */

import { h, several } from "../../base/dom.js";
import { drawCup } from "../../dice/dice.js";
import { token } from "../../players.js";
import { countedUp, counts, drawnBid, fate, heap, judgement, tally, who } from "./reveal.js";
import { bid, name } from "./words.js";

function standing(board) {
  const { claim, accuser } = board.view;
  return h("div", { class: "gist" }, h("p", { class: "lead" }, who(board, claim.seat), accuser === null ? " bids" : ` bids, ${name(board, accuser)} doubts`), drawnBid(claim));
}

function counted(board, before) {
  const { claim, dice } = board.view.last;
  const hits = dice.flat().filter((die) => counts(die, board.view.last, board.view.rules));
  return countedUp(h("div", { class: "gist" }, h("p", { class: "lead" }, who(board, claim.seat), ` bid ${bid(claim.quantity, claim.face)}`), hits.length > 0 && heap(hits, board.view.last, board.view.rules), tally(board)), board, before);
}

/** A cup for everybody whose dice lie under it; what lies there is nobody's to see. */
function cups(board) {
  const down = board.view.players.filter((one) => one.left && one.cast);
  if (!down.length) return [];
  const words = `${down.map((one) => one.player).join(", ")}: dice under ${down.length === 1 ? "the cup" : "cups"}`;
  return h("div", { class: "cups", role: "img", "aria-label": words }, down.map((one) => h("span", {}, drawCup(), token(one.seat, one.player))));
}

/** `{draw(), text}`: what there is to draw, and its words, "" where the last ones will do. */
export function gist(board, before) {
  const { claim, last, phase, total } = board.view;
  if (claim) return { draw: () => standing(board), text: `Of the ${several(total, "die", "dice")} in play.` };
  if (last && phase !== "bid") return { draw: () => counted(board, before), text: `${judgement(board)}. ${fate(board)}` };
  return { draw: () => cups(board), text: "" };
}
