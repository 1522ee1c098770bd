/** Making elements: small helpers that keep the views readable. */

/**
 * @typedef {Record<string, any>} Props attributes; `on…` are listeners
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Props | Child | Child[]} Part
 * @typedef {[string, string][]} Options value and label of each
 */

/** @param {string} space @param {string} tag @param {Part[]} parts */
function make(space, tag, parts) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(`http://www.w3.org/${space}`, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const part of parts.flat()) {
    if (part === null || part === undefined || part === false) continue;
    if (part instanceof Node) element.append(part);
    else if (typeof part !== "object") element.append(String(part));
    else Object.entries(part).forEach(([name, value]) => set(element, name, value));
  }
  return /** @type {any} */ (element);
}

/** @param {Element} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "value" && "value" in element) element.value = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Make an HTML element: `h("p.hint", { id: "x" }, "text")`. Text is always text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K | `${K}.${string}`} tag with classes @param {...Part} parts
 * @returns {HTMLElementTagNameMap[K]}
 */
export const h = (tag, ...parts) => make("1999/xhtml", tag, parts);

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K | `${K}.${string}`} tag with classes @param {...Part} parts
 * @returns {SVGElementTagNameMap[K]}
 */
export const s = (tag, ...parts) => make("2000/svg", tag, parts);

/** A labelled control. @param {string} label @param {Part} control @param {string} [kind] class */
export function field(label, control, kind = "") {
  return h("label", { class: `field ${kind}` }, h("span", label), control);
}

/** @param {Props} props @param {(value: string) => void} changed is told the new value */
export function input(props, changed) {
  const made = h("input", props, { onchange: () => changed(made.value.trim()) });
  return made;
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} changed */
export function checkbox(label, checked, changed) {
  const box = h("input", { type: "checkbox", checked, onchange: () => changed(box.checked) });
  return h("label.check", box, h("span", label));
}

/**
 * @param {string} value @param {Options} options @param {(value: string) => void} chosen
 * @param {Props} [props]
 */
export function select(value, options, chosen, props = {}) {
  const list = options.map(([key, label]) =>
    h("option", { value: key, selected: key === value }, label),
  );
  const made = h("select", props, { onchange: () => chosen(made.value) }, list);
  return made;
}

/**
 * Radio buttons.
 * @param {string} name @param {string} legend @param {string} value @param {Options} options
 * @param {(value: string) => void} chosen
 */
export function choice(name, legend, value, options, chosen) {
  const radios = options.map(([key, label]) => {
    const props = { name, value: key, checked: key === value, onchange: () => chosen(key) };
    return h("label", h("input", { type: "radio", ...props }), h("span", label));
  });
  return h("fieldset.choice", h("legend", legend), radios);
}

/**
 * @param {string} text @param {() => void} pressed
 * @param {string} [kind] a class: "primary", "quiet" or "chip" @param {Props} [props]
 */
export function button(text, pressed, kind, props = {}) {
  return h("button", { type: "button", class: kind, onclick: pressed }, props, text);
}

/** A button whose text is a sign. */
/** @param {string} sign @param {string} label @param {() => void} pressed @param {string} [kind] */
export function signButton(sign, label, pressed, kind) {
  return button(sign, pressed, kind, { "aria-label": label, title: label });
}

const SECONDS_SEEN = 7;
let hiding = 0;

/** Announce a text to screen readers; `seen` shows it to everyone for a while. */
/** @param {string} text @param {boolean} [seen] */
export function say(text, seen = false) {
  const live = document.getElementById("said");
  if (!live) return;
  // Above an open dialog nothing else can be seen or heard.
  (document.querySelector("dialog[open]") ?? document.body).append(live);
  live.textContent = text;
  live.className = seen && text ? "toast" : "unseen";
  clearTimeout(hiding);
  hiding = setTimeout(() => (live.className = "unseen"), SECONDS_SEEN * 1000);
}

/** Open a dialog; Escape and a button close it. */
/** @param {string} title @param {string} close text of the button @param {...Part} parts */
export function dialog(title, close, ...parts) {
  const closed = () => {
    document.body.append(...box.querySelectorAll("#said"));
    box.remove();
  };
  const box = h("dialog", { "aria-label": title, onclose: closed });
  const closes = button(close, () => box.close(), "quiet");
  box.append(h("div.head", h("h2", title), closes), h("div.setup", ...parts));
  document.body.append(box);
  box.showModal();
  return box;
}

/** Give the visitor a file. @param {Blob} data @param {string} name */
export function download(data, name) {
  const link = h("a", { href: URL.createObjectURL(data), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
