/** Asking something of the table, once for each time that a person wants it; what it refuses comes in words. */

import { adoptAnswer, asSelf, isSeated, now, refresh } from "./board-state.js";

const ANSWER_MS = 12_000; // how long the table may take
const FORBIDDEN = [401, 403];
const NO_ANSWER = "The table does not answer. It may have been done all the same: look, and try again only if not.";
const STALE = "Somebody was faster: this is the table as it is now. Look again, then decide.";
const NOT_OPERATOR = "Only the operator may do that. Open the operator’s link, printed where Croupier was started.";

/** What the server refused, in its own words; `option` is that of a new game which is at fault, or null. */
export class Refused extends Error {
  constructor(status, message, legal, option) {
    super(message);
    this.status = status;
    this.legal = legal ?? [];
    this.option = option ?? null;
  }
}

/** Ask the table for something; the new board comes back and is shown. Raises `Refused` with words for a person. */
export async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(asSelf(path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch {
    throw new Refused(0, NO_ANSWER);
  }
  const data = await answer.json().catch(() => ({}));
  if (answer.ok) {
    if (typeof data.version === "number") adoptAnswer(data);
    return data;
  }
  if (answer.status === 409 && data.board) {
    adoptAnswer(data.board);
    if (body.version !== undefined) throw new Refused(409, STALE);
  }
  if (FORBIDDEN.includes(answer.status)) {
    if (isSeated()) refresh(); // is it this browser's seat still?
    throw new Refused(answer.status, isSeated() ? data.error : NOT_OPERATOR);
  }
  throw new Refused(answer.status, data.error ?? `The table refused (${answer.status}).`, data.legal, data.option);
}

/** What the board's version and `body` ask for together. */
export function act(path, body = {}) {
  return ask(path, { version: now()?.version ?? 0, ...body });
}

/** `action`, which does nothing while it is still at it for the same `matter` of what it is given: a double click asks once. */
export function once(action, matter = () => null) {
  const busy = new Set();
  return async (...given) => {
    const about = matter(...given);
    if (busy.has(about)) return undefined;
    busy.add(about);
    try {
      return await action(...given);
    } finally {
      busy.delete(about);
    }
  };
}
