/** Jobs in the browser: each job has its own worker, and jobs run in sequence. The browser keeps ended jobs. */

import { t } from "./i18n.js";
import { sentence, toursOf } from "./reasons.js";
import { keep, kept, keptList } from "./state.js";

/** @import { Job, Progress } from "./api.js" */
/** @typedef {{ask: (verb: string, words: any, told: (progress: Progress) => void) => Promise<any>, end: (why: string) => void}} Worker */

const MOST_KEPT = 30;

/** The question of a job in the library's words. @param {any} question */
function textOf({ board, kind = "closed", leaper, wrap, holes, ...words }) {
  const others = Object.entries({ leaper, wrap, holes, ...words }).filter(([, value]) => value);
  const said = others.map(([name, value]) => `${name} ${value}`);
  return [sentence(toursOf(kind, board), "en"), ...said].join(", ");
}

/** @returns {{job: Job, result: any}[]} the jobs that ended, the newest first */
const ended = () => keptList("jobs");

const now = () => Date.now() / 1000;

export class BrowserJobs {
  /** Jobs of this tab that have not ended, the oldest first. @type {Job[]} */
  live = [];
  /** The worker of the job that runs. @type {Worker | null} */
  worker = null;
  /** @type {Set<(job: Job) => void>} */
  listeners = new Set();

  /** @param {() => Worker} makeWorker */
  constructor(makeWorker) {
    this.makeWorker = makeWorker;
    // A job ends with its page: the visitor is asked before, and the list says so after.
    window.addEventListener("beforeunload", (event) => {
      if (this.live.length) event.preventDefault();
    });
    window.addEventListener("pagehide", () => this.live.forEach(({ id }) => this.cancel(id)));
    // Another tab has ended a job.
    window.addEventListener("storage", ({ key }) => {
      if (key === "babieca-jobs") ended().forEach(({ job }) => this.tell(job));
    });
  }

  /** @param {Job} job */
  tell(job) {
    this.listeners.forEach((changed) => changed(job));
  }

  /** @param {string} verb @param {any} words @returns {Job} */
  start(verb, words) {
    const id = Number(kept("job-number", "0")) + 1; // other tabs give numbers too
    keep("job-number", String(id));
    /** @type {Job} */
    const job = {
      ...{ id, verb, words, text: textOf(words.question), state: "queued", created: now() },
      ...{ started: null, ended: null, browser: null, fault: null, progress: null },
    };
    this.live.push(job);
    queueMicrotask(() => this.next());
    return { ...job };
  }

  /** Run the oldest job that waits, unless one runs. */
  async next() {
    const [job] = this.live;
    if (this.worker || !job) return;
    this.worker = this.makeWorker();
    Object.assign(job, { state: "running", started: now() });
    this.tell({ ...job });
    const told = (/** @type {Progress} */ progress) => {
      job.progress = progress;
      this.tell({ ...job });
    };
    try {
      const result = await this.worker.ask(job.verb, job.words, told);
      this.close(job, { state: "done" }, result);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const why = error instanceof Error && "reason" in error ? { reason: error.reason } : {};
      const fault = /** @type {Job["fault"]} */ ({ error: text, code: 3, ...why });
      this.close(job, { state: "failed", fault });
    }
  }

  /** Keep a job that has ended, and let the next one run. */
  /** @param {Job} job @param {Partial<Job>} end @param {any} [result] */
  close(job, end, result = null) {
    if (!this.live.includes(job)) return; // it was cancelled
    if (job.state === "running") {
      this.worker?.end(t("stopped"));
      this.worker = null;
    }
    this.live = this.live.filter((other) => other !== job);
    Object.assign(job, end, { ended: now(), progress: null });
    this.store([{ job, result }, ...ended()]);
    this.tell({ ...job });
    this.next();
  }

  /** @param {{job: Job, result: any}[]} all */
  store(all) {
    keep("jobs", JSON.stringify(all.slice(0, MOST_KEPT)));
  }

  /** @param {number} limit @param {number} [before] @returns {Job[]} the newest first */
  newest(limit, before = Infinity) {
    const all = [...this.live.toReversed(), ...ended().map(({ job }) => job)];
    const older = all.filter(({ id }) => id < before).sort((one, other) => other.id - one.id);
    return older.slice(0, limit).map((job) => ({ ...job }));
  }

  /** @param {number} number @returns {Job} */
  job(number) {
    const found = this.newest(Infinity).find(({ id }) => id === number);
    if (!found) throw new Error(t("noJob", { number }));
    return found;
  }

  /** @param {number} number */
  result(number) {
    const found = ended().find(({ job }) => job.id === number);
    if (!found?.result) throw new Error(t("noResult", { number }));
    return found.result;
  }

  /** @param {number} number */
  cancel(number) {
    const job = this.live.find(({ id }) => id === number);
    if (job) this.close(job, { state: "cancelled" });
  }

  /** @param {number} number */
  forget(number) {
    this.store(ended().filter(({ job }) => job.id !== number));
  }

  /** @param {(job: Job) => void} changed @param {(connected: boolean) => void} connected */
  follow(changed, connected) {
    this.listeners.add(changed);
    this.live.forEach((job) => changed({ ...job }));
    queueMicrotask(() => connected(true));
    return () => this.listeners.delete(changed);
  }
}
