/** Rift on the pages: the score sheet with what each category would bring now, the pot, and the choices. */

import { h } from "../base/dom.js";
import { scoreOf } from "../motion/scores.js";
import { crown, token } from "../players.js";

const FOR_COLOUR = "The Six Cities’ name of this face, only for colour";
const FEW = 4; // more players than these get narrow columns
const SUM = /^the sum of the dice showing (\d)$/; // too long for a button
const NUMBERS = ["sixes", "fives", "fours", "threes", "twos", "ones"];

function header(board, seat) {
  const person = board.view.players[seat];
  const inTurn = board.view.turn === seat;
  const won = board.winners.includes(seat);
  return h(
    "th",
    { scope: "col", class: inTurn ? "in-turn" : won ? "won" : null },
    h("span", { class: "who" }, token(seat, person.player), h("bdi", { title: person.player }, person.player), won ? crown() : null),
    h("span", { class: "total" }, h("span", { class: "visually-hidden" }, "total "), scoreOf(seat, person.total)),
    person.copper === null || person.copper === undefined ? null : h("span", { class: "purse" }, String(person.copper), h("span", {}, " copper")),
    inTurn ? h("span", { class: "visually-hidden" }, ", in turn") : null,
  );
}

function cell(board, category, person, fresh) {
  const inTurn = board.view.turn === person.seat;
  const used = person.used[category.name];
  const classes = [inTurn ? "in-turn" : "", board.winners.includes(person.seat) ? "won" : ""];
  if (used !== undefined && used !== null) {
    classes.push("used", used === 0 ? "nil" : "", fresh === `${person.seat}/${category.name}` ? "fresh" : "");
    return h("td", { class: classes.join(" ") }, h("span", {}, String(used)));
  }
  const brings = inTurn ? category.brings : null;
  if (brings === null || brings === undefined) return h("td", { class: classes.join(" ") });
  classes.push(brings > 0 ? "brings" : "brings nil");
  return h("td", { class: classes.join(" ") }, h("span", {}, h("span", { class: "visually-hidden" }, "would bring "), String(brings)));
}

function row(board, category, fresh) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, h("span", { class: "category" }, category.title), h("span", { class: "needs" }, category.needs)),
    board.view.players.map((person) => cell(board, category, person, fresh)),
  );
}

/** The categories newly filled since the board before this one: "seat/category", or nothing. */
function newlyUsed(before, board) {
  if (before?.view?.players?.length !== board.view.players.length) return null;
  for (const person of board.view.players) {
    const old = before.view.players[person.seat]?.used ?? {};
    for (const name of Object.keys(person.used)) if (!(name in old)) return `${person.seat}/${name}`;
  }
  return null;
}

/** The score sheet of all players. */
export function sheet(board, before) {
  const fresh = newlyUsed(before, board);
  const named = board.view.categories.filter((category) => !NUMBERS.includes(category.name));
  const numbers = board.view.categories.filter((category) => NUMBERS.includes(category.name));
  const count = board.view.players.length;
  const table = h(
    "table",
    { class: count > FEW ? "sheet many" : "sheet" },
    h("caption", { class: "visually-hidden" }, "Score sheet"),
    h("thead", {}, h("tr", {}, h("td", { class: "corner" }), board.view.players.map((person) => header(board, person.seat)))),
    h("tbody", {}, named.map((category) => row(board, category, fresh))),
    h("tbody", {}, numbers.map((category) => row(board, category, fresh))),
  );
  table.style.setProperty("--players", count);
  return table;
}

/** Where the game stands, a line for the corner of the screen. */
export function facts(board) {
  const { round, rounds, pot } = board.view;
  const lines = [["Round", `${Math.min(round, rounds)} of ${rounds}`]];
  if (pot !== null && pot !== undefined) lines.push(["Pot", `${pot} copper`]);
  return lines;
}

/** The round that is played. */
export function progress({ view }) {
  return `round ${view.round}`;
}

/** What a choice's button says: the category and its points. */
export function choice(board, action) {
  const category = board.view.categories.find((one) => one.name === action.category);
  if (!category) return null;
  return { title: category.title, points: category.brings, note: category.needs.replace(SUM, "sum of the $1s") };
}

const SLEIGHT = {
  title: "Sleight of Hand",
  text: "Try to turn one die to another face: you throw a d20 and add your bonus, and so does the opponent. The higher total wins; a tie fails.",
  labels: {
    face: "Turn it to",
    d20: "Your d20",
    bonus: "Your bonus",
    opponent_d20: "Opponent’s d20",
    opponent_bonus: "Opponent’s bonus",
    disadvantage: "With disadvantage: you throw two d20, and the lower counts",
  },
};

/** The words of a form. */
export function formWords(_board, prompt) {
  return prompt.kind === "sleight" ? SLEIGHT : null;
}

/** The Six Cities' names of the faces. */
export function faceNames(board) {
  const { face_names: names } = board.view;
  return names?.length ? { names: Object.fromEntries(names.map((name, index) => [index + 1, name])), note: FOR_COLOUR } : null;
}

/** The dice of this turn as they lie now; before its roll, those of the last throw. */
export function dice(board) {
  return board.view.dice?.length ? board.view.dice.map((face) => ({ kind: "d6", face, sure: true })) : null;
}
