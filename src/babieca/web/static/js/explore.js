// @ts-check
/** Count and explore: long work as jobs, with progress, cancel, and a history with its results. */

import { ask, at, watch } from "./api.js";
import { button, field, grouped, h, say, select } from "./dom.js";
import { isKey, spoken, t } from "./i18n.js";
import { palette } from "./looks.js";
import { result } from "./results.js";
import { boardControls, panel, wishList } from "./setup.js";
import { modelOf, questionOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./api.js").Job} Job */
/** @typedef {import("./i18n.js").Key} Key */

const SHOWN = 20;
const SAMPLES = 6;
const STUDY_SECONDS = 3;

/** What can be started: the verb of the API and its words. */
const WORK =
  /** @type {Record<string, {verb: string, words: (question: any, symmetry: string) => any, text: Key, ofSymmetry?: boolean}>} */ ({
    count: { verb: "count", words: (question) => ({ question }), text: "workCount" },
    table: {
      verb: "count",
      words: (question) => ({
        question: { ...question, kind: "path", start: undefined },
        by: "start",
      }),
      text: "workTable",
    },
    classes: { verb: "classes", words: (question) => ({ question }), text: "workClasses" },
    symmetric: {
      verb: "count",
      words: (question, symmetry) => ({ question: { ...question, symmetry } }),
      text: "workSymmetric",
      ofSymmetry: true,
    },
    kept: {
      verb: "list",
      words: (question, symmetry) => ({ question: { ...question, symmetry }, limit: SAMPLES }),
      text: "workKept",
      ofSymmetry: true,
    },
    sample: {
      verb: "sample",
      words: (question) => ({ question, limit: SAMPLES }),
      text: "workSample",
    },
    usage: { verb: "usage", words: (question) => ({ question }), text: "workUsage" },
    study: {
      verb: "study",
      words: (question) => ({ question, timeout: STUDY_SECONDS }),
      text: "workStudy",
    },
    atlas: { verb: "atlas", words: (question) => ({ question }), text: "workAtlas" },
  });

let chosen = "count";
let symmetry = "half-turn";

/**
 * @param {HTMLElement} root
 * @param {State} state
 */
export async function exploreView(root, state) {
  const model = modelOf(state);
  const question = questionOf(state, model);
  const colours = await palette();
  const jobs = h("ol", { class: "jobs" });
  const said = h("p", { class: "answer", role: "status" });
  const estimate = h("p", { class: "hint" });
  /** @type {Map<number, () => void>} */
  const listening = new Map();

  async function start() {
    const work = WORK[chosen];
    try {
      const job = await ask(`jobs/${work.verb}`, work.words(question, symmetry));
      said.textContent = "";
      say(t("jobStarted", { text: job.text }));
      jobs.prepend(row(job));
      jobs.querySelector(".hint")?.remove();
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Job} job */
  function row(job) {
    const line = h("li", { class: "job", "data-job": job.id });
    show(line, job);
    if (job.ended === null) {
      listening.set(
        job.id,
        watch(job.id, (told) => {
          show(line, told);
          if (told.ended !== null) {
            say(
              t("jobEnded", {
                text: told.text,
                state: t(/** @type {Key} */ (`state_${told.state}`)),
              }),
            );
            if (told.state === "done") open(line, told);
          }
        }),
      );
    }
    return line;
  }

  /**
   * @param {HTMLElement} line
   * @param {Job} job
   */
  function show(line, job) {
    const running = job.ended === null;
    const progress = job.progress;
    const bar = h("progress", { max: 1, "aria-label": t("progressOf", { text: job.text }) });
    if (progress?.share !== null && progress?.share !== undefined) bar.value = progress.share;
    const left = progress?.seconds_left;
    const times = running
      ? left !== null && left !== undefined
        ? t("timeLeft", { seconds: Math.ceil(left) })
        : ""
      : job.started !== null && job.ended !== null
        ? t("took", { seconds: (job.ended - job.started).toFixed(2) })
        : "";
    line.className = `job ${job.state}`;
    line.replaceChildren(
      h(
        "div",
        { class: "head" },
        h("span", { class: "number" }, `${job.id}`),
        h("span", { class: "what" }, h("b", {}, title(job)), " ", asked(job)),
        h("span", { class: "state" }, t(/** @type {Key} */ (`state_${job.state}`))),
      ),
      h(
        "div",
        { class: "foot" },
        running && bar,
        h("span", { class: "times" }, times),
        running && button(t("cancel"), () => at(`jobs/${job.id}/cancel`, "POST").catch(() => null)),
        job.state === "done" &&
          button(t("show"), () => open(line, job), {
            class: "show",
            "aria-expanded": "false",
            "aria-label": t("showResult", { number: job.id }),
          }),
        !running &&
          button(
            t("forget"),
            async () => {
              await at(`jobs/${job.id}`, "DELETE");
              line.remove();
            },
            { class: "quiet", "aria-label": t("forgetResult", { number: job.id }) },
          ),
      ),
      job.fault ? h("p", { class: "bad" }, job.fault.error) : "",
    );
  }

  /**
   * @param {HTMLElement} line
   * @param {Job} job
   */
  async function open(line, job) {
    const old = line.querySelector(".result");
    const opener = line.querySelector("button.show");
    if (opener) {
      opener.textContent = t(old ? "show" : "hide");
      opener.setAttribute("aria-label", t(old ? "showResult" : "hideResult", { number: job.id }));
      opener.setAttribute("aria-expanded", String(!old));
    }
    if (old) return old.remove();
    const record = await at(`jobs/${job.id}/result`);
    return line.append(h("div", { class: "result" }, result(job, record, colours)));
  }

  async function plan() {
    try {
      const planned = await ask("plan", { question });
      const seconds = planned.estimated_seconds;
      estimate.textContent = t("planned", {
        slots: planned.slots,
        counters: grouped(planned.total_counters, spoken()),
        megabytes: grouped(Math.max(1, Math.round(planned.bytes / 2 ** 20)), spoken()),
        seconds: seconds < 1 ? "< 1" : grouped(Math.round(seconds), spoken()),
      });
    } catch (error) {
      estimate.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  const symmetries = h("div", {});
  const offer = () => {
    symmetries.hidden = !WORK[chosen].ofSymmetry;
  };
  offer();
  ask("info", { board: model.toJson() }).then(
    (facts) => {
      const names = facts.symmetries.filter((/** @type {string} */ name) => name !== "identity");
      if (!names.length) return;
      if (!names.includes(symmetry)) symmetry = names[0];
      symmetries.append(
        field(
          t("symmetry"),
          select(
            symmetry,
            names.map((/** @type {string} */ name) => [name, symmetryName(name)]),
            (name) => {
              symmetry = name;
            },
          ),
        ),
      );
    },
    () => null,
  );

  root.append(
    h(
      "aside",
      { class: "side", "aria-label": t("settings") },
      panel(
        t("question"),
        field(
          t("work"),
          select(
            chosen,
            Object.entries(WORK).map(([key, work]) => [key, t(work.text)]),
            (key) => {
              chosen = key;
              offer();
            },
          ),
        ),
        symmetries,
        h(
          "div",
          { class: "buttons" },
          button(t("startJob"), start, { class: "primary" }),
          button(t("plan"), plan),
        ),
        estimate,
      ),
      panel(t("board"), boardControls(state, { most: 20 }), wishList(state, model)),
    ),
    h(
      "section",
      { class: "stage wide", "aria-label": t("explore") },
      h("h2", {}, t("runs")),
      said,
      jobs,
    ),
  );
  const told = await at(`jobs?limit=${SHOWN}`);
  jobs.append(...told.jobs.map((/** @type {Job} */ job) => row(job)));
  if (!told.jobs.length) jobs.append(h("li", { class: "hint" }, t("noRuns")));
  const leaving = () => {
    listening.forEach((stop) => stop());
    window.removeEventListener("hashchange", leaving);
  };
  window.addEventListener("hashchange", leaving);
}

/**
 * Which tours a job is about, in the page's language where that is easily said.
 * @param {Job} job
 */
function asked(job) {
  const { board, kind, symmetry: kept, ...others } = job.words.question;
  if (Object.keys(others).length) return h("span", { lang: "en" }, job.text);
  const plain = t("jobText", {
    kind: t(/** @type {Key} */ (`many_${kind ?? "closed"}`)),
    board: board.replace("x", " × "),
  });
  return kept ? `${plain}, ${symmetryName(kept)}` : plain;
}

/** @param {string} name */
function symmetryName(name) {
  const key = `symmetry_${name}`;
  return isKey(key) ? t(key) : name;
}

/** @param {Job} job */
function title(job) {
  if (job.verb === "count" && job.words.by) return t("workTable");
  if (job.verb === "count" && job.words.question.symmetry) return t("workSymmetric");
  if (job.verb === "list" && job.words.question.symmetry) return t("workKept");
  const names = /** @type {Record<string, Key>} */ ({
    count: "workCount",
    classes: "workClasses",
    sample: "workSample",
    usage: "workUsage",
    study: "workStudy",
    atlas: "workAtlas",
  });
  return job.verb in names ? t(names[job.verb]) : job.verb;
}
