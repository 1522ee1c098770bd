/** The editor of Puzzle: place numbers, and the page says how many solutions they have. */

import { isProof, reason } from "./api.js";
import { bubble } from "./board.js";
import { wood } from "./colours.js";
import { panel, side, stage } from "./controls.js";
import { button, h } from "./dom.js";
import { Model } from "./geometry.js";
import { label, t } from "./i18n.js";
import { PuzzleBoard } from "./puzzle_board.js";
import { PuzzleGame, solved } from "./puzzle_game.js";
import { boardFields } from "./puzzle_maker.js";
import { sentence, verdictOn } from "./puzzle_said.js";
import { copyLink } from "./sharing.js";
import { change, current } from "./state.js";
import { cleared } from "./words.js";

/** @import { State } from "./state.js" */

/** The editor asks when the visitor pauses, and waits so many seconds for an answer. */
const [PAUSE_MS, SECONDS] = [250, 4];

/** Make a puzzle by hand: the page says how many solutions it has. */
/** @param {HTMLElement} root @param {State} state */
export async function editor(root, state) {
  const model = Model.fromState(state);
  const game = new PuzzleGame(model, state.kind, new Map());
  game.sheet.numbers = model.stepsIn(state.at ?? "");
  const { element, speak } = bubble();
  const board = new PuzzleBoard(game, t("editorLabel", { board: model.title }), await wood(), changed); // prettier-ignore
  let asking = new AbortController();
  let pausing = 0;

  function changed() {
    change({ at: model.stepsText(game.sheet.numbers) }, true);
    judge();
  }

  async function judge() {
    asking.abort();
    asking = new AbortController();
    clearTimeout(pausing);
    const { signal } = asking;
    const { faults } = game;
    board.show(faults);
    const { size } = game.sheet.numbers;
    undo.disabled = !game.past.length;
    redo.disabled = !game.future.length;
    clear.disabled = !size;
    play.disabled = copy.disabled = !size || faults.length > 0;
    if (faults.length) return speak("no", t("noSolution"), sentence(model, faults[0]));
    if (!size) return speak("open", t("ownPuzzle"), t("placeNumbers"));
    speak("open", t("ownPuzzle"), t("counting"));
    await new Promise((done) => (pausing = setTimeout(done, PAUSE_MS)));
    if (signal.aborted) return;
    try {
      const told = await solved(game, signal, SECONDS);
      if (signal.aborted) return;
      board.conflict = new Set(Object.keys(told.conflict).map((name) => model.read(name)));
      board.show(faults);
      const { kind, loud, rest } = verdictOn(told);
      speak(kind, loud, rest);
    } catch (error) {
      if (signal.aborted) return;
      if (isProof(error)) speak("no", t("noSolution"), reason(error));
      else speak("open", t("notDecided"), reason(error));
    }
  }

  const undo = button(t("undo"), () => board.again("undo"));
  const redo = button(t("redo"), () => board.again("redo"));
  const clear = button(t("clearBoard"), () => board.again("restart"));
  const play = button(t("playPuzzle"), () => change({ edit: "" }), "primary");
  const copy = button(t("copyLink"), async () => {
    const { edit } = current();
    change({ edit: "" }, true);
    await copyLink();
    change({ edit }, true);
  });
  const leave = button(t("backToday"), () => (location.hash = "#view=puzzle"));
  const [size, kind] = boardFields({ board: state.board, kind: state.kind }, (wish) =>
    change({ ...cleared(), ...wish, at: "" }),
  );
  root.append(
    stage(label("view", "puzzle"), element, board.view.svg, board.stepper),
    side(
      panel(
        t("ownPuzzle"),
        h("div.moves", play, undo, redo, clear, copy, leave),
        h("p.hint", t("editorKeys")),
      ),
      panel(t("ownBoard"), h("div.setup", size, kind)),
    ),
  );
  return judge();
}
