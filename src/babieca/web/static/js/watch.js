/** The view Watch: up to four methods search or count on the same board, side by side. */

import { inputFor, panel, side, stage } from "./controls.js";
import { button, field, h, say, select, signButton } from "./dom.js";
import { Model } from "./geometry.js";
import { label, labels, t } from "./i18n.js";
import { Lane } from "./lane.js";
import { lanesIn, METHODS, MOST_LANES, PRESETS } from "./lanes.js";
import { palette } from "./looks.js";
import { Player } from "./player.js";
import { boardControls } from "./setup.js";
import { change, nextSeed } from "./state.js";
import { cleared, questionOf, wishList } from "./words.js";

/** @typedef {import("./state.js").State} State */

const MARKS = ["island", "dangling", "candidate", "end", "rail"];

/**
 * The lanes of a state, with one player for all of them.
 * @param {State} state
 * @param {number} [speed] events per second
 */
export async function race(state, speed = 6) {
  const model = Model.fromState(state);
  const question = questionOf(state, model);
  const colours = await palette();
  const lanes = lanesIn(state.lanes).map(
    (name) => new Lane(model, question, name, colours, Number(state.seed)),
  );
  const player = new Player((step) => lanes.forEach((lane) => lane.show(step)), { speed });
  const boards = h(
    "div",
    { class: `lanes of${lanes.length}` },
    lanes.map((lane) => lane.element),
  );
  const element = stage(
    label("view", "watch"),
    h("h2.unseen", t("methods")),
    player.element,
    boards,
  );
  element.classList.add("wide");
  const ready = Promise.all(lanes.map((lane) => lane.load())).then(() => {
    const length = Math.max(...lanes.map((lane) => lane.events.length));
    player.set(length, 0);
    if (length) say(t("eventsLoaded", { count: length, lanes: lanes.length }));
  });
  return { element, ready, model };
}

/** @param {HTMLElement} root @param {State} state */
export async function watchView(root, state) {
  const { element, ready, model } = await race(state);
  const names = lanesIn(state.lanes);
  const set = (/** @type {string[]} */ wanted) => change({ lanes: wanted.join(";") });
  const chosen = names.map((name, at) => {
    const number = at + 1;
    const remove = () => set(names.filter((_, place) => place !== at));
    const list = select(name, labels("lane", Object.keys(METHODS)), (other) =>
      set(names.with(at, other)),
    );
    return h(
      "div.pair",
      field(t("lane", { number }), list),
      names.length > 1 && signButton("×", t("removeLane", { number }), remove, "quiet"),
    );
  });
  const presets = Object.entries(PRESETS).map(([name, wanted]) =>
    button(
      label("preset", name),
      () => change({ ...cleared(), leaper: "1,2", wrap: "", ...wanted }),
      "chip",
    ),
  );
  root.append(
    element,
    side(
      panel(t("lookAt"), h("div.chips.column", presets)),
      panel(
        t("methods"),
        chosen,
        names.length < MOST_LANES && button(t("addLane"), () => set([...names, "stack"])),
        button(t("otherDice"), () => change(nextSeed(state)), "quiet"),
      ),
      panel(
        label("view", "board"),
        boardControls(state, model, 12),
        inputFor(state, "start", label("word", "start"), { size: 6, placeholder: "a1" }),
        wishList(state, model),
      ),
      panel(
        t("legend"),
        h(
          "ul.legend",
          MARKS.map((mark) => {
            const swatch = h("span", { class: `swatch ${mark}`, "aria-hidden": "true" });
            return h("li", swatch, label("mark", mark));
          }),
        ),
        h("p.hint", t("whatIsW")),
      ),
    ),
  );
  await ready;
}
