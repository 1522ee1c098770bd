// @ts-check
/** The methods that can be watched, by the names the address has for them. */

/** @typedef {import("./i18n.js").Key} Key */
/** @typedef {{words: Record<string, any>, text: Key, paper: Key, closedOnly?: boolean, most?: number, board?: string}} Method */

/** @type {Record<string, Method>} */
export const METHODS = {
  warnsdorff: { words: { method: "warnsdorff" }, text: "laneFour", paper: "byCosta" },
  degree: {
    words: { method: "warnsdorff", criteria: "degree" },
    text: "laneDegree",
    paper: "byWarnsdorff",
  },
  corner: {
    words: { method: "warnsdorff", criteria: "degree,corner" },
    text: "laneCorner",
    paper: "byCosta",
  },
  edge: {
    words: { method: "warnsdorff", criteria: "degree,corner,edge" },
    text: "laneEdge",
    paper: "byCosta",
  },
  random: {
    words: { method: "warnsdorff", criteria: "random" },
    text: "laneRandom",
    paper: "byNobody",
  },
  stack: { words: { method: "backtrack" }, text: "laneStack", paper: "byGonzalez" },
  plain: {
    words: { method: "backtrack", warnsdorff: false },
    text: "lanePlain",
    paper: "byGonzalez",
  },
  banon: { words: { method: "search", rules: "banon" }, text: "laneBanon", paper: "byBanon" },
  forced: { words: { method: "search", rules: "default" }, text: "laneForced", paper: "byItself" },
  island: { words: { method: "search", rules: "island" }, text: "laneIsland", paper: "byBanon" },
  norules: { words: { method: "search", rules: "none" }, text: "laneNoRules", paper: "byBanon" },
  equivalent: {
    words: {
      method: "search",
      rules: "island,dangling-colour,dangling-end,equivalent",
      subtour_squares: 12,
    },
    text: "laneEquivalent",
    paper: "byBanon",
    most: 36,
  },
  knights: {
    words: { method: "two-knights" },
    text: "laneKnights",
    paper: "bySanchez",
    closedOnly: true,
  },
  sweep: {
    words: { method: "sweep", examples: 6 },
    text: "laneSweep",
    paper: "byBabieca",
    most: 42,
  },
};

export const MOST_LANES = 4;

/**
 * @param {string} text
 * @returns {string[]}
 */
export function lanesIn(text) {
  const known = text.split(";").filter((name) => name in METHODS);
  return known.length ? known.slice(0, MOST_LANES) : ["warnsdorff"];
}

/** Side by side, for a first look. */
export const PRESETS =
  /** @type {{text: Key, lanes: string, kind: string, board: string, start: string}[]} */ ([
    {
      text: "presetCriteria",
      lanes: "degree;corner;edge;warnsdorff",
      kind: "path",
      board: "8x8",
      start: "a1",
    },
    { text: "presetRace", lanes: "stack;plain", kind: "path", board: "6x6", start: "a1" },
    { text: "presetRules", lanes: "norules;island;banon", kind: "path", board: "6x6", start: "a1" },
    { text: "presetForced", lanes: "banon;forced", kind: "path", board: "6x6", start: "a1" },
    { text: "presetKnights", lanes: "knights", kind: "closed", board: "8x8", start: "" },
    { text: "presetSweep", lanes: "sweep", kind: "closed", board: "5x6", start: "" },
  ]);
