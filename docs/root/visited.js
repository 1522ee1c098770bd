// The service worker of the documentation: a visited page is kept, and read again without a network. The page in `page/` has its
// own worker.
const KEPT = "visited-pages";

async function answer(request) {
  const cache = await caches.open(KEPT);
  try {
    const fetched = await fetch(request);
    if (fetched.ok) cache.put(request, fetched.clone());
    return fetched;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope))
    event.respondWith(answer(event.request));
});
// The first page tells its own files, which were loaded before this worker started.
self.addEventListener("message", (event) =>
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(event.data))),
);
