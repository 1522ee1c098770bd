/** The board of a puzzle: numbers by keys, presses and drags; pencil marks; the next number. */

import { BoardView } from "./board.js";
import { h, s, say, signButton } from "./dom.js";
import { t } from "./i18n.js";

/** @import { Palette } from "./board.js" */
/** @import { Fault, PuzzleGame } from "./puzzle_game.js" */

/** Pencil marks in a row of a square, and in a square. */
const [MARKS_WIDE, MOST_MARKS] = [3, 9];

export class PuzzleBoard {
  /** Whether a number is written as a pencil mark. */
  pencil = false;
  /** The number that a press writes, and whether the following one is larger (1) or smaller (-1). */
  direction = 1;
  /** The square with the number that was written or chosen last. */
  head = -1;
  /** The square that digits were typed on, and the digits. */
  typed = { square: -1, digits: "" };
  /** The square where a drag began. */
  from = -1;
  /** Squares of numbers that contradict each other. @type {Set<number>} */
  conflict = new Set();

  /** @param {PuzzleGame} game @param {string} label @param {Palette} colours @param {() => void} changed is told after each change */
  constructor(game, label, colours, changed) {
    this.game = game;
    this.changed = changed;
    this.next = game.missing(0, 1);
    this.view = new BoardView(game.model, label, colours, (square) => this.press(square));
    this.marks = s("g.pencil", { "aria-hidden": "true" });
    this.trail = s("path.trail", { "aria-hidden": "true" });
    const { svg, grid } = this.view;
    svg.style.setProperty("--rows", String(game.model.rows));
    svg.append(this.marks, this.trail);
    grid.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("pointerdown", (event) => this.begin(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    // A finger that drags a number must not scroll the page.
    const hold = (/** @type {Event} */ event) => this.from >= 0 && event.preventDefault();
    svg.addEventListener("touchmove", hold, { passive: false });
    svg.addEventListener("pointerup", (event) => this.drop(event));
    svg.addEventListener("pointercancel", () => this.stopDrag());
    this.input = h("input", { type: "number", min: 1, max: game.model.count, "aria-label": t("nextNumber") }); // prettier-ignore
    this.input.addEventListener("change", () => this.wish(Number(this.input.value)));
    this.stepper = h(
      "div.stepper",
      h("span", t("nextNumber")),
      signButton("‹", t("smaller"), () => this.turn(-1)),
      this.input,
      signButton("›", t("larger"), () => this.turn(1)),
    );
  }

  /** Choose the number that a press writes. @param {number} step */
  wish(step) {
    const { count } = this.game.model;
    if (step >= 1 && step <= count) this.next = Math.round(step);
    this.show();
  }

  /** Go to the next missing number in a direction. @param {number} direction */
  turn(direction) {
    this.direction = direction;
    this.wish(this.game.missing(this.next, direction));
  }

  /** @param {number} square */
  press(square) {
    const { game } = this;
    this.typed.square = -1;
    if (game.model.holes.has(square)) return;
    const step = game.numbers.get(square);
    if (!step) this.put(square, this.next);
    else if (square === this.head && !game.givens.has(square)) this.erase(square);
    else this.choose(square, step);
  }

  /** Go on from a number on the board. @param {number} square @param {number} step */
  choose(square, step) {
    this.head = square;
    this.next = this.game.missing(step, this.direction);
    this.show();
    say(t("goOn", { step, next: this.next }));
  }

  /** Write a number, or a pencil mark, on an empty square. @param {number} square @param {number} step */
  put(square, step) {
    if (!step) return;
    if (this.pencil) this.game.mark(square, step);
    else {
      this.game.write(square, step);
      this.head = square;
      this.next = this.game.missing(step, this.direction);
    }
    this.change();
  }

  /** @param {number} square */
  erase(square) {
    const { game } = this;
    if (game.givens.has(square)) return void say(t("isFixed"), true);
    const step = game.sheet.numbers.get(square);
    if (!step && !game.sheet.marks.get(square)?.length) return;
    game.write(square, 0);
    if (step) [this.next, this.head] = [step, -1];
    this.change();
  }

  change() {
    this.conflict = new Set();
    this.changed();
  }

  /** Take a change back, or make it again. @param {"undo" | "redo" | "restart"} what */
  again(what) {
    this.game[what]();
    this.head = this.typed.square = -1;
    if (this.game.squares.has(this.next) || !this.next) this.next = this.game.missing(0, 1);
    this.change();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const square = this.view.focused;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) this.type(square, event.key);
    else if (event.key === "Backspace" || event.key === "Delete") {
      this.typed.square = -1;
      this.erase(square);
    } else if (event.key === "u") this.again("undo");
    else if (event.key === "r") this.again("redo");
    else if (event.key === "p") this.togglePencil();
    else return;
    event.preventDefault();
  }

  togglePencil() {
    this.pencil = !this.pencil;
    this.typed.square = -1;
    say(t(this.pencil ? "pencilOn" : "pencilOff"));
    this.show();
  }

  /** A digit continues the number that was typed on the square before. @param {number} square @param {string} digit */
  type(square, digit) {
    const { game } = this;
    if (game.model.holes.has(square)) return;
    if (game.givens.has(square)) return void say(t("isFixed"), true);
    const before = this.typed.square === square ? this.typed.digits : "";
    const isLonger = before !== "" && Number(before + digit) <= game.model.count;
    const digits = isLonger ? before + digit : digit;
    const step = Number(digits);
    if (!step || step > game.model.count) return;
    this.typed = { square, digits };
    if (this.pencil && !game.numbers.has(square)) game.mark(square, step, isLonger);
    else {
      game.write(square, step, isLonger);
      this.head = square;
      this.next = game.missing(step, this.direction);
    }
    this.change();
  }

  // Drags: from a number to the square of the number that follows or precedes it. ----------------

  /** @param {PointerEvent} event @returns {number} -1 beside the board */
  squareAt({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
    const name = this.view.grid.contains(cell ?? null) ? cell?.getAttribute("data-square") : "";
    return name ? this.game.model.read(name) : -1;
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const square = this.squareAt(event);
    if (event.isPrimary && this.game.numbers.has(square)) this.from = square;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (this.from < 0) return;
    if (event.pointerType === "mouse" && !event.buttons) return this.stopDrag();
    const { svg } = this.view;
    const [x, y] = this.view.middle(this.from);
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      svg.getScreenCTM()?.inverse(),
    );
    return this.trail.setAttribute("d", `M${x} ${y}L${at.x} ${at.y}`);
  }

  stopDrag() {
    this.from = -1;
    this.trail.setAttribute("d", "");
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { from, game } = this;
    const square = this.squareAt(event);
    const step = game.numbers.get(from) ?? 0;
    this.stopDrag();
    if (!step || square < 0 || square === from || game.numbers.has(square)) return;
    const { squares } = game;
    const free = [step + 1, step - 1].filter((one) => one >= 1 && one <= game.model.count);
    const wanted = free.find((one) => !squares.has(one));
    if (!wanted || game.model.holes.has(square)) return void say(t("bothThere", { step }), true);
    this.direction = wanted - step;
    this.view.focus(square, false);
    this.put(square, wanted);
  }

  // Drawing. ---------------------------------------------------------------------------------------

  /** @param {Fault[]} [faults] */
  show(faults = this.game.faults) {
    const { game, view, next } = this;
    const { model, numbers, squares } = game;
    const faulty = new Set(faults.flatMap(({ square, other }) => [square, other]));
    const [before] = squares.get(next - this.direction) ?? [];
    const near = before === undefined || !next ? [] : model.around[before];
    view.show((square) => {
      const name = model.name(square);
      if (model.holes.has(square)) return { name: `${name}, ${t("hole")}` };
      const step = numbers.get(square);
      const isWrong = this.conflict.has(square) || faulty.has(square);
      const wrong = isWrong ? "wrong" : "";
      if (!step) {
        const marks = game.sheet.marks.get(square) ?? [];
        const told = marks.length ? `, ${t("marked", { steps: marks.join(" ") })}` : "";
        return {
          kind: near.includes(square) ? "legal" : "",
          name: `${name}, ${t("isEmpty")}${told}`,
        };
      }
      const isGiven = game.givens.has(square);
      const head = square === this.head ? "head" : "";
      const told = [name, step, t(isGiven ? "isGiven" : "isYours"), isWrong && t("isWrong")];
      return {
        kind: `${isGiven ? "given" : "own"} ${wrong} ${head}`,
        text: String(step),
        style: isGiven ? "loud" : "",
        name: told.filter(Boolean).join(", "),
      };
    });
    this.drawLines(squares);
    this.drawMarks();
    this.input.value = next ? String(next) : "";
    this.input.disabled = !next;
  }

  /** Draw the moves between consecutive numbers. @param {Map<number, number[]>} squares */
  drawLines(squares) {
    const { model, kind } = this.game;
    const steps = [...squares].filter(([, all]) => all.length === 1);
    const lines = steps.flatMap(([step, [from]]) => {
      const isLast = step === model.count;
      const [to, ...others] = squares.get(isLast && kind === "closed" ? 1 : step + 1) ?? [];
      const isMove = to !== undefined && !others.length && model.around[from].includes(to);
      return isMove ? [{ from, to, class: "rail" }] : [];
    });
    this.view.link(lines);
  }

  drawMarks() {
    const { game, view } = this;
    const texts = [...game.sheet.marks].flatMap(([square, steps]) => {
      const [x, y] = view.middle(square);
      return steps.slice(0, MOST_MARKS).map((step, at) => {
        const [column, row] = [at % MARKS_WIDE, Math.floor(at / MARKS_WIDE)];
        return s("text", { x: x + 0.29 * (column - 1), y: y + 0.27 * (row - 1) }, step);
      });
    });
    this.marks.replaceChildren(...texts);
  }
}
