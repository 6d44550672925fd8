/** Starting a game: which one, who plays, and by which options; then the page is the board. */

import { ask, now, on, Refused } from "../board-state.js";
import { find, h, show } from "../dom.js";
import { blurb, legend } from "../games/options.js";
import { token } from "../players.js";
import { agreed, notice } from "../shell.js";
import { curly, underWay } from "../words.js";
import { adviceRow, forgetOptions, forgetSeat, optionRows, recallOptions, settledOptions } from "./options.js";

const USUAL_SEATS = 2;
const FROM_TABLE = "#new-game"; // how the operator's table links here; from there one comes back to it

let games = [];
let chosen = null;
let names = Array(USUAL_SEATS).fill("");
const welcomed = new Set(); // the names of phones that were put among the players
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

function nameRow(index) {
  return h(
    "li",
    {},
    h("label", {}, token(index, names[index] || String(index + 1)), h("span", { class: "visually-hidden" }, `Player ${index + 1}`), h("input", {
      type: "text",
      value: names[index],
      maxlength: 40,
      autocomplete: "off",
      dir: "auto",
      placeholder: `Player ${index + 1}`,
      "data-key": `name-${index}`,
      oninput: (event) => {
        names[index] = event.target.value; // drawn anew, the form would lose the click that ended the typing
        for (const place of document.querySelectorAll(`[data-player="${index}"]`)) place.textContent = nameOf(index);
        event.target.closest("label").querySelector(".token").replaceWith(token(index, names[index] || String(index + 1)));
      },
    })),
    names.length > seats()[0]
      ? h("button", { type: "button", class: "quiet", "data-key": `remove-${index}`, "aria-label": `Remove player ${index + 1}`, onclick: () => remove(index) }, "×")
      : null,
  );
}

function nameOf(index) {
  return names[index].trim() || `Player ${index + 1}`;
}

/** Whether the options are, as the page has them: a click on them is told too late for a form that is drawn anew at once. */
function unfolded() {
  return Boolean(refusal?.option) || Boolean(find("start-body").querySelector("details.options")?.open);
}

function form() {
  return h(
    "form",
    { class: "start-form", onsubmit: start },
    gameCards(),
    h(
      "fieldset",
      { class: "names" },
      h("legend", {}, "Players"),
      h("ol", {}, names.map((_, index) => nameRow(index))),
      names.length < seats()[1] ? h("button", { type: "button", class: "quiet", "data-key": "add-player", onclick: add }, "Add a player") : null,
    ),
    h("details", { class: "options", open: unfolded() }, h("summary", {}, "Options"), optionRows(chosen, names.map((_, index) => nameOf(index)), redraw, refusal), adviceRow(advice, (allowed) => (advice = allowed))),
    legend(chosen.name) && h("p", { class: "needs" }, legend(chosen.name)),
    refusal && !refusal.option && h("p", { class: "refused", role: "alert" }, refusal.text),
    h(
      "div",
      { class: "row" },
      h("button", { class: "big primary", "data-key": "start" }, `Start ${chosen.title}`),
      now()?.game && h("button", { type: "button", class: "big quiet", "data-key": "back", onclick: leave }, location.hash === FROM_TABLE ? "Back to the table" : "Back to the board"),
    ),
  );
}

function choose(game) {
  chosen = game;
  while (names.length < seats()[0]) names.push("");
  names.length = Math.min(names.length, seats()[1]);
  forgetOptions();
  refusal = null;
  redraw();
}

/** Begin with the last game: its name, its players and its options. */
function recall(board) {
  const last = games.find((game) => game.name === board?.game?.name);
  if (board?.players?.length) names = [...board.players];
  if (board?.game) advice = board.advice;
  if (!last) return;
  chosen = last;
  refusal = null;
  recallOptions(last, board.game.options, names.length);
}

/** Whoever waits on a phone is a player, until the operator says otherwise. */
function welcome(board) {
  if (!chosen) return;
  const fresh = (board?.waiting ?? []).filter((name) => !welcomed.has(name));
  if (!fresh.length) return;
  const gone = [...welcomed].filter((name) => !board.waiting.includes(name)); // they wait under another name now
  for (const name of fresh) {
    welcomed.add(name);
    if (names.includes(name)) continue;
    const old = names.findIndex((one) => gone.includes(one));
    const place = old >= 0 ? old : names.findIndex((one) => !one.trim());
    if (place >= 0) names[place] = name;
    else if (names.length < seats()[1]) names.push(name);
  }
  redraw();
}

function add() {
  names.push("");
  redraw();
  find("start").querySelector(`[data-key="name-${names.length - 1}"]`).focus();
}

function remove(index) {
  names.splice(index, 1);
  forgetSeat(index);
  redraw();
}

/** Away from this form, to where one came from. */
function leave() {
  if (location.hash === FROM_TABLE) location.assign("/table");
  else reveal(false);
}

async function start(event) {
  event.preventDefault();
  const playing = underWay(now());
  if (playing && !(await agreed(`${playing} Start anew?`, "Start anew", "Keep playing"))) return;
  const players = names.map((_, index) => nameOf(index));
  try {
    await ask("/api/game", { game: chosen.name, players, options: settledOptions(chosen, players.length), advice });
    refusal = null;
    leave();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    refuse(refused);
  }
}

/** Say it where it is put right: at the option that is meant, or above the button. */
function refuse({ option, message }) {
  refusal = { option, text: curly(message.charAt(0).toLocaleUpperCase() + message.slice(1)) };
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
    welcome(board);
    draw();
  });
  try {
    games = await (await fetch("/api/games")).json();
    choose(games[0]);
    recall(now());
    welcome(now());
    redraw();
  } catch {
    notice("The list of games did not come. Reload this page to try again.");
  }
}
