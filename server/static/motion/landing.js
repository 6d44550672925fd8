/** Whether the dice of a board have just been thrown: those that are drawn anew for another reason do not land again. */

let before = null; // of the board that was drawn last

/** To be asked once for each board that is drawn. */
export function hasLanded(board) {
  const next = { entry: board.last_throw?.entry ?? 0, asked: board.question ? JSON.stringify(board.question.dice) : null };
  const landed = before !== null && (next.asked ? next.asked !== before.asked : before.asked === null && next.entry > before.entry);
  before = next;
  return landed;
}
