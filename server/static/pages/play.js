/** A player's phone: who one is, and then what one's seat may do, and what lies under its cup. */

import { on } from "../board-state.js";
import { drawDice } from "../dice.js";
import { find, h, show } from "../dom.js";
import { diceShown, faceNames, facts, sheet } from "../games/any.js";
import { coverEntries, drawAsks } from "../hand/asks.js";
import { drawCup, letLook } from "../hand/cup.js";
import { hand, mine, takeBoard } from "../hand/hand.js";
import { drawJoining, drawPassing, remember } from "../hand/seats.js";
import { crown, token, withNames } from "../players.js";
import { open } from "../shell.js";
import { asked, verdict } from "../words.js";

const asking = new URLSearchParams(location.search).get("seat") ?? "";
const NOT_YOURS = "This seat is no longer this phone’s.";

function only(section) {
  for (const name of ["joining", "void", "playing"]) find(name).hidden = name !== section;
}

function drawMe(player) {
  show(find("me"), player, () => [token(hand.seat, player), h("bdi", {}, player)]);
}

function waitingFor(board, prompts) {
  const seats = [...new Set(prompts.map((prompt) => prompt.seat))];
  return [
    h("p", { class: "awaited" }, "Waiting for"),
    h("ul", { class: seats.length > 1 ? "waiting" : "waiting alone", role: "list" }, seats.map((seat) => h("li", { class: "who" }, token(seat, board.players[seat]), h("bdi", {}, board.players[seat])))),
  ];
}

/** Whose turn it is, what is awaited, and what was told last. */
function drawTurn(board) {
  const own = mine().filter((prompt) => !prompt.secret);
  const others = board.prompts.filter((prompt) => prompt.seat !== hand.seat && !prompt.secret);
  const told = board.last?.text ?? "";
  const dice = diceShown(board);
  show(find("turn"), [own, others, board.players, board.over, board.winners, board.question, told, dice, facts(board)], () => [
    board.over ? h("p", { class: "turn-name winner" }, crown(), h("bdi", {}, verdict(board))) : own.length ? h("p", { class: "turn-name" }, "Your turn") : waitingFor(board, others),
    board.question && h("p", { class: "last asks" }, `${asked(board.question).join(" ")} The operator settles this roll.`),
    told && h("p", { class: "last" }, withNames(told, board.players)),
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
  drawAsks();
  show(find("sheet"), [board.view, board.standings, board.winners], () => sheet(board, before));
  drawPassing(board, hand.seat);
}

function drawVoid(sentence) {
  only("void");
  find("void-text").textContent = sentence;
}

function draw(board) {
  if (hand.seat === null) {
    only("joining");
    drawJoining(board);
  } else if (board.game && board.you.seat === hand.seat) drawSeat(board, hand.board);
  else drawVoid(NOT_YOURS);
}

hand.seat = /^\d{1,2}$/.test(asking) ? Number(asking) : null;
hand.changed = drawAsks;
letLook();
coverEntries();
on("board", draw);
on("void", drawVoid);
open(hand.seat);
