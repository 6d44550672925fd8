/** Putting dice right: those of the open question, of the last roll, and of any older one. */

import { find, h, show } from "../base/dom.js";
import { notice } from "../base/shell.js";
import * as drafts from "../dice/draft.js";
import { askFace, diceButtons, faceOfKey, pad } from "../dice/editor.js";
import { dieAt } from "../dice/picture.js";
import { diceShown, faceNames } from "../games/any.js";
import { desk, setDraft, tryTo } from "./desk.js";
import { madeRoom, rowOf } from "./log.js";

const UNCHANGED = "Nothing was changed.";
const MENDED = "That roll was put right meanwhile. Look at it again, then correct what is still wrong.";

function otherwise(draft, index) {
  const { lying, beside } = draft.prompt.throw;
  const die = draft.dice[index];
  if (beside) return [{ text: die.thrown ? "It lay there before" : "It was thrown", press: () => setDraft("question", drafts.leaveOut(draft, index)) }];
  if (!(index < lying?.length) || (drafts.isFixed(draft, index) && !die.thrown)) return [];
  return [{ text: die.thrown ? "It was not thrown again" : "It was thrown again", press: () => setDraft("question", drafts.toggle(draft, index)) }];
}

let asking = null; // the draft of the question that the dialog asks about

/** Ask about a die of the open question; what is answered counts only while it is still the same question. */
function askAbout(draft, die, { pick, more = [], ...words }) {
  const still = (then) => (face) => desk.question === draft && then(face);
  asking = draft;
  askFace(die, { ...words, pick: still(pick), more: more.map(({ text, press }) => ({ text, press: still(press) })) });
}

/** Let go of a dialog about dice that are in question no more. */
export function closeStale() {
  if (!asking || asking === desk.question) return;
  asking = null;
  find("face-dialog").close();
}

/** Which face does this die of the open question show? */
export function mendAsked(index) {
  const draft = desk.question;
  if (drafts.isFixed(draft, index)) return setDraft("question", drafts.toggle(draft, index)); // its face is known
  askAbout(draft, draft.dice[index], {
    title: `Die ${index + 1}: which face does it show?`,
    names: faceNames(desk.board),
    pick: (face) => setDraft("question", drafts.setFace(draft, index, face)),
    more: [...otherwise(draft, index), { text: "Remove this die", press: () => removeAsked(index) }],
  });
}

/** Correct one die of an entry of the log, or of the last throw: choose the face, and it is done. */
function correct({ entry, dice }, index) {
  const faces = dice.map((die) => die.face);
  const now = () => [desk.board.last, desk.board.last_throw].find((one) => one?.entry === entry) ?? rowOf(entry); // the log comes after the board
  const mended = () => now()?.dice.some((die, place) => die.face !== faces[place]);
  const send = (face) => (mended() ? notice(MENDED) : tryTo("/api/correct", { entry, faces: faces.with(index, face) }));
  asking = null;
  askFace({ ...dice[index], sure: true }, {
    title: `Die ${index + 1}: which face was it?`,
    names: faceNames(desk.board),
    pick: (face) => (face === faces[index] ? notice(UNCHANGED, "info") : send(face)),
  });
}

/** Correct a die of those that are drawn as lying there. */
export function mendShown(index) {
  const { last, last_throw: before } = desk.board;
  const thrown = last?.dice?.length ? last : before;
  if (thrown?.dice.length === diceShown(desk.board).length) correct(thrown, index);
  else notice("This die belongs to no roll of the log that could be corrected.", "info");
}

