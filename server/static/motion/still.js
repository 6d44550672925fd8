/** Whether nothing is to move, for whoever has asked for that. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
