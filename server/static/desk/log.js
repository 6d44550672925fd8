/** The log on the operator's page: what was entered, by whom, with its picture, and a way to put it right. */

import { find, h, show } from "../base/dom.js";
import { clock } from "../base/text.js";
import { author } from "../players.js";

const ANSWER_MS = 8_000; // how long the table may take

let entries = [];
let fetched = null;

function line(entry, board, correct, pictured) {
  const marks = [entry.undone ? "undone" : "", entry.corrected ? "corrected" : ""].filter(Boolean);
  const fixable = board.you.role === "operator" && entry.kind === "action" && !entry.undone && (entry.dice?.length > 0 || entry.covered > 0);
  return h(
    "li",
    { class: entry.undone ? "undone" : entry.kind === "touch" ? "touch" : null },
    entry.picture
      ? h("button", { type: "button", class: "evidence", "data-key": `picture-${entry.entry}`, "aria-label": `Picture: ${entry.text}`, onclick: () => enlarge(entry.picture, entry.text) }, h("img", { src: entry.picture, alt: "", loading: "lazy", onerror: madeRoom }))
      : pictured && h("span", { class: "evidence", "aria-hidden": "true" }),
    h("div", {}, h("p", {}, entry.text, marks.map((mark) => h("span", { class: "mark" }, mark))), h("p", { class: "needs" }, [clock(entry.at), author(entry.author, board.players)].filter(Boolean).join(" · "))),
    fixable ? h("button", { type: "button", class: "quiet", "data-key": `correct-${entry.entry}`, "aria-label": `Correct: ${entry.text}`, onclick: () => correct(entry) }, "Correct") : null,
  );
}

/** In the place of a picture that is kept no more, why. */
export function madeRoom(event) {
  (event.target.closest("button") ?? event.target).replaceWith(h("span", { class: "evidence needs" }, "Made room for newer pictures"));
}

/** The row of this number as the log has it now, as far as this page knows. */
export function rowOf(number) {
  return entries.find((one) => one.entry === number);
}

/** Show a picture large. */
export function enlarge(url, words) {
  const dialog = find("picture-dialog");
  dialog.replaceChildren(
    h("h2", { id: "picture-title" }, words),
    h("img", { src: url, alt: "The dice as they were seen" }),
    h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close")),
  );
  dialog.showModal();
}

/** Fetch and draw the log when the board has moved on. `correct(entry)` is called to put one right. */
export async function drawLog(board, correct) {
  const version = `${board.version}/${board.you.role}`;
  if (fetched === version) return;
  fetched = version;
  try {
    const answer = await fetch("/api/log", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
    const told = answer.ok ? (await answer.json()).entries : [];
    if (fetched !== version) return; // a newer one is under way, or was faster
    entries = told;
  } catch {
    if (fetched === version) fetched = null; // the board says what is wrong; the next one asks again
    return;
  }
  show(find("log"), [entries, board.you.role, board.players], () =>
    entries.length ? h("ol", { role: "list" }, entries.toReversed().map((entry) => line(entry, board, correct, entries.some((one) => one.picture)))) : h("p", { class: "needs" }, "Nothing yet."),
  );
}
