/** The page `/status`: how the table is doing, told anew every other second, and the bug report. */

import { on } from "../base/board-state.js";
import { find, h, several, show } from "../base/dom.js";
import { open } from "../base/shell.js";
import { lamp } from "../base/standing.js";
import { drawCards } from "../condition/cards.js";

const EVERY_MS = 2_000;
const PATIENCE_MS = 8_000;
const REPORT_MS = 150_000; // the machine is looked at for it
const CAMERA = { ok: "ok", photos: "ok", lost: "lost", none: "none", ended: "none" };

let gone = false;

function lasted(seconds) {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${several(days, "day", "days")} ${several(hours, "hour", "hours")}`;
  if (hours) return `${several(hours, "hour", "hours")} ${minutes} min`;
  return minutes ? `${minutes} min` : "less than a minute";
}

function drawLamps(told) {
  const lamps = [
    ["ok", "Server", `Croupier ${told.version}, running for ${lasted(told.uptime_s)}`],
    [CAMERA[told.camera.state] ?? "none", "Camera", told.camera.text],
    [told.game ? "ok" : "none", "Game", told.game ?? "None is being played"],
    ["ok", "Pages open", several(told.readers, "page follows the table", "pages follow the table")],
  ];
  show(find("well"), lamps.length, () => lamps.map(() => h("li")));
  lamps.forEach((one, place) => show(find("well").children[place], one, () => lamp(...one)));
}

function draw(told) {
  const whole = told.you.role === "operator";
  drawLamps(told);
  find("more").hidden = whole;
  find("report").hidden = !whole;
  if (whole) drawCards(told);
  else show(find("cards"), false, () => []);
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
