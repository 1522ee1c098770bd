// @ts-check
/** One method at work: a board, what it says, its counters, and what its paper looks at. */

import { ask } from "./api.js";
import { BoardView } from "./board.js";
import { grouped, h } from "./dom.js";
import { spoken, t } from "./i18n.js";
import { METHODS } from "./lanes.js";
import { Replay } from "./replay.js";
import { SweepPicture } from "./sweep.js";

/** @typedef {import("./geometry.js").Model} Model */
/** @typedef {import("./board.js").Palette} Palette */
/** @typedef {import("./i18n.js").Key} Key */

const MOST_EVENTS = 15000;
const SECONDS = 6;
const STACK_SHOWN = 14;
/** In the order in which they are asked. */
const CRITERIA = ["degree", "corner", "edge", "random", "order"];
const ENDINGS = /** @type {const} */ (["dead-end", "island", "dangling", "divided", "known"]);

export class Lane {
  /**
   * @param {Model} model
   * @param {Record<string, any>} question
   * @param {string} name of METHODS
   * @param {Palette} palette
   * @param {number} seed
   */
  constructor(model, question, name, palette, seed) {
    this.model = model;
    this.question = question;
    this.name = name;
    this.method = METHODS[name];
    this.seed = seed;
    /** @type {any[]} */
    this.events = [];
    this.view = new BoardView(model, { label: t(this.method.text) }).paint(palette);
    this.replay = new Replay(model, []);
    /** @type {SweepPicture | null} */
    this.sweep = null;
    this.said = h("p", { class: "event" }, t("loading"));
    this.counters = h("dl", { class: "counters" });
    this.about = h("div", { class: "about" });
    this.element = h(
      "article",
      { class: "lane", "data-lane": name },
      h("h3", {}, t(this.method.text), " ", h("small", {}, t(this.method.paper))),
      this.view.svg,
      this.said,
      this.counters,
      this.about,
    );
  }

  get isSweep() {
    return this.method.words.method === "sweep";
  }

  /** @returns {Promise<boolean>} whether there is something to watch */
  async load() {
    const refused = this.refusal();
    if (refused) return this.fail(refused);
    const words = {
      question: this.question,
      ...this.method.words,
      limit: MOST_EVENTS,
      timeout: SECONDS,
    };
    if (["warnsdorff", "two-knights"].includes(this.method.words.method))
      Object.assign(words, { seed: this.seed });
    try {
      this.events = await ask("trace", words);
    } catch (error) {
      return this.fail(error instanceof Error ? error.message : String(error));
    }
    if (this.isSweep) this.sweep = new SweepPicture(this.view, this.events, this.about);
    else this.replay = new Replay(this.model, this.events);
    return true;
  }

  refusal() {
    if (this.method.closedOnly && this.question.kind !== "closed") return t("closedOnly");
    if (this.method.most && this.model.count > this.method.most)
      return t("smallOnly", { most: this.method.most });
    return "";
  }

  /** @param {string} text */
  fail(text) {
    this.said.replaceChildren(h("strong", { class: "bad" }, t("noAnswer")), " ", text);
    this.element.classList.add("refused");
    return false;
  }

  get length() {
    return this.events.length;
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
    const cut =
      whole && this.events.length >= MOST_EVENTS
        ? ` ${t("recordingEnds", { count: MOST_EVENTS })}`
        : "";
    this.said.textContent = `${describe(this.model, this.replay)}${cut}`;
    this.count();
    this.about.replaceChildren(...this.details());
  }

  draw() {
    const { model, replay } = this;
    const last = replay.last;
    const ways = model.ways(replay.path, replay.kept, replay.twins);
    const classes = new Map();
    const texts = new Map();
    const named = new Set(
      (last?.squares ?? []).filter((name) => name !== "apex").map((name) => model.read(name)),
    );
    const whole =
      last?.event === "found" || replay.path.length + replay.twins.length >= model.count;
    for (let square = 0; square < model.size; ++square) {
      if (ways[square] < 0) continue;
      if (!whole && replay.path.length) {
        texts.set(square, String(ways[square]));
        classes.set(
          square,
          ways[square] === 0 ? "free island" : ways[square] === 1 ? "free dangling" : "free",
        );
      }
    }
    if (last && (last.event === "move" || last.event === "forced")) {
      for (const square of named)
        if (ways[square] >= 0) classes.set(square, `${classes.get(square) ?? ""} candidate`);
    }
    if (last && ENDINGS.some((one) => one === last.event)) {
      for (const square of named) classes.set(square, `${last.event} loud`);
    }
    if (replay.kept >= 0) classes.set(replay.kept, "end");
    if (replay.path.length) classes.set(replay.path[0], "start");
    this.view.show({ classes, texts });
    const closed =
      this.question.kind === "closed" && last?.event === "found" && !replay.twins.length;
    this.view.walk(replay.path, {
      whole: replay.twins.length ? model.count / 2 : model.count,
      closed,
    });
    const newest = last?.event === "joined" ? replay.rails.length - 1 : -1;
    this.view.link(
      whole
        ? []
        : replay.rails.map((rail, at) => ({ ...rail, class: at === newest ? "rail new" : "rail" })),
    );
    if (replay.twins.length) this.view.walk(replay.twins, { whole: model.count / 2, keep: true });
    const heads = [replay.path, replay.twins].filter((walk) => walk.length && !(whole && closed));
    this.view.stand(
      heads.map((walk, at) => ({ square: walk[walk.length - 1], class: at ? "second" : "" })),
    );
  }

