/** The view Play: move the knight; the page proves after each move whether a tour is still possible. */

import { ask, reason } from "./api.js";
import { BoardView } from "./board.js";
import { boardForm, panel, side, stage } from "./controls.js";
import { button, checkbox, h, say } from "./dom.js";
import { Model } from "./geometry.js";
import { figure, label, t } from "./i18n.js";
import { change, keep, kept, palette } from "./state.js";

/** @import { State } from "./state.js" */
/** @typedef {{board: string, kind: string, squares: string, seconds: number, number?: string, of?: string}} Finished */

/** The page says on boards of at most this many squares whether a walk can be completed. */
const MOST_JUDGED = 64;
const SECONDS = 8;
const MOST_KEPT = 50;

/** @returns {Finished[]} */
function finishedTours() {
  try {
    const read = JSON.parse(kept("finished", "[]"));
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** @param {HTMLElement} root @param {State} state */
export async function playView(root, state) {
  const model = Model.fromState(state);
  const colours = await palette();
  const closed = state.kind === "closed";
  let walk = legalPart(model, model.squaresIn(state.walk));
  /** @type {number[]} */
  let undone = [];
  /** A tour that begins with the walk, if one is known. @type {number[] | null} */
  let completion = null;
  let completionShown = false;
  let showW = true;
  let hinted = -1;
  let began = 0;
  let ended = 0;
  let asking = new AbortController();
  const view = new BoardView(model, t("playLabel", { board: model.title }), colours, press);
  const verdict = h("p.verdict", { role: "status" });
  const clock = h("span.clock", { role: "timer" }, "0:00");
  const progress = h("progress", { max: model.count, value: 0, "aria-label": t("visited") });
  const tally = h("span.count");
  const shelf = h("ol.kept");

  const here = () => walk[walk.length - 1];
  const isWhole = () => walk.length === model.count;
  const isDone = () =>
    isWhole() && (!closed || (walk.length > 2 && model.around[walk[0]].includes(here())));
  const legal = () => {
    const open = walk.length ? model.around[here()] : [...model.around.keys()];
    return open.filter((square) => !walk.includes(square) && !model.holes.has(square));
  };

  /** @param {number} square */
  function press(square) {
    if (here() === square) back();
    else if (legal().includes(square)) go(square);
    else say(t("notLegal", { square: model.name(square) }));
  }

  /** @param {number} square */
  function go(square) {
    began ||= Date.now();
    walk = [...walk, square];
    undone = undone[undone.length - 1] === square ? undone.slice(0, -1) : [];
    moved();
    view.focus(square, view.grid.contains(document.activeElement));
  }

  function back() {
    if (!walk.length) return;
    undone = [...undone, here()];
    walk = walk.slice(0, -1);
    moved();
  }

  const again = () => undone.length && go(undone[undone.length - 1]);

  function restart() {
    began = 0;
    undone = [];
    walk = [];
    completionShown = false;
    moved();
  }

  function moved() {
    change({ walk: model.squaresText(walk) }, true);
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
    view.show((square) => {
      const name = model.name(square);
      const step = walk.indexOf(square) + 1;
      const hint = square === hinted ? "hint" : "";
      if (model.holes.has(square)) return { name: `${name}, ${t("hole")}` };
      if (step > 0 && step === walk.length)
        return { kind: "here", text: String(step), name: `${name}, ${t("knightHere")}` };
      if (step > 0)
        return { kind: "visited", text: String(step), name: `${name}, ${t("isStep", { step })}` };
      if (!walk.length) return { kind: `free ${hint}`, name };
      const weak = weakness(ways[square]);
      const parts = [name, t("isFree", { ways: ways[square] })];
      if (weak) parts.push(label("is", weak));
      if (next.has(square)) parts.push(t("isLegal"));
      const kind = `free ${next.has(square) ? "legal" : ""} ${weak} ${hint}`;
      return { kind, text: showW ? String(ways[square]) : "", name: parts.join(", ") };
    });
    view.walk(walk, { whole: model.count, closed: isDone() && closed });
    const rest = completionShown && completion ? completion.slice(walk.length - 1) : [];
    view.link(rest.slice(1).map((to, at) => ({ from: rest[at], to, class: "completion" })));
    view.stand(walk.length ? [{ square: here() }] : []);
    progress.value = walk.length;
    tally.textContent = `${walk.length} / ${model.count}`;
    undo.disabled = !walk.length;
    redo.disabled = !undone.length;
    reveal.disabled = !completion || isWhole();
    reveal.setAttribute("aria-pressed", String(completionShown));
  }

  /** @param {"open" | "yes" | "no"} kind @param {string} text */
  function judged(kind, text) {
    verdict.className = `verdict ${kind}`;
    verdict.textContent = text;
  }

  /** The walk as the library writes tours. @param {string} kind */
  const asText = (kind) => JSON.stringify({ ...model.toJson(), kind, squares: model.named(walk) });

  /** Ask whether the walk can be completed. */
  async function judge() {
    asking.abort();
    if (model.count > MOST_JUDGED) return judged("open", t("tooLarge"));
    if (!walk.length) return judged("open", t("pressAnySquare"));
    asking = new AbortController();
    judged("open", t("thinking"));
    try {
      const words = { text: asText(state.kind), timeout: SECONDS };
      const [told] = await ask("check", words, asking.signal);
      completion = told.completion?.map(model.read, model) ?? null;
      if (completion) judged("yes", t("canBeDone"));
      else if (told.completable === false) judged("no", t("cannotBeDone"));
      else judged("open", t("notDecided"));
    } catch (error) {
      if (error instanceof DOMException) return undefined; // another move was made meanwhile
      judged("open", reason(error));
    }
    return render();
  }

  async function done() {
    ended = Date.now();
    const text = t("finished", { count: model.count });
    judged("yes", text);
    say(text);
    /** @type {Finished} */
    const one = {
      board: JSON.stringify(model.toJson()),
      kind: state.kind,
      squares: model.squaresText(walk),
      seconds: began ? Math.round((ended - began) / 1000) : 0,
    };
    const all = finishedTours();
    if (all.some((other) => other.squares === one.squares && other.board === one.board)) return;
    all.unshift(one);
    const store = () => {
      keep("finished", JSON.stringify(all.slice(0, MOST_KEPT)));
      list();
    };
    store();
    try {
      const question = { ...model.toJson(), kind: closed ? "closed" : "path" };
      const words = { question, text: asText(question.kind), timeout: SECONDS };
      const [{ rank, of }] = await ask("rank", words);
      Object.assign(one, { number: rank, of });
      store();
      judged("yes", `${text} ${numbered(one)}`);
    } catch {
      // There are too many tours to number them without an atlas: the tour is kept without number.
    }
  }

  function list() {
    const rows = finishedTours().map((one) => {
      const { board } = JSON.parse(one.board);
      const walk = encodeURIComponent(one.squares);
      const href = `#view=play&board=${board}&kind=${one.kind}&walk=${walk}`;
      const name = `${board.replace("x", " × ")}, ${label("kind", one.kind)}`;
      return h("li", h("a", { href }, name), ` ${time(one.seconds)} ${numbered(one)}`);
    });
    shelf.replaceChildren(...(rows.length ? rows : [h("li.hint", t("noneFinished"))]));
  }

  /** Show the square that Warnsdorff's rule takes. */
  function hint() {
    const ways = model.ways(walk);
    const open = legal();
    if (!open.length) return say(t("stuck"));
    hinted = open.reduce((best, square) => (ways[square] < ways[best] ? square : best));
    render();
    // W counts the knight's own square, to which no move goes back.
    return say(t("hintIs", { square: model.name(hinted), ways: Math.max(0, ways[hinted] - 1) }));
  }

  const undo = button(t("undo"), back);
  const redo = button(t("redo"), again);
  const reveal = button(t("showCompletion"), () => {
    completionShown = !completionShown;
    render();
  });
  const w = checkbox(t("showW"), showW, (checked) => {
    showW = checked;
    render();
  });
  root.append(
    stage(label("view", "board"), view.svg, h("div.bar", progress, tally, clock), verdict),
    side(
      panel(
        t("yourMove"),
        h("div.buttons", button(t("hint"), hint, "primary"), undo, redo),
        h("div.buttons", reveal, button(t("startAgain"), restart)),
        w,
        h("p.hint", t("playKeys")),
      ),
      panel(label("view", "board"), boardForm(state, model, 12)),
      panel(t("keptTours"), shelf),
    ),
  );
  /** @type {Record<string, () => void>} */
  const keys = { Backspace: back, u: back, r: again, h: hint };
  view.grid.addEventListener("keydown", (event) => keys[event.key]?.());
  const ticking = setInterval(() => {
    if (!view.svg.isConnected) clearInterval(ticking);
    else if (began) clock.textContent = time(Math.round(((ended || Date.now()) - began) / 1000));
  }, 500);
  list();
  render();
  if (isDone()) judged("yes", t("finished", { count: model.count }));
  else judge();
}

/** The name of a free square that cannot be left, or not even entered. @param {number} ways */
export function weakness(ways) {
  return ways === 0 ? "island" : ways === 1 ? "dangling" : "";
}

/** @param {Finished} one */
function numbered({ number: from0, of }) {
  if (from0 === undefined) return "";
  const number = figure(BigInt(from0) + 1n);
  return of === undefined ? t("isNumber", { number }) : t("isNumberOf", { number, of: figure(of) });
}

/** A walk up to its first step that is not a move: addresses can be written by hand. */
/** @param {Model} model @param {number[]} walk */
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
