/** The server answers. */

import { t } from "./i18n.js";

/** @import { Backend } from "./api.js" */

const RETRY_MILLISECONDS = 5000;

/** A good response; or the server's reason. @param {string} path @param {RequestInit} how */
async function request(path, how) {
  const response = await fetch(`api/${path}`, how).catch((error) => {
    throw how.signal?.aborted ? error : new Error(t("noServer"));
  });
  if (response.ok) return response;
  const fault = await response.json().catch(() => ({ error: response.statusText }));
  throw Object.assign(new Error(fault.error), fault);
}

/** @param {string} verb @param {object} words @param {AbortSignal} [signal] */
function post(verb, words, signal) {
  const headers = { "Content-Type": "application/json" };
  return request(verb, { method: "POST", headers, body: JSON.stringify(words), signal });
}

/** @param {string} path @param {string} [method] @returns {Promise<any>} */
async function at(path, method = "GET") {
  const response = await request(path, { method });
  return response.status === 204 ? null : response.json();
}

/** @type {Backend} */
export const backend = {
  shared: true,
  ask: async (verb, words, signal) => (await post(verb, words, signal)).json(),

  async draw(words) {
    const response = await post("draw", words);
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
    return { data: await response.blob(), name: name ? name[1] : "tour" };
  },

  /** The server records the events once for all visitors, the browser keeps them. */
  recording: (words) => at(`recordings?words=${encodeURIComponent(JSON.stringify(words))}`),
  status: () => at("status"),
  schema: () => at("openapi.json"),
  start: async (verb, words) => (await post(`jobs/${verb}`, words)).json(),

  async jobs(mine, limit, before) {
    const rest = before === undefined ? "" : `&before=${before}`;
    return (await at(`jobs?limit=${limit}&mine=${mine}${rest}`)).jobs;
  },

  job: (number) => at(`jobs/${number}`),
  result: (number) => at(`jobs/${number}/result`),
  cancel: (number) => at(`jobs/${number}/cancel`, "POST"),
  forget: (number) => at(`jobs/${number}`, "DELETE"),

  follow(mine, changed, connected) {
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
  },
};
