/** A board as SVG: a grid for keyboard and screen readers, with lines and numbers above it. */

import { h, s } from "./dom.js";
import { columnName } from "./geometry.js";
import { jump } from "./motion.js";

/** @import { Part } from "./dom.js" */
/** @import { Model } from "./geometry.js" */
/** @typedef {{background: string, light: string, dark: string, frame: string, ink: string, faint: string, ramp: string[], heat: string[]}} Palette */
/** @typedef {{kind?: string, text?: string, name?: string, style?: string, fill?: string}} Mark classes, text and label of a square; class of the text, colour of the square */
/** @typedef {{from: number, to: number, colour?: string, class?: string, width?: number}} Line */

const KNIGHT =
  "M-.56.64L.62.64L.62.52L.54.46L.56.18L.5-.1L.38-.36L.2-.52L.06-.6L-.02-.8L-.16-.62L-.3-.52L-.42-.3L-.66.02L-.68.14" +
  "L-.58.24L-.46.2L-.4.26L-.26.13L-.04.08L.08-.02L.04.18L-.2.36L-.38.46L-.56.54Z";
const COORDINATES_TO = 26;
/** The colours of a palette that the style sheet uses. */
const COLOURS = /** @type {const} */ (["background", "light", "dark", "frame", "ink", "faint"]);
/** The steps up and to the right of the arrow keys. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
let boards = 0;

export class BoardView {
  /** The square that the keyboard has reached. */
  focused = 0;

  /**
   * @param {Model} model @param {string} label @param {Palette} palette
   * @param {(square: number) => void} [pressed]
   */
  constructor(model, label, palette, pressed) {
    const { rows, columns } = model;
    this.model = model;
    this.pressed = pressed;
    this.palette = palette;
    /** @type {SVGGElement[]} */
    this.cells = [];
    const labelled = rows <= COORDINATES_TO && columns <= COORDINATES_TO;
    const [left, below] = labelled ? [0.55, 0.5] : [0.08, 0.08];
    const inside = `inside-${++boards}`;
    const hidden = { "aria-hidden": "true" };
    const clipped = { ...hidden, "clip-path": `url(#${inside})` };
    this.grid = s("g", { role: "grid", "aria-label": label, "aria-readonly": !pressed && "true" });
    this.lines = s("g.lines", clipped);
    this.extras = s("g.extras", clipped);
    /** Discs under the texts of style "badge". */
    this.badges = s("g.badges", hidden);
    this.texts = model.around.map((_, square) => {
      const [x, y] = this.middle(square);
      return s("text.on-square", { x, y: y + 0.02 });
    });
    this.pieces = s("g.pieces", hidden);
    this.svg = s(
      "svg.board",
      { viewBox: `${-left} -0.08 ${columns + left + 0.08} ${rows + 0.08 + below}` },
      s("defs", s("clipPath", { id: inside }, s("rect", { width: columns, height: rows }))),
      s("rect.frame", { x: -0.06, y: -0.06, width: columns + 0.12, height: rows + 0.12, rx: 0.1 }),
      labelled && s("g.coordinates", hidden, this.coordinates()),
      this.grid,
      this.lines,
      this.extras,
      this.badges,
      s("g.texts", hidden, this.texts),
      this.pieces,
    );
    for (let row = rows - 1; row >= 0; --row) {
      const line = s("g", { role: "row" });
      for (let column = 0; column < columns; ++column)
        line.append(this.cell(row * columns + column));
      this.grid.append(line);
    }
    if (pressed) this.grid.addEventListener("keydown", (event) => this.key(event));
    for (const name of COLOURS) this.svg.style.setProperty(`--board-${name}`, palette[name]);
    this.show(() => ({}));
  }

  /** @param {number} square @returns {[number, number]} its x and y */
  middle(square) {
    const [row, column] = this.model.pair(square);
    return [column + 0.5, this.model.rows - row - 0.5];
  }

  /** @param {number} square */
  cell(square) {
    const [x, y] = this.middle(square);
    const cell = s(
      "g",
      { role: "gridcell", "data-square": this.model.name(square) },
      s("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1 }),
      s("rect.mark", { x: x - 0.42, y: y - 0.42, width: 0.84, height: 0.84, rx: 0.16 }),
    );
    if (this.pressed) {
      cell.setAttribute("tabindex", square === this.focused ? "0" : "-1");
      // A screen reader can focus any square.
      cell.addEventListener("focus", () => this.focus(square, false));
      cell.addEventListener("click", ({ detail }) => {
        if (detail > 1) return; // a double click is one press: a second one would take it back
        this.focus(square, false);
        this.pressed?.(square);
      });
    }
    this.cells[square] = cell;
    return cell;
  }

  coordinates() {
    const { rows, columns } = this.model;
    const letters = Array.from({ length: columns }, (_, column) =>
      s("text", { x: column + 0.5, y: rows + 0.34 }, columnName(column)),
    );
    const numbers = Array.from({ length: rows }, (_, row) =>
      s("text", { x: -0.3, y: rows - row - 0.4 }, row + 1),
    );
    return [...letters, ...numbers];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { rows, columns } = this.model;
    const [up, right] = ARROWS[event.key] ?? [0, 0];
    let [row, column] = this.model.pair(this.focused);
    if (event.key === "Home") column = 0;
    else if (event.key === "End") column = columns - 1;
    else if (event.key === "Enter" || event.key === " ") this.pressed?.(this.focused);
    else if (!(event.key in ARROWS)) return;
    event.preventDefault();
    row = Math.min(rows - 1, Math.max(0, row + up));
    column = Math.min(columns - 1, Math.max(0, column + right));
    if (row * columns + column !== this.focused) this.focus(row * columns + column, true);
  }

  /** Let Tab reach a square. @param {number} square @param {boolean} now also focus it */
  focus(square, now) {
    this.cells[this.focused].setAttribute("tabindex", "-1");
    this.focused = square;
    this.cells[square].setAttribute("tabindex", "0");
    if (now) this.cells[square].focus();
  }

  /** Mark all squares. @param {(square: number) => Mark} mark */
  show(mark) {
    /** @type {Element[]} */
    const badges = [];
    this.cells.forEach((cell, square) => {
      const shade = this.model.isLight(square) ? "light" : "dark";
      const colour = this.model.holes.has(square) ? "hole" : shade;
      const { kind = "", text = "", name = this.model.name(square), ...look } = mark(square);
      const element = this.texts[square];
      const [cx, cy] = this.middle(square);
      if (look.style === "badge" && text) badges.push(s("circle", { cx, cy, r: 0.21 }));
      const style = look.style ?? (kind.includes("loud") ? "loud" : "");
      /** @type {SVGRectElement} */ (cell.firstElementChild).style.fill = look.fill ?? "";
      update(cell, "class", `square ${colour} ${kind}`);
      update(cell, "aria-label", name);
      update(element, "class", `on-square ${text.length > 2 ? "long" : ""} ${style}`);
      if (element.textContent !== text) element.textContent = text;
    });
    this.badges.replaceChildren(...badges);
  }

  /** The path of a move; two halves at a joined border. @param {number} from @param {number} to */
  path(from, to) {
    const [x, y] = this.middle(from);
    const [u, v] = this.middle(to);
    const [up, right] = this.model.step(from, to);
    const there = `M${x} ${y}L${x + right} ${y - up}`;
    if (Math.abs(x + right - u) < 0.01 && Math.abs(y - up - v) < 0.01) return there;
    return `${there}M${u - right} ${v + up}L${u} ${v}`;
  }

  /** Draw a walk; its colour changes along it. `whole` is the length of the whole tour. */
  /** @param {number[]} path @param {{closed?: boolean, whole?: number, keep?: boolean}} [how] */
  walk(path, { closed = false, whole = path.length, keep = false } = {}) {
    const { ramp } = this.palette;
    const shades = ramp.map(() => "");
    const last = Math.max(1, whole - (closed ? 0 : 1));
    path.slice(1).forEach((to, at) => {
      const shade = Math.min(ramp.length - 1, Math.floor((at / last) * ramp.length));
      shades[shade] += this.path(path[at], to);
    });
    if (closed && path.length > 2)
      shades[ramp.length - 1] += this.path(path[path.length - 1], path[0]);
    const paths = shades.flatMap((d, at) => (d ? [s("path", { d, stroke: ramp[at] })] : []));
    if (keep) this.lines.append(...paths);
    else this.lines.replaceChildren(...paths);
  }

  /** Draw lines between squares: forced moves, fragments, a heat map. @param {Line[]} lines */
  link(lines) {
    const paths = lines.map(({ from, to, class: kind, colour: stroke, width }) => {
      const d = kind === "fragment" ? bow(this.middle(from), this.middle(to)) : this.path(from, to);
      return s("path", { d, class: kind, stroke, "stroke-width": width });
    });
    this.extras.replaceChildren(...paths);
  }

  /** Place knights; one with `from` jumps from there. */
  /** @param {{square: number, class?: string, from?: number}[]} knights */
  stand(knights) {
    const pieces = knights.map(({ square, class: kind = "", from }) => {
      const [x, y] = this.middle(square);
      const props = { class: `knight ${kind}`, transform: `translate(${x} ${y}) scale(.36)` };
      const piece = knight(props);
      if (from !== undefined) jump(piece, this.middle(from), [x, y]);
      return piece;
    });
    this.pieces.replaceChildren(...pieces);
  }
}

