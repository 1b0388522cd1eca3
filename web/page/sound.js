// @ts-check
/** A stone set down on wood, made as it is heard, unless somebody has switched that off. */

const KEY = "quiet", SECONDS = 0.09, LOUDNESS = 0.3;
/** How high a stone sounds, in hertz, and one that is taken. */
const STONE = 420;
export const TAKEN = 240;
/** @type {?AudioContext} */
let context = null;
let isQuiet = false;
try {
  isQuiet = localStorage.getItem(KEY) === "1";
} catch {} // this browser keeps nothing

/** Let a stone be heard after some milliseconds; browsers are silent before a touch. */
export function knock(after = 0, pitch = STONE) {
  if (isQuiet || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const from = context.currentTime + after / 1000, to = from + SECONDS;
  const tone = context.createOscillator(), volume = context.createGain();
  tone.frequency.setValueAtTime(pitch, from);
  tone.frequency.exponentialRampToValueAtTime(pitch / 4, to);
  volume.gain.setValueAtTime(LOUDNESS, from);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, to);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(to);
}

/** Let a button switch the sound, and show whether it is on. */
export function switching(/** @type {HTMLElement} */ button) {
  button.ariaPressed = String(!isQuiet);
  button.onclick = () => {
    isQuiet = !isQuiet;
    try {
      localStorage.setItem(KEY, isQuiet ? "1" : "");
    } catch {}
    switching(button);
    knock();
  };
}