  count() {
    const last = this.replay.last;
    const numbers = /** @type {[Key, number][]} */ ([
      ["nodes", last?.nodes ?? 0],
      ["backtracks", last?.backtracks ?? 0],
      ["restarts", last?.restarts ?? 0],
      ["depth", this.replay.path.length],
    ]);
    this.counters.replaceChildren(
      ...numbers.map(([key, value]) =>
        h("div", {}, h("dt", {}, t(key)), h("dd", {}, grouped(value, spoken()))),
      ),
    );
  }

  details() {
    const { replay, model } = this;
    const parts = [];
    if (this.method.words.method === "backtrack") {
      const top = replay.path
        .map((square, at) => [model.name(square), replay.offered[at]])
        .reverse();
      parts.push(
        h("h4", {}, t("stack")),
        h(
          "ol",
          { class: "stack", reversed: true, "aria-label": t("stack") },
          top
            .slice(0, STACK_SHOWN)
            .map(([name, offered]) =>
              h(
                "li",
                { title: t("offered", { count: offered }) },
                name,
                h("small", {}, ` ${offered}`),
              ),
            ),
          top.length > STACK_SHOWN && h("li", { class: "more" }, `… ${top.length - STACK_SHOWN}`),
        ),
      );
    }
    if (replay.decided.size) {
      const most = Math.max(...replay.decided.values());
      const forced = replay.happened.get("forced") ?? 0;
      const decided = CRITERIA.filter((name) => replay.decided.has(name));
      const rows = /** @type {[string, number][]} */ ([
        ...decided.map((name) => [name, replay.decided.get(name) ?? 0]),
        ["forced", forced],
      ]);
      parts.push(
        h("h4", {}, t("whoDecided")),
        bars(
          rows.map(([name, value]) => [t(/** @type {Key} */ (`by_${name}`)), value]),
          Math.max(most, forced),
        ),
      );
    }
    if (this.method.words.method === "search" || this.method.words.method === "two-knights") {
      const rows = ENDINGS.map(
        (one) => /** @type {[string, number]} */ ([t(`end_${one}`), replay.happened.get(one) ?? 0]),
      );
      const seen = rows.filter(([, value]) => value > 0);
      if (seen.length)
        parts.push(
          h("h4", {}, t("whyBack")),
          bars(seen, Math.max(...seen.map(([, value]) => value))),
        );
    }
    return parts;
  }
}

/**
 * @param {[string, number][]} rows
 * @param {number} most
 */
export function bars(rows, most) {
  return h(
    "ul",
    { class: "bars" },
    rows.map(([name, value]) =>
      h(
        "li",
        {},
        h("span", { class: "name" }, name),
        h("meter", { min: 0, max: Math.max(1, most), value, "aria-label": name }),
        h("span", { class: "value" }, grouped(value, spoken())),
      ),
    ),
  );
}

/**
 * What just happened, in words.
 * @param {Model} model
 * @param {Replay} replay
 */
function describe(model, replay) {
  const event = replay.last;
  if (!event) return t("notBegun");
  const square = event.square === undefined ? "" : model.name(model.read(event.square));
  const named = (/** @type {import("./replay.js").Name} */ name) =>
    name === "apex" ? t("apex") : model.name(model.read(name));
  const squares = (event.squares ?? []).map(named).join(" ");
  const values = {
    square,
    squares,
    count: event.squares?.length ?? 0,
    tours: event.tours,
    nodes: event.nodes,
  };
  if (event.event === "move" && event.criterion) {
    return t("saidCriterion", {
      ...values,
      criterion: t(/** @type {Key} */ (`by_${event.criterion}`)),
    });
  }
  if (event.event === "dead-end" && squares) return t("saidLost", values);
  if (event.event === "joined" && event.squares?.includes("apex"))
    return t("saidLast", { square: named(event.squares[0]) });
  if (event.event === "found" && !(event.squares && event.squares.length >= model.count))
    return t("saidCounted", values);
  return t(/** @type {Key} */ (`said_${event.event}`), values);
}
