// @ts-check
/** The board: say which tour is wanted by clicking, find it, watch it, take it home. */

import { ask, draw, status } from "./api.js";
import { BoardView } from "./board.js";
import { button, choice, field, h, say, select } from "./dom.js";
import { t } from "./i18n.js";
import { palette, themeName } from "./looks.js";
import { Player } from "./player.js";
import { boardControls, panel, sizes, wishList } from "./setup.js";
import {
  change,
  current,
  modelOf,
  movesIn,
  questionOf,
  squares,
  written,
  writtenMoves,
} from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./geometry.js").Model} Model */

/** The last answer, so that a change of look does not ask again. */
let answered = { key: "", tour: /** @type {any} */ (null) };

const LARGEST_WITH_NUMBERS = 16;
const SECONDS = 8;

/**
 * @param {HTMLElement} root
 * @param {State} state
 */
export async function findView(root, state) {
  const model = modelOf(state);
  const [colours, can] = await Promise.all([palette(state.picture), status()]);
  const view = new BoardView(model, {
    label: t("boardLabel", { board: `${model.rows} × ${model.columns}` }),
    pressed: (square) => press(square),
  }).paint(colours);
  /** @type {number[]} */
  let path = [];
  const closed = state.kind === "closed";
  const player = new Player((at) => showStep(at), { speed: Math.max(6, model.count / 8) });
  const line = h("p", { class: "answer" }, t("askForTour"));
  const files = h("div", { class: "chips" });

  /** @param {number} square */
  function press(square) {
    const now = current();
    const next = pressed(now, model, square);
    if (next) change({ ...next, found: "" });
    else say(t("notAMove"));
  }

  /** Nobody reads the numbers of a large board, unless they are asked for. */
  const small = Math.max(model.rows, model.columns) <= LARGEST_WITH_NUMBERS;
  const look = state.look || (small ? "both" : "lines");

  /** @param {number} at */
  function showStep(at) {
    const classes = wished(state, model);
    const texts = new Map();
    const upTo = path.length ? Math.max(1, at) : 0;
    if (look !== "lines")
      for (let k = 0; k < Math.min(upTo, path.length); ++k) texts.set(path[k], String(k + 1));
    view.svg.classList.toggle("numbers-only", look === "numbers");
    view.show({ classes, texts, names: names(state, model, path, upTo) });
    view.walk(look === "numbers" ? [] : path, {
      upTo,
      closed: closed && at > path.length,
      whole: path.length,
    });
    view.link(demanded(state, model));
    view.stand(
      path.length && at <= path.length - (closed ? 0 : 1)
        ? [{ square: path[Math.max(0, upTo - 1)] }]
        : [],
    );
  }

  /** @param {any} tour */
  function have(tour) {
    path = tour.squares.map((/** @type {string | number[]} */ square) => model.read(square));
    line.replaceChildren(
      h("strong", {}, t("foundTour", { count: path.length })),
      " ",
      t("foundBy", { method: tour.method }),
    );
    say(line.textContent ?? "");
    player.set(path.length + (closed ? 1 : 0));
    files.replaceChildren(
      ...["svg", "png", "gif", "pdf", "json"].map((format) => download(tour, format)),
    );
  }

  /**
   * @param {any} tour
   * @param {string} format
   */
  function download(tour, format) {
    const styles = { lines: "line", numbers: "numbers", both: "both" };
    return button(
      format.toUpperCase(),
      async () => {
        const drawn = {
          style: styles[/** @type {keyof typeof styles} */ (look)],
          theme: themeName(state.picture),
        };
        const { method, statistics, ...plain } = tour;
        try {
          const file = await draw({
            text: JSON.stringify(plain),
            format,
            ...(format === "json" ? {} : drawn),
          });
          const link = h("a", { href: URL.createObjectURL(file.data), download: file.name });
          link.click();
          URL.revokeObjectURL(link.href);
          say(t("downloaded", { name: file.name }));
        } catch (error) {
          fail(error);
        }
      },
      { class: "chip", "aria-label": t("download", { format: format.toUpperCase() }) },
    );
  }

  /** @param {unknown} error */
  function fail(error) {
    const said = error instanceof Error ? error.message : String(error);
    line.replaceChildren(h("strong", { class: "bad" }, t("noAnswer")), " ", said);
    say(line.textContent ?? "");
  }

  /** @param {boolean} animate */
  async function find(animate) {
    const words = {
      question: questionOf(state, model),
      method: state.method,
      seed: Number(state.seed),
      timeout: SECONDS,
    };
    const key = JSON.stringify(words);
    if (answered.key !== key) {
      line.textContent = t("looking");
      try {
        answered = { key, tour: await ask("find", words) };
      } catch (error) {
        answered = { key: "", tour: null };
        fail(error);
        return;
      }
    }
    have(answered.tour);
    if (animate) player.begin();
  }

  const start = button(
    t("find"),
    () => {
      change({ found: "1" }, true);
      find(true);
    },
    { class: "primary" },
  );
  const another = button(t("another"), () =>
    change({ seed: String(Number(state.seed) + 1), found: "1" }),
  );
  root.append(
    h("section", { class: "stage", "aria-label": t("board") }, view.svg, player.element, line),
    h(
      "aside",
      { class: "side", "aria-label": t("settings") },
      panel(
        t("tour"),
        h(
          "div",
          { class: "pair" },
          field(
            t("method"),
            select(
              state.method,
              can.methods.find.map((/** @type {string} */ name) => [name, name]),
              (method) => change({ method, found: "" }),
            ),
          ),
          field(
            t("seed"),
            h("input", {
              type: "number",
              value: state.seed,
              min: 0,
              max: 1e9,
              onchange: (/** @type {Event} */ event) =>
                change({ seed: /** @type {HTMLInputElement} */ (event.target).value || "0" }),
            }),
            "short",
          ),
        ),
        h("div", { class: "buttons" }, start, another),
      ),
      panel(t("board"), boardControls(state), sizes()),
      panel(t("wishes"), tools(state), wishList(state, model, t("noWishes"))),
      panel(
        t("picture"),
        choice(
          "look",
          t("shown"),
          look,
          [
            ["both", t("both")],
            ["lines", t("lines")],
            ["numbers", t("numbers")],
          ],
          (other) => change({ look: other }),
        ),
        field(
          t("theme"),
          select(
            state.picture,
            [
              ["", t("likePage")],
              ...Object.keys(can.themes).map(
                (name) => /** @type {[string, string]} */ ([name, name]),
              ),
            ],
            (picture) => change({ picture }),
          ),
        ),
        files,
        button(t("copyLink"), () => copyLink(), { class: "quiet" }),
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

/** @param {State} state */
function tools(state) {
  /** @type {[string, string][]} */
  const offered = [
    ["start", t("toolStart")],
    ["begin", t("toolBegin")],
    ["hole", t("toolHole")],
    ["through", t("toolThrough")],
    ["avoiding", t("toolAvoiding")],
  ];
  if (state.kind !== "closed") offered.splice(1, 0, ["end", t("toolEnd")]);
  return choice("tool", t("clickSets"), state.tool, offered, (tool) => change({ tool }, true));
}

/** The square pressed first where a move needs two. */
let half = -1;

/**
 * What a press on a square changes.
 * @param {State} state
 * @param {Model} model
 * @param {number} square
 * @returns {Partial<State> | null}
 */
function pressed(state, model, square) {
  const name = model.name(square);
  const tool = state.tool;
  if (tool === "hole") {
    const holes = new Set(model.holes);
    if (!holes.delete(square)) holes.add(square);
    return {
      holes: written(
        model,
        [...holes].sort((a, b) => a - b),
      ),
      start: "",
      end: "",
      begin: "",
      through: "",
      avoiding: "",
    };
  }
  if (model.holes.has(square)) return null;
  if (tool === "start") return { start: state.start === name ? "" : name, begin: "" };
  if (tool === "end") return { end: state.end === name ? "" : name };
  if (tool === "begin") {
    const begin = squares(model, state.begin);
    const last = begin[begin.length - 1];
    if (last === square) return { begin: written(model, begin.slice(0, -1)), start: "" };
    if (begin.includes(square) || (begin.length && !model.around[last].includes(square)))
      return null;
    return { begin: written(model, [...begin, square]), start: "" };
  }
  const word = tool === "avoiding" ? "avoiding" : "through";
  if (half < 0 || half === square || !model.around[half].includes(square)) {
    half = half === square ? -1 : square;
    say(half < 0 ? "" : t("secondSquare", { square: name }));
    return {};
  }
  const pair = /** @type {[number, number]} */ ([half, square]);
  half = -1;
  const same = (/** @type {[number, number]} */ move) =>
    move.includes(pair[0]) && move.includes(pair[1]);
  const moves = movesIn(model, state[word]);
  const without = moves.filter((move) => !same(move));
  const other = word === "through" ? "avoiding" : "through";
  return {
    [word]: writtenMoves(model, without.length < moves.length ? without : [...moves, pair]),
    [other]: writtenMoves(
      model,
      movesIn(model, state[other]).filter((move) => !same(move)),
    ),
  };
}

/**
 * @param {State} state
 * @param {Model} model
 */
function wished(state, model) {
  const classes = new Map();
  const begin = squares(model, state.begin);
  begin.forEach((square) => classes.set(square, "begin"));
  for (const square of squares(model, state.start).slice(0, 1)) classes.set(square, "start");
  if (begin.length) classes.set(begin[0], "start");
  if (state.kind !== "closed")
    for (const square of squares(model, state.end).slice(0, 1)) classes.set(square, "end");
  if (half >= 0) classes.set(half, "half");
  return classes;
}

/**
 * @param {State} state
 * @param {Model} model
 */
function demanded(state, model) {
  const begin = squares(model, state.begin);
  return [
    ...begin.slice(1).map((to, at) => ({ from: begin[at], to, class: "wish through" })),
    ...movesIn(model, state.through).map(([from, to]) => ({ from, to, class: "wish through" })),
    ...movesIn(model, state.avoiding).map(([from, to]) => ({ from, to, class: "wish avoiding" })),
  ];
}

/**
 * @param {State} state
 * @param {Model} model
 * @param {number[]} path
 * @param {number} upTo
 */
function names(state, model, path, upTo) {
  const found = new Map();
  const wishes = wished(state, model);
  const step = new Map(path.slice(0, upTo).map((square, at) => [square, at + 1]));
  for (let square = 0; square < model.size; ++square) {
    const parts = [model.name(square)];
    if (model.holes.has(square)) parts.push(t("hole"));
    if (wishes.get(square) === "start") parts.push(t("isStart"));
    if (wishes.get(square) === "end") parts.push(t("isEnd"));
    if (step.has(square)) parts.push(t("isStep", { step: step.get(square) ?? 0 }));
    found.set(square, parts.join(", "));
  }
  return found;
}
