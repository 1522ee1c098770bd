/** The page: its views, its header, its language and its light. */

import { learn, reason } from "./api.js";
import { h, select } from "./dom.js";
import { isFlat } from "./geometry.js";
import { label, labels, LANGUAGES, speak, spoken, t } from "./i18n.js";
import { playView } from "./play.js";
import { address, current, dark, keep, light, LIGHTS, said, shine } from "./state.js";

/** @typedef {(root: HTMLElement, state: import("./state.js").State) => Promise<unknown>} View */
/** The page opens with Play; the other views are loaded when they are needed. @type {Record<string, () => View | Promise<View>>} */
const VIEWS = {
  play: () => playView,
  puzzle: () => import("./puzzle.js").then(({ puzzleView }) => puzzleView),
  board: () => import("./find.js").then(({ findView }) => findView),
  watch: () => import("./watch.js").then(({ watchView }) => watchView),
  explore: () => import("./explore.js").then(({ exploreView }) => exploreView),
  lessons: () => import("./lessons.js").then(({ lessonsView }) => lessonsView),
};
const CONTROLS = "button, input, select, a, summary";

const [main, nav, wishes, skip] = ["main", "views", "wishes", "skip"].map(
  (id) => /** @type {HTMLElement} */ (document.getElementById(id)),
);
const learned = learn();
/** The name of the view that is shown. */
let shown = "";
/** How often a view was asked for: a late answer must not appear in another view. */
let asked = 0;

/** Show the page in the visitor's language and light. */
function restart() {
  speak();
  shine();
  render();
}

async function render() {
  const number = ++asked;
  if (!Object.hasOwn(VIEWS, current().view)) history.replaceState(null, "", "#view=play");
  const state = current();
  const name = state.view;
  document.title = `${label("view", name)} · Babieca`;
  header(name);
  main.setAttribute("aria-busy", "true");
  const body = h("div", { class: `view in-${name}` });
  const focused = shown === name ? focusedControl() : null;
  const title = h("h1", { tabindex: -1 }, label("view", name));
  main.replaceChildren(title, h("p.intro", label("intro", name)), body);
  const loaded = learned.then(VIEWS[name]);
  const showing = loaded
    .then((view) => {
      if (isFlat(state.board)) return view(body, state);
      const command = h("code", `babieca find ${state.board}`);
      const usual = h("p", h("a", { href: `#view=${name}` }, t("usualBoard")));
      const why = h("p", t("notFlat", { board: state.board }), " ", command);
      return body.append(h("section.stage", { "aria-label": label("view", "board") }, why, usual));
    })
    .catch((error) => {
      body.replaceChildren(h("p.bad", { role: "alert" }, reason(error)));
    });
  // The parts that need no answer are there at once, and the focus must not wait for the others.
  const soon = () => new Promise((done) => setTimeout(done, 0));
  await Promise.race([showing, loaded.then(soon, soon)]);
  if (number !== asked) return;
  if (focused) focused()?.focus({ preventScroll: true });
  else if (shown && shown !== name) title.focus();
  shown = name;
  await showing;
  if (number === asked) main.removeAttribute("aria-busy");
}

/** The focused control: a function that finds it again after a change. */
function focusedControl() {
  const element = document.activeElement;
  if (!element || !main.contains(element)) return null;
  const square = element.getAttribute("data-square");
  const all = square ? `[data-square="${CSS.escape(square)}"]` : CONTROLS;
  const controls = () => /** @type {HTMLElement[]} */ ([...main.querySelectorAll(all)]);
  const index = controls().findIndex((control) => control === element);
  return () => controls()[index];
}

/** @param {string} name of the view */
function header(name) {
  const links = Object.keys(VIEWS).map((key) => {
    // Play keeps its games: an old walk in the link would replace the game.
    const other = address({ view: key, lesson: "", screen: "1", walk: "", edit: "" });
    const isNew = (key === "play" && !said().board) || (key === "puzzle" && name !== key);
    const href = isNew ? `#view=${key}` : other;
    return h("a", { href, "aria-current": key === name && "page" }, label("view", key));
  });
  nav.replaceChildren(...links);
  nav.setAttribute("aria-label", t("views"));
  /** @type {[string, string][]} */
  const languages = Object.entries(LANGUAGES).map(([key, language]) => [key, language.name]);
  const choose = (/** @type {string} */ name) => (/** @type {string} */ wanted) => {
    keep(name, wanted);
    restart();
  };
  wishes.replaceChildren(
    select(spoken(), languages, choose("language"), { "aria-label": t("language") }),
    select(light(), labels("light", LIGHTS), choose("light"), { "aria-label": t("light") }),
  );
  skip.textContent = t("skip");
}

skip.addEventListener("click", (event) => {
  event.preventDefault(); // the address holds the state, not a position on the page
  main.focus();
});
dark.addEventListener("change", restart);
window.addEventListener("hashchange", () => {
  shine(); // the documentation around a frame became light or dark
  render();
});
restart();
