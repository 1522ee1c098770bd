/** The results of jobs: numbers, tables, charts and boards. */

import { BoardView } from "./board.js";
import { h } from "./dom.js";
import { Model } from "./geometry.js";
import { figure, label, spoken, t } from "./i18n.js";

/** @import { Job } from "./api.js" */
/** @import { Palette } from "./board.js" */

/** A row of a table: its name and its cells. */
/** @param {string} name @param {...import("./dom.js").Child} cells */
function row(name, ...cells) {
  const others = cells.map((cell) => h("td", cell));
  return h("tr", h("th", { scope: "row" }, name), others);
}

/** @param {[string, string][]} rows */
const table = (rows) =>
  h(
    "table",
    h(
      "tbody",
      rows.map((each) => row(...each)),
    ),
  );

/** @param {string | number} number @param {string} [unit] */
function large(number, unit) {
  return h("p.figure", figure(number), unit && h("small", ` ${unit}`));
}

/** @param {Job} job @param {any} record @param {Palette} colours @returns {Node} */
export function result(job, record, colours) {
  if (Array.isArray(record)) return job.verb === "study" ? study(record) : tours(record, colours);
  if (job.verb === "usage") return usage(record, colours);
  if (record.table) return byStart(record, colours);
  if (record.kept) return classes(record);
  if (job.verb === "atlas") return large(record.tours, t("storedTours"));
  const names = ["method", "seconds", "counters", "steps", "slots"];
  const said = names.filter((name) => record[name] !== undefined && record[name] !== null);
  const text = (/** @type {string | number} */ value) =>
    typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : figure(value);
  return h("div", large(record.value), table(said.map((name) => [name, text(record[name])])));
}

/** @param {any} record */
function classes(record) {
  const kept = Object.entries(record.kept);
  const rows = table(kept.map(([name, number]) => [label("symmetry", name), figure(number)]));
  return h("div", large(record.value, t("upToSymmetry")), rows);
}

/** Numbers as shares of the largest of them. @param {Record<string, string>} record */
function shares(record) {
  const rows = Object.entries(record).map(([name, text]) => ({ name, number: BigInt(text) }));
  const most = rows.reduce((best, { number }) => (number > best ? number : best), 1n);
  return rows.map((row) => ({ ...row, share: Number((row.number * 1000n) / most) / 1000 }));
}

/** @param {Palette} colours @param {number} share from 0 to 1 */
function heat({ heat: shades }, share) {
  return shades[Math.round(share * (shades.length - 1))];
}

/** @param {any} record @param {Palette} colours */
function byStart(record, colours) {
  const model = Model.fromJson(record);
  const view = new BoardView(model, t("tableLabel"), colours);
  const marks = new Map();
  const style = { notation: "compact", maximumSignificantDigits: 3 };
  const short = new Intl.NumberFormat(spoken(), /** @type {Intl.NumberFormatOptions} */ (style));
  let total = 0n;
  for (const { name, number, share } of shares(record.table)) {
    total += number;
    const square = model.read(name);
    if (square < 0) continue;
    marks.set(square, { text: short.format(number), name: `${name}: ${figure(number)}` });
    const rect = /** @type {SVGRectElement} */ (view.cells[square].firstElementChild);
    if (number > 0n)
      rect.style.fill = `color-mix(in oklab, ${heat(colours, share)} 55%, ${colours.light})`;
  }
  view.show((square) => marks.get(square) ?? {});
  return h("div.with-board", view.svg, h("p", t("tableTotal", { total: figure(total) })));
}

/** @param {any} record @param {Palette} colours */
function usage(record, colours) {
  const model = Model.fromJson(record);
  const view = new BoardView(model, t("usageLabel"), colours);
  const rows = shares(record.tours);
  const lines = rows.map(({ name, share }) => {
    const [from, to] = name.split("-").map(model.read, model);
    return { from, to, colour: heat(colours, share), width: 0.03 + 0.11 * share };
  });
  view.link(lines.reverse());
  const most = table(rows.slice(0, 8).map(({ name, number }) => [name, figure(number)]));
  return h("div.with-board", view.svg, h("div", h("h4", t("mostUsed")), most));
}

/** @param {any[]} rows */
function study(rows) {
  const max = Math.max(...rows.map((row) => Math.log10(1 + row.nodes)));
  const head = [t("rules"), t("tours"), label("counter", "nodes"), t("seconds"), t("logarithm")];
  const lines = rows.map(({ name, tours, finished, nodes, seconds }) => {
    const count = `${figure(tours)}${finished ? "" : "\u00a0+"}`;
    const props = { max, value: Math.log10(1 + nodes), "aria-label": `${name}: ${nodes}` };
    return row(name, count, figure(nodes), seconds.toFixed(3), h("meter", props));
  });
  const names = head.map((name) => h("th", { scope: "col" }, name));
  const props = { tabindex: 0, role: "region", "aria-label": label("work", "study") };
  const study = h("table.study", h("thead", h("tr", names)), h("tbody", lines));
  return h("div.scroll", props, study);
}

/** @param {any[]} found @param {Palette} colours */
function tours(found, colours) {
  const boards = found.map((tour) => {
    const model = Model.fromJson(tour);
    const view = new BoardView(model, t("tourLabel", { board: tour.board }), colours);
    view.walk(tour.squares.map(model.read, model), { closed: tour.kind === "closed" });
    return view.svg;
  });
  return h("div.gallery", boards);
}
