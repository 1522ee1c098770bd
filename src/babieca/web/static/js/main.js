// @ts-check
/** The page: its views, its language, its light. */

import { h } from "./dom.js";
import { exploreView } from "./explore.js";
import { findView } from "./find.js";
import { LANGUAGES, speak, spoken, t } from "./i18n.js";
import { lessonsView } from "./lessons.js";
import { light, onLight, shine } from "./looks.js";
import { playView } from "./play.js";
import { address, current } from "./state.js";
import { watchView } from "./watch.js";

const VIEWS = /** @type {const} */ ({
  board: { text: "viewBoard", intro: "introBoard", show: findView },
  play: { text: "viewPlay", intro: "introPlay", show: playView },
  watch: { text: "viewWatch", intro: "introWatch", show: watchView },
  explore: { text: "viewExplore", intro: "introExplore", show: exploreView },
  lessons: { text: "viewLessons", intro: "introLessons", show: lessonsView },
});

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const nav = /** @type {HTMLElement} */ (document.getElementById("views"));
const wishes = /** @type {HTMLElement} */ (document.getElementById("wishes"));
let shown = "";
/** The view asked for last: one that comes late is not put beside it. */
let asked = 0;

async function render() {
  const number = ++asked;
  const state = current();
  const name = state.view in VIEWS ? /** @type {keyof typeof VIEWS} */ (state.view) : "board";
  const view = VIEWS[name];
  document.title = `${t(view.text)} · Babieca`;
  header(name);
  main.setAttribute("aria-busy", "true");
  const body = h("div", { class: `view in-${name}` });
  const focused = shown === name ? remembered() : null;
  main.replaceChildren(
    h("h1", { tabindex: -1 }, t(view.text)),
    h("p", { class: "intro" }, t(view.intro)),
    body,
  );
  const showing = view.show(body, state).catch((error) => {
    body.replaceChildren(
      h(
        "p",
        { class: "bad", role: "alert" },
        t("noServer"),
        " ",
        error instanceof Error ? error.message : "",
      ),
    );
  });
  // What needs no answer of the server is there at once, and the keyboard is where it was.
  await Promise.race([showing, new Promise((done) => setTimeout(done, 0))]);
  if (number !== asked) return;
  if (focused) restore(focused);
  else if (shown && shown !== name) main.querySelector("h1")?.focus();
  shown = name;
  await showing;
  if (number === asked) main.removeAttribute("aria-busy");
}

/** Where the keyboard was: the same control after a change as before. */
function remembered() {
  const element = document.activeElement;
  if (!element || !main.contains(element)) return null;
  const square = element.getAttribute("data-square");
  if (square) return `[data-square="${CSS.escape(square)}"]`;
  const all = [...main.querySelectorAll("button, input, select, a")];
  const place = all.indexOf(element);
  return place < 0 ? null : String(place);
}

/** @param {string} place */
function restore(place) {
  const element = place.startsWith("[")
    ? main.querySelector(place)
    : main.querySelectorAll("button, input, select, a")[Number(place)];
  if (element instanceof HTMLElement || element instanceof SVGElement)
    element.focus({ preventScroll: true });
}

/** @param {string} name */
function header(name) {
  nav.replaceChildren(
    ...Object.entries(VIEWS).map(([key, view]) =>
      h(
        "a",
        {
          href: address({ view: key, lesson: "", screen: "1" }),
          "aria-current": key === name ? "page" : undefined,
        },
        t(view.text),
      ),
    ),
  );
  nav.setAttribute("aria-label", t("views"));
  const language = h(
    "select",
    {
      "aria-label": t("language"),
      onchange: () => {
        speak(/** @type {"en" | "es"} */ (language.value));
        render();
      },
    },
    LANGUAGES.map(([key, text]) => h("option", { value: key, selected: key === spoken() }, text)),
  );
  const lights = h(
    "select",
    {
      "aria-label": t("light"),
      onchange: () => {
        shine(/** @type {"light" | "dark" | "auto"} */ (lights.value));
        render();
      },
    },
    /** @type {const} */ (["auto", "light", "dark"]).map((key) =>
      h("option", { value: key, selected: key === light() }, t(`light_${key}`)),
    ),
  );
  wishes.replaceChildren(language, lights);
  const skip = document.getElementById("skip");
  if (skip) skip.textContent = t("skip");
}

document.getElementById("skip")?.addEventListener("click", (event) => {
  event.preventDefault(); // the address holds the state, not a place on the page
  main.focus();
});
speak(spoken());
shine(light());
onLight(render);
window.addEventListener("hashchange", render);
render();
