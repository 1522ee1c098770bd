/** A question as the module takes it: squares are numbers of vertices. */

import { Model } from "../js/geometry.js";
import { sentence } from "../js/reasons.js";

/** @import { Name } from "../js/geometry.js" */

/** @param {Iterable<number>} numbers */
const inOrder = (numbers) => [...numbers].sort((a, b) => a - b);

export class Asked {
  /** @param {any} record a question in the library's own JSON @param {any} core the module */
  constructor(record, core) {
    const { board, leaper, wrap, holes, ...words } = record;
    this.model = Model.fromJson({ board, leaper, wrap, holes });
    const { model } = this;
    this.board = board;
    this.place = model.toJson();
    /** The square of each vertex. */
    this.squares = Array.from({ length: model.size }, (_, square) => square).filter(
      (square) => !model.holes.has(square),
    );
    /** The vertex of each square. */
    this.numbers = new Map(this.squares.map((square, vertex) => [square, vertex]));
    const [short, long] = inOrder(model.leaper);
    const place = { sides: [model.rows, model.columns], wrap: model.wrap, leaper: [short, long] };
    /** @type {Record<string, any>} */
    this.question = { board: { ...place, holes: inOrder(model.holes) }, kind: "closed" };
    /** What each word of the core holds. @type {Record<string, string>} */
    const known = core.question_words();
    for (const [name, value] of Object.entries(words)) {
      if (value === undefined || value === false) continue;
      if (!(name in known)) throw new Error(`the word ${name} needs Babieca on a computer`);
      this.question[name] = this.read(known[name], value);
    }
    this.record = { ...record, kind: this.question.kind };
    /** The board as the library writes it. @type {string} */
    this.title = core.title(this.question).title;
  }

  /** A word as the module takes it. @param {string} shape @param {any} value */
  read(shape, value) {
    if (shape === "text") return value;
    if (shape === "pairs") return this.pairs(value);
    const vertices = this.vertices(value);
    return shape === "vertex" ? vertices[0] : vertices;
  }

  /** @param {number} vertex */
  name(vertex) {
    return this.model.name(this.squares[vertex]);
  }

  /** @param {Iterable<number>} vertices */
  names(vertices) {
    return Array.from(vertices, (vertex) => this.name(vertex));
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

  /** Moves such as `a1-b3,c1-d3`, or steps such as `c3=15,e4=30`. */
  /** @param {string | any[][] | Record<string, number>} given @returns {number[][]} */
  pairs(given) {
    const texts = typeof given === "string" ? (given.match(/[^\s,=-]+/g) ?? []) : [];
    const paired = texts.flatMap((text, at) => (at % 2 ? [[texts[at - 1], text]] : []));
    const listed = Array.isArray(given) ? given : Object.entries(given);
    const pairs = typeof given === "string" ? paired : listed;
    const number = (/** @type {Name | number} */ each) =>
      /^\d+$/.test(String(each)) ? Number(each) : this.vertex(/** @type {Name} */ (each));
    return pairs.map((pair) => pair.map(number));
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
}
