/** The page `/setup`: a camera chosen, seen through and tried, step by step. */

import { now, on } from "../board-state.js";
import { find, h, show } from "../dom.js";
import { shut } from "../games/any.js";
import { livePicture } from "../picture.js";
import { cameraIs, cameras, findCameras } from "../setup/cameras.js";
import { kindIs, trial } from "../setup/trial.js";
import { notice, open } from "../shell.js";
import { curly } from "../words.js";

const METERS_MS = 1_000;
const TITLES = { light: "Light", glare: "Glare", focus: "Focus", size: "Size", slant: "Slant" };
const LEVELS = { good: "Good", fair: "Could be better", poor: "Will not do", unknown: "Not known yet" };
const RANK = ["poor", "fair", "unknown", "good"];

const known = new Map();

let begun = false;
let measured = ""; // the camera that these are of

function stands(place, lamp, text) {
  show(find(place), [lamp, text], () => [h("span", { class: `lamp ${lamp}`, "aria-hidden": "true" }), h("span", {}, text)]);
}

/** What only dice tell is told on while they are away or roll. */
function kept(meters) {
  for (const meter of meters) if (meter.level !== "unknown") known.set(meter.about, meter);
  return meters.map((meter) => known.get(meter.about) ?? meter);
}

function drawMeters(meters) {
  show(find("meters"), meters, () =>
    meters.map(({ about, level, text }) => h("li", { class: `meter ${level}` }, h("span", { class: "sign", "aria-hidden": "true" }), h("div", {}, h("p", {}, h("strong", {}, TITLES[about]), h("span", { class: "level" }, LEVELS[level])), h("p", {}, text)))),
  );
  const worst = RANK.find((level) => meters.some((meter) => meter.level === level));
  if (!worst) stands("view-state", "none", "No picture yet");
  else if (worst === "good") stands("view-state", "ok", "All is well");
  else if (worst === "unknown") stands("view-state", "await", "Lay a die on the table");
  else stands("view-state", worst === "fair" ? "await" : "lost", worst === "fair" ? "It works, and could be better" : "Something will not do yet");
}

async function measure() {
  if (document.hidden || now()?.you?.role !== "operator") return;
  const answer = await fetch("/api/setup/view", { cache: "no-store" }).catch(() => null);
  if (!answer) return;
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) {
    if (told.camera.url !== measured) known.clear();
    measured = told.camera.url;
    drawMeters(kept(told.meters));
  } else if (answer.status === 409) {
    drawMeters([]);
    stands("view-state", "await", told.error);
  }
}

const CAMERA = { ok: "In use", ended: "Its recording is over", lost: "Not seeing", none: "None is in use" };

function draw(board) {
  const operator = board.you.role === "operator";
  find("locked").hidden = operator;
  find("main").hidden = !operator;
  if (!operator) return;
  const { state } = board.camera;
  stands("camera-state", state === "ended" ? "ok" : state, CAMERA[state] ?? curly(board.camera.text));
  picture.camera(board.camera, { ...board, over: false, question: null, last: null, last_throw: null }, board.game ? shut(board) : "");
  if (!begun) {
    begun = true;
    findCameras();
    measure();
    setInterval(measure, METERS_MS);
  }
  cameraIs(board.camera);
}

const picture = livePicture(find("tray"));
cameras(notice);
trial();
open();
on("board", draw);
on("seen", (seen) => {
  picture.seen(seen);
  kindIs(seen.dice ?? []);
});
on("gone", (gone) => !gone && picture.reload());
