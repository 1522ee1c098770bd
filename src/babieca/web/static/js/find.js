/** The view Board: describe a tour by presses on the board, find it, watch it, download it. */

import { ask, draw, isProof, reason, status } from "./api.js";
import { palette, themeName } from "./colours.js";
import { boardForm, inputFor, listFor, panel, radiosFor, side, sizes, stage } from "./controls.js";
import { BoardView } from "./board.js";
import { button, download, h, say } from "./dom.js";
import { Model } from "./geometry.js";
import { figure, label, labels, t } from "./i18n.js";
import { Player } from "./player.js";
import { copyLink } from "./sharing.js";
import { change, current, nextSeed } from "./state.js";
import * as words from "./words.js";

/** @import { State } from "./state.js" */

/** The last answer: a change of look does not ask again. */
let answered = { key: "", tour: /** @type {any} */ (null) };

const LARGEST_WITH_NUMBERS = 16;
const SECONDS = 8;
const FORMATS = ["svg", "png", "gif", "pdf", "json"];
/** The looks of a tour, and the styles that the library has for them. @type {Record<string, string>} */
const LOOKS = { both: "both", lines: "line", numbers: "numbers" };

/** Words that ask for an optimum. Its tour is not chosen at random, so they take no seed. */
const OPTIMA = ["cheapest", "dearest", "fewest", "most", "longest"];
/** Words of a question that `longest` does not take; a closed tour has a start only to be written from. */
const NOT_LONGEST = ["begin", "through", "at", "symmetry", "directed"];

