// @ts-check
/** Play it yourself: a knight, W on each square, a hint, undo, a clock, and the exact truth. */

import { ask } from "./api.js";
import { BoardView } from "./board.js";
import { button, grouped, h, say } from "./dom.js";
import { spoken, t } from "./i18n.js";
import { palette } from "./looks.js";
import { boardControls, panel } from "./setup.js";
import { change, keep, kept, modelOf, squares, written } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** Up to so many squares it is said live whether the walk can be completed. */
const MOST_LIVE = 64;
const SECONDS = 8;
const MOST_KEPT = 50;

/** @typedef {{board: string, kind: string, squares: string, seconds: number, number?: string, of?: string}} Finished */

/** @returns {Finished[]} */
function finished() {
  try {
    const read = JSON.parse(kept("finished", "[]"));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/**
 * @param {HTMLElement} root
 * @param {State} state
 */
export async function playView(root, state) {
  const model = modelOf(state);
  const colours = await palette();
  const closed = state.kind === "closed";
  let walk = legalPart(model, squares(model, state.walk));
  /** @type {number[]} */
  let undone = [];
  /** @type {number[] | null} */
  let completion = null;
  let shown = false;
  let showW = true;
  let hinted = -1;
  let began = 0;
  let ended = 0;
  /** @type {AbortController | null} */
  let asking = null;
  const view = new BoardView(model, {
    label: t("playLabel", { board: `${model.rows} × ${model.columns}` }),
    pressed: (square) => press(square),
  }).paint(colours);
  const verdict = h("p", { class: "verdict", role: "status" });
  const clock = h("span", { class: "clock", role: "timer" }, "0:00");
  const progress = h("progress", { max: model.count, value: 0, "aria-label": t("visited") });
  const tally = h("span", { class: "count" });

  const isWhole = () => walk.length === model.count;
  const isDone = () =>
    isWhole() &&
    (!closed || (walk.length > 2 && model.around[walk[0]].includes(walk[walk.length - 1])));
  const legal = () => {
    if (!walk.length) return [...model.around.keys()].filter((square) => !model.holes.has(square));
    const gone = new Set(walk);
    return model.around[walk[walk.length - 1]].filter((square) => !gone.has(square));
  };

  /** @param {number} square */
  function press(square) {
    if (walk[walk.length - 1] === square) return back();
    if (!legal().includes(square)) {
      say(t("notLegal", { square: model.name(square) }));
      return undefined;
    }
    return go(square);
  }

  /** @param {number} square */
  function go(square) {
    if (!began) began = Date.now();
    walk = [...walk, square];
    undone = undone[undone.length - 1] === square ? undone.slice(0, -1) : [];
    moved();
    view.focus(square, view.grid.contains(document.activeElement));
  }

  function back() {
    const last = walk[walk.length - 1];
    if (last === undefined) return;
    undone = [...undone, last];
    walk = walk.slice(0, -1);
    moved();
  }

  function moved() {
    change({ walk: written(model, walk) }, true);
    hinted = -1;
    completion = null;
    if (!isDone()) ended = 0;
    render();
    if (isDone()) done();
    else judge();
  }

  function render() {
    const ways = model.ways(walk);
    const next = new Set(walk.length ? legal() : []);
    const classes = new Map();
    const texts = new Map();
    const names = new Map();
    for (let square = 0; square < model.size; ++square) {
      const parts = [model.name(square)];
      const step = walk.indexOf(square);
      if (step >= 0) {
        texts.set(square, String(step + 1));
        classes.set(square, step === walk.length - 1 ? "here" : "visited");
        parts.push(step === walk.length - 1 ? t("knightHere") : t("isStep", { step: step + 1 }));
      } else if (!model.holes.has(square)) {
        if (showW && walk.length) texts.set(square, String(ways[square]));
        if (walk.length) parts.push(t("isFree", { ways: ways[square] }));
        const weak =
          walk.length && ways[square] === 0
            ? "island"
            : walk.length && ways[square] === 1
              ? "dangling"
              : "";
        if (weak) parts.push(weak === "island" ? t("isIsland") : t("isDangling"));
        classes.set(
          square,
          `free ${next.has(square) ? "legal" : ""} ${weak} ${square === hinted ? "hint" : ""}`,
        );
        if (next.has(square)) parts.push(t("isLegal"));
      } else parts.push(t("hole"));
      names.set(square, parts.join(", "));
    }
    view.show({ classes, texts, names });
    view.walk(walk, { whole: model.count, closed: isDone() && closed });
    if (shown && completion) {
      const rest = completion.slice(walk.length - 1);
      view.link(rest.slice(1).map((to, at) => ({ from: rest[at], to, class: "completion" })));
    } else view.link([]);
    view.stand(walk.length ? [{ square: walk[walk.length - 1] }] : []);
    progress.value = walk.length;
    tally.textContent = `${walk.length} / ${model.count}`;
    undo.disabled = !walk.length;
    redo.disabled = !undone.length;
    reveal.disabled = !completion || isWhole();
    reveal.setAttribute("aria-pressed", String(shown));
  }

  /** @param {string} kind @param {string} text */
  function judged(kind, text) {
    verdict.className = `verdict ${kind}`;
    verdict.textContent = text;
  }

  /** The walk as the library writes tours. @param {string} kind */
  function asText(kind) {
    return { ...model.toJson(), kind, squares: walk.map((square) => model.written(square)) };
  }

  async function judge() {
    asking?.abort();
    if (model.count > MOST_LIVE) return judged("open", t("tooLarge"));
    if (!walk.length) return judged("open", t("pressAnySquare"));
    asking = new AbortController();
    judged("open", t("thinking"));
    try {
      const words = { text: JSON.stringify(asText(state.kind)), timeout: SECONDS };
      const [told] = await ask("check", words, asking.signal);
      if (told.completion) {
        completion = told.completion.map((/** @type {string} */ square) => model.read(square));
        judged("yes", t("canBeDone"));
      } else if (told.completable === false) judged("no", t("cannotBeDone"));
      else judged("open", t("notDecided"));
    } catch (error) {
      if (error instanceof DOMException) return undefined;
      judged("open", error instanceof Error ? error.message : String(error));
    }
    return render();
  }

  async function done() {
    ended = Date.now();
    const seconds = began ? Math.round((ended - began) / 1000) : 0;
    judged("yes", t("finished", { count: model.count }));
    say(t("finished", { count: model.count }));
    /** @type {Finished} */
    const one = {
      board: JSON.stringify(model.toJson()),
      kind: state.kind,
      squares: written(model, walk),
      seconds,
    };
    const all = finished();
    if (all.some((other) => other.squares === one.squares && other.board === one.board)) return;
    all.unshift(one);
    keep("finished", JSON.stringify(all.slice(0, MOST_KEPT)));
    list();
    try {
      const question = { ...model.toJson(), kind: closed ? "closed" : "path" };
      const text = JSON.stringify(asText(question.kind));
      const [told] = await ask("rank", { question, text, timeout: SECONDS });
      one.number = told.rank;
      one.of = told.of;
      keep("finished", JSON.stringify(all.slice(0, MOST_KEPT)));
      judged("yes", `${t("finished", { count: model.count })} ${numbered(one)}`);
      list();
    } catch {
      // No atlas, and too many tours to number them now: the tour is kept without its number.
    }
  }

  /** @param {Finished} one */
  function numbered(one) {
    if (one.number === undefined) return "";
    const language = spoken();
    const number = grouped(String(BigInt(one.number) + 1n), language);
    return one.of === undefined
      ? t("isNumber", { number })
      : t("isNumberOf", { number, of: grouped(one.of, language) });
  }

  const shelf = h("ol", { class: "kept" });
  function list() {
    const all = finished();
    shelf.replaceChildren(
      ...all.map((one) => {
        const board = JSON.parse(one.board);
        const name = `${board.board.replace("x", " × ")}, ${t(/** @type {"closed" | "path" | "open"} */ (one.kind))}`;
        return h(
          "li",
          {},
          h(
            "a",
            {
              href: `#view=play&board=${board.board}&kind=${one.kind}&walk=${encodeURIComponent(one.squares)}`,
            },
            name,
          ),
          ` ${time(one.seconds)} ${numbered(one)}`,
        );
      }),
    );
    if (!all.length) shelf.replaceChildren(h("li", { class: "hint" }, t("noneFinished")));
  }

  function hint() {
    const ways = model.ways(walk);
    const open = legal();
    if (!open.length) return say(t("stuck"));
    // Warnsdorff: fewest onward moves; W counts the knight's own square, which all of them share.
    hinted = open.reduce((best, square) => (ways[square] < ways[best] ? square : best));
    render();
    return say(t("hintIs", { square: model.name(hinted), ways: Math.max(0, ways[hinted] - 1) }));
  }

  const undo = button(t("undo"), back);
  const redo = button(t("redo"), () => {
    const last = undone[undone.length - 1];
    if (last !== undefined) go(last);
  });
  const reveal = button(
    t("showCompletion"),
    () => {
      shown = !shown;
      render();
    },
    { "aria-pressed": "false" },
  );
  const toggleW = h("input", {
    type: "checkbox",
    checked: true,
    onchange: () => {
      showW = toggleW.checked;
      render();
    },
  });
  root.append(
    h(
      "section",
      { class: "stage", "aria-label": t("board") },
      view.svg,
      h("div", { class: "bar" }, progress, tally, clock),
      verdict,
    ),
    h(
      "aside",
      { class: "side", "aria-label": t("settings") },
      panel(
        t("yourMove"),
        h("div", { class: "buttons" }, button(t("hint"), hint, { class: "primary" }), undo, redo),
        h(
          "div",
          { class: "buttons" },
          reveal,
          button(t("startAgain"), () => {
            began = 0;
            undone = [];
            walk = [];
            shown = false;
            moved();
          }),
        ),
        h("label", { class: "check" }, toggleW, h("span", {}, t("showW"))),
        h("p", { class: "hint" }, t("playKeys")),
      ),
      panel(t("board"), boardControls(state, { most: 12 })),
      panel(t("keptTours"), shelf),
    ),
  );
  view.grid.addEventListener("keydown", (event) => {
    if (event.key === "Backspace" || event.key === "u") back();
    else if (event.key === "r") redo.click();
    else if (event.key === "h") hint();
  });
  const ticking = setInterval(() => {
    if (!view.svg.isConnected) clearInterval(ticking);
    else if (began) clock.textContent = time(Math.round(((ended || Date.now()) - began) / 1000));
  }, 500);
  list();
  render();
  if (isDone()) judged("yes", t("finished", { count: model.count }));
  else judge();
}

/**
 * A walk up to its first step that is no move: addresses can be written by hand.
 * @param {import("./geometry.js").Model} model
 * @param {number[]} walk
 */
function legalPart(model, walk) {
  const bad = walk.findIndex(
    (square, at) =>
      walk.indexOf(square) < at || (at > 0 && !model.around[walk[at - 1]].includes(square)),
  );
  return bad < 0 ? walk : walk.slice(0, bad);
}

/** @param {number} seconds */
function time(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
