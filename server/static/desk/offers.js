/** What may be chosen or filled in now, a heading for each kind of thing; where several seats may do it, a button for each. */

import { button, find, h, show } from "../base/dom.js";
import { drawDie } from "../dice/dice.js";
import { choice, faceNames, formWords, picked, spare } from "../games/any.js";
import { token } from "../players.js";
import { seatsInTurn } from "../words.js";
import { desk, take } from "./desk.js";
import { askFields, promptForm, settled } from "./form.js";

const SHORT = 2; // fields; a longer form opens in a dialog

/** Prompts of one kind, by seat: `[[prompt…]…]`. */
function bySeat(prompts) {
  return [...new Set(prompts.map((prompt) => prompt.seat))].map((seat) => prompts.filter((prompt) => prompt.seat === seat));
}

function who(seat) {
  const name = desk.board.players[seat];
  return [token(seat, name), h("bdi", {}, name)];
}

function choiceButton(action) {
  const { title, points, note } = choice(desk.board, action);
  const counts = points !== null && points !== undefined;
  const face = picked(action);
  return button(
    face === null ? [h("span", {}, title), counts && h("span", { class: "points" }, String(points))] : drawDie({ kind: "d6", face, sure: true }, faceNames(desk.board), true),
    `choice-${JSON.stringify(action)}`,
    () => take(action),
    { class: points ? "brings" : null, "data-choice": points ?? "", title: note || null, "aria-label": face === null ? null : title },
  );
}

/** The choices of one seat; `named` where others may act now, too. */
function choices(prompt, named) {
  const [only, ...more] = prompt.choices;
  const title = named ? `${desk.board.players[prompt.seat]}: ${prompt.text}` : prompt.text;
  if (more.length) return [h("h2", {}, title), h("div", { class: picked(only) === null ? "choices" : "choices drawn" }, prompt.choices.map(choiceButton))];
  return h("div", { class: "choices single" }, choiceButton(only));
}

/** Several seats may each do one and the same thing: a button a seat, and one for all. */
async function allOf(actions) {
  for (const action of actions) if (!(await take(action))) return;
}

function together(prompts) {
  const actions = prompts.map((prompt) => prompt.choices[0]);
  return [
    h("h2", {}, prompts[0].text),
    h("div", { class: "row" }, actions.map((action) => button(who(action.seat), `choice-${JSON.stringify(action)}`, () => take(action), { "aria-label": `${desk.board.players[action.seat]}: ${prompts[0].text}`, "data-choice": "" })), button("All of them", `all-${prompts[0].kind}`, () => allOf(actions), { class: "primary" })),
  ];
}

function chosen(prompts) {
  const one = (prompt) => prompt.choices.length === 1;
  if (prompts.length > 1 && prompts.every(one)) return together(prompts);
  return prompts.map((prompt) => choices(prompt, seatsInTurn(desk.board).length > 1));
}

function form(ways) {
  const [prompt] = ways;
  const { title, text } = formWords(desk.board, prompt);
  const short = ways.length === 1 && prompt.fields.filter((field) => !settled(field)).length <= SHORT && prompt.fields.every((field) => !field.count);
  if (short) return h("section", { class: "card offer" }, h("h2", {}, title), text ? h("p", { class: "needs" }, text) : null, promptForm(prompt, desk.board, take));
  return button(`${title}…`, `form-${prompt.kind}`, () => askFields(ways, desk.board, take), { class: "quiet" });
}

/** Forms of one kind: one seat's, or a heading for each thing that several seats may do, and a button for each of them. */
function filledIn(prompts) {
  const seats = bySeat(prompts);
  if (seats.length === 1) return form(seats[0]);
  const texts = [...new Set(seats.map(([prompt]) => prompt.text))];
  return texts.map((text) => {
    const some = seats.filter(([prompt]) => prompt.text === text);
    return [h("h2", {}, formWords(desk.board, some[0][0]).heading ?? text), h("div", { class: "row" }, some.map(seatButton))];
  });
}

function seatButton(ways) {
  const [{ kind, seat, text }] = ways;
  return button(who(seat), `form-${kind}-${seat}`, () => askFields(ways, desk.board, take), { "aria-label": `${desk.board.players[seat]}: ${text}` });
}

/** Draw it all, in the order of the prompts. */
export function drawOffers() {
  const { board } = desk;
  const offered = board.prompts.filter((prompt) => !prompt.throw && !spare(board, prompt));
  const kinds = [...new Set(offered.map((prompt) => prompt.kind))];
  show(find("choices"), [offered, board.view], () =>
    kinds.map((kind) => {
      const prompts = offered.filter((prompt) => prompt.kind === kind);
      return prompts[0].fields?.length ? filledIn(prompts) : chosen(prompts);
    }),
  );
}
