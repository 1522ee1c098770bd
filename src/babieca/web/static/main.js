// @ts-check

/**
 * Ask the server; what it refuses is thrown with the line it says.
 * @param {string} verb
 * @param {object} words
 * @returns {Promise<Response>}
 */
async function ask(verb, words) {
  const response = await fetch(`/api/${verb}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(words),
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

const form = /** @type {HTMLFormElement} */ (document.getElementById("question"));
const board = /** @type {HTMLInputElement} */ (document.getElementById("board"));
const kind = /** @type {HTMLSelectElement} */ (document.getElementById("kind"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const picture = /** @type {HTMLImageElement} */ (document.getElementById("picture"));

async function show() {
  const question = { board: board.value, kind: kind.value };
  const tour = await (await ask("find", { question })).json();
  const drawn = await ask("draw", { text: JSON.stringify(tour), format: "svg" });
  picture.src = URL.createObjectURL(await drawn.blob());
  picture.alt = `A tour of the ${tour.board} board`;
  said.textContent = `${tour.kind}, found by ${tour.method}`;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show().catch((error) => {
    said.textContent = error.message;
  });
});
show();
