/** The view Puzzle: write the missing numbers of a tour. */

import { reason } from "./api.js";
import { bubble } from "./board.js";
import { wood } from "./colours.js";
import { panel, side, stage } from "./controls.js";
import { button, h } from "./dom.js";
import { tick, time } from "./game.js";
import { Model } from "./geometry.js";
import { label, spoken, t } from "./i18n.js";
import { STARS, stars } from "./levels.js";
import { chord, knock, ride } from "./motion.js";
import { PuzzleBoard } from "./puzzle_board.js";
import { editor } from "./puzzle_editor.js";
import { dailyWish, made, MOST_STARS, PuzzleGame, solved } from "./puzzle_game.js";
import { maker, stepsOf } from "./puzzle_maker.js";
import { conflictText, sentence, verdictOn } from "./puzzle_said.js";
import "./puzzle_texts.js";
import { copyLink } from "./sharing.js";
import { change } from "./state.js";

/** @import { State } from "./state.js" */

/** The seconds in which the number of solutions of a link's puzzle must be known. */
const SECONDS = 4;

/** @param {HTMLElement} root @param {State} state */
export async function puzzleView(root, state) {
  root.classList.add("in-play"); // the same board and bubble
  if (state.edit) return editor(root, state);
  if (state.at) return player(root, state, "");
  const today = new Date();
  const wish = dailyWish(today);
  const waiting = h("p.hint", { role: "status" }, t("making"));
  root.append(waiting);
  const { at } = await made(wish);
  waiting.remove();
  const { board, kind, level, seed } = wish;
  const own = navigator.language.startsWith(spoken()) ? navigator.language : spoken();
  const date = today.toLocaleDateString(own, { dateStyle: "long" });
  const words = { board, kind, leaper: "1,2", wrap: "", holes: "", at: stepsOf(at) };
  return player(root, { ...state, ...words }, t("ofTheDay", { date }), { level, seed });
}

/**
 * Solve a puzzle.
 * @param {HTMLElement} root @param {State} state @param {string} title
 * @param {{level: string, seed: number}} [how] it was made
 */
async function player(root, state, title, how) {
  const model = Model.fromState(state);
  const game = new PuzzleGame(model, state.kind, model.stepsIn(state.at)).load();
  if (how) Object.assign(game, how);
  const colours = await wood();
  const { element, speak } = bubble();
  const board = new PuzzleBoard(game, t("puzzleLabel", { board: model.title }), colours, changed);
  const clock = h("span.clock", { role: "timer" }, time(game.seconds));
  const progress = h("progress", { max: model.count, "aria-label": t("written") });
  const tally = h("span.count");
  const won = h("span");
  const about = h("p.hint", { role: "status" });
  let asking = new AbortController();

  function changed() {
    game.save();
    knock();
    if (!game.isDone) return render();
    ride(board.view, game.walk, game.stars === MOST_STARS);
    chord(game.stars);
    return render();
  }

  function render() {
    asking.abort();
    asking = new AbortController();
    const { faults, isDone } = game;
    board.show(faults);
    const count = game.numbers.size;
    progress.value = count;
    tally.textContent = `${count} / ${model.count}`;
    won.replaceChildren(stars(STARS.slice(0, game.stars)));
    pencil.setAttribute("aria-pressed", String(board.pencil));
    undo.disabled = !game.past.length;
    redo.disabled = !game.future.length;
    anew.disabled = !game.sheet.numbers.size && !game.sheet.marks.size;
    possible.disabled = isDone;
    if (isDone) {
      board.view.link([]);
      board.view.walk(game.walk, { closed: game.kind === "closed" });
      const values = { time: time(game.seconds), stars: t("starsOf", { count: game.stars, most: MOST_STARS }) }; // prettier-ignore
      return speak("yes", t("puzzleDone"), t("puzzleTook", values), stars(STARS.slice(0, game.stars))); // prettier-ignore
    }
    board.view.walk([]);
    if (faults.length) return speak("no", t("cannotBe"), sentence(model, faults[0]));
    if (game.sheet.numbers.size) return speak("open", t("goingOn"), t("toGo", { count: model.count - count })); // prettier-ignore
    return speak("open", title || t("puzzleTitle"), goal(game));
  }

  async function help() {
    if (game.isDone) return;
    const [fault] = game.faults;
    if (fault) return speak("no", t("notPossible"), sentence(model, fault));
    const { signal } = asking;
    speak("open", t("isPossible"), t("thinking"));
    try {
      const told = await solved(game, signal);
      if (signal.aborted) return;
      game.asked += 1;
      game.save();
      render();
      const conflict = conflictText(told.conflict);
      board.conflict = new Set(Object.keys(told.conflict).map((name) => model.read(name)));
      board.show();
      if (told.completions.length) speak("yes", t("stillPossible"), t("costStar"));
      else speak("no", t("notPossible"), conflict ? t("contradict", { conflict }) : t("costStar"));
    } catch (error) {
      if (!signal.aborted) speak("open", t("isPossible"), reason(error));
    }
  }

  /** Say what is known about the puzzle of a link: how many solutions it has, and its level. */
  async function judge() {
    const givens = game.givens.size;
    const tell = () => {
      const seed = game.seed ? t("withSeed", { seed: game.seed }) : "";
      about.textContent = `${t("aboutPuzzle", { count: givens, level: label("level", game.level) })}${seed}`;
    };
    if (game.level) return tell();
    try {
      const bare = new PuzzleGame(model, game.kind, game.givens);
      const told = await solved(bare, new AbortController().signal, SECONDS);
      if (!told.level) about.textContent = verdictOn(told).rest;
      else {
        game.level = told.level;
        tell();
      }
    } catch (error) {
      about.textContent = reason(error);
    }
  }

  const undo = button(t("undo"), () => board.again("undo"));
  const redo = button(t("redo"), () => board.again("redo"));
  const anew = button(t("startAgain"), () => board.again("restart"));
  const pencil = button(t("pencil"), () => {
    board.togglePencil();
    pencil.setAttribute("aria-pressed", String(board.pencil));
  });
  const possible = button(t("isPossible"), help, "primary");
  const share = button(t("share"), () => {
    change({ view: "puzzle", board: state.board, kind: state.kind, at: state.at }, true);
    copyLink();
  });
  root.append(
    stage(
      label("view", "puzzle"),
      element,
      board.view.svg,
      board.stepper,
      h("div.bar", progress, tally, won, clock),
    ),
    side(
      panel(
        title || t("puzzleTitle"),
        h("div.moves", possible, pencil, undo, redo, anew, share),
        about,
        h("p.hint", t("puzzleKeys")),
      ),
      maker(),
      panel(t("ownPuzzle"), h("p.hint", t("ownPuzzleHint")), button(t("openEditor"), edit)),
    ),
  );
  // The toggle of the keyboard changes the button too.
  board.view.grid.addEventListener("keydown", () =>
    pencil.setAttribute("aria-pressed", String(board.pencil)),
  );
  tick(game, clock);
  render();
  return judge();
}

/** What the solver must do. @param {PuzzleGame} game */
const goal = ({ kind, model }) =>
  `${t("puzzleGoal", { count: model.count })}${kind === "closed" ? ` ${t("puzzleClosed")}` : ""}`;

const edit = () => change({ view: "puzzle", edit: "1", at: "" });
