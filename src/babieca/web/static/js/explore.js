/** The view Count: long work runs as jobs. */

import { ask, reason } from "./api.js";
import { boardForm, panel, side, stage } from "./controls.js";
import { button, field, h, say, select } from "./dom.js";
import { Model } from "./geometry.js";
import { figure, label, labels, t } from "./i18n.js";
import { JobList } from "./jobs.js";
import { palette } from "./state.js";
import { moreOfVerb, questionOf, verbWords, wishList } from "./words.js";

/** @import { Job } from "./api.js" */
/** @import { State } from "./state.js" */
/** @typedef {{verb: string, words?: object, question?: object, symmetric?: boolean}} Work */

const SAMPLES = 6;

/** The work that is offered: a verb, and words that it always says. @type {Record<string, Work>} */
const WORK = {
  count: { verb: "count" },
  table: { verb: "count", words: { by: "start" }, question: { kind: "path", start: undefined } },
  classes: { verb: "classes" },
  symmetric: { verb: "count", symmetric: true },
  kept: { verb: "list", words: { limit: SAMPLES }, symmetric: true },
  sample: { verb: "sample", words: { limit: SAMPLES } },
  usage: { verb: "usage" },
  study: { verb: "study", words: { timeout: 3 } },
  atlas: { verb: "atlas" },
};

let chosen = "count";
let symmetry = "half-turn";

/** @param {HTMLElement} root @param {State} state */
export async function exploreView(root, state) {
  const model = Model.fromState(state);
  const question = questionOf(state, model);
  const colours = await palette();
  const estimate = h("p.hint");
  const jobs = new JobList(title, colours);

  async function start() {
    const { verb, words, question: own, symmetric } = WORK[chosen];
    const asked = { ...question, ...own, ...(symmetric && { symmetry }) };
    const said = { ...words, ...verbWords(verb, state), question: asked };
    try {
      const job = await ask(`jobs/${verb}`, said);
      jobs.failure.textContent = "";
      say(t("jobStarted", { text: job.text }));
      jobs.tell(job);
    } catch (error) {
      jobs.failure.textContent = reason(error);
    }
  }

  async function plan() {
    try {
      const planned = await ask("plan", { question });
      const seconds = planned.estimated_seconds;
      estimate.textContent = t("planned", {
        slots: planned.slots,
        counters: figure(planned.total_counters),
        megabytes: figure(Math.max(1, Math.round(planned.bytes / 2 ** 20))),
        seconds: seconds < 1 ? "< 1" : figure(Math.round(seconds)),
      });
    } catch (error) {
      estimate.textContent = reason(error);
    }
  }

  const symmetries = h("div");
  const more = h("div");
  /** @param {string} work */
  function choose(work) {
    chosen = work;
    const { verb, words, symmetric } = WORK[work];
    symmetries.hidden = !symmetric;
    more.replaceChildren(moreOfVerb(verb, state, Object.keys(words ?? {})));
  }
  choose(chosen);
  /** @param {{symmetries: string[]}} facts of the board */
  function offerSymmetries(facts) {
    const names = facts.symmetries.filter((name) => name !== "identity");
    if (!names.length) return;
    if (!names.includes(symmetry)) symmetry = names[0];
    const list = select(symmetry, labels("symmetry", names), (name) => (symmetry = name));
    symmetries.append(field(label("word", "symmetry"), list));
  }
  ask("info", { board: model.toJson() }).then(offerSymmetries, () => null);

  const jobStage = stage(label("view", "explore"), h("h2", t("jobs")), jobs.element);
  root.append(
    side(
      panel(
        t("question"),
        field(t("work"), select(chosen, labels("work", Object.keys(WORK)), choose)),
        symmetries,
        h("div.buttons", button(t("startJob"), start, "primary"), button(t("plan"), plan)),
        estimate,
        more,
      ),
      panel(label("view", "board"), boardForm(state, model, 20), wishList(state, model)),
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
