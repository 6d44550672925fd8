/** The list of steps, a page of them at a time, around the one that is shown. */

import { find, h, show } from "../base/dom.js";
import { notice } from "../base/shell.js";
import { clock } from "../base/text.js";
import { PAGE, pageOf } from "./store.js";

let looked = null; // the page that was turned to by hand, and the step from which

function line(step, now, go) {
  const marks = [step.undone && "undone", step.corrected && "corrected"].filter(Boolean);
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: step.undone ? "quiet undone" : "quiet", "data-key": `step-${step.step}`, "aria-current": step.step === now ? "step" : null, onclick: () => go(step.step) },
      h("span", { class: "number" }, String(step.step)),
      h("span", { class: "words" }, step.text, marks.map((mark) => [" ", h("span", { class: "mark" }, mark)])),
      h("span", { class: "needs" }, clock(step.at)),
    ),
  );
}

async function draw(store, page, now, count, go) {
  const turn = (to) => {
    looked = { page: to, from: now };
    draw(store, to, now, count, go);
  };
  try {
    const { steps } = count ? await store.page(page) : { steps: [] };
    if ((looked?.page ?? pageOf(now)) !== page) return;
    const last = pageOf(count);
    show(find("steps"), [steps, now, count], () => [
      last > 0 &&
        h(
          "div",
          { class: "row turner" },
          h("button", { type: "button", class: "quiet", "data-key": "earlier", disabled: page === 0, onclick: () => turn(page - 1) }, "Earlier"),
          h("p", {}, `${page * PAGE + 1} to ${Math.min((page + 1) * PAGE, count)} of ${count}`),
          h("button", { type: "button", class: "quiet", "data-key": "later", disabled: page === last, onclick: () => turn(page + 1) }, "Later"),
        ),
      steps.length ? h("ol", { role: "list" }, steps.map((step) => line(step, now, go))) : h("p", { class: "needs" }, "Nothing has happened yet."),
    ]);
    const list = find("steps").querySelector("ol");
    const current = list?.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  } catch (problem) {
    notice(problem.message);
  }
}

/** Draw the list around the step `now`; `go(step)` is called for one that is chosen. */
export function drawSteps(store, now, count, go) {
  if (looked?.from !== now) looked = null;
  draw(store, looked?.page ?? pageOf(now), now, count, go);
}
