// @ts-check
/** Watch an algorithm think: one method, or up to four on the same board side by side. */

import { button, field, h, say, select } from "./dom.js";
import { t } from "./i18n.js";
import { Lane } from "./lane.js";
import { lanesIn, METHODS, MOST_LANES, PRESETS } from "./lanes.js";
import { palette } from "./looks.js";
import { Player } from "./player.js";
import { boardControls, panel, wishList } from "./setup.js";
import { change, modelOf, questionOf } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * The lanes of a state with one player for all of them.
 * @param {State} state
 * @param {{at?: number, speed?: number}} [how]
 */
export async function race(state, { at = 0, speed = 6 } = {}) {
  const model = modelOf(state);
  const question = questionOf(state, model);
  const colours = await palette();
  const lanes = lanesIn(state.lanes).map(
    (name) => new Lane(model, question, name, colours, Number(state.seed)),
  );
  const player = new Player((step) => lanes.forEach((lane) => lane.show(step)), { speed });
  const element = h(
    "div",
    { class: `lanes of${lanes.length}` },
    lanes.map((lane) => lane.element),
  );
  const ready = Promise.all(lanes.map((lane) => lane.load())).then(() => {
    const length = Math.max(...lanes.map((lane) => lane.length));
    player.set(length, Math.min(at, length));
    return length;
  });
  return { element, player, ready, lanes };
}

/**
 * @param {HTMLElement} root
 * @param {State} state
 */
export async function watchView(root, state) {
  const { element, player, ready, lanes } = await race(state);
  const names = lanesIn(state.lanes);
  const set = (/** @type {string[]} */ wanted) => change({ lanes: wanted.join(";") });
  /** @type {[string, string][]} */
  const offered = Object.entries(METHODS).map(([name, method]) => [name, t(method.text)]);
  const chosen = names.map((name, at) =>
    h(
      "div",
      { class: "pair" },
      field(
        t("lane", { number: at + 1 }),
        select(name, offered, (other) => set(names.with(at, other))),
      ),
      names.length > 1 &&
        button("×", () => set(names.filter((_, place) => place !== at)), {
          "aria-label": t("removeLane", { number: at + 1 }),
          class: "quiet",
        }),
    ),
  );
  root.append(
    h(
      "section",
      { class: "stage wide", "aria-label": t("watch") },
      h("h2", { class: "unseen" }, t("methods")),
      player.element,
      element,
    ),
    h(
      "aside",
      { class: "side", "aria-label": t("settings") },
      panel(
        t("lookAt"),
        h(
          "div",
          { class: "chips column" },
          PRESETS.map(({ text, ...wanted }) =>
            button(
              t(text),
              () =>
                change({
                  holes: "",
                  begin: "",
                  through: "",
                  avoiding: "",
                  end: "",
                  leaper: "1,2",
                  wrap: "",
                  ...wanted,
                }),
              { class: "chip" },
            ),
          ),
        ),
      ),
      panel(
        t("methods"),
        ...chosen,
        names.length < MOST_LANES && button(t("addLane"), () => set([...names, "stack"])),
        button(t("otherDice"), () => change({ seed: String(Number(state.seed) + 1) }), {
          class: "quiet",
        }),
      ),
      panel(
        t("board"),
        boardControls(state, { most: 12 }),
        startField(state),
        wishList(state, modelOf(state)),
      ),
      panel(
        t("legend"),
        h(
          "ul",
          { class: "legend" },
          legend("island", t("legendIsland")),
          legend("dangling", t("legendDangling")),
          legend("candidate", t("legendCandidate")),
          legend("end", t("legendKept")),
          legend("rail", t("legendRail")),
        ),
        h("p", { class: "hint" }, t("whatIsW")),
      ),
    ),
  );
  const length = await ready;
  if (length) say(t("eventsLoaded", { count: length, lanes: lanes.length }));
}

/** @param {State} state */
function startField(state) {
  return field(
    t("toolStart"),
    h("input", {
      type: "text",
      value: state.start,
      size: 6,
      placeholder: "a1",
      onchange: (/** @type {Event} */ event) =>
        change({ start: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
    }),
    "short",
  );
}

/**
 * @param {string} kind
 * @param {string} text
 */
function legend(kind, text) {
  return h("li", {}, h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), text);
}
