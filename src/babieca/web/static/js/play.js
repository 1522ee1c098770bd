/** The view Play: move the knight; the page proves after each move whether a tour is still possible. */

import { completions, hintFor, judged, MOST_COUNTED, MOST_JUDGED } from "./advice.js";
import { reason } from "./api.js";
import { BoardView, bubble } from "./board.js";
import { wood } from "./colours.js";
import { boardForm, panel, side, stage } from "./controls.js";
import { button, checkbox, choice, h, say } from "./dom.js";
import { gameOf, tick, time } from "./game.js";
import { Model, weakness } from "./geometry.js";
import { heatMarks } from "./heat.js";
import { explain, figure, label, labels, t } from "./i18n.js";
import { ladder, levelName, nextLevel, record, STARS, stars, starsOf, swift } from "./levels.js";
import { chord, hasSound, knock, ride, setSound } from "./motion.js";
import { shareGame } from "./sharing.js";
import { numbered, shelf, shelve } from "./shelf.js";
import { change, current, keep, kept } from "./state.js";
import { cleared } from "./words.js";

/** @import { Judgement } from "./advice.js" */
/** @import { Level } from "./levels.js" */
/** @import { State } from "./state.js" */
const PATIENCE_MS = 250;
/** The numbers that free squares can show. */
const NUMBERS = ["none", "w", "tours"];

