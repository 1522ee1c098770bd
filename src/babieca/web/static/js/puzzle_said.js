/** What the page says about puzzles: the knight's bubble, faults, numbers of solutions. */

import { explain, figure, label, t } from "./i18n.js";

/** @import { Model } from "./geometry.js" */
/** @import { Fault, Solved } from "./puzzle_game.js" */

/** A fault in words. @param {Model} model @param {Fault} fault */
export function sentence(model, { key, step, square, second, other }) {
  const values = { step, second, square: model.name(square), other: model.name(other) };
  return t(key, values);
}

/** @param {Record<string, number>} conflict */
export const conflictText = (conflict) =>
  Object.entries(conflict)
    .sort(([, one], [, other]) => one - other)
    .map(([square, step]) => t("stepOn", { step, square }))
    .join(", ");

/** Say how many solutions numbers have. @param {Solved} told @returns {{kind: "yes" | "no" | "open", loud: string, rest: string}} */
export function verdictOn({ solutions, completions, conflict, proof, level }) {
  if (solutions === "1") {
    const rest = t("uniqueLevel", { level: label("level", level ?? "") });
    return { kind: "yes", loud: t("exactlyOne"), rest };
  }
  if (completions.length && solutions) {
    return {
      kind: "open",
      loud: t("exactly", { count: figure(solutions) }),
      rest: t("addNumbers"),
    };
  }
  if (completions.length) return { kind: "open", loud: t("moreThan"), rest: t("addNumbers") };
  const steps = conflictText(conflict);
  const rest = steps ? t("contradict", { conflict: steps }) : explain(proof ?? "");
  return { kind: "no", loud: t("noSolution"), rest };
}
