/** The sweep state by state: small pictures of all states of a layer, and how their numbers add up. */

import { bow } from "./board.js";
import { h, s } from "./dom.js";
import { figure, t } from "./i18n.js";
import { SweepPicture } from "./replay.js";

/** @import { BoardView } from "./board.js" */
/** @import { Layer } from "./replay.js" */
/** @typedef {Layer["examples"][number]} Example */

const SIDE = 1.3; // the width of the strip beside the board, where the post stands

export class StatesPicture extends SweepPicture {
  /** @param {BoardView} view @param {Layer[]} events @param {HTMLElement} about */
  constructor(view, events, about) {
    super(view, events, about);
    this.post = s("g.post", { "aria-hidden": "true" });
    const [x, y, width, height] = (view.svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    view.svg.setAttribute("viewBox", [x, y, width + SIDE, height].join(" "));
    view.extras.after(this.post); // below the numbers
    this.sum = h("div.sum", { role: "status" });
    this.examples.classList.add("states-of-layer");
    about.prepend(this.sum, this.heading, this.examples);
  }

  /** Squares and the post as points. @param {any} name @returns {[number, number]} */
  point(name) {
    const { model } = this.view;
    if (name === "apex") return [model.columns + 0.75, model.rows / 2];
    return this.view.middle(model.read(name));
  }

  /** @param {Example} example @param {number} width of the lines */
  bows(example, width) {
    return example.fragments.map(([from, to]) => {
      const d = bow(this.point(from), this.point(to));
      return s("path.fragment", { d, "stroke-width": width });
    });
  }

  /** @param {Layer} layer */
  draw(layer) {
    super.draw(layer);
    this.view.link([]);
    const example = layer.examples[this.chosen];
    const type = example?.types[layer.slots.indexOf("apex")];
    const [x, y] = this.point("apex");
    const sign = type !== undefined && [
      s("circle", { cx: x, cy: y, r: 0.34 }),
      s("text.on-square", { x, y: y + 0.02 }, type),
    ];
    this.post.replaceChildren(...(example ? this.bows(example, 0.08) : []), ...(sign || []));
    this.add(layer);
  }

  /** Show which states of the layer before lead to the chosen state. @param {Layer} layer */
  add(layer) {
    const example = layer.examples[this.chosen];
    const before = this.layers[this.at - 2];
    // The first layer has none before it. If states are missing, the numbers do not add up.
    if (!example || !before || before.examples.length < before.states)
      return this.sum.replaceChildren();
    const parts = example.sources.map((at) => before.examples[at]);
    const plus = parts.map(({ ways }) => figure(ways)).join(" + ");
    const said = parts.length > 1 ? `${plus} = ${figure(example.ways)}` : figure(example.ways);
    const from = parts.map((part) =>
      h("li", this.small(before, part, this.at - 2), figure(part.ways)),
    );
    return this.sum.replaceChildren(
      h("p", t("comesFrom"), " ", h("strong.adds", said)),
      h("ul.sources", from),
    );
  }

  /** @param {Layer} layer */
  buttons(layer) {
    this.heading.textContent = t("allStates", { states: figure(layer.states) });
    this.examples.setAttribute("aria-label", this.heading.textContent);
    super.buttons(layer);
  }

  /** @param {Layer} layer @param {number} at @returns {(Node | string)[]} */
  face(layer, at) {
    const example = layer.examples[at];
    return [this.small(layer, example, this.at - 1), h("span", figure(example.ways))];
  }

  /** A small picture of a state. @param {Layer} layer @param {Example} example @param {number} number of the layer */
  small(layer, example, number) {
    const { model } = this.view;
    const gone = new Set(this.layers.slice(0, number + 1).map(({ retired }) => retired));
    const squares = Array.from({ length: model.size }, (_, square) => {
      const [x, y] = this.view.middle(square);
      const name = model.name(square);
      const kind = gone.has(name) ? "gone" : layer.slots.includes(name) ? "waits" : "later";
      return s("rect", { class: kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
    });
    const dots = layer.slots.flatMap((slot, at) => {
      if (slot === null || !example.types[at]) return [];
      const [cx, cy] = this.point(slot);
      return [s("circle", { class: `dot${example.types[at]}`, cx, cy, r: 0.24 })];
    });
    const [cx, cy] = this.point("apex");
    const post = layer.slots.includes("apex") && s("circle.at-post", { cx, cy, r: 0.34 });
    const box = { viewBox: `-0.1 -0.1 ${model.columns + SIDE} ${model.rows + 0.2}` };
    return s(
      "svg.small",
      box,
      { "aria-hidden": "true" },
      squares,
      post,
      this.bows(example, 0.16),
      dots,
    );
  }
}
