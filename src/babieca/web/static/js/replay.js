/** The events of a method: the walk after each event of a search, and the layers of a sweep. */

import { h, s } from "./dom.js";
import { figure, t } from "./i18n.js";

/** @import { BoardView } from "./board.js" */
/** @import { Model, Name } from "./geometry.js" */
/** @typedef {{event: string, depth: number, square?: Name, kept?: Name, twin?: Name, squares?: Name[], criterion?: string, nodes: number, backtracks: number, restarts: number, tours: number}} Happening */
/** @typedef {{event: string, step: number, retired?: any, slots: any[], states: number, examples: {types: number[], fragments: any[][], ways: string, sources: number[]}[], tours?: number}} Layer */

/** Applies the events of a search one by one. */
export class Replay {
  at = 0;
  /** @type {number[]} */
  path = [];
  /** @type {number[]} */
  twins = [];
  /** How many squares could be chosen at each step of the walk. @type {number[]} */
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

/** The frontier sweep, layer by layer: retired squares, waiting squares, and fragments. */
export class SweepPicture {
  chosen = 0;
  at = 1;

  /** @param {BoardView} view @param {Layer[]} events @param {HTMLElement} about */
  constructor(view, events, about) {
    this.view = view;
    this.layers = events.filter((event) => event.event === "layer");
    this.end = events[events.length - 1];
    this.heading = h("h4", t("examples"));
    this.examples = h("div.chips", { role: "group", "aria-label": t("examples") });
    const most = Math.max(...this.layers.map((layer) => layer.states));
    const width = 240 / this.layers.length;
    this.bars = this.layers.map(({ states }, at) => {
      const height = Math.max(1, (58 * Math.log(1 + states)) / Math.log(1 + most));
      const x = at * width;
      return s("rect", { x, y: 60 - height, width: Math.max(0.5, width - 0.6), height });
    });
    const title = { role: "img", "aria-label": t("statesChart", { most: figure(most) }) };
    const box = { viewBox: "0 0 240 60", preserveAspectRatio: "none" };
    about.replaceChildren(
      h("h4", t("statesPerLayer")),
      s("svg.states", box, title, this.bars),
      this.heading,
      this.examples,
      h("p.hint", t("sweepHint")),
    );
  }

  /** @param {number} at how many events have happened @returns {string} the layer in words */
  show(at) {
    this.at = Math.min(at, this.layers.length);
    const layer = this.layers[this.at - 1];
    this.chosen = Math.min(this.chosen, Math.max(0, layer.examples.length - 1));
    this.draw(layer);
    this.buttons(layer);
    if (layer.retired === undefined) return t("firstState");
    const said = t("saidLayer", {
      retired: vertexName(this.view.model, layer.retired),
      states: figure(layer.states),
      waiting: layer.slots.filter((slot) => slot !== null && slot !== "apex").length,
    });
    if (at < this.layers.length + 1) return said;
    return `${said} ${t("saidTours", { tours: figure(this.end.tours ?? 0) })}`;
  }

  /** @param {Layer} layer */
  draw(layer) {
    const model = this.view.model;
    const classes = new Map();
    const texts = new Map();
    // The apex is no square of the board: it reads as -1, which is not drawn.
    for (const { retired = "apex" } of this.layers.slice(0, this.at))
      classes.set(model.read(retired), `retired ${retired === layer.retired ? "here" : ""}`);
    const example = layer.examples[this.chosen];
    layer.slots.forEach((slot, index) => {
      const square = model.read(slot ?? "apex");
      const type = example ? example.types[index] : 0;
      classes.set(square, `slot type${type}`);
      texts.set(square, String(type));
    });
    this.view.show((square) => ({ kind: classes.get(square), text: texts.get(square) }));
    const joined = (example?.fragments ?? []).filter((pair) => !pair.includes("apex"));
    const pairs = joined.map((pair) => pair.map(model.read, model));
    this.view.link(pairs.map(([from, to]) => ({ from, to, class: "fragment" })));
    this.bars.forEach((bar, at) => bar.classList.toggle("now", at === this.at - 1));
  }

  /** @param {Layer} layer */
  buttons(layer) {
    const chips = layer.examples.map(({ ways }, at) => {
      const choose = () => {
        this.chosen = at;
        this.draw(layer);
        this.buttons(layer);
        /** @type {HTMLElement} */ (this.examples.children[at]).focus();
      };
      const name = `${at + 1}: ${t("ways", { count: figure(ways) })}`;
      const props = { "aria-pressed": String(at === this.chosen), "aria-label": name };
      return h("button.chip", { type: "button", onclick: choose, ...props }, this.face(layer, at));
    });
    this.examples.replaceChildren(...chips);
  }

  /** What the button of an example shows. @param {Layer} layer @param {number} at @returns {(Node | string)[]} */
  face({ examples }, at) {
    return [`${at + 1}: ${t("ways", { count: figure(examples[at].ways) })}`];
  }
}
