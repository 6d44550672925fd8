/** A die that a hand has turned over: what that may be in the game, and which face counts. */

import { button, h } from "../base/dom.js";
import { faceWords } from "../dice/dice.js";
import { faceNames, fieldKind, formWords, isTrick } from "../games/any.js";
import { desk, drop, enter, take, tryTo } from "./desk.js";
import { askFields } from "./form.js";

/** A face as it is said of the die: pips as a number, signs as the game calls them. */
function called(board, kind, face) {
  return faceWords(kind === "dF" ? faceNames(board) : null, kind, face);
}

function takes(board, prompt, kind, value) {
  return prompt.fields.some((field) => fieldKind(board, field) === kind && (field.among?.length ? field.among.includes(value) : field.low <= value && value <= field.high));
}

/** The prompts by which this die may be turned to this face, of the first seat that may. */
function tricks(board, { die, face }) {
  const ways = board.prompts.filter((prompt) => isTrick(board, prompt) && takes(board, prompt, "die", die) && takes(board, prompt, "face", face));
  return ways.filter((prompt) => prompt.seat === ways[0].seat);
}

/** The throw that it was if the dice were thrown again, where the game awaits such a one; else nothing. */
function again(board, touched) {
  const places = touched.map((touch) => touch.die);
  const fits = ({ lying = [], counts, fixed = [] }) => counts.includes(places.length) && places.every((die) => die < lying.length && !fixed.includes(die));
  const prompt = board.prompts.find((one) => one.throw && fits(one.throw));
  const faces = touched.reduce((lying, { die, face }) => lying.with(die, face), prompt?.throw.lying ?? []);
  return prompt && { throw: { seat: prompt.seat, kind: prompt.kind, faces, thrown: places } };
}

/** Where only hands have moved dice: the roll is put right, stays as it was, or it was a throw after all. */
function verdicts(board, touched) {
  const thrown = board.last_throw;
  const faces = thrown?.dice.map((die) => die.face) ?? [];
  const known = touched.every(({ die, was }) => faces[die] === was);
  const said = (name) => touched.map((touch) => called(board, board.question.dice[touch.die].kind, touch[name])).join(" and ");
  const turned = () => touched.reduce((now, { die, face }) => now.with(die, face), faces);
  const thrownAgain = again(board, touched);
  return [
    known && button(`${said("face")} counts: correct the roll`, "touch-counts", () => tryTo("/api/correct", { entry: thrown.entry, faces: turned() })),
    button(`${said("was")} counts: it is turned back`, "touch-back", drop),
    thrownAgain && button("It was thrown again", "touch-thrown", () => enter(thrownAgain)),
  ];
}

/** Buttons for what is to become of the dice that were turned over, where there are any. */
export function touchAnswers(board) {
  const { touched = [], alone, dice } = board.question;
  if (!touched.length) return null;
  const forms = touched.map((touch) => {
    const ways = tricks(board, touch);
    if (!ways.length) return null;
    const [was, face] = [touch.was, touch.face].map((one) => called(board, dice[touch.die].kind, one));
    const words = `Die ${touch.die + 1}, turned from ${was} to ${face}: ${formWords(board, ways[0]).title}…`;
    const preset = Object.fromEntries(ways[0].fields.map((field) => [field.name, touch[fieldKind(board, field)]]));
    return button(words, `touch-${touch.die}`, () => askFields(ways, desk.board, take, { preset }), { class: "primary" });
  });
  return h("div", { class: "row" }, forms, alone ? verdicts(board, touched) : null);
}
