/** Links to share: copied, or shown as text where the browser copies nothing. */

import { button, checkbox, dialog, field, h, say } from "./dom.js";
import { AIDS } from "./game.js";
import { label, t } from "./i18n.js";
import { address } from "./state.js";

/** @import { State } from "./state.js" */

/** @param {Partial<State>} [change] @returns {string} the whole address with the change */
const link = (change = {}) => new URL(address(change), location.href).href;

/** @param {string} text @returns {Promise<boolean>} whether the browser copied it */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // the browser copies only on pages by https or of this machine
  }
}

/** Copy a link to the page as it is; show the link if that fails. */
export async function copyLink() {
  if (await copied(link())) say(t("copied"), true);
  else dialog(t("share"), t("close"), linkField(link()));
}

/** A link as text, all selected when it gets the focus. @param {string} href */
function linkField(href) {
  const text = h("input", { type: "text", readonly: true, value: href });
  text.addEventListener("focus", () => text.select());
  return field(t("link"), text);
}

/** Share a game; a teacher may lock aids in the link. @param {State} state @param {boolean} begun */
export function shareGame(state, begun) {
  const locked = new Set((state.lock ?? "").split(",").filter(Boolean));
  let withMoves = begun;
  const place = h("div");
  const told = h("p.hint", { role: "status" });
  const wanted = () => link({ lock: [...locked].join(), ...(!withMoves && { walk: "" }) });
  const show = () => {
    place.replaceChildren(linkField(wanted()));
    told.textContent = "";
  };
  const copy = async () => {
    const done = await copied(wanted());
    told.textContent = t(done ? "copied" : "copyByHand");
    if (!done) place.querySelector("input")?.focus();
  };
  const locks = AIDS.map((aid) =>
    checkbox(label("lock", aid), locked.has(aid), (checked) => {
      locked[checked ? "add" : "delete"](aid);
      show();
    }),
  );
  show();
  dialog(
    t("share"),
    t("close"),
    place,
    h("div.buttons", button(t("copyLink"), copy, "primary")),
    told,
    begun &&
      checkbox(t("withMoves"), withMoves, (checked) => {
        withMoves = checked;
        show();
      }),
    h("fieldset.locks", h("legend", t("lockTitle")), h("p.hint", t("lockHint")), locks),
  );
}
