/** A puzzle that is being solved: givens, numbers, pencil marks and the clock; the browser keeps it. */

import { ask } from "./api.js";
import { Clock } from "./game.js";
import { keepEntry, keptObject } from "./state.js";

/** @import { Model, Name } from "./geometry.js" */
/** @typedef {{numbers: Map<number, number>, marks: Map<number, number[]>}} Sheet the visitor's numbers and pencil marks by square */
/** @typedef {{key: "isTwice" | "isNoMove" | "isMove", step: number, square: number, second: number, other: number}} Fault a step on a square contradicts a second step on another square */
/** @typedef {{solutions: string | null, completions: Name[][], proof: import("./reasons.js").Reason | null, conflict: Record<string, number>, level: string | null}} Solved */
/** @typedef {{board: string, kind: string, level: string, seed: number}} Wish */

export const LEVELS = ["easy", "medium", "hard"];
export const MOST_STARS = 3;
const MOST_KEPT = 40;
const SECONDS = 8;

export class PuzzleGame extends Clock {
  /** @type {Sheet} */
  sheet = { numbers: new Map(), marks: new Map() };
  /** @type {Sheet[]} */
  past = [];
  /** @type {Sheet[]} */
  future = [];
  /** How often the visitor asked for help. */
  asked = 0;
  /** How the puzzle was made, if this browser knows. */
  level = "";
  seed = "";

  /** @param {Model} model @param {string} kind @param {Map<number, number>} givens steps by square */
  constructor(model, kind, givens) {
    super();
    this.model = model;
    this.kind = kind;
    this.givens = givens;
    this.key = JSON.stringify({ ...model.toJson(), kind, at: model.stepsText(givens) });
  }

  /** All numbers on the board, by square. @returns {Map<number, number>} */
  get numbers() {
    return new Map([...this.sheet.numbers, ...this.givens]);
  }

  get stars() {
    return Math.max(0, MOST_STARS - this.asked);
  }

  /** The squares of each step. @returns {Map<number, number[]>} */
  get squares() {
    /** @type {Map<number, number[]>} */
    const squares = new Map();
    for (const [square, step] of this.numbers)
      squares.set(step, [...(squares.get(step) ?? []), square]);
    return squares;
  }

  /** The contradictions between numbers: a step twice, or consecutive steps that are no move apart. */
  /** @returns {Fault[]} */
  get faults() {
    const { model, squares } = this;
    /** @type {Fault[]} */
    const faults = [];
    for (const [step, [square, ...others]] of squares) {
      for (const other of others)
        faults.push({ key: "isTwice", step, square: other, second: step, other: square });
      const isLast = step === model.count;
      const second = isLast ? 1 : step + 1;
      const [other] = squares.get(second) ?? [];
      if (other === undefined || other === square || (isLast && this.kind === "path")) continue;
      const isMove = model.around[square].includes(other);
      if (isMove === (isLast && this.kind === "open"))
        faults.push({ key: isMove ? "isMove" : "isNoMove", step, square, second, other });
    }
    return faults;
  }

  get isDone() {
    return this.numbers.size === this.model.count && !this.faults.length;
  }

  /** The squares in the order of their steps. */
  get walk() {
    return [...this.numbers].sort(([, one], [, other]) => one - other).map(([square]) => square);
  }

  /** The nearest missing step after a step, in a direction and around the ends; 0 if none is missing. */
  /** @param {number} step @param {number} direction 1 or -1 */
  missing(step, direction) {
    const { count } = this.model;
    const { squares } = this;
    for (let away = 1; away <= count; ++away) {
      const other = ((((step - 1 + direction * away) % count) + count) % count) + 1;
      if (!squares.has(other)) return other;
    }
    return 0;
  }

  /** Change the sheet; `together` replaces the last change: a second digit was typed. */
  /** @param {(sheet: Sheet) => void} how @param {boolean} [together] */
  edit(how, together = false) {
    if (together) this.sheet = this.past.pop() ?? this.sheet;
    const { numbers, marks } = this.sheet;
    this.past.push(this.sheet);
    this.sheet = { numbers: new Map(numbers), marks: new Map(marks) };
    this.future = [];
    how(this.sheet);
    if (this.isDone) this.stop();
    else this.since ||= Date.now();
  }

  /** Write a number on a square; 0 erases. */
  /** @param {number} square @param {number} step @param {boolean} [together] */
  write(square, step, together) {
    this.edit(({ numbers, marks }) => {
      marks.delete(square);
      if (step) numbers.set(square, step);
      else numbers.delete(square);
    }, together);
  }

  /** Add a pencil mark to a square, or take it away. */
  /** @param {number} square @param {number} step @param {boolean} [together] */
  mark(square, step, together) {
    this.edit(({ marks }) => {
      const old = marks.get(square) ?? [];
      const left = old.filter((other) => other !== step);
      const wanted = left.length < old.length ? left : [...old, step];
      marks.set(square, wanted.sort((one, other) => one - other)); // prettier-ignore
    }, together);
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.sheet);
    this.sheet = before;
  }

  redo() {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.sheet);
    this.sheet = after;
  }

  /** Begin anew; the help that was taken stays. */
  restart() {
    this.edit((sheet) => Object.assign(sheet, { numbers: new Map(), marks: new Map() }));
  }

  save() {
    const { model, milliseconds: spent, asked, level, seed } = this;
    const marks = [...this.sheet.marks].map(([square, steps]) => [model.name(square), ...steps]);
    const saved = {
      numbers: model.stepsText(this.sheet.numbers),
      marks,
      spent,
      asked,
      level,
      seed,
    };
    keepEntry("puzzles", this.key, saved, MOST_KEPT);
  }

  /** Take up what the browser keeps of this puzzle. */
  load() {
    const { model } = this;
    const saved = keptObject("puzzles")[this.key];
    if (!saved) return this;
    const { numbers = "", marks = [], ...others } = saved;
    Object.assign(this, others);
    for (const [square, step] of model.stepsIn(numbers))
      if (!this.givens.has(square)) this.sheet.numbers.set(square, step);
    for (const [name, ...steps] of marks) this.sheet.marks.set(model.read(name), steps);
    return this;
  }
}

/** Make a puzzle. @param {Wish} wish @returns {Promise<{at: [string, number][], level: string}>} */
export async function made({ board, kind, level, seed }) {
  const [puzzle] = await ask("puzzle", {
    question: { board, kind },
    level,
    seed,
    timeout: SECONDS,
  });
  return { level: puzzle.level, at: /** @type {[string, number][]} */ (puzzle.at) };
}

/** The solutions of numbers on a board. */
/** @param {PuzzleGame} game @param {AbortSignal} signal @param {number} [timeout] @returns {Promise<Solved>} */
export function solved({ model, kind, numbers }, signal, timeout = SECONDS) {
  const question = { ...model.toJson(), kind, at: model.stepsText(numbers) };
  return /** @type {Promise<any>} */ (ask("solve", { question, timeout }, signal));
}

/** The wish of a day: everybody gets the same puzzle. @param {Date} date @returns {Wish} */
export function dailyWish(date) {
  const seed = 10000 * date.getFullYear() + 100 * (date.getMonth() + 1) + date.getDate();
  return { board: "6x6", kind: "closed", level: "medium", seed };
}
