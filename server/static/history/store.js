/** A game's steps and boards, fetched as they are looked at: steps by the page, boards one by one. */

import { told } from "./asking.js";

export const PAGE = 50; // steps
const MOST_BOARDS = 120; // kept at hand

/** The number of the page that a step is on; step 0, the beginning, is on none. */
export function pageOf(step) {
  return Math.floor(Math.max(step - 1, 0) / PAGE);
}

/** What is known of the game `number`. */
export function storeOf(number) {
  const address = `/api/history/${encodeURIComponent(number)}`;
  const pages = new Map();
  const boards = new Map();

  /** Once asked for, whatever becomes of it; what failed is asked for again. */
  function keep(shelf, key, path) {
    if (!shelf.has(key)) {
      const promise = told(path);
      promise.catch(() => shelf.delete(key));
      shelf.set(key, promise);
    }
    return shelf.get(key);
  }

  return {
    address,
    /** `{game, steps}` for a page of steps. */
    page(number) {
      return keep(pages, number, `${address}?from=${number * PAGE + 1}&limit=${PAGE}`);
    },
    /** The board after a step. */
    board(step) {
      const board = keep(boards, step, `${address}/board?step=${step}`);
      if (boards.size > MOST_BOARDS) boards.delete(boards.keys().next().value);
      return board;
    },
    /** Forget what may have changed: a game that is still played goes on, and its steps may be undone. */
    forget() {
      pages.clear();
    },
  };
}
