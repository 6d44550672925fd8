/** The dice before the operator: a roll in question, one that is typed in, and what undo would take back. */

import { button, find, h, show } from "../base/dom.js";
import * as drafts from "../dice/draft.js";
import { diceButtons, pad } from "../dice/editor.js";
import { faceNames, rerolls, undoes } from "../games/any.js";
import { token } from "../players.js";
import { asked, orTyped, task } from "../words.js";
import { desk, drop, reread, sees, send, setDraft, throwers, typeFor, undoText } from "./desk.js";
import { enlarge } from "./log.js";
import { addMissed, mendAsked, removeAsked } from "./mend.js";
import { touchAnswers } from "./touch.js";

/** The open question: what is asked, the dice to tap, and what can be done about them. */
export function drawQuestion() {
  const { board, question: draft } = desk;
  const { question } = board;
  const names = faceNames(board);
  find("question").hidden = !question;
  find("reread").hidden = Boolean(question) || board.over || !sees(); // the question has its own
  show(find("question"), [question, draft, board.prompts, names, sees()], () => {
    if (!question) return [];
    const problem = draft && drafts.missing(draft);
    return [
      h("h2", {}, task(draft, question)),
      h("ul", { class: "asks" }, asked(question).map((words) => h("li", {}, words))),
      touchAnswers(board),
      draft &&
        diceButtons(draft.dice, {
          names,
          key: "ask",
          press: mendAsked,
          verb: "Change it",
          note: (die, index) => (die.thrown ? "" : drafts.isFixed(draft, index) ? "bound" : "stayed"),
          remove: removeAsked,
        }),
      draft && question.picture && drafts.isShort(draft) && h("p", {}, "One was missed? Tap its place in the picture."),
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
        draft && button("Add a die", "add-die", () => addMissed()),
        sees() && button("Read again", "ask-again", reread),
        question.alone ? null : button("Drop this roll", "drop", drop),
        question.picture && button("See the picture", "ask-picture", () => enlarge(question.picture, "The roll in question")),
      ),
    ];
  });
}

/** Whose dice are typed in, where several seats throw at once. */
function whose({ seat }) {
  const prompts = throwers(desk.board);
  if (prompts.length < 2) return null;
  return h(
    "div",
    { class: "row", role: "group", "aria-label": "Whose dice" },
    prompts.map((prompt) => {
      const name = desk.board.players[prompt.seat];
      return button([token(prompt.seat, name), h("bdi", {}, name)], `whose-${prompt.seat}`, () => typeFor(prompt.seat), { class: "chip", "aria-pressed": String(prompt.seat === seat) });
    }),
  );
}

function entryBody(draft, names) {
  const { lying, dice, hidden, fixed } = draft.prompt.throw;
  const again = lying?.length > 0;
  const problem = drafts.missing(draft);
  const set = (next) => setDraft("entry", next);
  const { hint, verb, binds } = rerolls(desk.board, draft.prompt);
  const bound = (die, index) => drafts.isFixed(draft, index) || (binds && !die.thrown && draft.dice.some((one) => one.thrown));
  return [
    whose(draft.prompt),
    hidden && h("p", { class: "needs" }, "These dice are nobody else’s to see: everybody but their owner looks away while they are typed in."),
    again && fixed?.length > 0 && h("p", { class: "needs" }, "Bound dice stay as they lie."),
    again && h("p", { class: "needs" }, hint),
    diceButtons(draft.dice, {
      names,
      key: "slot",
      press: (index) => set(drafts.toggle(draft, index)),
      verb: again ? verb : "Clear it",
      note: (die, index) => (again && bound(die, index) ? "bound" : again && die.thrown ? "thrown" : ""),
      still: (index) => drafts.isFixed(draft, index),
    }),
    pad(dice, names, (face) => set(drafts.enter(draft, face))),
    h(
      "div",
      { class: "row" },
      button(again ? "Enter this reroll" : "Enter this roll", "enter", () => send(draft), { class: "primary", disabled: Boolean(problem) }),
      h("p", { class: "missing" }, [problem, drafts.further(draft)].filter(Boolean).join(" ")),
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
  const several = throwers(board).length > 1;
  const text = draft && (several ? `${board.players[draft.prompt.seat]}: ${draft.prompt.text}` : draft.prompt.text);
  const title = again === "true" || draft?.prompt.throw.hidden ? text : draft && orTyped({ ...draft.prompt, text });
  show(find("entry-title"), title, () => title);
  show(find("entry-body"), [draft, throwers(board), faceNames(board), box.hidden], () => (box.hidden ? [] : entryBody(draft, faceNames(board))));
}

/** What was done last, to be taken back, in a few words; all of them are its title. */
export function drawUndo(undo) {
  const whole = undoText();
  const own = whole === desk.board.last?.text ? undoes(desk.board) : "";
  const text = !whole ? "Nothing to undo" : own ? `Undo ${own}` : `Undo: ${whole.replace(/(?<=[.!?]) .*$/, "")}`;
  show(find("undo-place"), [text, whole], () => button(text, "undo", undo, { class: "cut", title: whole || null, "aria-description": whole || null, disabled: !whole }));
}
