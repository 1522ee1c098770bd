"""One file of requests, asked through every face: the answers are equal.

A new answer, word or refusal joins by a line in `data/requests.jsonl`.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from babieca import _core
from babieca.formats.records import ANSWERS
from babieca.web.words import BODIES
from tests.commands import run
from tests.faces import (
    MODULE,
    WITHOUT_COMMAND,
    Request,
    answer_of,
    by_the_module,
    command_of,
    in_python,
    in_python_with_options,
    is_out_of_shape,
    over_http,
)
from tests.serving import Served

FILE = Path(__file__).parent / "data" / "requests.jsonl"
REQUESTS: list[Request] = [tuple(json.loads(line)) for line in FILE.read_text().splitlines()]
UNSTEADY = {"seconds", "estimated_seconds", "time", "bytes", "peak_bytes"}
"""The fields that differ from call to call."""
TIMES = re.compile(r"about [0-9][0-9:.]*( s\b)?")
WITH_FILES = {"draw", "atlas"}
"""The verbs whose answer is a file or needs a job."""


@functools.cache
def expected() -> list[Any]:
    return [steady(in_python(*request)) for request in REQUESTS]


def steady(answer: Any) -> Any:
    """Return an answer without times, sizes and the texts of reasons."""
    if isinstance(answer, list):
        return [steady(each) for each in answer]
    if isinstance(answer, str):
        return TIMES.sub("about …", answer)
    if not isinstance(answer, dict):
        return answer
    dropped = UNSTEADY | ({"text"} if {"arguments", "source"} <= answer.keys() else set())
    if "reason" in answer and "code" in answer:
        dropped.add("error")
    return {name: steady(each) for name, each in answer.items() if name not in dropped}


def is_refused(answer: Any) -> bool:
    return isinstance(answer, dict) and ("error" in answer or {*answer} == {"code", "reason"})


def assert_equal(found: dict[int, Any], wanted: dict[int, Any]) -> None:
    wrong = [at for at in found if found[at] != wanted[at]]
    told = (json.dumps([REQUESTS[at], found[at], wanted[at]]) for at in wrong[:20])
    assert not wrong, "\n".join([f"{len(wrong)} answers differ:", *told])


def test_the_file_asks_every_verb_and_every_outcome() -> None:
    assert len(REQUESTS) == len({json.dumps(each) for each in REQUESTS}) >= 300
    assert {verb for verb, _ in REQUESTS} == BODIES.keys() - WITH_FILES
    codes = Counter(told["code"] if is_refused(told) else 0 for told in expected())
    assert codes.keys() == {0, 1, 2}
    assert min(codes.values()) >= 15


def test_http_answers_as_python(served: Served) -> None:
    found, wanted = {}, {}
    for at, (verb, words) in enumerate(REQUESTS):
        told = over_http(served, verb, words)
        if not is_refused(told):
            TypeAdapter(ANSWERS[verb]).validate_json(json.dumps(told), strict=True)
        found[at], wanted[at] = steady(told), expected()[at]
        if is_out_of_shape(verb, words):
            found[at], wanted[at] = found[at].get("code"), wanted[at].get("code")
    assert_equal(found, wanted)


def test_the_command_line_answers_as_python() -> None:
    found, wanted = {}, {}
    for at, (verb, words) in enumerate(REQUESTS):
        if verb in WITHOUT_COMMAND:
            continue
        typed, text = command_of(verb, words)
        done = run(*typed, text=text)
        found[at] = steady(answer_of(verb, done.returncode, done.stdout, done.stderr))
        wanted[at] = as_typed(at)
        if is_out_of_shape(verb, words):
            found[at], wanted[at] = found[at].get("code"), wanted[at].get("code")
    assert_equal(found, wanted)


def as_typed(at: int) -> Any:
    """Return the answer to expect of a command: its refusals are texts."""
    (verb, words), told = REQUESTS[at], expected()[at]
    if is_refused(told):
        refusal = in_python_with_options(verb, words)["error"]
        return steady({"error": refusal, "code": told["code"]})
    if verb == "text_puzzle":
        return [told]
    return told["text"] if verb == "export" else told


@pytest.mark.release
def test_a_process_answers_as_python() -> None:
    found, wanted = {}, {}
    for at in range(0, len(REQUESTS), 45):
        verb, words = REQUESTS[at]
        typed, text = command_of(verb, words)
        done = subprocess.run(
            [sys.executable, "-m", "babieca", *typed],
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        found[at] = steady(answer_of(verb, done.returncode, done.stdout, done.stderr))
        wanted[at] = as_typed(at)
    assert len(found) >= 8
    assert_equal(found, wanted)


@pytest.mark.skipif(not MODULE.exists(), reason="make module builds the module")
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the module")
def test_the_module_answers_as_python() -> None:
    answers, abilities = by_the_module(REQUESTS)
    found, wanted = {}, {}
    for at, (verb, words) in enumerate(REQUESTS):
        found[at], wanted[at] = steady(answers[at]), expected()[at]
        if why := needs_computer(verb, words, abilities):
            found[at], wanted[at] = found[at]["reason"]["code"], why
            continue
        left_out = abilities["LEFT_OUT"].get(verb, ())
        records = wanted[at] if isinstance(wanted[at], list) else [wanted[at]]
        cut = [
            {name: each for name, each in one.items() if name not in left_out} for one in records
        ]
        wanted[at] = cut if isinstance(wanted[at], list) else cut[0]
    assert_equal(found, wanted)


def needs_computer(verb: str, words: dict[str, Any], abilities: dict[str, Any]) -> str | None:
    """Return the code of the refusal if the one list of the module has no such request."""
    said, known = {**words}, abilities["WORDS"].get(verb)
    if known is None:
        return "verb_needs_computer"
    if {*abilities["APART"].get(verb, ["question"])} <= said.keys() - {"question"}:
        return "word_needs_computer"
    question = abilities["QUESTION"] | dict.fromkeys(_core.obeyed_words, "")
    question |= abilities["FEWER"].get(verb, {})
    told = [(question, said.pop("question", {})), (known, said)]
    for name, value, forms in (
        (name, value, forms) for forms, given in told for name, value in given.items()
    ):
        if value is False or value is None:
            continue
        if name not in forms:
            return "word_needs_computer"
        form, text = forms[name], value if isinstance(value, str) else json.dumps(value)
        text = text.replace(", ", ",") if not isinstance(value, str) else text
        if form is None or (isinstance(form, list) and value not in form):
            return "word_needs_computer"
        if form and isinstance(form, str) and not re.fullmatch(form, text):
            return "word_needs_computer"
    return None
