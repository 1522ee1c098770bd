"""The four faces of Babieca: Python, the command line, HTTP, and the page's worker with the module.

A request is a verb with the words of its HTTP body. An answer is a record, or a list of records;
that of a refusal has `error`, `code` and perhaps `reason`.
"""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pydantic

from babieca.asking import VERBS
from babieca.cli.app import options
from babieca.cli.words import option
from babieca.errors import BAD_INPUT, BabiecaError
from babieca.formats.records import ANSWERS
from babieca.public import Tours
from babieca.questions import Question
from babieca.reasons import speak
from babieca.web.service import STATIC
from babieca.web.words import BODIES
from babieca.web.worker import WITHOUT_QUESTION
from tests.serving import Served

MODULE = Path(__file__).parent.parent / "build" / "wasm" / "babieca.js"
Words = dict[str, Any]
Request = tuple[str, Words]

WITHOUT_COMMAND = {"solve"}
"""Verbs that no command asks: `check` says it of a grid with gaps."""
_GRAPH = ("vertices", "edges", "arcs", "labels")
_PLACED = ("info", "check", "describe", "text_puzzle")


def in_python(verb: str, words: Words) -> Any:
    given = copy.deepcopy(words)
    try:
        if verb in WITHOUT_QUESTION:
            found: Any = WITHOUT_QUESTION[verb](given)
        else:
            tours = Tours.of(Question.from_json(given.pop("question")))
            found = VERBS[verb].answer(tours, given)
        return json.loads(json.dumps(found if isinstance(found, dict) else list(found)))
    except BabiecaError as error:
        return error.to_json()
    except TypeError as error:  # an unknown word
        return {"error": str(error), "code": BAD_INPUT}


def over_http(served: Served, verb: str, words: Words) -> Any:
    return served.client.post(f"/api/{verb}", json=words).json()


def is_out_of_shape(verb: str, words: Words) -> bool:
    """Whether a face refuses a word for its type or its name, before it asks the library."""
    try:
        BODIES[verb].model_validate_json(json.dumps(words))
    except pydantic.ValidationError:
        return True
    return False


# The command line -------------------------------------------------------------------------------


def command_of(verb: str, words: Words) -> tuple[list[str], str]:
    """Return the arguments of the command that asks the same, and its standard input."""
    said, text = {**words}, ""
    said |= said.pop("question", {})
    if verb in _PLACED:
        said |= said.pop("board", {})
    if graph := {name: said.pop(name) for name in _GRAPH if name in said}:
        said["board"], text = "-", json.dumps(graph)
    if said.get("numbering") == "banon":
        said["start"] += 1  # the command takes the start in this numbering too
    if verb in ("check", "describe", "rank"):
        text = said.pop("text")
        arguments = [said.pop("board")] if verb == "rank" else []
    else:
        arguments = [said.pop(name) for name in ("board", "number") if name in said]
    name, shown = _name_of(verb), [] if verb == "export" else ["--json"]
    typed = [_typed(name, value) for name, value in said.items()]
    return [name, *typed, *shown, "--", *arguments], text


def answer_of(verb: str, code: int, output: str, errors: str) -> Any:
    """Return what a command has answered."""
    if code and not output:
        return {"error": errors.splitlines()[-1].removeprefix("babieca: "), "code": code}
    if verb == "export":
        return output
    lines = [json.loads(line) for line in output.splitlines()]
    return lines if hasattr(ANSWERS[verb], "__origin__") or verb == "text_puzzle" else lines[0]


def in_python_with_options(verb: str, words: Words) -> Any:
    """Return what the library answers if texts name words as the command line does."""
    own = options()[_name_of(verb)]
    speak(word=lambda name: option(name) if option(name) in own else name)
    try:
        return in_python(verb, words)
    finally:
        speak(word=str)


def _name_of(verb: str) -> str:
    return {"text_puzzle": "puzzle"}.get(verb, verb)


def _typed(name: str, value: Any) -> str:
    if isinstance(value, bool) and name != "wrap":
        return option(name) if value else f"--no-{name}"
    return f"{option(name)}={_text(name, value)}"


def _text(name: str, value: Any) -> str:
    if name == "wrap" and not isinstance(value, str):
        joined = [value, value] if isinstance(value, bool) else value
        return ",".join(str(axis) for axis, is_joined in enumerate(joined) if is_joined)
    if isinstance(value, dict):
        return ",".join(f"{square}={step}" for square, step in value.items())
    if not isinstance(value, list):
        return str(value)
    if name in ("through", "avoiding"):
        return ",".join("-".join(map(str, move)) for move in value)
    text = ",".join(map(str, value))
    return f"({text})" if name in ("start", "end") else text


# The module -------------------------------------------------------------------------------------

_ASK = """
import { readFileSync } from "node:fs";

const { page, module, requests } = JSON.parse(readFileSync(0, "utf8"));
// What a Web Worker has, for one question at a time.
let hear, told;
globalThis.addEventListener = (_, listener) => (hear = listener);
globalThis.postMessage = (message) => "progress" in message || told(message);
globalThis.self = { location: { href: module } };
const headers = { "Content-Type": "application/wasm" };
globalThis.fetch = async (file) => new Response(readFileSync(new URL(file)), { headers });
await import(`${page}/workers/module_worker.js`);
hear({ data: { script: module, threads: 1 } });
const answers = [];
for (const [verb, words] of requests) {
  const answer = new Promise((resolve) => (told = resolve));
  hear({ data: { verb, words } });
  answers.push(await answer);
}
const plain = (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
const abilities = await import(`${page}/workers/abilities.js`);
console.log(JSON.stringify({ answers, abilities }, plain));
"""


def by_the_module(requests: Sequence[Request]) -> tuple[list[Any], dict[str, Any]]:
    """Return the answers of the page's worker, all from one start of Node, and its abilities."""
    asked = {"page": STATIC.as_uri(), "module": MODULE.as_uri(), "requests": requests}
    done = subprocess.run(
        ["node", "--experimental-default-type=module", "--input-type=module", "-e", _ASK],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    broken = [one["error"] for one in told["answers"] if one.get("broken")]
    assert not broken, broken[:3]
    return [one.get("answer", one.get("error")) for one in told["answers"]], told["abilities"]
