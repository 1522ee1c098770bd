/** A question as the module takes it: squares are numbers of vertices. */

import { Model } from "../js/geometry.js";
import { sentence } from "../js/reasons.js";

/** @import { Name } from "../js/geometry.js" */

/** The words of a question that the module takes; docs/static_page.py reads them too. */
const QUESTION = {
  words: [
    "board",
    "leaper",
    "wrap",
    "holes",
    "kind",
    "start",
    "end",
    "begin",
    "through",
    "avoiding",
    "at",
  ],
};
const SHOWN = 5;
const LEAPERS = /** @type {Record<string, string>} */ ({
  "0,1": "wazir",
  "1,1": "ferz",
  "1,3": "camel",
  "1,4": "giraffe",
  "2,3": "zebra",
});

/** @param {Iterable<number>} numbers */
const inOrder = (numbers) => [...numbers].sort((a, b) => a - b);

export class Asked {
  /** @param {any} record a question in the library's own JSON */
  constructor(record) {
    for (const [name, value] of Object.entries(record))
      if (!QUESTION.words.includes(name) && value !== undefined && value !== false)
        throw new Error(`the word ${name} needs Babieca on a computer`);
    this.model = Model.fromJson(record);
    const { rows, columns, leaper, wrap, holes, size } = this.model;
    this.board = record.board;
    this.place = this.model.toJson();
    /** The square of each vertex. */
    this.squares = Array.from({ length: size }, (_, square) => square).filter(
      (square) => !holes.has(square),
    );
    /** The vertex of each square. */
    this.numbers = new Map(this.squares.map((square, vertex) => [square, vertex]));
    const {
      kind = "closed",
      start,
      end,
      begin = [],
      through = "",
      avoiding = "",
      at = "",
    } = record;
    this.record = { ...record, kind };
    const walk = this.vertices(begin);
    this.question = {
      board: { sides: [rows, columns], wrap, leaper: inOrder(leaper), holes: inOrder(holes) },
      kind,
      start: walk.length ? walk[0] : start === undefined ? -1 : this.vertices(start)[0],
      end: end === undefined ? -1 : this.vertices(end)[0],
      begin: walk.length > 1 ? walk : [],
      through: this.moves(through),
      avoiding: this.moves(avoiding),
      at: this.steps(at),
    };
  }

  /** @param {number} vertex */
  name(vertex) {
    return this.model.name(this.squares[vertex]);
  }

  /** @param {Iterable<number>} vertices */
  names(vertices) {
    return Array.from(vertices, (vertex) => this.name(vertex));
  }

  /** The vertices that are a move away. @param {number} vertex @returns {number[]} */
  near(vertex) {
    const near = this.model.around[this.squares[vertex]];
    return near.map((square) => this.numbers.get(square) ?? -1).sort((a, b) => a - b);
  }

  /** @param {Name} name */
  vertex(name) {
    const vertex = this.numbers.get(this.model.read(name));
    if (vertex === undefined) throw new Error(`${name} is no square of the board ${this.board}`);
    return vertex;
  }

  /** The vertices of squares: their names in a text or a list. @param {string | Name[]} squares */
  vertices(squares) {
    const names = typeof squares === "string" ? squares.split(/[\s,-]+/).filter(Boolean) : squares;
    return names.map((name) => this.vertex(name));
  }

  /** @param {string | Name[][]} moves such as `a1-b3,c1-d3` @returns {number[][]} */
  moves(moves) {
    const pairs = typeof moves === "string" ? moves.split(",").filter(Boolean) : moves;
    return pairs.map((pair) => this.vertices(pair));
  }

  /** Given steps such as `c3=15,e4=30`. @param {string | Record<string, number>} at */
  steps(at) {
    const pairs =
      typeof at === "string"
        ? at.split(/[\s,]+/).filter(Boolean).map((each) => each.split("=")) // prettier-ignore
        : Object.entries(at);
    return pairs.map(([name, step]) => [this.vertex(name), Number(step)]);
  }

  /** A reason of the module with names, and its text in English. @param {any} told @returns {any} */
  reason({ code, arguments: given, source }) {
    /** @type {Record<string, any>} */
    const named = {};
    for (const [name, value] of Object.entries(given)) {
      named[name] = value === null ? this.title : value.code ? this.reason(value) : value;
      if (!value?.vertices) continue;
      named[name] = this.names(value.vertices);
      if (value.count > named[name].length) named[`${name}_count`] = value.count;
    }
    const reason = { code, arguments: named, source };
    return { ...reason, text: sentence(reason, "en") };
  }

  /** The board as the library writes it. */
  get title() {
    const { leaper, wrap, holes } = this.model;
    const parts = [this.board];
    if (leaper.join() !== "1,2") parts.push(`${LEAPERS[leaper.join()] ?? `(${leaper})`} board`);
    if (wrap.includes(true)) parts.push(wrap[0] && wrap[1] ? "torus" : "cylinder");
    if (holes.size) parts.push(holes.size > 1 ? `with ${holes.size} holes` : "with 1 hole");
    return parts.join(" ");
  }

  /** The question for tours that begin with a walk. @param {number[]} walk */
  beginning(walk) {
    const start = walk.length ? walk[0] : -1;
    return { ...this.question, start, begin: walk.length > 1 ? walk : [] };
  }

  /** Why a walk is no tour; empty if it is one. @param {number[]} walk */
  fault(walk) {
    const visited = new Set(walk);
    const broken = walk.findIndex(
      (vertex, at) => at > 0 && !this.near(walk[at - 1]).includes(vertex),
    );
    if (broken > 0 || visited.size < walk.length) return "the squares are no walk";
    const missing = this.squares
      .map((_, vertex) => vertex)
      .filter((vertex) => !visited.has(vertex));
    if (missing.length) {
      const shown = this.names(missing.slice(0, SHOWN)).join(", ");
      const more = missing.length > SHOWN ? ", …" : "";
      const [noun, is] = missing.length === 1 ? ["square", "is"] : ["squares", "are"];
      return `${missing.length} ${noun} ${is} missing: ${shown}${more}`;
    }
    const { kind } = this.question;
    const meet = walk.length > 2 && this.near(walk[0]).includes(walk[walk.length - 1]);
    if (kind === "closed" && !meet) return "the ends are not a move apart";
    return kind === "open" && meet ? "the ends are a move apart" : "";
  }
}
