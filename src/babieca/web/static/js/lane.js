/** The methods that can be watched, and one at work: board, last event, counters, details. */

import { isProof, reason, recording } from "./api.js";
import { BoardView } from "./board.js";
import { h } from "./dom.js";
import { weakness } from "./geometry.js";
import { figure, label, t } from "./i18n.js";
import { Replay, SweepPicture, vertexName } from "./replay.js";
import { StatesPicture } from "./states.js";

/** @import { Palette } from "./board.js" */
/** @import { Model } from "./geometry.js" */
/** @typedef {{words: Record<string, any>, paper: string, closedOnly?: boolean, most?: number}} Method */

const MOST_EVENTS = 15000;
const STACK_SHOWN = 14;
const WITH_SEED = ["warnsdorff", "two-knights"];
/** The criteria that choose a move, in the order in which they are asked. */
const CRITERIA = ["degree", "corner", "edge", "random", "order", "forced"];
const SHADES = ["dark", "light"];
/** The events that end an attempt. */
const ENDINGS = ["dead-end", "island", "dangling", "divided", "known"];

/** Plain data in the form of JSON; docs/lessons.py reads it too. @type {Record<string, Method>} */
export const METHODS = {
  warnsdorff: { words: { method: "warnsdorff" }, paper: "costa" },
  degree: { words: { method: "warnsdorff", criteria: "degree" }, paper: "warnsdorff" },
  corner: { words: { method: "warnsdorff", criteria: "degree,corner" }, paper: "costa" },
  edge: { words: { method: "warnsdorff", criteria: "degree,corner,edge" }, paper: "costa" },
  random: { words: { method: "warnsdorff", criteria: "random" }, paper: "none" },
  stack: { words: { method: "backtrack" }, paper: "gonzalez" },
  plain: { words: { method: "backtrack", warnsdorff: false }, paper: "gonzalez" },
  banon: { words: { method: "search", rules: "banon" }, paper: "banon" },
  forced: { words: { method: "search", rules: "default" }, paper: "search" },
  island: { words: { method: "search", rules: "island" }, paper: "banon" },
  norules: { words: { method: "search", rules: "none" }, paper: "banon" },
  equivalent: {
    words: {
      method: "search",
      rules: "island,dangling-colour,dangling-end,equivalent",
      subtour_squares: 12,
    },
    paper: "banon",
    most: 36,
  },
  knights: { words: { method: "two-knights" }, paper: "sanchez", closedOnly: true },
  sweep: { words: { method: "sweep", examples: 6 }, paper: "sweep", most: 42 },
  states: { words: { method: "sweep", examples: 100 }, paper: "sweep", most: 12 },
  colours: { words: { method: "warnsdorff" }, paper: "costa" },
};

export const MOST_LANES = 4;

/** @param {string} text @returns {string[]} */
export function lanesIn(text) {
  const known = text.split(";").filter((name) => Object.hasOwn(METHODS, name));
  return known.length ? known.slice(0, MOST_LANES) : ["warnsdorff"];
}

/** Races that are good to begin with. @type {Record<string, Record<string, string>>} */
export const PRESETS = {
  criteria: { lanes: "degree;corner;edge;warnsdorff", kind: "path", board: "8x8", start: "a1" },
  race: { lanes: "stack;plain", kind: "path", board: "6x6", start: "a1" },
  rules: { lanes: "norules;island;banon", kind: "path", board: "6x6", start: "a1" },
  forced: { lanes: "banon;forced", kind: "path", board: "6x6", start: "a1" },
  knights: { lanes: "knights", kind: "closed", board: "8x8" },
  sweep: { lanes: "sweep", kind: "closed", board: "5x6" },
};

export class Lane {
  /** @type {any[]} */
  events = [];
  /** @type {SweepPicture | null} */
  sweep = null;
  said = h("p.event", t("loading"));
  counters = h("dl.counters");
  about = h("div.about");

