/** The operator's table: the live picture, what is awaited, and everything that puts a mistake right. */

import { act, now, on, Refused } from "../board-state.js";
import { find, h, show } from "../dom.js";
import * as drafts from "../draft.js";
import { askFace, diceButtons, faceOfKey, pad } from "../editor.js";
import { choice, diceShown, faceNames, facts, sheet } from "../games/any.js";
import { dieAt, livePicture } from "../picture.js";
import { token } from "../players.js";
import { hush, notice, open, say } from "../shell.js";
import { awaited, plain, seatsInTurn, status, verdict } from "../words.js";
import { askFields } from "./form.js";
import { drawLog, enlarge, logged } from "./log.js";

const SHORTCUTS = "croupier-shortcuts"; // where the browser keeps whether single keys work

let board = null;
let phase = "empty";
let question = null; // the draft of the open question
let entry = null; // the draft of the roll that is typed in
let keys = {}; // what each draft was made from

/** Do what a person asked for: the new board comes by itself, a refusal is said in the one place for it. */
async function tryTo(path, body) {
  hush();
  try {
    await act(path, body);
    return true;
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const legal = [...new Set(refused.legal.map((prompt) => prompt.text ?? prompt))];
    notice(refused.status === 422 && legal.length ? `${refused.message} Now: ${legal.join("; ")}.` : refused.message);
    return false;
  }
}

const undo = () => board.last?.undoable && tryTo("/api/undo");
const reread = () => tryTo("/api/reread");
const drop = () => board.question && tryTo("/api/dismiss");

function remake(name, from, make) {
  const text = JSON.stringify(from);
  if (keys[name] === text) return null;
  keys = { ...keys, [name]: text };
  return make();
}

function throwPrompt() {
  const awaiting = board.prompts.filter((prompt) => prompt.throw);
  return awaiting.find((prompt) => !prompt.throw.lying?.length) ?? awaiting[0] ?? null;
}

function newDrafts() {
  const prompt = throwPrompt();
  const from = [board.question, board.prompts.map((one) => one.throw)];
  const asked = remake("question", from, () => [board.question && drafts.fromQuestion(board.question, board.prompts)]);
  if (asked) [question] = asked;
  const typed = remake("entry", [prompt, board.version], () => [prompt && drafts.fresh(prompt)]);
  if (typed) [entry] = typed;
}

function setEntry(next) {
  entry = next;
  drawEntry();
}

function setQuestion(next) {
  question = next;
  drawQuestion();
}

async function enterRoll() {
  if (entry && !drafts.missing(entry)) await tryTo("/api/act", { action: drafts.toAction(entry) });
}

async function confirmQuestion() {
  if (question && !drafts.missing(question)) await tryTo("/api/act", { action: drafts.toAction(question) });
}

