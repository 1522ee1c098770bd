/** The board of the page: squares are indices, row 0 is at the bottom, as in the library. */

/** @typedef {string | number[]} Name a square as the API writes it: `a1`, or `[row, column]` */
/** @typedef {[number, number]} Pair */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const NAMES = /\(\d+,\d+\)|[a-z]{1,2}\d+/g;
/** The longest side of a board. */
export const MOST = 40;

/** The letters of a column, as in spreadsheets: aa follows z. @param {number} column */
export const columnName = (column) =>
  (LETTERS[Math.floor(column / 26) - 1] ?? "") + LETTERS[column % 26];

/** @param {string} letters one or two */
const columnNumber = (letters) =>
  26 * (LETTERS.indexOf(letters.slice(0, -1)) + (letters.length > 1 ? 1 : 0)) +
  LETTERS.indexOf(letters.slice(-1));

/** Whether a board has two sides, or is no board: the page draws no others. */
/** @param {string} board */
export const isFlat = (board) => !/^\d+(x\d+){2,}$|^\d+$/.test(board);

/** The name of a free square that cannot be left, or not even entered. @param {number} ways */
export function weakness(ways) {
  return ways === 0 ? "island" : ways === 1 ? "dangling" : "";
}

export class Model {
  /**
   * @param {number} rows @param {number} columns
   * @param {{leaper?: Pair, wrap?: boolean[], holes?: Name[]}} [how]
   */
  constructor(rows, columns, { leaper = [1, 2], wrap = [false, false], holes = [] } = {}) {
    this.rows = rows;
    this.columns = columns;
    this.leaper = leaper;
    this.wrap = wrap;
    this.size = rows * columns;
    this.holes = new Set(holes.map((hole) => this.read(hole)).filter((square) => square >= 0));
    const [a, b] = leaper;
    const signed = (/** @type {number} */ step) => (step ? [step, -step] : [0]);
    /** The moves as steps up and to the right. @type {Pair[]} */
    this.moves = (a === b ? [leaper] : [leaper, [b, a]]).flatMap(([up, right]) =>
      signed(up).flatMap((x) => signed(right).map((y) => /** @type {Pair} */ ([x, y]))),
    );
    /** The squares that are a move away from each square. */
    this.around = Array.from({ length: this.size }, (_, square) => this.reachable(square));
  }

  /** The board of an answer of the API. @param {any} record */
  static fromJson({ board, leaper, wrap = false, holes }) {
    const [rows, columns] = board.split("x").map(Number);
    const joined = Array.isArray(wrap) ? wrap : [wrap, wrap];
    return new Model(rows, columns, { leaper, wrap: joined, holes });
  }

  /** The board of an address; usual values replace impossible ones. */
  /** @param {Record<string, string>} state */
  static fromState({ board, leaper, wrap, holes }) {
    const sides = /^(\d+)x(\d+)$/.exec(board)?.slice(1) ?? [8, 8];
    const [rows, columns] = sides.map((side) => Math.min(MOST, Math.max(1, Number(side))));
    const steps = /** @type {Pair} */ (leaper.split(",").map(Number));
    const good =
      steps.length === 2 &&
      steps.every((step) => step >= 0 && step < MOST) &&
      steps[0] + steps[1] > 0;
    return new Model(rows, columns, {
      leaper: good ? steps : undefined,
      wrap: [wrap.includes("0"), wrap.includes("1")],
      holes: holes.match(NAMES) ?? [],
    });
  }

  /** The keys of the state that describe this board. @returns {Record<string, string>} */
  toState() {
    const joined = [0, 1].filter((axis) => this.wrap[axis]);
    return {
      board: `${this.rows}x${this.columns}`,
      leaper: this.leaper.join(),
      wrap: joined.join(),
      holes: this.squaresText(this.holes),
    };
  }

  /** The number of squares to visit. */
  get count() {
    return this.size - this.holes.size;
  }

  /** @param {number} square @returns {Pair} its row and column */
  pair(square) {
    return [Math.floor(square / this.columns), square % this.columns];
  }

  /** The square a1 is dark, and every move of a knight changes the colour. @param {number} square */
  isLight(square) {
    const [row, column] = this.pair(square);
    return (row + column) % 2 === 1;
  }

  /** The size as people write it. */
  get title() {
    return `${this.rows} × ${this.columns}`;
  }

  /** @param {number} square @param {Pair} move @returns {number} -1 outside the board */
  after(square, [up, right]) {
    let row = Math.floor(square / this.columns) + up;
    let column = (square % this.columns) + right;
    if (this.wrap[0]) row = ((row % this.rows) + this.rows) % this.rows;
    if (this.wrap[1]) column = ((column % this.columns) + this.columns) % this.columns;
    return this.inside(row, column);
  }

