/** Every game there was, the newest first. */

import { find, h, several } from "../base/dom.js";
import { notice } from "../base/shell.js";
import { unit } from "../games/any.js";
import { crown, token } from "../players.js";
import { dayAndTime, told } from "./asking.js";

/** Each player with the score; where that counts what is left to them, the end says no more than who won. */
function players({ name: game, players: names, scores, winners, progress }) {
  const counts = unit({ game: { name: game } });
  const telling = progress !== "over" || !counts;
  return h(
    "ul",
    { class: "players", role: "list" },
    names.map((name, seat) =>
      h("li", { class: "who" }, token(seat, name), h("bdi", {}, name), telling && scores[seat] ? h("span", { class: "score" }, [String(scores[seat].score).replace("-", "−"), counts].filter(Boolean).join(" ")) : null, winners.includes(seat) ? crown() : null),
    ),
  );
}

function line(game) {
  const readable = game.progress !== "unreadable";
  const title = h("span", { class: "title" }, game.title);
  return h(
    "li",
    { class: `card played ${game.progress}` },
    h("div", { class: "heading" }, h("h3", {}, readable ? h("a", { href: `/history?game=${game.game}` }, title) : title), h("p", { class: "needs" }, dayAndTime(game.started))),
    players(game),
    h("p", { class: "result" }, h("bdi", {}, game.result)),
    readable ? h("p", { class: "needs" }, [several(game.rolls, "roll", "rolls"), several(game.steps, "step", "steps")].join(", ")) : null,
  );
}

async function fetchGames(before) {
  const older = find("older");
  try {
    const { games, next } = await told(before === null ? "/api/history" : `/api/history?before=${before}`);
    if (before === null) find("games").replaceChildren(games.length ? h("ol", { class: "games", role: "list" }) : h("p", { class: "lead" }, "No game has been played yet. ", h("a", { href: "/#new-game" }, "Start one"), "."));
    const list = find("games").querySelector("ol");
    const first = games.map(line);
    list?.append(...first);
    if (before !== null) first[0]?.querySelector("a")?.focus(); // the button may be gone
    older.hidden = next === null;
    older.onclick = () => fetchGames(next);
  } catch (problem) {
    notice(problem.message);
  }
}

/** Draw the list. */
export function drawGames() {
  fetchGames(null);
}
