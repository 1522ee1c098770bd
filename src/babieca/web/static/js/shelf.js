/** The shelf: the tours that the visitor finished, with their numbers among all tours. */

import { ask } from "./api.js";
import { h } from "./dom.js";
import { time } from "./game.js";
import { Model } from "./geometry.js";
import { figure, label, t } from "./i18n.js";
import { levelName } from "./levels.js";
import { address, keep, keptList, USUAL } from "./state.js";

/** @import { Game } from "./game.js" */
/** @typedef {{board: string, kind: string, squares: string, seconds: number, number?: string, of?: string}} Finished */

const MOST_KEPT = 50;
const SECONDS = 8;

/** @returns {Finished[]} */
const finishedTours = () => keptList("finished");

/** Keep a finished game; ask for its number if it has none yet. @param {Game} game */
export async function shelve(game) {
  const { model, kind, walk } = game;
  const board = JSON.stringify(model.toJson());
  const squares = model.squaresText(walk);
  const all = finishedTours();
  let one = all.find((other) => other.squares === squares && other.board === board);
  if (!one) all.unshift((one = { board, kind, squares, seconds: game.seconds }));
  const store = () => keep("finished", JSON.stringify(all.slice(0, MOST_KEPT)));
  store();
  if (one.number !== undefined) return one;
  const question = { ...model.toJson(), kind: kind === "closed" ? "closed" : "path" };
  const text = JSON.stringify({ ...question, squares: model.named(walk) });
  try {
    const [{ rank, of }] = await ask("rank", { question, text, timeout: SECONDS });
    Object.assign(one, { number: rank, of });
    store();
  } catch {
    // There are too many tours to number them without an atlas: the tour is kept without number.
  }
  return one;
}

/** The number of a tour in words; empty if it is unknown. */
/** @param {Finished} one @param {"isNumber" | "cardNumber"} text */
export function numbered({ number: from0, of }, text = "isNumber") {
  if (from0 === undefined) return "";
  const number = figure(BigInt(from0) + 1n);
  if (of === undefined) return t(text, { number });
  return t(`${text}Of`, { number, of: figure(of) });
}

/** The finished tours as links that show them again. */
export function shelf() {
  const rows = finishedTours().map((one) => {
    const board = Model.fromJson(JSON.parse(one.board)).toState();
    const href = address({ view: "play", ...board, kind: one.kind, walk: one.squares });
    const own = [
      board.leaper !== USUAL.leaper && label("piece", board.leaper),
      board.wrap && label("wrap", board.wrap),
      board.holes && `${label("word", "holes")} ${board.holes}`,
    ];
    const level = levelName({ board: board.board, kind: one.kind });
    const name = [level, ...own.filter((part) => part)].join(", ");
    return h("li", h("a", { href }, name), ` ${time(one.seconds)} ${numbered(one)}`);
  });
  return h("ol.kept", rows.length ? rows : h("li.hint", t("noneFinished")));
}
