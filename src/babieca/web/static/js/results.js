// @ts-check
/** What came of a job: numbers, tables, charts and boards. */

import { BoardView } from "./board.js";
import { grouped, h } from "./dom.js";
import { isKey, spoken, t } from "./i18n.js";
import { modelOf, USUAL } from "./state.js";

/** @typedef {import("./api.js").Job} Job */
/** @typedef {import("./board.js").Palette} Palette */
/** @typedef {import("./geometry.js").Model} Model */

/**
 * @param {any} record with a board in the library's JSON
 * @returns {Model}
 */
function modelIn(record) {
  const wrap = Array.isArray(record.wrap)
    ? record.wrap
        .flatMap((/** @type {boolean} */ joined, /** @type {number} */ axis) =>
          joined ? [axis] : [],
        )
        .join()
    : record.wrap
      ? "0,1"
      : "";
  const holes = (record.holes ?? [])
    .map((/** @type {any} */ hole) => (Array.isArray(hole) ? `(${hole})` : hole))
    .join(" ");
  return modelOf({
    ...USUAL,
    board: record.board,
    leaper: (record.leaper ?? [1, 2]).join(),
    wrap,
    holes,
  });
}

/** @param {Map<string, string>} rows */
function table(rows) {
  return h(
    "table",
    {},
    h(
      "tbody",
      {},
      [...rows].map(([name, value]) =>
        h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)),
      ),
    ),
  );
}

/** @param {string | number} number */
const figure = (number) => grouped(number, spoken());

/**
 * @param {Job} job
 * @param {any} record
 * @param {Palette} colours
 * @returns {Node}
 */
export function result(job, record, colours) {
  if (Array.isArray(record)) return job.verb === "study" ? studied(record) : tours(record, colours);
  if (job.verb === "usage") return used(record, colours);
  if (record.table) return tabulated(record, colours);
  if (record.kept) return classified(record);
  if (job.verb === "atlas")
    return h(
      "p",
      { class: "figure" },
      figure(record.tours),
      h("small", {}, ` ${t("storedTours")}`),
    );
  const more = new Map(
    ["method", "seconds", "counters", "steps", "slots"]
      .filter((name) => record[name] !== undefined && record[name] !== null)
      .map((name) => [
        name,
        typeof record[name] === "number"
          ? figure(Number.isInteger(record[name]) ? record[name] : record[name].toFixed(3))
          : String(record[name]),
      ]),
  );
  return h("div", {}, h("p", { class: "figure" }, figure(record.value)), table(more));
}

/** @param {any} record */
function classified(record) {
  const kept = Object.entries(record.kept).map(([name, number]) => {
    const key = `symmetry_${name}`;
    return /** @type {[string, string]} */ ([isKey(key) ? t(key) : name, figure(String(number))]);
  });
  return h(
    "div",
    {},
    h("p", { class: "figure" }, figure(record.value), h("small", {}, ` ${t("upToSymmetry")}`)),
    table(new Map(kept)),
  );
}

/**
 * @param {any} record
 * @param {Palette} colours
 */
function tabulated(record, colours) {
  const model = modelIn(record);
  const view = new BoardView(model, { label: t("tableLabel") }).paint(colours);
  const rows = Object.entries(record.table).map(
    ([name, number]) => /** @type {[string, bigint]} */ ([name, BigInt(String(number))]),
  );
  const most = rows.reduce((best, [, number]) => (number > best ? number : best), 1n);
  const texts = new Map();
  const names = new Map();
  const short = new Intl.NumberFormat(spoken(), {
    notation: "compact",
    maximumSignificantDigits: 3,
  });
  for (const [name, number] of rows) {
    const square = model.read(name);
    if (square < 0) continue;
    texts.set(square, short.format(number));
    names.set(square, `${name}: ${figure(String(number))}`);
    const shade = Math.round((Number((number * 1000n) / most) / 1000) * (colours.heat.length - 1));
    const rect = /** @type {SVGRectElement} */ (view.cells[square].firstElementChild);
    if (number > 0n)
      rect.style.fill = `color-mix(in oklab, ${colours.heat[shade]} 55%, ${colours.light})`;
  }
  view.show({ texts, names });
  const total = rows.reduce((sum, [, number]) => sum + number, 0n);
  return h(
    "div",
    { class: "with-board" },
    view.svg,
    h("p", {}, t("tableTotal", { total: figure(String(total)) })),
  );
}

/**
 * @param {any} record
 * @param {Palette} colours
 */
function used(record, colours) {
  const model = modelIn(record);
  const view = new BoardView(model, { label: t("usageLabel") }).paint(colours);
  const rows = Object.entries(record.tours).map(
    ([move, number]) => /** @type {[string, bigint]} */ ([move, BigInt(String(number))]),
  );
  const most = rows.reduce((best, [, number]) => (number > best ? number : best), 1n);
  const share = (/** @type {bigint} */ number) => Number((number * 1000n) / most) / 1000;
  view.link(
    rows.toReversed().map(([move, number]) => {
      const [from, to] = move.split("-").map((name) => model.read(name));
      return {
        from,
        to,
        colour: colours.heat[Math.round(share(number) * (colours.heat.length - 1))],
        width: 0.03 + 0.11 * share(number),
      };
    }),
  );
  const first = rows
    .slice(0, 8)
    .map(([move, number]) => /** @type {[string, string]} */ ([move, figure(String(number))]));
  return h(
    "div",
    { class: "with-board" },
    view.svg,
    h("div", {}, h("h4", {}, t("mostUsed")), table(new Map(first))),
  );
}

/** @param {any[]} rows */
function studied(rows) {
  const most = Math.max(...rows.map((row) => Math.log10(1 + row.nodes)));
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": t("workStudy") },
    h(
      "table",
      { class: "study" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [t("rules"), t("tours"), t("nodes"), t("seconds"), t("logarithm")].map((name) =>
            h("th", { scope: "col" }, name),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row.name),
            h("td", {}, `${figure(row.tours)}${row.finished ? "" : "\u00a0+"}`),
            h("td", {}, figure(row.nodes)),
            h("td", {}, row.seconds.toFixed(3)),
            h(
              "td",
              {},
              h("meter", {
                min: 0,
                max: most,
                value: Math.log10(1 + row.nodes),
                "aria-label": `${row.name}: ${row.nodes}`,
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {any[]} found
 * @param {Palette} colours
 */
function tours(found, colours) {
  return h(
    "div",
    { class: "gallery" },
    found.map((tour) => {
      const model = modelIn(tour);
      const view = new BoardView(model, { label: t("tourLabel", { board: tour.board }) }).paint(
        colours,
      );
      view.walk(
        tour.squares.map((/** @type {any} */ square) => model.read(square)),
        { closed: tour.kind === "closed" },
      );
      return view.svg;
    }),
  );
}
