/**
 * What this page knows of the table: the whole board first, then each change, and in words when the server is gone.
 *
 * `on(kind, listener)` for `board`, `seen`, `event`, `notice`, and `gone` (true when the server does not answer).
 */

const RETRY_MS = 500; // between attempts to reach a server that is gone
const PATIENCE_MS = 400; // a shorter gap than this is not worth a word
const CHECK_MS = 10_000; // how often the board is compared with the table: a connection may look open and be dead
const ANSWER_MS = 4_000; // how long the server may take to answer

const listeners = new Map();
let board = null;
let source = null;
let gone = false;
let doubt = 0;
let retry = 0;
let heard = 0; // how much the stream has brought
let phase = null; // of the roll, as the stream said last

export function on(kind, listener) {
  if (!listeners.has(kind)) listeners.set(kind, []);
  listeners.get(kind).push(listener);
}

function tell(kind, value) {
  for (const listener of listeners.get(kind) ?? []) listener(value);
}

/** The newest board, or null before the first has come. */
export function now() {
  return board;
}

function adopt(next) {
  board = next;
  tell("board", board);
}

/** What the stream brings is in order and the truth, even from a server that began anew. */
function hear(kind, news) {
  heard += 1;
  if (news.phase) phase = news.phase;
  if (kind === "board") adopt(news);
  else tell(kind, news);
}

/** An answer may have been overtaken by the stream: only a newer board is news, and the stream knows the phase. */
function adoptAnswer(next) {
  if (board && next.version <= board.version) return;
  adopt(phase ? { ...next, phase } : next);
}

function setGone(value) {
  if (gone === value) return;
  gone = value;
  tell("gone", gone);
}

function answered() {
  clearTimeout(doubt);
  doubt = 0;
  setGone(false);
}

function lost() {
  if (!doubt && !gone) doubt = setTimeout(() => setGone(true), PATIENCE_MS);
  source?.close();
  source = null;
  clearTimeout(retry);
  retry = setTimeout(connect, RETRY_MS);
}

function connect() {
  clearTimeout(retry);
  source?.close();
  const mine = new EventSource("/api/events");
  source = mine;
  for (const kind of ["board", "seen", "event", "notice"]) {
    mine.addEventListener(kind, (message) => {
      answered();
      hear(kind, JSON.parse(message.data));
    });
  }
  mine.onerror = () => {
    if (source === mine) lost();
  };
}

/** Fetch the whole board now: a tab that slept is right at once, whatever became of its connection. */
async function refresh() {
  const before = heard;
  try {
    const answer = await fetch("/api/board", { signal: AbortSignal.timeout(ANSWER_MS), cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const next = await answer.json();
    answered();
    if (heard !== before) return;
    if (board && board.version !== next.version) connect(); // the stream should have brought it
    adopt(next);
  } catch {
    lost();
  }
}

/** Begin: the board at once, then the events. */
export function follow() {
  refresh();
  connect();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    refresh();
    connect(); // a connection that slept may look open and be dead
  });
  window.addEventListener("pageshow", (event) => event.persisted && (refresh(), connect()));
  window.addEventListener("online", () => (refresh(), connect()));
  window.addEventListener("offline", lost);
  setInterval(() => !document.hidden && !gone && refresh(), CHECK_MS);
}

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(status, message, legal) {
    super(message);
    this.status = status;
    this.legal = legal ?? [];
  }
}

const NO_ANSWER = "The table does not answer. Nothing was changed; try again.";
const STALE = "Somebody was faster: this is the table as it is now. Look again, then decide.";
const NOT_OPERATOR = "Only the operator may do that. Open the operator's link, printed where Croupier was started.";

/** Ask the table for something; the new board comes back and is shown. Raises `Refused` with words for a person. */
export async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS * 3),
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
    throw new Refused(409, STALE);
  }
  if (answer.status === 401 || answer.status === 403) throw new Refused(answer.status, NOT_OPERATOR);
  throw new Refused(answer.status, data.error ?? `The table refused (${answer.status}).`, data.legal);
}

/** What the board's version and `body` ask for together. */
export function act(path, body = {}) {
  return ask(path, { version: board?.version ?? 0, ...body });
}
