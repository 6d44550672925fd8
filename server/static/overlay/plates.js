/** The parts of the overlay: whose turn it is, the dice, what came of them, and the scores. */

import { find, h, show } from "../base/dom.js";
import { drawDice, MOST_DICE } from "../dice/dice.js";
import { anybody, diceShown, faceNames, gist, points, unit } from "../games/any.js";
import { hasLanded } from "../motion/landing.js";
import { climbScores } from "../motion/scores.js";
import { crown, nameList, thrower, token, withNames } from "../players.js";
import { asked, awaited, seatsInTurn, status, verdict } from "../words.js";

const FEW = 2; // more names than these are shown as tokens

function names(board, seats) {
  if (seats.length <= FEW) return seats.map((seat) => h("p", { class: "turn-name" }, token(seat, board.players[seat]), h("bdi", {}, board.players[seat])));
  return h("p", { class: "turn-name" }, seats.map((seat) => token(seat, board.players[seat])), h("span", { class: "visually-hidden" }, nameList(seats.map((seat) => board.players[seat]))));
}

/** What is awaited, or going on, in few words. */
function doing(board, phase) {
  const { tone, word } = status(board, phase);
  if (tone === "ask" || tone === "rolling") return { tone, word };
  return { tone, word: anybody(board)?.text ?? awaited(board).join(" · ") };
}

function turn(board, phase) {
  if (board.over) return h("p", { class: "turn-name winner" }, crown(), h("bdi", { dir: "ltr" }, withNames(verdict(board), board.players)));
  const { tone, word } = doing(board, phase);
  return [names(board, seatsInTurn(board)), h("p", { class: `doing ${tone}` }, withNames(word, board.players))];
}

function lying(board, told, fresh) {
  if (told && !board.question) return told.draw();
  const dice = diceShown(board);
  if (!dice.length || dice.length > MOST_DICE) return [];
  const seat = board.question || seatsInTurn(board).includes(thrower(board)) ? null : thrower(board);
  return [seat !== null && h("p", { class: "whose" }, token(seat, board.players[seat]), h("bdi", {}, board.players[seat])), drawDice(dice, faceNames(board), fresh)];
}

/** What is asked about, or was changed, or came of the dice. */
function words(board, told) {
  if (board.question) return asked(board.question).join(" ");
  return board.changed?.text || told?.text || board.last?.text || "";
}

function score(board, standing) {
  const { seat, player } = standing;
  const style = board.winners.includes(seat) ? "won" : seatsInTurn(board).includes(seat) ? "in-turn" : null;
  return h("li", { class: style }, h("span", { class: "who" }, token(seat, player), h("bdi", {}, player)), board.winners.includes(seat) && crown(), h("span", { class: "total" }, points(board, standing), unit(board) && h("span", { class: "needs" }, unit(board))));
}

/** Draw `board`, of the game that `before` was of or another; `phase` is the roll's. */
export function draw(board, before, phase) {
  const told = gist(board, before);
  const fresh = hasLanded(board);
  show(find("title"), board.game, () => [board.game.title]);
  drawTurn(board, phase);
  show(find("lying"), [board.view, board.question, diceShown(board), faceNames(board), thrower(board), seatsInTurn(board)], () => lying(board, told, fresh));
  show(find("words"), [words(board, told), board.players], () => withNames(words(board, told), board.players));
  show(find("scores"), [board.standings, board.winners, seatsInTurn(board)], () => board.standings.map((one) => score(board, one)));
  climbScores(find("scores"), board.game.name);
}

/** Whose turn it is, which changes with every glance of the camera. */
export function drawTurn(board, phase) {
  show(find("turn"), [board.players, board.over, board.winners, seatsInTurn(board), doing(board, phase)], () => turn(board, phase));
}
