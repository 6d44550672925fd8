/** How well the camera sees: a meter for each thing that may be wrong, measured again and again. */

import { now } from "../base/board-state.js";
import { find, h, show } from "../base/dom.js";
import { stands } from "../base/standing.js";

const EVERY_MS = 1_000; // after the last measurement was answered
const PATIENCE_MS = 8_000;
const TITLES = { light: "Light", glare: "Glare", focus: "Focus", size: "Size", slant: "Slant" };
const LEVELS = { good: "Good", fair: "Could be better", poor: "Will not do", unknown: "Not known yet" };
const RANK = ["poor", "fair", "unknown", "good"];
const IN_ALL = {
  good: ["ok", "All is well"],
  unknown: ["await", "Lay a die on the table"],
  fair: ["await", "It works, and could be better"],
  poor: ["lost", "Something will not do yet"],
};

const known = new Map();
let measured = ""; // the camera that these are of

/** What only dice tell is told on while they are away or roll. */
function kept(meters) {
  for (const meter of meters) if (meter.level !== "unknown") known.set(meter.about, meter);
  return meters.map((meter) => known.get(meter.about) ?? meter);
}

function meter({ about, level, text }) {
  return h("li", { class: `meter ${level}` }, h("span", { class: "sign", "aria-hidden": "true" }), h("div", {}, h("p", {}, h("strong", {}, TITLES[about]), h("span", { class: "level" }, LEVELS[level])), h("p", {}, text)));
}

function draw(meters) {
  show(find("meters"), meters, () => meters.map(meter));
  const worst = RANK.find((level) => meters.some((one) => one.level === level));
  stands(find("view-state"), ...(IN_ALL[worst] ?? ["none", "No picture yet"]));
}

async function look() {
  const answer = await fetch("/api/setup/view", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  const told = await answer.json();
  if (answer.ok) {
    if (told.camera.url !== measured) known.clear();
    measured = told.camera.url;
    draw(kept(told.meters));
  } else if (answer.status === 409) {
    draw([]);
    stands(find("view-state"), "await", told.error);
  }
}

/** Measure from now on: one question at a time, so that a slow machine is asked no faster than it answers. */
export async function measure() {
  // What does not answer is asked again; the page says by itself when the server is gone.
  if (!document.hidden && now()?.you?.role === "operator") await look().catch(() => {});
  setTimeout(measure, EVERY_MS);
}
