/** The words of questions and verbs: read from the server's schema, entered and shown by kind. */

import { bodyOf, resolved } from "./api.js";
import { choice, field, h, input, say, select, signButton } from "./dom.js";
import { label, labels, t } from "./i18n.js";
import { change } from "./state.js";

/** @import { Model, Pair } from "./geometry.js" */
/** @import { State } from "./state.js" */
/** @typedef {{name: string, kind: string, isAbsent: boolean, help: string, choices: string[], examples: string[], least?: number, most?: number}} Word */

/** The words of a question that describe its board; the controls of the board set them. */
const OF_BOARDS = ["board", "leaper", "wrap", "vertices", "edges", "arcs", "labels", "kind"];
/** Words that replace each other. @type {Record<string, string>} */
const INSTEAD = { start: "begin", begin: "start", through: "avoiding", avoiding: "through" };

/** @param {Record<string, any>} properties @returns {Word[]} */
function declared(properties) {
  return Object.entries(properties).map(([name, property]) => {
    const parts = [property, ...(property.anyOf ?? [])].map(resolved);
    const said = (/** @type {string} */ key) => parts.find((part) => key in part)?.[key];
    return {
      name,
      kind: said("x-kind"),
      isAbsent: said("x-absent") === true,
      help: said("description") ?? name,
      choices: said("enum") ?? [said("const")].filter(Boolean),
      examples: said("examples") ?? [],
      least: said("minimum"),
      most: said("maximum"),
    };
  });
}

/** The words of the questions that a verb takes. @param {string} verb */
const ofQuestions = (verb) => declared(resolved(bodyOf(verb)?.question ?? {}).properties ?? {});

/** The kinds of tours. */
export const kinds = () => ofQuestions("find").find(({ name }) => name === "kind")?.choices ?? [];

/** The words of a question, its holes among them: all views have those of `find`. */
const questionWords = (verb = "find") =>
  ofQuestions(verb).filter(({ name }) => !OF_BOARDS.includes(name));

/** The words of a question that belong to its verb, because `find` lacks them. */
/** @param {string} verb */
function ownWords(verb) {
  const shared = questionWords().map(({ name }) => name);
  return questionWords(verb).filter(({ name }) => !shared.includes(name));
}

/** The names of the words that a question can have here. */
export const wordsOfQuestion = () =>
  questionWords()
    .filter(({ isAbsent }) => !isAbsent)
    .map(({ name }) => name);

/** @param {string} verb @param {string[]} [without] */
export function wordsOf(verb, without = []) {
  return declared(bodyOf(verb) ?? {}).filter(
    ({ name }) => !["question", ...without].includes(name),
  );
}

/** @param {Word} word */
const title = ({ name, help }) => label("word", name, help);

const ON_BOARD = ["square", "squares", "walk", "moves"];
/** The first square of a move whose second square has not been pressed yet. */
let half = -1;

/** The words that presses on the board set. @param {State} state */
function boardWords(state) {
  const words = questionWords().filter(({ kind }) => ON_BOARD.includes(kind));
  return words.filter(({ name }) => name !== "end" || state.kind !== "closed");
}

/** A change that takes back every word of the question. @returns {Partial<State>} */
export function cleared() {
  half = -1;
  const names = questionWords().map(({ name }) => name);
  return Object.fromEntries([...names, "found", "walk"].map((name) => [name, ""]));
}

/** The change that a press on a square makes; null if the chosen word cannot take the square. */
/** @param {State} state @param {Model} model @param {number} square */
export function pressed(state, model, square) {
  const words = boardWords(state);
  const { name, kind } = words.find((word) => word.name === state.tool) ?? words[0];
  if (model.holes.has(square) && name !== "holes") return null;
  if (kind === "moves") return moveEnd(state, model, name, square);
  const old = name === "holes" ? [...model.holes] : model.squaresIn(state[name] ?? "");
  const last = old[old.length - 1];
  const rest = old.filter((other) => other !== square);
  if (kind === "walk" && last !== undefined && last !== square)
    if (rest.length < old.length || !model.around[last].includes(square)) return null;
  const next = kind === "square" ? [square] : [...rest, square];
  const text = model.squaresText(rest.length < old.length ? rest : next);
  if (name === "holes") return { ...cleared(), holes: text };
  return { [name]: text, ...(name in INSTEAD && { [INSTEAD[name]]: "" }) };
}

/** A press on one of the two squares of a move; the second press adds the move, or takes it back. */
/** @param {State} state @param {Model} model @param {string} name @param {number} square */
function moveEnd(state, model, name, square) {
  const from = half;
  const isSecond = from >= 0 && model.around[from].includes(square);
  half = isSecond || from === square ? -1 : square;
  say(half < 0 ? "" : t("secondSquare", { square: model.name(square) }), true);
  if (!isSecond) return {};
  const without = (/** @type {Pair[]} */ moves) =>
    moves.filter((move) => !move.includes(from) || !move.includes(square));
  const old = model.movesIn(state[name] ?? "");
  const rest = without(old);
  /** @type {Pair[]} */
  const next = rest.length < old.length ? rest : [...rest, [from, square]];
  const other = INSTEAD[name] ?? name;
  return {
    [other]: model.movesText(without(model.movesIn(state[other] ?? ""))),
    [name]: model.movesText(next),
  };
}

/** The text of a word, without squares that the board does not have. */
/** @param {State} state @param {Model} model @param {Word} word */
function said(state, model, { name, kind }) {
  const text = state[name] ?? "";
  if (name === "end" && state.kind === "closed") return "";
  if (name === "holes") return model.squaresText(model.holes);
  if (kind === "square") return model.squaresText(model.squaresIn(text).slice(0, 1));
  if (kind === "moves") return model.movesText(model.movesIn(text));
  return ON_BOARD.includes(kind) ? model.squaresText(model.squaresIn(text)) : text;
}

