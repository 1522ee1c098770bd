/** The results of jobs: numbers, tables, charts and boards. */

import { draw } from "./api.js";
import { BoardView } from "./board.js";
import { themeName } from "./colours.js";
import { h } from "./dom.js";
import { Model } from "./geometry.js";
import { heat, heatMarks, shares } from "./heat.js";
import { figure, label, symmetryName, t } from "./i18n.js";

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

/** Whether the page can draw the board of an answer: it has two sides. @param {any} record */
const isFlat = ({ board }) => /^\d+x\d+$/.test(board ?? "");

/** The name of a square or vertex in an answer. @param {any} name */
const named = (name) => (Array.isArray(name) ? `(${name})` : String(name));

/** @param {Job} job @param {any} record @param {Palette} colours @returns {Promise<Node>} */
export async function result({ verb }, record, colours) {
  if (verb === "study") return study(record);
  if (["list", "sample"].includes(verb)) return tours(record, colours);
  if (["find", "unrank"].includes(verb)) return tours([record], colours);
  if (verb === "usage" && isFlat(record)) return usage(record, colours);
  if (record.table && record.by === "start" && isFlat(record)) return byStart(record, colours);
  const counts = record.table ?? (verb === "usage" ? record.tours : null);
  if (counts) return table(Object.entries(counts).map(([name, count]) => [name, figure(count)]));
  if (record.kept) return classes(record);
  if (verb === "atlas") return large(record.tours, t("storedTours"));
  if (Array.isArray(record)) return sheet(record);
  const names = verb === "plan" ? PLANNED : COUNTED;
  const said = names.filter((name) => record[name] !== undefined && record[name] !== null);
  const rows = table(said.map((name) => [label("result", name), cell(record[name])]));
  return h("div", record.value !== undefined && large(record.value), rows);
}

const COUNTED = ["total", "method", "seconds", "counters", "steps", "slots"];
const PLANNED = ["slots", "occupied", "total_counters", "bytes", "estimated_seconds", "proof"];
const MOST_ROWS = 40;

/** A value as text. @param {any} value @returns {string} */
function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isInteger(value) ? figure(value) : value.toFixed(3);
  if (Array.isArray(value)) return value.map(named).join(" ");
  if (typeof value === "object") return value.squares ? cell(value.squares) : JSON.stringify(value);
  return /^\d{4,}$/.test(value) ? figure(value) : String(value);
}

/** A table that scrolls, with a head and some rows. */
/** @param {string} label @param {string[]} names @param {HTMLElement[]} rows */
function scrolled(label, names, rows) {
  const head = names.map((name) => h("th", { scope: "col" }, name));
  const whole = h("table.study", h("thead", h("tr", head)), h("tbody", rows));
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": label }, whole);
}

/** Records as a table, with a column for each name. @param {Record<string, any>[]} records */
function sheet(records) {
  const shown = records.slice(0, MOST_ROWS);
  const names = [...new Set(shown.flatMap((record) => Object.keys(record)))];
  const cells = shown.map((record) => names.map((name) => h("td", cell(record[name]))));
  const whole = scrolled(
    t("show"),
    names,
    cells.map((each) => h("tr", each)),
  );
  const rest = records.length - shown.length;
  if (rest > 0) whole.append(h("p", t("andMore", { count: figure(rest) })));
  return whole;
}

/** @param {any} record */
function classes(record) {
  const kept = Object.entries(record.kept);
  const rows = table(kept.map(([name, number]) => [symmetryName(name), figure(number)]));
  return h("div", large(record.value, t("upToSymmetry")), rows);
}

/** @param {any} record @param {Palette} colours */
function byStart(record, colours) {
  const model = Model.fromJson(record);
  const view = new BoardView(model, t("tableLabel"), colours);
  const marks = heatMarks(record.table, colours);
  view.show((square) => {
    const name = model.name(square);
    const mark = marks.get(name);
    return mark ? { ...mark, name: `${name}: ${figure(mark.number)}` } : {};
  });
  const total = [...marks.values()].reduce((sum, { number }) => sum + number, 0n);
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
  return scrolled(label("work", "study"), head, lines);
}

/** @param {any[]} found @param {Palette} colours */
async function tours(found, colours) {
  return h("div.gallery", await Promise.all(found.map((tour) => picture(tour, colours))));
}

/** A tour; the server draws boards of more dimensions. @param {any} tour @param {Palette} colours */
async function picture({ method, statistics, optimum, ...tour }, colours) {
  const title = t("tourLabel", { board: tour.board ?? "" });
  if (isFlat(tour)) {
    const model = Model.fromJson(tour);
    const view = new BoardView(model, title, colours);
    view.walk(tour.squares.map(model.read, model), { closed: tour.kind === "closed" });
    return view.svg;
  }
  const words = { text: JSON.stringify(tour), format: "svg", theme: themeName("") };
  const src = URL.createObjectURL((await draw(words)).data);
  return h("img.drawn", { src, alt: title });
}
