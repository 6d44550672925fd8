/** How phones join: the address as a QR code and in letters, and which seats are free; or what to do where no phone gets here. */

import { ask, once, Refused } from "../base/ask.js";
import { on } from "../base/board-state.js";
import { button, find, h, several, show } from "../base/dom.js";
import { NEEDS_LAN, onlyHere } from "../base/reach.js";
import { notice } from "../base/shell.js";
import { token } from "../players.js";
import { dismiss, keep } from "./names.js";

const CODE = "/api/join.svg";

/** Where others find the table: as the server knows it, else where this page was found. */
function address(place) {
  return place.dataset.address || location.origin;
}

function code() {
  return h("img", { class: "code", src: CODE, width: 37, height: 37, alt: "QR code: it opens the page on which a phone joins" });
}

/** "http://192.168.1.20:8000/play", which may break before each part of it and nowhere else. */
function written(base) {
  const [scheme, rest] = base.split("://");
  return h("p", { class: "address" }, h("span", {}, `${scheme}://`), h("wbr"), h("span", {}, rest), h("wbr"), h("span", {}, "/play"));
}

/** Who is at the table: the seats of the game in play, else who waits for the next. */
function seated(board) {
  if (board.game && !board.over) return board.seats;
  return (board.waiting ?? []).map((player, number) => ({ seat: number, player, taken: true }));
}

/** Have nobody wait under this name any more; the board tells when it is so. */
const remove = once(async (player) => {
  dismiss(player);
  try {
    await ask("/api/wait/remove", { name: player });
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    keep(player);
    notice(refused.message);
  }
}, (player) => player);

function seat({ seat: number, player, taken }, playing, mayRemove) {
  return h(
    "li",
    { class: taken ? "taken" : "free" },
    token(number, player),
    h("bdi", {}, player),
    playing && h("span", { class: "needs" }, taken ? "taken" : "free"),
    mayRemove && button("Remove", `unwait-${player}`, () => remove(player), { class: "quiet small", "aria-label": `Remove ${player}, who waits` }),
  );
}

/** All of them, under what they are. */
function filling(seats, playing, mayRemove) {
  return h(
    "section",
    { class: "seats-filling" },
    h("h2", { id: "filling-title" }, playing ? "Seats of the game in play" : "In the next game"),
    h("ul", { role: "list", "aria-labelledby": "filling-title" }, seats.map((one) => seat(one, playing, mayRemove))),
  );
}

/** The start: everything, and large. */
function drawStart(place, board) {
  const base = address(place);
  const seats = seated(board);
  const playing = board.game && !board.over;
  const mayRemove = !playing && board.you?.role === "operator";
  show(place, [base, seats, playing, mayRemove], () => {
    if (onlyHere(base)) return h("p", { class: "refused" }, NEEDS_LAN);
    return [
      code(),
      h("div", { class: "how" }, h("h2", {}, "Join by phone"), h("p", { class: "on-screen" }, "Point a phone’s camera at the code, or open"), written(base), h("a", { class: "here", href: "/play" }, "Play on this phone")),
      seats.length > 0 && place.dataset.seats !== "elsewhere" && filling(seats, playing, mayRemove),
    ];
  });
}

/** The foot of the board: with the code while seats are free; then in a line, or not at all. */
function drawFoot(place, board) {
  const base = address(place);
  const free = (board.seats ?? []).filter((one) => !one.taken);
  const open = board.game && !board.over && free.length > 0 && !onlyHere(base);
  place.classList.toggle("open", Boolean(open));
  place.hidden = !open && place.dataset.else === "nothing";
  document.documentElement.classList.toggle("joining", Boolean(open));
  show(place, [base, open, open && board.seats], () => {
    if (onlyHere(base)) return h("p", {}, "By phone: only with croupier serve --lan");
    if (!open) return h("p", {}, "By phone: ", h("span", {}, `${base}/play`));
    return [
      code(),
      h(
        "div",
        { class: "how" },
        h("p", { class: "join-title" }, "Join by phone"),
        written(base),
        h("p", { class: "still-free" }, `${several(free.length, "seat", "seats")} free of ${board.seats.length}: `, free.map((one, index) => [index > 0 && ", ", h("bdi", {}, one.player)])),
        h("a", { class: "here", href: "/play" }, "Play on this phone"),
      ),
    ];
  });
}

/** Bring both places to life, where the page has them. */
export function join() {
  const [start, foot] = [find("join"), find("join-foot")];
  on("board", (board) => {
    if (start) drawStart(start, board);
    if (foot) drawFoot(foot, board);
  });
}
