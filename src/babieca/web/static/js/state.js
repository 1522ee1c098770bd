/** The state of the page is its address, so that a link shares it; the browser keeps the rest. */

/** @typedef {Record<string, string>} State */

/** Values that the address leaves out; the words of the question are usually empty. @type {State} */
export const USUAL = {
  board: "8x8",
  leaper: "1,2",
  wrap: "",
  holes: "",
  kind: "closed",
  start: "",
  method: "auto",
  seed: "0",
  found: "",
  look: "",
  picture: "",
  tool: "start",
  walk: "",
  numbers: "",
  lock: "",
  edit: "",
  lanes: "warnsdorff",
  lesson: "",
  screen: "1",
};

/** The game of a first visit. @type {State} */
const FIRST_GAME = { board: "5x5", kind: "path", walk: "a1" };

/** What the address says. @returns {State} */
export const said = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** The state: an empty address means Play; Play without a board means the last game. */
/** @returns {State} */
export function current() {
  const here = said();
  const view = here.view ?? (Object.keys(here).length ? "board" : "play");
  const again = view === "play" && !here.board ? keptObject("playing") : {};
  const first = view === "play" && !here.board && !again.board ? FIRST_GAME : {};
  return { view, ...USUAL, ...first, ...again, ...here };
}

/** @param {Partial<State>} change @returns {string} the address with the change */
export function address(change) {
  const all = { ...current(), ...change };
  // The board of a game is always said: without one, Play shows the last game.
  const usual = (/** @type {string} */ key) =>
    all.view === "play" && ["board", "kind"].includes(key) ? "" : (USUAL[key] ?? "");
  const unusual = Object.entries(all).filter(([key, value]) => value !== usual(key));
  const query = new URLSearchParams(/** @type {[string, string][]} */ (unusual));
  return `#${query.toString().replaceAll("%2C", ",").replaceAll("%28", "(").replaceAll("%29", ")").replaceAll("%3D", "=")}`;
}

/** Change the state; the page shows it anew, unless `quietly` is said. */
/** @param {Partial<State>} change @param {boolean} [quietly] */
export function change(change, quietly = false) {
  const next = address(change);
  if (quietly) history.replaceState(null, "", next);
  else if (next !== location.hash) location.hash = next;
}

/** @param {State} state */
export const nextSeed = (state) => ({ seed: String(Number(state.seed) + 1) });

/** @param {string} name @param {string} usual @returns {string} the value that an earlier visit kept */
export function kept(name, usual) {
  try {
    return localStorage.getItem(`babieca-${name}`) ?? usual;
  } catch {
    return usual;
  }
}

/** @param {string} name @returns {any} the value that an earlier visit kept as JSON; else null */
function keptValue(name) {
  try {
    return JSON.parse(kept(name, "null"));
  } catch {
    return null;
  }
}

/** @param {string} name @returns {any} an object that an earlier visit kept; else an empty one */
export function keptObject(name) {
  const value = keptValue(name);
  return typeof value === "object" && value ? value : {};
}

/** @param {string} name @returns {any[]} a list that an earlier visit kept; else an empty one */
export function keptList(name) {
  const value = keptValue(name);
  return Array.isArray(value) ? value : [];
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`babieca-${name}`, value);
  } catch {
    // The visitor's browser keeps nothing: the page works, and begins anew each time.
  }
}

/** Keep a value as the newest entry of an object; of more than `most` entries, the oldest go. */
/** @param {string} name @param {string} key @param {object} value @param {number} most */
export function keepEntry(name, key, value, most) {
  const { [key]: _, ...others } = keptObject(name);
  const newest = Object.entries({ ...others, [key]: value }).slice(-most);
  keep(name, JSON.stringify(Object.fromEntries(newest)));
}

// Light and dark. -------------------------------------------------------------------------------

export const LIGHTS = ["auto", "light", "dark"];
export const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** @returns {string} the choice of the documentation around the page, else the visitor's: one of LIGHTS */
export function light() {
  const wanted = said().frame ?? kept("light", "auto");
  return LIGHTS.includes(wanted) ? wanted : "auto";
}

export function isDark() {
  return light() === "auto" ? dark.matches : light() === "dark";
}

/** Make the page light or dark. */
export function shine() {
  const { dataset } = document.documentElement;
  dataset.light = isDark() ? "dark" : "light";
  if (said().frame) dataset.frame = "";
}
