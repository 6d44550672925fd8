/**
 * What this page knows of the table: the whole board first, then each change, and in words when the server is gone.
 *
 * `on(kind, listener)` for `board`, `seen`, `event`, `notice`, `gone` (true when the server does not answer), `afresh` (the
 * next board may be of changes whose events this page has missed), and `void` (the sentence by which the server said that
 * this page's seat is not, or no longer, this browser's).
 */

const RETRY_MS = [120, 350]; // between attempts to reach a server that is gone: at first, and at most
const STRAY = 0.3; // by as much of it a pause is longer or shorter, so that not everybody knocks at once
const CONNECT_MS = 4_000; // a stream that has brought nothing by then is asked for anew: it brings the board at once
const PATIENCE_MS = 400; // a shorter gap than this is not worth a word
const CHECK_MS = 10_000; // how often the board is compared with the table: a connection may look open and be dead
const ANSWER_MS = 4_000; // how long the server may take to answer
const NO_SEAT = [401, 403, 404, 422];

const listeners = new Map();
let board = null;
let source = null;
let gone = false;
let doubt = 0;
let retry = 0;
let tries = 0; // since the server answered last
let opening = 0;
let heard = 0; // how much the stream has brought
let phase = null; // of the roll, as the stream said last
let seat = null; // whose page this is, where it is a seat's
let over = false; // the seat is not this browser's: nothing more is asked

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
function hear(kind, news, first) {
  if (first) tell("afresh");
  heard += 1;
  if (news.phase) phase = news.phase;
  if (kind === "board") adopt(news);
  else tell(kind, news);
}

/** The address at which the table answers this page as whoever it is. */
export function asSelf(path) {
  return seat === null ? path : `${path}?seat=${seat}`;
}

/**
 * An answer may have been overtaken by the stream, which knows the phase and the camera. One of the same version counts:
 * what a seat did in secret changes its own board alone, and no version.
 */
export function adoptAnswer(next) {
  if (board && next.version < board.version) return;
  const camera = board?.version === next.version ? board.camera : next.camera;
  adopt({ ...next, camera, phase: phase ?? next.phase });
}

/** The seat is not this browser's: nothing comes any more, and it is said why. */
function setVoid(sentence) {
  over = true;
  answered();
  clearTimeout(retry);
  clearTimeout(opening);
  source?.close();
  tell("void", sentence);
}

function setGone(value) {
  if (gone === value) return;
  gone = value;
  tell("gone", gone);
}

function answered() {
  clearTimeout(doubt);
  doubt = 0;
  tries = 0;
  setGone(false);
}

function lost() {
  if (over) return;
  if (!doubt && !gone) doubt = setTimeout(() => setGone(true), PATIENCE_MS);
  source?.close();
  source = null;
  clearTimeout(retry);
  clearTimeout(opening);
  retry = setTimeout(seat === null ? connect : again, pause());
}

/** How long to wait before the next attempt, in ms. */
function pause() {
  const [first, most] = RETRY_MS;
  tries += 1;
  return Math.min(first * 1.5 ** (tries - 1), most) * (1 - STRAY + 2 * STRAY * Math.random());
}

function connect() {
  if (over) return;
  clearTimeout(retry);
  clearTimeout(opening);
  source?.close();
  const mine = new EventSource(asSelf("/api/events"));
  source = mine;
  opening = setTimeout(again, CONNECT_MS);
  let first = true;
  for (const kind of ["board", "seen", "event", "notice"]) {
    mine.addEventListener(kind, (message) => {
      clearTimeout(opening);
      answered();
      hear(kind, JSON.parse(message.data), first);
      first = false;
    });
  }
  mine.onerror = () => {
    if (source === mine) lost();
  };
}

/** Fetch the whole board now: a tab that slept is right at once, whatever became of its connection. */
export async function refresh() {
  if (over) return;
  const before = heard;
  let next;
  try {
    const answer = await fetch(asSelf("/api/board"), { signal: AbortSignal.timeout(ANSWER_MS), cache: "no-store" });
    if (seat !== null && NO_SEAT.includes(answer.status)) return setVoid((await answer.json()).error);
    if (!answer.ok) throw new Error(answer.statusText);
    next = await answer.json();
  } catch {
    return lost();
  }
  answered();
  if (heard !== before) return;
  if (board && board.version !== next.version) {
    connect(); // the stream should have brought it
    tell("afresh");
  }
  adopt(next);
}

/** A connection says nothing of why it was refused: the board does. */
function again() {
  refresh();
  connect();
}

/** Whether this page is a seat's own. */
export function isSeated() {
  return seat !== null;
}

/** Begin: the board at once, then the events; as `own` seat, or as whoever the browser is. */
export function follow(own = null) {
  seat = own;
  refresh();
  connect();
  document.addEventListener("visibilitychange", () => document.hidden || again()); // a connection that slept may look open and be dead
  window.addEventListener("pageshow", (event) => event.persisted && again());
  window.addEventListener("online", again);
  window.addEventListener("offline", lost);
  setInterval(() => !document.hidden && !gone && refresh(), CHECK_MS);
}
