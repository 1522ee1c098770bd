// @ts-check
/** The controls that say which board and which tours are meant; every view has them. */

import { button, choice, field, h, select } from "./dom.js";
import { spoken, t } from "./i18n.js";
import { change, modelOf, MOST, written } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** What depends on the board and falls with it. */
const FALLS = {
  start: "",
  end: "",
  begin: "",
  through: "",
  avoiding: "",
  holes: "",
  found: "",
  walk: "",
};

/**
 * @param {State} state
 * @param {{most?: number, kind?: boolean}} [how] `most`: the longest side that is offered
 */
export function boardControls(state, { most = MOST, kind = true } = {}) {
  const model = modelOf(state);
  const side = (
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {(n: number) => string} */ text,
  ) =>
    field(
      name,
      h("input", {
        type: "number",
        min: 1,
        max: most,
        value,
        inputmode: "numeric",
        onchange: (/** @type {Event} */ event) => {
          const typed = Number(/** @type {HTMLInputElement} */ (event.target).value);
          change({ ...FALLS, board: text(Math.min(most, Math.max(1, Math.round(typed) || 1))) });
        },
      }),
      "short",
    );
  /** @type {[string, string][]} */
  const pieces = [
    ["1,2", t("knight")],
    ["1,3", t("camel")],
    ["2,3", t("zebra")],
    ["1,4", t("giraffe")],
    ["0,1", t("wazir")],
    ["1,1", t("ferz")],
  ];
  if (!pieces.some(([key]) => key === state.leaper))
    pieces.push([state.leaper, `(${state.leaper})`]);
  return h(
    "div",
    { class: "setup" },
    h(
      "div",
      { class: "pair" },
      side(t("rows"), model.rows, (rows) => `${rows}x${model.columns}`),
      h("span", { class: "times", "aria-hidden": "true" }, "×"),
      side(t("columns"), model.columns, (columns) => `${model.rows}x${columns}`),
    ),
    h(
      "div",
      { class: "pair" },
      field(
        t("piece"),
        select(state.leaper, pieces, (leaper) => change({ ...FALLS, leaper })),
      ),
      field(
        t("borders"),
        select(
          state.wrap,
          [
            ["", t("flat")],
            ["1", t("cylinder")],
            ["0,1", t("torus")],
          ],
          (wrap) => change({ ...FALLS, wrap }),
        ),
      ),
    ),
    kind &&
      choice(
        "kind",
        t("kind"),
        state.kind,
        [
          ["closed", t("closed")],
          ["path", t("path")],
          ["open", t("open")],
        ],
        (chosen) => change({ kind: chosen, found: "", end: "" }),
      ),
  );
}

/** Sizes that show something, one press away. */
export function sizes() {
  return h(
    "div",
    { class: "chips", role: "group", "aria-label": t("sizes") },
    ["5x5", "6x6", "8x8", "3x10", "12x12", "20x30"].map((board) =>
      button(
        board.replace("x", " × "),
        () => change({ ...FALLS, board, leaper: "1,2", wrap: "" }),
        { class: "chip" },
      ),
    ),
  );
}

/**
 * @param {string} title
 * @param {...(Node | false)} parts
 */
export function panel(title, ...parts) {
  return h("section", { class: "panel" }, h("h2", {}, title), ...parts);
}

/**
 * What a tour must and must not do, each of it one press from being forgotten.
 * @param {State} state
 * @param {import("./geometry.js").Model} model
 * @param {string} [words] where there is nothing
 */
export function wishList(state, model, words = "") {
  /** @type {[string, keyof State, string][]} */
  const all = [
    [t("toolStart"), "start", state.start],
    [t("toolEnd"), "end", state.kind === "closed" ? "" : state.end],
    [t("toolBegin"), "begin", state.begin],
    [t("toolHole"), "holes", written(model, [...model.holes])],
    [t("toolThrough"), "through", state.through],
    [t("toolAvoiding"), "avoiding", state.avoiding],
  ];
  const said = all.filter(([, , value]) => value);
  if (!said.length) return h("p", { class: "hint" }, words);
  return h(
    "ul",
    { class: "wishes", lang: spoken() },
    said.map(([name, word, value]) =>
      h(
        "li",
        {},
        h("span", {}, `${name}: `, h("b", {}, value)),
        button("×", () => change({ [word]: "", found: "" }), {
          "aria-label": t("clear", { name }),
          class: "quiet",
        }),
      ),
    ),
  );
}
