/**
 * The views Watch, where up to four methods work side by side, and Lessons: five papers, three
 * screens each, with the method of the paper at work beside them.
 */

import { boardForm, inputFor, panel, side, stage } from "./controls.js";
import { button, field, h, say, select, signButton } from "./dom.js";
import { Model } from "./geometry.js";
import { label, labels, lessons, t } from "./i18n.js";
import { Lane, lanesIn, METHODS, MOST_LANES, PRESETS } from "./lane.js";
import { Player } from "./player.js";
import { change, nextSeed, palette, USUAL } from "./state.js";
import { cleared, questionOf, wishList } from "./words.js";

/** @import { State } from "./state.js" */

const MARKS = ["island", "dangling", "candidate", "end", "rail"];

/** The lanes of a state, with one player for all of them. */
/** @param {State} state @param {number} [speed] events per second */
async function race(state, speed = 6) {
  const model = Model.fromState(state);
  const question = questionOf(state, model);
  const colours = await palette();
  const lanes = lanesIn(state.lanes).map(
    (name) => new Lane(model, question, name, colours, Number(state.seed)),
  );
  const player = new Player((step) => lanes.forEach((lane) => lane.show(step)), speed);
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
  return { element, ready, model };
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

/** The state that each screen shows; the texts are in the files of the languages. */
const DEMOS = /** @type {Record<string, Partial<State>[]>} */ ({
  banon: [
    { board: "8x8", kind: "path", start: "a1", lanes: "banon" },
    { board: "6x6", kind: "path", start: "a1", lanes: "norules;banon" },
    { board: "4x5", kind: "path", start: "a1", lanes: "equivalent" },
  ],
  sanchez: [
    { board: "8x8", kind: "closed", lanes: "knights" },
    { board: "6x6", kind: "closed", lanes: "knights;banon" },
    { board: "8x8", kind: "closed", lanes: "knights", seed: "5" },
  ],
  gonzalez: [
    { board: "5x5", kind: "path", start: "a1", lanes: "plain" },
    { board: "6x6", kind: "path", start: "a1", lanes: "plain;stack" },
    { board: "4x4", kind: "path", start: "a1", lanes: "stack" },
  ],
  costa: [
    { board: "8x8", kind: "path", start: "a1", lanes: "degree" },
    { board: "8x8", kind: "path", start: "d4", lanes: "degree;corner;edge;warnsdorff" },
    { board: "7x7", kind: "path", start: "b1", lanes: "warnsdorff" },
  ],
  course: [
    { board: "5x5", kind: "path", start: "a1", lanes: "norules" },
    { board: "4x5", kind: "path", start: "e1", lanes: "norules;plain" },
    { board: "5x6", kind: "closed", lanes: "sweep" },
  ],
});

const SCREENS = 3;
const SPEED = 5;

/** @param {HTMLElement} root @param {State} state */
export async function lessonsView(root, state) {
  if (!Object.hasOwn(DEMOS, state.lesson)) return overview(root);
  const lesson = lessons()[state.lesson];
  const screen = Math.min(SCREENS, Math.max(1, Math.round(Number(state.screen)) || 1));
  const { title, text, more, look } = lesson.screens[screen - 1];
  const demo = DEMOS[state.lesson][screen - 1];
  const { element, ready } = await race(/** @type {State} */ ({ ...USUAL, ...demo }), SPEED);
  const home = h("a", { href: "#view=lessons" }, label("view", "lessons"));
  const go = (/** @type {number} */ to) => change({ screen: String(to) });
  root.append(
    h(
      "section.lesson",
      { "aria-label": lesson.title },
      h("p.crumbs", home, ` › ${lesson.title}`),
      h("h2", title),
      h("p", text),
      h("p", more),
      h("p.hint", look),
      h(
        "nav.buttons",
        { "aria-label": t("screens") },
        button(t("previous"), () => go(screen - 1), "", { disabled: screen === 1 }),
        h("span.count", t("screenOf", { screen, screens: SCREENS })),
        button(t("next"), () => go(screen + 1), "primary", { disabled: screen === SCREENS }),
        button(t("openInWatch"), () => change({ ...demo, view: "watch" }), "quiet"),
      ),
    ),
    element,
  );
  return ready;
}

/** @param {HTMLElement} root */
function overview(root) {
  const cards = Object.entries(lessons()).map(([name, { title, paper, screens }]) => {
    const link = h("a", { href: `#view=lessons&lesson=${name}` }, title);
    const titles = screens.map((screen) => h("li", screen.title));
    return h("article.card", h("h2", link), h("p.hint", paper), h("ol", titles));
  });
  root.append(h("section.cards", { "aria-label": label("view", "lessons") }, cards));
}
