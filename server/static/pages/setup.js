/** The page `/setup`: a camera chosen, seen through and tried, step by step. */

import { on } from "../base/board-state.js";
import { find } from "../base/dom.js";
import { notice, open } from "../base/shell.js";
import { stands } from "../base/standing.js";
import { curly } from "../base/text.js";
import { livePicture } from "../dice/picture.js";
import { shut } from "../games/any.js";
import { cameraIs, cameras, findCameras } from "../setup/cameras.js";
import { measure } from "../setup/meters.js";
import { kindIs, trial } from "../setup/trial.js";

const CAMERA = { ok: "In use", photos: "In use, for photos", ended: "Its recording is over", lost: "Not seeing", none: "None is in use" };

let begun = false;

function draw(board) {
  const operator = board.you.role === "operator";
  find("locked").hidden = operator;
  find("main").hidden = !operator;
  if (!operator) return;
  const { state } = board.camera;
  stands(find("camera-state"), ["ended", "photos"].includes(state) ? "ok" : state, CAMERA[state] ?? curly(board.camera.text));
  picture.camera(board.camera, { ...board, over: false, question: null, last: null, last_throw: null }, board.game ? shut(board) : "");
  if (!begun) {
    begun = true;
    findCameras();
    measure();
  }
  cameraIs(board.camera);
}

const picture = livePicture(find("tray"));
cameras(notice);
trial(notice);
open(null, "test");
on("board", draw);
on("seen", (seen) => {
  picture.seen(seen);
  kindIs(seen.dice ?? []);
});
on("gone", (gone) => !gone && picture.reload());
