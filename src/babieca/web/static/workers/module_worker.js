/**
 * A Web Worker with the module: the words of a verb become a call of the core, and its result becomes
 * the record that the HTTP API returns. The first message names the module; each later one asks.
 */

import { refused } from "./abilities.js";
import { Asked, Refusal, because } from "./asked.js";

/** @typedef {{seed?: number, timeout: number, memory: number, threads: number}} Limits */
/** @typedef {{words: any, limits: Limits, progress: (told: object) => void, core: any}} Call */

const MEMORY_BYTES = 1.75 * 2 ** 30;
/** The codes of answers that are no records: a proof that there is none, bad input, undecided. */
const [PROVED, UNDECIDED, FAULT] = [1, 3, 70];

/** A longest tour; its board has the skipped squares as holes. @param {Asked} asked @param {Call} call */
function longest(asked, { core, words, limits, progress }) {
  const { vertices, tours, states } = asked.good(core.longest(asked.question, limits, progress));
  if (!vertices) {
    const closed = asked.question.kind === "closed";
    throw new Refusal(because(closed ? "no_cycle" : "ends_apart"), PROVED);
  }
  const visited = new Set(vertices);
  const skipped = asked.squares.filter((_, vertex) => !visited.has(vertex));
  const holes = [...asked.holes, ...skipped].sort((a, b) => a - b);
  return {
    ...asked.tour(vertices),
    ...(holes.length && { holes: holes.map((hole) => asked.model.pair(hole)) }),
    method: "sweep",
    statistics: { states, skipped: skipped.length },
    optimum: { word: "longest", total: String(vertices.length), tours },
  };
}

/** The refusal of a question without tours; it names paths if a theorem promises one. */
/** @param {Asked} asked @param {any} proof @param {any} core */
function none(asked, proof, core) {
  const plain = asked.said().every(([name]) => name === "start");
  const path = { ...asked.question, kind: "path" };
  if (asked.question.kind !== "closed" || !plain || core.exists(path).answer !== "yes")
    return new Refusal(proof, PROVED);
  const advice = because("path_exists");
  return new Refusal(because("instead", { because: proof, advice }), PROVED);
}

