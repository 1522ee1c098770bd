/**
 * Questions and their answers. The server answers; a page without a server has the module instead:
 * docs/static_page.py then replaces `api_server.js` by `api_module.js`. Views do not know which it is.
 */

import { backend } from "./api_server.js";
import { explain } from "./i18n.js";

/** @import { Answers } from "./answers.js" */
/** @import { Reason } from "./reasons.js" */

/** @typedef {{share: number | null, seconds: number, seconds_left: number | null, text: string}} Progress */
/** @typedef {{id: number, verb: string, words: any, text: string, state: string, created: number, started: number | null, ended: number | null, browser: string | null, fault: {error: string, code: number, reason?: Reason | null} | null, progress: Progress | null}} Job */

/**
 * A backend answers. Words and answers are the library's own. `follow` tells every job that has not
 * ended, and each change of a job, until the function that it returns is called; `connected` is
 * told whether there is an answer.
 * @typedef Backend
 * @property {boolean} shared whether other visitors have jobs there too
 * @property {<Verb extends keyof Answers>(verb: Verb, words: any, signal?: AbortSignal) => Promise<Answers[Verb]>} ask
 * @property {(words: any) => Promise<{data: Blob, name: string}>} draw a tour as a file
 * @property {(words: object) => Promise<any[]>} recording the events of a method
 * @property {() => Promise<any>} status the abilities
 * @property {() => Promise<any>} schema the verbs and their words, in OpenAPI
 * @property {(verb: string, words: any) => Promise<Job>} start a job
 * @property {(mine: boolean, limit: number, before?: number) => Promise<Job[]>} jobs the newest first
 * @property {(number: number) => Promise<Job>} job
 * @property {(number: number) => Promise<any>} result of a job
 * @property {(number: number) => Promise<unknown>} cancel a job
 * @property {(number: number) => Promise<unknown>} forget a job that has ended
 * @property {(mine: boolean, changed: (job: Job) => void, connected: (is: boolean) => void) => () => void} follow
 */

export const { shared, ask, draw, recording, start, jobs, job, result, cancel, forget, follow } =
  backend;

/** Whether the answer is a proof that there is no such tour. @param {unknown} error */
export const isProof = (error) => error instanceof Error && "code" in error && error.code === 1;

/** Why something failed, in the visitor's language if the error has a reason as data. @param {unknown} error */
export function reason(error) {
  if (!(error instanceof Error)) return String(error);
  return "reason" in error && error.reason
    ? explain(/** @type {Reason} */ (error.reason))
    : error.message;
}

/** @type {Promise<any> | null} */
let known = null;

/** The abilities; asked once. */
export const status = () => (known ??= backend.status());

/** The OpenAPI schema: what can be asked, with which words. @type {any} */
let schema = {};

/** Read the schema; `can` and the forms need it. */
export async function learn() {
  schema = await backend.schema();
}

/** Whether a verb is answered, at once or by a job. @param {string} verb */
export const can = (verb) => bodyOf(verb) !== undefined;

/** The properties of a verb's words. @param {string} verb @returns {Record<string, any> | undefined} */
export function bodyOf(verb) {
  const path = schema.paths[`/api/${verb}`] ?? schema.paths[`/api/jobs/${verb}`];
  return path && resolved(path.post.requestBody.content["application/json"].schema).properties;
}

/** @param {any} part of the schema @returns {any} */
export const resolved = (part) =>
  part.$ref ? schema.components.schemas[part.$ref.split("/").pop()] : part;
