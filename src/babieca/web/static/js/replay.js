/** Applies the events of a search one by one: the walk after each event. */

import { t } from "./i18n.js";

/** @typedef {import("./geometry.js").Model} Model */
/** @typedef {import("./geometry.js").Name} Name */
/** @typedef {{event: string, depth: number, square?: Name, kept?: Name, twin?: Name, squares?: Name[], criterion?: string, nodes: number, backtracks: number, restarts: number, tours: number}} Happening */

export class Replay {
  at = 0;
  /** @type {number[]} */
  path = [];
  /** @type {number[]} */
  twins = [];
  /** How many ways there were from each square of the walk. @type {number[]} */
  offered = [];
  /** Moves that are forced away from the knight, and how deep it was then. @type {{from: number, to: number, depth: number}[]} */
  rails = [];
  kept = -1;
  /** @type {Happening | null} */
  last = null;
  /** How often each criterion decided. @type {Map<string, number>} */
  decided = new Map();
  /** How often each thing happened. @type {Map<string, number>} */
  happened = new Map();

  /** @param {Model} model @param {Happening[]} events */
  constructor(model, events) {
    this.model = model;
    this.events = events;
  }

  /** @param {number} at how many events have happened */
  go(at) {
    if (at < this.at) Object.assign(this, new Replay(this.model, this.events));
    while (this.at < Math.min(at, this.events.length)) this.apply(this.events[this.at++]);
  }

  /** @param {Happening} event */
  apply(event) {
    this.last = event;
    this.happened.set(event.event, (this.happened.get(event.event) ?? 0) + 1);
    const read = (/** @type {Name} */ name = "apex") => this.model.read(name);
    const named = (event.squares ?? []).map((name) => read(name));
    switch (event.event) {
      case "start":
      case "restart":
        this.path = named;
        this.offered = named.map(() => 1);
        this.twins =
          event.twin === undefined ? [] : named.map((square) => this.model.size - 1 - square);
        this.kept = read(event.kept);
        this.rails = [];
        break;
      case "move":
      case "forced":
        this.path = [...this.path, read(event.square)];
        this.offered = [...this.offered, named.length];
        if (event.twin !== undefined) this.twins = [...this.twins, read(event.twin)];
        if (event.criterion)
          this.decided.set(event.criterion, (this.decided.get(event.criterion) ?? 0) + 1);
        break;
      case "joined":
        if (!named.includes(-1))
          this.rails = [...this.rails, { from: named[0], to: named[1], depth: event.depth }];
        break;
      case "ride":
        this.path = [...this.path, ...named];
        this.offered = [...this.offered, ...named.map(() => 1)];
        break;
      case "backtrack":
        this.path = this.path.slice(0, event.depth);
        this.offered = this.offered.slice(0, event.depth);
        this.twins = this.twins.slice(0, event.depth);
        this.rails = this.rails.filter((rail) => rail.depth <= event.depth);
        break;
      case "found":
        if (event.squares && this.twins.length === 0 && named.length >= this.path.length) {
          this.path = named;
          this.kept = -1;
        }
        break;
      default:
    }
  }
}

/** The name of a square, or of the apex. @param {Model} model @param {Name} name */
export function vertexName(model, name) {
  return name === "apex" ? t("apex") : model.name(model.read(name));
}
