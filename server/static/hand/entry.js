/** Dice as they are typed in on a phone. Those that are nobody else's to see are open until the phone is put away. */

import { h, several } from "../base/dom.js";
import * as drafts from "../dice/draft.js";
import { diceButtons, pad } from "../dice/editor.js";
import { faceNames, rerolls } from "../games/any.js";
import { drawCovered, whenAway } from "./cup.js";
import { hand } from "./hand.js";

let open = false;

/** Whether dice that are nobody else's to see are open now. */
export function isOpen() {
  return open;
}

/** The draft without the dice that are still to be entered. */
function entered(draft) {
  return draft.prompt.throw.lying?.length ? draft : { ...draft, dice: draft.dice.filter((die) => die.face !== null) };
}

/** What keeps it from being sent, in words. */
function lacks(draft) {
  const { counts, lying } = draft.prompt.throw;
  const still = lying?.length ? 0 : Math.min(...counts) - entered(draft).dice.length;
  return still > 0 ? `${several(still, "face", "faces")} to enter` : drafts.missing(entered(draft));
}

function covered(draft, enter) {
  const count = entered(draft).dice.length;
  return [
    h("div", { class: "dice", role: "img", "aria-label": several(count, "covered die", "covered dice") }, entered(draft).dice.map(drawCovered)),
    h("button", { type: "button", class: "big", "data-key": "go-on", onclick: () => enter(draft) }, "Go on entering"),
  ];
}

/** The dice of a draft, a pad for their faces, and a button. `set(draft)` takes another draft, `send(draft)` sends this one. */
export function drawEntry(draft, { key, set, send }) {
  const { dice: kind, lying, hidden, fixed } = draft.prompt.throw;
  const enter = (next) => {
    open = true;
    set(next);
  };
  if (hidden && !open && entered(draft).dice.length) return covered(draft, enter);
  const names = faceNames(hand.board);
  const again = lying?.length > 0;
  const { hint, verb } = rerolls(hand.board);
  const lacking = lacks(draft);
  return [
    again && h("p", { class: "needs" }, `${hint}${fixed?.length ? " Bound dice stay as they lie." : ""}`),
    diceButtons(draft.dice, {
      names,
      key: `slot-${key}`,
      press: (index) => enter(drafts.toggle(draft, index)),
      verb: again ? verb : "Clear it",
      note: (die, index) => (drafts.isFixed(draft, index) ? "bound" : again && die.thrown ? "thrown" : ""),
      still: (index) => drafts.isFixed(draft, index),
    }),
    pad(kind, names, (face) => enter(drafts.enter(draft, face))),
    drafts.further(draft) && h("p", { class: "needs" }, drafts.further(draft)),
    h("button", { type: "button", class: "big primary", "data-key": `send-${key}`, disabled: Boolean(lacking), onclick: () => send(entered(draft)) }, lacking || (hidden ? "Cover them" : "Enter")),
  ];
}

/** Dice that are being entered are covered when the phone is put away; `redraw` draws them so. */
export function coverEntries(redraw) {
  whenAway(() => {
    open = false;
    if (hand.board) redraw();
  });
}