/** The words that are said, with their texts. @param {State} state @param {Model} model */
function saidWords(state, model) {
  const all = questionWords().map((word) => ({ ...word, text: said(state, model, word) }));
  return all.filter(({ text }) => text);
}

/** The marks of the words on the board: classes and labels of squares, and lines. */
/** @param {State} state @param {Model} model */
export function marks(state, model) {
  const classes = new Map(half < 0 ? [] : [[half, "said half"]]);
  /** @type {Map<number, string>} */
  const labels = new Map();
  /** @type {import("./board.js").Line[]} */
  const lines = [];
  for (const word of saidWords(state, model)) {
    const { name, kind, text } = word;
    const squares = model.squaresIn(text);
    const steps = squares.slice(1).map((to, at) => [squares[at], to]);
    const pairs = { moves: model.movesIn(text), walk: steps }[kind] ?? [];
    lines.push(...pairs.map(([from, to]) => ({ from, to, class: `wish ${name}` })));
    if (!["square", "squares", "walk"].includes(kind)) continue;
    squares.forEach((square, at) => {
      classes.set(square, `said ${kind === "walk" && at === 0 ? "start" : name}`);
      labels.set(square, title(word));
    });
  }
  return { classes, labels, lines };
}

/** @param {Word} word @param {string} text @returns {any} the value in JSON */
function value({ kind, choices }, text) {
  if (kind === "flag") return text === "yes";
  if (kind === "choice") return choices.find((choice) => String(choice) === text) ?? text;
  return kind === "number" ? Number(text) : text;
}

/** The question in the library's own JSON, with the words that only its verb takes. */
/** @param {State} state @param {Model} model @param {string} [verb] @returns {Record<string, any>} */
export function questionOf(state, model, verb = "find") {
  const words = saidWords(state, model).map((word) => [word.name, value(word, word.text)]);
  const own = saidOf(verb, ownWords(verb), state);
  return { kind: state.kind, ...Object.fromEntries(words), ...own, ...model.toJson() };
}

/** The name of a word in the address; the words of `find` and of questions have their own names. */
/** @param {string} verb @param {string} name */
const key = (verb, name) =>
  verb === "find" || questionWords().some((word) => word.name === name) ? name : `${verb}.${name}`;

/** The words of a verb that the address says. */
/** @param {string} verb @param {State} state */
export const verbWords = (verb, state) => saidOf(verb, wordsOf(verb), state);

/** @param {string} verb @param {Word[]} words @param {State} state @returns {Record<string, any>} */
function saidOf(verb, words, state) {
  const texts = words.map((word) => ({ word, text: state[key(verb, word.name)] }));
  const said = texts.filter(({ text }) => text);
  return Object.fromEntries(said.map(({ word, text }) => [word.name, value(word, text)]));
}

/** @param {Word} word @param {string} text @param {(text: string) => void} changed */
function control(word, text, changed) {
  const { kind, name, choices, examples, least, most, help } = word;
  if (kind === "flag" || kind === "choice") {
    const options = kind === "flag" ? labels("flag", ["yes", "no"]) : labels(name, choices);
    const list = select(text, [["", t("notSaid")], ...options], changed, { title: help });
    return field(title(word), list);
  }
  const type = kind === "number" ? "number" : "text";
  const id = `examples-${name}`;
  const props = { type, value: text, min: least, max: most, title: help, list: id };
  const suggestions = examples.map((value) => h("option", { value }));
  return h("div", field(title(word), input(props, changed)), h("datalist", { id }, suggestions));
}

/** The choice of the word that presses on the board set. @param {State} state */
export function tools(state) {
  /** @type {[string, string][]} */
  const options = boardWords(state).map((word) => [word.name, title(word)]);
  return choice("tool", t("clickSets"), state.tool, options, (tool) => change({ tool }, true));
}

/** Controls for the words that only a verb takes, folded away. */
/** @param {string} verb @param {State} state @param {string[]} [others] words that are set elsewhere */
export function moreOfVerb(verb, state, others = []) {
  const own = ownWords(verb).filter(({ name }) => !others.includes(name));
  return more([...own, ...wordsOf(verb, others)], verb, state);
}

/** Controls for the words of the question that are not set on the board. @param {State} state */
export function moreOfQuestion(state) {
  const words = questionWords().filter(({ kind }) => !ON_BOARD.includes(kind));
  return more(words, "find", state);
}

/** @param {Word[]} words @param {string} verb @param {State} state */
function more(words, verb, state) {
  // A word that is not answered here is offered only if a link says it: it can be taken back.
  const offered = words.filter((word) => !word.isAbsent || state[key(verb, word.name)]);
  const controls = offered.map((word) => {
    const name = key(verb, word.name);
    return control(word, state[name] ?? "", (text) => change({ [name]: text, found: "" }));
  });
  const open = words.some((word) => state[key(verb, word.name)]);
  return h("details", { open }, h("summary", t("more")), h("div.setup", controls));
}

/** The words that are said, each with a button that takes it back; `nothing` if there are none. */
/** @param {State} state @param {Model} model @param {string} [nothing] */
export function wishList(state, model, nothing = "") {
  const words = saidWords(state, model);
  if (!words.length) return h("p.hint", nothing);
  const lines = words.map((word) => {
    const name = title(word);
    const clear = () => change({ [word.name]: "", found: "" });
    const cross = signButton("×", t("clear", { name }), clear, "quiet");
    return h("li", h("span", `${name}: `, h("b", word.text)), cross);
  });
  return h("ul.wishes", lines);
}
