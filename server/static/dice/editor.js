/** The dice of a draft as buttons, a pad of faces to enter them by, and the dialog that asks for one face. */

import { find, h } from "../base/dom.js";
import { sentence } from "../base/text.js";
import { drawDie, faceName, facesOf, faceWord, faceWords, likely, nameBeneath } from "./dice.js";

const MOST_LARGE = 6; // dice
const MOST_KEYS = 20; // a die with more faces has its number typed in

function said(die, index, names) {
  return `Die ${index + 1}: ${[faceWords(names, die.kind, die.face), die.sure === false ? "not sure" : ""].filter(Boolean).join(", ")}`;
}

/**
 * A row of dice as buttons; `press(index)` when one is chosen, `note(die)` a word beneath it, `remove(index)` if one may go.
 * `still(index)` tells the dice that cannot be chosen.
 */
export function diceButtons(dice, { names, key, press, note = () => "", verb, remove, still = () => false }) {
  const row = h(
    "ul",
    { class: dice.length > MOST_LARGE ? "dice slots many" : "dice slots", role: "list" },
    dice.map((die, index) => {
      const word = note(die, index);
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: die.face === null ? "slot open" : die.mark ? "slot marked" : die.thrown === false ? "slot stayed" : "slot",
            "data-key": `${key}-${index}`,
            "data-die": index,
            disabled: still(index),
            "aria-label": [said(die, index, names), word, still(index) ? "" : verb].filter(Boolean).join(". "),
            onclick: () => press(index),
          },
          drawDie(die, names, true),
        ),
        word ? h("span", { class: "face-name", "aria-hidden": "true" }, word) : nameBeneath(faceName(names, die.kind, die.face), names),
        remove && h("button", { type: "button", class: "quiet small", "data-key": `${key}-remove-${index}`, "aria-label": `Remove die ${index + 1}`, onclick: () => remove(index) }, "Remove"),
      );
    }),
  );
  row.style.setProperty("--count", dice.length);
  return row;
}

/** The number of a die with many faces, to be typed in. */
function numberEntry(kind, press) {
  const most = facesOf(kind).length;
  const field = h("input", { type: "number", min: 1, max: most, step: 1, inputmode: "numeric", required: true, "data-key": "pad-number", "aria-label": `Face, 1 to ${most}` });
  const enter = (event) => {
    event.preventDefault();
    press(Number(field.value));
  };
  return h("form", { class: "row number", onsubmit: enter }, field, h("button", { class: "quiet" }, "Enter this face"));
}

/** A key for each face. */
export function pad(kind, names, press) {
  const faces = facesOf(kind);
  if (faces.length > MOST_KEYS) return numberEntry(kind, press);
  return h(
    "div",
    { class: faces.length > 6 ? "pad many" : "pad", role: "group", "aria-label": "Faces" },
    faces.map((face) =>
      h(
        "button",
        { type: "button", "data-key": `pad-${face}`, "aria-label": `Enter ${faceWords(names, kind, face)}`, onclick: () => press(face) },
        drawDie({ kind, face, sure: true }, names, true),
      ),
    ),
  );
}

/** The face that a key stands for: 1 to 9, or +, 0 and - for Fudge dice; null for any other, and where one key is too few. */
export function faceOfKey(kind, key) {
  if (facesOf(kind).length > 9) return null;
  const face = kind === "dF" ? { "+": 1, "=": 1, 0: 0, "-": -1 }[key] : /^[1-9]$/.test(key) ? Number(key) : undefined;
  return face !== undefined && facesOf(kind).includes(face) ? face : null;
}

/**
 * Ask which face a die shows, the likely ones first; what it is doubted to show is the likeliest. `pick(face)` is called
 * for the answer; `more` are further buttons: `[{text, press}]`.
 */
export function askFace(die, { title, names, pick, more = [] }) {
  const dialog = find("face-dialog");
  const near = likely(die);
  const first = near.length && die.sure === false && die.face !== null ? [die.face, ...near] : near;
  const faces = facesOf(die.kind);
  const rest = faces.filter((face) => !first.includes(face));
  const close = () => {
    if (dialog.open) dialog.close();
    if (dialog.contains(document.activeElement)) document.activeElement.blur(); // or the next key is lost here
  };
  const answer = (face) => {
    close();
    pick(face);
  };
  const key = (face) => {
    const mark = face === die.face ? (die.sure === false ? "as read" : "now") : near.includes(face) ? "likely" : "";
    return h(
      "button",
      { type: "button", class: face === die.face ? "now" : mark || null, "data-face": face, "aria-label": [faceWords(names, die.kind, face), mark].filter(Boolean).join(", "), onclick: () => answer(face) },
      drawDie({ kind: die.kind, face, sure: true }, names, true),
      faces.length > 6 ? null : h("span", { class: "face-name" }, faceName(names, die.kind, face) || faceWord(die.kind, face)),
      mark && h("span", { class: "needs" }, mark),
    );
  };
  const group = (some) => {
    const keys = h("div", { class: some.length > 6 ? "faces many" : "faces" }, some.map(key));
    keys.style.setProperty("--count", some.length === faces.length ? 3 : some.length);
    return keys;
  };
  dialog.replaceChildren(
    h("h2", { id: "face-title" }, title),
    die.why ? h("p", { class: "lead" }, sentence(die.why)) : "",
    ...(faces.length > MOST_KEYS ? [numberEntry(die.kind, answer)] : [first, rest].filter((some) => some.length).map(group)),
    h(
      "div",
      { class: "row" },
      more.map(({ text, press }) => h("button", { type: "button", class: "quiet", onclick: () => (close(), press()) }, text)),
      h("button", { type: "button", class: "quiet", onclick: close }, "Cancel"),
    ),
  );
  dialog.onkeydown = (event) => {
    const face = event.ctrlKey || event.altKey || event.metaKey ? null : faceOfKey(die.kind, event.key);
    if (face === null || event.target.closest("input")) return;
    event.preventDefault();
    answer(face);
  };
  dialog.showModal();
}
