/** Which sound a change has, if any: the most telling one alone. */

/** Dice that everybody heard fall: a throw, of open dice or of covered ones. */
function isRoll(last) {
  return Boolean(last) && (last.dice.length > 0 || last.covered > 0);
}

function mayAct(board, seat) {
  return board.prompts.some((prompt) => prompt.seat === seat && !prompt.secret);
}

/** The sound from `before` to `board`: "win", "question", "turn" (on the page of a `seat`), "roll" or null. */
export function cue(before, board, seat = null) {
  if (!before?.game || !board.game) return null;
  if (board.over && !before.over) return "win";
  if (board.question && JSON.stringify(board.question) !== JSON.stringify(before.question)) return "question";
  if (seat !== null && mayAct(board, seat) && !mayAct(before, seat)) return "turn";
  return isRoll(board.last) && board.last.entry > (before.last?.entry ?? 0) && !board.changed ? "roll" : null;
}
