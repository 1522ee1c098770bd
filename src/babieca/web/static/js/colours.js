/** The colours of the boards: the library has the themes; the usual one is as light or dark as the page. */

import { status } from "./api.js";
import { isDark } from "./state.js";

/** @import { Palette } from "./board.js" */

/** The boards of Play and Puzzle are of wood; their lines have the colours of the themes. @type {Record<string, object>} */
const WOOD = {
  paper: {
    background: "#fffaf1",
    light: "#f7e8cd",
    dark: "#e3c698",
    frame: "#8b5e3c",
    faint: "#6f5b45",
  },
  night: {
    background: "#1d1814",
    light: "#5a4636",
    dark: "#43342a",
    frame: "#8b6a4e",
    faint: "#bfae9a",
  },
};

/** @param {string} name of a theme; empty for that of the page */
export function themeName(name) {
  return name || (isDark() ? "night" : "paper");
}

/** @param {string} [name] of a theme @returns {Promise<Palette>} */
export async function palette(name = "") {
  const { themes } = await status();
  const wanted = themeName(name);
  return Object.hasOwn(themes, wanted) ? themes[wanted] : themes.paper;
}

/** @returns {Promise<Palette>} */
export const wood = async () => ({ ...(await palette()), ...WOOD[themeName("")] });
