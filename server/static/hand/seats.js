/** Which seats this phone holds, as far as it remembers, so that it can be handed round; and how to take one. */

import { ask, once, Refused } from "../base/ask.js";
import { now } from "../base/board-state.js";
import { find, h, show } from "../base/dom.js";
import { hush, notice } from "../base/shell.js";
import { token } from "../players.js";

const WAITS = "croupier-waits"; // where it keeps, for as long as the page is open, under what name this phone waits
const KEPT = "croupier-seats"; // where the browser keeps the names of the seats that were joined here, by seat

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function keep(seats) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(seats));
  } catch {
    // a browser that keeps nothing plays on all the same
  }
}

/** Forget which seat was this phone's by that player's name. */
function forget(player) {
  keep(Object.fromEntries(Object.entries(kept()).filter(([, name]) => name !== player)));
}

/** Remember that `seat` is this phone's for as long as `player` sits there. */
export function remember(seat, player) {
  forget(player);
  keep({ ...kept(), [seat]: player });
}

/** The address of a seat's page. */
export function addressOf(seat) {
  return `/play?seat=${seat}`;
}

/** A name that this phone has played for: in another game it may sit elsewhere, and the table knows where. */
function known(player) {
  return Object.values(kept()).includes(player);
}

const join = once(async (name) => {
  try {
    const { seat } = await ask("/api/join", { name });
    remember(seat, name);
    location.assign(addressOf(seat));
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    if (refused.status === 409) forget(name);
    notice(refused.message);
    drawJoining(now());
  }
});

function who(seat, player) {
  return [token(seat, player), h("bdi", {}, player)];
}

function choice({ seat, player, taken }) {
  if (taken && !known(player)) return h("p", { class: "seat taken" }, who(seat, player), h("span", { class: "needs" }, "taken"));
  return h("button", { type: "button", class: "seat", "data-key": `seat-${seat}`, onclick: () => join(player) }, who(seat, player), taken && h("span", { class: "needs" }, "on this phone"));
}

/** Under what name this phone waits for the next game; nothing where it does not. */
function waits(board) {
  const name = sessionStorage.getItem(WAITS);
  return board.waiting?.includes(name) ? name : null;
}

async function wait(event) {
  event.preventDefault();
  const field = find("waiting-name");
  try {
    const { name } = await ask("/api/wait", { name: field.value });
    sessionStorage.setItem(WAITS, name);
    hush();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(refused.message);
    field.focus();
  }
  drawJoining(now());
}

/** Before a game, and after one: under what name one will play. */
function beforehand(board) {
  const name = waits(board);
  const others = (board.waiting ?? []).filter((one) => one !== name);
  return [
    h("h2", {}, board.game ? "Play in the next game?" : "No game is being played yet"),
    name && h("p", { class: "lead", role: "status" }, "You are in as ", h("bdi", {}, name), ". Wait here: when the game starts, this page is your seat."),
    h(
      "form",
      { class: "ask", onsubmit: wait },
      h("div", { class: "option" }, h("label", { for: "waiting-name" }, name ? "Another name" : "Your name"), h("input", { id: "waiting-name", "data-key": "waiting-name", type: "text", maxlength: 40, autocomplete: "off", dir: "auto" })),
      h("button", { class: name ? "quiet" : "big primary", "data-key": "wait" }, name ? "Take this name" : "Play along"),
    ),
    others.length > 0 && h("p", { class: "needs" }, "Also in: ", others.map((one, index) => [index > 0 && ", ", h("bdi", {}, one)])),
  ];
}

/** Whoever waited for this game, and is in it, is led to the seat. */
function ledOn(board) {
  const name = sessionStorage.getItem(WAITS);
  if (!name || !board.game || board.over) return false;
  sessionStorage.removeItem(WAITS);
  if (!board.seats.some((one) => one.player === name && one.taken)) return false;
  join(name);
  return true;
}

/** Who are you? Every seat of the game; or by what name one plays in the next. */
export function drawJoining(board) {
  const seats = board.seats ?? [];
  if (ledOn(board)) return;
  show(find("joining"), [board.game, board.over, seats, kept(), board.waiting, waits(board)], () => {
    if (!board.game) return beforehand(board);
    return [
      board.over && beforehand(board),
      h("h2", {}, "Who are you?"),
      h("ul", { class: "hand", role: "list" }, seats.map((one) => h("li", {}, choice(one)))),
      seats.some((one) => one.taken && !known(one.player)) && h("p", { class: "needs" }, "A seat that is taken can be handed over by the operator, who has a new link for it."),
    ];
  });
}

/** Links to the other seats that this phone holds, and to another one. */
export function drawPassing(board, own) {
  const others = (board.seats ?? []).filter((one) => one.seat !== own && kept()[one.seat] === one.player);
  show(find("passing"), [others, own], () => [
    others.length ? h("p", { class: "needs" }, "Hand this phone to") : "",
    others.map(({ seat, player }) => h("a", { class: "seat", href: addressOf(seat), "data-key": `pass-${seat}` }, who(seat, player))),
    h("a", { class: "plain", href: "/play", "data-key": "pass" }, "Another seat on this phone"),
  ]);
}
