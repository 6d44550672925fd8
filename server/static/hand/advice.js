/** What the odds say, on request and on one's own phone alone: folded again by whatever happens, and when the phone is put away. */

import { once } from "../base/ask.js";
import { button, find, h, show } from "../base/dom.js";
import { notice, say } from "../base/shell.js";
import { whenAway } from "./cup.js";
import { hand, mine } from "./hand.js";

const NO_ANSWER = "There is no answer from the table. Try again.";

let told = null; // what was answered, and for which moment: `{moment, advice}`
let said = ""; // of it

/** What is to be decided now, as far as this seat sees it. */
function moment() {
  return JSON.stringify([hand.board.version, hand.board.view, mine()]);
}

const ask = once(async () => {
  const now = moment();
  try {
    const answer = await fetch(`/api/advice?seat=${hand.seat}`, { cache: "no-store" });
    const advice = await answer.json();
    if (!answer.ok) return notice(advice.error);
    told = { moment: now, advice };
  } catch {
    return notice(NO_ANSWER);
  }
  drawAdvice();
  if (told) say((said = inWords(told.advice)));
});

/** Nothing of it stays. */
export function foldAdvice() {
  told = null;
  if (hand.board) drawAdvice();
}

/** As it is told to whoever does not see it. */
function inWords({ text, options, note }) {
  return [text, ...options.map((one) => `${one.text}: ${one.said}.`), note].filter(Boolean).join(" ");
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
    h("p", {}, text),
    options.length > 0 && h("ol", { role: "list" }, options.map(option)),
    note && h("p", { class: "needs" }, note),
    button("Fold it away", "advice", foldAdvice, { class: "quiet" }),
  );
}

/** The button, where there is something to decide and the game allows it; or what was answered. */
export function drawAdvice() {
  if (told && told.moment !== moment()) told = null;
  if (!told && find("said").textContent === said) say("");
  const offered = hand.board.advice && mine().some((prompt) => !prompt.secret && !prompt.throw?.hidden);
  find("advice").hidden = !offered;
  show(find("advice"), [offered, told], () => {
    if (!offered) return [];
    return told ? answered(told.advice) : button("What would you do?", "advice", ask, { class: "quiet" });
  });
}

/** It tells something of one's own dice: nobody else is to read it. */
export function letAdvise() {
  whenAway(foldAdvice);
}
