/** Plain words of any kind: capitals, stops, apostrophes and times. */

/** With a capital. */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Words with a capital and a stop. */
export function sentence(words) {
  return /[.?!…]$/.test(words) ? capital(words) : `${capital(words)}.`;
}

/** "opponent_d20" → "Opponent d20". */
export function plain(name) {
  return capital(String(name).replaceAll("_", " ").replaceAll("-", " "));
}

/** The server's sentences are read in terminals as well, and write apostrophes straight. */
export function curly(text) {
  return text.replace(/(?<=\p{L})'(?=\p{L})/gu, "’");
}

/** The clock time of a log entry, from seconds since 1970 or an ISO text. */
export function clock(at) {
  const date = typeof at === "number" ? new Date(at * 1000) : new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}
