// The board in a frame is as light or dark as the documentation around it.
const frames = () => document.querySelectorAll(".playable iframe");

function shine(frame) {
  const { location } = frame.contentWindow;
  const state = new URLSearchParams(location.hash.slice(1));
  if (!state.has("frame")) return; // not loaded yet
  state.set("frame", document.body.dataset.theme ?? "auto");
  location.replace(`${location.pathname}#${state}`);
}

window.addEventListener("DOMContentLoaded", () => {
  for (const frame of frames()) frame.addEventListener("load", () => shine(frame));
  new MutationObserver(() => frames().forEach(shine)).observe(document.body, {
    attributeFilter: ["data-theme"],
  });
});

// A host on the web: the browser keeps the pages that it visits, for reading without a network.
window.addEventListener("load", async () => {
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  if (!navigator.serviceWorker || !root.protocol.startsWith("http")) return;
  await navigator.serviceWorker.register(new URL("visited.js", root));
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = [location.href.split("#")[0], ...loaded].filter((url) => url.startsWith(root.href));
  active.postMessage([...new Set(own)].filter((url) => !url.startsWith(`${root.href}page/`)));
});
