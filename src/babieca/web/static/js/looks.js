/** The colours of boards: the library's themes; the usual one is as light or dark as the page. */

import { status } from "./api.js";
import { kept } from "./state.js";

/** @typedef {import("./board.js").Palette} Palette */

export const LIGHTS = ["auto", "light", "dark"];
export const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** @returns {string} the visitor's choice, one of LIGHTS */
export function light() {
  const wanted = kept("light", "auto");
  return LIGHTS.includes(wanted) ? wanted : "auto";
}

function isDark() {
  return light() === "auto" ? dark.matches : light() === "dark";
}

/** Make the page light or dark. */
export function shine() {
  document.documentElement.dataset.light = isDark() ? "dark" : "light";
}

/** @param {string} name of a theme; empty for that of the page */
export function themeName(name) {
  return name || (isDark() ? "night" : "paper");
}

/** @param {string} [name] of a theme @returns {Promise<Palette>} */
export async function palette(name = "") {
  const { themes } = await status();
  return themes[themeName(name)] ?? themes.paper;
}
