/** The card of a finished tour: a picture with its number, to keep and to share. */

import { BoardView } from "./board.js";
import { button, dialog, download, h, s, say } from "./dom.js";
import { time } from "./game.js";
import { label, t } from "./i18n.js";
import { stars } from "./levels.js";
import { copyLink } from "./sharing.js";

/** @import { Palette } from "./board.js" */
/** @import { Game } from "./game.js" */

const WIDTH = 1200;
const HEIGHT = 630;
const SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif";

/** @param {string} text @param {number} y @param {number} size @param {string} fill */
function line(text, y, size, fill) {
  const longest = 500;
  const natural = 0.52 * size * text.length; // about the width of the text
  const fit = natural > longest ? { textLength: longest, lengthAdjust: "spacingAndGlyphs" } : {};
  return s("text", { x: 660, y, "font-size": size, "font-family": SERIF, fill, ...fit }, text);
}

/** The card as SVG that needs no style sheet. */
/** @param {Game} game @param {Palette} colours @param {string} number in words @param {string[]} won */
function picture(game, colours, number, won) {
  const { model, walk, kind } = game;
  const view = new BoardView(model, "", colours);
  view.walk(walk, { whole: model.count, closed: kind === "closed" });
  const side = 500 / Math.max(model.rows, model.columns);
  const [left, top] = [65 + (500 - side * model.columns) / 2, 65 + (500 - side * model.rows) / 2];
  const squares = model.around.map((_, square) => {
    const [x, y] = view.middle(square);
    const [row, column] = model.pair(square);
    const shade = (row + column) % 2 ? colours.light : colours.dark;
    const fill = model.holes.has(square) ? colours.frame : shade;
    return s("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, fill });
  });
  const lines = [...view.lines.children].map((path) => {
    const [d, stroke] = ["d", "stroke"].map((name) => path.getAttribute(name));
    const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
    return s("path", { d, stroke, fill: "none", "stroke-width": 0.1, ...round });
  });
  const frame = { x: -0.12, y: -0.12, rx: 0.1, fill: colours.frame };
  const size = { width: model.columns + 0.24, height: model.rows + 0.24 };
  const row = stars(won);
  [...row.children].forEach((star, at) => {
    star.setAttribute("fill", at < won.length ? "#d99a1e" : "none");
    star.setAttribute("stroke", "#d99a1e");
  });
  for (const [name, value] of Object.entries({ x: 660, y: 470, width: 155, height: 50 }))
    row.setAttribute(name, String(value));
  const [ink, faint] = [colours.ink, colours.faint];
  // The number of an open tour is its number among all paths.
  const kindName = label("many", number && kind === "open" ? "path" : kind);
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: "img" },
    s("title", `${t("cardTitle", { board: model.title })}. ${number}`),
    s("rect", { width: WIDTH, height: HEIGHT, fill: colours.background }),
    s("g", { transform: `translate(${left} ${top}) scale(${side})` }, [
      s("rect", { ...frame, ...size }),
      ...squares,
      ...lines,
    ]),
    line(t("cardTitle", { board: model.title }), 140, 34, faint),
    line(number || t("finished", { count: model.count }), 245, 56, ink),
    line(t("jobText", { kind: kindName, board: model.title }), 320, 36, ink),
    line(game.whole ? time(game.seconds) : "", 400, 36, faint),
    won.length > 0 && row,
    line("Babieca", 565, 30, faint),
  );
}

/** Draw an SVG text as PNG. @param {string} text @returns {Promise<Blob>} */
async function painted(text) {
  const image = new Image(WIDTH, HEIGHT);
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) =>
    canvas.toBlob((data) => (data ? done(data) : fail(new Error("no PNG")))),
  );
}

/** Show the card. */
/** @param {Game} game @param {Palette} colours @param {string} number in words @param {string[]} won */
export function showCard(game, colours, number, won) {
  const card = picture(game, colours, number, won);
  const text = new XMLSerializer().serializeToString(card);
  const name = `tour-${game.model.rows}x${game.model.columns}`;
  const save = async (/** @type {"svg" | "png"} */ format) => {
    const data = format === "svg" ? new Blob([text], { type: "image/svg+xml" }) : painted(text);
    download(await data, `${name}.${format}`);
    say(t("downloaded", { name: `${name}.${format}` }));
  };
  const formats = /** @type {const} */ (["png", "svg"]).map((format) => {
    const shown = format.toUpperCase();
    const props = { "aria-label": t("download", { format: shown }) };
    return button(shown, () => save(format), "", props);
  });
  const link = button(t("copyLink"), copyLink, "primary");
  const box = dialog(t("card"), t("close"), card, h("div.buttons", link, formats));
  box.classList.add("wide");
}
