// @ts-check
/** Five papers, three screens each: something to read, and the method itself at work beside it. */

import { button, h } from "./dom.js";
import { spoken, t } from "./i18n.js";
import { change, USUAL } from "./state.js";
import { LESSONS as EN } from "../texts/lessons_en.js";
import { LESSONS as ES } from "../texts/lessons_es.js";
import { race } from "./watch.js";

/** @typedef {import("./state.js").State} State */

/** What each screen shows; the texts are in the languages' files, in the same order. */
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

/**
 * @param {HTMLElement} root
 * @param {State} state
 */
export async function lessonsView(root, state) {
  const texts = spoken() === "es" ? ES : EN;
  const name = state.lesson in DEMOS ? state.lesson : "";
  if (!name) return overview(root, texts);
  const screen = Math.min(SCREENS, Math.max(1, Number(state.screen) || 1));
  const lesson = texts[name];
  const page = lesson.screens[screen - 1];
  const demo = { ...USUAL, ...DEMOS[name][screen - 1] };
  const { element, player, ready } = await race(/** @type {State} */ (demo), { speed: 5 });
  const go = (/** @type {number} */ to) => change({ screen: String(to) });
  root.append(
    h(
      "section",
      { class: "lesson", "aria-label": lesson.title },
      h(
        "p",
        { class: "crumbs" },
        h("a", { href: "#view=lessons" }, t("lessons")),
        ` › ${lesson.title}`,
      ),
      h("h2", {}, page.title),
      page.text.map((paragraph) => h("p", {}, paragraph)),
      h("p", { class: "hint" }, page.look),
      h(
        "nav",
        { class: "buttons", "aria-label": t("screens") },
        button(t("previous"), () => go(screen - 1), { disabled: screen === 1 }),
        h("span", { class: "count" }, t("screenOf", { screen, screens: SCREENS })),
        button(t("next"), () => go(screen + 1), { disabled: screen === SCREENS, class: "primary" }),
        button(t("openInWatch"), () => change({ ...DEMOS[name][screen - 1], view: "watch" }), {
          class: "quiet",
        }),
      ),
    ),
    h("section", { class: "stage wide", "aria-label": t("watch") }, player.element, element),
  );
  await ready;
  return undefined;
}

/**
 * @param {HTMLElement} root
 * @param {Record<string, {title: string, paper: string, screens: {title: string}[]}>} texts
 */
function overview(root, texts) {
  root.append(
    h(
      "section",
      { class: "cards", "aria-label": t("lessons") },
      Object.keys(DEMOS).map((name) =>
        h(
          "article",
          { class: "card" },
          h("h2", {}, h("a", { href: `#view=lessons&lesson=${name}` }, texts[name].title)),
          h("p", { class: "hint" }, texts[name].paper),
          h(
            "ol",
            {},
            texts[name].screens.map((screen) => h("li", {}, screen.title)),
          ),
        ),
      ),
    ),
  );
}
