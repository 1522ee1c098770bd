/** Reasons as data: the sentence of a code, as the library writes it (src/babieca/reasons.py). */

import { reasons as en } from "../texts/reasons_en.js";
import { reasons as es } from "../texts/reasons_es.js";

/** @typedef {string | {code: string, arguments: Record<string, any>, source?: string | null, text?: string}} Reason */

/** The tours of a kind on a board. */
/** @param {string} kind @param {string} graph @returns {Reason} */
export function toursOf(kind, graph) {
  const codes = /** @type {Record<string, string>} */ ({ path: "paths", open: "open_tours" });
  const tours = { code: codes[kind] ?? "closed_tours", arguments: {} };
  return { code: "tours_of", arguments: { tours, graph } };
}

/** @type {Record<string, Record<string, string>>} */
const CATALOGUES = { en, es };

/**
 * A reason in a language; `word` names a word of the library. A plain text has no code: it stays.
 * @param {Reason} reason @param {string} language @param {(name: string) => string} [word] @returns {string}
 */
export function sentence(reason, language, word = (name) => name) {
  if (typeof reason === "string") return reason;
  const catalogue = CATALOGUES[language];
  if (!(reason.code in catalogue)) return reason.text ?? reason.code;
  const parts = /\[([^\][{]*\{(?:word:)?(\w+)[^\][]*)\]/g;
  const given = (
    /** @type {string} */ _,
    /** @type {string} */ part,
    /** @type {string} */ name,
  ) => (name in reason.arguments ? part : "");
  const text = catalogue[reason.code]
    .replace(parts, given)
    .replace(/\{(word:|:)?(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, isWord, name, one, many) => {
      const value = reason.arguments[name];
      if (isWord) return word(isWord === ":" ? name : value);
      if (one !== undefined) return `${value} ${value === 1 ? one : many}`;
      const said = (/** @type {any} */ one) =>
        typeof one === "number" ? `${one}` : sentence(one, language, word);
      if (!Array.isArray(value)) return said(value);
      const [names, count] = [value.map(said).join(", "), reason.arguments[`${name}_count`]];
      const more = { code: "and_more", arguments: { names, count } };
      return count === undefined ? names : sentence(more, language, word);
    });
  return reason.source ? `${text} (${catalogue[reason.source]})` : text;
}
