/** A photograph of a roll: read once, and told what became of it. */

import { find, h, show } from "../base/dom.js";
import { drawDice } from "../dice/dice.js";
import { fitting, send } from "./send.js";

const VERDICTS = { counted: "Read, and it counts.", asked: "Please check:", known: "Nothing new.", nothing: "Nothing was read." };

async function photograph(input, refused) {
  const file = input.files[0];
  if (!file) return;
  const box = find("photo-state");
  box.hidden = false;
  show(box, Date.now(), () => h("p", {}, "The photo is being read…"));
  const told = await send(await fitting(file));
  input.value = ""; // so that the same one may be chosen again
  if (told.status === 401) return refused();
  const well = told.status === 200;
  box.dataset.outcome = well ? told.outcome : "refused";
  const words = well ? told.text : (told.error ?? `The table refused (${told.status}).`);
  show(box, Date.now(), () => [
    h("p", { class: "answer-title" }, well ? VERDICTS[told.outcome] : "This photo cannot be read."),
    well && told.dice.length > 0 && drawDice(told.dice, null),
    h("p", {}, words),
    well && told.outcome === "asked" && h("p", { class: "needs" }, told.dice.every((die) => die.sure) ? "Settle it on the operator’s page." : "Settle it on the operator’s page, or take a clearer photo."),
  ]);
  box.scrollIntoView({ block: "nearest" });
}

/** Bring the two ways to choose one to life; `refused()` is told when this browser may not send any. */
export function photos(refused) {
  for (const id of ["photo", "stored"]) find(id).addEventListener("change", (event) => photograph(event.target, refused));
}
