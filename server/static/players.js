/** Players as tokens: a colour, a shape and an initial each, so that no one of the three is needed alone. */

import { h, s } from "./base/dom.js";

const SHAPES = [
  "M50 4a46 46 0 1 0 .01 0z", // a circle
  "M20 6h60a14 14 0 0 1 14 14v60a14 14 0 0 1-14 14H20A14 14 0 0 1 6 80V20A14 14 0 0 1 20 6z", // a square
  "M44 5q6-5 12 0l39 39q5 6 0 12L56 95q-6 5-12 0L5 56q-5-6 0-12z", // a diamond
  "M28 8h44q5 0 8 5l18 32q3 5 0 10L80 87q-3 5-8 5H28q-5 0-8-5L2 55q-3-5 0-10l18-32q3-5 8-5z", // a hexagon
  "M12 8q38-8 76 0 5 1 5 7v32q0 32-37 48-6 3-12 0Q7 79 7 47V15q0-6 5-7z", // a shield
  "M45 5q5-4 10 0l39 29q5 4 3 10L82 88q-2 6-8 6H26q-6 0-8-6L3 44q-2-6 3-10z", // a pentagon
  "M33 5h34q4 0 7 3l18 18q3 3 3 7v34q0 4-3 7L74 92q-3 3-7 3H33q-4 0-7-3L8 74q-3-3-3-7V33q0-4 3-7L26 8q3-3 7-3z", // an octagon
  "M50 2q44 30 44 54 0 40-44 42Q6 96 6 56 6 32 50 2z", // a drop
];

function initial(name) {
  const segments = new Intl.Segmenter().segment(name.trim() || "?");
  return segments[Symbol.iterator]().next().value.segment.toLocaleUpperCase();
}

/** A player's token, decoration beside their name. */
export function token(seat, name) {
  const shape = seat % SHAPES.length;
  return s(
    "svg",
    { class: `token seat-${shape}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("path", { d: SHAPES[shape] }),
    s("text", { x: 50, y: 68, "text-anchor": "middle" }, initial(name)),
  );
}

/** The seat whose dice lie there, or null where nothing was done yet. */
export function thrower(board) {
  return board.last?.action?.seat ?? null;
}

/** Who entered something, as the log has it ("camera", "operator", "seat 0"), a player by name. */
export function author(name, players) {
  const seat = /^seat (\d+)$/.exec(name ?? "")?.[1];
  return players[Number(seat)] ?? name ?? "";
}

/** A winner's crown, decoration beside their name. */
export function crown() {
  return s("svg", { class: "crown", viewBox: "0 0 100 100", "aria-hidden": "true" }, s("path", { d: "M8 28 28 50 50 14l22 36 20-22-10 56H18z" }));
}

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export function nameList(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A sentence with the names in it set apart, so that one written from right to left turns nothing else around. */
export function withNames(text, names) {
  const known = [...names].sort((a, b) => b.length - a.length).map((name) => RegExp.escape?.(name) ?? name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  if (!known.length) return text;
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${known.join("|")})(?![\\p{L}\\p{N}])`, "u"));
  return parts.map((part, index) => (index % 2 ? h("bdi", {}, part) : part));
}
