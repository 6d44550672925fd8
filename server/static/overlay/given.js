/** What an overlay's address asks for: `?layout=bar|corner|dice&scale=0.5…4`. */

const LAYOUTS = ["bar", "corner", "dice"];
const [LEAST, MOST] = [0.5, 4];
const LONGEST = 20; // of what was given; more of it helps nobody

function shorten(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** `{layout, scale, complaint}` of an address's query; what cannot be is as if it had not been given, and complained of. */
export function given(query) {
  const asked = new URLSearchParams(query);
  const complaints = [];
  const layout = asked.get("layout")?.trim().toLowerCase() || LAYOUTS[0];
  if (!LAYOUTS.includes(layout)) complaints.push(`layout is bar, corner or dice, not “${shorten(layout)}”: this is ${LAYOUTS[0]}.`);
  const size = asked.get("scale")?.trim() || "1";
  const scale = /^\d*\.?\d+$/.test(size) ? Number(size) : NaN;
  const fits = scale >= LEAST && scale <= MOST;
  if (!fits) complaints.push(`scale is from ${LEAST} to ${MOST}, not “${shorten(size)}”: this is 1.`);
  return { layout: LAYOUTS.includes(layout) ? layout : LAYOUTS[0], scale: fits ? scale : 1, complaint: complaints.join(" ") };
}
