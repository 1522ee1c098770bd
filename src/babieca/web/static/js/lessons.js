/** The view Lessons: a method moves, the reader touches and predicts, then sees. */

import { button, h, say } from "./dom.js";
import { DEMOS } from "./demos.js";
import { figuresIn } from "./figures.js";
import { figure, label, t } from "./i18n.js";
import { change, USUAL } from "./state.js";
import { touchBoard } from "./touch.js";
import { race } from "./watch.js";
import { lessons } from "./watch_texts.js";

/** @import { Asked } from "./demos.js" */
/** @import { Child, Options } from "./dom.js" */
/** @import { Figures } from "./figures.js" */
/** @import { Lane } from "./lane.js" */
/** @import { State } from "./state.js" */

/** A recording takes about so many seconds, whatever its length. */
const SECONDS = 20;

/** @param {HTMLElement} root @param {State} state */
export async function lessonsView(root, state) {
  if (!Object.hasOwn(DEMOS, state.lesson)) return overview(root);
  const lesson = lessons()[state.lesson];
  const demos = DEMOS[state.lesson];
  const screen = Math.min(demos.length, Math.max(1, Math.round(Number(state.screen)) || 1));
  const { title, text, more, touch, question, answer, tries } = lesson.screens[screen - 1];
  const { shows, touch: touched, asks, tries: tried } = demos[screen - 1];
  const shown = /** @type {State} */ ({ ...USUAL, ...shows });
  const { element, ready, model, lanes, player, colours } = await race(shown, (at, length) => {
    if (length > 0 && at >= length) guess?.reveal();
  });
  /** The figures in the texts, which the recordings fill. @type {HTMLElement[]} */
  const blanks = [];
  const write = (/** @type {string} */ sentence, /** @type {Node} */ board = h("span")) =>
    sentence.split(/[{}]/).map((part, at) => {
      if (at % 2 === 0) return part;
      if (part === "board") return board;
      const blank = h("b.recorded", { "data-figure": part }, "…");
      blanks.push(blank);
      return blank;
    });
  const play = () => {
    player.element.scrollIntoView({ block: "nearest" });
    player.begin();
  };
  const guess =
    asks && question && answer
      ? new Guess(write(question), optionsOf(asks, shows.lanes), write(answer), play)
      : null;
  const go = (/** @type {number} */ to) => change({ screen: String(to) });
  const home = h("a", { href: "#view=lessons" }, label("view", "lessons"));
  root.append(
    h("div.lesson-head", h("p.crumbs", home, ` › ${lesson.title}`), h("h2", title)),
    element,
    h(
      "section.lesson",
      { "aria-label": title },
      h("p", write(text)),
      more && h("p", write(more)),
      touch && touched && h("p", write(touch, touchBoard(touched, colours))),
      guess?.element,
      tries && tried && h("p.try", h("a", { href: link(tried) }, t("tryIt")), " ", write(tries)),
      h(
        "nav.buttons",
        { "aria-label": t("screens") },
        button(t("previous"), () => go(screen - 1), "", { disabled: screen === 1 }),
        h("span.count", t("screenOf", { screen, screens: demos.length })),
        screen < demos.length && button(t("next"), () => go(screen + 1), "primary"),
        screen === demos.length && nextLesson(state.lesson),
        h("a", { href: link({ view: "watch", ...shows }) }, t("openInWatch")),
      ),
    ),
  );
  await ready;
  const figures = figuresIn(model, lanes);
  for (const blank of blanks)
    blank.textContent = figure(figures[blank.dataset.figure ?? ""] ?? "?");
  player.pace(player.length / SECONDS);
  if (guess && asks) guess.truth = truthOf(asks, lanes, figures);
  else player.begin();
  return undefined;
}

/** A link to the lesson after this one. @param {string} name */
function nextLesson(name) {
  const all = Object.entries(lessons());
  const [next, lesson] = all[all.findIndex(([each]) => each === name) + 1] ?? [];
  return lesson && h("a", { href: `#view=lessons&lesson=${next}` }, t("nextLesson"), lesson.title);
}

/** The address of a question. @param {Record<string, string>} words */
const link = (words) => `#${new URLSearchParams(words)}`;

/** The options of a question: numbers, or the lanes, or yes and no. */
/** @param {Asked} asked @param {string} lanes @returns {Options} */
function optionsOf({ about, options }, lanes) {
  if (options) return options.map((number) => [String(number), figure(number)]);
  if (about === "first") return lanes.split(";").map((name) => [name, label("lane", name)]);
  return ["yes", "no"].map((each) => [each, label("flag", each)]);
}

/** The option that the recordings show to be true; among numbers, the nearest. */
/** @param {Asked} asked @param {Lane[]} lanes @param {Figures} figures */
function truthOf({ about, options }, lanes, figures) {
  if (about === "first")
    return lanes.reduce((best, lane) => (lane.events.length < best.events.length ? lane : best))
      .name;
  const away = (/** @type {number} */ option) =>
    Math.abs(Math.log(option / Number(figures[about])));
  const nearest = options?.reduce((best, option) => (away(option) < away(best) ? option : best));
  return String(nearest ?? figures[about]);
}

/** A question that the reader answers before the recording does. */
class Guess {
  chosen = "";
  truth = "";
  verdict = h("p.judged", { role: "status" }, t("predictFirst"));

  /**
   * @param {Child[]} question @param {Options} options @param {(Node | string)[]} answer
   * @param {() => void} play shows the recording
   */
  constructor(question, options, answer, play) {
    this.answer = answer;
    this.buttons = options.map(([value, text]) => {
      const choose = () => {
        this.chosen = value;
        for (const each of this.buttons)
          each.setAttribute("aria-pressed", String(each.value === value));
        this.verdict.textContent = t("nowWatch");
        play();
      };
      return button(text, choose, "chip", { value, "aria-pressed": "false" });
    });
    const group = h("div.chips", { role: "group", "aria-label": t("predict") }, this.buttons);
    this.element = h("div.guess", h("p.question", question), group, this.verdict);
  }

  /** The recording has ended: show the answer to a prediction. */
  reveal() {
    if (!this.chosen || this.buttons[0].disabled) return;
    const isRight = this.chosen === this.truth;
    for (const each of this.buttons) {
      each.disabled = true;
      each.classList.toggle("true", each.value === this.truth);
    }
    this.verdict.className = `judged ${isRight ? "right" : "wrong"}`;
    const judged = h("strong", t(isRight ? "guessedRight" : "guessedWrong"));
    this.verdict.replaceChildren(judged, " ", ...this.answer);
    this.element.scrollIntoView({ block: "nearest" });
    say(this.verdict.textContent ?? "");
  }
}

/** @param {HTMLElement} root */
function overview(root) {
  const cards = Object.entries(lessons()).map(([name, { title, paper, screens }]) => {
    const href = `#view=lessons&lesson=${name}`;
    const titles = screens.map((screen, at) =>
      h("li", h("a", { href: `${href}&screen=${at + 1}` }, screen.title)),
    );
    return h("article.card", h("h2", h("a", { href }, title)), h("p.hint", paper), h("ol", titles));
  });
  root.append(h("section.cards", { "aria-label": label("view", "lessons") }, cards));
}
