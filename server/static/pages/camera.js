/** The page `/camera`: a phone as the table's camera, live or a photograph at a time. */

import { find } from "../base/dom.js";
import { isAllowed, mayOpen } from "../setup/lens.js";
import { live, start, state, stop } from "../setup/live.js";
import { photos } from "../setup/photo.js";
import { awaited } from "../setup/send.js";

const AGAIN_MS = 1_000; // between attempts to reach a table that does not answer

function lock() {
  stop();
  find("locked").hidden = false;
  find("working").hidden = true;
}

async function begin() {
  const told = await awaited();
  if (told.status === 401) return lock();
  find("working").hidden = false;
  if (told.status === 0) {
    state("away");
    return setTimeout(begin, AGAIN_MS);
  }
  find("controls").hidden = !mayOpen();
  find("hint").hidden = !mayOpen();
  if (!mayOpen()) return state("plain");
  state("idle");
  if (await isAllowed()) start(); // a page that was loaded again goes on by itself
}

live();
photos(lock);
begin();
