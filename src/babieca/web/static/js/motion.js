/** Motion and sound: the knight's jump, the ride of a finished tour, wooden steps. */

import { s } from "./dom.js";
import { keep, kept } from "./state.js";

/** @import { BoardView } from "./board.js" */

const JUMP_MS = 150;
const ARC_STEPS = 8;
const SPARKS = 28;

/** Whether the visitor wants no motion. */
export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Let a knight jump in an arc from a point to the point where it stands. */
/** @param {Element} knight @param {[number, number]} from @param {[number, number]} to */
export function jump(knight, from, to) {
  if (still()) return;
  const frames = Array.from({ length: ARC_STEPS + 1 }, (_, step) => {
    const share = step / ARC_STEPS;
    const height = 4 * share * (1 - share);
    const [x, y] = [0, 1].map((axis) => from[axis] + share * (to[axis] - from[axis]));
    const size = 0.36 * (1 + 0.3 * height);
    return { transform: `translate(${x}px, ${y - 0.5 * height}px) scale(${size})` };
  });
  knight.animate(frames, { duration: JUMP_MS });
}

/** Ride along a finished tour: its squares light up in turn; a great one also throws sparks. */
/** @param {BoardView} view @param {number[]} walk @param {boolean} isGreat */
export function ride(view, walk, isGreat) {
  if (still()) return;
  const each = Math.max(12, 45 - walk.length / 2);
  walk.forEach((square, step) => {
    const [ground, mark] = view.cells[square].children;
    const timing = { delay: step * each, duration: 420, easing: "ease-out" };
    ground.animate([{ filter: "brightness(1)" }, { filter: "brightness(1.22)" }, {}], timing);
    mark.animate(
      [{}, { strokeOpacity: 1, stroke: "var(--gold)", strokeWidth: "0.1px" }, {}],
      timing,
    );
  });
  if (!isGreat) return;
  const [x, y] = view.middle(walk[walk.length - 1]);
  const { ramp } = view.palette;
  const sparks = Array.from({ length: SPARKS }, (_, at) => {
    const fill = ramp[Math.floor((at / SPARKS) * ramp.length)];
    const spark = s("rect", { x: -0.06, y: -0.06, width: 0.12, height: 0.12, rx: 0.03, fill });
    const angle = (2 * Math.PI * at) / SPARKS;
    const reach = 1.1 + (at % 3) * 0.5;
    const [u, v] = [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    const frames = [
      { transform: `translate(${x}px, ${y}px)`, opacity: 0 },
      { opacity: 1, offset: 0.2 },
      { transform: `translate(${u}px, ${v}px) rotate(${at * 40}deg)`, opacity: 0 },
    ];
    const timing = { delay: walk.length * each, duration: 900, easing: "ease-out" };
    spark.animate(frames, { ...timing, fill: "both" }).finished.then(
      () => spark.remove(),
      () => null,
    );
    return spark;
  });
  view.pieces.append(...sparks);
}

// Sound: off until the visitor turns it on. ------------------------------------------------------

/** @type {AudioContext | null} */
let audio = null;

export const hasSound = () => kept("sound", "off") === "on";

/** @param {boolean} on */
export function setSound(on) {
  keep("sound", on ? "on" : "off");
  if (on) knock();
}

/** A note that begins at once and fades. */
/** @param {OscillatorType} type @param {number} pitch @param {number} length @param {number} [delay] */
function note(type, pitch, length, delay = 0) {
  if (!hasSound()) return;
  audio ??= new AudioContext();
  const begin = audio.currentTime + delay;
  const tone = new OscillatorNode(audio, { type, frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.16, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, begin + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

/** The sound of a step: wood on wood. */
export const knock = () => note("triangle", 320, 0.09);

/** The sound of a finished tour: a chord, with a note more for each star. @param {number} stars */
export function chord(stars) {
  [392, 494, 587, 784, 988]
    .slice(0, 2 + stars)
    .forEach((pitch, at) => note("sine", pitch, 0.9, at * 0.12));
}
