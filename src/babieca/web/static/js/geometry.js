// @ts-check
/** Boards as the page sees them: squares are indices, row 0 at the bottom, as in the library. */

/** @typedef {{rows: number, columns: number, leaper: [number, number], wrap: [boolean, boolean], holes: number[]}} Shape */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export class Model {
  /** @param {Shape} shape */
  constructor(shape) {
    this.rows = shape.rows;
    this.columns = shape.columns;
    this.leaper = shape.leaper;
    this.wrap = shape.wrap;
    this.size = shape.rows * shape.columns;
    this.holes = new Set(shape.holes.filter((hole) => hole < this.size));
    /** @type {number[][]} */
    this.around = [];
    for (let square = 0; square < this.size; ++square) this.around.push(this.reachable(square));
  }

  /** How many squares there are to visit. */
  get count() {
    return this.size - this.holes.size;
  }

  get hasNames() {
    return this.columns <= LETTERS.length;
  }

  /** The moves as pairs of steps up and to the right. */
  get moves() {
    const [a, b] = this.leaper;
    /** @type {[number, number][]} */
    const moves = [];
    for (const [up, right] of a === b
      ? [[a, b]]
      : [
          [a, b],
          [b, a],
        ]) {
      for (const x of up ? [up, -up] : [0]) {
        for (const y of right ? [right, -right] : [0]) moves.push([x, y]);
      }
    }
    return moves;
  }

  /**
   * @param {number} square
   * @param {[number, number]} move
   * @returns {number} -1 outside the board
   */
  after(square, [up, right]) {
    let row = Math.floor(square / this.columns) + up;
    let column = (square % this.columns) + right;
    if (this.wrap[0]) row = ((row % this.rows) + this.rows) % this.rows;
    if (this.wrap[1]) column = ((column % this.columns) + this.columns) % this.columns;
    if (row < 0 || row >= this.rows || column < 0 || column >= this.columns) return -1;
    return row * this.columns + column;
  }

  /** @param {number} square */
  reachable(square) {
    if (this.holes.has(square)) return [];
    const found = new Set(this.moves.map((move) => this.after(square, move)));
    return [...found].filter((to) => to >= 0 && to !== square && !this.holes.has(to));
  }

  /**
   * The step from one square to the next: the shortest one where borders are joined.
   * @param {number} from
   * @param {number} to
   * @returns {[number, number]}
   */
  step(from, to) {
    const straight = /** @type {[number, number]} */ ([
      Math.floor(to / this.columns) - Math.floor(from / this.columns),
      (to % this.columns) - (from % this.columns),
    ]);
    const moves = this.moves.filter((move) => this.after(from, move) === to);
    return (
      moves.find((move) => move[0] === straight[0] && move[1] === straight[1]) ??
      moves[0] ??
      straight
    );
  }

  /** @param {number} square */
  name(square) {
    const row = Math.floor(square / this.columns);
    const column = square % this.columns;
    return this.hasNames ? `${LETTERS[column]}${row + 1}` : `(${row},${column})`;
  }

  /**
   * A square as the API has it.
   * @param {number} square
   * @returns {string | number[]}
   */
  written(square) {
    if (this.hasNames) return this.name(square);
    return [Math.floor(square / this.columns), square % this.columns];
  }

  /**
   * @param {string | number[]} text a name or coordinates
   * @returns {number} -1 for what is no square
   */
  read(text) {
    const pair = Array.isArray(text)
      ? text
      : text
          .match(/^\(?(\d+)[,.](\d+)\)?$/)
          ?.slice(1)
          .map(Number);
    if (pair) return this.inside(pair[0], pair[1]);
    const parts = /^([a-z])(\d+)$/.exec(String(text));
    return parts ? this.inside(Number(parts[2]) - 1, LETTERS.indexOf(parts[1])) : -1;
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  inside(row, column) {
    const good = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return good ? row * this.columns + column : -1;
  }

  /** The board in the library's own JSON. */
  toJson() {
    /** @type {Record<string, any>} */
    const record = { board: `${this.rows}x${this.columns}` };
    if (this.leaper.join() !== "1,2") record.leaper = this.leaper;
    if (this.wrap[0] || this.wrap[1]) record.wrap = this.wrap;
    if (this.holes.size)
      record.holes = [...this.holes].sort((a, b) => a - b).map((hole) => this.written(hole));
    return record;
  }

  /**
   * Bañón's W: from how many squares each free one can still be entered, the knight's own among
   * them; -1 for those that are visited, holes, or kept for the end.
   * @param {number[]} path
   * @param {number} [kept]
   * @param {number[]} [twins] where the second knight has been
   * @returns {number[]}
   */
  ways(path, kept = -1, twins = []) {
    const gone = new Set([...path, ...twins, ...this.holes, kept]);
    const heads = new Set([path[path.length - 1], twins[twins.length - 1]]);
    return this.around.map((near, square) =>
      gone.has(square) ? -1 : near.filter((other) => !gone.has(other) || heads.has(other)).length,
    );
  }
}
