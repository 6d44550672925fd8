/** This device's camera: opened, kept awake, its light and zoom where it has them. */

const WANTED = { audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 960 }, frameRate: { ideal: 15 } } };

/** Whether a page may open a camera here: under https, or on this computer itself. */
export function mayOpen() {
  return Boolean(navigator.mediaDevices?.getUserMedia);
}

/** Whether this browser was told before that the page may use the camera. */
export async function isAllowed() {
  try {
    return (await navigator.permissions.query({ name: "camera" })).state === "granted";
  } catch {
    return false;
  }
}

const WRONGS = {
  NotAllowedError: "This page may not use the camera: allow it in the browser’s settings for this address, then start again.",
  NotFoundError: "This device has no camera: open the camera’s link on another one.",
  NotReadableError: "Another app uses the camera: close it, then start again.",
};

/** Open the camera into `video`: its track. Raises an error with words for a person. */
export async function openLens(video) {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia(WANTED);
  } catch (error) {
    throw new Error(WRONGS[error.name] ?? "The camera does not open: close other apps that may use it, then start again.");
  }
  video.srcObject = stream;
  await video.play();
  return stream.getVideoTracks()[0];
}

/** Let the camera go. */
export function closeLens(video) {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  video.srcObject = null;
}

/** A promise of a picture in `video` that was not there before; false when none has come for a while. */
export function nextPicture(video, withinMs) {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), withinMs);
    const come = () => {
      clearTimeout(late);
      resolve(true);
    };
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(come);
    else requestAnimationFrame(come);
  });
}

/** Keep the screen on while `wanted()`; phones let go of that whenever the page is left. To be called when it may have changed. */
export function stayAwake(wanted) {
  let lock = null; // the promise of one, while one is held or asked for
  const check = () => {
    const wants = wanted() && !document.hidden;
    if (!wants) lock?.then((held) => held.release(), () => {});
    else if (!lock && navigator.wakeLock) hold();
  };
  const hold = async () => {
    lock = navigator.wakeLock.request("screen");
    try {
      (await lock).addEventListener("release", () => ((lock = null), check()));
      check(); // it may have been stopped meanwhile
    } catch {
      lock = null; // a phone low on power says no
    }
  };
  document.addEventListener("visibilitychange", check);
  return check;
}

/** Show the light's button and the zoom's slider where the camera has them. */
export function offerControls(track, { torch, zoomField, zoom }) {
  const can = track.getCapabilities?.() ?? {};
  const apply = (change) => track.applyConstraints({ advanced: [change] }).catch(() => {});
  torch.hidden = !can.torch;
  torch.setAttribute("aria-pressed", "false");
  torch.onclick = () => {
    const lit = torch.getAttribute("aria-pressed") !== "true";
    torch.setAttribute("aria-pressed", String(lit));
    apply({ torch: lit });
  };
  zoomField.hidden = !(can.zoom?.max > can.zoom?.min);
  if (zoomField.hidden) return;
  Object.assign(zoom, { min: can.zoom.min, max: can.zoom.max, step: can.zoom.step || 0.1, value: track.getSettings().zoom ?? can.zoom.min });
  zoom.oninput = () => apply({ zoom: Number(zoom.value) });
}
