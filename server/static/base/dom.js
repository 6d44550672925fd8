/** Building and refreshing pieces of a page: no more than the platform needs on top of itself. */

const SVG = "http://www.w3.org/2000/svg";

/** Children as they may be written, `condition && child` and lists in lists, without those that are not there. */
function present(children) {
  return [children].flat(Infinity).filter((child) => child || child === 0);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** An HTML element: `h("button", {class: "big", onclick: roll}, "Roll")`. Absent children are left out. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function find(id) {
  return document.getElementById(id);
}

/** A button; what it is `called` among the others stays the same however often it is drawn anew. */
export function button(content, called, onclick, more = {}) {
  return h("button", { type: "button", "data-key": called, onclick, ...more }, content);
}

const shown = new WeakMap();

/**
 * Put `children` into `region`, unless `key` says they are what is there already. Keyboard focus stays on the
 * element with the same `data-key`, so that a change by somebody else never throws a person out of their place.
 */
export function show(region, key, build) {
  const text = JSON.stringify(key);
  if (shown.get(region) === text) return;
  shown.set(region, text);
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  region.replaceChildren(...present(build()));
  if (focused) refocus(focused, region);
}

/** Give the focus to what `lost` it, where it is still to be seen; else to its like in `region`, or the nearest place around that. */
export function refocus(lost, region) {
  const name = lost?.dataset.key;
  const like = name ? region.querySelector(`[data-key="${CSS.escape(name)}"]:not(:disabled)`) : null;
  const heir = [lost, like].find((one) => one?.isConnected && one.checkVisibility());
  (heir ?? around(region)).focus({ preventScroll: true });
}

/** The nearest place around that takes the focus; without one, the nearest that is to be seen. */
function around(region) {
  let place = region.closest("[tabindex]") ?? region;
  while (!place.checkVisibility()) place = place.parentElement;
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1; // else the keyboard would begin anew at the top of the page
  return place;
}

/** "1 die", "3 dice". */
export function several(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}
