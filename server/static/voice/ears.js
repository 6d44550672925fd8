/**
 * What a page lets be heard: two switches, for the voice and for sounds, each kept in this browser. Both are silent until
 * somebody has tapped or typed on the page since it was loaded, as browsers want it.
 */

import { h, s } from "../base/dom.js";
import { canSound, sound, wakeSound } from "./sound.js";
import { canSpeak, hasVoice, hushVoice, speak } from "./voice.js";

const KEPT = "croupier-"; // with the switch's name: "on" where it was left on
const VOICE_COMES_MS = 2000; // how long a browser may take to find its voices
const NO_VOICE = "This browser has no voice. On Debian or Raspberry Pi OS: apt install speech-dispatcher espeak-ng, then start the browser anew.";
const DRAWINGS = {
  voice: "M8 38v24h16l24 20V18L24 38zM62 34q14 16 0 32M74 22q26 28 0 56",
  sound: "M34 76V24l44-10v52M34 76a11 9 0 1 1-22 0 11 9 0 0 1 22 0zM78 66a11 9 0 1 1-22 0 11 9 0 0 1 22 0z",
};

let tapped = false; // on this page, since it was loaded
const switches = new Map();

function recall(name) {
  try {
    return localStorage.getItem(KEPT + name) === "on";
  } catch {
    return false; // a browser that keeps nothing begins silent each time
  }
}

function keep(name, on) {
  try {
    localStorage.setItem(KEPT + name, on ? "on" : "off");
  } catch {
    // as above
  }
}

/** Whether it is to be heard now. */
function isHeard(name) {
  return tapped && Boolean(switches.get(name)?.on);
}

function draw({ on, button, word }) {
  button.setAttribute("aria-checked", String(on && tapped));
  word.textContent = !on ? "off" : tapped ? "on" : "on at a tap";
}

function makeSwitch(name, title, flipped) {
  const word = h("span", { "aria-hidden": "true" });
  const icon = s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, s("path", { d: DRAWINGS[name] }));
  const button = h("button", { type: "button", role: "switch", class: "ear quiet", "aria-label": title, "data-key": `ear-${name}` }, icon, h("span", { class: "ear-name", "aria-hidden": "true" }, title), word);
  const one = { name, on: recall(name), button, word };
  button.addEventListener("click", () => {
    one.on = !(one.on && tapped);
    keep(name, one.on);
    wake();
    draw(one);
    flipped(one.on);
  });
  switches.set(name, one);
  draw(one);
  return button;
}

/** Somebody is there: what was left on is heard from now on. */
function wake() {
  if (tapped) return false;
  tapped = true;
  if (switches.get("sound")?.on) wakeSound();
  for (const one of switches.values()) draw(one);
  return true;
}

/** Put the switches into `place`. `now()` is what the voice says when it is switched on; `complain` shows a sentence. */
export function placeEars(place, now, complain) {
  const begin = (on) => {
    if (!on) return hushVoice();
    speak(now());
    setTimeout(() => isHeard("voice") && !hasVoice() && complain(NO_VOICE), VOICE_COMES_MS);
  };
  place.replaceChildren(...[canSpeak() && makeSwitch("voice", "Voice", begin), canSound() && makeSwitch("sound", "Sound", (on) => on && sound("roll"))].filter(Boolean));
  for (const kind of ["pointerup", "keyup"]) {
    document.addEventListener(kind, (event) => {
      if (place.contains(event.target)) return; // a switch wakes by what it does
      if (wake() && isHeard("voice")) begin(true);
    });
  }
}

/** Let `text` be said, and the sound `cue` be heard, where they are on. */
export function hear(text, cue) {
  if (cue && isHeard("sound")) sound(cue);
  if (text && isHeard("voice")) speak(text);
}
