/** The controls of the board, which every view has, and the parts that views are made of. */

import { button, choice, field, h, input, select } from "./dom.js";
import { labels, t } from "./i18n.js";
import { MOST } from "./geometry.js";
import { change } from "./state.js";
import { cleared } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./geometry.js").Model} Model */
/** @typedef {import("./dom.js").Part} Part */

const PIECES = ["1,2", "1,3", "2,3", "1,4", "0,1", "1,1"];
const BORDERS = ["", "1", "0,1"];
const KINDS = ["closed", "path", "open"];
const SIZES = ["5x5", "6x6", "8x8", "3x10", "12x12", "20x30"];

/**
 * @param {State} state @param {Model} model
 * @param {number} [most] the longest side that is offered
 */
export function boardControls(state, model, most = MOST) {
  const reshape = (/** @type {Partial<State>} */ shape) => change({ ...cleared(), ...shape });
  const side = (
    /** @type {"rows" | "columns"} */ name,
    /** @type {(side: number) => string} */ board,
  ) => {
    const props = { type: "number", min: 1, max: most, value: model[name], inputmode: "numeric" };
    const changed = (/** @type {string} */ typed) => {
      const whole = Math.round(Number(typed)) || 1;
      reshape({ board: board(Math.min(most, Math.max(1, whole))) });
    };
    return field(t(name), input(props, changed), "short");
  };
  const pieces = PIECES.includes(state.leaper) ? PIECES : [...PIECES, state.leaper];
  return h(
    "div.setup",
    h(
      "div.pair",
      side("rows", (rows) => `${rows}x${model.columns}`),
      h("span.times", { "aria-hidden": "true" }, "×"),
      side("columns", (columns) => `${model.rows}x${columns}`),
    ),
    h(
      "div.pair",
      field(
        t("piece"),
        select(state.leaper, labels("piece", pieces), (leaper) => reshape({ leaper })),
      ),
      field(
        t("borders"),
        select(state.wrap, labels("wrap", BORDERS), (wrap) => reshape({ wrap })),
      ),
    ),
    choice("kind", t("kind"), state.kind, labels("kind", KINDS), (kind) =>
      change({ kind, found: "", end: "" }),
    ),
  );
}

/** Buttons for boards of typical sizes. */
export function sizes() {
  const usual = () => ({ ...cleared(), leaper: "1,2", wrap: "" });
  return h(
    "div.chips",
    { role: "group", "aria-label": t("sizes") },
    SIZES.map((board) =>
      button(board.replace("x", " × "), () => change({ ...usual(), board }), { class: "chip" }),
    ),
  );
}

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
