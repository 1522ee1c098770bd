/** The methods that can be watched, by their names in the address. */

/** @typedef {{words: Record<string, any>, paper: string, closedOnly?: boolean, most?: number}} Method */

const EQUIVALENT = "island,dangling-colour,dangling-end,equivalent";

/** @type {Record<string, Method>} */
export const METHODS = {
  warnsdorff: { words: { method: "warnsdorff" }, paper: "costa" },
  degree: { words: { method: "warnsdorff", criteria: "degree" }, paper: "warnsdorff" },
  corner: { words: { method: "warnsdorff", criteria: "degree,corner" }, paper: "costa" },
  edge: { words: { method: "warnsdorff", criteria: "degree,corner,edge" }, paper: "costa" },
  random: { words: { method: "warnsdorff", criteria: "random" }, paper: "none" },
  stack: { words: { method: "backtrack" }, paper: "gonzalez" },
  plain: { words: { method: "backtrack", warnsdorff: false }, paper: "gonzalez" },
  banon: { words: { method: "search", rules: "banon" }, paper: "banon" },
  forced: { words: { method: "search", rules: "default" }, paper: "search" },
  island: { words: { method: "search", rules: "island" }, paper: "banon" },
  norules: { words: { method: "search", rules: "none" }, paper: "banon" },
  equivalent: {
    words: { method: "search", rules: EQUIVALENT, subtour_squares: 12 },
    paper: "banon",
    most: 36,
  },
  knights: { words: { method: "two-knights" }, paper: "sanchez", closedOnly: true },
  sweep: { words: { method: "sweep", examples: 6 }, paper: "sweep", most: 42 },
};

export const MOST_LANES = 4;

/** @param {string} text @returns {string[]} */
export function lanesIn(text) {
  const known = text.split(";").filter((name) => name in METHODS);
  return known.length ? known.slice(0, MOST_LANES) : ["warnsdorff"];
}

/** Good first looks. @type {Record<string, Record<string, string>>} */
export const PRESETS = {
  criteria: { lanes: "degree;corner;edge;warnsdorff", kind: "path", board: "8x8", start: "a1" },
  race: { lanes: "stack;plain", kind: "path", board: "6x6", start: "a1" },
  rules: { lanes: "norules;island;banon", kind: "path", board: "6x6", start: "a1" },
  forced: { lanes: "banon;forced", kind: "path", board: "6x6", start: "a1" },
  knights: { lanes: "knights", kind: "closed", board: "8x8" },
  sweep: { lanes: "sweep", kind: "closed", board: "5x6" },
};
