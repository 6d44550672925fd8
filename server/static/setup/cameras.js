/** The cameras to choose from, with what each shows now. */

import { find, h, show } from "../dom.js";
import { curly } from "../words.js";
import { said } from "./asking.js";

const PHONE = "phone:";
const DEMO = "demo:";

let found = null;
const looks = new Map(); // what looking through each came to
let chosen = () => {};
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
  if (url === PHONE) return "Live above the table, or a photo of each roll.";
  if (!look) return "Looking through it…";
  return look.opens ? `${look.size[0]} × ${look.size[1]} pixels` : curly(look.text ?? look.error);
}

function row({ url, name }) {
  const inUse = url === found.camera.url;
  return h(
    "li",
    { class: inUse ? "in-use" : null },
    picture(url),
    h("div", {}, h("p", { class: "camera-name" }, name), name !== url && url !== PHONE && url !== DEMO && h("p", { class: "needs" }, url), h("p", { class: looks.get(url)?.opens === false ? "refused" : "needs" }, words(url))),
    h("button", { type: "button", "data-key": `use-${url}`, class: inUse ? "" : "primary", "aria-pressed": String(inUse), "aria-label": inUse ? `${name} is in use` : `Use ${name}`, onclick: () => use(url) }, inUse ? "In use" : "Use"),
    url === PHONE && phoneCard(inUse),
  );
}

function draw() {
  if (!found) return;
  show(find("cameras"), [found, [...looks]], () => found.cameras.map(row));
}

/** Take `url` (null: none) for the table's camera; the board tells when it is. */
async function use(url) {
  const told = await said("/api/setup/camera", { url });
  if (told.error) chosen(told.error);
  await list();
}

async function look(url) {
  const told = await said("/api/setup/probe", { url });
  looks.set(url, told.error ? { opens: false, text: told.error } : told);
  draw();
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
  await list();
  for (const { url } of found?.cameras ?? []) if (url !== PHONE) await look(url);
}

/** The board says which camera is in use now. */
export function cameraIs(camera) {
  if (!found || found.camera.url === camera.url) return;
  found.camera = camera;
  looks.delete(camera.url);
  list().then(() => camera.url && camera.url !== PHONE && look(camera.url));
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
    find("other-told").textContent = "Looking through it…";
    await look(url);
    const seen = looks.get(url);
    find("other-told").textContent = seen.opens ? "It works: use it in the list above." : curly(seen.text);
    if (seen.opens && !found.cameras.some((one) => one.url === url)) found.cameras.unshift({ url, name: url });
    draw();
  });
}
