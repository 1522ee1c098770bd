/** A question as the module takes it: squares are numbers of vertices. */

import { Model } from "../js/geometry.js";
import { sentence } from "../js/reasons.js";

/** @import { Name, Pair } from "../js/geometry.js" */
/** @import { Reason } from "../js/reasons.js" */

const BAD_INPUT = 2;

/** An answer that says why there is no other. Exit codes: 1 a proof, 2 bad input, 3 undecided. */
export class Refusal extends Error {
  /** @param {Exclude<Reason, string>} reason @param {number} [code] */
  constructor(reason, code = BAD_INPUT) {
    const none = { code: "no_such_tour", arguments: { because: reason } };
    super(sentence(code === 1 ? none : reason, "en"));
    this.code = code;
    this.reason = { source: null, ...reason };
  }
}

/** @param {Iterable<number>} numbers */
const inOrder = (numbers) => [...numbers].sort((a, b) => a - b);

/** A value as the library quotes it. @param {any} value */
const quoted = (value) => (typeof value === "string" ? `'${value}'` : JSON.stringify(value));

/** A reason with its text in English. @param {any} reason */
const told = (reason) => ({ ...reason, text: sentence(reason, "en") });

/** A reason of the page itself. @param {string} code @param {Record<string, any>} [given] */
export const because = (code, given = {}) => told({ code, arguments: given, source: null });

/**
 * How the words of a question are read and written: `unsaid` stands for a word that is left out.
 * @type {Record<string, {unsaid: any, read: (asked: Asked, value: any, name: string) => any, write: (asked: Asked, value: any) => any}>}
 */
const FORMS = {
  square: {
    unsaid: -1,
    read: (asked, square, name) => asked.read(name, () => asked.vertex(square)),
    write: (asked, vertex) => asked.name(vertex),
  },
  walk: {
    unsaid: [],
    read: (asked, walk, name) =>
      asked.read(name, () => asked.list(walk).map((square) => asked.vertex(square))),
    write: (asked, walk) => asked.names(walk),
  },
  moves: {
    unsaid: [],
    read: (asked, moves, name) => asked.read(name, () => asked.moves(moves)),
    write: (asked, moves) => moves.map((/** @type {number[]} */ move) => asked.names(move)),
  },
  steps: {
    unsaid: [],
    read: (asked, steps, name) => asked.steps(steps, name),
    write: (asked, steps) =>
      steps.map((/** @type {number[]} */ [vertex, step]) => [asked.name(vertex), step]),
  },
};

export class Asked {
  /** The squares that are holes, in order. @type {number[]} */
  holes = [];
  /** The square of each vertex. @type {number[]} */
  squares = [];
  /** The vertex of each square. @type {Map<number, number>} */
  numbers = new Map();

  /** @param {any} question in the library's own JSON; `abilities.js` has checked its words @param {any} core */
  constructor(question, core) {
    const { board, leaper = "1,2", wrap = false, holes = [] } = question;
    const { kind = "closed" } = question;
    /** The words that the core obeys, with their forms. @type {Record<string, string>} */
    this.obeyed = core.obeyed();
    const [rows, columns] = board.split("x").map(Number);
    const joined = Array.isArray(wrap) ? wrap : [wrap, wrap];
    const lengths = typeof leaper === "string" ? leaper.split(",").map(Number) : leaper;
    const how = { leaper: /** @type {Pair} */ (inOrder(lengths)), wrap: joined };
    /** The board with its holes, whose squares have names. @type {Model} */
    this.model = new Model(rows, columns, how);
    this.board = this.model.toJson().board;
    this.number([]);
    const named = this.read("holes", () => this.list(holes).map((hole) => this.square(hole)));
    this.model = new Model(rows, columns, { ...how, holes: this.model.named(named) });
    this.number(inOrder(this.model.holes));
    const place = { sides: [rows, columns], wrap: joined, leaper: how.leaper, holes: this.holes };
    /** The board as the library writes it. @type {string} */
    this.title = core.title({ board: place }).title;
    const obeyed = Object.entries(this.obeyed).map(([name, form]) => {
      const { unsaid, read } = FORMS[form];
      const said = question[name];
      return [name, (said ?? null) === null ? unsaid : read(this, said, name)];
    });
    /** The question as the core takes it. @type {Record<string, any>} */
    this.question = { board: place, kind, ...Object.fromEntries(obeyed) };
    Object.assign(this.question, this.good(core.settled(this.question)));
    this.record = this.written();
  }

  /** Number the squares that are not holes. @param {number[]} holes */
  number(holes) {
    const { size } = this.model;
    this.holes = holes;
    this.squares = Array.from({ length: size }, (_, at) => at).filter((at) => !holes.includes(at));
    this.numbers = new Map(this.squares.map((square, vertex) => [square, vertex]));
  }

  /** The result of a call of the module, with names in its reasons; throw its error. @param {any} result */
  good(result) {
    const told = { ...result };
    for (const key of ["proof", "reason"]) if (told[key]) told[key] = this.reason(told[key]);
    if (told.error) throw new Refusal(told.reason, told.code);
    return told;
  }

