// @ts-check
/** The page in English and Spanish. */

import { en } from "../texts/en.js";
import { es } from "../texts/es.js";
import { keep, kept } from "./state.js";

/** @typedef {keyof typeof en} Key */
/** @typedef {"en" | "es"} Language */

/** @type {Record<Language, Record<Key, string>>} */
const TEXTS = { en, es };

/** @returns {Language} */
function wished() {
  const usual = navigator.language.startsWith("es") ? "es" : "en";
  return kept("language", usual) === "es" ? "es" : "en";
}

let language = wished();

export const LANGUAGES = /** @type {[Language, string][]} */ ([
  ["en", "English"],
  ["es", "Español"],
]);

export function spoken() {
  return language;
}

/** @param {Language} wanted */
export function speak(wanted) {
  language = wanted;
  keep("language", wanted);
  document.documentElement.lang = wanted;
}

/**
 * A text, with what stands in braces filled in.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * @param {string} key
 * @returns {key is Key}
 */
export function isKey(key) {
  return key in en;
}
