/** What is drawn on a face: pips, a Fudge die's signs, the pictures of a game's theme, or a numeral. */

import { s } from "../base/dom.js";

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 25], [72, 25], [28, 50], [72, 50], [28, 75], [72, 75]],
};
const SIGNS = { "-1": "M26 50H74", 0: "", 1: "M26 50H74M50 26V74" };
const SCISSORS = "M37 63 68 20M63 63 32 20M41 71a10 10 0 1 1-20 0 10 10 0 1 1 20 0zM79 71a10 10 0 1 1-20 0 10 10 0 1 1 20 0z";
const PICTURES = {
  fates: {
    "-1": "M27 74 62 15 74 22 39 81zM34 62 46 69M55 27 67 34", // a rod with its two bands
    0: "M14 60C22 34 40 20 56 30S68 66 52 70 32 54 46 42 76 42 88 34", // a string with a loop
    1: SCISSORS,
  },
  rps: {
    "-1": "M24 68 30 44 47 28 66 34 78 56 73 72 52 78zM30 44 48 50 66 34M48 50 52 78", // a rock
    0: "M30 20H58L72 34V80H30zM58 20V34H72M40 50H62M40 63H62", // paper
    1: SCISSORS,
  },
};
const LONGEST = { 1: 58, 2: 50, 3: 38, 4: 30 }; // the size of a numeral, by its digits

/** The drawing of a face, for a die of 100 × 100. `theme` names the pictures that a game has for Fudge dice. */
export function marks(kind, face, theme) {
  if (face === null || face === undefined) return s("text", { class: "mark", x: 50, y: 70, "text-anchor": "middle" }, "?");
  if (kind === "dF") {
    const picture = PICTURES[theme]?.[face];
    return s("path", picture ? { class: "sign picture", d: picture } : { class: "sign", d: SIGNS[face] });
  }
  if (kind === "d6" && PIPS[face]) {
    return PIPS[face].map(([x, y]) => s("circle", { class: face === 1 ? "pip lone" : "pip", cx: x, cy: y, r: face === 1 ? 12 : 9.5 }));
  }
  const size = LONGEST[String(face).length] ?? 30;
  return s("text", { class: "mark", x: 50, y: 50 + size * 0.32, "font-size": size, "text-anchor": "middle" }, String(face));
}
