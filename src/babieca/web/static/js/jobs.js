/** The list of jobs: progress, a cancel button, results, older jobs, and jobs of other visitors. */

import * as api from "./api.js";
import { button, checkbox, h, say } from "./dom.js";
import { explain, label, symmetryName, t } from "./i18n.js";
import { toursOf } from "./reasons.js";
import { result } from "./results.js";
import { keep, kept } from "./state.js";

/** @import { Job } from "./api.js" */
/** @import { Palette } from "./board.js" */

const SHOWN = 20;

export class JobList {
  /** The job of each line as it was told last. @type {Map<number, {job: Job, line: HTMLElement}>} */
  lines = new Map();
  /** The number of the oldest job that was listed. */
  oldest = Infinity;
  mine = true;
  list = h("ol.jobs");
  failure = h("p.answer", { role: "status" });
  nothing = h("p.hint", { hidden: true }, t("noJobs"));
  more = button(t("olderJobs"), () => this.load(), "quiet", { hidden: true });
  stop = () => {};

  /** @param {(job: Job) => string} title @param {Palette} colours */
  constructor(title, colours) {
    this.title = title;
    this.colours = colours;
    const mine = () => !api.shared || kept("all-jobs", "") !== "yes";
    const choose = (/** @type {boolean} */ all) => {
      keep("all-jobs", all ? "yes" : "");
      this.open(!all);
    };
    const all = checkbox(t("allJobs"), !mine(), choose);
    this.element = h("div", api.shared && all, this.failure, this.list, this.nothing, this.more);
    // A tab that is not seen needs no stream: a browser opens at most six connections to a server.
    const seen = () => (document.hidden ? this.stop() : this.open(mine()));
    document.addEventListener("visibilitychange", seen);
    this.close = () => {
      document.removeEventListener("visibilitychange", seen);
      this.stop();
    };
    this.open(mine());
  }

  /** Begin the list anew. @param {boolean} mine only jobs of this browser */
  open(mine) {
    this.stop();
    this.mine = mine;
    this.lines.clear();
    this.list.replaceChildren();
    // The stream tells all jobs that have not ended, and from now on every change.
    this.stop = api.follow(
      mine,
      (job) => this.tell(job),
      (connected) => this.connect(connected),
    );
  }

  /** @param {boolean} connected whether the server answers */
  connect(connected) {
    this.failure.textContent = connected ? "" : t("noConnection");
    if (connected) {
      this.oldest = Infinity;
      this.load();
    } else
      for (const { job, line } of this.lines.values())
        if (job.ended === null) this.show(line, { ...job, state: "unknown", progress: null });
  }

  /** Load the newest jobs, or the jobs before the oldest listed job. */
  async load() {
    const before = Number.isFinite(this.oldest) ? this.oldest : undefined;
    try {
      const jobs = await api.jobs(this.mine, SHOWN, before);
      jobs.forEach((job) => this.tell(job));
      this.oldest = jobs.at(-1)?.id ?? 0;
      this.more.hidden = jobs.length < SHOWN;
    } catch (error) {
      this.failure.textContent = api.reason(error);
    }
    this.nothing.hidden = this.lines.size > 0;
  }

  /** Show a job as it is now. @param {Job} job */
  tell(job) {
    const known = this.lines.get(job.id);
    if (known?.job.ended && job.ended) return;
    const line = known?.line ?? h("li", { "data-job": job.id });
    this.lines.set(job.id, { job, line });
    this.show(line, job);
    this.nothing.hidden = true;
    if (!known) {
      const isOlder = (/** @type {Element} */ other) =>
        Number(other.getAttribute("data-job")) < job.id;
      this.list.insertBefore(line, [...this.list.children].find(isOlder) ?? null);
    } else if (job.ended !== null) {
      say(t("jobEnded", { text: job.text, state: label("state", job.state) }));
      if (job.state === "done" && this.mine) this.toggle(line, job);
    }
  }

  /** @param {HTMLElement} line @param {Job} job */
  show(line, job) {
    const { id: number, state, started, ended, progress, fault } = job;
    const bar = h("progress", { max: 1, "aria-label": t("progressOf", { text: job.text }) });
    if (typeof progress?.share === "number") bar.value = progress.share;
    let time = "";
    if (typeof progress?.seconds_left === "number")
      time = t("timeLeft", { seconds: Math.ceil(progress.seconds_left) });
    if (started !== null && ended !== null)
      time = t("took", { seconds: (ended - started).toFixed(2) });
    const fail = (/** @type {unknown} */ error) => (this.failure.textContent = api.reason(error));
    const cancel = () => api.cancel(number).catch(fail);
    const forget = () => api.forget(number).then(() => this.forget(number), fail);
    const shows = { "aria-expanded": "false", "aria-label": t("showResult", { number }) };
    const forgets = { "aria-label": t("forgetResult", { number }) };
    const cancels = { "aria-label": t("cancelJob", { number }) };
    const what = h("span.what", h("b", this.title(job)), " ", description(job));
    const badge = h("span.state", label("state", state));
    const isLive = state === "queued" || state === "running";
    line.className = `job ${state}`;
    line.replaceChildren(
      h("div.head", h("span.number", number), what, badge),
      h(
        "div.foot",
        isLive && bar,
        h("span.times", time),
        isLive && button(t("cancel"), cancel, undefined, cancels),
        state === "done" && button(t("show"), () => this.toggle(line, job), "show", shows),
        ended !== null && button(t("forget"), forget, "quiet", forgets),
      ),
      fault ? h("p.bad", explain(fault.reason ?? fault.error)) : "",
    );
  }

  /** @param {number} number */
  forget(number) {
    this.lines.get(number)?.line.remove();
    this.lines.delete(number);
    this.nothing.hidden = this.lines.size > 0;
  }

  /** Show the result of a job, or hide it. @param {HTMLElement} line @param {Job} job */
  async toggle(line, job) {
    const old = line.querySelector(".result");
    const opener = line.querySelector("button.show");
    if (opener) {
      opener.textContent = t(old ? "show" : "hide");
      opener.setAttribute("aria-label", t(old ? "showResult" : "hideResult", { number: job.id }));
      opener.setAttribute("aria-expanded", String(!old));
    }
    if (old) return old.remove();
    try {
      const record = await api.result(job.id);
      return line.append(h("div.result", await result(job, record, this.colours)));
    } catch (error) {
      return line.append(h("p.result.bad", api.reason(error)));
    }
  }
}

/** The tours of a job; in the page's language if the question has no rare words. @param {Job} job */
function description({ words, text }) {
  const { board, kind = "closed", symmetry, ...others } = words.question;
  if (!board || Object.keys(others).length) return h("span", { lang: "en" }, text);
  const plain = explain(toursOf(kind, board.replaceAll("x", " × ")));
  return symmetry ? `${plain}, ${symmetryName(symmetry)}` : plain;
}
