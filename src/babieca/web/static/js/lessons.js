/** The view Lessons: five papers, three screens each, with the paper's method at work beside them. */

import { button, h } from "./dom.js";
import { label, lessons, t } from "./i18n.js";
import { change, USUAL } from "./state.js";
import { race } from "./watch.js";

/** @typedef {import("./state.js").State} State */

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
  const { title, text, look } = lesson.screens[screen - 1];
  const demo = DEMOS[state.lesson][screen - 1];
  const { element, ready } = await race(/** @type {State} */ ({ ...USUAL, ...demo }), SPEED);
  const go = (/** @type {number} */ to) => change({ screen: String(to) });
  root.append(
    h(
      "section.lesson",
      { "aria-label": lesson.title },
      h(
        "p.crumbs",
        h("a", { href: "#view=lessons" }, label("view", "lessons")),
        ` › ${lesson.title}`,
      ),
      h("h2", title),
      text.map((paragraph) => h("p", paragraph)),
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
  const cards = Object.entries(lessons()).map(([name, { title, paper, screens }]) =>
    h(
      "article.card",
      h("h2", h("a", { href: `#view=lessons&lesson=${name}` }, title)),
      h("p.hint", paper),
      h(
        "ol",
        screens.map((screen) => h("li", screen.title)),
      ),
    ),
  );
  root.append(h("section.cards", { "aria-label": label("view", "lessons") }, cards));
}
