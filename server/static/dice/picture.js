/** The live picture of the tray, with each die's outline and face drawn over it, and the camera's state in words. */

import { h, s } from "../base/dom.js";
import { stands } from "../base/standing.js";
import { faceWord } from "./dice.js";

const LIVE = "/api/live.mjpg";
const NO_PICTURE = { none: "No camera", lost: "Picture lost", photos: "Photos" };
const BY_HAND = / Rolls can be entered by hand\.$/; // is no advice once the game is over
const LABEL = 0.065; // the height of a die's label, of the picture's
const AGAIN_MS = 2_000; // a picture that broke off is asked for again after this

function middle(corners) {
  return corners.reduce(([x, y], [cx, cy]) => [x + cx / corners.length, y + cy / corners.length], [0, 0]);
}

function edge(corners) {
  return Math.hypot(corners[0][0] - corners[1][0], corners[0][1] - corners[1][1]);
}

function sign(die) {
  if (die.face === null || die.face === undefined) return "?";
  const face = die.kind === "dF" ? { "-1": "−", 0: "0", 1: "+" }[die.face] : faceWord(die.kind, die.face);
  return die.sure === false ? `${face}?` : face;
}

/** A box as [left, top, right, bottom]. */
function box(corners) {
  const across = corners.map(([x]) => x);
  const down = corners.map(([, y]) => y);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

function apart(a, b) {
  return a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
}

/** Where a label of this size goes: the first place above, beside or below its die that covers no die and no other label. */
function labelPlace(die, taken, [wide, high], [width, height]) {
  const [left, top, right, bottom] = box(die.corners);
  const [x, y] = middle(die.corners);
  const places = [1, 2].flatMap((far) => {
    const gap = far * high * 0.5;
    return [
      [x, top - gap - high / 2],
      [right + gap + wide / 2, y],
      [left - gap - wide / 2, y],
      [x, bottom + gap + high / 2],
    ];
  });
  const around = ([cx, cy]) => [cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2];
  const inside = (place) => around(place)[0] >= 0 && around(place)[1] >= 0 && around(place)[2] <= width && around(place)[3] <= height;
  return places.find((place) => inside(place) && taken.every((other) => apart(around(place), other))) ?? places.find(inside) ?? places[0];
}

/** The dice's outlines, with a label each and a line from it to its die. */
function outlines(dice, size) {
  const taken = dice.map((die) => box(die.corners));
  return dice.map((die) => {
    const mark = sign(die);
    const high = size[1] * LABEL;
    const wide = high * (mark.length > 1 ? 1.35 : 1);
    const [x, y] = labelPlace(die, taken, [wide, high], size);
    const [cx, cy] = middle(die.corners);
    taken.push([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]);
    return s(
      "g",
      { class: die.sure === false ? "found unsure" : "found" },
      s("line", { x1: x, y1: y, x2: (x + cx) / 2, y2: (y + cy) / 2 }),
      s("polygon", { points: die.corners.map((point) => point.join(",")).join(" ") }),
      s("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: high * 0.25 }),
      s("text", { x, y: y + high * 0.29, "font-size": high * 0.8, "text-anchor": "middle" }, mark),
    );
  });
}

/**
 * Bring `figure` to life. `pick(x, y)`, where given, is called with the place in the picture that was tapped.
 * Returns `{camera, seen, mark, reload}`, to be told of the camera's state with the board, and of what is seen; dice to
 * `mark` are drawn in the place of these, until there are none.
 */
export function livePicture(figure, pick) {
  const still = h("img", { alt: "", hidden: true }); // the newest evidence, seen until the live picture covers it
  const image = h("img", { alt: "The dice tray, live", hidden: true });
  const overlay = s("svg", { class: "outlines", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
  const words = h("p", { class: "blank" });
  const frame = h("div", { class: "frame" }, still, image, overlay, words);
  const caption = h("figcaption");
  figure.replaceChildren(frame, caption);
  let size = [4, 3];
  let again = 0;
  let wanted = false;
  let isClosed = false;
  let isTold = false; // the size of the pixels that corners are in: the live picture may be smaller
  let lying = [];
  let marked = null;

  function outline() {
    const dice = isClosed ? [] : (marked ?? (wanted ? lying : []));
    overlay.replaceChildren(...outlines(dice.filter((die) => die.corners?.length), size));
    const evidence = Boolean(marked) && !wanted && !still.hidden; // nothing is live: what is marked lies in the evidence
    image.hidden = isClosed || evidence || !image.hasAttribute("src");
    words.hidden = evidence;
    figure.classList.toggle("asked", evidence);
  }

  function fit(next) {
    if (!next?.[0] || !next?.[1]) return;
    size = next;
    overlay.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    figure.style.setProperty("--aspect", String(size[0] / size[1]));
  }

  function load() {
    clearTimeout(again);
    image.src = `${LIVE}?at=${Date.now()}`;
  }

  image.addEventListener("load", () => isTold || fit([image.naturalWidth, image.naturalHeight]));
  still.addEventListener("load", () => wanted || (fit([still.naturalWidth, still.naturalHeight]), outline()));
  image.addEventListener("error", () => {
    clearTimeout(again);
    if (wanted) again = setTimeout(load, AGAIN_MS);
  });
  if (pick) {
    frame.addEventListener("click", (event) => {
      const box = overlay.getBoundingClientRect();
      const scale = Math.min(box.width / size[0], box.height / size[1]);
      const x = (event.clientX - box.left - (box.width - size[0] * scale) / 2) / scale;
      const y = (event.clientY - box.top - (box.height - size[1] * scale) / 2) / scale;
      if (!isClosed && x >= 0 && y >= 0 && x <= size[0] && y <= size[1]) pick(Math.round(x), Math.round(y));
    });
  }

  return {
    /** `shut` says why the picture is closed, where it is. */
    camera(camera, board, shut = "") {
      const closed = Boolean(shut) && camera.state === "ok";
      if (closed !== isClosed && wanted) load(); // what was seen before is nothing to show now
      isClosed = closed;
      const evidence = board.question?.picture ?? board.last?.picture ?? board.last_throw?.picture;
      if (evidence && still.getAttribute("src") !== evidence) still.src = evidence;
      still.hidden = closed || !still.hasAttribute("src");
      const live = camera.state === "ok" || camera.state === "ended";
      figure.dataset.state = closed ? "shut" : camera.state;
      if (live && !wanted) load();
      if (!live && camera.state !== "lost") image.removeAttribute("src");
      wanted = live;
      if (!live) [lying, isTold] = [[], false];
      outline();
      words.textContent = closed ? shut : NO_PICTURE[camera.state] ?? "";
      if (camera.state === "photos" && !still.hidden) words.textContent = ""; // the newest photo is seen
      const text = board.over ? camera.text.replace(BY_HAND, "") : camera.text;
      stands(caption, camera.state === "photos" ? "ok" : camera.state, text);
    },
    seen(seen) {
      fit(seen.size);
      isTold = Boolean(seen.size?.[0]);
      lying = seen.dice ?? [];
      outline();
    },
    mark(dice) {
      marked = dice;
      outline();
    },
    reload() {
      if (wanted) load();
    },
  };
}

/** The index of the die that lies at (x, y), or −1: inside its outline, or nearly. */
export function dieAt(dice, x, y) {
  let best = -1;
  let nearest = Infinity;
  dice.forEach((die, index) => {
    if (!die.corners?.length) return;
    const [cx, cy] = middle(die.corners);
    const distance = Math.hypot(cx - x, cy - y);
    if (distance < edge(die.corners) * 0.9 && distance < nearest) [best, nearest] = [index, distance];
  });
  return best;
}
