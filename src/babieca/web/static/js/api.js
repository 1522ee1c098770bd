// @ts-check
/** Asking the server. Words are the library's own; so are the answers. */

/** Why there is no answer: 1 proved that there is none, 2 bad input, 3 not decided. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number} code
   */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** @param {Response} response */
async function checked(response) {
  if (response.ok) return response;
  const fault = await response.json().catch(() => ({ error: response.statusText, code: 70 }));
  throw new Refusal(fault.error, fault.code);
}

/**
 * @param {string} verb
 * @param {object} words
 * @param {AbortSignal} [signal]
 */
async function post(verb, words, signal) {
  return checked(
    await fetch(`api/${verb}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(words),
      signal,
    }),
  );
}

/**
 * An answer at once.
 * @param {string} verb
 * @param {object} words
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(verb, words, signal) {
  return (await post(verb, words, signal)).json();
}

/**
 * A file that shows a tour.
 * @param {object} words
 * @returns {Promise<{data: Blob, name: string}>}
 */
export async function draw(words) {
  const response = await post("draw", words);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
  return { data: await response.blob(), name: name ? name[1] : "tour" };
}

/**
 * @param {string} path
 * @param {string} [method]
 * @returns {Promise<any>}
 */
export async function at(path, method = "GET") {
  const response = await checked(await fetch(`api/${path}`, { method }));
  return response.status === 204 ? null : response.json();
}

/** @typedef {{id: number, verb: string, words: any, text: string, state: string, created: number, started: number | null, ended: number | null, fault: {error: string, code: number} | null, progress: {share: number | null, seconds: number, seconds_left: number | null, text: string} | null}} Job */

/** Who hears of which job. A browser has six connections to a server: one of them is for all jobs. */
/** @type {Map<number, (job: Job) => void>} */
const listeners = new Map();
/** @type {EventSource | null} */
let source = null;

/** @param {Job} job */
function tell(job) {
  const told = listeners.get(job.id);
  if (job.ended !== null) forget(job.id);
  told?.(job);
}

/** @param {number} id */
function forget(id) {
  listeners.delete(id);
  if (listeners.size === 0) {
    source?.close();
    source = null;
  }
}

/**
 * Hear of a job until it ends.
 * @param {number} id
 * @param {(job: Job) => void} told
 * @returns {() => void} stops listening
 */
export function watch(id, told) {
  listeners.set(id, told);
  if (source === null) {
    source = new EventSource("api/jobs/events");
    source.addEventListener("job", (event) => tell(JSON.parse(event.data)));
    // Also after the line was cut: a job may have ended meanwhile, and nobody says so twice.
    source.addEventListener("open", () => {
      for (const id of listeners.keys()) at(`jobs/${id}`).then(tell, () => forget(id));
    });
  } else {
    at(`jobs/${id}`).then(tell, () => forget(id));
  }
  return () => forget(id);
}

/** @type {Promise<any> | null} */
let known = null;

/** What the server can do; asked once. */
export function status() {
  known ??= at("status");
  return known;
}
