/** The module answers: the core as WebAssembly, in Web Workers. There is no server. */

import { BrowserJobs } from "./browser_jobs.js";
import { t } from "./i18n.js";
import { stayOffline } from "./offline.js";

/** @import { Progress, Backend } from "./api.js" */

/** The verbs that a visitor waits for; the others may take longer and do not delay them. */
const QUICK = ["exists", "find", "check", "solve"];

/** @param {string} file @returns {Promise<any>} */
async function read(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.statusText}`);
  return response.json();
}

/** What the page announces under a name: a file of its own version. @param {string} name */
const announced = (name) =>
  read(/** @type {HTMLLinkElement} */ (document.querySelector(`link[href$="${name}"]`)).href);

/** @type {Promise<any> | null} */
let known = null;
const status = () => (known ??= announced("api/status.json"));

/** A worker with the module. It answers one question at a time. */
class Helper {
  /** @type {Worker | null} */
  worker = null;
  /** Ends the question that is being answered. @type {(error: Error) => void} */
  fail = () => {};

  /** @param {string} verb @param {any} words @param {(progress: Progress) => void} [told] */
  async ask(verb, words, told) {
    const { module } = await status();
    return new Promise((answer, fail) => {
      this.fail = fail;
      if (!this.worker) {
        this.worker = new Worker(new URL(module.worker, document.baseURI), { type: "module" });
        // Only a host that sends the isolation headers lets a page have threads.
        const isThreaded = globalThis.crossOriginIsolated && module.threads;
        const threads = isThreaded ? navigator.hardwareConcurrency : 1;
        const script = new URL(isThreaded ? module.threads : module.single, document.baseURI);
        this.worker.postMessage({ script: script.href, threads });
      }
      this.worker.onerror = () => this.end(t("noModule"));
      this.worker.onmessage = ({ data }) => {
        if (data.progress) return told?.({ text: "", ...data.progress });
        if (!data.error) return answer(data.answer);
        fail(Object.assign(new Error(data.error.error), data.error));
        return data.broken && this.end("");
      };
      this.worker.postMessage({ verb, words });
    });
  }

  /** @param {string} why */
  end(why) {
    this.worker?.terminate();
    this.worker = null;
    this.fail(new Error(why));
  }
}

/** A helper and the questions that wait for it. */
class Line {
  helper = new Helper();
  last = Promise.resolve();

  /** @param {string} verb @param {any} words @param {AbortSignal} [signal] */
  ask(verb, words, signal) {
    const asked = this.last.then(async () => {
      signal?.throwIfAborted();
      const stop = () => this.helper.end("stopped");
      signal?.addEventListener("abort", stop);
      try {
        return await this.helper.ask(verb, words);
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    });
    this.last = asked.then(
      () => undefined,
      () => undefined,
    );
    return asked;
  }
}

const [quick, steady] = [new Line(), new Line()];
const jobs = new BrowserJobs(() => new Helper());
stayOffline(() => jobs.live.length > 0);

/** A value as text with its keys in order: the names of the recordings that the site has. */
/** @param {any} value @returns {string} */
export function canonical(value) {
  const inOrder = (/** @type {string} */ _, /** @type {any} */ part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part;
  return JSON.stringify(value, inOrder);
}

/** @type {Backend} */
export const backend = {
  shared: false,
  ask: (verb, words, signal) => (QUICK.includes(verb) ? quick : steady).ask(verb, words, signal),
  draw: async (words) => (await import("./picture.js")).drawn(words, (await status()).themes),

  async recording(words) {
    const { recordings } = await status();
    const file = recordings[canonical(words)];
    return file ? read(file) : steady.ask("trace", words);
  },

  status,
  schema: () => announced("api/openapi.json"),
  start: async (verb, words) => jobs.start(verb, words),
  jobs: async (_, limit, before) => jobs.newest(limit, before),
  job: async (number) => jobs.job(number),
  result: async (number) => jobs.result(number),
  cancel: async (number) => jobs.cancel(number),
  forget: async (number) => jobs.forget(number),
  follow: (_, changed, connected) => jobs.follow(changed, connected),
};
