/** The view Lessons: a method moves, the reader touches and predicts, then sees. */

import { button, h, say } from "./dom.js";
import { DEMOS } from "./demos.js";
import { figuresIn } from "./figures.js";
import { figure, label, lessons, t } from "./i18n.js";
import { change, USUAL } from "./state.js";
import { touchBoard } from "./touch.js";
import { race } from "./watch.js";

/** @import { Asked } from "./demos.js" */
/** @import { Options } from "./dom.js" */
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
  const demo = demos[screen - 1];
  /** @type {Guess | null} */
  let guess = null;
  const seen = (/** @type {number} */ at, /** @type {number} */ length) => {
    if (length > 0 && at >= length) guess?.reveal();
  };
  const shown = /** @type {State} */ ({ ...USUAL, ...demo.shows });
  const { element, ready, model, lanes, player, colours } = await race(shown, seen);
  const go = (/** @type {number} */ to) => change({ screen: String(to) });
  const head = h(
    "div.lesson-head",
    h(
      "p.crumbs",
      h("a", { href: "#view=lessons" }, label("view", "lessons")),
      ` › ${lesson.title}`,
    ),
    h("h2", title),
  );
  const body = h("section.lesson", { "aria-label": title });
  root.append(head, element, body);
  await ready;

  const figures = figuresIn(model, lanes);
  const write = (/** @type {string} */ sentence) => h("p", written(sentence, figures));
  body.append(write(text), ...(more ? [write(more)] : []));
  if (touch && demo.touch)
    body.append(h("p", written(touch, figures, touchBoard(demo.touch, colours))));
  if (question && answer && demo.asks) {
    const { options, truth } = asked(demo.asks, lanes, figures);
    guess = new Guess(written(question, figures), options, truth, written(answer, figures), () =>
      player.begin(),
    );
    body.append(guess.element);
  }
  if (tries && demo.tries)
    body.append(
      h("p.try", h("a", { href: link(demo.tries) }, t("tryIt")), " ", written(tries, figures)),
    );
  body.append(
    h(
      "nav.buttons",
      { "aria-label": t("screens") },
      button(t("previous"), () => go(screen - 1), "", { disabled: screen === 1 }),
      h("span.count", t("screenOf", { screen, screens: demos.length })),
      button(t("next"), () => go(screen + 1), "primary", { disabled: screen === demos.length }),
      h("a", { href: link({ view: "watch", ...demo.shows }) }, t("openInWatch")),
    ),
  );
  player.pace(player.length / SECONDS);
  if (!guess) player.begin();
  return undefined;
}

/** The address of a question. @param {Record<string, string>} words */
const link = (words) => `#${new URLSearchParams(words)}`;

/** A sentence with its figures filled in, and its board. */
/** @param {string} sentence @param {Figures} figures @param {Node} [board] */
function written(sentence, figures, board) {
  return sentence.split(/[{}]/).map((part, at) => {
    if (at % 2 === 0) return part;
    if (part === "board") return board;
    return h("b.recorded", { "data-figure": part }, figure(figures[part] ?? "?"));
  });
}

/** The options of a question, and the option that the recordings show to be true. */
/** @param {Asked} asked @param {Lane[]} lanes @param {Figures} figures @returns {{options: Options, truth: string}} */
function asked({ about, options = [] }, lanes, figures) {
  if (about === "first") {
    const ended = lanes.toSorted((one, other) => one.events.length - other.events.length);
    const names = lanes.map(({ name }) => name);
    return {
      options: names.map((name) => [name, label("lane", name)]),
      truth: ended[0]?.name ?? "",
    };
  }
  const value = figures[about];
  if (typeof value === "string" || !options.length)
    return {
      options: ["yes", "no"].map((each) => [each, label("flag", each)]),
      truth: String(value),
    };
  const away = (/** @type {number} */ option) => Math.abs(Math.log(option / value));
  const nearest = options.reduce((best, option) => (away(option) < away(best) ? option : best));
  return { options: options.map((each) => [String(each), figure(each)]), truth: String(nearest) };
}

/** A question that the reader answers before the recording does. */
class Guess {
  chosen = "";
  revealed = false;

  /**
   * @param {(Node | string | undefined)[]} question @param {Options} options @param {string} truth
   * @param {(Node | string | undefined)[]} answer @param {() => void} play shows the recording
   */
  constructor(question, options, truth, answer, play) {
    this.truth = truth;
    this.answer = answer;
    this.buttons = options.map(([value, text]) => {
      const choose = () => {
        this.chosen = value;
        this.buttons.forEach((each) =>
          each.setAttribute("aria-pressed", String(each.value === value)),
        );
        this.verdict.textContent = t("nowWatch");
        play();
      };
      return button(text, choose, "chip", { value, "aria-pressed": "false" });
    });
    this.verdict = h("p.verdict", { role: "status" }, t("predictFirst"));
    const options_ = h("div.chips", { role: "group", "aria-label": t("predict") }, this.buttons);
    this.element = h("div.guess", h("p.question", question), options_, this.verdict);
  }

  /** The recording has ended: show the answer. */
  reveal() {
    if (!this.chosen || this.revealed) return;
    this.revealed = true;
    const isRight = this.chosen === this.truth;
    this.buttons.forEach((each) => {
      each.disabled = true;
      each.classList.toggle("true", each.value === this.truth);
    });
    this.verdict.className = `verdict ${isRight ? "yes" : "open"}`;
    this.verdict.replaceChildren(h("strong", t(isRight ? "guessedRight" : "guessedWrong")), " ");
    this.verdict.append(...this.answer.filter((part) => part !== undefined));
    say(this.verdict.textContent ?? "");
  }
}

/** @param {HTMLElement} root */
function overview(root) {
  const cards = Object.entries(lessons()).map(([name, { title, paper, screens }]) => {
    const to = h("a", { href: `#view=lessons&lesson=${name}` }, title);
    const titles = screens.map((screen) => h("li", screen.title));
    return h("article.card", h("h2", to), h("p.hint", paper), h("ol", titles));
  });
  root.append(h("section.cards", { "aria-label": label("view", "lessons") }, cards));
}
