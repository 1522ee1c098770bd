/** What the library knows about a game: whether it can be completed, in how many ways, and a hint. */

import { ask, cancel, job, result, start } from "./api.js";
import { explain, label, t } from "./i18n.js";

/** @import { Game } from "./game.js" */
/** @import { Name } from "./geometry.js" */
/** @typedef {{valid: boolean, completable?: boolean | null, completion: Name[] | null, proof: import("./reasons.js").Reason | null, sound: number}} Judgement */
/** @typedef {{square: number, text: string}} Hint */

/** The page says on boards of at most this many squares whether a walk can be completed. */
export const MOST_JUDGED = 64;
/** Completions are counted at once on boards of at most this many squares, else by a job. */
export const MOST_COUNTED = 36;
const SECONDS = 8;
const ASK_AGAIN_MS = 300;
/** The most next moves that a hint compares: a knight has no more. */
const MOST_COMPARED = 8;

/** Say of walks whether they can be completed. */
/** @param {Game} game @param {number[][]} walks @param {AbortSignal} signal @returns {Promise<Judgement[]>} */
export function judged({ model, kind }, walks, signal) {
  const lines = walks.map((walk) => ({ ...model.toJson(), kind, squares: model.named(walk) }));
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const told = ask("check", { text, timeout: SECONDS / walks.length }, signal);
  return /** @type {Promise<any[]>} */ (told); // a line is a walk, not a grid with gaps
}

/**
 * The move of Warnsdorff's rule, or the next best if a tour is impossible after it; null if it is
 * impossible after every move.
 * @param {Game} game @param {AbortSignal} signal @returns {Promise<Hint | null>}
 */
export async function hintFor(game, signal) {
  const { model, walk } = game;
  const ways = model.ways(walk);
  // W counts the knight's own square, to which no move goes back.
  const onward = (/** @type {number} */ square) =>
    Math.max(0, ways[square] - Math.sign(walk.length));
  const order = game.legal.sort((one, other) => ways[one] - ways[other]).slice(0, MOST_COMPARED);
  const [first] = order;
  if (first === undefined) return null;
  const plain = (/** @type {number} */ square) => {
    const text = t("hintIs", { square: model.name(square), count: onward(square) });
    return { square, text };
  };
  if (model.count > MOST_JUDGED) return plain(first);
  const told = await judged(game, order.map((square) => [...walk, square]), signal); // prettier-ignore
  // The last move of a tour leaves nothing to complete.
  const good = told.findIndex(({ valid, completable }) => valid || completable);
  const best = good < 0 ? told.findIndex(({ completable }) => completable === null) : good;
  if (best < 0) return null;
  const square = order[best];
  if (onward(square) === onward(first)) return plain(square);
  const why = { other: model.name(first), proof: explain(told[0].proof ?? "") };
  return { square, text: t("hintInstead", { square: model.name(square), ...why }) };
}

/**
 * The number of tours that each next square leads to, by the names of the squares.
 * @param {Game} game @param {AbortSignal} signal @returns {Promise<Record<string, string>>}
 */
export async function completions({ model, kind, walk }, signal) {
  const question = { ...model.toJson(), kind };
  const words = walk.length
    ? { question: { ...question, begin: model.named(walk) }, by: "first-move" }
    : { question, by: "start" };
  if (model.count <= MOST_COUNTED) {
    const told = await ask("count", { ...words, timeout: SECONDS }, signal);
    return "table" in told ? told.table : {};
  }
  const { id } = await start("count", words);
  for (;;) {
    const { ended, state, fault } = await job(id);
    if (state === "done") return (await result(id)).table;
    if (ended !== null) throw new Error(fault?.error ?? label("state", state));
    if (signal.aborted) await cancel(id); // the knight has moved on
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
  }
}
