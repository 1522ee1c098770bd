/**
 * A Web Worker with the module: the words of a verb become a call of the core, and its result becomes
 * the record that the HTTP API returns. The first message names the module; each later one asks.
 */

import { sentence } from "../js/reasons.js";
import { Asked } from "./asked.js";

/** @import { Reason } from "../js/reasons.js" */

/** @typedef {{seed?: number, timeout: number, memory: number, threads: number}} Limits */
/** @typedef {{words: any, limits: Limits, progress: (told: object) => void, core: any}} Call */

const MEMORY_BYTES = 1.75 * 2 ** 30;
/** An answer that says no: the code of a proof. */
const [PROVED, BAD_INPUT, UNDECIDED] = [1, 2, 3];

class Refusal extends Error {
  /** @param {Reason} reason @param {number} [code] */
  constructor(reason, code = BAD_INPUT) {
    const none = { code: "no_such_tour", arguments: { because: reason } };
    super(sentence(code === PROVED ? none : reason, "en"));
    this.code = code;
    this.reason = typeof reason === "string" ? undefined : reason;
  }
}

/** The result of a call of the module, with names in its reasons; throw its error. */
/** @param {Asked} asked @param {any} result */
function good(asked, result) {
  const told = { ...result };
  for (const key of ["proof", "reason"]) if (told[key]) told[key] = asked.reason(told[key]);
  if (told.error) throw new Refusal(told.reason ?? told.error, told.code);
  return told;
}

/** @param {Asked} asked @param {Iterable<number>} vertices */
const tourOf = (asked, vertices) => ({
  ...asked.place,
  kind: asked.question.kind,
  squares: asked.names(vertices),
});

/** A longest tour; its board has the skipped squares as holes. @param {Asked} asked @param {Call} call */
function longest(asked, { core, words, limits, progress }) {
  if (words.seed !== undefined) throw new Refusal("seed does not go together with longest here");
  const { vertices, tours, states } = good(asked, core.longest(asked.question, limits, progress));
  if (!vertices) {
    const closed = asked.question.kind === "closed";
    const code = closed ? "no_cycle" : "ends_apart";
    throw new Refusal(asked.reason({ code, arguments: {}, source: null }), PROVED);
  }
  const visited = new Set(vertices);
  const skipped = asked.squares.filter((_, vertex) => !visited.has(vertex));
  const holes = asked.model.named([...asked.model.holes, ...skipped].sort((a, b) => a - b));
  return {
    ...tourOf(asked, vertices),
    ...(holes.length && { holes }),
    method: "sweep",
    statistics: { states, skipped: skipped.length },
    optimum: { word: "longest", total: String(vertices.length), tours },
  };
}

/** Check one tour in the library's JSON. @param {string} line @param {Call} call */
function check(line, { core, limits }) {
  const { squares, ...question } = JSON.parse(line);
  const asked = new Asked(question, core);
  const walk = asked.vertices(squares);
  const found = good(asked, core.check(asked.question, walk, limits));
  const { fault, legal, moves, vertices, proof, sound } = found;
  const told = { board: asked.title, kind: asked.question.kind, squares: legal };
  if (!fault) return { valid: true, ...told, start: squares[0], end: squares.at(-1) };
  const reason = asked.reason(fault.reason);
  return {
    ...{ valid: false, fault: reason.text, step: fault.step || null, reason, ...told },
    moves: asked.names(moves),
    completable: vertices ? true : proof ? false : null,
    completion: vertices && asked.names(vertices),
    proof,
    sound,
  };
}

/** The events with the names of the squares. @param {Asked} asked @param {any} event */
function named(asked, event) {
  const name = (/** @type {any} */ vertex) =>
    typeof vertex === "number" ? asked.name(vertex) : vertex;
  const record = { ...event };
  for (const key of ["square", "kept", "twin", "retired"])
    if (key in record) record[key] = name(record[key]);
  for (const key of ["squares", "slots"]) if (record[key]) record[key] = [...record[key]].map(name);
  if (record.proof) record.proof = asked.reason(record.proof);
  if (!record.examples) return record;
  record.examples = record.examples.map((/** @type {any} */ example) => ({
    ...example,
    types: [...example.types],
    sources: [...example.sources],
    fragments: example.fragments.map((/** @type {any[]} */ ends) => ends.map(name)),
  }));
  return record;
}

