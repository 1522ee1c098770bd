/** The view Watch, where up to four methods work side by side; lessons have such races too. */

import { palette } from "./colours.js";
import { boardForm, inputFor, panel, side, stage } from "./controls.js";
import { button, field, h, say, select, signButton } from "./dom.js";
import { Model } from "./geometry.js";
import { label, labels, t } from "./i18n.js";
import { Lane, lanesIn, METHODS, MOST_LANES, PRESETS } from "./lane.js";
import { Player } from "./player.js";
import { change, nextSeed } from "./state.js";
import "./watch_texts.js";
import { cleared, questionOf, wishList } from "./words.js";

/** @import { State } from "./state.js" */

/** Events per second. */
const SPEED = 6;
const MARKS = ["island", "dangling", "candidate", "end", "rail"];

/** The lanes of a state, with one player for all of them. */
/** @param {State} state @param {(at: number, length: number) => void} [shown] is told each step */
export async function race(state, shown) {
  const model = Model.fromState(state);
  const question = questionOf(state, model);
  const colours = await palette();
  const lanes = lanesIn(state.lanes).map(
    (name) => new Lane(model, question, name, colours, Number(state.seed)),
  );
  const player = new Player((step) => {
    lanes.forEach((lane) => lane.show(step));
    shown?.(step, player.length);
  }, SPEED);
  const elements = lanes.map((lane) => lane.element);
  const boards = h("div", { class: `lanes of${lanes.length}` }, elements);
  const title = h("h2.unseen", t("methods"));
  const element = stage(label("view", "watch"), title, player.element, boards);
  element.classList.add("wide");
  const ready = Promise.all(lanes.map((lane) => lane.load())).then(() => {
    const length = Math.max(...lanes.map((lane) => lane.events.length));
    player.set(length, 0);
    if (length) say(t("eventsLoaded", { count: length, lanes: lanes.length }));
  });
  return { element, ready, model, lanes, player, colours };
}

/** @param {HTMLElement} root @param {State} state */
export async function watchView(root, state) {
  const { element, ready, model } = await race(state);
  const names = lanesIn(state.lanes);
  const methods = labels("lane", Object.keys(METHODS));
  const set = (/** @type {string[]} */ wanted) => change({ lanes: wanted.join(";") });
  const chosen = names.map((name, at) => {
    const number = at + 1;
    const remove = () => set(names.toSpliced(at, 1));
    const list = select(name, methods, (other) => set(names.with(at, other)));
    const cross = signButton("×", t("removeLane", { number }), remove, "quiet");
    return h("div.pair", field(t("lane", { number }), list), names.length > 1 && cross);
  });
  const presets = Object.entries(PRESETS).map(([name, wanted]) => {
    const chosen = () => change({ ...cleared(), leaper: "1,2", wrap: "", ...wanted });
    return button(label("preset", name), chosen, "chip");
  });
  const legend = MARKS.map((mark) => {
    const swatch = h("span", { class: `swatch ${mark}`, "aria-hidden": "true" });
    return h("li", swatch, label("mark", mark));
  });
  root.append(
    element,
    side(
      panel(t("presets"), h("div.chips.column", presets)),
      panel(
        t("methods"),
        chosen,
        names.length < MOST_LANES && button(t("addLane"), () => set([...names, "stack"])),
        button(t("otherDice"), () => change(nextSeed(state)), "quiet"),
      ),
      panel(
        label("view", "board"),
        boardForm(state, model, 12),
        inputFor(state, "start", label("word", "start"), { size: 6, placeholder: "a1" }),
        wishList(state, model),
      ),
      panel(t("legend"), h("ul.legend", legend), h("p.hint", t("whatIsW"))),
    ),
  );
  await ready;
}