/** Which face does this die of the open question show? */
function mendAsked(index) {
  const die = question.dice[index];
  const lying = question.prompt.throw.lying?.length > 0;
  askFace(die, {
    title: `Die ${index + 1}: which face does it show?`,
    names: faceNames(board),
    pick: (face) => setQuestion(drafts.setFace(question, index, face)),
    more: [
      ...(lying && index < question.prompt.throw.lying.length ? [{ text: die.thrown ? "It was not thrown again" : "It was thrown again", press: () => setQuestion(drafts.toggle(question, index)) }] : []),
      { text: "Remove this die", press: () => setQuestion(drafts.removeDie(question, index)) },
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
    names: faceNames(board),
    pick: (face) => face !== action.faces[place] && tryTo("/api/correct", { entry: number, action: drafts.withFace(action, place, face) }),
  });
}

function mendShown(index) {
  const dice = diceShown(board);
  const last = board.last?.action ? drafts.placeIn(board.last.action, index, dice.length) : -1;
  const found = last >= 0 ? { entry: board.last.entry, action: board.last.action, place: last } : origin(index, dice.length);
  if (found) correct(found, dice[index], index);
  else notice("This die belongs to no roll of the log that could be corrected.", "info");
}

/** Correct an older entry: choose the die, then its face. */
function mendEntry(one) {
  const dialog = find("form-dialog");
  const kind = board.prompts.find((prompt) => prompt.throw)?.throw.dice ?? (one.action.faces.some((face) => face < 1) ? "dF" : "d6");
  const dice = one.action.faces.map((face) => ({ kind, face, sure: true }));
  dialog.replaceChildren(
    h("h2", { id: "form-title" }, `Correct: ${one.text}`),
    h("p", { class: "lead" }, "Choose the die that is wrong."),
    diceButtons(dice, { names: faceNames(board), key: "mend", press: (place) => (dialog.close(), correct({ entry: one.entry, action: one.action, place }, dice[place], place)) }),
    one.picture ? h("img", { src: one.picture, alt: "The dice as they were seen" }) : "",
    h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel")),
  );
  dialog.showModal();
}

function tapped(x, y) {
  if (board?.you.role !== "operator") return;
  if (board.question && question) {
    const index = dieAt(board.question.dice, x, y);
    if (index >= 0 && index < question.dice.length) mendAsked(index);
    return;
  }
  const index = dieAt(diceShown(board), x, y);
  if (index >= 0) mendShown(index);
}

function drawTurn() {
  const { tone, word } = status(board, phase);
  show(find("status"), [tone, word], () => h("p", { class: `status ${tone}` }, h("span", { class: "lamp", "aria-hidden": "true" }), word));
  const seats = board.over ? board.winners : seatsInTurn(board);
  const title = board.over ? verdict(board) : seats.map((seat) => board.players[seat]).join(", ");
  show(find("turn"), [seats, title, awaited(board)], () => [
    h("p", { class: "turn-name" }, seats.map((seat) => token(seat, board.players[seat])), h("bdi", {}, title)),
    h("p", { class: "awaited" }, awaited(board)),
  ]);
}

function drawLast() {
  const dice = board.question ? [] : diceShown(board);
  show(find("last"), [dice, board.last?.text, faceNames(board), board.you.role], () => [
    dice.length ? h("p", { class: "last" }, board.last?.text ?? "") : [],
    dice.length ? diceButtons(dice, { names: faceNames(board), key: "last", press: mendShown, verb: "Correct it" }) : [],
  ]);
}

function drawQuestion() {
  const names = faceNames(board);
  find("question").hidden = !board.question;
  find("reread").hidden = Boolean(board.question); // the question has its own
  show(find("question"), [board.question, question, names], () => {
    if (!board.question) return [];
    const problem = question ? drafts.missing(question) : "No roll is awaited now: choose first, or drop this one.";
    return [
      h("h2", {}, "Please check"),
      h("ul", { class: "asks" }, board.question.ask.map((words) => h("li", {}, words))),
      question ? diceButtons(question.dice, { names, key: "ask", press: mendAsked, verb: "Change it", note: (die) => (die.thrown ? "" : "stayed") }) : [],
      problem ? h("p", { class: "missing" }, problem) : [],
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "big primary", "data-key": "confirm", disabled: Boolean(problem), onclick: confirmQuestion }, "Confirm"),
        question ? h("button", { type: "button", "data-key": "add-die", onclick: () => setQuestion(drafts.addDie(question)) }, "Add a die") : [],
        h("button", { type: "button", "data-key": "ask-again", onclick: reread }, "Read again"),
        h("button", { type: "button", "data-key": "drop", onclick: drop }, "Drop this roll"),
        board.question.picture ? h("button", { type: "button", "data-key": "ask-picture", onclick: () => enlarge(board.question.picture, "The roll in question") }, "See the picture") : [],
      ),
    ];
  });
}

function entryBody() {
  const { lying, dice } = entry.prompt.throw;
  const names = faceNames(board);
  const problem = drafts.missing(entry);
  return [
    lying?.length ? h("p", { class: "needs" }, "Tap the dice that were thrown again, then enter their new faces.") : [],
    diceButtons(entry.dice, {
      names,
      key: "slot",
      press: (index) => setEntry(drafts.toggle(entry, index)),
      verb: lying?.length ? "Thrown again or not" : "Clear it",
      note: (die) => (lying?.length && die.thrown ? "thrown" : ""),
    }),
    pad(dice, names, (face) => setEntry(drafts.enter(entry, face))),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "primary", "data-key": "enter", disabled: Boolean(problem), onclick: enterRoll }, lying?.length ? "Enter this reroll" : "Enter this roll"),
      problem ? h("p", { class: "missing" }, problem) : [],
    ),
  ];
}

function drawEntry() {
  const hidden = !entry || Boolean(board.question);
  const late = Boolean(entry?.prompt.throw.lying?.length);
  find("entry").hidden = hidden;
  const box = find("entry");
  if (box.dataset.late !== String(late)) {
    box.open = !late; // before the roll it is what is awaited, after it one thing among others
    box.dataset.late = String(late);
  }
  if (entry) show(find("entry-title"), entry.prompt.text, () => (late ? entry.prompt.text : `${entry.prompt.text}, or type them in`));
  show(find("entry-body"), [entry, faceNames(board), hidden], () => (hidden ? [] : entryBody()));
}

