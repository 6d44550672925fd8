/** Which seats this phone holds, as far as it remembers, so that it can be handed round; and how to take one. */

import { ask, now, Refused } from "../board-state.js";
import { find, h, show } from "../dom.js";
import { token } from "../players.js";
import { notice } from "../shell.js";

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

async function join(name) {
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
}

function who(seat, player) {
  return [token(seat, player), h("bdi", {}, player)];
}

function choice({ seat, player, taken }) {
  if (taken && !known(player)) return h("p", { class: "seat taken" }, who(seat, player), h("span", { class: "needs" }, "taken"));
  return h("button", { type: "button", class: "seat", "data-key": `seat-${seat}`, onclick: () => join(player) }, who(seat, player), taken && h("span", { class: "needs" }, "on this phone"));
}

/** Who are you? Every seat of the game; or that there is none yet. */
export function drawJoining(board) {
  const seats = board.seats ?? [];
  show(find("joining"), [board.game, seats, kept()], () => {
    if (!board.game) return [h("h2", {}, "No game is being played yet"), h("p", { class: "lead" }, "Wait here: when one is started, this page asks who you are.")];
    return [
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