/** Check one tour in the library's JSON. @param {string} text @param {number} line @param {Call} call */
function check(text, line, { core, limits }) {
  const { squares, ...question } = JSON.parse(text);
  const asked = new Asked(question, core);
  const walk = squares.map((/** @type {any} */ square) => asked.vertex(square));
  const found = asked.good(core.check(asked.question, walk, limits));
  const { fault, legal, moves, vertices, proof, sound } = found;
  const told = { board: asked.title, squares: legal };
  if (!fault) {
    const [start, end] = [squares[0], squares[squares.length - 1]];
    return { valid: true, ...told, kind: asked.tour(walk).kind, start, end };
  }
  const at = because("line_at", { line, error: asked.reason(fault.reason) });
  return {
    ...{ valid: false, fault: at.text, step: fault.step || null, reason: at },
    ...{ ...told, kind: asked.question.kind },
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
  exists: (asked, { core }) => ({ ...asked.record, ...asked.good(core.exists(asked.question)) }),

  find(asked, call) {
    const { core, words, limits, progress } = call;
    if (words.longest) return longest(asked, call);
    const { answer, reason } = asked.good(core.exists(asked.question));
    if (answer === "no") throw none(asked, reason, core);
    const found = asked.good(core.find(asked.question, limits, progress, {}));
    const { vertices, proof, method, statistics } = found;
    if (proof) throw none(asked, proof, core);
    if (!vertices) throw new Refusal(because("none_found", { method }), UNDECIDED);
    return { ...asked.tour(vertices), method, statistics: statistics ?? {} };
  },

  count(asked, { core, words, limits, progress }) {
    const { by, method = "auto" } = words;
    if (!by) {
      const began = performance.now();
      const told = asked.good(core.count(asked.question, limits, progress, { method }));
      const { reason, ...counted } = told;
      const seconds = (performance.now() - began) / 1000;
      return { ...asked.record, ...counted, ...(reason && { proof: reason }), seconds };
    }
    const { vertices, values } = asked.good(core.count_by(asked.question, by, limits, progress));
    const names = asked.names(vertices);
    const rows = names.map((name, at) => [name, String(values[at])]);
    return { ...asked.record, by, table: Object.fromEntries(rows) };
  },

  sample(asked, { core, words, limits }) {
    const { tours } = asked.good(core.sample(asked.question, words.limit ?? 1, limits));
    return [...tours].map((vertices) => asked.tour(vertices));
  },

  unrank(asked, { core, words, limits }) {
    return asked.tour(asked.good(core.unrank(asked.question, words.number, limits)).vertices);
  },

  rank(asked, { core, words, limits }) {
    const lines = words.text.trim().split("\n");
    const tours = lines.map((/** @type {string} */ text, /** @type {number} */ at) => {
      const { board, kind, squares } = JSON.parse(text);
      if (board !== asked.board) {
        const error = because("tour_of_other_board", { own: board, other: asked.board });
        throw new Refusal(because("line_at", { line: at + 1, error }));
      }
      const walk = squares.map((/** @type {any} */ square) => asked.vertex(square));
      const isClosed = asked.question.kind === "closed";
      if (isClosed !== (kind === "closed")) {
        const held = because(isClosed ? "closed_tours" : "paths");
        const own = kind === "closed" ? kind : asked.meet(walk) ? "path" : "open";
        throw new Refusal(because("tour_of_kind", { kind: own, held }));
      }
      return Int32Array.from(walk);
    });
    const found = core.rank(asked.question, tours, limits);
    if (found.code === PROVED) {
      throw new Refusal(because("not_among"));
    }
    const { ranks, size } = asked.good(found);
    return [...ranks].map((rank) => ({ ...asked.record, rank: String(rank), of: String(size) }));
  },

  puzzle(asked, { core, words, limits, progress }) {
    const { question, seed, timeout, ...options } = words;
    const [most, value] = [asked.squares.length, String(options.givens)];
    const given = { name: "givens", least: 1, highest: most, value };
    if (options.givens !== undefined && !(options.givens >= 1 && options.givens <= most))
      throw new Refusal(because("name_whole_number_from", given));
    const made = asked.good(core.puzzle(asked.question, options, limits, progress));
    const { givens, solution, ...graded } = made;
    const at = [...givens].map(([vertex, step]) => [asked.name(vertex), step]);
    const { kind } = asked.question;
    return [{ ...asked.place, kind, at, solution: asked.names(solution), ...graded, seed }];
  },

  solve(asked, { core, limits }) {
    const found = asked.good(core.solve(asked.question, limits));
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
    const { events } = asked.good(core.trace(asked.question, method, limits, limit, options));
    return [...events].map((event) => named(asked, event));
  },
};

/** @type {Promise<any>} */
let loading;
let threads = 1;

/** @param {string} verb @param {any} words */
async function answer(verb, words) {
  const core = await loading;
  const reason = refused(verb, words, core.obeyed());
  if (reason) throw new Refusal(reason);
  const { seed, timeout = 0 } = words;
  const limits = { timeout, memory: MEMORY_BYTES, threads, ...(seed !== undefined && { seed }) };
  const progress = (/** @type {object} */ told) => postMessage({ progress: told });
  const call = { words, limits, progress, core };
  if (verb !== "check") return VERBS[verb](new Asked(words.question, call.core), call);
  const lines = words.text.trim().split("\n");
  return lines.map((/** @type {string} */ text, /** @type {number} */ at) =>
    check(text, at + 1, call),
  );
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
    // After an error that is no answer, the memory of the module may be in disorder.
    const broken = !(error instanceof Refusal);
    const { message, code, reason } = broken
      ? new Refusal(because("please_report", { error: String(error) }), FAULT)
      : error;
    postMessage({ error: { error: message, code, reason }, broken });
  }
});
