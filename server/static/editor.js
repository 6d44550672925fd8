/** The dice of a draft as buttons, a pad of faces to enter them by, and the dialog that asks for one face. */

import { drawDie, faceName, facesOf, faceWord, likely, nameBeneath } from "./dice.js";
import { find, h } from "./dom.js";

function said(die, index, names) {
  const state = [faceWord(die.kind, die.face), faceName(names, die.kind, die.face), die.sure === false ? "not sure" : ""];
  return `Die ${index + 1}: ${state.filter(Boolean).join(", ")}`;
}

/** A row of dice as buttons; `press(index)` when one is chosen, `note(die)` a word beneath it, `remove(index)` if one may go. */
export function diceButtons(dice, { names, key, press, note = () => "", verb, remove }) {
  const row = h(
    "ul",
    { class: "dice slots", role: "list" },
    dice.map((die, index) => {
      const word = note(die, index);
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: die.face === null ? "slot open" : die.thrown === false ? "slot stayed" : "slot",
            "data-key": `${key}-${index}`,
            "data-die": index,
            "aria-label": [said(die, index, names), word, verb].filter(Boolean).join(". "),
            onclick: () => press(index),
          },
          drawDie(die, names, true),
        ),
        word ? h("span", { class: "face-name", "aria-hidden": "true" }, word) : nameBeneath(faceName(names, die.kind, die.face)),
        remove && h("button", { type: "button", class: "quiet small", "data-key": `${key}-remove-${index}`, "aria-label": `Remove die ${index + 1}`, onclick: () => remove(index) }, "Remove"),
      );
    }),
  );
  row.style.setProperty("--count", dice.length);
  return row;
}

/** A key for each face. */
export function pad(kind, names, press) {
  return h(
    "div",
    { class: "pad", role: "group", "aria-label": "Faces" },
    facesOf(kind).map((face) =>
      h(
        "button",
        { type: "button", "data-key": `pad-${face}`, "aria-label": `Enter ${[faceWord(kind, face), faceName(names, kind, face)].filter(Boolean).join(", ")}`, onclick: () => press(face) },
        drawDie({ kind, face, sure: true }, names, true),
      ),
    ),
  );
}

/** The face that a key stands for: 1 to 6, or +, 0 and - for Fudge dice; null for any other key. */
export function faceOfKey(kind, key) {
  const face = kind === "dF" ? { "+": 1, "=": 1, 0: 0, "-": -1 }[key] : /^[1-9]$/.test(key) ? Number(key) : undefined;
  return face !== undefined && facesOf(kind).includes(face) ? face : null;
}

/**
 * Ask which face a die shows, the likely ones marked. `pick(face)` is called for the answer; `more` are further
 * buttons: `[{text, press}]`.
 */
export function askFace(die, { title, names, pick, more = [] }) {
  const dialog = find("face-dialog");
  const near = likely(die);
  const close = () => dialog.open && dialog.close();
  const answer = (face) => {
    close();
    pick(face);
  };
  dialog.replaceChildren(
    h("h2", { id: "face-title" }, title),
    die.why ? h("p", { class: "lead" }, die.why) : "",
    h(
      "div",
      { class: "faces" },
      facesOf(die.kind).map((face) => {
        const name = faceName(names, die.kind, face);
        const mark = face === die.face ? "now" : near.includes(face) ? "likely" : "";
        return h(
          "button",
          { type: "button", class: mark || null, "data-face": face, "aria-label": [faceWord(die.kind, face), name, mark].filter(Boolean).join(", "), onclick: () => answer(face) },
          drawDie({ kind: die.kind, face, sure: true }, names, true),
          h("span", { class: "face-name" }, name || faceWord(die.kind, face)),
          h("span", { class: "needs" }, mark),
        );
      }),
    ),
    h(
      "div",
      { class: "row" },
      more.map(({ text, press }) => h("button", { type: "button", class: "quiet", onclick: () => (close(), press()) }, text)),
      h("button", { type: "button", class: "quiet", onclick: close }, "Cancel"),
    ),
  );
  dialog.onkeydown = (event) => {
    const face = event.ctrlKey || event.altKey || event.metaKey ? null : faceOfKey(die.kind, event.key);
    if (face === null) return;
    event.preventDefault();
    answer(face);
  };
  dialog.showModal();
}
