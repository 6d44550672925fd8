/** The buttons and the slider that go through a game, and the keys that do the same. */

import { find, h, s } from "../base/dom.js";

const PLAY_MS = 1800; // how long a step stays once it is there to see
const ICONS = {
  first: "M28 20v60M72 20 44 50 72 80",
  previous: "M62 20 34 50 62 80",
  play: "M30 16 80 50 30 84z",
  pause: "M34 18v64M66 18v64",
  next: "M38 20 66 50 38 80",
  last: "M72 20v60M28 20 56 50 28 80",
};
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

function icon(name) {
  return s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/**
 * Build the reel; `go(step)` is called to show a step, and gives a promise that is kept once all of it is there to see.
 * Returns `{set(step, count, words)}`, to be told where one is.
 */
export function makeReel(go) {
  let step = 0;
  let count = 0;
  let playing = false;
  let wait = 0;

  const button = (name, label, onclick) => h("button", { type: "button", "data-key": name, class: name === "play" ? "primary" : null, "aria-label": label, title: label, onclick }, icon(name));
  const by = (far) => () => (pause(), go(Math.min(Math.max(step + far, 0), count)));
  const first = button("first", "First step", by(-Infinity));
  const previous = button("previous", "Previous step", by(-1));
  const next = button("next", "Next step", by(1));
  const last = button("last", "Last step", by(Infinity));
  const play = button("play", "Play", () => (playing ? pause() : start()));
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
  const place = h("p", { class: "place", "aria-hidden": "true" });

  function label() {
    play.replaceChildren(icon(playing ? "pause" : "play"));
    play.title = playing ? "Pause" : "Play";
    play.setAttribute("aria-label", play.title);
  }

  function pause() {
    playing = false;
    clearTimeout(wait);
    label();
  }

  function start() {
    playing = true;
    label();
    turn(step >= count ? 0 : step + 1);
  }

  async function turn(to) {
    await go(to);
    if (!playing) return;
    if (step >= count) return pause();
    wait = setTimeout(() => turn(step + 1), PLAY_MS);
  }

  slider.addEventListener("input", () => (pause(), go(Number(slider.value))));
  document.addEventListener("visibilitychange", () => document.hidden && pause());
  document.addEventListener("keydown", (event) => {
    const far = KEYS[event.key];
    if (far === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, dialog")) return;
    const scrolls = event.target.closest(".scores");
    if (scrolls && scrolls.scrollWidth > scrolls.clientWidth) return;
    event.preventDefault();
    by(far)();
  });
  find("reel").replaceChildren(h("div", { class: "buttons" }, first, previous, play, next, last), slider, place);

  return {
    set(now, all, words) {
      [step, count] = [now, all];
      slider.max = all;
      slider.value = now;
      slider.setAttribute("aria-valuetext", `${now ? `Step ${now} of ${all}` : "The beginning"}. ${words}`);
      place.textContent = `${now} of ${all}`;
      for (const one of [first, previous]) one.setAttribute("aria-disabled", String(now === 0));
      for (const one of [next, last]) one.setAttribute("aria-disabled", String(now === all));
    },
  };
}
