/** The voice: what the live region of a page says, said aloud by the browser. The newest alone counts. */

/** Whether this browser can speak at all. */
export function canSpeak() {
  return "speechSynthesis" in window;
}

/** Whether it has a voice to speak with; some come a moment after they are asked for. */
export function hasVoice() {
  return speechSynthesis.getVoices().length > 0;
}

/** Say it now: whatever is still being said, or waits to be, is no longer true. */
export function speak(text) {
  speechSynthesis.cancel();
  if (!text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang; // of the sentence; names in it are said as they are written
  speechSynthesis.speak(words);
}

/** Say nothing more. */
export function hushVoice() {
  speechSynthesis.cancel();
}
