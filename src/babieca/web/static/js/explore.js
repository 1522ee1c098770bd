/** The view Count: long work runs as jobs, with progress, a cancel button and a history. */

import { ask, at, reason, watch } from "./api.js";
import { boardForm, panel, side, stage } from "./controls.js";
import { button, field, h, say, select } from "./dom.js";
import { Model } from "./geometry.js";
import { figure, label, labels, t } from "./i18n.js";
import { result } from "./results.js";
import { palette } from "./state.js";
import { moreOfVerb, questionOf, verbWords, wishList } from "./words.js";

/** @import { Job } from "./api.js" */
/** @import { State } from "./state.js" */
/** @typedef {{verb: string, words?: object, question?: object, symmetric?: boolean}} Work */

const SHOWN = 20;
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
  const jobs = h("ol.jobs");
  const failure = h("p.answer", { role: "status" });
  const estimate = h("p.hint");
  /** @type {(() => void)[]} */
  const watching = [];

  async function start() {
    const { verb, words, question: own, symmetric } = WORK[chosen];
    const asked = { ...question, ...own, ...(symmetric && { symmetry }) };
    const said = { ...words, ...verbWords(verb, state), question: asked };
    try {
      const job = await ask(`jobs/${verb}`, said);
      failure.textContent = "";
      say(t("jobStarted", { text: job.text }));
      jobs.querySelector(".hint")?.remove();
      jobs.prepend(row(job));
    } catch (error) {
      failure.textContent = reason(error);
    }
  }

  /** @param {Job} job */
  function row(job) {
    const line = h("li", { "data-job": job.id });
    const changed = (/** @type {Job} */ told) => {
      show(line, told);
      if (told.ended === null) return;
      say(t("jobEnded", { text: told.text, state: label("state", told.state) }));
      if (told.state === "done") toggleResult(line, told);
    };
    show(line, job);
    if (job.ended === null) watching.push(watch(job.id, changed));
    return line;
  }

  /** @param {HTMLElement} line @param {Job} job */
  function show(line, job) {
    const { id: number, state: now, started, ended, progress, fault } = job;
    const bar = h("progress", { max: 1, "aria-label": t("progressOf", { text: job.text }) });
    if (typeof progress?.share === "number") bar.value = progress.share;
    let time = "";
    if (typeof progress?.seconds_left === "number")
      time = t("timeLeft", { seconds: Math.ceil(progress.seconds_left) });
    if (started !== null && ended !== null)
      time = t("took", { seconds: (ended - started).toFixed(2) });
    const cancel = () => at(`jobs/${number}/cancel`, "POST").catch(() => null);
    const open = () => toggleResult(line, job);
    const forget = () => at(`jobs/${number}`, "DELETE").then(() => line.remove());
    const shows = { "aria-expanded": "false", "aria-label": t("showResult", { number }) };
    const forgets = { "aria-label": t("forgetResult", { number }) };
    const what = h("span.what", h("b", title(job)), " ", description(job));
    const badge = h("span.state", label("state", now));
    line.className = `job ${now}`;
    line.replaceChildren(
      h("div.head", h("span.number", number), what, badge),
      h(
        "div.foot",
        ended === null && bar,
        h("span.times", time),
        ended === null && button(t("cancel"), cancel),
        now === "done" && button(t("show"), open, "show", shows),
        ended !== null && button(t("forget"), forget, "quiet", forgets),
      ),
      fault ? h("p.bad", fault.error) : "",
    );
  }

  /** @param {HTMLElement} line @param {Job} job */
  async function toggleResult(line, job) {
    const old = line.querySelector(".result");
    const opener = line.querySelector("button.show");
    if (opener) {
      opener.textContent = t(old ? "show" : "hide");
      opener.setAttribute("aria-label", t(old ? "showResult" : "hideResult", { number: job.id }));
      opener.setAttribute("aria-expanded", String(!old));
    }
    if (old) return old.remove();
    const record = await at(`jobs/${job.id}/result`);
    return line.append(h("div.result", result(job, record, colours)));
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

  const jobStage = stage(label("view", "explore"), h("h2", t("jobs")), failure, jobs);
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
  window.addEventListener("hashchange", () => watching.forEach((stop) => stop()), { once: true });
  const told = await at(`jobs?limit=${SHOWN}`);
  jobs.append(...told.jobs.map(row));
  if (!told.jobs.length) jobs.append(h("li.hint", t("noJobs")));
}

/** The tours of a job; in the page's language if the question has no rare words. @param {Job} job */
function description({ words, text }) {
  const { board, kind = "closed", symmetry: kept, ...others } = words.question;
  if (Object.keys(others).length) return h("span", { lang: "en" }, text);
  const plain = t("jobText", { kind: label("many", kind), board: board.replace("x", " × ") });
  return kept ? `${plain}, ${label("symmetry", kept)}` : plain;
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
