/** What the operator does next: settle the question, type a roll in, choose, or fill in a form. */

import { find, h, show } from "../dom.js";
import * as drafts from "../draft.js";
import { diceButtons, pad } from "../editor.js";
import { choice, faceNames, formWords } from "../games/any.js";
import { asked, task } from "../words.js";
import { desk, drop, reread, sees, send, setDraft, tryTo, undoText } from "./desk.js";
import { askFields } from "./form.js";
import { enlarge } from "./log.js";
import { mendAsked } from "./mend.js";

function button(text, key, onclick, more = {}) {
  return h("button", { type: "button", "data-key": key, onclick, ...more }, text);
}

/** The open question: what is asked, the dice to tap, and what can be done about them. */
export function drawQuestion() {
  const { board, question: draft } = desk;
  const { question } = board;
  const names = faceNames(board);
  find("question").hidden = !question;
  find("reread").hidden = Boolean(question) || !sees(); // the question has its own
  show(find("question"), [question, draft, names, sees()], () => {
    if (!question) return [];
    const problem = draft && drafts.missing(draft);
    return [
      h("h2", {}, task(draft)),
      h("ul", { class: "asks" }, asked(question).map((words) => h("li", {}, words))),
      draft &&
        diceButtons(draft.dice, {
          names,
          key: "ask",
          press: mendAsked,
          verb: "Change it",
          note: (die) => (die.thrown ? "" : "stayed"),
          remove: (index) => setDraft("question", drafts.removeDie(draft, index)),
        }),
      draft &&
        h(
          "div",
          { class: "row" },
          button("Confirm", "confirm", () => send(draft), { class: "big primary", disabled: Boolean(problem), "aria-describedby": "lacking" }),
          h("p", { id: "lacking", class: "missing" }, problem),
        ),
      h(
        "div",
        { class: "row" },
        draft && button("Add a die", "add-die", () => setDraft("question", drafts.addDie(draft))),
        sees() && button("Read again", "ask-again", reread),
        button("Drop this roll", "drop", drop),
        question.picture && button("See the picture", "ask-picture", () => enlarge(question.picture, "The roll in question")),
      ),
    ];
  });
}

function entryBody(draft, names) {
  const { lying, dice } = draft.prompt.throw;
  const again = lying?.length > 0;
  const problem = drafts.missing(draft);
  const set = (next) => setDraft("entry", next);
  return [
    again && h("p", { class: "needs" }, "Tap the dice that were thrown again, then enter their new faces."),
    diceButtons(draft.dice, {
      names,
      key: "slot",
      press: (index) => set(drafts.toggle(draft, index)),
      verb: again ? "Thrown again or not" : "Clear it",
      note: (die) => (again && die.thrown ? "thrown" : ""),
    }),
    pad(dice, names, (face) => set(drafts.enter(draft, face))),
    h(
      "div",
      { class: "row" },
      button(again ? "Enter this reroll" : "Enter this roll", "enter", () => send(draft), { class: "primary", disabled: Boolean(problem) }),
      problem && h("p", { class: "missing" }, problem),
    ),
  ];
}

/** The roll to be typed in. */
export function drawEntry() {
  const { board, entry: draft } = desk;
  const box = find("entry");
  const again = String(Boolean(draft?.prompt.throw.lying?.length));
  box.hidden = !draft || Boolean(board.question);
  if (box.dataset.again !== again) {
    box.open = again === "false"; // before the roll it is what is awaited, after it one thing among others
    box.dataset.again = again;
  }
  const text = draft?.prompt.text;
  show(find("entry-title"), [text, again], () => (again === "true" ? text : `${text}, or type them in`));
  show(find("entry-body"), [draft, faceNames(board), box.hidden], () => (box.hidden ? [] : entryBody(draft, faceNames(board))));
}

function choiceButton(board, action) {
  const { title, points, note } = choice(board, action);
  const counts = points !== null && points !== undefined;
  return button(
    [h("span", {}, title), counts && h("span", { class: "points" }, String(points))],
    `choice-${JSON.stringify(action)}`,
    () => tryTo("/api/act", { action }),
    { class: points ? "brings" : null, "data-choice": points ?? "", title: note || null },
  );
}

/** The complete actions as buttons, and the ones that need numbers as buttons to a form. */
export function drawChoices() {
  const { board } = desk;
  const choices = board.prompts.filter((prompt) => prompt.choices?.length);
  const forms = board.prompts.filter((prompt) => prompt.fields?.length);
  const kinds = [...new Set(forms.map((prompt) => prompt.kind))];
  show(find("choices"), [choices, forms, board.view], () => [
    choices.map((prompt) => [h("h2", {}, prompt.text), h("div", { class: "choices" }, prompt.choices.map((action) => choiceButton(board, action)))]),
    h(
      "div",
      { class: "row" },
      kinds.map((kind) => {
        const ways = forms.filter((prompt) => prompt.kind === kind);
        return button(`${formWords(board, ways[0]).title}…`, `form-${kind}`, () => askFields(ways, board, (action) => tryTo("/api/act", { action })), { class: "quiet" });
      }),
    ),
  ]);
}

/** What was done last, to be taken back; too long a text is cut where it is shown, not where it is said. */
export function drawUndo(undo) {
  const text = undoText() ? `Undo: ${undoText()}` : "Nothing to undo";
  show(find("undo-place"), text, () => button(text, "undo", undo, { class: "cut", title: text, "aria-label": text, disabled: !undoText() }));
}
