/** A seat that the operator handed over: its link holds a token behind the #, which goes to the table and off the address at once. */

import { addressOf } from "./seats.js";

const NO_ANSWER = "The table does not answer. Open the link again when it does: it is still good.";

async function redeem(token) {
  const answer = await fetch("/api/redeem", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error);
  return data.seat;
}

/** Whether the page was opened by such a link. The seat's own page follows, or `refused(sentence)` is called. */
export function handedOver(refused) {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return false;
  history.replaceState(null, "", location.pathname + location.search);
  redeem(token).then(
    (seat) => location.replace(addressOf(seat)),
    (problem) => refused(problem instanceof TypeError ? NO_ANSWER : problem.message),
  );
  return true;
}
