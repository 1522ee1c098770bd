// @ts-check
/** The state of the page is in its address, so that a link shares it. */

import { Model } from "./geometry.js";

/** @typedef {Record<string, string>} State */

/** What the address need not say. */
export const USUAL = {
  view: "board",
  board: "8x8",
  leaper: "1,2",
  wrap: "",
  holes: "",
  kind: "closed",
  start: "",
  end: "",
  begin: "",
  through: "",
  avoiding: "",
  method: "auto",
  seed: "0",
  found: "",
  look: "",
  picture: "",
  tool: "start",
  walk: "",
  lanes: "warnsdorff",
  lesson: "",
  screen: "1",
};

/** The side of the largest board. */
export const MOST = 40;

/** @returns {State} */
export function current() {
  const said = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  return { ...USUAL, ...said };
}

/**
 * @param {Partial<State>} change
 * @returns {string} the address with the change
 */
export function address(change) {
  const next = { ...current(), ...change };
  const said = Object.entries(next).filter(
    ([key, value]) => value !== /** @type {State} */ (USUAL)[key],
  );
  const query = new URLSearchParams(/** @type {[string, string][]} */ (said));
  return `#${query.toString().replaceAll("%2C", ",").replaceAll("%28", "(").replaceAll("%29", ")")}`;
}

/**
 * Change the state; views listen to `hashchange`. With `quietly` they are not told.
 * @param {Partial<State>} change
 * @param {boolean} [quietly]
 */
export function change(change, quietly = false) {
  const next = address(change);
  if (quietly) history.replaceState(null, "", next);
  else if (next !== location.hash) location.hash = next;
}

/**
 * @param {string} text
 * @returns {[number, number]}
 */
function sides(text) {
  const parts = /^(\d+)x(\d+)$/.exec(text);
  const bounded = (/** @type {string} */ side) => Math.min(MOST, Math.max(1, Number(side)));
  return parts ? [bounded(parts[1]), bounded(parts[2])] : [8, 8];
}

/**
 * @param {State} state
 * @returns {Model}
 */
export function modelOf(state) {
  const [rows, columns] = sides(state.board);
  const leaper = state.leaper.split(",").map(Number);
  const good =
    leaper.length === 2 &&
    leaper.every((part) => part >= 0 && part < MOST) &&
    leaper[0] + leaper[1] > 0;
  const shape = {
    rows,
    columns,
    leaper: /** @type {[number, number]} */ (good ? leaper : [1, 2]),
    wrap: /** @type {[boolean, boolean]} */ ([state.wrap.includes("0"), state.wrap.includes("1")]),
    holes: /** @type {number[]} */ ([]),
  };
  const plain = new Model(shape);
  return new Model({ ...shape, holes: squares(plain, state.holes) });
}

/**
 * Squares in a text, those that the board has.
 * @param {Model} model
 * @param {string} text
 * @returns {number[]}
 */
export function squares(model, text) {
  const read = (text.match(/\(\d+,\d+\)|[a-z]\d+/g) ?? []).map((name) => model.read(name));
  return read.filter((square) => square >= 0 && !model.holes.has(square));
}

/**
 * Moves in a text such as a1-b3,c1-d3.
 * @param {Model} model
 * @param {string} text
 * @returns {[number, number][]}
 */
export function movesIn(model, text) {
  const read = squares(model, text);
  const pairs = [];
  for (let at = 0; at + 1 < read.length; at += 2) {
    if (model.around[read[at]].includes(read[at + 1]))
      pairs.push(/** @type {[number, number]} */ ([read[at], read[at + 1]]));
  }
  return pairs;
}

/**
 * @param {Model} model
 * @param {number[]} list
 */
export function written(model, list) {
  return list.map((square) => model.name(square)).join(" ");
}

/**
 * @param {Model} model
 * @param {[number, number][]} moves
 */
export function writtenMoves(model, moves) {
  return moves.map(([a, b]) => `${model.name(a)}-${model.name(b)}`).join(",");
}

/**
 * The question in the library's own JSON.
 * @param {State} state
 * @param {Model} [model]
 * @returns {Record<string, any>}
 */
export function questionOf(state, model = modelOf(state)) {
  /** @type {Record<string, any>} */
  const question = { ...model.toJson(), kind: state.kind };
  const [start] = squares(model, state.start);
  const [end] = squares(model, state.end);
  const begin = squares(model, state.begin);
  if (begin.length > 1) question.begin = begin.map((square) => model.written(square));
  else if (start !== undefined) question.start = model.written(start);
  if (end !== undefined && state.kind !== "closed") question.end = model.written(end);
  for (const word of /** @type {const} */ (["through", "avoiding"])) {
    const moves = movesIn(model, state[word]);
    if (moves.length)
      question[word] = moves.map((move) => move.map((square) => model.written(square)));
  }
  return question;
}

/**
 * What the visitor keeps from one visit to the next: language, light, finished tours.
 * @param {string} name
 * @param {string} usual
 */
export function kept(name, usual) {
  try {
    return localStorage.getItem(`babieca-${name}`) ?? usual;
  } catch {
    return usual;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`babieca-${name}`, value);
  } catch {
    // A visitor who lets nothing be kept sees the same page, and begins anew each time.
  }
}
