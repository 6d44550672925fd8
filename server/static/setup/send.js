/** Pictures to the table: a photograph, or a frame of the live camera. */

const FRAME_MS = 2_000; // a frame that takes longer to be answered is given up
const PHOTO_MS = 90_000; // a large photograph over a slow network, read on a small machine
const MOST_BYTES = 12_000_000; // what is larger is made smaller first
const LONG_SIDE = 4_000;
const SELF = Math.random().toString(36).slice(2); // tells this phone from another one that sends at the same time

/** What the table says of a picture: `{status, …}` with its answer, or with `error`; status 0 when it does not answer. */
export async function send(picture, live = false) {
  const form = new FormData();
  form.append("picture", picture, "picture.jpg");
  return heard(`/api/frame${live ? `?stream=true&sender=${SELF}` : ""}`, { method: "POST", body: form, signal: AbortSignal.timeout(live ? FRAME_MS : PHOTO_MS) });
}

/** Whether this browser may send, and whether a live picture is looked at. */
export function awaited() {
  return heard("/api/frame", { cache: "no-store", signal: AbortSignal.timeout(FRAME_MS) });
}

async function heard(path, how) {
  try {
    const answer = await fetch(path, how);
    return { status: answer.status, ...(await answer.json().catch(() => ({}))) };
  } catch {
    return { status: 0, error: "The table does not answer." };
  }
}

/** The photograph, or a smaller one where it is too large to send; as it is where this browser cannot open it. */
export async function fitting(file) {
  if (file.size <= MOST_BYTES) return file;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, LONG_SIDE / Math.max(image.width, image.height));
    return await drawn(image, image.width * scale, image.height * scale, 0.92);
  } catch {
    return file;
  }
}

/** What `source` shows, as a JPEG of that size; null if there is none. */
export function drawn(source, width, height, quality) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", quality);
  });
}
