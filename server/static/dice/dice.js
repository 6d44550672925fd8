/**
 * Dice as drawings, with the name of the face for those who hear or who play by names.
 *
 * How a game has its faces is a `look`: `{names: {face: word}, theme, note}`, each where there is one, or null.
 */

import { h, s } from "../base/dom.js";
import { marks } from "./faces.js";

/** More would be too small to be read side by side: the game's own part of the page draws them. */
export const MOST_DICE = 12;

const SIGN_NAMES = { "-1": "minus", 0: "blank", 1: "plus" };

const MOST_LIKELY = 2;
const IN_A_ROW = 6;

/** Every face of a kind of die: "d6", "dF", or "dN" for N sides. */
export function facesOf(kind) {
  if (kind === "dF") return [-1, 0, 1];
  const sides = Number(/^d(\d+)$/.exec(kind ?? "")?.[1] ?? 6);
  return Array.from({ length: sides }, (_, index) => index + 1);
}

/** The faces, other than the one it is taken for, that the reader itself thinks likeliest; none of a die that it never saw. */
export function likely(die) {
  return (die.corners?.length ? (die.likely ?? []) : []).filter((face) => face !== die.face).slice(0, MOST_LIKELY);
}

/** A face in words: "5", "plus", or "not read". */
export function faceWord(kind, face) {
  if (face === null || face === undefined) return "not read";
  return kind === "dF" ? SIGN_NAMES[face] : String(face);
}

/** What a game calls a face ("Ward" for 5 in Rift), or nothing. */
export function faceName(look, kind, face) {
  return look?.names?.[face] ?? "";
}

/** A face in all its words: "5, Ward", or "scissors" where the game has a name of its own for a sign. */
export function faceWords(look, kind, face) {
  const name = faceName(look, kind, face);
  return kind === "dF" && name ? name : [faceWord(kind, face), name].filter(Boolean).join(", ");
}

/** One die as an SVG image. `hushed` leaves out the label where the words around it say it already. */
export function drawDie(die, look, hushed = false) {
  const unsure = die.sure === false || die.face === null || die.face === undefined;
  const label = [faceWords(look, die.kind, die.face), unsure && die.face !== null && die.face !== undefined ? "not sure" : "", die.mark ?? ""].filter(Boolean).join(", ");
  return s(
    "svg",
    { class: unsure ? "die unsure" : "die", viewBox: "0 0 100 100", ...(hushed ? { "aria-hidden": "true" } : { role: "img", "aria-label": label }) },
    s("rect", { class: "body", x: 3, y: 3, width: 94, height: 94, rx: 20 }),
    s("rect", { class: "top", x: 8, y: 8, width: 84, height: 84, rx: 24 }),
    marks(die.kind, die.face, look?.theme),
  );
}

/** A cup, with whatever lies under it. */
export function drawCup() {
  return s(
    "svg",
    { class: "die cup-drawn", viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("path", { class: "side", d: "M24 86 33 22q1-6 7-6h20q6 0 7 6l9 64z" }),
    s("path", { class: "rim", d: "M18 88h64" }),
  );
}

/** A row of drawn dice with the names of their faces, or a `mark` of the die's own, beneath. `fresh` lets them land. */
export function drawDice(dice, look, fresh = false) {
  const row = h(
    "ul",
    { class: ["dice", fresh ? "landing" : "", dice.length > IN_A_ROW ? "many" : ""].filter(Boolean).join(" "), role: "list" },
    dice.map((die) =>
      h("li", { class: [die.stayed ? "stayed" : "", die.mark ? "marked" : ""].filter(Boolean).join(" ") || null }, drawDie(die, look), nameBeneath(die.mark ?? faceName(look, die.kind, die.face), look)),
    ),
  );
  row.style.setProperty("--count", Math.min(dice.length, IN_A_ROW));
  return row;
}

/** The word beneath a die. */
export function nameBeneath(word, look) {
  return h("span", { class: "face-name", "aria-hidden": "true", title: word && look?.note }, word);
}
