/** Starting a game: which one, who plays, and by which options; then the page is the board. */

import { ask, once, Refused } from "../base/ask.js";
import { now, on } from "../base/board-state.js";
import { button, find, h, refocus, show } from "../base/dom.js";
import { agreed, notice } from "../base/shell.js";
import { capital, curly } from "../base/text.js";
import { blurb, legend } from "../games/options.js";
import { underWay } from "../words.js";
import { fitNames, namesForm, players, recallNames, welcome } from "./names.js";
import { adviceRow, forgetOptions, forgetSeat, optionRows, recallOptions, settledOptions } from "./options.js";

const FROM_TABLE = "#new-game"; // how the operator's table links here; from there one comes back to it

let games = [];
let chosen = null;
let advice = true; // whether phones may ask for it
let edition = 0; // grows when the form has to be drawn anew
let refusal = null; // why the game did not start: `{option, text}`

function seats() {
  return chosen.seats ?? [1, 8];
}

function gameCards() {
  return h(
    "fieldset",
    { class: "games" },
    h("legend", {}, "Game"),
    games.map((game) =>
      h(
        "label",
        { class: "game-card" },
        h("input", { type: "radio", name: "game", value: game.name, "data-key": `game-${game.name}`, checked: game === chosen, "aria-label": game.title, "aria-describedby": `about-${game.name}`, onchange: () => choose(game) }),
        h("span", {}, game.title, h("span", { class: "needs", id: `about-${game.name}` }, blurb(game.name))),
      ),
    ),
  );
}

/** Whether the options are, as the page has them: a click on them is told too late for a form that is drawn anew at once. */
function unfolded() {
  return Boolean(refusal?.option) || Boolean(find("start-body").querySelector("details.options")?.open);
}

function form() {
  return h(
    "form",
    { class: "start-form", onsubmit: (event) => (event.preventDefault(), start()) },
    gameCards(),
    namesForm(seats(), drawWithout),
    h("details", { class: "options", open: unfolded() }, h("summary", {}, "Options"), optionRows(chosen, players(), redraw, refusal), adviceRow(advice, (allowed) => (advice = allowed))),
    legend(chosen.name) && h("p", { class: "needs" }, legend(chosen.name)),
    refusal && !refusal.option && h("p", { class: "refused", role: "alert" }, refusal.text),
    h(
      "div",
      { class: "row" },
      h("button", { class: "big primary", "data-key": "start" }, `Start ${chosen.title}`),
      now()?.game && button(location.hash === FROM_TABLE ? "Back to the table" : "Back to the board", "back", leave, { class: "big quiet" }),
    ),
  );
}

/** Another player is there, or the one at `gone` is not. */
function drawWithout(gone) {
  if (gone !== null) forgetSeat(gone);
  redraw();
}

function choose(game) {
  chosen = game;
  fitNames(seats());
  forgetOptions();
  refusal = null;
  redraw();
}

/** Begin with the last game: its name, its players and its options. */
function recall(board) {
  const last = games.find((game) => game.name === board?.game?.name);
  if (board?.players?.length) recallNames(board.players);
  if (board?.game) advice = board.advice;
  if (!last) return;
  chosen = last;
  refusal = null;
  recallOptions(last, board.game.options, players().length);
}

/** Phones that wait are among the players at once. */
function welcomePhones(board) {
  if (chosen && welcome(board?.waiting ?? [], seats(), forgetSeat)) redraw();
}

/** Away from this form, to where one came from. */
function leave() {
  if (location.hash === FROM_TABLE) location.assign("/table");
  else {
    reveal(false);
    refocus(find("new-game"), document.querySelector("main"));
  }
}

const start = once(async () => {
  const playing = underWay(now());
  if (playing && !(await agreed(`${playing} Start anew?`, "Start anew", "Keep playing", () => Boolean(underWay(now()))))) return;
  try {
    await ask("/api/game", { game: chosen.name, players: players(), options: settledOptions(chosen, players().length), advice });
    refusal = null;
    leave();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    refuse(refused);
  }
});

/** Say it where it is put right: at the option that is meant, or above the button. */
function refuse({ option, message }) {
  refusal = { option, text: curly(capital(message)) };
  redraw();
  const field = (end) => find("start").querySelector(`[data-key="option-${option}${end}"]`);
  (field("-other") ?? field(""))?.focus();
}

function reveal(open) {
  find("start").hidden = !open;
  const board = document.querySelector("[data-board]");
  if (board) board.hidden = open;
  const again = find("new-game");
  if (again) again.hidden = open || now()?.you?.role !== "operator";
}

function redraw() {
  edition += 1;
  draw();
}

function draw() {
  const operator = now()?.you?.role === "operator";
  show(find("start-body"), [operator, games, edition, Boolean(now()?.game)], () => {
    if (!operator) {
      return h("p", { class: "lead" }, "The operator starts the game, with the link that was printed where Croupier was started. This screen then becomes the board by itself.");
    }
    return chosen ? form() : h("p", { class: "lead" }, "Looking for the games…");
  });
}

/** Bring the start form to life, on a page that has `#start` and `#start-body`. */
export async function startForm() {
  let opened = null;
  const again = () => {
    recall(now());
    reveal(true);
    redraw();
    find("start").querySelector("input, button, a")?.focus();
  };
  find("new-game")?.addEventListener("click", again);
  on("board", (board) => {
    const playing = Boolean(board.game);
    if (opened !== playing) reveal(!playing);
    if (opened === null && playing && location.hash === FROM_TABLE) again();
    opened = playing;
    if (playing && find("start").hidden && find("new-game")) find("new-game").hidden = board.you.role !== "operator";
    welcomePhones(board);
    draw();
  });
  try {
    games = await (await fetch("/api/games")).json();
    choose(games[0]);
    recall(now());
    welcomePhones(now());
    redraw();
  } catch {
    notice("The list of games did not come. Reload this page to try again.");
  }
}
