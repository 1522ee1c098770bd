/** The parts that views are made of, the controls of the board, and those of a key of the state. */

import { button, choice, field, h, input, select } from "./dom.js";
import { MOST } from "./geometry.js";
import { labels, t } from "./i18n.js";
import { change, current } from "./state.js";
import { cleared, kinds } from "./words.js";

/** @import { Options, Part, Props } from "./dom.js" */
/** @import { Model } from "./geometry.js" */
/** @import { State } from "./state.js" */

const PIECES = ["1,2", "1,3", "2,3", "1,4", "0,1", "1,1"];
const BORDERS = ["", "1", "0,1"];
const SIZES = ["5x5", "6x6", "8x8", "3x10", "12x12", "20x30"];

/** @param {string} title @param {...Part} parts */
export function panel(title, ...parts) {
  return h("section.panel", h("h2", title), ...parts);
}

/** The column of settings beside the stage. @param {...Part} panels */
export function side(...panels) {
  return h("aside.side", { "aria-label": t("settings") }, ...panels);
}

/** The main part of a view. @param {string} label @param {...Part} parts */
export function stage(label, ...parts) {
  return h("section.stage", { "aria-label": label }, ...parts);
}

/** A listener that changes a key, and `also` other keys. */
/** @param {string} key @param {() => Partial<State>} [also] @returns {(value: string) => void} */
const changes = (key, also) => (value) => change({ ...also?.(), [key]: value });

/**
 * A list of the values of a key.
 * @param {State} state @param {string} key @param {string} label @param {Options} options
 * @param {() => Partial<State>} [also]
 */
export function listFor(state, key, label, options, also) {
  return field(label, select(state[key] ?? "", options, changes(key, also)));
}

/**
 * Radio buttons for the values of a key.
 * @param {State} state @param {string} key @param {string} label @param {Options} options
 * @param {() => Partial<State>} [also]
 */
export function radiosFor(state, key, label, options, also) {
  return choice(key, label, state[key], options, changes(key, also));
}

/** A short input for a key; `usual` replaces an empty text. */
/** @param {State} state @param {string} key @param {string} label @param {Props} props */
export function inputFor(state, key, label, { usual = "", ...props }) {
  const changed = (/** @type {string} */ typed) => change({ [key]: typed || usual });
  return field(label, input({ type: "text", value: state[key], ...props }, changed), "short");
}

/** Inputs for the two sides of a board. */
/** @param {string} board @param {number} least @param {number} most @param {(board: string) => void} changed */
export function sideFields(board, least, most, changed) {
  const sides = board.split("x").map(Number);
  const [rows, columns] = sides.map((value, at) => {
    const props = { type: "number", min: least, max: most, value, inputmode: "numeric" };
    const typed = (/** @type {string} */ text) => {
      sides[at] = Math.min(most, Math.max(least, Math.round(Number(text)) || least));
      changed(sides.join("x"));
    };
    return field(t(at ? "columns" : "rows"), input(props, typed), "short");
  });
  return h("div.pair", rows, h("span.times", { "aria-hidden": "true" }, "×"), columns);
}

/** The controls of the board, which every view has; `most` is the longest side that is offered. */
/** @param {State} state @param {Model} model @param {number} [most] */
export function boardForm(state, model, most = MOST) {
  const sized = (/** @type {string} */ board) => change({ ...cleared(), board });
  const pieces = PIECES.includes(state.leaper) ? PIECES : [...PIECES, state.leaper];
  const without = () => ({ found: "", end: "" });
  return h(
    "div.setup",
    sideFields(`${model.rows}x${model.columns}`, 1, most, sized),
    h(
      "div.pair",
      listFor(state, "leaper", t("piece"), labels("piece", pieces), cleared),
      listFor(state, "wrap", t("borders"), labels("wrap", BORDERS), cleared),
    ),
    radiosFor(state, "kind", t("kind"), labels("kind", kinds()), without),
  );
}

/** Buttons for boards of typical sizes. */
export function sizes() {
  const chips = SIZES.map((board) => {
    const [rows, columns] = board.split("x").map(Number);
    // No board with an odd number of squares has a closed tour: colours alternate.
    const kind = (rows * columns) % 2 && current().kind === "closed" ? "path" : current().kind;
    const chosen = () => change({ ...cleared(), leaper: "1,2", wrap: "", board, kind });
    return button(board.replace("x", " × "), chosen, "chip");
  });
  return h("div.chips", { role: "group", "aria-label": t("sizes") }, chips);
}
