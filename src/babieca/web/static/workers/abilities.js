/**
 * What the module answers: all other requests are refused here, each with a reason. The tables are
 * plain data in the form of JSON: docs/static_page.py makes the forms of the page from them, and
 * tests/test_requests.py compares them with the refusals.
 *
 * A word has its values, if they are few, or the form of its value as text or JSON; an empty form
 * takes any value.
 */

/** @import { Reason } from "../js/reasons.js" */
/** @typedef {Record<string, string | string[]>} Words */

/** The words of a question; the module itself tells the others, which its core obeys. @type {Words} */
export const QUESTION = {
  board: "[1-9][0-9]?x[1-9][0-9]?",
  leaper: "(?!.?0,0)(\\[[0-9]{1,2},[0-9]{1,2}\\]|[0-9]{1,2},[0-9]{1,2})",
  wrap: "true|false|\\[(true|false),(true|false)\\]",
  holes: "",
  kind: ["closed", "path", "open"],
};

/** Words of a question that a verb takes in fewer forms; null: not at all. */
export const FEWER = {
  sample: { kind: ["closed", "path"] },
  rank: { kind: ["closed", "path"] },
  unrank: { kind: ["closed", "path"] },
  trace: { at: null },
};

/** Words that do not go together here. */
export const APART = {
  find: ["longest", "seed"],
};

/** The words of the verbs. */
export const WORDS = {
  exists: {},
  find: { method: ["auto"], longest: "true|false", seed: "[0-9]+", timeout: "[0-9.]+" },
  count: {
    by: ["start", "first-move"],
    method: ["auto", "blocks", "sparse", "steps"],
    timeout: "[0-9.]+",
  },
  sample: { limit: "[0-9]+", seed: "[0-9]+", timeout: "[0-9.]+" },
  unrank: { number: "[0-9]{1,400}", timeout: "[0-9.]+" },
  rank: { text: "[{][\\s\\S]*", timeout: "[0-9.]+" },
  trace: {
    method: ["warnsdorff", "backtrack", "search", "two-knights", "sweep"],
    limit: "[0-9]+",
    seed: "[0-9]+",
    criteria: "",
    warnsdorff: "true|false",
    rules: "",
    subtour_squares: "",
    examples: "[0-9]+",
  },
  puzzle: {
    givens: "[0-9]+",
    minimal: "true|false",
    ends: "true|false",
    level: "easy|medium|hard",
    seed: "[0-9]+",
    timeout: "[0-9.]+",
  },
  solve: { timeout: "[0-9.]+" },
  check: { text: "[{][\\s\\S]*", timeout: "[0-9.]+" },
};

/** Fields of an answer that the module leaves out. */
export const LEFT_OUT = {
  check: ["symmetries", "crossings", "semimagic", "magic"],
};

/** @param {any} value */
const written = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Whether a value has a form. @param {any} value @param {string | string[] | null} form */
function has(value, form) {
  if (form === null) return false;
  if (Array.isArray(form)) return form.includes(value);
  return form === "" || new RegExp(`^(?:${form})$`).test(written(value));
}

/** Why the module does not take words; nothing if it does. @param {Record<string, any>} said @param {Record<string, any>} known @returns {Exclude<Reason, string> | null} */
function refusedWord(said, known) {
  for (const [name, value] of Object.entries(said)) {
    if (value === undefined || value === null || value === false) continue;
    if (!(name in known)) return { code: "word_needs_computer", arguments: { name } };
    if (!has(value, known[name]))
      return { code: "word_needs_computer", arguments: { name, value: written(value) } };
  }
  return null;
}

/**
 * Why the module does not answer; nothing if it does. `obeyed` has the words that its core obeys.
 * @param {string} verb @param {any} words @param {Record<string, string>} obeyed @returns {Exclude<Reason, string> | null}
 */
export function refused(verb, { question = {}, ...words }, obeyed) {
  const tables = /** @type {Record<string, any>} */ ({ WORDS, FEWER, APART });
  const known = tables.WORDS[verb];
  if (!known) return { code: "verb_needs_computer", arguments: { verb } };
  const [one, other] = tables.APART[verb] ?? [];
  if (words[one] !== undefined && words[other] !== undefined)
    return { code: "word_needs_computer", arguments: { name: one, other } };
  const anyValue = Object.fromEntries(Object.keys(obeyed).map((name) => [name, ""]));
  const own = { ...QUESTION, ...anyValue, ...tables.FEWER[verb] };
  return refusedWord(question, own) ?? refusedWord(words, known);
}
