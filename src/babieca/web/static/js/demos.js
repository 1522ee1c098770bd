/**
 * The lessons without their words: what each screen records, lets the reader touch, asks, and offers to try.
 * Plain data in the form of JSON; docs/lessons.py reads it too.
 */

/** @typedef {{does: string, board: string}} Touched a board within a sentence, and the answer to a press */
/** @typedef {{about: string, options?: number[]}} Asked a figure of a recording, or "first": the lane that ends first */
/** @typedef {{shows: Record<string, string>, touch?: Touched, asks?: Asked, tries?: Record<string, string>}} Demo */

/** @type {Record<string, Demo[]>} */
export const DEMOS = {
  colours: [
    {
      shows: { board: "5x5", kind: "path", start: "a1", lanes: "colours" },
      touch: { does: "colours", board: "5x5" },
    },
    {
      shows: { board: "3x7", kind: "path", start: "b1", lanes: "colours" },
      asks: { about: "colours.deepest", options: [11, 16, 20, 21] },
      touch: { does: "colours", board: "3x7" },
      tries: { view: "play", board: "5x5", kind: "path", walk: "b1" },
    },
    {
      shows: { board: "4x5", kind: "closed", lanes: "banon" },
      asks: { about: "banon.ends" },
      touch: { does: "rows", board: "4x5" },
      tries: { view: "board", board: "4x8", kind: "closed", found: "1" },
    },
  ],
  banon: [
    {
      shows: { board: "5x6", kind: "path", start: "a1", lanes: "banon" },
      touch: { does: "walk", board: "5x6" },
    },
    {
      shows: { board: "5x5", kind: "path", start: "e5", lanes: "norules;banon" },
      asks: { about: "norules.nodes", options: [30, 100, 300] },
    },
    {
      shows: { board: "3x7", kind: "path", start: "a1", lanes: "equivalent" },
      asks: { about: "equivalent.tours", options: [2, 8, 40] },
      tries: { view: "play", board: "5x6", kind: "path", walk: "a1", numbers: "w" },
    },
  ],
  sanchez: [
    {
      shows: { board: "8x8", kind: "closed", lanes: "knights", seed: "6" },
      touch: { does: "mirror", board: "8x8" },
    },
    {
      shows: { board: "6x6", kind: "closed", lanes: "knights;banon", seed: "2" },
      asks: { about: "first" },
    },
    {
      shows: { board: "8x8", kind: "closed", lanes: "knights", seed: "13" },
      asks: { about: "knights.backtracks", options: [5, 50, 500] },
      touch: { does: "mirror", board: "5x5" },
      tries: { view: "watch", board: "6x6", kind: "closed", lanes: "knights", seed: "2" },
    },
  ],
  gonzalez: [
    {
      shows: { board: "5x5", kind: "path", start: "e1", lanes: "plain" },
      touch: { does: "moves", board: "5x5" },
    },
    {
      shows: { board: "5x5", kind: "path", start: "e5", lanes: "plain;stack" },
      asks: { about: "plain.nodes", options: [25, 80, 300] },
    },
    {
      shows: { board: "3x4", kind: "path", start: "b1", lanes: "plain" },
      asks: { about: "plain.ends" },
      touch: { does: "walk", board: "3x4" },
      tries: { view: "play", board: "3x4", kind: "path", walk: "a1" },
    },
  ],
  costa: [
    {
      shows: { board: "8x8", kind: "path", start: "a1", lanes: "degree" },
      touch: { does: "walk", board: "5x5" },
    },
    {
      shows: { board: "8x8", kind: "path", start: "d4", lanes: "degree;corner;edge;warnsdorff" },
      asks: { about: "warnsdorff.random", options: [2, 8, 30] },
    },
    {
      shows: { board: "7x7", kind: "path", start: "b1", lanes: "warnsdorff" },
      asks: { about: "warnsdorff.ends" },
      tries: { view: "watch", board: "7x7", kind: "path", start: "a1", lanes: "warnsdorff" },
    },
  ],
  course: [
    {
      shows: { board: "5x5", kind: "path", start: "a5", lanes: "norules" },
      touch: { does: "moves", board: "5x5" },
    },
    {
      shows: { board: "3x4", kind: "path", start: "a1", lanes: "norules;plain" },
      asks: { about: "first" },
    },
    {
      shows: { board: "5x5", kind: "path", start: "d2", lanes: "sweep" },
      asks: { about: "sweep.tours", options: [6, 60, 600] },
      tries: { view: "play", board: "5x5", kind: "path", walk: "d2" },
    },
  ],
  counting: [
    {
      shows: { board: "3x4", kind: "path", lanes: "states" },
      touch: { does: "moves", board: "3x4" },
    },
    {
      shows: { board: "3x4", kind: "path", lanes: "states" },
      asks: { about: "states.most", options: [8, 20, 60] },
    },
    {
      shows: { board: "3x14", kind: "path", lanes: "sweep" },
      asks: { about: "sweep.states", options: [10000, 100000, 1000000] },
      tries: { view: "play", board: "5x5", kind: "path", walk: "a1", numbers: "tours" },
    },
  ],
};
