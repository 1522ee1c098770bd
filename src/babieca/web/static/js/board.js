// @ts-check
/** A board drawn as SVG: a grid for the keyboard and screen readers, lines and numbers above it. */

import { s } from "./dom.js";
import { Model } from "./geometry.js";

/** @typedef {{background: string, light: string, dark: string, frame: string, ink: string, faint: string, ramp: string[], heat: string[]}} Palette */
/** @typedef {{classes?: Map<number, string>, texts?: Map<number, string>, names?: Map<number, string>}} Marks */
/** @typedef {{from: number, to: number, colour?: string, class?: string, width?: number}} Line */

const KNIGHT =
  "M-.56.64L.62.64L.62.52L.54.46L.56.18L.5-.1L.38-.36L.2-.52L.06-.6L-.02-.8L-.16-.62L-.3-.52L-.42-.3L-.66.02L-.68.14" +
  "L-.58.24L-.46.2L-.4.26L-.26.13L-.04.08L.08-.02L.04.18L-.2.36L-.38.46L-.56.54Z";
const COORDINATES_TO = 26;
let boards = 0;

export class BoardView {
  /**
   * @param {Model} model
   * @param {{label: string, describe?: (square: number) => string, pressed?: (square: number) => void}} how
   */
  constructor(model, how) {
    this.model = model;
    this.how = how;
    this.number = ++boards;
    this.focused = 0;
    /** @type {Palette | null} */
    this.palette = null;
    /** @type {Marks} */
    this.marks = {};
    const labels = this.labelled;
    const left = labels ? 0.55 : 0.08;
    const below = labels ? 0.5 : 0.08;
    this.svg = s("svg", {
      class: "board",
      viewBox: `${-left} -0.08 ${model.columns + left + 0.08} ${model.rows + 0.08 + below}`,
    });
    this.grid = s("g", {
      role: "grid",
      "aria-label": how.label,
      "aria-readonly": how.pressed ? undefined : "true",
    });
    this.lines = s("g", {
      class: "lines",
      "aria-hidden": "true",
      "clip-path": `url(#inside-${this.number})`,
    });
    this.extras = s("g", {
      class: "extras",
      "aria-hidden": "true",
      "clip-path": `url(#inside-${this.number})`,
    });
    this.texts = s("g", { class: "texts", "aria-hidden": "true" });
    this.pieces = s("g", { class: "pieces", "aria-hidden": "true" });
    /** @type {SVGGElement[]} */
    this.cells = [];
    /** @type {SVGTextElement[]} */
    this.words = [];
    this.build();
  }

  get labelled() {
    return this.model.rows <= COORDINATES_TO && this.model.columns <= COORDINATES_TO;
  }

  /** @param {number} square */
  place(square) {
    const row = Math.floor(square / this.model.columns);
    return [(square % this.model.columns) + 0.5, this.model.rows - row - 0.5];
  }

