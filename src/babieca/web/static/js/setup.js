/** The controls of the board, which every view has. */

import { listFor, radiosFor } from "./controls.js";
import { button, field, h, input } from "./dom.js";
import { labels, t } from "./i18n.js";
import { MOST } from "./geometry.js";
import { change } from "./state.js";
import { cleared, kinds } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./geometry.js").Model} Model */

const PIECES = ["1,2", "1,3", "2,3", "1,4", "0,1", "1,1"];
const BORDERS = ["", "1", "0,1"];
const SIZES = ["5x5", "6x6", "8x8", "3x10", "12x12", "20x30"];

/**
 * @param {State} state @param {Model} model
 * @param {number} [most] the longest side that is offered
 */
export function boardControls(state, model, most = MOST) {
  const side = (
    /** @type {"rows" | "columns"} */ name,
    /** @type {(side: number) => string} */ board,
  ) => {
    const props = { type: "number", min: 1, max: most, value: model[name], inputmode: "numeric" };
    const changed = (/** @type {string} */ typed) => {
      const whole = Math.round(Number(typed)) || 1;
      change({ ...cleared(), board: board(Math.min(most, Math.max(1, whole))) });
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
      listFor(state, "leaper", t("piece"), labels("piece", pieces), cleared),
      listFor(state, "wrap", t("borders"), labels("wrap", BORDERS), cleared),
    ),
    radiosFor(state, "kind", t("kind"), labels("kind", kinds()), { found: "", end: "" }),
  );
}

/** Buttons for boards of typical sizes. */
export function sizes() {
  const usual = () => ({ ...cleared(), leaper: "1,2", wrap: "" });
  return h(
    "div.chips",
    { role: "group", "aria-label": t("sizes") },
    SIZES.map((board) =>
      button(board.replace("x", " × "), () => change({ ...usual(), board }), "chip"),
    ),
  );
}
