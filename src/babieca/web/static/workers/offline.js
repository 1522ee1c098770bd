/**
 * The service worker of the page without a server: it keeps all files of one version, and answers from
 * them, so that the page works without a network. docs/static_page.py writes the version and the files.
 */

const VERSION = "babieca-the version";
/** @type {any} */
const FILES = "the files";
const worker = /** @type {any} */ (self);

/** Keep every file; a file whose address names the version never changes, the others are asked for anew. */
async function install() {
  const cache = await caches.open(VERSION);
  const requests = FILES.map(
    (/** @type {string} */ file) =>
      new Request(file, { cache: file.startsWith("v/") ? "default" : "reload" }),
  );
  await cache.addAll(requests);
}

/** Forget the files of other versions, and answer for the pages that are open. */
async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("babieca-") && name !== VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
  if (kept) return kept;
  const fetched = await fetch(request);
  // The module with threads is kept by browsers that can use it.
  if (fetched.ok && request.url.includes("/threads/")) cache.put(request, fetched.clone());
  return fetched;
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
// A page that starts asks a waiting version to take over before anything is done on it.
worker.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data === "take over") worker.skipWaiting();
});
