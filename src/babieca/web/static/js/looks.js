// @ts-check
/** The colours of boards: the library's themes, the light or dark one with the page. */

import { status } from "./api.js";
import { keep, kept } from "./state.js";

/** @typedef {import("./board.js").Palette} Palette */

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light" | "dark" | "auto"} */
export function light() {
  const wanted = kept("light", "auto");
  return wanted === "light" || wanted === "dark" ? wanted : "auto";
}

/** @returns {boolean} whether the page is dark now */
export function isDark() {
  return light() === "auto" ? dark.matches : light() === "dark";
}

/** @param {"light" | "dark" | "auto"} wanted */
export function shine(wanted) {
  keep("light", wanted);
  document.documentElement.dataset.light = isDark() ? "dark" : "light";
}

/** @param {() => void} changed */
export function onLight(changed) {
  dark.addEventListener("change", () => {
    shine(light());
    changed();
  });
}

/**
 * @param {string} [name] a theme; without one, that of the page
 * @returns {string}
 */
export function themeName(name = "") {
  return name || (isDark() ? "night" : "paper");
}

/**
 * @param {string} [name]
 * @returns {Promise<Palette>}
 */
export async function palette(name = "") {
  const { themes } = await status();
  return themes[themeName(name)] ?? themes.paper;
}
