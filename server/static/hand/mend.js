/** One's own dice under the cup, put right: a slip of the finger is typed anew while they lie hidden. */

import { act, once, Refused } from "../base/ask.js";
import { button, find, h, show } from "../base/dom.js";
import { hush, notice } from "../base/shell.js";
import * as drafts from "../dice/draft.js";
import { cup } from "../games/any.js";
import { drawEntry, isOpen } from "./entry.js";
import { hand, lastOfOwn } from "./hand.js";

const NONE = "There is no roll of yours under the cup that can be put right.";
const OTHER_ROLL = "Another roll lies under the cup by now. Look at it, then put that one right.";
const NO_LOG = "The log is not to be had now. Nothing was changed; try again.";

let mending = null; // {entry, draft, round}: the roll in the log, what is typed in its place, and when that began

/** The newest row of the log that holds dice of this seat thrown hidden, or null. */
async function newest() {
  const answer = await fetch("/api/log", { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
  const { entries } = await answer.json();
  return entries.findLast((row) => row.covered > 0 && !row.undone && row.action?.seat === hand.seat) ?? null;
}

/** It changes with whatever this seat does, and with what lies under its cup. */
function round() {
  return JSON.stringify([lastOfOwn(), cup(hand.board).dice]);
}

const begin = once(async () => {
  const row = await newest().catch(() => undefined);
  if (!row) return notice(row === null ? NONE : NO_LOG);
  const [{ kind }] = cup(hand.board).dice;
  mending = { entry: row.entry, draft: drafts.fresh({ seat: hand.seat, kind: "mend", throw: { dice: kind, counts: [row.covered], hidden: true } }), round: round() };
  hush();
  drawMend();
});

/** Nothing of what was typed stays. */
export function endMending() {
  mending = null;
  if (hand.board) drawMend();
}

function set(draft) {
  mending = { ...mending, draft };
  drawMend();
}

const send = once(async (draft) => {
  const { entry } = mending;
  hush();
  const row = await newest().catch(() => undefined);
  if (row === undefined) return notice(NO_LOG);
  try {
    if (row?.entry === entry) await act("/api/correct", { entry, faces: draft.dice.map((die) => die.face) });
    else notice(OTHER_ROLL); // a phone that slept has missed a round
    endMending();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(refused.message);
  }
});

function typing() {
  return [
    h("h2", {}, "What did you roll?"),
    h("p", { class: "needs" }, "Type all of it again, as it lay when you rolled. Everybody is told that you have put it right."),
    drawEntry(mending.draft, { key: "mend", set, send }),
    button("Leave it as it is", "mend-cancel", endMending, { class: "quiet" }),
  ];
}

/** The button below the cup, or the dice being typed anew. */
export function drawMend() {
  if (!cup(hand.board).dice.length || mending?.round !== round()) mending = null;
  show(find("mend"), [mending, isOpen()], () => (mending ? typing() : button("Put my dice right", "mend", begin, { class: "quiet" })));
}
