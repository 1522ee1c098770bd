/** The ladder of boards, and the stars that the visitor won on it. */

import { h, s } from "./dom.js";
import { label, t } from "./i18n.js";
import { keep, keptObject } from "./state.js";

/** @import { Game } from "./game.js" */
/** @typedef {{board: string, kind: string}} Level */

/** From easy to hard; every level has a tour. @type {Level[]} */
export const LEVELS = [
  { board: "3x4", kind: "path" },
  { board: "4x5", kind: "path" },
  { board: "5x5", kind: "path" },
  { board: "5x6", kind: "path" },
  { board: "6x6", kind: "path" },
  { board: "5x6", kind: "closed" },
  { board: "6x6", kind: "closed" },
  { board: "7x7", kind: "path" },
  { board: "3x10", kind: "closed" },
  { board: "6x8", kind: "open" },
  { board: "8x8", kind: "path" },
  { board: "8x8", kind: "closed" },
];
/** The stars of a level: no help, no step taken back, and in time. */
export const STARS = /** @type {const} */ (["alone", "straight", "swift"]);
const SECONDS_PER_SQUARE = 4;

/** The key of the game of a level. @param {Level} level */
const keyOf = ({ board, kind }) => JSON.stringify({ board, kind });

/** The seconds in which a game must be finished for the star of time. @param {Game} game */
export const swift = (game) => SECONDS_PER_SQUARE * game.model.count;

/** The stars of a finished game. @param {Game} game @returns {string[]} */
export function starsOf(game) {
  const won = {
    alone: !game.helped,
    straight: !game.undid,
    swift: game.seconds <= swift(game),
  };
  return game.whole ? STARS.filter((star) => won[star]) : [];
}

/** The stars that each level has brought so far, by key. @returns {Record<string, string[]>} */
const progress = () => keptObject("levels");

/** Keep the stars of a finished game, beside those won before. @param {Game} game */
export function record(game) {
  if (!game.whole || !LEVELS.some((level) => keyOf(level) === game.key)) return;
  const all = progress();
  const won = new Set([...(all[game.key] ?? []), ...starsOf(game)]);
  keep("levels", JSON.stringify({ ...all, [game.key]: [...won] }));
}

/** The level after a game; undefined after the last one and after boards of one's own. */
/** @param {Game} game @returns {Level | undefined} */
export function nextLevel(game) {
  const at = LEVELS.findIndex((level) => keyOf(level) === game.key);
  return at < 0 ? undefined : LEVELS[at + 1];
}

/** Stars, the won ones filled. @param {string[]} won */
export function stars(won) {
  const name = t("starsOf", { count: won.length, most: STARS.length });
  const shapes = STARS.map((star, at) => {
    const d = "M0-9 2.6-3.2 8.9-2.7 4.1 1.4 5.6 7.6 0 4.2-5.6 7.6-4.1 1.4-8.9-2.7-2.6-3.2Z";
    const place = { transform: `translate(${10 + 21 * at} 10)` };
    return s("path", { d, ...place, class: won.includes(star) ? "star won" : "star" });
  });
  return s("svg.stars", { viewBox: "0 0 62 20", role: "img", "aria-label": name }, shapes);
}

/** The name of a level. @param {Level} level */
export const levelName = ({ board, kind }) =>
  `${board.replace("x", " × ")}, ${label("kind", kind)}`;

/** The ladder: a button for each level. @param {Game} game @param {(level: Level) => void} chosen */
export function ladder(game, chosen) {
  const all = progress();
  const first = LEVELS.find((level) => !(keyOf(level) in all));
  const steps = LEVELS.map((level) => {
    const key = keyOf(level);
    const kind = `level${key in all ? " done" : ""}${level === first ? " next" : ""}`;
    const current = { "aria-current": key === game.key && "true" };
    const size = h("b", level.board.replace("x", " × "));
    const parts = [size, h("small", label("kind", level.kind)), stars(all[key] ?? [])];
    const props = { type: "button", class: kind, ...current, onclick: () => chosen(level) };
    return h("li", h("button", props, parts));
  });
  return h("ol.ladder", steps);
}
