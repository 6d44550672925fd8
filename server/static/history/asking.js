/** Asking the table for what has been: an answer, or the sentence that says why there is none. */

const ANSWER_MS = 15_000; // a long log takes its time when it is looked at for the first time
const NO_ANSWER = "The table does not answer. Nothing is lost; try again.";

async function answered(path) {
  let answer;
  try {
    answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
  } catch {
    throw new Error(NO_ANSWER);
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Error(said.error ?? NO_ANSWER);
}

/** What the table says at `path`. Raises an `Error` with words for a person. */
export async function told(path) {
  return (await answered(path)).json();
}

/** A drawing from the table, as an element of this page, so that it follows its theme. */
export async function drawing(path) {
  const text = await (await answered(path)).text();
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** The day and time of something, as this reader writes them. */
export function dayAndTime(at) {
  return new Date(at * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
