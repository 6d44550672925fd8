/** Any game on the pages, from standings and prompts alone; a game that has a module of its own adds to it. */

import { h } from "../base/dom.js";
import { plain } from "../base/text.js";
import { scoreOf } from "../motion/scores.js";
import { token } from "../players.js";
import * as attributes from "./attributes.js";
import * as fate from "./fate.js";
import * as ladder from "./ladder.js";
import * as liarsDice from "./liars-dice.js";
import * as rift from "./rift.js";

const TURNS = ["die", "face"]; // what a prompt asks for that turns a die over
const FIELDS = { opponent: "player", bidder: "player", target: "player", other: "player", die: "die", face: "face", quantity: "count" };

const OWN = { rift, crag: rift, "liars-dice": liarsDice, fate, "4df": ladder, attributes };

const any = {
  sheet(board) {
    const turns = new Set(board.prompts.map((prompt) => prompt.seat));
    return h(
      "table",
      { class: "standings" },
      h("caption", { class: "visually-hidden" }, "Scores"),
      h("thead", { class: "visually-hidden" }, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "Score"))),
      h(
        "tbody",
        {},
        board.standings.map((standing) => {
          const inTurn = turns.has(standing.seat);
          const extra = Object.entries(standing.extra ?? {}).map(([name, value]) => `${plain(name)} ${value}`);
          return h(
            "tr",
            { class: board.winners.includes(standing.seat) ? "won" : inTurn ? "in-turn" : null },
            h("th", { scope: "row" }, h("span", { class: "who" }, token(standing.seat, standing.player), h("bdi", {}, standing.player)), extra.length ? h("span", { class: "needs" }, extra.join(" · ")) : null),
            h("td", { class: "total" }, any.points(board, standing)),
          );
        }),
      ),
    );
  },
  facts: () => [],
  choice(_board, action) {
    const values = Object.entries(action)
      .filter(([name]) => name !== "kind" && name !== "seat")
      .map(([, value]) => plain(Array.isArray(value) ? value.join(" ") : value));
    return { title: [plain(action.kind), ...values].join(" "), points: null, note: "" };
  },
  formWords: (_board, prompt) => ({ title: prompt.text, text: "", labels: {} }),
  faceNames: () => null,
  dice: () => null,
  dressed: (_board, dice) => dice,
  rerolls: () => ({ hint: "Tap the dice that were thrown again, then enter their new faces.", verb: "Thrown again or not", binds: false }),
  drawsDice: () => false,
  isTrick: (_board, prompt) => TURNS.every((name) => prompt.fields?.some((field) => field.name === name)),
  fieldKind: (_board, field) => FIELDS[field.name] ?? "number",
  progress: () => "",
  awaitsWord: () => "Throw the dice",
  spare: () => false,
  out: () => false,
  may: () => "",
  about: () => [],
  grave: () => false,
  shut: () => "",
  tellsLast: () => false,
  undoes: () => "",
  anybody: () => null,
  gist: () => null,
  unit: () => "",
  points: (_board, standing) => scoreOf(standing.seat, standing.score),
  won: (board) => `with ${board.standings.find((one) => one.seat === board.winners[0])?.score} points`,
  cup: (board) => ({ dice: (board.view.mine?.dice ?? []).map((face) => ({ kind: "d6", face, sure: true })), notes: [] }),
};

/** Ask the game's own module, and fall back on what works for any game when its view is not as expected. */
function own(name) {
  return (board, ...rest) => {
    try {
      const answer = OWN[board.game?.name]?.[name]?.(board, ...rest);
      if (answer !== null && answer !== undefined) return answer;
    } catch (problem) {
      console.warn(`${board.game?.name}: ${problem.message}`);
    }
    return any[name](board, ...rest);
  };
}

export const sheet = own("sheet");
export const facts = own("facts");
export const choice = own("choice");
/** The face of a choice that is of a face and nothing else, which is drawn; else null. */
export function picked(action) {
  const names = Object.keys(action).filter((name) => name !== "kind" && name !== "seat");
  return names.length === 1 && names[0] === "face" ? action.face : null;
}
/**
 * What a form is called, what it is for, and its fields' names where they need better ones: `{title, text, labels}`. Further,
 * where there are any, the `heading` over the forms of several seats, and `submit(action)`, which says what its button does.
 */
export const formWords = own("formWords");
/** How the faces look and are called (see dice.js). */
export const faceNames = own("faceNames");
/** Whether a prompt is a trick by which a lying die is turned over, its fields `die` and `face`: it may be done, but is not awaited. */
export const isTrick = own("isTrick");
/** What a field of a prompt is filled in with: a "player", a "die" by its place, a "face", a "count" of dice, or any "number". */
export const fieldKind = own("fieldKind");
/** How far the game has come, in words that follow "in": "round 3"; an empty text where nobody counts. */
export const progress = own("progress");
/** What is said while a throw is awaited and none of its dice lies there yet. */
export const awaitsWord = own("awaitsWord");
/** Whether a prompt need not be shown, as another does all that it does. */
export const spare = own("spare");
/** Whether a seat is out of the game while others play on. */
export const out = own("out");
/** What a seat may do at any time, in words, where it is nobody's turn; an empty text otherwise. */
export const may = own("may");
/** What a prompt is about, to be drawn above its choice or its form where its own words do not say it. */
export const about = own("about");
/** A choice that ends something is asked about once more: `{question, yes, no}`; false for any other. */
export const grave = own("grave");
/** Why the picture of the tray is shut, in words; an empty text while it is open. */
export const shut = own("shut");
/** What stands beneath the winner's name. */
export const won = own("won");
/** How a throw of some of the lying dice is entered, in the game's word: `{hint, verb, binds}`, `binds` where those that stay are chosen. */
export const rerolls = own("rerolls");
/** Whether the game's own part of the board draws the dice that lie there. */
export const drawsDice = own("drawsDice");
/** Whether the game's own part of the board tells what was done last, so that nothing else need. */
export const tellsLast = own("tellsLast");
/** What was done last, for the button that undoes it, where its own words are many; an empty text otherwise. */
export const undoes = own("undoes");
/** What is going on while it is nobody's turn that the table knows of: `{word, text}`, or null. */
export const anybody = own("anybody");
/** What the game has to show where there is little room: `{draw(), text}`, the text "" where the last words will do; or null. */
export const gist = own("gist");
/** What a score counts, where it is no points. */
export const unit = own("unit");
/** A standing's score as it is drawn. */
export const points = own("points");
/** The dice that lie there as the game has them, by their places; null where it tells of none. */
export const gameDice = own("dice");
const dressed = own("dressed");
/** What a seat alone may see of its own: `{dice, notes}`, the notes as sentences. */
export const cup = own("cup");

/**
 * The dice to draw: those of the open question, else those of the last roll, which lie there until the next one.
 * A person or a sure reading stands behind an entered roll, so its dice are drawn as sure.
 */
export function diceShown(board) {
  if (board.question) return board.question.dice.map((die, index) => ({ ...die, stayed: board.question.stayed?.includes(index) }));
  const thrown = board.last?.dice?.length ? board.last.dice : (gameDice(board) ?? board.last_throw?.dice ?? []);
  return dressed(board, thrown.map((die) => ({ ...die, sure: true })));
}
