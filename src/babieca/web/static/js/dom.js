// @ts-check
/** Making elements: small helpers that keep the views readable. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Record<string, any>} Props attributes; `on…` are listeners, `class` is a class
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * @param {Element} element
 * @param {Props} props
 * @param {(Child | Child[])[]} children
 */
function dress(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An element of HTML. Text is always text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props, children);
  return element;
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  dress(element, props, children);
  return element;
}

/**
 * A labelled control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [kind]
 */
export function field(label, control, kind = "") {
  return h("label", { class: `field ${kind}` }, h("span", {}, label), control);
}

/**
 * @param {string} value
 * @param {[string, string][]} options value and name of each
 * @param {(value: string) => void} chosen
 * @param {Props} [props]
 */
export function select(value, options, chosen, props = {}) {
  const made = h(
    "select",
    { ...props, onchange: () => chosen(made.value) },
    options.map(([key, name]) => h("option", { value: key, selected: key === value }, name)),
  );
  return made;
}

/**
 * A group of choices of which one is taken.
 * @param {string} name
 * @param {string} legend
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: string) => void} chosen
 */
export function choice(name, legend, value, options, chosen) {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, legend),
    options.map(([key, text]) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name,
          value: key,
          checked: key === value,
          onchange: () => chosen(key),
        }),
        h("span", {}, text),
      ),
    ),
  );
}

/**
 * @param {string} text
 * @param {() => void} pressed
 * @param {Props} [props]
 */
export function button(text, pressed, props = {}) {
  return h("button", { type: "button", onclick: pressed, ...props }, text);
}

/**
 * A number with its digits in groups of three.
 * @param {string | number} number
 * @param {string} [language]
 */
export function grouped(number, language = "en") {
  const text = String(number);
  if (!/^\d+$/.test(text)) return text;
  return text.replace(/\B(?=(\d{3})+(?!\d))/g, language === "es" ? "\u202f" : ",");
}

const live = () => /** @type {HTMLElement} */ (document.getElementById("said"));

/**
 * Say something to those who listen to the page.
 * @param {string} text
 */
export function say(text) {
  live().textContent = text;
}

/** @returns {boolean} whether the visitor wants no motion */
export function still() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
