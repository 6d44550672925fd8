/** Liar's Dice on the pages: the standing bid, what a reveal came to, and the gamblers in their order. */

import { h, several } from "../base/dom.js";
import { drawDie } from "../dice/dice.js";
import { crown, nameList } from "../players.js";
import { drawnBid, reveal, who } from "./liars/reveal.js";
import { name, pot } from "./liars/words.js";

export { about, grave, may, out } from "./liars/hand.js";
export { gist } from "./liars/gist.js";
export { choice, formWords, spare } from "./liars/words.js";

const COVERED = ["cast", "bid", "accuse"]; // the phases in which dice lie under cups

function standing(board) {
  const { claim, accuser, total } = board.view;
  const asked = accuser === null ? `of the ${several(total, "die", "dice")} in play` : `doubted by ${name(board, accuser)}`;
  return h("div", { class: "moment" }, h("p", { class: "lead" }, who(board, claim.seat), " bids"), drawnBid(claim), h("p", { class: "lead" }, asked));
}

function showing(board) {
  const { shown, missing, total } = board.view;
  const row = shown.length ? h("ul", { class: "dice heap", role: "list" }, shown.map((face) => h("li", {}, drawDie({ kind: "d6", face, sure: true })))) : null;
  return [standing(board), h("div", { class: "moment" }, h("p", { class: "lead" }, shown.length ? `${shown.length} of ${total} dice shown, ${missing} still missing` : `Lift the cups and show all ${total} dice`), row)];
}

/** Who is tied with whom, while they roll again: "Bo and Eve are tied at 16". */
function ties(board) {
  const { players } = board.view;
  const groups = players
    .filter((one) => one.waiting && one.initiative.length)
    .map(({ initiative }) => players.filter((other) => initiative.every((part, place) => other.initiative[place] === part)))
    .map((group) => `${nameList(group.map((one) => one.player))} are tied at ${group[0].initiative[0]}`);
  return [...new Set(groups)];
}

function whoBegins(board) {
  const tied = ties(board).map((words) => `${words}: each rolls a d20 again, and it alone settles the tie.`);
  const words = tied.length ? tied : ["Everybody rolls a d20 and adds the bonus. The highest total goes first, and of equal totals the higher bonus."];
  return h("div", { class: "moment" }, h("p", { class: "verdict" }, tied.length ? "A tie" : "Who begins?"), words.map((line) => h("p", { class: "lead" }, line)));
}

/** Why the order is as it is, where totals alone do not tell. */
function whySo(board) {
  const { order, players, last } = board.view;
  const totals = order.map((seat) => players[seat].initiative);
  if (last || !totals.every((one) => one.length)) return "";
  const reasons = totals.slice(1).flatMap((one, place) => (one[0] !== totals[place][0] ? [] : one[1] !== totals[place][1] ? ["the higher bonus"] : ["a roll-off"]));
  return reasons.length ? `Equal totals are settled by ${["the higher bonus", "a roll-off"].filter((one) => reasons.includes(one)).join(", then by ")}.` : "";
}

function moment(board, before) {
  const { phase, claim, last, players, turn, total } = board.view;
  if (phase === "show") return showing(board);
  if (claim) return standing(board);
  if (last && phase !== "bid") return reveal(board, before);
  if (phase === "initiative") return whoBegins(board);
  if (phase === "buy-ins") return h("div", { class: "moment" }, h("p", { class: "verdict" }, pot(board) ? `${pot(board)} in the pot` : "Buy-ins"), h("p", { class: "lead" }, `The last one left takes all of it. Everybody accepts before a die is cast. ${whySo(board)}`));
  if (phase === "cast") return h("div", { class: "moment" }, h("p", { class: "verdict" }, "Roll under the cups"), h("p", { class: "lead" }, `${players.filter((one) => one.cast).length} of ${players.filter((one) => one.left).length} have rolled. ${whySo(board)}`));
  if (phase === "accuse") return h("div", { class: "moment" }, h("p", { class: "verdict" }, `${total} dice in play`), h("p", { class: "lead" }, "Bids are called out at the table. When one is doubted, the cups are lifted and all dice are shown."));
  return h("div", { class: "moment" }, h("p", { class: "verdict" }, `${name(board, turn)} opens`), h("p", { class: "lead" }, `A bid says how many of all ${total} dice show a face.`));
}

// ---- The gamblers ----

/** "16 (bonus 2), then 5": the total, where others have the same the bonus in it, and what broke the tie. */
function initiativeWords(players, [total, bonus, ...again]) {
  const same = players.filter((one) => one.initiative[0] === total).length > 1;
  return [same && bonus ? `${total} (bonus ${bonus < 0 ? `−${-bonus}` : bonus})` : total, ...again].join(", then ");
}

