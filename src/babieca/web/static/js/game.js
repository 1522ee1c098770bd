/** A game of Play: the walk, what was undone, the clock and the help taken; the browser keeps it. */

import { Model } from "./geometry.js";
import { keep, keepEntry, keptObject } from "./state.js";

/** @import { State } from "./state.js" */
/** @typedef {{walk: string, undone: string, spent: number, helped: boolean, undid: boolean, whole: boolean}} Saved */

/** Aids that a teacher's link can lock: hints, W, the completion, and the numbers of completions. */
export const AIDS = /** @type {const} */ (["hint", "w", "how", "tours"]);
/** The keys of the state that say which game is played. */
const OF_GAMES = ["board", "leaper", "wrap", "holes", "kind", "lock"];

/** The clock of a game. */
export class Clock {
  /** Milliseconds on the clock before `since`. */
  spent = 0;
  /** When the clock was started; 0 while it stands. */
  since = 0;

  get milliseconds() {
    return this.spent + (this.since ? Date.now() - this.since : 0);
  }

  get seconds() {
    return Math.round(this.milliseconds / 1000);
  }

  stop() {
    [this.spent, this.since] = [this.milliseconds, 0];
  }
}

export class Game extends Clock {
  /** @type {number[]} */
  walk = [];
  /** The squares that were undone, the next one to redo last. @type {number[]} */
  undone = [];
  /** Whether a hint, a completion or numbers of completions were shown. */
  helped = false;
  undid = false;
  /** Whether the visitor made every move: a walk of a link wins no stars. */
  whole = true;

  /** @param {Model} model @param {string} kind */
  constructor(model, kind) {
    super();
    this.model = model;
    this.kind = kind;
    this.key = JSON.stringify({ ...model.toJson(), kind });
  }

  get here() {
    return this.walk[this.walk.length - 1];
  }

  get isDone() {
    const { walk, model } = this;
    if (walk.length < model.count) return false;
    const meet = walk.length > 2 && model.around[walk[0]].includes(this.here);
    return this.kind === "path" || meet === (this.kind === "closed");
  }

  /** The squares to which the knight can go. */
  get legal() {
    const { walk, model } = this;
    const near = walk.length ? model.around[this.here] : [...model.around.keys()];
    return near.filter((square) => !walk.includes(square) && !model.holes.has(square));
  }

  /** @param {number} square */
  go(square) {
    this.walk = [...this.walk, square];
    this.undone = this.undone[this.undone.length - 1] === square ? this.undone.slice(0, -1) : [];
    if (this.isDone) this.pause();
    else this.since ||= Date.now();
    this.save();
  }

  /** Go back until the walk has `length` squares. @param {number} [length] */
  back(length = this.walk.length - 1) {
    if (length < 0) return;
    this.undone = [...this.undone, ...this.walk.slice(length).reverse()];
    this.undid ||= this.walk.length > 1; // another start is no step back
    this.walk = this.walk.slice(0, length);
    this.save();
  }

  /** Begin a new game. @returns {Game} the old one */
  restart() {
    const old = Object.assign(new Game(this.model, this.kind), this);
    Object.assign(this, new Game(this.model, this.kind));
    this.save();
    return old;
  }

  /** Stop the clock; the next move starts it again. */
  pause() {
    this.stop();
    this.save();
  }

  help() {
    this.helped = true;
    this.save();
  }

  save() {
    const { model, milliseconds: spent, helped, undid, whole } = this;
    const [walk, undone] = [this.walk, this.undone].map((squares) => model.squaresText(squares));
    /** @type {Saved} */
    const saved = { walk, undone, spent, helped, undid, whole };
    keepEntry("games", this.key, saved, MOST_GAMES);
  }
}

const MOST_GAMES = 20;

/** The kept game of a board, or a new one. @param {Model} model @param {string} kind */
function keptGame(model, kind) {
  const game = new Game(model, kind);
  /** @type {Saved | undefined} */
  const saved = keptObject("games")[game.key];
  if (!saved) return game;
  const { walk, undone, ...others } = saved;
  const squares = {
    walk: legalPart(model, model.squaresIn(walk)),
    undone: model.squaresIn(undone),
  };
  return Object.assign(game, others, squares);
}

/** The game that an address means: the kept one, unless the address has another walk; then also */
/** the game that it replaces. @param {Model} model @param {State} state */
export function gameOf(model, state) {
  const old = keptGame(model, state.kind);
  const said = legalPart(model, model.squaresIn(state.walk));
  const isOther = said.length > 0 && model.squaresText(old.walk) !== model.squaresText(said);
  const other = { walk: said, whole: said.length === 1 };
  const game = isOther ? Object.assign(new Game(model, state.kind), other) : old;
  if (isOther) game.save();
  const wanted = OF_GAMES.map((name) => [name, state[name] ?? ""]);
  keep("playing", JSON.stringify(Object.fromEntries(wanted)));
  return { game, before: isOther ? old : null };
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
export function time(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Show the time of a game while the page shows it, and keep the game. */
/** @param {Game | import("./puzzle_game.js").PuzzleGame} game @param {HTMLElement} clock */
export function tick(game, clock) {
  if (game.spent && !game.isDone) game.since = Date.now();
  const ticking = setInterval(() => {
    if (!clock.isConnected) return clearInterval(ticking);
    clock.textContent = time(game.seconds);
    if (game.since) game.save();
  }, 500);
}
