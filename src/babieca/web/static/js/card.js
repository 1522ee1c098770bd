/** The card of a finished tour: a picture with its number, to keep and to share. */

import { button, dialog, download, h, s, say } from "./dom.js";
import { time } from "./game.js";
import { explain, t } from "./i18n.js";
import { toursOf } from "./reasons.js";
import { stars } from "./levels.js";
import { boardMarks, painted, svgText } from "./picture.js";
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
  const side = 500 / Math.max(model.rows, model.columns);
  const [left, top] = [65 + (500 - side * model.columns) / 2, 65 + (500 - side * model.rows) / 2];
  const row = stars(won);
  [...row.children].forEach((star, at) => {
    star.setAttribute("fill", at < won.length ? "#d99a1e" : "none");
    star.setAttribute("stroke", "#d99a1e");
  });
  for (const [name, value] of Object.entries({ x: 660, y: 470, width: 155, height: 50 }))
    row.setAttribute(name, String(value));
  const [ink, faint] = [colours.ink, colours.faint];
  // The number of an open tour is its number among all paths.
  const tours = toursOf(number && kind === "open" ? "path" : kind, model.title);
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: "img" },
    s("title", `${t("cardTitle", { board: model.title })}. ${number}`),
    s("rect", { width: WIDTH, height: HEIGHT, fill: colours.background }),
    s(
      "g",
      { transform: `translate(${left} ${top}) scale(${side})` },
      boardMarks(model, walk, colours, { closed: kind === "closed" }),
    ),
    line(t("cardTitle", { board: model.title }), 140, 34, faint),
    line(number || t("finished", { count: model.count }), 245, 56, ink),
    line(explain(tours), 320, 36, ink),
    line(game.whole ? time(game.seconds) : "", 400, 36, faint),
    won.length > 0 && row,
    line("Babieca", 565, 30, faint),
  );
}

/** Show the card. */
/** @param {Game} game @param {Palette} colours @param {string} number in words @param {string[]} won */
export function showCard(game, colours, number, won) {
  const card = picture(game, colours, number, won);
  const text = svgText(card);
  const name = `tour-${game.model.rows}x${game.model.columns}`;
  const save = async (/** @type {"svg" | "png"} */ format) => {
    const plain = new Blob([text], { type: "image/svg+xml" });
    download(format === "svg" ? plain : await painted(text, WIDTH, HEIGHT), `${name}.${format}`);
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
