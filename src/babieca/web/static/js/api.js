/** Requests to the server. Words and answers are the library's own. */

import { t } from "./i18n.js";

const RETRY_MILLISECONDS = 5000;

/** A good response; or the server's reason. @param {string} path @param {RequestInit} how */
async function request(path, how) {
  const response = await fetch(`api/${path}`, how).catch((error) => {
    throw how.signal?.aborted ? error : new Error(t("noServer"));
  });
  if (response.ok) return response;
  const fault = await response.json().catch(() => ({ error: response.statusText }));
  throw Object.assign(new Error(fault.error), { code: fault.code });
}

/** @param {string} verb @param {object} words @param {AbortSignal} [signal] */
function post(verb, words, signal) {
  const headers = { "Content-Type": "application/json" };
  return request(verb, { method: "POST", headers, body: JSON.stringify(words), signal });
}

/** Ask a verb. @param {string} verb @param {object} words @param {AbortSignal} [signal] */
export async function ask(verb, words, signal) {
  return (await post(verb, words, signal)).json();
}

/** Have a tour drawn into a file. @param {object} words */
export async function draw(words) {
  const response = await post("draw", words);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
  return { data: await response.blob(), name: name ? name[1] : "tour" };
}

/** @param {string} path @param {string} [method] @returns {Promise<any>} */
export async function at(path, method = "GET") {
  const response = await request(path, { method });
  return response.status === 204 ? null : response.json();
}

/** The events of a method: the server records them once for all visitors, the browser keeps them. */
/** @param {object} words of a trace */
export const recording = (words) =>
  at(`recordings?words=${encodeURIComponent(JSON.stringify(words))}`);

/** Whether the server has proved that there is no such tour. @param {unknown} error */
export const isProof = (error) => error instanceof Error && "code" in error && error.code === 1;

/** Why something failed, in words. @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));

/** @typedef {{share: number | null, seconds: number, seconds_left: number | null, text: string}} Progress */
/** @typedef {{id: number, verb: string, words: any, text: string, state: string, created: number, started: number | null, ended: number | null, browser: string | null, fault: {error: string, code: number} | null, progress: Progress | null}} Job */

/**
 * Tell every job that has not ended, and each change of a job, until the function that is returned is called.
 * `connected` is told whether the server answers; the stream tries again by itself.
 * @param {boolean} mine only jobs of this browser
 * @param {(job: Job) => void} changed @param {(connected: boolean) => void} connected
 */
export function follow(mine, changed, connected) {
  /** @type {EventSource} */
  let stream;
  /** @type {number | undefined} */
  let retry;
  const open = () => {
    stream = new EventSource(`api/jobs/events?mine=${mine}`);
    stream.addEventListener("job", (event) => changed(JSON.parse(event.data)));
    stream.addEventListener("open", () => connected(true));
    stream.addEventListener("error", () => {
      connected(false);
      // A browser tries again after a lost connection, but not after a refusal.
      if (stream.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MILLISECONDS);
    });
  };
  open();
  return () => {
    clearTimeout(retry);
    stream.close();
  };
}

/** @type {Promise<any> | null} */
let known = null;

/** The abilities of the server; asked once. */
export const status = () => (known ??= at("status"));