/** @param {HTMLElement} root @param {State} state */
export async function findView(root, state) {
  const model = Model.fromState(state);
  const [colours, can] = await Promise.all([palette(state.picture), status()]);
  const press = (/** @type {number} */ square) => {
    const next = words.pressed(current(), model, square);
    if (next) change({ ...next, found: "" });
    else say(t("notAMove"), true);
    showStep(player.at);
  };
  const view = new BoardView(model, t("boardLabel", { board: model.title }), colours, press);
  /** @type {number[]} */
  let path = [];
  /** Squares that a longest tour leaves out. @type {Set<number>} */
  let skipped = new Set();
  const closed = state.kind === "closed";
  const said = words.verbWords("find", state);
  const best = OPTIMA.some((name) => said[name]);
  const player = new Player((at) => showStep(at), Math.max(6, model.count / 8));
  const line = h("p.answer", t("askForTour"));
  const files = h("div.chips");
  const small = Math.max(model.rows, model.columns) <= LARGEST_WITH_NUMBERS;
  const look = Object.hasOwn(LOOKS, state.look) ? state.look : small ? "both" : "lines";

  /** @param {number} at */
  function showStep(at) {
    const { classes, labels, lines } = words.marks(state, model);
    const shown = path.slice(0, Math.max(1, at));
    const steps = new Map(shown.map((square, step) => [square, String(step + 1)]));
    view.svg.classList.toggle("numbers-only", look === "numbers");
    view.show((square) => {
      const step = steps.get(square);
      const hole = model.holes.has(square) ? t("hole") : skipped.has(square) && t("isSkipped");
      const name = [model.name(square), hole, labels.get(square), step && t("isStep", { step })];
      const text = look === "lines" ? "" : step;
      const kind = skipped.has(square) ? "hole" : classes.get(square);
      return { kind, text, name: name.filter((part) => part).join(", ") };
    });
    const ends = { closed: closed && at > path.length, whole: path.length };
    view.walk(look === "numbers" ? [] : shown, ends);
    view.link(lines);
    const ended = at > path.length - (closed ? 0 : 1);
    view.stand(shown.length && !ended ? [{ square: shown[shown.length - 1] }] : []);
  }

  /** @param {string} loud @param {string} rest @param {string} [kind] */
  function answer(loud, rest, kind) {
    line.replaceChildren(h("strong", { class: kind }, loud), " ", rest);
    say(line.textContent ?? "");
  }

  /** Whether the longest tour can be asked for. */
  const canSkip = () =>
    !best &&
    state.kind !== "open" &&
    words.wordsOf("find").some(({ name, isAbsent }) => name === "longest" && !isAbsent) &&
    !NOT_LONGEST.some((name) => words.questionOf(state, model)[name]);
  const skip = () =>
    change({ longest: "yes", method: "auto", found: "1", ...(closed && { start: "" }) });

  /** How good an optimum is. @param {any} tour */
  function judged({ optimum, statistics }) {
    if (!optimum) return "";
    if (optimum.word !== "longest") return t("optimum", optimum);
    const without = t("skipped", { count: statistics.skipped });
    if (optimum.bound) return `${without} ${t("perhapsLonger", optimum)}`;
    const tours = optimum.tours && t("asLong", { tours: figure(optimum.tours) });
    return `${without} ${t("noneLonger")} ${tours ?? ""}`;
  }

  /** @param {unknown} error */
  const fail = (error) => {
    if (isProof(error)) {
      answer(t("noTour"), reason(error), "bad");
      if (canSkip()) line.append(" ", button(t("longest"), skip));
    } else answer(t("noAnswer"), reason(error), "bad");
  };

  /** @param {any} tour @param {string} format */
  async function save({ method, statistics, optimum, ...tour }, format) {
    const drawn = { style: LOOKS[look], theme: themeName(state.picture) };
    const asked = { text: JSON.stringify(tour), format, ...(format !== "json" && drawn) };
    try {
      const file = await draw(asked);
      download(file.data, file.name);
      say(t("downloaded", { name: file.name }), true);
    } catch (error) {
      fail(error);
    }
  }

  /** @param {boolean} animate */
  async function find(animate) {
    const question = words.questionOf(state, model);
    const { seed, ...others } = said;
    const asked = { timeout: SECONDS, ...others, ...(!best && { seed }), question };
    const key = JSON.stringify(asked);
    if (answered.key !== key) {
      line.textContent = t("looking");
      try {
        answered = { key, tour: await ask("find", asked) };
      } catch (error) {
        return fail(error);
      }
    }
    const { tour } = answered;
    path = tour.squares.map(model.read, model);
    skipped = tour.optimum?.word === "longest" ? Model.fromJson(tour).holes : skipped;
    const how = `${t("foundBy", { method: tour.method })} ${judged(tour)}`;
    answer(t("foundTour", { count: path.length }), how);
    player.set(path.length + (closed ? 1 : 0));
    const chips = FORMATS.filter((name) => can.formats.includes(name)).map((name) => {
      const format = name.toUpperCase();
      const props = { "aria-label": t("download", { format }) };
      return button(format, () => save(tour, name), "chip", props);
    });
    files.replaceChildren(...chips);
    return animate && player.begin();
  }

  const start = () => {
    change({ found: "1" }, true);
    find(true);
  };
  const another = () => change({ ...nextSeed(state), found: "1" });
  const examples = words.wordsOf("find").find(({ name }) => name === "method")?.examples ?? [];
  const methods = labels("method", examples);
  const anew = () => ({ found: "" });
  const seed = { type: "number", min: 0, max: 1e9, usual: "0" };
  const looks = labels("look", Object.keys(LOOKS));
  const themes = labels("theme", Object.keys(can.themes));
  root.append(
    stage(label("view", "board"), view.svg, player.element, line),
    side(
      panel(
        t("tour"),
        h(
          "div.pair",
          methods.length > 1 && listFor(state, "method", label("word", "method"), methods, anew),
          !best && inputFor(state, "seed", label("word", "seed"), seed),
        ),
        h(
          "div.buttons",
          button(t("find"), start, "primary"),
          !best && button(t("another"), another),
        ),
        words.moreOfVerb("find", state, ["method", "seed", "timeout"]),
      ),
      panel(label("view", "board"), boardForm(state, model), sizes()),
      panel(
        t("wishes"),
        words.tools(state),
        words.wishList(state, model, t("noWishes")),
        words.moreOfQuestion(state),
      ),
      panel(
        t("picture"),
        radiosFor({ ...state, look }, "look", t("shown"), looks),
        listFor(state, "picture", t("theme"), [["", t("likePage")], ...themes]),
        files,
        button(t("copyLink"), copyLink, "quiet"),
      ),
    ),
  );
  showStep(0);
  if (state.found) await find(false);
}
