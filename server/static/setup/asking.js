/** Asking the table for something on the setup page. */

import { ask, Refused } from "../base/ask.js";

/** What the server says, or `{error}` with words for a person instead. */
export async function said(path, body) {
  try {
    return await ask(path, body);
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return { error: refused.message };
  }
}
