/** Offline use: a service worker keeps the page, and a new version replaces the old one. */

import { say } from "./dom.js";
import { t } from "./i18n.js";

/** The first view and the module are loaded first. */
const PATIENCE_MS = 1500;

/** Keep the page in this browser. @param {() => boolean} isBusy whether a reload would end work */
export async function stayOffline(isBusy) {
  const { serviceWorker } = navigator; // only pages by https or of this machine have it
  if (!serviceWorker) return;
  if (document.readyState !== "complete")
    await new Promise((done) => window.addEventListener("load", done, { once: true }));
  await new Promise((done) => setTimeout(done, PATIENCE_MS));
  const isKept = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isKept && !isBusy()) location.reload();
  });
  const registration = await serviceWorker.register("offline.js").catch(() => null);
  if (!registration) return; // a private window keeps nothing
  // A version that came during an earlier visit starts now, before anything is done on the page.
  registration.waiting?.postMessage("take over");
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && isKept) say(t("newVersion"), true);
    });
  });
}
