/** Numbers as colours: the most has the hottest colour. */

import { compact, figure } from "./i18n.js";

/** @import { Palette } from "./board.js" */

/** @param {Palette} colours @param {number} share from 0 to 1 */
const heatOnSquare = (colours, share) =>
  `color-mix(in oklab, ${heat(colours, share)} 45%, ${colours.light})`;

/** The marks of squares with numbers, by the names of the squares. */
/** @param {Record<string, string>} table @param {Palette} colours */
export function heatMarks(table, colours) {
  const marks = shares(table).map(({ name, number, share }) => {
    const fill = number > 0n ? heatOnSquare(colours, share) : undefined;
    const text = number < 1_000_000n ? figure(number) : compact(number);
    const style = `tours ${text.length > 5 ? "wide" : ""}`;
    return /** @type {const} */ ([name, { number, text, fill, style }]);
  });
  return new Map(marks);
}

/** Numbers as shares of the largest of them. @param {Record<string, string>} record */
export function shares(record) {
  const rows = Object.entries(record).map(([name, text]) => ({ name, number: BigInt(text) }));
  const most = rows.reduce((best, { number }) => (number > best ? number : best), 1n);
  return rows.map((row) => ({ ...row, share: Number((row.number * 1000n) / most) / 1000 }));
}

/** @param {Palette} colours @param {number} share from 0 to 1 */
export function heat({ heat: shades }, share) {
  return shades[Math.round(share * (shades.length - 1))];
}
