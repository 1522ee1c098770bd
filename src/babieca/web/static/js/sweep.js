/** The frontier sweep, layer by layer: retired squares, waiting squares, and fragments. */

import { button, h, s } from "./dom.js";
import { figure, t } from "./i18n.js";
import { vertexName } from "./replay.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {{event: string, step: number, retired?: any, slots: any[], states: number, examples: {types: number[], fragments: any[][], ways: string}[], tours?: number}} Layer */

export class SweepPicture {
  /** @param {BoardView} view @param {Layer[]} events @param {HTMLElement} about */
  constructor(view, events, about) {
    this.view = view;
    this.layers = events.filter((event) => event.event === "layer");
    this.end = events[events.length - 1];
    this.chosen = 0;
    this.at = 1;
    this.examples = h("div.chips", { role: "group", "aria-label": t("examples") });
    const most = Math.max(...this.layers.map((layer) => layer.states));
    const width = 240 / this.layers.length;
    this.bars = this.layers.map(({ states }, at) => {
      const height = Math.max(1, (58 * Math.log(1 + states)) / Math.log(1 + most));
      const x = at * width;
      return s("rect", { x, y: 60 - height, width: Math.max(0.5, width - 0.6), height });
    });
    const title = t("statesChart", { most: figure(most) });
    about.replaceChildren(
      h("h4", t("statesPerLayer")),
      s(
        "svg.states",
        { viewBox: "0 0 240 60", preserveAspectRatio: "none", role: "img", "aria-label": title },
        this.bars,
      ),
      h("h4", t("examples")),
      this.examples,
      h("p.hint", t("sweepHint")),
    );
  }

  /** @param {number} at how many events have happened @returns {string} the layer in words */
  show(at) {
    this.at = Math.min(at, this.layers.length);
    const layer = this.layers[this.at - 1];
    this.chosen = Math.min(this.chosen, Math.max(0, layer.examples.length - 1));
    this.draw(layer);
    this.buttons(layer);
    const said = t("saidLayer", {
      retired: layer.retired === undefined ? "–" : vertexName(this.view.model, layer.retired),
      states: figure(layer.states),
      waiting: layer.slots.filter((slot) => slot !== null).length,
    });
    if (at < this.layers.length + 1) return said;
    return `${said} ${t("saidTours", { tours: figure(this.end.tours ?? 0) })}`;
  }

  /** @param {Layer} layer */
  draw(layer) {
    const model = this.view.model;
    const classes = new Map();
    const texts = new Map();
    // The apex is no square of the board: it reads as -1, which is not drawn.
    for (const { retired = "apex" } of this.layers.slice(0, this.at))
      classes.set(model.read(retired), `retired ${retired === layer.retired ? "here" : ""}`);
    const example = layer.examples[this.chosen];
    layer.slots.forEach((slot, place) => {
      const square = model.read(slot ?? "apex");
      const type = example ? example.types[place] : 0;
      classes.set(square, `slot type${type}`);
      texts.set(square, String(type));
    });
    this.view.show((square) => ({ kind: classes.get(square), text: texts.get(square) }));
    const pairs = (example?.fragments ?? []).filter((pair) => !pair.includes("apex"));
    this.view.link(
      pairs.map(([a, b]) => ({ from: model.read(a), to: model.read(b), class: "fragment" })),
    );
    this.bars.forEach((bar, at) => bar.classList.toggle("now", at === this.at - 1));
  }

  /** @param {Layer} layer */
  buttons(layer) {
    this.examples.replaceChildren(
      ...layer.examples.map((example, at) =>
        button(
          `${at + 1}: ${t("ways", { count: figure(example.ways) })}`,
          () => {
            this.chosen = at;
            this.draw(layer);
            this.buttons(layer);
            /** @type {HTMLElement} */ (this.examples.children[at]).focus();
          },
          "chip",
          { "aria-pressed": String(at === this.chosen) },
        ),
      ),
    );
  }
}
