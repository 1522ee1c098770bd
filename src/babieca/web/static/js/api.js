/** Requests to the server. Words and answers are the library's own. */

/** A good response; or the server's reason. @param {string} path @param {RequestInit} how */
async function request(path, how) {
  const response = await fetch(`api/${path}`, how);
  if (response.ok) return response;
  const fault = await response.json().catch(() => ({ error: response.statusText }));
  throw new Error(fault.error);
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

/** Why something failed, in words. @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));

/** @typedef {{share: number | null, seconds: number, seconds_left: number | null, text: string}} Progress */
/** @typedef {{id: number, verb: string, words: any, text: string, state: string, created: number, started: number | null, ended: number | null, fault: {error: string, code: number} | null, progress: Progress | null}} Job */

/** The listener of each watched job. @type {Map<number, (job: Job) => void>} */
const listeners = new Map();
/** One stream for all jobs: a browser opens at most six connections to a server. */
/** @type {EventSource | null} */
let stream = null;

/** @param {Job} job */
function tell(job) {
  const listener = listeners.get(job.id);
  if (job.ended !== null) unwatch(job.id);
  listener?.(job);
}

/** @param {number} id */
function unwatch(id) {
  listeners.delete(id);
  if (listeners.size > 0) return;
  stream?.close();
  stream = null;
}

/** @param {number} id */
const refresh = (id) => at(`jobs/${id}`).then(tell, () => unwatch(id));

/** Report the changes of a job until it ends, or until the function that is returned is called. */
/** @param {number} id @param {(job: Job) => void} listener */
export function watch(id, listener) {
  listeners.set(id, listener);
  if (stream) refresh(id);
  else {
    stream = new EventSource("api/jobs/events");
    stream.addEventListener("job", (event) => tell(JSON.parse(event.data)));
    // The stream sends only later changes: ask for the present state too.
    stream.addEventListener("open", () => [...listeners.keys()].forEach(refresh));
  }
  return () => unwatch(id);
}

/** @type {Promise<any> | null} */
let known = null;

/** The abilities of the server; asked once. */
export const status = () => (known ??= at("status"));
