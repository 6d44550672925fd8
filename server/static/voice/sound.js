/** Small sounds, made here: notes as [pitch in Hz, from second, for seconds]. */

const SOUNDS = {
  roll: [[392, 0, 0.07], [523, 0.07, 0.12]],
  question: [[466, 0, 0.16], [370, 0.18, 0.26]],
  turn: [[659, 0, 0.12], [880, 0.13, 0.22]],
  win: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.14], [1047, 0.42, 0.5]],
};
const LOUD = 0.18; // of what would be full
const RISE_S = 0.012; // a note that began at once would click

let audio = null;

/** Whether this browser can make sounds. */
export function canSound() {
  return "AudioContext" in window;
}

/** Be ready to sound: to be called first in answer to a tap or a key, as browsers want it. */
export function wakeSound() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

function note(pitch, from, lasts) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const begins = audio.currentTime + from;
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(LOUD, begins + RISE_S);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
  tone.connect(volume).connect(audio.destination);
  tone.start(begins);
  tone.stop(begins + lasts);
}

/** Let one of the sounds be heard: "roll", "question", "turn" or "win". */
export function sound(name) {
  wakeSound();
  for (const [pitch, from, lasts] of SOUNDS[name]) note(pitch, from, lasts);
}