  /** The board in the library's JSON. */
  get place() {
    const { board, leaper, wrap } = this.model.toJson();
    const holes = this.holes.map((hole) => this.model.pair(hole));
    return {
      board,
      ...(leaper && { leaper }),
      ...(wrap && { wrap }),
      ...(holes.length && { holes }),
    };
  }

  /** The question in the library's JSON, with the words that were said. */
  written() {
    const words = this.said().map(([name, form]) => [
      name,
      FORMS[form].write(this, this.question[name]),
    ]);
    return { ...this.place, kind: this.question.kind, ...Object.fromEntries(words) };
  }

  /** The words that the core obeys and the question says, with their forms. */
  said() {
    const { question } = this;
    return Object.entries(this.obeyed).filter(
      ([name, form]) => `${question[name]}` !== `${FORMS[form].unsaid}`,
    );
  }

  /** A tour in the library's JSON. @param {Iterable<number>} vertices */
  tour(vertices) {
    const walk = [...vertices];
    const meet = this.meet(walk);
    const own = meet ? (this.question.kind === "closed" ? "closed" : "path") : "open";
    return { ...this.place, kind: own, squares: this.names(walk) };
  }

  /** Whether the ends of a walk are a move apart. @param {number[]} walk */
  meet(walk) {
    return walk.length > 2 && this.near(walk[0]).includes(walk[walk.length - 1]);
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

  // Words --------------------------------------------------------------------------------------

  /**
   * The value of a word; an error names the word.
   * @template Value @param {string} name @param {() => Value} reading @returns {Value}
   */
  read(name, reading) {
    try {
      return reading();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal(because("name_error", { name, error: error.reason }));
    }
  }

  /** @param {Name | number} named @returns {number} the index of a square that is no hole */
  square(named) {
    const { model, board } = this;
    const index = typeof named === "number" ? named : Number(/^\d+$/.exec(String(named)) ?? NaN);
    const isIndex = !Number.isNaN(index) && !Array.isArray(named);
    const known = Array.isArray(named) || /^(\(\d+,\d+\)|[a-z]{1,2}\d+)$/.test(String(named));
    if (!isIndex && !known) {
      const written = "c4, (3,2) or 26";
      throw new Refusal(because("not_a_square_text", { text: quoted(named), written }));
    }
    const found = isIndex ? index : model.read(/** @type {Name} */ (named));
    const square = quoted(named);
    if (!(found >= 0 && found < model.size)) {
      const corners = [0, model.size - 1].map((at) => (isIndex ? `${at}` : model.name(at)));
      const [first, last] = corners;
      throw new Refusal(because("square_off", { square, board, first, last }));
    }
    if (this.holes.includes(found)) throw new Refusal(because("square_is_hole", { square }));
    return found;
  }

  /** @param {Name | number} named */
  vertex(named) {
    return /** @type {number} */ (this.numbers.get(this.square(named)));
  }

  /** Squares in a text or a list. @param {string | Name[]} squares @returns {Name[]} */
  list(squares) {
    return typeof squares === "string" ? (squares.match(/\([^)]*\)|[^\s,-]+/g) ?? []) : squares;
  }

  /** @param {string | Name[][]} moves such as `a1-b3,c1-d3` @returns {number[][]} */
  moves(moves) {
    const text = typeof moves === "string" ? (moves.match(/[^\s,]+/g) ?? []) : moves;
    const pairs = text.map((move) => this.list(move).map((square) => this.vertex(square)));
    for (const [u, v] of pairs)
      if (!this.near(u).includes(v))
        throw new Refusal(
          because("not_a_move_apart", { first: this.name(u), second: this.name(v) }),
        );
    return pairs;
  }

  /** Given steps such as `c3=15,e4=30`. @param {string | [Name, number][] | Record<string, number>} at @param {string} word @returns {number[][]} */
  steps(at, word) {
    const text = typeof at === "string";
    const pairs = text
      ? at.split(/[\s,]+(?![^(]*\))/).filter(Boolean).map((each) => each.split("=")) // prettier-ignore
      : Array.isArray(at) ? at : Object.entries(at); // prettier-ignore
    const count = this.squares.length;
    const [vertices, steps] = [new Set(), new Set()];
    return pairs.map(([name, digits]) => {
      if (text && !/^\d+$/.test(String(digits))) {
        throw new Refusal(because("not_givens", { at: quoted(at) }));
      }
      const vertex = this.read(word, () => this.vertex(name));
      const given = { square: this.name(vertex), number: String(digits) };
      const step = Number(digits);
      if (step < 1 || step > count)
        throw new Refusal(because("at_has_numbers_from", { count, ...given }));
      if (vertices.has(vertex) || steps.has(step))
        throw new Refusal(because("at_has_square_number", given));
      vertices.add(vertex);
      steps.add(step);
      return [vertex, step];
    });
  }

  // Reasons ------------------------------------------------------------------------------------

  /** A reason of the module with names. @param {any} told @returns {any} */
  reason({ code, arguments: given, source }) {
    /** @type {Record<string, any>} */
    const named = {};
    for (const [name, value] of Object.entries(given)) {
      named[name] = value === null ? this.title : value.code ? this.reason(value) : value;
      if (!value?.vertices) continue;
      named[name] = this.names(value.vertices);
      if (value.count > named[name].length) named[`${name}_count`] = value.count;
    }
    return told({ code, arguments: named, source });
  }
}