  /** @param {number} square */
  reachable(square) {
    if (this.holes.has(square)) return [];
    const found = new Set(this.moves.map((move) => this.after(square, move)));
    return [...found].filter((to) => to >= 0 && to !== square && !this.holes.has(to));
  }

  /** The step from one square to another; the direct step if joined borders offer several. */
  /** @param {number} from @param {number} to */
  step(from, to) {
    const [[row, column], [u, v]] = [this.pair(from), this.pair(to)];
    const moves = this.moves.filter((move) => this.after(from, move) === to);
    const direct = moves.find(([up, right]) => up === u - row && right === v - column);
    return direct ?? moves[0] ?? [u - row, v - column];
  }

  /** @param {number} row @param {number} column @returns {number} -1 outside the board */
  inside(row, column) {
    const good = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return good ? row * this.columns + column : -1;
  }

  /** @param {number} square */
  name(square) {
    const [row, column] = this.pair(square);
    return `${columnName(column)}${row + 1}`;
  }

  /** @param {number[]} squares @returns {Name[]} as the API writes them */
  named(squares) {
    return squares.map((square) => this.name(square));
  }

  /** @param {Name} name @returns {number} -1 if it names no square of the board */
  read(name) {
    const pair = Array.isArray(name) ? name : name.match(/^\(?(\d+)[,.](\d+)\)?$/)?.slice(1);
    if (pair) return this.inside(Number(pair[0]), Number(pair[1]));
    const parts = /^([a-z]{1,2})(\d+)$/.exec(String(name));
    return parts ? this.inside(Number(parts[2]) - 1, columnNumber(parts[1])) : -1;
  }

  /** The squares of the board that a text names, without holes. @param {string} text */
  squaresIn(text) {
    const read = (text.match(NAMES) ?? []).map((name) => this.read(name));
    return read.filter((square) => square >= 0 && !this.holes.has(square));
  }

  /** The moves in a text such as `a1-b3,c1-d3`. @param {string} text */
  movesIn(text) {
    const read = this.squaresIn(text);
    const pairs = read.map((from, at) => /** @type {Pair} */ ([from, read[at + 1]]));
    return pairs.filter(([from, to], at) => at % 2 === 0 && this.around[from].includes(to));
  }

  /** @param {Iterable<number>} squares */
  squaresText(squares) {
    return Array.from(squares, (square) => this.name(square)).join(" ");
  }

  /** The steps that a text such as `c3=15,e4=30` gives to squares, without repeated and wrong ones. */
  /** @param {string} text @returns {Map<number, number>} */
  stepsIn(text) {
    const steps = new Map();
    for (const [, name, digits] of text.matchAll(/([a-z]{1,2}\d+|\(\d+,\d+\))=(\d+)/g)) {
      const [square] = this.squaresIn(name);
      const step = Number(digits);
      const isNew =
        square !== undefined && !steps.has(square) && ![...steps.values()].includes(step);
      if (isNew && step >= 1 && step <= this.count) steps.set(square, step);
    }
    return steps;
  }

  /** @param {Map<number, number>} steps by square */
  stepsText(steps) {
    const inOrder = [...steps].sort(([, one], [, other]) => one - other);
    return inOrder.map(([square, step]) => `${this.name(square)}=${step}`).join(",");
  }

  /** @param {Pair[]} moves */
  movesText(moves) {
    return moves.map(([from, to]) => `${this.name(from)}-${this.name(to)}`).join(",");
  }

  /** The board in the library's own JSON. */
  toJson() {
    /** @type {Record<string, any>} */
    const record = { board: `${this.rows}x${this.columns}` };
    if (this.leaper.join() !== "1,2") record.leaper = this.leaper;
    if (this.wrap.includes(true)) record.wrap = this.wrap;
    if (this.holes.size) record.holes = this.named([...this.holes].sort((a, b) => a - b));
    return record;
  }

  /**
   * Bañón's W of each free square: from how many squares the knight can still enter it, its own
   * among them. It is -1 for visited squares, holes, and the square kept for the end.
   * @param {number[]} path @param {number} [kept] @param {number[]} [twins] the second knight's path
   */
  ways(path, kept = -1, twins = []) {
    const gone = new Set([...path, ...twins, ...this.holes, kept]);
    const heads = new Set([path[path.length - 1], twins[twins.length - 1]]);
    return this.around.map((near, square) =>
      gone.has(square) ? -1 : near.filter((other) => !gone.has(other) || heads.has(other)).length,
    );
  }
}
