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
