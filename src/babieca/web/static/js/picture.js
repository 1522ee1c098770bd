/** Pictures made in the browser: SVG that needs no style sheet, and PNG painted from it. */

import { BoardView } from "./board.js";
import { h, s } from "./dom.js";
import { Model } from "./geometry.js";

/** @import { Palette } from "./board.js" */

/** The longest side of a picture in pixels. */
const SIZE = 1200;
const BORDER = 0.25;
const SANS = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif";

/**
 * A board with a tour; a square is one unit wide.
 * @param {Model} model @param {number[]} walk @param {Palette} colours
 * @param {{closed: boolean, style?: string}} how style: line, numbers or both
 */
export function boardMarks(model, walk, colours, { closed, style = "line" }) {
  const view = new BoardView(model, "", colours);
  view.walk(style === "numbers" ? [] : walk, { whole: model.count, closed });
  const frame = { x: -0.12, y: -0.12, rx: 0.1, fill: colours.frame };
  const size = { width: model.columns + 0.24, height: model.rows + 0.24 };
  const squares = model.around.map((_, square) => {
    const [x, y] = view.middle(square);
    const shade = model.isLight(square) ? colours.light : colours.dark;
    const fill = model.holes.has(square) ? colours.frame : shade;
    return s("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, fill });
  });
  const lines = [...view.lines.children].map((path) => {
    const [d, stroke] = ["d", "stroke"].map((name) => path.getAttribute(name));
    const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
    return s("path", { d, stroke, fill: "none", "stroke-width": 0.1, ...round });
  });
  const font = { "font-family": SANS, "text-anchor": "middle", fill: colours.ink };
  const texts = (style === "line" ? [] : walk).map((square, at) => {
    const [x, y] = view.middle(square);
    const size = at < 99 ? 0.38 : 0.28;
    const halo = { "paint-order": "stroke", stroke: colours.light, "stroke-width": 0.09 };
    return s("text", { x, y: y + 0.36 * size, "font-size": size, ...font, ...halo }, at + 1);
  });
  return [s("rect", { ...frame, ...size }), ...squares, ...lines, ...texts];
}

/** @param {SVGSVGElement} svg */
export const svgText = (svg) => new XMLSerializer().serializeToString(svg);

/** Paint an SVG text as PNG. @param {string} text @param {number} width @param {number} height */
export async function painted(text, width, height) {
  const image = new Image(width, height);
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = h("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(image.src);
  return new Promise((/** @type {(data: Blob) => void} */ done, fail) =>
    canvas.toBlob((data) => (data ? done(data) : fail(new Error("no PNG")))),
  );
}

/** A tour as a file, with the words of `draw`: svg, png or json. */
/** @param {any} words @param {Record<string, Palette>} themes */
export async function drawn({ text, format, style, theme }, themes) {
  const tour = JSON.parse(text);
  const name = `tour-${tour.board}.${format}`;
  if (format === "json")
    return { data: new Blob([`${text}\n`], { type: "application/json" }), name };
  const model = Model.fromJson(tour);
  const colours = themes[theme] ?? themes.paper;
  const walk = tour.squares.map(model.read, model);
  const [width, height] = [model.columns + 2 * BORDER, model.rows + 2 * BORDER];
  const scale = SIZE / Math.max(width, height);
  const [x, y] = [width, height].map((side) => Math.round(side * scale));
  const svg = s(
    "svg",
    { viewBox: `${-BORDER} ${-BORDER} ${width} ${height}`, width: x, height: y },
    s("rect", { x: -BORDER, y: -BORDER, width, height, fill: colours.background }),
    boardMarks(model, walk, colours, { closed: tour.kind === "closed", style }),
  );
  if (format === "png") return { data: await painted(svgText(svg), x, y), name };
  return { data: new Blob([svgText(svg)], { type: "image/svg+xml" }), name };
}