  /**
   * @param {Model} model @param {Record<string, any>} question @param {string} name of METHODS
   * @param {Palette} palette @param {number} seed
   */
  constructor(model, question, name, palette, seed) {
    this.model = model;
    this.question = question;
    this.name = name;
    this.method = METHODS[name];
    this.seed = seed;
    const title = label("lane", name);
    this.view = new BoardView(model, title, palette);
    this.replay = new Replay(model, []);
    const head = h("h3", title, " ", h("small", label("by", this.method.paper)));
    const parts = [head, this.view.svg, this.said, this.counters, this.about];
    this.element = h("article.lane", { "data-lane": name }, parts);
  }

  /** Ask for the events. */
  async load() {
    const { words, closedOnly, most } = this.method;
    if (closedOnly && this.question.kind !== "closed") return this.fail(t("closedOnly"));
    if (most && this.model.count > most) return this.fail(t("smallOnly", { most }));
    const { question } = this;
    const seed = WITH_SEED.includes(words.method) && { seed: this.seed };
    try {
      this.events = await recording({ question, ...words, ...seed, limit: MOST_EVENTS });
    } catch (error) {
      return this.fail(reason(error), isProof(error) ? "noTour" : "noAnswer");
    }
    const Picture = this.name === "states" ? StatesPicture : SweepPicture;
    if (words.method === "sweep") this.sweep = new Picture(this.view, this.events, this.about);
    else this.replay = new Replay(this.model, this.events);
    return undefined;
  }

  /** @param {string} text @param {"noAnswer" | "noTour"} [loud] */
  fail(text, loud = "noAnswer") {
    this.said.replaceChildren(h("strong.bad", t(loud)), " ", text);
    this.element.classList.add("refused");
  }

  /** @param {number} at how many events have happened */
  show(at) {
    if (!this.events.length) return;
    const end = this.events[this.events.length - 1];
    const whole = at >= this.events.length;
    this.element.classList.toggle("ended", whole && end.event === "found");
    if (this.sweep) {
      this.said.textContent = this.sweep.show(Math.max(1, at));
      return;
    }
    this.replay.go(at);
    this.draw();
    const isCut = whole && this.events.length >= MOST_EVENTS;
    const cut = isCut ? ` ${t("recordingEnds", { count: MOST_EVENTS })}` : "";
    this.said.textContent = `${describe(this.model, this.replay)}${cut}`;
    this.count();
    this.about.replaceChildren(...this.details());
  }

  draw() {
    const { model, replay, view } = this;
    const { last, path, twins, kept } = replay;
    const event = last?.event ?? "";
    const named = (last?.squares ?? []).map(model.read, model);
    const whole = event === "found" || path.length + twins.length >= model.count;
    const all = model.ways(path, kept, twins);
    const inColours = this.name === "colours";
    view.svg.classList.toggle("shades", inColours);
    view.show((square) => {
      const step = path.indexOf(square) + 1;
      if (inColours)
        return { kind: step === 1 ? "said start" : "", text: step ? String(step) : "" };
      const ways = all[square];
      const isFree = ways >= 0 && !whole && path.length > 0;
      const isNamed = named.includes(square);
      const candidate = ways >= 0 && isNamed && ["move", "forced"].includes(event);
      let kind = `${isFree ? `free ${weakness(ways)}` : ""} ${candidate ? "candidate" : ""}`;
      if (isNamed && ENDINGS.includes(event)) kind = `${event} loud`;
      if (square === kept) kind = "said end";
      if (square === path[0]) kind = "said start";
      return { kind, text: isFree ? String(ways) : "" };
    });
    const closed = this.question.kind === "closed" && event === "found" && !twins.length;
    const length = twins.length ? model.count / 2 : model.count;
    // At the end each of two knights comes to the square where the other began.
    const met = event === "found" && twins.length > 0;
    const walks = met
      ? [
          [...path, twins[0]],
          [...twins, path[0]],
        ]
      : [path, twins];
    view.walk(walks[0], { whole: length, closed });
    if (twins.length) view.walk(walks[1], { whole: length, keep: true });
    const rails = replay.rails.map((rail) => ({ ...rail, class: "rail" }));
    if (event === "joined" && rails.length) rails[rails.length - 1].class = "rail new";
    view.link(whole ? [] : rails);
    const heads = whole && closed ? [] : walks.filter((walk) => walk.length);
    const ends = heads.map((walk) => walk[walk.length - 1]);
    view.stand(ends.map((square, at) => ({ square, class: at ? "second" : "" })));
  }