/** @type {Record<string, (asked: Asked, call: Call) => any>} */
const VERBS = {
  exists: (asked, { core }) => ({ ...asked.record, ...good(asked, core.exists(asked.question)) }),

  find(asked, call) {
    const { core, words, limits, progress } = call;
    if (words.longest) return longest(asked, call);
    const { answer, reason } = good(asked, core.exists(asked.question));
    if (answer === "no") throw new Refusal(reason, PROVED);
    const found = good(asked, core.find(asked.question, limits, progress, {}));
    const { vertices, proof, method, statistics } = found;
    if (proof) throw new Refusal(proof, PROVED);
    if (!vertices) throw new Refusal(`${method} found no tour within its limits`, UNDECIDED);
    return { ...tourOf(asked, vertices), method, statistics: statistics ?? {} };
  },

  count(asked, { core, words, limits, progress }) {
    const { by, method = "auto" } = words;
    if (!by) {
      const began = performance.now();
      const counted = good(asked, core.count(asked.question, limits, progress, { method }));
      delete counted.reason; // why the value is 0: the API has no such field
      return { ...asked.record, ...counted, seconds: (performance.now() - began) / 1000 };
    }
    const { vertices, values } = good(asked, core.count_by(asked.question, by, limits, progress));
    const names = asked.names(vertices);
    const rows = names.map((name, at) => [name, String(values[at])]);
    return { ...asked.record, by, table: Object.fromEntries(rows) };
  },

  sample(asked, { core, words, limits }) {
    const { tours } = good(asked, core.sample(asked.question, words.limit ?? 1, limits));
    return [...tours].map((vertices) => tourOf(asked, vertices));
  },

  unrank(asked, { core, words, limits }) {
    return tourOf(asked, good(asked, core.unrank(asked.question, words.number, limits)).vertices);
  },

  rank(asked, { core, words, limits }) {
    const lines = words.text.trim().split("\n");
    const tours = lines.map((/** @type {string} */ line) =>
      Int32Array.from(asked.vertices(JSON.parse(line).squares)),
    );
    const { ranks, size } = good(asked, core.rank(asked.question, tours, limits));
    return [...ranks].map((rank) => ({ ...asked.record, rank: String(rank), of: String(size) }));
  },

  puzzle(asked, { core, words, limits, progress }) {
    const { question, seed, timeout, ...options } = words;
    const made = good(asked, core.puzzle(asked.question, options, limits, progress));
    const { givens, solution, ...graded } = made;
    const at = [...givens].map(([vertex, step]) => [asked.name(vertex), step]);
    const { kind } = asked.question;
    return [{ ...asked.place, kind, at, solution: asked.names(solution), ...graded, seed }];
  },

  solve(asked, { core, limits }) {
    const found = good(asked, core.solve(asked.question, limits));
    const { solutions, count, reason, conflict } = found;
    const level = count === "1" ? core.grade(asked.question).level : null;
    const steps = [...conflict].map(([vertex, step]) => [asked.name(vertex), step]);
    return {
      ...asked.record,
      solutions: count,
      completions: [...solutions].map((vertices) => asked.names(vertices)),
      proof: reason,
      conflict: Object.fromEntries(steps),
      level,
    };
  },

  trace(asked, { core, words, limits }) {
    const { method = "search", limit = 2000, question, seed, ...options } = words;
    const { events } = good(asked, core.trace(asked.question, method, limits, limit, options));
    return [...events].map((event) => named(asked, event));
  },
};

/**
 * The words that the verbs take here, with the values if they are few. Plain data in the form of JSON;
 * docs/static_page.py makes the forms of the page from it.
 * @type {Record<string, Record<string, any[]>>}
 */
const WORDS = {
  exists: {},
  find: { method: ["auto"], longest: [], seed: [], timeout: [] },
  count: {
    by: ["start", "first-move"],
    method: ["auto", "blocks", "sparse", "steps"],
    timeout: [],
  },
  sample: { limit: [], seed: [], timeout: [] },
  unrank: { number: [], timeout: [] },
  rank: { text: [], timeout: [] },
  trace: {
    method: ["warnsdorff", "backtrack", "search", "two-knights", "sweep"],
    limit: [],
    seed: [],
    criteria: [],
    warnsdorff: [],
    rules: [],
    subtour_squares: [],
    examples: [],
  },
  puzzle: { givens: [], fewest: [], ends: [], level: [], seed: [], timeout: [] },
  solve: { timeout: [] },
  check: { text: [], timeout: [] },
};

/** Refuse words that the module does not take. @param {string} verb @param {any} words */
function refuse(verb, { question, ...words }) {
  const known = WORDS[verb];
  if (!known) throw new Refusal(`${verb} needs Babieca on a computer`);
  for (const [name, value] of Object.entries(words)) {
    const values = known[name];
    if (!values || (values.length && !values.includes(value)))
      throw new Refusal(`${verb} with ${name} ${value} needs Babieca on a computer`);
  }
}

/** @type {Promise<any>} */
let loading;
let threads = 1;

/** @param {string} verb @param {any} words */
async function answer(verb, words) {
  refuse(verb, words);
  const { seed, timeout = 0 } = words;
  const limits = { timeout, memory: MEMORY_BYTES, threads, ...(seed !== undefined && { seed }) };
  const progress = (/** @type {object} */ told) => postMessage({ progress: told });
  const call = { words, limits, progress, core: await loading };
  if (verb !== "check") return VERBS[verb](new Asked(words.question, call.core), call);
  const lines = words.text.trim().split("\n");
  return lines.map((/** @type {string} */ line) => check(line, call));
}

addEventListener("message", async ({ data }) => {
  if (data.script) {
    threads = data.threads;
    loading = import(data.script).then((module) => module.default());
    loading.catch(() => null); // the first question tells the fault
    return;
  }
  try {
    postMessage({ answer: await answer(data.verb, data.words) });
  } catch (error) {
    const { message, code = BAD_INPUT, reason } = /** @type {Refusal} */ (error);
    // After an error that is no answer, the memory of the module may be in disorder.
    postMessage({ error: { error: message, code, reason }, broken: !(error instanceof Refusal) });
  }
});
