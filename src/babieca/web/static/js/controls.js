/** The parts that views are made of, and controls that are bound to a key of the state. */

import { choice, field, h, input, select } from "./dom.js";
import { t } from "./i18n.js";
import { change } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./dom.js").Part} Part */

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

/**
 * A list; a choice changes its key, and `also` other keys.
 * @param {State} state @param {string} key @param {string} label @param {[string, string][]} options
 * @param {() => Partial<State>} [also]
 */
export function listFor(state, key, label, options, also = () => ({})) {
  const chosen = (/** @type {string} */ value) => change({ ...also(), [key]: value });
  return field(label, select(state[key] ?? "", options, chosen));
}

/**
 * Radio buttons; a choice changes its key, and `also` other keys.
 * @param {State} state @param {string} key @param {string} label @param {[string, string][]} options
 * @param {Partial<State>} [also]
 */
export function radiosFor(state, key, label, options, also = {}) {
  return choice(key, label, state[key], options, (value) => change({ ...also, [key]: value }));
}

/**
 * A short input.
 * @param {State} state @param {string} key @param {string} label
 * @param {import("./dom.js").Props} props
 * @param {string} [usual] for an empty input
 */
export function inputFor(state, key, label, props, usual = "") {
  const changed = (/** @type {string} */ typed) => change({ [key]: typed || usual });
  return field(label, input({ type: "text", value: state[key], ...props }, changed), "short");
}
