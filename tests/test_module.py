"""The module for browsers answers as Python does: each verb, under Node, on a dozen boards."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babieca import Board, Limits, Question, Tour, Tours
from babieca.engines.sweep.longest import longest
from babieca.errors import InvalidTourError, NoTourError
from babieca.questions import KINDS

BUILT = Path(__file__).parent.parent / "build" / "wasm"

pytestmark = [
    pytest.mark.skipif(
        not (BUILT / "babieca.js").exists(), reason="the module is not built: make module builds it"
    ),
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the module"),
]

QUESTIONS = [
    Question.ask(Board(5, 5), "path"),
    Question.ask(Board(5, 6)),
    Question.ask(Board(5, 6), "open"),
    Question.ask(Board(6, 6)),
    Question.ask(Board(6, 6), begin="a1 b3 c5"),
    Question.ask(Board(6, 6), through="a1-b3", avoiding="c1-d3"),
    Question.ask(Board(5, 5, holes="c3")),
    Question.ask(Board(5, 5, holes="c3"), "path"),
    Question.ask(Board(3, 10)),
    Question.ask(Board(3, 10), "path", start="a1"),
    Question.ask(Board(5, 5), "path", start="a1", end="c3"),
    Question.ask(Board(5, 5), "open", start="a1"),
    Question.ask(Board(4, 6, wrap="1"), "path", end="a1"),
    Question.ask(Board(4, 4)),
]
STEPS = [
    Question.ask(Board(5, 5), "path", at="a1=1,c3=25,c1=15"),
    Question.ask(Board(5, 5), "path", at="a1=1,b3=10"),
    Question.ask(Board(5, 5), "path", at="a1=1,e5=25,c3=21"),
    Question.ask(Board(5, 6), at="a1=1,c2=2"),
]
WALK, RING = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3", "a1 c2 a3 b1 c3 a2 c1 b3"
LIMITS = {"timeout": 60, "memory": 2**30, "threads": 1, "seed": 7}

RUN = """
import { readFileSync } from "node:fs";
globalThis.self = { location: { href: process.argv[2] } }; // the module is built for a Web Worker
const load = (await import(process.argv[2])).default;
const wasmBinary = readFileSync(process.argv[3]);
const core = await load({ wasmBinary });
const calls = JSON.parse(readFileSync(0, "utf8"));
const plain = (key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
console.log(JSON.stringify(calls.map(([verb, ...given]) => core[verb](...given)), plain));
"""


def words(question: Question) -> dict[str, Any]:
    """Return a question as the module takes it."""
    board = question.board
    assert board is not None
    place = {"sides": board.sides, "wrap": board.wrap, "leaper": board.leaper}
    return {
        "board": {**place, "holes": board.hole_indices},
        "kind": question.kind,
        "start": -1 if question.start is None else question.start,
        "end": -1 if question.end is None else question.end,
        "begin": question.begin,
        "through": sorted(question.through),
        "avoiding": sorted(question.avoiding),
        "at": question.at,
    }


def called(tmp_path: Path, *calls: tuple[Any, ...]) -> list[Any]:
    """Return the answers of the module, all from one start of Node."""
    script = tmp_path / "run.mjs"
    script.write_text(RUN)
    files = [str(BUILT / name) for name in ("babieca.js", "babieca.wasm")]
    asked = json.dumps(calls, default=int)
    run = subprocess.run(
        ["node", script, *files], input=asked, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    answers: list[Any] = json.loads(run.stdout)
    assert len(answers) == len(calls)
    return answers


def test_counts(tmp_path: Path) -> None:
    methods = ["auto", "blocks", "sparse"]
    every = [(question, method) for question in QUESTIONS for method in methods]
    every += [(question, "auto") for question in STEPS]
    every.append((Question.ask(Board(3, 52)), "auto"))  # more than 64 bits
    asked = [("count", words(one), LIMITS, None, {"method": method}) for one, method in every]
    for (question, method), found in zip(every, called(tmp_path, *asked), strict=True):
        assert found.get("value") == str(Tours.of(question).count()), (str(question), method, found)


def test_tables(tmp_path: Path) -> None:
    every = [(one, "start") for one in QUESTIONS if not one.closed and one.start is None]
    every += [(one, "first-move") for one in QUESTIONS if one.start is not None]
    asked = [("count_by", words(one), by, LIMITS, None) for one, by in every]
    for (question, by), found in zip(every, called(tmp_path, *asked), strict=True):
        table = Tours.of(question).count_by(by)
        expected = {question.graph.vertex(square): str(n) for square, n in table.items()}
        assert dict(zip(found["vertices"], found["values"], strict=True)) == expected


@cache
def numbered() -> list[tuple[Question, int]]:
    """Return questions whose tours have numbers in both, with their counts."""
    some = [one for one in (*QUESTIONS, *STEPS) if one.kind != "open"]
    return [(one, size) for one in some if (size := Tours.of(one).count())]


def test_numbers_of_tours(tmp_path: Path) -> None:
    asked: list[tuple[Any, ...]] = []
    for question, size in numbered():
        said, number = words(question), size * 3 // 5
        row = question.vertices_of(Tours.of(question).unrank(number)).tolist()
        asked += [("unrank", said, str(number), LIMITS), ("rank", said, [row], LIMITS)]
        asked += [("sample", said, 3, LIMITS), ("unrank", said, str(size), LIMITS)]
    answers = iter(called(tmp_path, *asked))
    for question, size in numbered():
        tours, number = Tours.of(question), size * 3 // 5
        row = question.vertices_of(tours.unrank(number)).tolist()
        assert next(answers) == {"vertices": row, "size": str(size)}
        assert next(answers) == {"ranks": [str(number)], "size": str(size)}
        drawn = [question.vertices_of(tour).tolist() for tour in tours.sample(3, seed=7)]
        assert next(answers) == {"tours": drawn, "size": str(size)}
        assert next(answers)["reason"]["arguments"]["last"] == str(size - 1)


def test_given_steps(tmp_path: Path) -> None:
    asked = [("solve", words(question), LIMITS) for question in STEPS]
    for question, found in zip(STEPS, called(tmp_path, *asked), strict=True):
        expected = Tours.of(question).solve()
        rows = [question.vertices_of(tour).tolist() for tour in expected.solutions]
        assert (found["solutions"], found["count"]) == (rows, str(expected.count))
        graph = question.graph
        conflict = {graph.name_of(vertex): step for vertex, step in found["conflict"]}
        assert conflict == expected.conflict


def test_verdicts(tmp_path: Path) -> None:
    answers = called(tmp_path, *(("exists", words(question)) for question in QUESTIONS))
    for question, found in zip(QUESTIONS, answers, strict=True):
        expected = Tours.of(question).exists()
        assert (found["answer"], found["reason"]["code"]) == (expected.answer, expected.reason.code)


def test_tours_are_found_or_refuted(tmp_path: Path) -> None:
    asked = [("find", words(question), LIMITS, None, {}) for question in QUESTIONS]
    for question, found in zip(QUESTIONS, called(tmp_path, *asked), strict=True):
        if Tours.of(question).count() == 0:
            assert (found["vertices"], found["proof"] is None) == (None, False), str(question)
        else:
            tour = question.tour(np.array(found["vertices"], dtype=np.int32))
            assert question.admits(tour)


def test_longest_tours(tmp_path: Path) -> None:
    questions = [
        *(Question.ask(board) for board in ("3x3", "4x4", "5x5", "2x2")),
        *(Question.ask(board, "path") for board in ("3x3", "4x4", "1x1", "2x2")),
        Question.ask(Board(5, 5, holes="c3"), avoiding="a1-b3"),
        Question.ask("4x4", "path", start="b1"),
        Question.ask("4x4", "path", end="b1"),
        Question.ask("3x3", "path", start="c1", end="a1"),
        Question.ask("3x3", "path", start="b2"),
        Question.ask("3x3", "path", start="b2", end="a1"),
    ]
    answers = called(tmp_path, *(("longest", words(one), LIMITS, None) for one in questions))
    for question, answer in zip(questions, answers, strict=True):
        wanted = longest(question, Limits())
        assert int(answer["tours"]) == wanted.tours
        if wanted.tour is None:
            assert answer["vertices"] is None
            continue
        board = question.board
        assert board is not None
        squares = [board.index_of(vertex) for vertex in answer["vertices"]]
        assert squares == wanted.tour.indices.tolist()


def test_walks_are_completed_or_refuted(tmp_path: Path) -> None:
    walks = [("path", "a1 b3 a5"), ("path", "a1 b3 c1"), ("closed", "a1 b3 c5")]
    walks += [("path", "a1 b3 a1 c2"), ("path", "a1 b3 b4"), ("path", "b3 d4 c2 e1")]
    asked = [Question.ask(Board(5, 5), kind) for kind, _ in walks]
    every = [*zip(asked, (walk for _, walk in walks), strict=True)]
    calls = [
        ("check", words(question), [question.graph.vertex(name) for name in walk.split()], LIMITS)
        for question, walk in every
    ]
    for (question, walk), found in zip(every, called(tmp_path, *calls), strict=True):
        report = Tours.of(question).check(walk)
        assert found["legal"] == len(report.squares)
        assert [question.graph.label(vertex) for vertex in found["moves"]] == [*report.moves]
        assert found["sound"] == report.sound
        assert (found["vertices"] is not None) == report.completable
        fault = found["fault"]
        if report.fault is None:
            assert (fault["reason"]["code"], fault["step"]) == ("squares_missing_first", 0)
        else:
            assert fault["step"] == report.step
        if found["vertices"] is not None:
            assert question.admits(question.tour(np.array(found["vertices"], dtype=np.int32)))


def fault_of(question: Question, walk: list[str]) -> tuple[str, int] | None:
    try:
        Tour(question.graph, walk, kind=question.kind)
    except InvalidTourError as error:
        return error.reason.code if error.reason else "", error.step or 0
    return None


def test_faults_are_those_of_tours(tmp_path: Path) -> None:
    board, walk = Board(3, 4), WALK.split()
    walks = [walk, walk[:9], walk[:3], [*walk[:5], walk[0]], [*walk[:5], walk[0], *walk[6:]]]
    asked = [(Question.ask(board, kind), walk) for kind in KINDS for walk in walks]
    asked += [(Question.ask(Board(3, 3, holes="b2"), kind), RING.split()) for kind in KINDS]
    calls = [
        ("check", words(question), [question.graph.vertex(name) for name in walk], LIMITS)
        for question, walk in asked
    ]
    for (question, walk), found in zip(asked, called(tmp_path, *calls), strict=True):
        fault = found["fault"]
        told = None if fault is None else (fault["reason"]["code"], fault["step"])
        assert told == fault_of(question, walk)
        assert fault or found["sound"] == found["legal"] == len(walk)


TRACES: list[tuple[str, str, dict[str, Any]]] = [
    ("warnsdorff", "path", {}),
    ("warnsdorff", "path", {"criteria": "degree,corner"}),
    ("backtrack", "path", {}),
    ("backtrack", "path", {"warnsdorff": False}),
    ("search", "closed", {}),
    ("search", "path", {"rules": "default"}),
    ("search", "path", {"rules": "none"}),
    ("two-knights", "closed", {}),
    ("sweep", "closed", {"examples": 3}),
    ("sweep", "path", {"examples": 3}),
]


def test_traces(tmp_path: Path) -> None:
    boards = [Board(5, 6), Board(6, 6, holes="a1,f6")]
    every = [(board, *trace) for board in boards for trace in TRACES]
    asked = []
    for board, method, kind, options in every:
        start = "b3" if method in ("warnsdorff", "backtrack") else None
        question = Question.ask(board, kind, start=start)
        asked.append(("trace", words(question), method, LIMITS, 400, options))
    for (board, method, kind, options), found in zip(every, called(tmp_path, *asked), strict=True):
        start = "b3" if method in ("warnsdorff", "backtrack") else None
        tours = Tours(board, kind, start=start)
        seed = {"seed": 7} if method in ("warnsdorff", "two-knights") else {}
        events = tours.trace(400, method=method, **options, **seed)
        expected = [event.to_json(tours.question.graph) for event in events]
        for each in expected:  # the page writes the sentence
            each.get("proof", {}).pop("text", None)
        told = [named(tours.question, event) for event in found["events"]]
        assert told == expected, (str(board), method, options)


def named(question: Question, event: Any) -> Any:
    """Write the names of squares into an event."""

    def name(vertex: Any) -> Any:
        return question.graph.name_of(vertex) if isinstance(vertex, int) else vertex

    for key in ("square", "kept", "twin", "retired"):
        if key in event:
            event[key] = name(event[key])
    for key in ("squares", "slots"):
        if key in event:
            event[key] = [name(vertex) for vertex in event[key]]
    for example in event.get("examples", []):
        example["fragments"] = [[name(end) for end in ends] for ends in example["fragments"]]
    return event


def test_refusals(tmp_path: Path) -> None:
    none, plain = words(Question.ask(Board(4, 4))), words(Question.ask(Board(6, 6)))
    answers = called(
        tmp_path,
        ("unrank", none, "0", LIMITS),
        ("count", plain, LIMITS, None, {"method": "guess"}),
        ("count_by", plain, "start", LIMITS, None),
        ("unrank", plain, "-1", LIMITS),
        ("count", words(Question.ask(Board(8, 8))), {**LIMITS, "memory": 10**6}, None, {}),
        ("solve", plain, LIMITS),
        ("longest", words(Question.ask("7x7")), LIMITS, None),
        ("longest", words(Question.ask("5x5", start="a1")), LIMITS, None),
        ("longest", words(Question.ask("5x5", "open")), LIMITS, None),
        ("longest", words(Question.ask("5x5", begin="a1 b3")), LIMITS, None),
    )
    assert [answer["code"] for answer in answers] == [1, *[2] * 9]
    with pytest.raises(NoTourError):
        Tours(Board(4, 4)).unrank(0)