  build() {
    const { rows, columns } = this.model;
    const inside = s(
      "clipPath",
      { id: `inside-${this.number}` },
      s("rect", { width: columns, height: rows }),
    );
    this.svg.append(
      s("defs", {}, inside),
      s("rect", {
        class: "frame",
        x: -0.06,
        y: -0.06,
        width: columns + 0.12,
        height: rows + 0.12,
        rx: 0.1,
      }),
    );
    for (let row = rows - 1; row >= 0; --row) {
      const line = s("g", { role: "row" });
      for (let column = 0; column < columns; ++column) line.append(this.cell(row, column));
      this.grid.append(line);
    }
    if (this.labelled) this.svg.append(this.coordinates());
    this.svg.append(this.grid, this.lines, this.extras, this.texts, this.pieces);
    for (let square = 0; square < this.model.size; ++square) {
      const [x, y] = this.place(square);
      const text = s("text", { x, y: y + 0.02, class: "word" });
      this.words.push(text);
      this.texts.append(text);
    }
    if (this.how.pressed) this.grid.addEventListener("keydown", (event) => this.key(event));
    this.show({});
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  cell(row, column) {
    const square = row * this.model.columns + column;
    const [x, y] = this.place(square);
    const shape = s("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
    const mark = s("rect", {
      class: "mark",
      x: x - 0.42,
      y: y - 0.42,
      width: 0.84,
      height: 0.84,
      rx: 0.16,
    });
    const cell = s("g", { role: "gridcell", "data-square": this.model.name(square) }, shape, mark);
    if (this.how.pressed) {
      cell.setAttribute("tabindex", square === this.focused ? "0" : "-1");
      cell.addEventListener("click", () => {
        this.focus(square, false);
        this.how.pressed?.(square);
      });
    }
    this.cells[square] = cell;
    return cell;
  }

  coordinates() {
    const { rows, columns } = this.model;
    const group = s("g", { class: "coordinates", "aria-hidden": "true" });
    for (let column = 0; column < columns; ++column) {
      group.append(
        s("text", { x: column + 0.5, y: rows + 0.34 }, String.fromCharCode(97 + column)),
      );
    }
    for (let row = 0; row < rows; ++row)
      group.append(s("text", { x: -0.3, y: rows - row - 0.4 }, row + 1));
    return group;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { rows, columns } = this.model;
    let row = Math.floor(this.focused / columns);
    let column = this.focused % columns;
    if (event.key === "ArrowUp") row += 1;
    else if (event.key === "ArrowDown") row -= 1;
    else if (event.key === "ArrowLeft") column -= 1;
    else if (event.key === "ArrowRight") column += 1;
    else if (event.key === "Home") column = 0;
    else if (event.key === "End") column = columns - 1;
    else if (event.key === "Enter" || event.key === " ") this.how.pressed?.(this.focused);
    else return;
    event.preventDefault();
    row = Math.min(rows - 1, Math.max(0, row));
    column = Math.min(columns - 1, Math.max(0, column));
    if (row * columns + column !== this.focused) this.focus(row * columns + column, true);
  }

  /**
   * @param {number} square
   * @param {boolean} really also for the keyboard
   */
  focus(square, really) {
    this.cells[this.focused].setAttribute("tabindex", "-1");
    this.focused = square;
    this.cells[square].setAttribute("tabindex", "0");
    if (really) this.cells[square].focus();
  }

  /** @param {Palette} palette */
  paint(palette) {
    this.palette = palette;
    for (const name of /** @type {const} */ ([
      "background",
      "light",
      "dark",
      "frame",
      "ink",
      "faint",
    ])) {
      this.svg.style.setProperty(`--board-${name}`, palette[name]);
    }
    return this;
  }

  /**
   * What the squares are, say and are called.
   * @param {Marks} marks
   */
  show(marks) {
    for (let square = 0; square < this.model.size; ++square) {
      const row = Math.floor(square / this.model.columns);
      const light = (row + (square % this.model.columns)) % 2 === 1;
      const hole = this.model.holes.has(square);
      const given = marks.classes?.get(square) ?? "";
      const classes = `square ${hole ? "hole" : light ? "light" : "dark"} ${given}`;
      const cell = this.cells[square];
      if (cell.getAttribute("class") !== classes) cell.setAttribute("class", classes);
      const word = marks.texts?.get(square) ?? "";
      if (this.words[square].textContent !== word) this.words[square].textContent = word;
      const kind = given.includes("loud") ? "loud" : given.includes("visited") ? "step" : "";
      this.words[square].setAttribute("class", `word ${word.length > 2 ? "long" : ""} ${kind}`);
      const name =
        marks.names?.get(square) ?? this.how.describe?.(square) ?? this.model.name(square);
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
    }
    this.marks = marks;
  }

  /**
   * The points of a move, in halves where it crosses a joined border.
   * @param {number} from
   * @param {number} to
   */
  way(from, to) {
    const [x, y] = this.place(from);
    const [u, v] = this.place(to);
    const [up, right] = this.model.step(from, to);
    const there = `M${x} ${y}L${x + right} ${y - up}`;
    if (Math.abs(x + right - u) < 0.01 && Math.abs(y - up - v) < 0.01) return there;
    return `${there}M${u - right} ${v + up}L${u} ${v}`;
  }

  /**
   * A walk, its colour running along it.
   * @param {number[]} path
   * @param {{upTo?: number, closed?: boolean, whole?: number, keep?: boolean}} [how] `whole`: of how many squares
   */
  walk(path, { upTo = path.length, closed = false, whole = path.length, keep = false } = {}) {
    const ramp = this.palette?.ramp ?? ["currentColor"];
    const shades = Array.from(ramp, () => "");
    const last = Math.max(1, whole - (closed ? 0 : 1));
    const moves = Math.min(upTo, path.length) - 1;
    for (let at = 0; at < moves; ++at) {
      shades[Math.min(ramp.length - 1, Math.floor((at / last) * ramp.length))] += this.way(
        path[at],
        path[at + 1],
      );
    }
    if (closed && upTo >= path.length && path.length > 2) {
      shades[ramp.length - 1] += this.way(path[path.length - 1], path[0]);
    }
    const drawn = shades.map((d, at) => (d ? s("path", { d, stroke: ramp[at] }) : null));
    const paths = /** @type {SVGPathElement[]} */ (drawn.filter((one) => one !== null));
    if (keep) this.lines.append(...paths);
    else this.lines.replaceChildren(...paths);
  }

  /**
   * Single lines between squares: forced moves, fragments, a heat map.
   * @param {Line[]} lines
   */
  link(lines) {
    this.extras.replaceChildren(
      ...lines.map((line) =>
        s("path", {
          d: line.class?.includes("fragment")
            ? this.bow(line.from, line.to)
            : this.way(line.from, line.to),
          class: line.class,
          stroke: line.colour,
          "stroke-width": line.width,
        }),
      ),
    );
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  bow(from, to) {
    const [x, y] = this.place(from);
    const [u, v] = this.place(to);
    return `M${x} ${y}Q${(x + u) / 2 + (v - y) * 0.18} ${(y + v) / 2 - (u - x) * 0.18} ${u} ${v}`;
  }

  /** @param {{square: number, class?: string}[]} knights */
  stand(knights) {
    this.pieces.replaceChildren(
      ...knights.map(({ square, class: kind }) => {
        const [x, y] = this.place(square);
        return s(
          "g",
          { class: `knight ${kind ?? ""}`, transform: `translate(${x} ${y}) scale(.36)` },
          s("circle", { r: 1 }),
          s("path", { d: KNIGHT, transform: "scale(.9)" }),
          s("circle", { class: "eye", cx: -0.2, cy: -0.25, r: 0.07 }),
        );
      }),
    );
  }
}
