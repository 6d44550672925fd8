/** A plain 4dF roll on the pages: the sum, its word on the ladder, and everybody's rolls. */

import { h } from "../base/dom.js";
import { crown, thrower, token } from "../players.js";

const SIGNS = { "-1": "−", 0: "0", 1: "+" };

function signed(sum) {
  return sum > 0 ? `+${sum}` : String(sum).replace("-", "−");
}

/** Ordinary dice show their pips, and what they mean beneath. */
export function faceNames(board) {
  const { map } = board.view;
  return map ? { names: Object.fromEntries(map.map((sign, index) => [index + 1, SIGNS[sign]])) } : null;
}

function rung({ sum, word }, now) {
  return h("li", { class: sum === now ? "now" : null, "aria-current": sum === now ? "true" : null }, h("span", { class: "sum" }, signed(sum)), h("span", {}, word));
}

/** Whose roll it is that lies there. */
function rolledBy(board) {
  const seat = thrower(board);
  return seat === null ? null : h("p", { class: "lead" }, h("span", { class: "who" }, token(seat, board.players[seat]), h("bdi", {}, board.players[seat])), " rolls");
}

/** The last roll large, the ladder with its rung lit, and everybody's sums. */
export function sheet(board) {
  const { view } = board;
  return h(
    "div",
    { class: view.players.length > 5 ? "stage crowd" : "stage" },
    view.word ? h("div", { class: "moment" }, rolledBy(board), h("p", { class: "verdict" }, `${signed(view.sum)}, ${view.word}`)) : null,
    h("ol", { class: "ladder", role: "list", "aria-label": "The ladder" }, view.ladder.toSorted((a, b) => b.sum - a.sum).map((one) => rung(one, view.word ? view.sum : null))),
    h(
      "table",
      { class: "standings" },
      h("caption", { class: "visually-hidden" }, "Rolls"),
      h("thead", { class: "visually-hidden" }, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "Sum"))),
      h(
        "tbody",
        {},
        view.players.map((person) => {
          const won = board.winners.includes(person.seat);
          return h(
            "tr",
            { class: won ? "won" : view.turn === person.seat ? "in-turn" : null },
            h("th", { scope: "row" }, h("span", { class: "who" }, token(person.seat, person.player), h("bdi", {}, person.player), won ? crown() : null), view.rolls > 1 && person.sums.length ? h("span", { class: "needs" }, person.sums.map(signed).join("  ")) : null),
            h("td", { class: "total" }, person.sums.length ? signed(person.total) : h("span", { class: "none", "aria-label": "not rolled yet", role: "img" }, "·")),
          );
        }),
      ),
    ),
  );
}

/** How many rolls are to come. */
export function facts({ view }) {
  if (view.rolls === 1) return [];
  const fewest = Math.min(...view.players.map((person) => person.sums.length));
  return [["Roll", `${Math.min(fewest + 1, view.rolls)} of ${view.rolls}`]];
}

/** A sum has a sign, and before the first roll there is none. */
export function points(board, { seat, score }) {
  return board.view.players[seat].sums.length ? signed(score) : "·";
}

/** The winning sum, which has a sign. */
export function won(board) {
  return `with ${signed(board.view.players[board.winners[0]].total)}`;
}
