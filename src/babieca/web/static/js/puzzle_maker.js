/** The panel that makes a new puzzle. */

import { reason } from "./api.js";
import { panel, sideFields } from "./controls.js";
import { button, choice, field, h, select } from "./dom.js";
import { Model } from "./geometry.js";
import { labels, t } from "./i18n.js";
import { LEVELS, made, PuzzleGame } from "./puzzle_game.js";
import { change, current, keep, keptObject } from "./state.js";
import { cleared } from "./words.js";

/** @import { Wish } from "./puzzle_game.js" */

const [LEAST_SIDE, MOST_SIDE] = [4, 10];
const SEEDS = 1_000_000;
/** @type {Wish} */
const USUAL_WISH = { board: "6x6", kind: "closed", level: "medium", seed: 0 };

/** @param {[string, number][]} at */
export const stepsOf = (at) => at.map(([square, step]) => `${square}=${step}`).join(",");

/** Fields for the sides of the board and the kind of tour. */
/** @param {{board: string, kind: string}} wish @param {(wish: {board: string, kind: string}) => void} changed */
export function boardFields(wish, changed) {
  const update = (/** @type {Partial<Wish>} */ part) => changed(Object.assign(wish, part));
  const size = sideFields(wish.board, LEAST_SIDE, MOST_SIDE, (board) => update({ board }));
  const kinds = labels("kind", ["closed", "path"]);
  return [size, choice("puzzle-kind", t("kind"), wish.kind, kinds, (kind) => update({ kind }))];
}

/** The panel that makes a new puzzle. */
export function maker() {
  /** @type {Wish} */
  const wish = { ...USUAL_WISH, ...keptObject("puzzle-wish"), seed: 0 };
  const told = h("p.hint", { role: "status" });
  const kept = () => keep("puzzle-wish", JSON.stringify(wish));
  const [size, kind] = boardFields(wish, kept);
  const levels = select(wish.level, labels("level", LEVELS), (level) => {
    wish.level = level;
    kept();
  });
  const seed = h("input", { type: "number", min: 0, placeholder: t("anySeed") });
  const make = button(t("newPuzzle"), begin, "primary");
  async function begin() {
    make.disabled = true;
    told.textContent = t("making");
    const { board, kind, level } = wish;
    const wanted = seed.value ? Number(seed.value) : Math.floor(Math.random() * SEEDS);
    try {
      const { at } = await made({ ...wish, seed: wanted });
      const words = { ...cleared(), leaper: "1,2", wrap: "", board, kind, at: stepsOf(at) };
      const model = Model.fromState({ ...current(), ...words });
      const game = new PuzzleGame(model, kind, model.stepsIn(words.at)).load();
      Object.assign(game, { level, seed: wanted }).save();
      if (make.isConnected) change({ view: "puzzle", edit: "", ...words });
    } catch (error) {
      told.textContent = reason(error);
    }
    make.disabled = false;
  }
  const today = button(t("puzzleToday"), () => (location.hash = "#view=puzzle"));
  return panel(
    t("newPuzzle"),
    h(
      "div.setup",
      size,
      kind,
      h("div.pair", field(t("level"), levels), field(t("word_seed"), seed, "short")),
      h("div.buttons", make, today),
      told,
    ),
  );
}
