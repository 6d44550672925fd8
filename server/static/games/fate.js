/** Tinkering With Fate on the pages: the hand as it is reckoned, in the theme's pictures, and who is how near the target. */

import { h, several } from "../base/dom.js";
import { drawDie } from "../dice/dice.js";
import { scoreOf } from "../motion/scores.js";
import { crown, token } from "../players.js";

const [PLUS, BLANK, MINUS] = [1, 0, -1];

function faces(board) {
  return Object.fromEntries(board.view.theme.faces.map((face) => [face.face, face.name]));
}

/** How the faces are called and drawn; ordinary dice show their pips, and what they mean beneath. */
export function faceNames(board) {
  const { map, theme } = board.view;
  const names = faces(board);
  return { theme: theme.name, names: map ? Object.fromEntries(map.map((sign, index) => [index + 1, names[sign]])) : names };
}

/** The hand as it is reckoned: pairs of + and 0, then each − if there is a pair, then what counts nothing. */
function reckoned(hand) {
  const of = (sign) => hand.filter((one) => one === sign).length;
  const pairs = Math.min(of(PLUS), of(BLANK));
  const rest = [...Array(of(PLUS) - pairs).fill(PLUS), ...Array(of(BLANK) - pairs).fill(BLANK)];
  const minus = Array(of(MINUS)).fill(MINUS);
  const groups = [...Array(pairs).fill([PLUS, BLANK]), ...(pairs ? minus.map((sign) => [sign]) : [])];
  return { pairs, extra: pairs ? minus.length : 0, groups, idle: pairs ? rest : [...rest, ...minus] };
}

function drawn(board, sign) {
  return drawDie({ kind: "dF", face: sign, sure: true }, { theme: board.view.theme.name, names: faces(board) }, true);
}

function inWords(board, { pairs, extra }) {
  const names = faces(board);
  if (!pairs) return `Without a pair of ${names[PLUS]} and ${names[BLANK]} it is worth nothing.`;
  return `${several(pairs, "pair", "pairs")} of ${names[PLUS]} and ${names[BLANK]}${extra ? `, and ${extra} for ${names[MINUS]}` : ""}.`;
}

function hand(board) {
  const { view } = board;
  const reckoning = reckoned(view.hand);
  const left = view.stage === "play" ? (view.fudges_left ? `${several(view.fudges_left, "fudge", "fudges")} left` : "No fudge left: take toll") : "";
  return h(
    "div",
    { class: "moment" },
    h("p", { class: "verdict" }, `Worth ${view.worth}`),
    h(
      "div",
      { class: "reckoning", "aria-hidden": "true" },
      reckoning.groups.map((group) => h("span", { class: "group" }, group.map((sign) => drawn(board, sign)))),
      reckoning.idle.length ? h("span", { class: "group idle" }, reckoning.idle.map((sign) => drawn(board, sign))) : null,
    ),
    h("p", { class: "lead" }, [inWords(board, reckoning), left].filter(Boolean).join(" ")),
  );
}

function invitation(board) {
  const { stage, target } = board.view;
  const names = faces(board);
  if (stage === "over") return null;
  const words = { play: ["Cast lots", `First to ${target} points. A ${names[PLUS]} with a ${names[BLANK]} is a point, and each ${names[MINUS]} one more.`], final: ["Final casts", `The target is reached. Everybody else casts once more, without a fudge.`], tied: ["Tied", "The leaders cast once each until one leads."] }[stage];
  return h("div", { class: "moment" }, h("p", { class: "verdict" }, words[0]), h("p", { class: "lead" }, words[1]));
}

function row(board, person) {
  const { turn, target, casters } = board.view;
  const won = board.winners.includes(person.seat);
  const bar = h("span", { class: "reach", "aria-hidden": "true" }, h("i"));
  bar.style.setProperty("--part", Math.min(person.score / target, 1));
  return h(
    "tr",
    { class: won ? "won" : turn === person.seat ? "in-turn" : null },
    h("th", { scope: "row" }, h("span", { class: "who" }, token(person.seat, person.player), h("bdi", {}, person.player), won ? crown() : null), casters.includes(person.seat) ? h("span", { class: "needs" }, "has still to cast") : null),
    h("td", { class: "way" }, bar),
    h("td", { class: "total" }, scoreOf(person.seat, person.score)),
  );
}

/** What lies there and what it is worth, and everybody's points on the way to the target. */
export function sheet(board) {
  const { view } = board;
  return h(
    "div",
    { class: view.players.length > 5 ? "stage crowd" : "stage" },
    view.dice.length ? hand(board) : invitation(board),
    h(
      "table",
      { class: "standings" },
      h("caption", { class: "visually-hidden" }, "Points"),
      h("thead", { class: "visually-hidden" }, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, `On the way to ${view.target}`), h("th", { scope: "col" }, "Points"))),
      h("tbody", {}, view.players.map((person) => row(board, person))),
    ),
  );
}

/** Where the game stands. */
export function facts(board) {
  const { view } = board;
  const signs = view.map ? faceSigns(board) : "";
  return [["Target", view.target], signs && ["Pips", signs]].filter(Boolean);
}

/** "1 2 rod, 3 4 string, 5 6 scissors". */
function faceSigns(board) {
  const names = faces(board);
  return [MINUS, BLANK, PLUS].map((sign) => `${board.view.map.flatMap((one, index) => (one === sign ? [index + 1] : [])).join(" ")} ${names[sign]}`).join(", ");
}

/** What a choice says on its button. */
export function choice(board, action) {
  return action.kind === "toll" ? { title: "Take toll", points: board.view.worth, note: "The hand scores, and the turn ends" } : null;
}

/** The dice that lie there; while none do, those of the last throw. */
export function dice(board) {
  const { view } = board;
  return view.dice.length ? view.dice.map((face) => ({ kind: view.dice_kind, face, sure: true })) : null;
}

/** Who fudges fate chooses what is bound. */
export function rerolls() {
  return { hint: "Tap the dice to bind: all others are thrown again. Then enter their new faces.", verb: "Bind it or not", binds: true };
}

/** Bound dice are marked. */
export function dressed(board, shown) {
  const { bound, dice: lying } = board.view;
  return lying.length === shown.length ? shown.map((die, index) => (bound.includes(index) ? { ...die, mark: "bound" } : die)) : shown;
}
