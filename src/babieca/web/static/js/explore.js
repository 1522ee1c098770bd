/** The view Count: long work runs as jobs. */

import { ask, can, reason, start as startJob, status } from "./api.js";
import { palette } from "./colours.js";
import { boardForm, panel, side, stage } from "./controls.js";
import { button, field, h, say, select } from "./dom.js";
import { Model } from "./geometry.js";
import { explain, figure, label, labels, symmetryName, t } from "./i18n.js";
import { JobList } from "./jobs.js";
import { moreOfVerb, questionOf, verbWords, wishList, wordsOfQuestion } from "./words.js";

/** @import { Job } from "./api.js" */
/** @import { State } from "./state.js" */
/** @typedef {{verb: string, words?: object, question?: object, symmetric?: boolean}} Work */

const SAMPLES = 6;

const OF_TABLE = { kind: "path", start: undefined, up_to: undefined };

/** The work that is offered: a verb, and words that it always says. @type {Record<string, Work>} */
const WORK = {
  count: { verb: "count" },
  table: { verb: "count", words: { by: "start" }, question: OF_TABLE },
  classes: { verb: "classes" },
  symmetric: { verb: "count", symmetric: true },
  kept: { verb: "list", words: { limit: SAMPLES }, symmetric: true },
  sample: { verb: "sample", words: { limit: SAMPLES } },
  usage: { verb: "usage" },
  study: { verb: "study", words: { timeout: 3 } },
  atlas: { verb: "atlas" },
};

/** Whether a verb and its words are answered here. @param {string} work */
const isOffered = (work) =>
  can(WORK[work].verb) && (!WORK[work].symmetric || wordsOfQuestion().includes("symmetry"));

let chosen = "count";
let symmetry = "half-turn";

/** @param {HTMLElement} root @param {State} state */
export async function exploreView(root, state) {
  const model = Model.fromState(state);
  const [colours, { home }] = await Promise.all([palette(), status()]);
  const install = h("a", { href: `${home}#install` }, t("howToInstall"));
  const estimate = h("p.hint");
  const jobs = new JobList(title, colours);

  function start() {
    const { verb, words, question: own, symmetric } = WORK[chosen];
    const asked = { ...questionOf(state, model, verb), ...own, ...(symmetric && { symmetry }) };
    return begin(verb, { ...words, ...verbWords(verb, state), question: asked });
  }

  /** @param {string} verb @param {any} said */
  async function begin(verb, said) {
    try {
      const job = await startJob(verb, said);
      jobs.failure.textContent = "";
      say(t("jobStarted", { text: job.text }));
      jobs.tell(job);
    } catch (error) {
      jobs.failure.textContent = reason(error);
    }
  }

  async function plan() {
    try {
      const planned = await ask("plan", { question: questionOf(state, model) });
      const { bytes, estimated_seconds: seconds, total_counters: counters } = planned;
      if (bytes === null || seconds === null || counters === null) {
        estimate.textContent = explain(planned.estimates.count.auto.refusal ?? ""); // too wide for blocks
        return;
      }
      estimate.textContent = t("planned", {
        slots: planned.slots,
        counters: figure(counters),
        megabytes: figure(Math.max(1, Math.round(bytes / 2 ** 20))),
        seconds: seconds < 1 ? "< 1" : figure(Math.round(seconds)),
      });
    } catch (error) {
      estimate.textContent = reason(error);
    }
  }

  const offered = Object.keys(WORK).filter(isOffered);
  if (offered.includes(state.work ?? "")) chosen = state.work;
  const chessboard = () => begin("count", { question: { kind: "closed", board: "8x8" } });
  const symmetries = h("div");
  const more = h("div");
  /** @param {string} work */
  function choose(work) {
    chosen = work;
    const { verb, words, question, symmetric } = WORK[work];
    symmetries.hidden = !symmetric;
    more.replaceChildren(moreOfVerb(verb, state, Object.keys({ ...words, ...question })));
  }
  choose(chosen);
  /** @param {{symmetries: string[]}} facts of the board */
  function offerSymmetries(facts) {
    const names = facts.symmetries.filter((name) => name !== "identity");
    if (!names.length) return;
    if (!names.includes(symmetry)) symmetry = names[0];
    /** @type {[string, string][]} */
    const options = names.map((name) => [name, symmetryName(name)]);
    const list = select(symmetry, options, (name) => (symmetry = name));
    symmetries.append(field(label("word", "symmetry"), list));
  }
  if (can("info")) ask("info", { board: model.toJson() }).then(offerSymmetries, () => null);

  const jobStage = stage(label("view", "explore"), h("h2", t("jobs")), jobs.element);
  root.append(
    side(
      panel(
        t("question"),
        field(t("work"), select(chosen, labels("work", offered), choose)),
        symmetries,
        h(
          "div.buttons",
          button(t("startJob"), start, "primary"),
          can("plan") && button(t("plan"), plan),
        ),
        estimate,
        more,
      ),
      !can("classes") &&
        panel(
          "8 × 8",
          h("div.buttons", button(t("countChessboard"), chessboard)),
          h("p.hint", t("chessboardHint")),
        ),
      panel(label("view", "board"), boardForm(state, model, 20), wishList(state, model)),
      !can("classes") && panel(t("withoutServer"), h("p.hint", t("alone"), " ", install)),
    ),
    jobStage,
  );
  window.addEventListener("hashchange", jobs.close, { once: true });
}

/** The name of the work that a job does: the last of WORK that fits. @param {Job} job */
function title({ verb, words }) {
  const fits = ([key, work] = ["", WORK.count]) =>
    work.verb === verb &&
    (key !== "table" || words.by) &&
    (!work.symmetric || words.question.symmetry);
  const found = Object.entries(WORK).findLast((entry) => fits(entry));
  return found ? label("work", found[0]) : verb;
}
