/** How fair each set of dice is: a sentence, a chart, and the figures for those who want them. */

import { find, h } from "../base/dom.js";
import { notice } from "../base/shell.js";
import { drawing, told } from "./asking.js";

const KINDS = { d6: "Six-sided dice", dF: "Fudge dice" };
const FINDINGS = { "too few": "Too few throws yet", even: "Nothing odd", perhaps: "Perhaps odd", odd: "Looks odd" };
const METHODS = { exact: "exact test", "chi-square": "chi-square distribution" };

let asked = 0;

function named(set) {
  return KINDS[set] ?? (/^d\d+$/.test(set) ? `${set.slice(1)}-sided dice` : set);
}

function chance(p) {
  return p < 0.0001 ? "less than 0.0001" : p.toPrecision(2);
}

function figures(one) {
  const lines = [
    ["Dice thrown", one.thrown],
    ["Expected of each face", one.expected.toFixed(1)],
    ["Chi-square", `${one.chi_square.toFixed(2)}, ${one.faces.length - 1} degrees of freedom`],
    ["p-value", `${chance(one.p)} (${METHODS[one.method]})`],
    ["A verdict needs", `about ${one.needed} dice thrown`],
  ];
  return h("details", {}, h("summary", {}, "Figures"), h("dl", { class: "figures" }, lines.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value))))));
}

async function card(one, source) {
  const chart = await drawing(`/api/fairness.svg?${new URLSearchParams({ set: one.set, source })}`);
  return h(
    "article",
    { class: "card fair" },
    h("div", { class: "heading" }, h("h3", {}, h("bdi", {}, named(one.set))), h("p", { class: `finding ${one.finding.replace(" ", "-")}` }, FINDINGS[one.finding])),
    h("p", {}, one.sentence),
    h("figure", {}, chart, h("figcaption", { class: "needs" }, "The dashed line is what is expected; in the band a face of fair dice stays in 95 of 100 cases.")),
    figures(one),
  );
}

async function draw(source) {
  const mine = (asked += 1);
  try {
    const { sets, note, unreadable } = await told(`/api/fairness?source=${source}`);
    const cards = await Promise.all(sets.map((one) => card(one, source)));
    if (mine !== asked) return;
    const left = unreadable ? ` ${unreadable === 1 ? "One game" : `${unreadable} games`} could not be read, and ${unreadable === 1 ? "is" : "are"} left out.` : "";
    find("sets").replaceChildren(h("p", { class: "needs" }, `${note}${left}`), ...cards);
  } catch (problem) {
    notice(problem.message);
  }
}

/** Draw the charts, and anew when other throws are asked for. */
export function drawFairness() {
  const source = find("source");
  source.addEventListener("change", () => draw(source.value));
  draw(source.value);
}
