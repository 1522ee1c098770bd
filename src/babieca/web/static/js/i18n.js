/** The languages of the page: a new one needs its files of texts, and entries here, in reasons.js and watch_texts.js. */

import { en } from "../texts/en.js";
import { es } from "../texts/es.js";
import { sentence } from "./reasons.js";
import { kept } from "./state.js";

/** @typedef {keyof typeof en | keyof typeof import("../texts/watch_en.js").watch | keyof typeof import("../texts/puzzle_en.js").puzzle} Key */
/** @typedef {{name: string, texts: Partial<Record<Key, string>>}} Language */

/** @type {Record<string, Language>} */
export const LANGUAGES = {
  en: { name: "English", texts: en },
  es: { name: "Español", texts: es },
};

/** Add the texts of views that are loaded later. @param {Record<string, Partial<Record<Key, string>>>} texts */
export function learnTexts(texts) {
  for (const [name, added] of Object.entries(texts)) Object.assign(LANGUAGES[name].texts, added);
}

let language = "en";

export const spoken = () => language;

/** Take the language that the visitor chose, else that of the browser. */
export function speak() {
  const wanted = kept("language", navigator.language.slice(0, 2));
  language = Object.hasOwn(LANGUAGES, wanted) ? wanted : "en";
  document.documentElement.lang = language;
}

/** A text in the visitor's language; values replace the names in braces. If the text has two forms, */
/** "one | many", the first is for a `count` of 1. */
/** @param {Key} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const [one, many = one] = (LANGUAGES[language].texts[key] ?? key).split(" | ");
  const text = String(values.count) === "1" ? one : many;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A reason in the visitor's language; a word of the library has its label. */
/** @param {import("./reasons.js").Reason} reason */
export const explain = (reason) =>
  sentence(reason, language, (name) => t("quoted", { text: label("word", name) }));

/**
 * The text `kind_value`; without one, the fallback.
 * @param {string} kind @param {string} value @param {string} [fallback]
 * @param {Record<string, string | number>} [values]
 */
export function label(kind, value, fallback = value, values = {}) {
  const key = `${kind}_${value}`;
  return key in LANGUAGES[language].texts ? t(/** @type {Key} */ (key), values) : fallback;
}

/** The name of a symmetry. @param {string} name */
export const symmetryName = (name) =>
  label("symmetry", name, explain({ code: name, arguments: {} }));

/** Values and their labels, for a list to choose from. */
/** @param {string} kind @param {string[]} values @returns {[string, string][]} */
export const labels = (kind, values) => values.map((value) => [value, label(kind, value)]);

/** A long number in at most three digits. @param {string | number | bigint} number */
export function compact(number) {
  const style = { notation: "compact", maximumSignificantDigits: 3 };
  const format = new Intl.NumberFormat(language, /** @type {Intl.NumberFormatOptions} */ (style));
  return format.format(BigInt(number));
}

/** A number with its digits in groups of three. @param {string | number | bigint} number */
export function figure(number) {
  return String(number).replace(/\B(?<=^\d+)(?=(\d{3})+$)/g, t("thousands"));
}