/** @param {HTMLElement} root @param {State} state */
export async function playView(root, state) {
  const model = Model.fromState(state);
  const colours = await wood();
  const { game, before: replaced } = gameOf(model, state);
  /** The game before "Start again", or before a link with another one. */
  let before = replaced;
  const locked = new Set((state.lock ?? "").split(","));
  const shown = NUMBERS.filter((name) => !locked.has(name));
  if (state.numbers) keep("numbers", state.numbers);
  const wanted = kept("numbers", "none");
  let numbers = shown.includes(wanted) ? wanted : "none";
  /** A tour that begins with the walk, if one is known. @type {number[] | null} */
  let completion = null;
  let completionShown = false;
  /** How many tours each next square leads to. @type {ReturnType<typeof heatMarks> | null} */
  let tours = null;
  let hinted = -1;
  /** The length of the walk when a tour was still possible. */
  let sound = -1;
  let asking = new AbortController();

  const view = new BoardView(model, t("playLabel", { board: model.title }), colours, press);
  view.svg.style.setProperty("--rows", String(model.rows));
  const { element, offers, speak } = bubble();
  const clock = h("span.clock", { role: "timer" }, time(game.seconds));
  const progress = h("progress", { max: model.count, value: 0, "aria-label": t("visited") });
  const tally = h("span.count");
  const about = h("p.hint", { role: "status" });
  const shelfPanel = h("div", shelf());
  const levelPanel = h("div", ladder(game, choose));

  /** @param {number} square */
  function press(square) {
    if (game.here === square) back();
    else if (game.legal.includes(square)) go(square);
    else {
      view.cells[square].classList.add("refused");
      say(t("notLegal", { square: model.name(square) }), true);
    }
  }

  /** @param {number} square */
  function go(square) {
    const from = game.here;
    before = null;
    game.go(square);
    knock();
    moved(from);
    view.focus(square, view.grid.contains(document.activeElement));
  }

  /** @param {number} [length] */
  function back(length) {
    game.back(length);
    moved();
  }

  const again = () => game.undone.length && go(game.undone[game.undone.length - 1]);

  function restart() {
    before = game.restart();
    completionShown = false;
    clock.textContent = time(0);
    moved();
  }

  function bringBack() {
    Object.assign(game, before, { since: before?.isDone ? 0 : Date.now() });
    before = null;
    game.save();
    moved();
  }

  /** @param {number} [from] where the knight jumped from */
  function moved(from) {
    change({ walk: model.squaresText(game.walk) }, true);
    [hinted, sound, completion, tours] = [-1, -1, null, null];
    say("");
    asking.abort();
    asking = new AbortController();
    render(from);
    const isOffer = offers.contains(document.activeElement);
    if (game.isDone) done(true);
    else judge();
    // The pressed offer is gone: the keyboard goes on at the knight.
    if (isOffer) view.focus(game.here ?? view.focused, true);
    countTours();
  }

  /** @param {number} [from] */
  function render(from) {
    const { walk } = game;
    const ways = model.ways(walk);
    const next = new Set(walk.length ? game.legal : []);
    view.show((square) => {
      const name = model.name(square);
      const step = walk.indexOf(square) + 1;
      if (model.holes.has(square)) return { name: `${name}, ${t("hole")}` };
      if (step > 0) {
        const isHere = step === walk.length;
        const place = isHere ? "here" : game.isDone ? "toured" : "visited";
        const kind = `${place} ${step === sound ? "sound" : ""}`;
        const told = isHere ? t("knightHere") : t("isStep", { step });
        return { kind, text: isHere ? "" : String(step), style: "badge", name: `${name}, ${told}` };
      }
      const isNext = next.has(square);
      const kind = `free ${isNext ? "legal" : ""} ${square === hinted ? "hint" : ""}`;
      const told = [name, walk.length && t("isFree"), isNext && t("isLegal")];
      if (numbers === "w" && walk.length) {
        const weak = weakness(ways[square]);
        told.push(t("isW", { ways: ways[square] }), weak && label("is", weak));
        const text = String(ways[square]);
        return { kind: `${kind} ${weak}`, text, style: "ways", name: joined(told) };
      }
      const count = numbers === "tours" ? tours?.get(name) : undefined;
      if (!count) return { kind, name: joined(told) };
      told.push(t("isTours", { count: figure(count.number) }));
      return { ...count, kind: `${kind} counted`, name: joined(told) };
    });
    view.walk(walk, { whole: model.count, closed: game.isDone && game.kind === "closed" });
    const rest = completionShown && completion ? completion.slice(walk.length - 1) : [];
    view.link(rest.slice(1).map((to, at) => ({ from: rest[at], to, class: "completion" })));
    view.stand(walk.length ? [{ square: game.here, from }] : []);
    progress.value = walk.length;
    tally.textContent = `${walk.length} / ${model.count}`;
    undo.disabled = !walk.length;
    redo.disabled = !game.undone.length;
    anew.disabled = !walk.length;
    hints.disabled = game.isDone;
    reveal.disabled = !completion || game.isDone;
    reveal.setAttribute("aria-pressed", String(completionShown));
  }

  /** Ask whether the walk can be completed. */
  async function judge() {
    const { walk } = game;
    const old = before && before.walk.length > 1 && button(t("bringBack"), bringBack);
    if (!walk.length) {
      return speak("open", t("whereBegin"), `${goal()} ${t("pressAnySquare")}`, old);
    }
    const isStuck = !game.legal.length;
    if (model.count > MOST_JUDGED)
      return speak(isStuck ? "no" : "open", t(isStuck ? "stuck" : "whereTo"), t("tooLarge"));
    speak("open", t(isStuck ? "stuck" : "whereTo"), "");
    const { signal } = asking;
    const slow = setTimeout(() => {
      if (!signal.aborted) speak("open", t("whereTo"), t("thinking"));
    }, PATIENCE_MS);
    try {
      const [told] = await judged(game, [walk], signal);
      clearTimeout(slow);
      completion = told.completion?.map(model.read, model) ?? null;
      if (completion) speak("yes", t("whereTo"), `${goal()} ${t("canBeDone")}`, old);
      else if (told.completable === false) lose(told, isStuck);
      else speak("open", t("whereTo"), t("notDecided"));
    } catch (error) {
      clearTimeout(slow);
      if (signal.aborted) return undefined; // another move was made meanwhile
      speak("open", t("whereTo"), reason(error));
    }
    return render();
  }

  /** The goal of the game, which is said at its beginning. */
  const goal = () => (game.walk.length > 1 ? "" : t(`goal_${closedOrOpen(game.kind)}`));

  /** Say since when the walk is lost, and offer to go back there. */
  /** @param {Judgement} told @param {boolean} isStuck */
  function lose(told, isStuck) {
    sound = told.sound;
    const step = { step: sound, square: sound ? model.name(game.walk[sound - 1]) : "" };
    const text = sound ? t("goBackTo", step) : t("beginElsewhere");
    const proof = t("cannotBeDone", { proof: explain(told.proof ?? "") });
    const since = sound ? t("lostSince", step) : "";
    const offer = button(text, () => back(sound), "primary");
    speak("no", t(isStuck ? "stuck" : "lost"), `${proof} ${since}`, offer);
  }

  /** Celebrate a finished tour. @param {boolean} isNew whether it was finished just now */
  async function done(isNew) {
    const won = starsOf(game);
    const isGreat = won.length === STARS.length || model.count >= MOST_JUDGED;
    const loud = t(won.length === STARS.length ? "wonFlawless" : `won_${closedOrOpen(game.kind)}`);
    const text = t("finished", { count: model.count });
    const next = nextLevel(game);
    const shows = (/** @type {string} */ number, /** @type {string} */ onCard) => {
      const onward = next && button(t("nextLevel", { level: levelName(next) }), () => choose(next));
      const show = async () => (await import("./card.js")).showCard(game, colours, onCard, won);
      const card = button(t("card"), show, "primary");
      const row = game.whole && h("span.won", stars(won), h("small", wonText(won)));
      speak("yes", loud, `${text} ${number}`, row, card, onward);
    };
    shows("", "");
    if (isNew) {
      record(game);
      ride(view, game.walk, isGreat);
      chord(won.length);
      levelPanel.replaceChildren(ladder(game, choose));
    }
    const one = await shelve(game);
    shelfPanel.replaceChildren(shelf());
    if (game.isDone) shows(numbered(one), numbered(one, "cardNumber"));
  }

  /** @param {string[]} won */
  function wonText(won) {
    if (won.length === STARS.length) return t("star_all");
    const lost = STARS.filter((star) => !won.includes(star));
    return lost.map((star) => label("star", star, star, { time: time(swift(game)) })).join(" · ");
  }

  async function hint() {
    if (locked.has("hint") || game.isDone) return;
    game.help();
    const { signal } = asking;
    try {
      const found = await hintFor(game, signal);
      if (!found) return say(t("noHint"), true);
      hinted = found.square;
      render();
      speak("open", t("whereTo"), found.text);
    } catch (error) {
      if (!signal.aborted) speak("open", t("whereTo"), reason(error));
    }
  }

  /** Count the tours that each next move leads to. @param {boolean} [asJob] */
  async function countTours(asJob = false) {
    const isAsked = numbers === "tours" && !game.isDone;
    about.textContent = numbers === "none" ? "" : t(numbers === "w" ? "whatIsW" : "whatAreTours");
    // A closed tour visits every square: all starts have the same number.
    if (!isAsked || (!game.walk.length && game.kind === "closed")) return;
    game.help();
    if (model.count > MOST_COUNTED && !asJob) {
      const starts = button(t("countTours"), () => countTours(true));
      return about.replaceChildren(t("largeBoard"), " ", starts);
    }
    const { signal } = asking;
    if (asJob) about.textContent = t("counting");
    try {
      const table = await completions(game, signal);
      if (signal.aborted) return;
      tours = heatMarks(table, colours);
      const sum = [...tours.values()].reduce((sum, { number }) => sum + number, 0n);
      const total = figure(game.walk.length ? sum : sum / 2n);
      about.textContent = t(game.walk.length ? "toursFromHere" : "pathsInAll", { count: total });
      render();
    } catch (error) {
      if (!signal.aborted) about.textContent = reason(error);
    }
  }

  /** @param {string} name */
  function show(name) {
    numbers = name;
    keep("numbers", name);
    change({ numbers: name }, true);
    render();
    countTours();
  }

  /** @param {Level} level */
  function choose(level) {
    const levels = Model.fromState({ ...current(), leaper: "1,2", wrap: "", holes: "", ...level });
    const { game: other } = gameOf(levels, { ...current(), ...level, walk: "" });
    if (other.key === game.key) return restart();
    if (other.isDone) other.restart();
    return change({ ...cleared(), leaper: "1,2", wrap: "", ...level });
  }

  const undo = button(t("undo"), () => back());
  const redo = button(t("redo"), again);
  const anew = button(t("startAgain"), restart);
  const reveal = button(t("showCompletion"), () => {
    completionShown = !completionShown;
    game.help();
    render();
  });
  const hints = button(t("hint"), hint, "primary");
  const share = button(t("share"), () => shareGame(current(), game.walk.length > 0));
  const rules = locked.size > 1 || !locked.has("") ? h("p.hint", t("isLocked")) : "";
  root.append(
    stage(label("view", "board"), element, view.svg, h("div.bar", progress, tally, clock)),
    side(
      panel(
        t("yourMove"),
        h(
          "div.moves",
          !locked.has("hint") && hints,
          undo,
          redo,
          !locked.has("how") && reveal,
          anew,
          share,
        ),
        shown.length > 1 &&
          choice("numbers", t("onSquares"), numbers, labels("numbers", shown), show),
        about,
        rules,
        checkbox(t("sound"), hasSound(), setSound),
        h("p.hint", t("playKeys"), !locked.has("hint") && t("playKeyHint"), "."),
      ),
      panel(t("levels"), levelPanel),
      panel(t("ownBoard"), boardForm(state, model, 12)),
      panel(t("keptTours"), shelfPanel),
    ),
  );
  /** @type {Record<string, () => void>} */
  const keys = { Backspace: () => back(), u: () => back(), r: again, h: hint };
  view.grid.addEventListener("keydown", (event) => {
    if (Object.hasOwn(keys, event.key)) keys[event.key]();
  });
  tick(game, clock);
  render();
  if (game.isDone) done(false);
  else judge();
  countTours();
}

/** @param {string} kind @returns {"closed" | "open"} */
const closedOrOpen = (kind) => (kind === "closed" ? "closed" : "open");

/** @param {(string | number | false)[]} parts */
const joined = (parts) => parts.filter((part) => part).join(", ");
