/** One's own dice under the cup, put right: a slip of the finger is typed anew while they lie hidden. */

import { act, Refused } from "../board-state.js";
import { find, h, show } from "../dom.js";
import * as drafts from "../draft.js";
import { cup } from "../games/any.js";
import { hush, notice } from "../shell.js";
import { drawEntry, isOpen } from "./entry.js";
import { hand } from "./hand.js";

const NONE = "There is no roll of yours under the cup that can be put right.";
const NO_LOG = "The log is not to be had now. Nothing was changed; try again.";

let mending = null; // {entry, draft}: the roll in the log, and what is typed in its place
let sending = false;

/** The newest row of the log that holds dice of this seat thrown hidden. */
async function newest() {
  const answer = await fetch("/api/log", { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
  const { entries } = await answer.json();
  return entries.findLast((row) => row.covered > 0 && !row.undone && row.action?.seat === hand.seat);
}

async function begin() {
  let row;
  try {
    row = await newest();
  } catch {
    return notice(NO_LOG);
  }
  if (!row) return notice(NONE);
  const [{ kind }] = cup(hand.board).dice;
  mending = { entry: row.entry, draft: drafts.fresh({ seat: hand.seat, kind: "mend", throw: { dice: kind, counts: [row.covered], hidden: true } }) };
  hush();
  drawMend();
}

function end() {
  mending = null;
  drawMend();
}

function set(draft) {
  mending = { ...mending, draft };
  drawMend();
}

async function send(draft) {
  if (sending) return;
  sending = true;
  hush();
  try {
    await act("/api/correct", { entry: mending.entry, faces: draft.dice.map((die) => die.face) });
    end();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(refused.message);
  } finally {
    sending = false;
  }
}

function typing() {
  return [
    h("h2", {}, "What did you roll?"),
    h("p", { class: "needs" }, "Type all of it again, as it lay when you rolled. Everybody is told that you have put it right."),
    drawEntry(mending.draft, { key: "mend", set, send }),
    h("button", { type: "button", class: "quiet", "data-key": "mend-cancel", onclick: end }, "Leave it as it is"),
  ];
}

/** The button below the cup, or the dice being typed anew. */
export function drawMend() {
  if (!cup(hand.board).dice.length) mending = null;
  show(find("mend"), [mending, isOpen()], () => (mending ? typing() : h("button", { type: "button", class: "quiet", "data-key": "mend", onclick: begin }, "Put my dice right")));
}
