/** Putting dice right: those of the open question, of the last roll, and of any older one. */

import { find, h } from "../dom.js";
import * as drafts from "../draft.js";
import { askFace, diceButtons } from "../editor.js";
import { diceShown, faceNames } from "../games/any.js";
import { dieAt } from "../picture.js";
import { notice } from "../shell.js";
import { desk, setDraft, tryTo } from "./desk.js";
import { logged } from "./log.js";

/** Which face does this die of the open question show? */
export function mendAsked(index) {
  const die = desk.question.dice[index];
  const lying = desk.question.prompt.throw.lying?.length > 0;
  askFace(die, {
    title: `Die ${index + 1}: which face does it show?`,
    names: faceNames(desk.board),
    pick: (face) => setDraft("question", drafts.setFace(desk.question, index, face)),
    more: [
      ...(lying && index < desk.question.prompt.throw.lying.length ? [{ text: die.thrown ? "It was not thrown again" : "It was thrown again", press: () => setDraft("question", drafts.toggle(desk.question, index)) }] : []),
      { text: "Remove this die", press: () => setDraft("question", drafts.removeDie(desk.question, index)) },
    ],
  });
}

/** The entry of the log that put the die at `index` on the table, and the die's place in it. */
function origin(index, count) {
  const rolls = [...logged()].filter((one) => one.kind === "action" && !one.undone).reverse();
  for (const one of rolls) {
    const place = drafts.placeIn(one.action, index, count);
    if (place >= 0) return { entry: one.entry, action: one.action, place };
  }
  return null;
}

/** Correct one die of an entered roll: choose the face, and it is done. */
function correct({ entry: number, action, place }, die, index) {
  askFace({ ...die, face: action.faces[place] }, {
    title: `Die ${index + 1}: which face was it?`,
    names: faceNames(desk.board),
    pick: (face) => face !== action.faces[place] && tryTo("/api/correct", { entry: number, action: drafts.withFace(action, place, face) }),
  });
}

/** Correct a die of those that are drawn as lying there. */
export function mendShown(index) {
  const dice = diceShown(desk.board);
  const last = desk.board.last?.action ? drafts.placeIn(desk.board.last.action, index, dice.length) : -1;
  const found = last >= 0 ? { entry: desk.board.last.entry, action: desk.board.last.action, place: last } : origin(index, dice.length);
  if (found) correct(found, dice[index], index);
  else notice("This die belongs to no roll of the log that could be corrected.", "info");
}

/** Correct an older entry: choose the die, then its face. */
export function mendEntry(one) {
  const dialog = find("form-dialog");
  const kind = desk.board.prompts.find((prompt) => prompt.throw)?.throw.dice ?? (one.action.faces.some((face) => face < 1) ? "dF" : "d6");
  const dice = one.action.faces.map((face) => ({ kind, face, sure: true }));
  dialog.replaceChildren(
    h("h2", { id: "form-title" }, `Correct: ${one.text}`),
    h("p", { class: "lead" }, "Choose the die that is wrong."),
    diceButtons(dice, { names: faceNames(desk.board), key: "mend", press: (place) => (dialog.close(), correct({ entry: one.entry, action: one.action, place }, dice[place], place)) }),
    one.picture ? h("img", { src: one.picture, alt: "The dice as they were seen" }) : "",
    h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel")),
  );
  dialog.showModal();
}

/** A tap on the picture: the die there is changed or corrected. */
export function tapped(x, y) {
  if (desk.board?.you.role !== "operator") return;
  if (desk.board.question && desk.question) {
    const index = dieAt(desk.board.question.dice, x, y);
    if (index >= 0 && index < desk.question.dice.length) mendAsked(index);
    return;
  }
  const index = dieAt(diceShown(desk.board), x, y);
  if (index >= 0) mendShown(index);
}
