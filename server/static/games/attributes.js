/** Exceptional attributes on the pages: each attribute with its dice, whether it is exceptional, and what it comes to. */

import { h, several } from "../base/dom.js";
import { drawDie } from "../dice/dice.js";
import { crown, token } from "../players.js";

function kindOf(line) {
  return `d${line.dice.split("d")[1]}`;
}

/** What the short names of a character sheet stand for. */
const WHOLE_NAMES = {
  IQ: "Intelligence Quotient",
  ME: "Mental Endurance",
  MA: "Mental Affinity",
  PS: "Physical Strength",
  PP: "Physical Prowess",
  PE: "Physical Endurance",
  PB: "Physical Beauty",
  Spd: "Speed",
};

function signed(number) {
  return number < 0 ? `− ${-number}` : `+ ${number}`;
}

/** What an attribute comes to: "22 + 5 + 2 R.C.C.". */
function sum(line) {
  const parts = [String(line.total), line.bonus_faces.length ? `+ ${line.bonus_worth} bonus` : "", line.bonus ? `${signed(line.bonus)} R.C.C.` : ""];
  return parts.filter(Boolean).join(" ");
}

/** How the value comes about, where more than dice make it. */
function reckoning(line) {
  return line.value === line.total ? "" : `${sum(line)} = ${line.value}.`;
}

/** The attribute that is being rolled, or was rolled last: a line of a seat's sheet. */
function current({ view }) {
  if (view.turn !== null) {
    const lines = view.players[view.turn].sheet;
    const awaited = lines.findIndex((line) => !line.finished);
    if (lines[awaited].faces.length) return { seat: view.turn, line: lines[awaited] };
  }
  const done = view.players.flatMap((person) => person.sheet.filter((line) => line.finished).map((line) => ({ seat: person.seat, line })));
  return done.at(-1) ?? null;
}

function small(kind, faces) {
  return faces.map((face) => drawDie({ kind, face, sure: true }, null, true));
}

function moment(board) {
  const now = current(board);
  if (!now) {
    const [line] = board.view.players[board.view.turn].sheet;
    return h("div", { class: "moment" }, h("p", { class: "verdict" }, `Roll ${line.dice}`), h("p", { class: "lead" }, `${line.exceptional_from} or more is exceptional and earns a bonus die.`));
  }
  const { seat, line } = now;
  const title = [board.view.players[seat].player, WHOLE_NAMES[line.name] ?? line.title].filter(Boolean).join(", ");
  const state = line.exceptional ? "Exceptional" : `Not exceptional: that begins at ${line.exceptional_from}`;
  return h(
    "div",
    { class: "moment" },
    h("p", { class: "lead" }, h("span", { class: "who" }, token(seat, board.view.players[seat].player), h("bdi", {}, title))),
    h("p", { class: line.exceptional ? "verdict exceptional" : "verdict" }, line.finished ? String(line.value) : `${line.total} so far`),
    h("p", { class: "lead", title: line.bonus ? "R.C.C.: Racial Character Class" : null }, `${state}. ${line.finished ? reckoning(line) : "A bonus die is earned."}`),
  );
}

// ---- One attribute each ----

function single(board, person) {
  const [line] = person.sheet;
  const rolled = line.faces.length > 0;
  const kind = kindOf(line);
  const won = board.winners.includes(person.seat);
  return h(
    "tr",
    { class: won ? "won" : board.view.turn === person.seat ? "in-turn" : null },
    h("th", { scope: "row" }, h("span", { class: "who" }, token(person.seat, person.player), h("bdi", {}, person.player), won ? crown() : null), h("span", { class: "needs" }, rolled ? `${sum(line)}${line.exceptional ? ", exceptional" : ""}` : `${line.dice}, exceptional from ${line.exceptional_from}`)),
    h("td", { class: "small" }, rolled ? h("span", { class: "tiny" }, small(kind, line.faces), line.bonus_faces.length ? [h("span", { class: "plus" }, "+"), small(kind, line.bonus_faces)] : null) : null),
    h("td", { class: "total" }, rolled ? String(line.value) : h("span", { class: "none", "aria-label": "not rolled yet", role: "img" }, "·")),
  );
}

// ---- A sheet each ----

function cell(board, person, name) {
  const line = person.sheet.find((one) => one.name === name);
  const turn = board.view.turn === person.seat;
  const classes = [turn ? "in-turn" : "", board.winners.includes(person.seat) ? "won" : ""];
  if (!line) return h("td", { class: classes.join(" ") });
  if (!line.faces.length) return h("td", { class: classes.join(" ") }, turn && board.view.attribute === name ? h("span", { class: "next" }, line.dice) : null);
  return h("td", { class: [...classes, "used", line.exceptional ? "exceptional" : ""].join(" ") }, h("span", { title: sum(line) }, String(line.value)), line.exceptional ? h("span", { class: "visually-hidden" }, ", exceptional") : null);
}

function sheets(board) {
  const { players } = board.view;
  const lines = players.flatMap((person) => person.sheet).filter((line, index, all) => all.findIndex((one) => one.name === line.name) === index);
  const rolled = (some) => [...new Set(some.map((line) => `${line.dice}, from ${line.exceptional_from}`))];
  const alike = rolled(players.flatMap((person) => person.sheet)).length === 1; // what is then said of all of them above
  const dice = (name) => (alike ? "" : rolled(players.flatMap((person) => person.sheet.filter((line) => line.name === name))).join(" · "));
  const table = h(
    "table",
    { class: players.length > 4 ? "sheet many" : "sheet" },
    h("caption", { class: "visually-hidden" }, "Attributes"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", { class: "corner" }),
        players.map((person) => {
          const turn = board.view.turn === person.seat;
          const won = board.winners.includes(person.seat);
          return h("th", { scope: "col", class: turn ? "in-turn" : won ? "won" : null }, h("span", { class: "who" }, token(person.seat, person.player), h("bdi", { title: person.player }, person.player), won ? crown() : null), h("span", { class: "total" }, h("span", { class: "visually-hidden" }, "total "), String(person.total)));
        }),
      ),
    ),
    h("tbody", {}, lines.map((line) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: "category" }, line.title), h("span", { class: "needs" }, [WHOLE_NAMES[line.name], dice(line.name)].filter(Boolean).join(" · "))), players.map((person) => cell(board, person, line.name))))),
  );
  table.style.setProperty("--players", players.length);
  return table;
}

/** What is being rolled, and below it everybody's attributes. */
export function sheet(board) {
  const { players } = board.view;
  const named = players.some((person) => person.sheet.some((line) => line.name));
  const table = named
    ? sheets(board)
    : h(
        "table",
        { class: "standings" },
        h("caption", { class: "visually-hidden" }, "Attributes"),
        h("thead", { class: "visually-hidden" }, h("tr", {}, ["Player", "Dice", "Value"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, players.map((person) => single(board, person))),
      );
  return h("div", { class: players.length > 5 ? "stage crowd" : "stage" }, moment(board), table);
}

/** What is rolled now. */
export function facts({ view }) {
  if (view.turn === null) return [];
  const line = view.players[view.turn].sheet.find((one) => !one.finished);
  const left = view.players.flatMap((person) => person.sheet).filter((one) => !one.finished).length;
  return [["Exceptional", `${line.exceptional_from} or more on ${line.dice}`], line.name && ["To roll", several(left, "attribute", "attributes")]].filter(Boolean);
}

/** What the highest comes to. */
export function won(board) {
  return `with ${board.view.players[board.winners[0]].total}${board.view.players[0].sheet.length > 1 ? " in all" : ""}`;
}
