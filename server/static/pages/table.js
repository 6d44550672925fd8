/** The operator's table: the live picture, what is awaited, and everything that puts a mistake right. */

import { on } from "../base/board-state.js";
import { find, h, show } from "../base/dom.js";
import { open } from "../base/shell.js";
import { drawFacts, drawStatus } from "../base/standing.js";
import { desk, reread, takeBoard, undo } from "../desk/desk.js";
import { listenToKeys } from "../desk/keys.js";
import { drawLog } from "../desk/log.js";
import { closeStale, mendEntry, mendShown, tapped } from "../desk/mend.js";
import { drawOffers } from "../desk/offers.js";
import { drawEntry, drawQuestion, drawUndo } from "../desk/panels.js";
import { drawSeats } from "../desk/seats.js";
import { diceButtons } from "../dice/editor.js";
import { livePicture } from "../dice/picture.js";
import { diceShown, faceNames, facts, sheet, shut } from "../games/any.js";
import { nameList, token, withNames } from "../players.js";
import { onceMore } from "../start/again.js";
import { join } from "../start/joining.js";
import { awaited, seatsInTurn, status, verdict } from "../words.js";

const MOVES = ["rolling", "settling", "hand"];

function drawTurn(board) {
  drawStatus(status(board, desk.phase));
  const seats = board.over ? board.winners : seatsInTurn(board);
  const title = board.over ? verdict(board) : nameList(seats.map((seat) => board.players[seat]));
  const wanted = board.question ? [] : awaited(board); // the question says itself what to do
  show(find("turn"), [seats, title, wanted, board.over], () => [
    h("p", { class: seats.length > 1 ? "turn-name many" : "turn-name" }, seats.map((seat) => token(seat, board.players[seat])), h("bdi", {}, title)),
    wanted.map((words) => h("p", { class: "awaited" }, withNames(words, board.players))),
    board.over && h("p", { class: "row" }, onceMore(board), h("a", { href: "/#new-game" }, "Another game")),
  ]);
}

function drawLast(board) {
  const dice = board.question ? [] : diceShown(board);
  const names = faceNames(board);
  show(find("last"), [dice, board.last?.text, names], () =>
    dice.length ? [h("p", { class: "last" }, board.last?.text ?? ""), diceButtons(dice, { names, key: "last", press: mendShown, verb: "Correct it", note: (die) => die.mark ?? "" })] : [],
  );
}

function draw(board) {
  const before = desk.board;
  if (!before?.game && board.game) requestAnimationFrame(openSeats);
  const operator = board.you.role === "operator";
  find("locked").hidden = operator;
  find("main").hidden = !operator;
  find("no-game").hidden = Boolean(board.game);
  find("playing").hidden = !board.game;
  takeBoard(board);
  closeStale();
  if (!operator || !board.game) return;
  drawFacts(board.game.title, facts(board));
  drawTurn(board);
  drawLast(board);
  desk.changed();
  drawOffers();
  drawSeats(board);
  drawUndo(undo);
  show(find("sheet"), [board.view, board.standings, board.winners, board.prompts.map((prompt) => [prompt.seat, prompt.kind])], () => sheet(board, before));
  drawLog(board, mendEntry);
}

/** The header of every page leads to the players' phones. */
function openSeats() {
  if (location.hash !== "#seats") return;
  find("pages").hidePopover?.();
  find("seats").open = true;
  find("seats").scrollIntoView();
}

const picture = livePicture(find("tray"), tapped);

/** The dice in question, as they were put right, are marked in the picture while nothing moves there. */
function markAsked() {
  picture.mark(desk.board?.question && !MOVES.includes(desk.phase) ? (desk.question?.dice ?? null) : null);
}

desk.changed = () => {
  drawQuestion();
  drawEntry();
  markAsked();
};
on("board", (board) => {
  draw(board);
  picture.camera(board.camera, board, board.game ? shut(board) : "");
});
on("seen", (seen) => {
  desk.phase = seen.phase;
  picture.seen(seen);
  markAsked();
  if (desk.board?.game) drawTurn(desk.board);
});
on("gone", (gone) => !gone && picture.reload());
find("reread").addEventListener("click", reread);
addEventListener("hashchange", openSeats);
listenToKeys();
join();
open();
