/** The view Board: describe a tour by presses on the board, find it, watch it, download it. */

import { ask, draw, reason, status } from "./api.js";
import { inputFor, listFor, panel, radiosFor, side, stage } from "./controls.js";
import { BoardView } from "./board.js";
import { button, h, say } from "./dom.js";
import { Model } from "./geometry.js";
import { label, labels, t } from "./i18n.js";
import { palette, themeName } from "./looks.js";
import { Player } from "./player.js";
import { boardControls, sizes } from "./setup.js";
import { change, current, nextSeed } from "./state.js";
import {
  marks,
  moreOfQuestion,
  moreOfVerb,
  pressed,
  questionOf,
  tools,
  verbWords,
  wishList,
  wordsOf,
} from "./words.js";

/** @typedef {import("./state.js").State} State */

/** The last answer: a change of look does not ask again. */
let answered = { key: "", tour: /** @type {any} */ (null) };

const LARGEST_WITH_NUMBERS = 16;
const SECONDS = 8;
const FORMATS = ["svg", "png", "gif", "pdf", "json"];
/** The looks of a tour, and the styles that the library has for them. @type {Record<string, string>} */
const LOOKS = { both: "both", lines: "line", numbers: "numbers" };

/** @param {HTMLElement} root @param {State} state */
export async function findView(root, state) {
  const model = Model.fromState(state);
  const [colours, can] = await Promise.all([palette(state.picture), status()]);
  const view = new BoardView(model, {
    label: t("boardLabel", { board: model.title }),
    pressed: (square) => {
      const next = pressed(current(), model, square);
      if (next) change({ ...next, found: "" });
      else say(t("notAMove"));
      showStep(player.at);
    },
  }).paint(colours);
  /** @type {number[]} */
  let path = [];
  const closed = state.kind === "closed";
  const player = new Player((at) => showStep(at), { speed: Math.max(6, model.count / 8) });
  const line = h("p.answer", t("askForTour"));
  const files = h("div.chips");
  const small = Math.max(model.rows, model.columns) <= LARGEST_WITH_NUMBERS;
  const look = state.look in LOOKS ? state.look : small ? "both" : "lines";

  /** @param {number} at */
  function showStep(at) {
    const { classes, labels, lines } = marks(state, model);
    const shown = path.slice(0, Math.max(1, at));
    const steps = new Map(shown.map((square, step) => [square, String(step + 1)]));
    view.svg.classList.toggle("numbers-only", look === "numbers");
    view.show((square) => {
      const step = steps.get(square);
      const parts = [
        model.name(square),
        model.holes.has(square) && t("hole"),
        labels.get(square),
        step && t("isStep", { step }),
      ];
      return {
        kind: classes.get(square),
        text: look === "lines" ? "" : step,
        name: parts.filter((part) => part).join(", "),
      };
    });
    view.walk(look === "numbers" ? [] : path, {
      upTo: shown.length,
      closed: closed && at > path.length,
    });
    view.link(lines);
    const ended = at > path.length - (closed ? 0 : 1);
    view.stand(shown.length && !ended ? [{ square: shown[shown.length - 1] }] : []);
  }

  /** @param {string} loud @param {string} rest @param {string} [kind] */
  function answer(loud, rest, kind) {
    line.replaceChildren(h("strong", { class: kind }, loud), " ", rest);
    say(line.textContent ?? "");
  }

  /** @param {unknown} error */
  const fail = (error) => answer(t("noAnswer"), reason(error), "bad");

  /** @param {any} tour @param {string} format */
  async function download({ method, statistics, ...tour }, format) {
    const drawn = { style: LOOKS[look], theme: themeName(state.picture) };
    const words = { text: JSON.stringify(tour), format, ...(format === "json" ? {} : drawn) };
    try {
      const file = await draw(words);
      const link = h("a", { href: URL.createObjectURL(file.data), download: file.name });
      link.click();
      URL.revokeObjectURL(link.href);
      say(t("downloaded", { name: file.name }));
    } catch (error) {
      fail(error);
    }
  }

  /** @param {boolean} animate */
  async function find(animate) {
    const question = questionOf(state, model);
    const words = { timeout: SECONDS, ...verbWords("find", state), question };
    const key = JSON.stringify(words);
    if (answered.key !== key) {
      line.textContent = t("looking");
      try {
        answered = { key, tour: await ask("find", words) };
      } catch (error) {
        return fail(error);
      }
    }
    const { tour } = answered;
    path = tour.squares.map(model.read, model);
    answer(t("foundTour", { count: path.length }), t("foundBy", { method: tour.method }));
    player.set(path.length + (closed ? 1 : 0));
    files.replaceChildren(
      ...FORMATS.map((format) =>
        button(format.toUpperCase(), () => download(tour, format), "chip", {
          "aria-label": t("download", { format: format.toUpperCase() }),
        }),
      ),
    );
    return animate && player.begin();
  }

  const start = () => {
    change({ found: "1" }, true);
    find(true);
  };
  const another = () => change({ ...nextSeed(state), found: "1" });
  const seed = { type: "number", min: 0, max: 1e9 };
  const methods = wordsOf("find").find(({ name }) => name === "method")?.examples ?? [];
  const themes = labels("theme", Object.keys(can.themes));
  root.append(
    stage(label("view", "board"), view.svg, player.element, line),
    side(
      panel(
        t("tour"),
        h(
          "div.pair",
          listFor(state, "method", label("word", "method"), labels("method", methods), () => ({
            found: "",
          })),
          inputFor(state, "seed", label("word", "seed"), seed, "0"),
        ),
        h("div.buttons", button(t("find"), start, "primary"), button(t("another"), another)),
        moreOfVerb("find", state, ["method", "seed", "timeout"]),
      ),
      panel(label("view", "board"), boardControls(state, model), sizes()),
      panel(
        t("wishes"),
        tools(state),
        wishList(state, model, t("noWishes")),
        moreOfQuestion(state),
      ),
      panel(
        t("picture"),
        radiosFor({ ...state, look }, "look", t("shown"), labels("look", Object.keys(LOOKS))),
        listFor(state, "picture", t("theme"), [["", t("likePage")], ...themes]),
        files,
        button(t("copyLink"), copyLink, "quiet"),
      ),
    ),
  );
  showStep(0);
  if (state.found) await find(false);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say(t("copied"));
  } catch {
    say(location.href);
  }
}