/** The path of an arc between two points. @param {[number, number]} from @param {[number, number]} to */
export function bow([x, y], [u, v]) {
  return `M${x} ${y}Q${(x + u) / 2 + (v - y) * 0.18} ${(y + v) / 2 - (u - x) * 0.18} ${u} ${v}`;
}

/** A knight of radius 1. @param {import("./dom.js").Props} props */
export function knight(props) {
  const body = s("path", { d: KNIGHT, transform: "scale(.9)" });
  return s(
    "g",
    props,
    s("circle", { r: 1 }),
    body,
    s("circle.eye", { cx: -0.2, cy: -0.25, r: 0.07 }),
  );
}

/** The face of the knight that speaks. */
const face = () =>
  s(
    "svg.face",
    { viewBox: "-1.15 -1.15 2.3 2.3", "aria-hidden": "true" },
    knight({ class: "knight" }),
  );

/** The words of the knight: a few loud ones, the rest, and offers below. */
export function bubble() {
  const verdict = h("p.verdict", { role: "status" });
  const offers = h("div.buttons");
  const element = h("div.asking", face(), h("div.bubble", verdict, offers));
  /** @param {"open" | "yes" | "no"} kind @param {string} loud @param {string} rest @param {...Part} more */
  const speak = (kind, loud, rest, ...more) => {
    verdict.className = `verdict ${kind}`;
    verdict.replaceChildren(h("strong", loud), " ", h("span", rest));
    offers.replaceChildren(h("span", ...more));
  };
  return { element, offers, speak };
}

/** Set an attribute that has changed: a write costs more than a read. */
/** @param {Element} element @param {string} name @param {string} value */
function update(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
