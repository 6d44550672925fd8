/** The phone's live picture: frame after frame to the table, and how that stands in words. */

import { find } from "../base/dom.js";
import { stands } from "../base/standing.js";
import { closeLens, nextPicture, offerControls, openLens, stayAwake } from "./lens.js";
import { awaited, drawn, send } from "./send.js";

const PERIOD_MS = 100; // between two frames, at least: the next one goes once the last was answered
const STALLED_MS = 2_000; // a camera that gives no new picture for so long is said to stand still
const AGAIN_MS = 1_000; // between attempts to reach a table that does not answer, or watches no phone
const LONG_SIDE = 1_280;
const QUALITY = 0.85;

const SAID = {
  idle: ["none", "Not started."],
  opening: ["await", "The camera is being opened…"],
  live: ["ok", "Live: the table sees this picture."],
  hidden: ["ok", "Dice are hidden: nothing of this picture is shown or kept until they lie open."],
  aside: ["await", "The table does not watch a phone yet. The owner chooses “A phone” on the setup page; then this one is live by itself."],
  away: ["lost", "The table does not answer. Nothing is lost; this page tries again by itself."],
  stalled: ["lost", "The camera gives no picture. Bring this page to the front; if that does not help, stop and start again."],
  refused: ["lost", "This link is not good any more: scan the code on the setup page again."],
  plain: ["none", "A live picture needs a secure address (https): start Croupier with --https. Photos work here too."],
};

const video = find("video");
let running = 0; // the number of the present start; 0 when stopped

/** Say how the live picture stands, by name; anything else in `words`. */
export function state(name, words = null) {
  stands(find("live-state"), ...(SAID[name] ?? ["lost", words]));
}

const wake = stayAwake(() => running > 0);

function drawControls() {
  const pressed = ["start", "stop"].includes(document.activeElement.id);
  find("start").hidden = running > 0;
  for (const id of ["view", "stop"]) find(id).hidden = running === 0;
  if (running === 0) for (const id of ["torch", "zoom-field"]) find(id).hidden = true;
  if (pressed) find(running ? "stop" : "start").focus(); // the one takes the place of the other
}

/** Open the camera, and send what it sees. */
export async function start() {
  if (running) return;
  const mine = (running = Date.now());
  drawControls();
  state("opening");
  try {
    const track = await openLens(video);
    if (running !== mine) return closeLens(video);
    offerControls(track, { torch: find("torch"), zoomField: find("zoom-field"), zoom: find("zoom") });
    track.addEventListener("ended", () => running === mine && reopen());
    wake();
    pump(mine);
  } catch (error) {
    stop();
    state("failed", error.message);
  }
}

/** Let the camera go. */
export function stop() {
  running = 0;
  wake();
  closeLens(video);
  drawControls();
  state("idle");
}

/** Phones take the camera away from a page that slept: it is opened anew once the page is seen again. */
function reopen() {
  closeLens(video);
  running = 0;
  state("stalled");
  if (!document.hidden) return start();
  document.addEventListener("visibilitychange", start, { once: true });
}

function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function pump(mine) {
  let watched = false;
  while (running === mine) {
    const began = performance.now();
    if (!watched) {
      const told = await awaited();
      if (running !== mine) return;
      watched = told.outcome === "watched";
      if (told.status === 401) {
        stop();
        return state("refused");
      }
      if (!watched) {
        state(told.status === 200 ? "aside" : "away");
        await pause(AGAIN_MS);
        continue;
      }
    }
    if (!(await nextPicture(video, STALLED_MS))) {
      if (running === mine) state("stalled");
      continue;
    }
    const scale = Math.min(1, LONG_SIDE / Math.max(video.videoWidth, video.videoHeight, 1));
    const picture = await drawn(video, video.videoWidth * scale, video.videoHeight * scale, QUALITY);
    if (!picture || running !== mine) continue;
    const told = await send(picture, true);
    if (running !== mine) return;
    if (told.status === 401) {
      stop();
      return state("refused");
    }
    if (told.status === 200) state(told.hidden ? "hidden" : "live");
    else if (told.status === 409) {
      watched = false;
      state("failed", told.error);
    } else if (told.status === 0 || told.status >= 500) state("away");
    else state("failed", told.error);
    await pause(told.status === 200 ? Math.max(0, PERIOD_MS - (performance.now() - began)) : AGAIN_MS);
  }
}

/** Bring the buttons to life. */
export function live() {
  find("start").addEventListener("click", start);
  find("stop").addEventListener("click", stop);
  drawControls();
}
