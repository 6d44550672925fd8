/** The page `/status`: how the table is doing, told anew every other second, and the bug report. */

import { on } from "../board-state.js";
import { find, h, several, show } from "../dom.js";
import { open } from "../shell.js";

const EVERY_MS = 2_000;
const PATIENCE_MS = 8_000;
const REPORT_MS = 150_000; // the machine is looked at for it
const CAMERA = { ok: "ok", lost: "lost", none: "none", ended: "none" };
const STAGES = { gate: "Does anything move?", find: "Where the dice are", name: "Which face", "name again": "A second look", judge: "How sure", vote: "Over several frames" };
const PHASES = { empty: "No dice in view", rolling: "Rolling", settling: "Coming to rest", settled: "Read", unsure: "At rest, but not read for sure", hand: "A hand in view", taken: "Taken away" };
const READERS = { learned: "With the models", classical: "Without the models", none: "No reader yet" };

let gone = false;

function lasted(seconds) {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${several(days, "day", "days")} ${several(hours, "hour", "hours")}`;
  if (hours) return `${several(hours, "hour", "hours")} ${minutes} min`;
  return minutes ? `${minutes} min` : "less than a minute";
}

function size(bytes) {
  if (bytes === null) return "not known";
  if (bytes < 1e5) return "less than 0.1 MB";
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function sentence(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function lamp(tone, name, text) {
  return h("li", {}, h("span", { class: `lamp ${tone}`, "aria-hidden": "true" }), h("strong", {}, name), h("span", {}, text));
}

function drawLamps(told) {
  const camera = told.camera.text;
  show(find("well"), [told.camera.state, camera, told.version, lasted(told.uptime_s), told.readers, told.game], () => [
    lamp("ok", "Server", `Croupier ${told.version}, running for ${lasted(told.uptime_s)}`),
    lamp(CAMERA[told.camera.state] ?? "none", "Camera", camera),
    lamp(told.game ? "ok" : "none", "Game", told.game ?? "None is being played"),
    lamp("ok", "Pages open", several(told.readers, "page follows the table", "pages follow the table")),
  ]);
}

function card(id, title, rows, ...more) {
  return h(
    "section",
    { class: "card", "aria-labelledby": id },
    h("h2", { id }, title),
    h("dl", { class: "condition-facts" }, rows.filter(Boolean).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    more,
  );
}

function stages(told) {
  const most = Math.max(...told.stages.map(({ ms }) => ms), 1);
  if (!told.stages.length) return h("p", { class: "needs" }, "No frame has been looked at yet.");
  const rows = told.stages.map(({ stage, ms }) => {
    const bar = h("span", { class: "condition-bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(ms / most));
    return h("tr", {}, h("th", { scope: "row" }, STAGES[stage] ?? stage), h("td", {}, bar, `${ms.toFixed(1)} ms`));
  });
  return h("table", { class: "condition-stages" }, h("caption", {}, told.hidden ? "Time for each stage, before the dice were hidden" : "Time for each stage of a frame, of late"), h("tbody", {}, rows));
}

function models(told) {
  return told.models.map(({ name, file, sha256 }) => [sentence(name), [h("span", {}, `${file}, whose SHA256 is`), h("code", {}, sha256)]]);
}

function drawCards(told) {
  show(find("cards"), { ...told, uptime_s: 0 }, () => [
    card("camera-title", "Camera", [
      ["Address", told.camera.url || "none"],
      ["Frames a second", `${told.camera.fps}${told.camera.fps_asked ? `, ${told.camera.fps_asked} asked for` : ""}`],
      ["Live picture", several(told.viewers, "viewer", "viewers")],
    ]),
    card(
      "reading-title",
      "Reading",
      [
        ["Dice", told.hidden ? "Hidden: nothing is told of them" : (PHASES[told.phase] ?? told.phase)],
        told.why.length > 0 && ["In the way", told.why.map(sentence).join("; ")],
        ["Reader", `${READERS[told.reader.name] ?? told.reader.name}. ${told.reader.why}`],
        ...models(told),
      ],
      stages(told),
    ),
    card("log-title", "Log", [
      ["Kept in", told.log.name],
      ["Size", size(told.log.size_bytes)],
      ["Schema", told.log.revision],
    ]),
    card("machine-title", "Machine", [
      ["Free on the disk", size(told.disk_free_bytes)],
      told.load !== null && ["Load", told.load],
      told.throttled !== null && ["Held back", told.throttled],
      ...Object.entries(told.software),
    ]),
  ]);
}

function draw(told) {
  const whole = told.you.role === "operator";
  drawLamps(told);
  find("more").hidden = whole;
  find("report").hidden = !whole;
  if (whole) drawCards(told);
  else show(find("cards"), null, () => []);
}

async function look() {
  if (!gone && !document.hidden) {
    try {
      const answer = await fetch("/api/status", { signal: AbortSignal.timeout(PATIENCE_MS), cache: "no-store" });
      if (answer.ok) draw(await answer.json());
    } catch {
      // the page says so by itself when the server is gone
    }
  }
  setTimeout(look, EVERY_MS);
}

async function save() {
  const [button, words] = [find("save"), find("saving")];
  button.disabled = true;
  words.textContent = "Looking at the machine; this takes up to a minute…";
  try {
    const answer = await fetch("/api/report.zip", { signal: AbortSignal.timeout(REPORT_MS), cache: "no-store" });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "croupier-report.zip";
    const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), EVERY_MS);
    words.textContent = `Saved as ${name}.`;
  } catch (error) {
    words.textContent = error.name === "Error" ? error.message : "The report could not be made: try again, or run croupier doctor in a terminal.";
  }
  button.disabled = false;
  button.focus();
}

find("save").addEventListener("click", save);
on("gone", (now) => (gone = now));
open();
look();
