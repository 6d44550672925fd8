/** Dice as drawings: pips and Fudge signs, with the name of the face for those who hear or who play by names. */

import { h, s } from "./dom.js";

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 25], [72, 25], [28, 50], [72, 50], [28, 75], [72, 75]],
};
const SIGNS = { "-1": "M26 50H74", 0: "", 1: "M26 50H74M50 26V74" };
const FOR_COLOUR = "The Six Cities’ name of this face, only for colour";
const SIGN_NAMES = { "-1": "minus", 0: "blank", 1: "plus" };

const MOST_LIKELY = 2;

/** How readers mistake d6 faces, nearest first: a lost or found centre pip, a row too many. */
const NEAR = {
  1: [3, 5],
  2: [3, 4],
  3: [2, 5],
  4: [5, 6],
  5: [4, 6],
  6: [5, 4],
};

/** Every face of a kind of die: "d6", "dF", or "dN" for N sides. */
export function facesOf(kind) {
  if (kind === "dF") return [-1, 0, 1];
  const sides = Number(/^d(\d+)$/.exec(kind ?? "")?.[1] ?? 6);
  return Array.from({ length: sides }, (_, index) => index + 1);
}

/** The faces that the die shows most likely, other than the one it is taken for: the reader's own, else the near ones. */
export function likely(die) {
  const known = die.likely?.length ? die.likely : die.kind === "d6" ? (NEAR[die.face] ?? []) : [];
  return known.filter((face) => face !== die.face).slice(0, MOST_LIKELY);
}

/** A face in words: "5", "plus", or "not read". */
export function faceWord(kind, face) {
  if (face === null || face === undefined) return "not read";
  return kind === "dF" ? SIGN_NAMES[face] : String(face);
}

/** What a game calls a face ("Ward" for 5 in Rift), or nothing. */
export function faceName(names, kind, face) {
  return kind !== "dF" && face ? (names?.[face - 1] ?? "") : "";
}

function marks(kind, face) {
  if (face === null || face === undefined) return s("text", { class: "mark", x: 50, y: 70, "text-anchor": "middle" }, "?");
  if (kind === "dF") return s("path", { class: "sign", d: SIGNS[face] });
  if (PIPS[face] && facesOf(kind).length === 6) {
    return PIPS[face].map(([x, y]) => s("circle", { class: face === 1 ? "pip lone" : "pip", cx: x, cy: y, r: face === 1 ? 12 : 9.5 }));
  }
  return s("text", { class: "mark", x: 50, y: 67, "text-anchor": "middle" }, String(face));
}

/** One die as an SVG image. `hushed` leaves out the label where the words around it say it already. */
export function drawDie(die, names, hushed = false) {
  const name = faceName(names, die.kind, die.face);
  const unsure = die.sure === false || die.face === null || die.face === undefined;
  const label = [faceWord(die.kind, die.face), name].filter(Boolean).join(", ") + (unsure && die.face ? ", not sure" : "");
  return s(
    "svg",
    { class: unsure ? "die unsure" : "die", viewBox: "0 0 100 100", ...(hushed ? { "aria-hidden": "true" } : { role: "img", "aria-label": label }) },
    s("rect", { class: "body", x: 3, y: 3, width: 94, height: 94, rx: 20 }),
    s("rect", { class: "top", x: 8, y: 8, width: 84, height: 84, rx: 24 }),
    marks(die.kind, die.face),
  );
}

/** A row of drawn dice with the names of their faces beneath. `fresh` lets them land. */
export function drawDice(dice, names, fresh = false) {
  const row = h(
    "ul",
    { class: fresh ? "dice landing" : "dice", role: "list" },
    dice.map((die) =>
      h("li", { class: die.stayed ? "stayed" : null }, drawDie(die, names), nameBeneath(faceName(names, die.kind, die.face))),
    ),
  );
  row.style.setProperty("--count", dice.length);
  return row;
}

/** The word beneath a die. */
export function nameBeneath(word) {
  return h("span", { class: "face-name", "aria-hidden": "true", title: word && FOR_COLOUR }, word);
}