function drawChoices() {
  const prompts = board.prompts.filter((prompt) => prompt.choices?.length);
  const forms = board.prompts.filter((prompt) => prompt.fields?.length);
  show(find("choices"), [prompts, forms, board.view], () => [
    prompts.map((prompt) => [
      h("h2", {}, prompt.text),
      h(
        "div",
        { class: "choices" },
        prompt.choices.map((action) => {
          const { title, points, note } = choice(board, action);
          return h(
            "button",
            { type: "button", class: points ? "brings" : null, "data-key": `choice-${JSON.stringify(action)}`, "data-choice": points ?? "", title: note || null, onclick: () => tryTo("/api/act", { action }) },
            h("span", {}, title),
            points === null || points === undefined ? [] : h("span", { class: "points" }, String(points)),
          );
        }),
      ),
    ]),
    h("div", { class: "row" }, forms.map((prompt, index) => h("button", { type: "button", class: "quiet", "data-key": `form-${index}`, onclick: () => askFields(prompt, board, (action) => tryTo("/api/act", { action })) }, `${prompt.text}…`))),
  ]);
}

function drawTools() {
  const last = board.last;
  show(find("undo-place"), [last?.text, last?.undoable], () =>
    h("button", { type: "button", "data-key": "undo", disabled: !last?.undoable, onclick: undo }, last?.undoable ? `Undo: ${last.text}` : "Nothing to undo"),
  );
}

function draw(next) {
  const before = board;
  board = next;
  phase = next.phase;
  const operator = next.you.role === "operator";
  document.body.dataset.role = next.you.role;
  find("locked").hidden = operator;
  find("main").hidden = !operator;
  find("no-game").hidden = Boolean(next.game);
  find("playing").hidden = !next.game;
  if (!operator || !next.game) return;
  newDrafts();
  show(find("facts"), [next.game, facts(next)], () => [h("h1", {}, next.game.title), h("dl", {}, facts(next).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))))]);
  drawTurn();
  drawLast();
  drawQuestion();
  drawEntry();
  drawChoices();
  drawTools();
  show(find("sheet"), [next.view, next.standings, next.winners, seatsInTurn(next)], () => sheet(next, before));
  drawLog(next, mendEntry);
}

function focusChoice() {
  const buttons = [...document.querySelectorAll("[data-choice]")];
  const best = buttons.toSorted((a, b) => Number(b.dataset.choice) - Number(a.dataset.choice))[0];
  best?.focus();
}

function walkChoices(event) {
  const buttons = [...document.querySelectorAll("[data-choice]")];
  const place = buttons.indexOf(document.activeElement);
  if (place < 0) return false;
  const across = getComputedStyle(buttons[0].parentElement).gridTemplateColumns.split(" ").length;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[event.key];
  if (step === undefined) return false;
  buttons[place + step]?.focus();
  return true;
}

function typedFace(key) {
  const draft = board.question ? question : entry;
  const face = draft ? faceOfKey(draft.prompt.throw.dice, key) : null;
  if (face === null) return false;
  const at = document.activeElement?.dataset?.die;
  const slot = at === undefined ? -1 : Number(at);
  if (board.question) setQuestion(slot >= 0 ? drafts.setFace(draft, slot, face) : drafts.enter(draft, face));
  else {
    find("entry").open = true;
    setEntry(slot >= 0 && document.activeElement.dataset.key.startsWith("slot") ? drafts.setFace(draft, slot, face) : drafts.enter(draft, face));
  }
  return true;
}

const KEYS = {
  u: undo,
  r: reread,
  x: drop,
  s: focusChoice,
  "?": () => find("help-dialog").showModal(),
  Backspace: () => (board.question ? question && setQuestion(drafts.erase(question)) : entry && setEntry(drafts.erase(entry))),
  Enter: () => (board.question ? confirmQuestion() : enterRoll()),
};

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !board || board.you.role !== "operator") return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  if (walkChoices(event)) return event.preventDefault();
  if (localStorage.getItem(SHORTCUTS) === "off") return;
  if (event.key === "Enter" && event.target.closest("button, a, summary") && !event.target.dataset.die) return;
  const shortcut = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (typedFace(event.key)) event.preventDefault();
  else if (shortcut) {
    event.preventDefault();
    shortcut();
  }
}

const picture = livePicture(find("tray"), tapped);
on("board", (next) => {
  draw(next);
  picture.camera(next.camera);
});
on("seen", (seen) => {
  phase = seen.phase;
  picture.seen(seen);
  if (board?.game && board.you.role === "operator") drawTurn();
});
on("gone", (gone) => !gone && picture.reload());
find("reread").addEventListener("click", reread);
find("help").addEventListener("click", () => find("help-dialog").showModal());
find("help-close").addEventListener("click", () => find("help-dialog").close());
find("shortcuts").checked = localStorage.getItem(SHORTCUTS) !== "off";
find("shortcuts").addEventListener("change", (event) => localStorage.setItem(SHORTCUTS, event.target.checked ? "on" : "off"));
document.addEventListener("keydown", pressed);
open();
