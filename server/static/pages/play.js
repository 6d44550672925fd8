/** A player's phone: who one is, and then what one's seat may do, and what lies under its cup. */

import { on } from "../base/board-state.js";
import { find, h, show } from "../base/dom.js";
import { open } from "../base/shell.js";
import { drawDice } from "../dice/dice.js";
import { diceShown, faceNames, facts, may, out, sheet } from "../games/any.js";
import { drawAdvice, foldAdvice, letAdvise } from "../hand/advice.js";
import { clearAsks, drawAsks } from "../hand/asks.js";
import { coverUp, drawCup, letLook } from "../hand/cup.js";
import { coverEntries } from "../hand/entry.js";
import { hand, mine, takeBoard } from "../hand/hand.js";
import { handedOver } from "../hand/handed.js";
import { drawMend, endMending } from "../hand/mend.js";
import { drawJoining, drawPassing, remember } from "../hand/seats.js";
import { crown, nameList, token, withNames } from "../players.js";
import { onceMore } from "../start/again.js";
import { asked, verdict } from "../words.js";

const asking = new URLSearchParams(location.search).get("seat") ?? "";
const NOT_YOURS = "This seat is no longer this phone’s.";

const handed = handedOver(drawVoid);

function only(section) {
  for (const name of ["joining", "void", "playing"]) find(name).hidden = name !== section;
}

function drawMe(player) {
  show(find("me"), player, () => [token(hand.seat, player), h("bdi", {}, player)]);
}

/** Players by name under a word for what they do. */
function named(board, words, seats) {
  return [
    h("p", { class: "awaited" }, words),
    h("ul", { class: seats.length > 1 ? "waiting" : "waiting alone", role: "list" }, seats.map((seat) => h("li", { class: "who" }, token(seat, board.players[seat]), h("bdi", {}, board.players[seat])))),
  ];
}

/** How the game ended, to those who won it as to whom it concerns. */
function result(board) {
  if (board.players.length === 1 || !board.winners.includes(hand.seat)) return verdict(board);
  const others = board.winners.filter((seat) => seat !== hand.seat).map((seat) => board.players[seat]);
  return others.length ? `You share the win with ${nameList(others)}` : "You win";
}

/** What this seat has to do with what comes next. */
function standing(board, own, others) {
  if (board.over) return [h("p", { class: "turn-name winner" }, crown(), h("bdi", { dir: "ltr" }, withNames(result(board), board.players))), onceMore(board)];
  if (own.length) return h("p", { class: "turn-name" }, may(board) || "Your turn");
  const awaited = [...new Set(others.map((prompt) => prompt.seat))];
  if (!out(board, hand.seat)) return named(board, "Waiting for", awaited);
  const left = [...board.players.keys()].filter((seat) => !out(board, seat));
  return [h("p", { class: "turn-name" }, "You are out"), named(board, "Still playing", left), awaited.length < left.length && named(board, "Waiting for", awaited)];
}

/** Whose turn it is, what is awaited, and what was told last. */
function drawTurn(board) {
  const own = mine().filter((prompt) => !prompt.secret);
  const others = board.prompts.filter((prompt) => prompt.seat !== hand.seat && !prompt.secret);
  const { changed } = board; // by no action: it was undone or corrected
  const told = changed?.text ?? board.last?.text ?? "";
  const dice = diceShown(board);
  show(find("turn"), [own, others, board.players, board.over, board.winners, board.question, told, dice, facts(board)], () => [
    standing(board, own, others),
    board.question && h("p", { class: "last asks" }, `${asked(board.question).join(" ")} The operator settles this roll.`),
    told && h("p", { class: changed ? "last changed" : "last" }, withNames(told, board.players)),
    dice.length > 0 && drawDice(dice, faceNames(board)),
    h("dl", { class: "facts" }, facts(board).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
  ]);
}

function drawSeat(board, before) {
  const player = board.players[hand.seat];
  remember(hand.seat, player);
  only("playing");
  drawMe(player);
  takeBoard(board);
  drawTurn(board);
  drawCup(board);
  drawMend();
  drawAsks();
  drawAdvice();
  show(find("sheet"), [board.view, board.standings, board.winners], () => sheet(board, before));
  drawPassing(board, hand.seat);
}

/** The seat is not this phone's: nothing that it alone may know stays on the page. */
function drawVoid(sentence) {
  only("void");
  for (const clear of [coverUp, clearAsks, endMending, foldAdvice]) clear();
  hand.board = null;
  find("void-text").textContent = sentence;
}

function draw(board) {
  if (handed) return; // the seat's own page follows
  if (hand.seat === null) {
    only("joining");
    drawJoining(board);
  } else if (board.game && board.you.seat === hand.seat) drawSeat(board, hand.board);
  else drawVoid(NOT_YOURS);
}

hand.seat = /^\d{1,2}$/.test(asking) ? Number(asking) : null;
hand.changed = drawAsks;
letLook();
letAdvise();
coverEntries(() => {
  drawMend();
  drawAsks();
});
on("board", draw);
on("void", drawVoid);
window.addEventListener("hashchange", () => location.reload()); // another link to a seat was opened on this page
open(hand.seat);
