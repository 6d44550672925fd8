/** What a gambler's own page says of Liar's Dice, besides the words of its buttons and forms. */

import { h } from "../../base/dom.js";
import { token } from "../../players.js";
import { bid, name, pot } from "./words.js";

/** Whether a gambler has lost all dice. */
export function out(board, seat) {
  return !board.view.players[seat].left;
}

/** What a gambler may do at any time, where it is nobody's turn. */
export function may(board) {
  return board.view.phase === "accuse" ? "You may doubt" : "";
}

function buyIns(board) {
  const bought = board.view.players.filter((one) => one.buy_in);
  const row = ({ seat, player, buy_in: { value, words } }) => h("li", {}, h("span", { class: "who" }, token(seat, player), h("bdi", {}, player)), h("span", {}, `${value} ${words}`));
  return [h("h2", {}, "The buy-ins"), h("ul", { class: "buy-ins", role: "list" }, bought.map(row)), h("p", { class: "needs" }, `The last one left takes all of them${pot(board) && `, ${pot(board)}`}.`)];
}

/** What stands above a choice or a form: what it is about, where its own words do not say it. */
export function about(board, prompt) {
  switch (prompt.kind) {
    case "accept":
      return buyIns(board);
    case "initiative":
      return h("p", {}, `${prompt.text}.`); // with whom one is tied
    case "sleight":
      return h("p", { class: "needs" }, "The DC is set by whoever leads the table, or agreed on before the game.");
    default:
      return null;
  }
}

/** A question to ask before a choice that ends something is taken, with its two answers. */
export function grave(board, action) {
  if (action.kind !== "reveal") return null;
  const { seat, quantity, face } = board.view.claim;
  return { question: `Doubt ${name(board, seat)}’s ${bid(quantity, face)}? All cups are lifted, and one of you two loses.`, yes: "Doubt it", no: "Go back" };
}