function notes(board, person) {
  const { phase, players, rules } = board.view;
  const one = players[person.seat];
  const initiative = one.initiative.length ? `initiative ${initiativeWords(players, one.initiative)}` : "";
  const bought = one.buy_in ? `${one.buy_in.value} ${one.buy_in.words}${phase === "buy-ins" ? (one.accepted ? ", accepts" : ", has not accepted yet") : ""}` : "";
  const gifts = [one.proficient && !rules.referee ? "sleight of hand" : "", one.expert && !rules.referee ? "expert" : ""];
  return [initiative, bought, ...gifts].filter(Boolean).join(" · ");
}

/** An expert's dice are under the cup, but for the one that is chosen. */
function choosing(board, seat) {
  const kinds = board.prompts.filter((prompt) => prompt.seat === seat).map((prompt) => prompt.kind);
  return kinds.includes("place") && !kinds.includes("roll");
}

function doing(board, person) {
  const { phase, turn, claim, accuser } = board.view;
  if (board.winners.includes(person.seat)) return "wins";
  if (!person.left) return "out";
  if (accuser === person.seat) return "doubts";
  if (claim?.seat === person.seat) return "bids";
  if (phase === "cast") return person.cast ? "rolled" : choosing(board, person.seat) ? "to choose" : "to roll";
  if (phase === "initiative") return person.waiting ? "to roll" : "";
  return phase === "bid" && turn === person.seat ? "in turn" : "";
}

function gambler(board, person) {
  const now = doing(board, person);
  const active = board.view.phase === "bid" ? board.view.turn === person.seat : person.waiting;
  return h(
    "tr",
    { class: board.winners.includes(person.seat) ? "won" : !person.left ? "out" : active ? "in-turn" : null },
    h("th", { scope: "row" }, who(board, person.seat, board.winners.includes(person.seat) ? crown() : null), h("span", { class: "needs" }, notes(board, person))),
    h("td", { class: "doing" }, now),
    h("td", { class: "left" }, h("span", { class: "cubes", "aria-hidden": "true" }, Array.from({ length: person.left }, () => h("i"))), h("span", { class: "visually-hidden" }, several(person.left, "die", "dice"))),
  );
}

/** The bid or the reveal, and below it the gamblers with the dice that each has left. */
export function sheet(board, before) {
  const { order, players } = board.view;
  const rows = (order.length ? order : players.map((one) => one.seat)).map((seat) => gambler(board, players[seat]));
  return h(
    "div",
    { class: players.length > 5 ? "stage crowd" : "stage" },
    moment(board, before),
    h(
      "table",
      { class: "standings gamblers" },
      h("caption", { class: "visually-hidden" }, "Gamblers in their order"),
      h("thead", { class: "visually-hidden" }, h("tr", {}, ["Gambler", "Now", "Dice left"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, rows),
    ),
  );
}

/** Where the game stands, and the rules that the table has agreed on. */
export function facts(board) {
  const { total, rules } = board.view;
  const agreed = [rules.long && "long game", rules.wild && "ones are wild", rules.exact && "exact bids", rules.open && "free raises", rules.referee && "bids by word of mouth"].filter(Boolean);
  return [["Dice", total], pot(board) && ["Pot", pot(board)], agreed.length && ["Rules", agreed.join(", ")]].filter(Boolean);
}

/** What the winner has won. */
export function won(board) {
  return board.view.pot ? `takes all buy-ins${pot(board) && `, ${pot(board)}`}` : "the last one left at the table";
}

/** Why the picture is shut; an empty text while it is open. */
export function shut({ view }) {
  if (!COVERED.includes(view.phase)) return "";
  return `Dice lie under cups: the picture is shut until ${view.phase === "accuse" ? "somebody doubts a bid" : "they are shown"}.`;
}

/** What lies under one's own cup, and how one's check went. */
export function cup({ view }) {
  const { dice, check } = view.mine;
  const outcome = check?.success ? "the die is turned" : "the die stays as it is";
  return { dice: dice.map((face) => ({ kind: "d6", face, sure: true })), notes: check ? [`Sleight of Hand: ${check.total} against DC ${check.dc}, ${outcome}.`] : [] };
}

/** The dice of a reveal are drawn with the verdict; those under cups are nobody's to draw. */
export function dice() {
  return [];
}

/** All that lie open are drawn beside the bid or the verdict. */
export function drawsDice() {
  return true;
}

/** A reveal is told by its verdict, and dice that are shown by how many are missing. */
export function tellsLast(board) {
  return ["accuse", "reveal", "show"].includes(board.last?.action?.kind);
}

/** What undo takes back, where that is told in many words. */
export function undoes(board) {
  return tellsLast(board) ? "the reveal" : "";
}

/** Dice that lie under cups are not thrown again, but shown. */
export function awaitsWord(board) {
  return board.view.phase === "show" ? "Show the dice" : null;
}

/** While bids are called out at the table, nobody's turn is known here: `{word, text}`. */
export function anybody(board) {
  return board.view.phase === "accuse" ? { word: "Bids are called", text: "Whoever doubts a bid says so" } : null;
}

/** What a score counts here. */
export function unit() {
  return "dice";
}