  count() {
    const { last, path } = this.replay;
    const { nodes, backtracks, restarts } = last ?? { nodes: 0, backtracks: 0, restarts: 0 };
    const numbers = Object.entries({ nodes, backtracks, restarts, depth: path.length });
    const shown = numbers.map(([name, number]) =>
      h("div", h("dt", label("counter", name)), h("dd", figure(number))),
    );
    this.counters.replaceChildren(...shown);
  }

  details() {
    const { method } = this.method.words;
    const { decided, happened } = this.replay;
    const chosen = new Map(decided).set("forced", happened.get("forced") ?? 0);
    const goesBack = ["search", "two-knights"].includes(method);
    if (this.name === "colours") return bars("onColours", "colour", SHADES, this.colours());
    return [
      method === "backtrack" ? this.stack() : [],
      decided.size ? bars("whoDecided", "criterion", CRITERIA, chosen) : [],
      goesBack ? bars("whyBack", "end", ENDINGS, happened) : [],
    ].flat();
  }

  /** How many squares of the walk have each colour. */
  colours() {
    const { path } = this.replay;
    const light = path.filter((square) => this.model.isLight(square)).length;
    return new Map([
      ["dark", path.length - light],
      ["light", light],
    ]);
  }

  /** The squares of the walk, the last first, with the number of choices there were. */
  stack() {
    const { path, offered } = this.replay;
    const rows = path.map((square, at) => {
      const title = t("offered", { count: offered[at] });
      return h("li", { title }, this.model.name(square), h("small", ` ${offered[at]}`));
    });
    const top = rows.reverse().slice(0, STACK_SHOWN);
    const rest = rows.length > top.length && h("li.more", `… ${rows.length - top.length}`);
    const props = { reversed: true, "aria-label": t("stack") };
    return [h("h4", t("stack")), h("ol.stack", props, top, rest)];
  }
}

/**
 * A bar for each name that has a number.
 * @param {"whoDecided" | "whyBack" | "onColours"} title @param {string} kind of the names' labels
 * @param {string[]} names @param {Map<string, number>} numbers
 */
function bars(title, kind, names, numbers) {
  const rows = names.flatMap((name) => {
    const value = numbers.get(name);
    return value === undefined ? [] : [{ name: label(kind, name), value }];
  });
  if (!rows.length) return [];
  const max = Math.max(1, ...rows.map(({ value }) => value));
  const lines = rows.map(({ name, value }) => {
    const meter = h("meter", { min: 0, max, value, "aria-label": name });
    return h("li", h("span.name", name), meter, h("span.value", figure(value)));
  });
  return [h("h4", t(title)), h("ul.bars", lines)];
}

/** The last event in words. @param {Model} model @param {Replay} replay */
function describe(model, replay) {
  const event = replay.last;
  if (!event) return t("notBegun");
  const { event: what, tours, nodes, squares: named = [], criterion = "" } = event;
  const squares = named.map((name) => vertexName(model, name)).join(" ");
  const square = event.square === undefined ? "" : vertexName(model, event.square);
  const values = { square, squares, count: named.length, tours, nodes };
  if (what === "move" && criterion)
    return t("saidCriterion", { ...values, criterion: label("criterion", criterion) });
  if (what === "dead-end" && squares) return t("saidLost", values);
  if (what === "joined" && named.includes("apex"))
    return t("saidLast", { square: vertexName(model, named[0]) });
  if (what === "found" && named.length < model.count) return t("saidCounted", values);
  return label("said", what, what, values);
}
