/** The seats: whose phone plays along, and a new link for any of them. */

import { ask } from "../base/ask.js";
import { find, h, show } from "../base/dom.js";
import { NEEDS_LAN, onlyHere } from "../base/reach.js";
import { agreed } from "../base/shell.js";
import { token } from "../players.js";
import { tryTo } from "./desk.js";

/** Put the field's text where it can be pasted from: a page that came over the plain network may only do it the old way. */
async function copy(field, told) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return (told.textContent = "It is marked: copy it with the keyboard or the menu.");
  }
  told.textContent = "Copied.";
}

/** A code that the table drew, as an element: the token in it is in no address. */
function drawn(svg, called) {
  const code = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  code.setAttribute("class", "code");
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", called);
  return code;
}

function showLink(player, { link, svg }) {
  const dialog = find("form-dialog");
  const field = h("input", { id: "seat-link", type: "text", readonly: true, value: new URL(link, location.href).href, onfocus: (event) => event.target.select() });
  const told = h("p", { class: "needs", role: "status" });
  dialog.replaceChildren(
    h("h2", { id: "form-title" }, h("bdi", {}, player), "’s link"),
    onlyHere(field.value) ? h("p", { class: "refused" }, NEEDS_LAN) : "",
    h("p", {}, svg ? "Point the camera of the phone that plays for this seat at the code, or open the link there. It is for that player alone." : "Open it on the phone that plays for this seat.", " An earlier link to the seat no longer works."),
    svg ? drawn(svg, `QR code for ${player}’s phone`) : "",
    h("div", { class: "option" }, h("label", { for: "seat-link" }, "Link"), field),
    h("div", { class: "row" }, h("button", { type: "button", class: "primary", onclick: () => copy(field, told) }, "Copy the link"), h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close"), told),
  );
  dialog.onclose = () => dialog.replaceChildren(); // whoever has the link has the seat
  dialog.showModal();
}

async function renew({ seat, player, taken }) {
  if (taken && !(await agreed(`${player}’s phone plays along. A new link takes the seat away from it.`, "Make a new link", "Leave it"))) return;
  const answer = await tryTo("/api/seat", { seat }, { how: ask });
  if (answer) showLink(player, answer);
}

/** Draw the seats of the game in play, where the table tells them. */
export function drawSeats({ seats }) {
  find("seats").hidden = !seats?.length;
  show(find("seats-body"), seats ?? null, () =>
    h(
      "ul",
      { class: "seats", role: "list" },
      (seats ?? []).map((one) =>
        h(
          "li",
          {},
          h("span", { class: "who" }, token(one.seat, one.player), h("bdi", {}, one.player)),
          h("span", { class: "needs" }, one.taken ? "plays by phone" : "no phone yet"),
          h("button", { type: "button", class: "quiet small", "data-key": `seat-${one.seat}`, "aria-label": `New link for ${one.player}`, onclick: () => renew(one) }, "New link"),
        ),
      ),
    ),
  );
}
