/** The live picture of the tray, with each die's outline and face drawn over it, and the camera's state in words. */

import { faceWord } from "./dice.js";
import { h, s, show } from "./dom.js";

const LIVE = "/api/live.mjpg";
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

function outline(die, [width, height]) {
  const [x] = middle(die.corners);
  const size = Math.max(edge(die.corners) * 0.36, height * 0.03);
  const top = Math.min(...die.corners.map(([, y]) => y)) - size * 1.15;
  const bottom = Math.max(...die.corners.map(([, y]) => y)) + size * 1.15;
  const y = top - size < 0 ? bottom : top;
  const mark = sign(die);
  return s(
    "g",
    { class: die.sure === false ? "found unsure" : "found" },
    s("polygon", { points: die.corners.map((point) => point.join(",")).join(" ") }),
    s("rect", { x: x - size * (mark.length > 1 ? 1.25 : 0.95), y: y - size * 0.95, width: size * (mark.length > 1 ? 2.5 : 1.9), height: size * 1.9, rx: size * 0.5 }),
    s("text", { x, y: y + size * 0.52, "font-size": size * 1.5, "text-anchor": "middle" }, mark),
  );
}

/**
 * Bring `figure` to life. `pick(x, y)`, where given, is called with the place in the picture that was tapped.
 * Returns `{camera, seen, reload}`, to be told of the camera's state with the board, and of what is seen.
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

  image.addEventListener("load", () => fit([image.naturalWidth, image.naturalHeight]));
  image.addEventListener("error", () => {
    clearTimeout(again);
    if (wanted) again = setTimeout(load, AGAIN_MS);
  });
  if (pick) {
    frame.addEventListener("click", (event) => {
      const box = overlay.getBoundingClientRect();
      const scale = Math.min(box.width / size[0], box.height / size[1]);
      pick(
        (event.clientX - box.left - (box.width - size[0] * scale) / 2) / scale,
        (event.clientY - box.top - (box.height - size[1] * scale) / 2) / scale,
      );
    });
  }

  return {
    camera(camera, board) {
      const evidence = board.question?.picture ?? board.last?.picture ?? board.last_throw?.picture;
      if (evidence && still.getAttribute("src") !== evidence) still.src = evidence;
      still.hidden = !still.hasAttribute("src");
      const live = camera.state === "ok" || camera.state === "ended";
      figure.dataset.state = camera.state;
      if (live && !wanted) load();
      if (!live && camera.state === "none") image.removeAttribute("src");
      wanted = live;
      image.hidden = !image.hasAttribute("src");
      if (!live) overlay.replaceChildren();
      words.textContent = camera.state === "none" ? "No camera" : camera.state === "lost" ? "Picture lost" : "";
      show(caption, camera, () => [h("span", { class: `lamp ${camera.state}`, "aria-hidden": "true" }), h("span", {}, camera.text)]);
    },
    seen(seen) {
      fit(seen.size);
      overlay.replaceChildren(...(seen.dice ?? []).map((die) => outline(die, size)));
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
