/** Small boards within sentences: a press shows what the sentence says. */

import { BoardView } from "./board.js";
import { h, say } from "./dom.js";
import { Model } from "./geometry.js";
import { label, t } from "./i18n.js";
import { USUAL } from "./state.js";

/** @import { Palette } from "./board.js" */
/** @import { Touched } from "./demos.js" */

/** @param {Model} model @param {number} square */
const isOuter = (model, square) => [0, model.rows - 1].includes(model.pair(square)[0]);

/** What a press on a square says. @type {Record<string, (model: Model, square: number) => string>} */
const SAID = {
  moves: (model, square) =>
    t("touchMoves", { square: model.name(square), count: model.around[square].length }),
  colours: (model, square) => {
    const [colour, other] = model.isLight(square) ? ["light", "dark"] : ["dark", "light"];
    return t("touchColours", {
      square: model.name(square),
      colour: label("colour", colour),
      other: label("colour", other),
    });
  },
  rows: (model, square) => {
    const near = model.around[square];
    const outside = near.filter((other) => isOuter(model, other)).length;
    const values = { square: model.name(square), count: near.length, outside };
    return t(isOuter(model, square) ? "touchOuter" : "touchInner", values);
  },
  mirror: (model, square) => {
    const other = model.size - 1 - square;
    const values = { square: model.name(square), other: model.name(other) };
    return t(other === square ? "touchMiddle" : "touchMirror", values);
  },
};

/** @param {Touched} touched @param {Palette} palette @returns {HTMLElement} */
export function touchBoard({ does, board }, palette) {
  const model = Model.fromState({ ...USUAL, board });
  const name = t("touchLabel", { board: model.title });
  const view = new BoardView(model, name, palette, does === "walk" ? step : touch);
  const said = h("span.touched", t("touchMe"));
  /** @type {number[]} */
  let path = [];

  /** @param {string} text */
  function tell(text) {
    said.textContent = text;
    say(text);
  }

  /** @param {number} square */
  function touch(square) {
    const other = model.size - 1 - square;
    const near = does === "mirror" ? [] : model.around[square];
    view.show((each) => ({ kind: near.includes(each) ? "candidate" : base(each) }));
    const second = { square: other, class: "second" };
    view.stand([{ square }, ...(does === "mirror" && other !== square ? [second] : [])]);
    view.link(near.map((to) => ({ from: square, to, class: "wish" })));
    tell(SAID[does](model, square));
  }

  /** The mark of a square that nothing touches. @param {number} square */
  const base = (square) => (does === "rows" && isOuter(model, square) ? "retired" : "");

  /** @param {number} square */
  function step(square) {
    const here = path[path.length - 1];
    const near = here === undefined ? [square] : model.around[here];
    if (square === here) path = path.slice(0, -1);
    else if (path.includes(square) || !near.includes(square))
      return tell(t("notLegal", { square: model.name(square) }));
    else path = [...path, square];
    return walked();
  }

  function walked() {
    const ways = model.ways(path);
    const here = path[path.length - 1];
    const next = path.length ? model.around[here].filter((square) => ways[square] >= 0) : [];
    view.show((square) => {
      if (ways[square] < 0) return { kind: "visited" };
      const kind = next.includes(square) ? "legal" : "";
      return { kind, text: path.length ? String(ways[square]) : "" };
    });
    view.walk(path, { whole: model.count });
    view.stand(path.length ? [{ square: here }] : []);
    const values = { count: path.length, squares: model.count };
    const stuck = path.length > 0 && !next.length && path.length < model.count;
    return tell(t(stuck ? "touchStuck" : "touchWalk", values));
  }

  view.show((square) => ({ kind: base(square) }));
  view.svg.classList.toggle("shades", does === "colours");
  return h("span.touch", view.svg, said);
}
