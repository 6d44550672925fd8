/** The cameras to choose from, with what each shows now. */

import { now } from "../base/board-state.js";
import { find, h, show } from "../base/dom.js";
import { agreed } from "../base/shell.js";
import { curly } from "../base/text.js";
import { nameList } from "../players.js";
import { said } from "./asking.js";

const PHONE = "phone:";
const DEMO = "demo:";
const RECORDED = /^(demo|video|images):/;
const SHOWS = ["ok", "ended"]; // the states in which the camera in use has a picture

let found = null;
let inUse = { url: "", state: "none", text: "" }; // the table's camera, as the board has it
const looks = new Map(); // what looking through each came to
let chosen = () => {};
let other = ""; // the address that was typed in
let codeOpen = null; // whether the phone's code is unfolded, once a person has said so

function phoneCard(inUse) {
  return h("details", { class: "phone-card", open: codeOpen ?? inUse, ontoggle: (event) => (codeOpen = event.target.open) }, h("summary", { "data-key": "phone-code" }, "Code and link for the phone"), phoneCode());
}

function phoneCode() {
  const secure = found.live
    ? "Scan the code with the phone, or open its link there. It sends photos as it is; for a live picture use the phone here."
    : "Scan the code with the phone, or open its link there. Over http it sends photos only; for a live picture start Croupier with --https.";
  return h(
    "div",
    { class: "phone-code" },
    found.reached && h("img", { class: "code", src: "/api/setup/phone.svg", width: 37, height: 37, alt: "QR code: it makes a phone the camera" }),
    h("div", {}, h("p", {}, found.reached ? secure : "Only this computer reaches the table: for a phone start Croupier with --lan and --https."), h("p", { class: "link" }, h("a", { href: found.link }, found.link))),
  );
}

function picture(url) {
  const look = looks.get(url);
  if (look?.thumbnail) return h("img", { src: look.thumbnail, alt: "", width: look.size[0], height: look.size[1] });
  return h("span", { class: "blank", "aria-hidden": "true" }, url === PHONE ? "QR" : look ? "–" : "…");
}

function words(url) {
  const look = looks.get(url);
  if (isInUse(url) && !SHOWS.includes(inUse.state)) return curly(inUse.text);
  if (url === PHONE) return "Live above the table, or a photo of each roll.";
  if (!look) return "Looking through it…";
  return look.opens ? `${look.size[0]} × ${look.size[1]} pixels` : curly(look.text ?? look.error);
}

function isInUse(url) {
  return url === inUse.url;
}

/** Whether what is said of it is that it gives no picture. */
function fails(url) {
  return isInUse(url) ? inUse.state === "lost" : looks.get(url)?.opens === false;
}

function useButton(url, name, key = `use-${url}`) {
  const used = isInUse(url);
  return h("button", { type: "button", "data-key": key, class: used ? "" : "primary", "aria-pressed": String(used), "aria-label": used ? `${name} is in use` : `Use ${name}`, onclick: () => use(url) }, used ? "In use" : "Use");
}

function row({ url, name }) {
  return h(
    "li",
    { class: isInUse(url) ? "in-use" : null },
    picture(url),
    h("div", {}, h("p", { class: "camera-name" }, name), name !== url && url !== PHONE && url !== DEMO && h("p", { class: "needs" }, url), h("p", { class: fails(url) ? "refused" : "needs" }, words(url))),
    useButton(url, name),
    url === PHONE && phoneCard(isInUse(url)),
  );
}

function draw() {
  if (!found) return;
  show(find("cameras"), [found, inUse, [...looks]], () => found.cameras.map(row));
  drawTold();
}

/** What came of looking through another one: it can be used at once. */
function drawTold() {
  const seen = looks.get(other);
  const name = found.cameras.find((one) => one.url === other)?.name ?? other;
  show(find("other-told"), [other, seen, isInUse(other)], () => {
    if (!other) return [];
    if (!seen) return "Looking through it…";
    return seen.opens ? ["It works. ", useButton(other, name, "use-other")] : curly(seen.text);
  });
}

/** A recording throws dice by itself: into a game that people play only if they want that. */
async function mayThrow(url) {
  const { game, players, over } = now() ?? {};
  if (!RECORDED.test(url ?? "") || !game || over) return true;
  return agreed(`A recording would play into ${nameList(players)}’s game of ${game.title}. Use it all the same?`, "Use it", "Keep the camera as it is", () => now()?.game && !now().over);
}

/** Take `url` (null: none) for the table's camera; the board tells when it is. */
async function use(url) {
  if (!(await mayThrow(url))) return;
  const told = await said("/api/setup/camera", { url });
  if (told.error ?? told.text) chosen(told.error ?? told.text);
  await list();
}

async function look(url) {
  const told = await said("/api/setup/probe", { url });
  looks.set(url, told.error ? { opens: false, text: told.error } : told);
  draw();
  return looks.get(url);
}

async function list() {
  const answer = await fetch("/api/setup", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  found = await answer.json();
  draw();
}

/** List them, and look through each, one after another. */
export async function findCameras() {
  looks.clear();
  other = "";
  await list();
  for (const { url } of found?.cameras ?? []) if (url !== PHONE) await look(url);
}

/** The board says which camera is in use now, and how it is; once it has a picture, that is looked at. */
export async function cameraIs(camera) {
  const before = inUse;
  inUse = camera;
  if (!found) return;
  const another = before.url !== camera.url;
  if (another) await list(); // one that nobody had listed is in it now
  const shows = SHOWS.includes(camera.state) && (another || !SHOWS.includes(before.state));
  if (shows && camera.url !== PHONE) await look(camera.url);
  draw();
}

/** Bring the step to life; `refused(words)` is told what went wrong. */
export function cameras(refused) {
  chosen = refused;
  find("again").addEventListener("click", findCameras);
  find("none").addEventListener("click", () => use(null));
  find("other-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const url = find("other-url").value.trim();
    if (!url) return;
    other = url;
    looks.delete(url);
    draw();
    const seen = await look(url);
    if (seen.opens && !found.cameras.some((one) => one.url === url)) found.cameras.unshift({ url, name: url });
    draw();
  });
}
