/** The board: readable from three metres, and moving by itself. */

import { on } from "../base/board-state.js";
import { find, h, show } from "../base/dom.js";
import { open } from "../base/shell.js";
import { drawFacts, drawStatus } from "../base/standing.js";
import { drawDice, MOST_DICE } from "../dice/dice.js";
import { livePicture } from "../dice/picture.js";
import { anybody, diceShown, drawsDice, faceNames, facts, sheet, shut, tellsLast, won } from "../games/any.js";
import { hasLanded } from "../motion/landing.js";
import { climbScores } from "../motion/scores.js";
import { crown, nameList, thrower, token, withNames } from "../players.js";
import { onceMore } from "../start/again.js";
import { asked, awaited, seatsInTurn, status, verdict } from "../words.js";

const FEW = 2; // more names than these are no turn to be read from afar
const LONG_NAME = 11; // letters; longer names are set smaller

let board = null;
let phase = "empty";

/** The class of a name, long ones set smaller. */
function named(style, name) {
  return name.length > LONG_NAME ? `${style} long` : style;
}

/** Whose turn it is: each by name, or as tokens where several may act in any order. */
function turnNames(seats) {
  const names = seats.map((seat) => board.players[seat]);
  if (seats.length <= FEW) return seats.map((seat, place) => h("p", { class: named("turn-name", names[place]) }, token(seat, names[place]), h("bdi", {}, names[place])));
  const row = h("p", { class: "turn-name all" }, seats.map((seat, place) => token(seat, names[place])), h("span", { class: "visually-hidden" }, nameList(names)));
  row.style.setProperty("--count", seats.length);
  return row;
}

/** Who plays by phone, where somebody does. */
function phones() {
  const players = (board.seats ?? []).filter((one) => one.taken).map((one) => one.player);
  return players.length ? [["By phone", players.length === board.players.length ? "everybody" : nameList(players)]] : [];
}

function drawTurn() {
  if (board.over) {
    show(find("turn"), ["over", board.winners, board.players, board.standings, board.you], () => [
      h("p", { class: named("turn-name winner", verdict(board)) }, crown(), h("bdi", { dir: "ltr" }, withNames(verdict(board), board.players))),
      h("p", { class: "awaited" }, board.winners.length ? won(board) : ""),
      onceMore(board),
    ]);
    return;
  }
  const seats = seatsInTurn(board);
  const open = anybody(board);
  const wanted = board.question ? ["The operator settles this roll"] : open ? [open.text] : awaited(board);
  show(find("turn"), [seats, board.players, wanted], () => [
    turnNames(seats),
    wanted.map((words) => h("p", { class: "awaited" }, withNames(words, board.players))),
  ]);
}

/** Whose dice lie there, where the turn is somebody else's by now. */
function whose() {
  const seat = thrower(board);
  if (board.question || board.over || seat === null || seatsInTurn(board).includes(seat)) return null;
  return h("p", { class: "whose" }, token(seat, board.players[seat]), h("span", {}, h("bdi", {}, board.players[seat]), "’s dice"));
}

/** What is asked about; else what was undone or corrected, until something else is done; else what was done last. */
function lastWords() {
  if (board.question) return h("p", { class: "last asks" }, asked(board.question).join(" "));
  if (board.changed) return h("p", { class: board.over ? "last changed final" : "last changed" }, withNames(board.changed.text, board.players));
  return board.last && !tellsLast(board) ? h("p", { class: board.over ? "last final" : "last" }, withNames(board.last.text, board.players)) : [];
}

function drawRoll(fresh = false) {
  drawStatus(status(board, phase, anybody(board)?.word));
  const shown = diceShown(board);
  const dice = !board.question && (shown.length > MOST_DICE || drawsDice(board)) ? [] : shown;
  const owner = dice.length ? whose() : null;
  show(find("dice"), [dice, faceNames(board), owner?.textContent], () => (dice.length ? [owner, drawDice(dice, faceNames(board), fresh)] : []));
  show(find("last"), [board.question, board.changed, board.last?.text, tellsLast(board), board.over], lastWords);
}

/** Nothing is played: a server that began anew may have no game where there was one. */
function clear() {
  for (const place of ["status", "dice", "last", "sheet"]) show(find(place), null, () => []);
  drawFacts("Croupier", []);
  show(find("turn"), null, () => h("p", { class: "awaited" }, "No game is being played yet"));
}

/** Draw `next`; `before` is the board that was shown until now. */
function draw(next, before) {
  board = next;
  phase = next.phase;
  if (!next.game) return clear();
  drawFacts(next.game.title, [...facts(next), ...phones()]);
  drawTurn();
  drawRoll(hasLanded(next));
  show(find("sheet"), [next.view, next.standings, next.prompts.map((prompt) => [prompt.seat, prompt.kind]), next.winners], () => sheet(next, before));
  climbScores(find("sheet"), next.game.name);
}

/** Bring the page's board to life. */
export function start() {
  const picture = livePicture(find("tray"));
  on("board", (next) => {
    draw(next, board);
    picture.camera(next.camera, next, next.game ? shut(next) : "");
  });
  on("seen", (seen) => {
    phase = seen.phase;
    picture.seen(seen);
    if (board?.game) drawRoll();
  });
  on("gone", (gone) => !gone && picture.reload());
  open();
}
