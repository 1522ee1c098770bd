/** The colours of the boards: the library has the themes; the usual one is as light or dark as the page. */

import { status } from "./api.js";
import { isDark } from "./state.js";

/** @import { Palette } from "./board.js" */

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
