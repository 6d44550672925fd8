/** A test roll: what lies there is typed, and compared with what was read. It counts for no game. */

import { find, h, show } from "../base/dom.js";
import { stands } from "../base/standing.js";
import { curly } from "../base/text.js";
import { faceWord } from "../dice/dice.js";
import { faceOfKey, pad } from "../dice/editor.js";
import { said } from "./asking.js";

const AGAIN_MS = 4_000; // rolls stay set aside only while this page says so

let refused = () => {};
let testing = 0;
let missed = 0; // how often in a row it could not be said
let kind = "d6";
let faces = [];

function draw() {
  show(find("pad"), kind, () => pad(kind, null, type));
  find("typed").textContent = faces.length ? `Typed: ${faces.map((face) => faceWord(kind, face)).join(", ")}` : "Nothing is typed yet.";
  for (const id of ["check", "erase"]) find(id).disabled = faces.length === 0;
}

function type(face) {
  faces.push(face);
  find("verdict").hidden = true;
  draw();
}

function erase() {
  faces.pop();
  draw();
}

async function compare() {
  if (!faces.length) return;
  const told = await said("/api/setup/test", { faces });
  const box = find("verdict");
  box.hidden = false;
  box.dataset.outcome = told.error ? "refused" : told.passed ? "counted" : "asked";
  show(box, Date.now(), () => h("p", { class: "answer-title" }, curly(told.error ?? told.text)));
  if (!told.error) mark(told.passed);
  faces = [];
  draw();
}

/** How the step stands. */
function mark(passed) {
  stands(find("test-state"), passed ? "ok" : "lost", passed ? "Passed" : "Not passed yet");
}

/** Rolls count for nothing while this is said again and again: one miss does no harm, a second in a row is told. */
async function set(on) {
  const told = await said("/api/setup/aside", { on });
  missed = told.error ? missed + 1 : 0;
  if (on && testing && missed === 2) refused(`${told.error} Do not roll meanwhile: a roll may count.`);
}

function start() {
  testing = setInterval(() => set(true), AGAIN_MS);
  missed = 0;
  set(true);
  faces = [];
  find("test-off").hidden = true;
  find("test-on").hidden = false;
  draw();
  find("pad").querySelector("button")?.focus();
}

function stop() {
  clearInterval(testing);
  testing = 0;
  set(false);
  find("test-off").hidden = false;
  find("test-on").hidden = true;
  find("verdict").hidden = true;
  find("test-start").focus();
}

/** The kind of dice that is seen is the kind to type. */
export function kindIs(dice) {
  const seen = dice.find((die) => die.kind === "dF" || die.kind === "d6")?.kind;
  if (!seen || seen === kind || faces.length) return;
  kind = seen;
  if (testing) draw();
}

/** Bring the step to life; `told(words)` is told what went wrong. */
export function trial(told) {
  refused = told;
  find("test-start").addEventListener("click", start);
  find("test-stop").addEventListener("click", stop);
  find("check").addEventListener("click", compare);
  find("erase").addEventListener("click", erase);
  document.addEventListener("keydown", (event) => {
    if (!testing || event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const face = faceOfKey(kind, event.key);
    if (face !== null) type(face);
    else if (event.key === "Backspace") erase();
    else if (event.key === "Enter" && !event.target.matches("button, a, summary")) compare();
  });
  window.addEventListener("pagehide", () => testing && fetch("/api/setup/aside", { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: '{"on":false}' }));
}
