/** How things stand, drawn: a lamp with its words, the pill of a roll, and the facts of a game. */

import { find, h, show } from "./dom.js";

function light(tone) {
  return h("span", { class: tone ? `lamp ${tone}` : "lamp", "aria-hidden": "true" });
}

/** A lamp of this tone (`ok`, `await`, `lost`, `none`) with its words; the first of several are the strong ones. */
export function lamp(tone, ...words) {
  return [light(tone), words.map((text, place) => h(place < words.length - 1 ? "strong" : "span", {}, text))];
}

/** Put a lamp with its words into `region`. */
export function stands(region, tone, text) {
  show(region, [tone, text], () => lamp(tone, text));
}

/** The state of the roll, as words.js has it, in its place on the page. */
export function drawStatus({ tone, word }) {
  show(find("status"), [tone, word], () => h("p", { class: `status ${tone}` }, light(), word));
}

/** The page's title, and beneath it the facts: `[[name, value]]`. */
export function drawFacts(title, lines) {
  show(find("facts"), [title, lines], () => [
    h("h1", {}, title),
    lines.length > 0 && h("dl", {}, lines.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, h("bdi", {}, value))))),
  ]);
}