/** Correct dice that were rolled under a cup: what was typed is shown to nobody, so all are typed again. */
function mendCovered({ entry, text, covered }) {
  const dialog = find("form-dialog");
  const prompt = { throw: { dice: "d6", counts: [covered], lying: [] } };
  const names = faceNames(desk.board);
  let draft = drafts.fresh(prompt);
  const set = (next) => {
    draft = next;
    draw();
  };
  const send = () => {
    if (drafts.missing(draft)) return;
    dialog.close();
    tryTo("/api/correct", { entry, faces: draft.dice.map((die) => die.face) });
  };
  const draw = () => {
    const problem = drafts.missing(draft);
    show(find("mending"), draft, () => [
      diceButtons(draft.dice, { names, key: "mend", press: (index) => set(drafts.toggle(draft, index)), verb: "Clear it" }),
      pad("d6", names, (face) => set(drafts.enter(draft, face))),
      h("p", { class: "missing" }, problem),
      h("div", { class: "row" }, h("button", { type: "button", class: "primary", "data-key": "mend-send", disabled: Boolean(problem), onclick: send }, "Correct it"), h("button", { type: "button", class: "quiet", "data-key": "mend-cancel", onclick: () => dialog.close() }, "Cancel")),
    ]);
  };
  dialog.replaceChildren(
    h("h2", { id: "form-title" }, `Correct: ${text}`),
    h("p", {}, "Type in what lay there. These dice are nobody else’s to see: everybody but their owner looks away."),
    h("div", { id: "mending", tabindex: -1 }),
  );
  draw();
  dialog.onclose = () => {
    dialog.replaceChildren(); // nothing of what was typed stays on the page
    dialog.onkeydown = null;
  };
  dialog.onkeydown = (event) => {
    const face = event.ctrlKey || event.altKey || event.metaKey ? null : faceOfKey("d6", event.key);
    if (face !== null) set(drafts.enter(draft, face));
    else if (event.key === "Backspace") set(drafts.erase(draft));
    else if (event.key === "Enter" && !drafts.missing(draft) && event.target.dataset.key !== "mend-cancel") send();
    else return;
    event.preventDefault();
  };
  dialog.showModal();
}

/** Correct an older entry: choose the die, then its face. */
export function mendEntry(row) {
  if (!row.dice?.length) return mendCovered(row);
  const dialog = find("form-dialog");
  dialog.replaceChildren(
    h("h2", { id: "form-title" }, `Correct: ${row.text}`),
    h("p", { class: "lead" }, "Choose the die that is wrong."),
    diceButtons(row.dice.map((die) => ({ ...die, sure: true })), { names: faceNames(desk.board), key: "mend", press: (index) => (dialog.close(), correct(row, index)) }),
    row.picture ? h("img", { src: row.picture, alt: "The dice as they were seen", onerror: madeRoom }) : "",
    h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel")),
  );
  dialog.showModal();
}

/** A die that was missed: which face does it show? `at` is where it lies in the picture, where a person has pointed at it. */
export function addMissed(at = null) {
  const draft = desk.question;
  if (!draft) return;
  askAbout(draft, { kind: draft.prompt.throw.dice, face: null }, {
    title: "A die that was missed: which face does it show?",
    names: faceNames(desk.board),
    pick: (face) => setDraft("question", drafts.addDie(draft, face, at)),
  });
}

/** Take a die out of the open question; the keyboard goes on at the next one. */
export function removeAsked(index) {
  if (!desk.question) return;
  setDraft("question", drafts.removeDie(desk.question, index));
  const last = desk.question.dice.length - 1;
  (document.querySelector(`#question [data-die="${Math.min(index, last)}"]`) ?? find("question").querySelector("[data-key=add-die]"))?.focus();
}

/** A tap on the picture: the die there is changed or corrected; where none lies and a roll is asked about, one is added. */
export function tapped(x, y) {
  if (desk.board?.you.role !== "operator") return;
  if (desk.board.question) {
    if (!desk.question) return;
    const index = dieAt(desk.question.dice, x, y);
    if (index >= 0) mendAsked(index);
    else addMissed([x, y]);
    return;
  }
  const index = dieAt(diceShown(desk.board), x, y);
  if (index >= 0) mendShown(index);
}
