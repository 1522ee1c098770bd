/** The figures of recordings, which the texts of the lessons name: `{banon.nodes}`, `{squares}`. */

/** @import { Lane } from "./lane.js" */
/** @import { Model } from "./geometry.js" */
/** @typedef {Record<string, number | string>} Figures */

/** The figures of one recording. @param {any[]} events @returns {Figures} */
function figuresOf(events) {
  const last = events[events.length - 1];
  const ends = last.event === "found" ? "yes" : "no";
  const layers = events.filter(({ event }) => event === "layer");
  if (layers.length) {
    const drawn = layers.map((layer) => total(layer.examples.map(waysOf)));
    const states = layers.map((layer) => layer.states);
    const most = Math.max(...states);
    return { ends, tours: last.tours, states: total(states), most, drawings: Math.max(...drawn) };
  }
  /** @type {Record<string, number>} */
  const times = {};
  for (const { event, criterion = "" } of events)
    for (const name of [event, criterion]) times[name] = (times[name] ?? 0) + 1;
  const { nodes, backtracks, restarts, tours } = last;
  const deepest = Math.max(...events.map(({ depth }) => depth));
  return { ...times, ends, nodes, backtracks, tours, walks: restarts + 1, deepest };
}

/** All figures of a screen: those of the board, and those of each lane under its name. */
/** @param {Model} model @param {Lane[]} lanes @returns {Figures} */
export function figuresIn(model, lanes) {
  const light = Array.from({ length: model.size }, (_, square) => model.isLight(square));
  /** @type {Figures} */
  const all = { squares: model.count, light: light.filter((is) => is).length };
  all.dark = model.size - Number(all.light);
  all.half = Math.floor(model.count / 2);
  for (const { name, events } of lanes)
    for (const [figure, value] of Object.entries(events.length ? figuresOf(events) : {}))
      all[`${name}.${figure}`] = value;
  return all;
}

/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** @param {{ways: string}} example */
const waysOf = ({ ways }) => Number(ways);
