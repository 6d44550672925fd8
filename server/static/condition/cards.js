/** What the operator is told of the table: a card for each part. Only what has changed is drawn anew, so that text stays selected. */

import { find, h, several, show } from "../base/dom.js";
import { capital } from "../base/text.js";

const STAGES = { gate: "Does anything move?", find: "Where the dice are", name: "Which face", "name again": "A second look", judge: "How sure", vote: "Over several frames" };
const PHASES = { empty: "No dice in view", rolling: "Rolling", settling: "Coming to rest", settled: "Read", unsure: "At rest, but not read for sure", hand: "A hand in view", taken: "Taken away" };
const READERS = { learned: "With the models", classical: "Without the models", none: "No reader yet" };

function size(bytes) {
  if (bytes === null) return "not known";
  if (bytes < 1e5) return "less than 0.1 MB";
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function card(id, title, ...more) {
  return h("section", { id, class: "card", "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), h("dl", { class: "condition-facts" }), more);
}

/** Draw a card's `[name, value, code]` rows, where there are some; `code` is beneath the value, in figures of one width. */
function drawRows(id, rows) {
  const list = find(id).querySelector("dl");
  const there = rows.filter(Boolean);
  show(list, there.map(([name]) => name), () => there.map(([name]) => h("div", {}, h("dt", {}, name), h("dd", {}))));
  there.forEach(([, value, code], place) => show(list.children[place].lastChild, [value, code], () => [code ? h("span", {}, value) : String(value), code && h("code", {}, code)]));
}

function drawStages({ stages, hidden }) {
  const most = Math.max(...stages.map(({ ms }) => ms), 1);
  show(find("stages"), [stages.map(({ stage }) => stage), hidden], () => {
    if (!stages.length) return h("p", { class: "needs" }, "No frame has been looked at yet.");
    const rows = stages.map(({ stage }) => h("tr", {}, h("th", { scope: "row" }, STAGES[stage] ?? stage), h("td", {}, h("span", { class: "condition-bar", "aria-hidden": "true" }), h("span", {}))));
    return h("table", { class: "condition-stages" }, h("caption", {}, hidden ? "Time for each stage, before the dice were hidden" : "Time for each stage of a frame, of late"), h("tbody", {}, rows));
  });
  const cells = find("stages").querySelectorAll("td");
  stages.forEach(({ ms }, place) => {
    const [bar, figure] = cells[place].children;
    bar.style.setProperty("--part", String(ms / most));
    show(figure, ms, () => `${ms.toFixed(1)} ms`);
  });
}

/** Draw all of them, of what `/api/status` tells the operator. */
export function drawCards(told) {
  show(find("cards"), true, () => [card("camera", "Camera"), card("reading", "Reading", h("div", { id: "stages" })), card("log", "Log"), card("machine", "Machine")]);
  drawRows("camera", [
    ["Address", told.camera.url || "none"],
    ["Frames a second", `${told.camera.fps}${told.camera.fps_asked ? `, ${told.camera.fps_asked} asked for` : ""}`],
    ["Live picture", several(told.viewers, "viewer", "viewers")],
  ]);
  drawRows("reading", [
    ["Dice", told.hidden ? "Hidden: nothing is told of them" : (PHASES[told.phase] ?? told.phase)],
    told.why.length > 0 && ["In the way", told.why.map(capital).join("; ")],
    ["Reader", `${READERS[told.reader.name] ?? told.reader.name}. ${told.reader.why}`],
    ...told.models.map(({ name, file, sha256 }) => [capital(name), `${file}, whose SHA256 is`, sha256]),
  ]);
  drawStages(told);
  drawRows("log", [
    ["Kept in", told.log.name],
    ["Size", size(told.log.size_bytes)],
    ["Schema", told.log.revision],
  ]);
  drawRows("machine", [
    ["Free on the disk", size(told.disk_free_bytes)],
    told.load !== null && ["Load", told.load],
    told.throttled !== null && ["Held back", told.throttled],
    ...Object.entries(told.software),
  ]);
}
