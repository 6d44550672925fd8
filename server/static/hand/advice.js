/** What the odds say, on request and on one's own phone alone: folded again by whatever happens, and when the phone is put away. */

import { find, h, show } from "../dom.js";
import { notice } from "../shell.js";
import { whenAway } from "./cup.js";
import { hand, mine } from "./hand.js";

const NO_ANSWER = "There is no answer from the table. Try again.";

let told = null; // what was answered, and for which moment: `{moment, advice}`
let asking = false;

/** What is to be decided now, as far as this seat sees it. */
function moment() {
  return JSON.stringify([hand.board.version, hand.board.view, mine()]);
}

async function ask() {
  if (asking) return;
  asking = true;
  const now = moment();
  try {
    const answer = await fetch(`/api/advice?seat=${hand.seat}`, { cache: "no-store" });
    const advice = await answer.json();
    if (answer.ok) told = { moment: now, advice };
    else notice(advice.error);
  } catch {
    notice(NO_ANSWER);
  } finally {
    asking = false;
    drawAdvice();
  }
}

function fold() {
  told = null;
  if (hand.board) drawAdvice();
}

/** The first of what may be chosen is the best; of what may come about, none is. */
function option({ text, said, action }, place) {
  return h("li", { class: place === 0 && action.kind ? "best" : null }, h("span", { class: "said" }, said), h("span", {}, text));
}

function answered({ text, options, note }) {
  return h(
    "div",
    { class: "card advice" },
    h("h2", {}, "What the odds say"),
    h("div", { role: "status" }, h("p", {}, text)),
    options.length > 0 && h("ol", { role: "list" }, options.map(option)),
    note && h("p", { class: "needs" }, note),
    h("button", { type: "button", class: "quiet", "data-key": "advice", onclick: fold }, "Fold it away"),
  );
}

/** The button, where there is something to decide and the game allows it; or what was answered. */
export function drawAdvice() {
  if (told && told.moment !== moment()) told = null;
  const offered = hand.board.advice && mine().some((prompt) => !prompt.secret && !prompt.throw?.hidden);
  find("advice").hidden = !offered;
  show(find("advice"), [offered, told], () => {
    if (!offered) return [];
    return told ? answered(told.advice) : h("button", { type: "button", class: "quiet", "data-key": "advice", onclick: ask }, "What would you do?");
  });
}

/** It tells something of one's own dice: nobody else is to read it. */
export function letAdvise() {
  whenAway(fold);
}
