"""The API gives the answers of the command line, and refuses wrong shapes and sizes."""

from __future__ import annotations

import itertools
import json
import re
import shlex
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from typer.main import get_command
from typer.testing import CliRunner

from babieca import Board, Graph, Question, Tours, formats
from babieca.cli.app import make_app
from babieca.formats.records import ANSWERS
from babieca.looks import DrawingWords
from babieca.web import server
from babieca.web.words import BODIES, BoardBody, QuestionBody
from babieca.words import declared
from tests import DOCS, maker
from tests.processes import PATIENCE
from tests.serving import Served, serving

PATH = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"
HALF_A_CHARACTER = json.dumps(
    {"labels": ["\ud800", "b", "c"], "squares": ["\ud800", "b", "c"], "kind": "closed"}
    | {"vertices": 3, "edges": [[0, 1], [1, 2], [0, 2]]}
)
UNSTEADY = {"seconds", "estimated_seconds", "bytes", "peak_bytes"}
SAID_OTHERWISE = {
    "help_all",
    *("closed", "path", "open", "symmetric"),  # short for kind and pattern
    *(
        "json",
        "csv",
        "output",
        "format",
        "play",
        "answers",
    ),  # where it goes, how it looks
    *(
        "file",
        "solved_by",
        "atlas",
        "scratch",
        "checkpoint",
        "checkpoint_seconds",
    ),  # no request names a file
    *("cluster", "device"),  # clients cannot choose where the server computes
}
"""Words that only the command line has."""


def steady(record: Any) -> Any:
    """Replace the times and memory sizes in an answer by a constant."""
    if isinstance(record, list):
        return [steady(each) for each in record]
    if isinstance(record, dict):
        return {name: "said" if name in UNSTEADY else steady(each) for name, each in record.items()}
    return record


def assert_shape(verb: str, answer: Any) -> None:
    """Fail if an answer does not have the shape that the schema promises."""
    TypeAdapter(ANSWERS[verb]).validate_json(json.dumps(answer), strict=True)


def test_the_schema_names_the_shape_of_every_answer(served: Served) -> None:
    schema = served.client.get("/api/openapi.json").json()
    assert set(ANSWERS) == set(BODIES) - {"draw"}
    names = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            names.append(operation["operationId"])
            [good] = [each for each in operation["responses"] if each.startswith("2")]
            content = operation["responses"][good].get("content", {})
            assert content.get("application/json", {"schema": 1})["schema"], (method, path)
    assert len({*names}) == len(names)
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", name) for name in names)
    assert not any("_api_" in name for name in names)
    assert {*schema["components"]["securitySchemes"]} == {"token", "cookie"}
    page = served.client.get("/api")
    assert page.headers["content-type"].startswith("text/html")
    shapes = schema["components"]["schemas"]
    assert {*re.findall(r'<section id="(\w+)"', page.text)} == {*names, *shapes, "refusals"}
    assert {*re.findall(r'href="#(\w+)"', page.text)} <= {*names, *shapes, "refusals"}


def test_a_refusal_says_what_to_do_next(served: Served) -> None:
    body = json.dumps({"question": {"board": "6x6"}})
    for media in ({}, {"Content-Type": "application/x-www-form-urlencoded"}):
        refused = served.client.post("/api/find", content=body, headers=media)
        assert (refused.status_code, refused.json()["code"]) == (415, 2)
        assert "Content-Type: application/json" in refused.json()["error"]
    plain = {"Content-Type": "application/json; charset=utf-8"}
    assert served.client.post("/api/find", content=body, headers=plain).status_code == 200
    refused = served.client.post("/api/find", json={"question": {"board": "8x8", "start": True}})
    start = (
        "question.start: should be a valid string or a valid integer or a valid number or a valid "
        "list"
    )
    assert refused.json()["error"] == start


def test_every_word_of_a_command_is_a_word_of_the_api() -> None:
    commands = get_command(make_app()).commands  # type: ignore[attr-defined]
    for verb in BODIES.keys() - {"atlas", "solve", "text_puzzle"}:
        known = set(BODIES[verb].model_fields)
        known |= set(QuestionBody.model_fields if "question" in known else ())
        known |= set(BoardBody.model_fields if "board" in known else ())
        typed = {parameter.name for parameter in commands[verb].params}
        drawn = set() if verb == "draw" else {*declared(DrawingWords)}  # over HTTP, draw draws
        if verb == "puzzle":
            drawn |= set(BODIES["text_puzzle"].model_fields)
        assert typed - known - drawn <= SAID_OTHERWISE, verb
        assert not known & SAID_OTHERWISE - {"format"}, verb


WALK = "b3 c5 a4 c3 b1 a3 c2"


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ({}, ""),
        ({"kind": "path"}, "--path"),
        ({"kind": "path", "end": "h1"}, "--path --end h1"),
        ({"kind": "path", "end": [0, 7], "directed": True}, "--path --end h1 --directed"),
        ({"start": "a1"}, "--start a1"),
        ({"begin": ["b3", 34]}, "--begin 'b3 c5'"),
        ({"through": [["c2", "e1"]], "kind": "path"}, "--through c2-e1 --path"),
        ({"avoiding": "b3-c5"}, "--avoiding b3-c5"),
        ({"symmetry": "half-turn", "timeout": 4}, "--symmetry half-turn"),
    ],
)
def test_a_walk_is_held_against_every_word_as_by_the_command_line(
    served: Served, words: dict[str, Any], command: str
) -> None:
    typed = ["check", "--board", "8x8", *shlex.split(command), "--json"]
    said = CliRunner().invoke(make_app(), typed, input=WALK)
    asked = {"text": WALK, "board": {"board": "8x8"}, **words}
    assert served.ask("check", **asked) == [json.loads(line) for line in said.stdout.splitlines()]


def test_tours_in_text_are_checked_and_ranked_as_by_the_command_line(served: Served) -> None:
    tours = Tours(Board(5, 6))
    text = formats.dump(tours.unrank(3)) + formats.dump(tours.unrank(6), "json")
    for verb, asked, place in (
        ("check", {"text": text}, []),
        ("check", {"text": text, "through": "a1-b3"}, ["--through", "a1-b3"]),
        ("describe", {"text": text}, []),
        ("rank", {"text": text, "question": {"board": "5x6"}}, ["5x6"]),
    ):
        said = CliRunner().invoke(make_app(), [verb, *place, "--json"], input=text)
        answer = served.ask(verb, **asked)
        assert answer == [json.loads(line) for line in said.stdout.splitlines()]
        assert_shape(verb, answer)
    for board in ({"board": {"board": "3x4"}}, {}):
        refused = served.ask("check", text="a1 c2 a1", **board)
        assert refused[0]["valid"] is False
        assert_shape("check", refused)
    assert [row["rank"] for row in served.ask("rank", text=text, question={"board": "5x6"})] == [
        "3",
        "6",
    ]


@pytest.mark.parametrize(
    ("asked", "command", "name"),
    [
        ({"format": "svg", "theme": "night"}, "--theme night", "tours-5x6.svg"),
        ({"format": "png", "number": 2, "size": 200}, "--number 2 --size 200", "tour-5x6.png"),
        (
            {"format": "pdf", "style": "line", "arrows": True, "number": 1},
            "--style line --arrows --number 1",
            "tour-5x6.pdf",
        ),
        (
            {"format": "svg", "speed": 5, "labels": False, "number": 2},
            "--speed 5 --no-labels --number 2",
            "tour-5x6.svg",
        ),
        (
            {"format": "gif", "speed": 20, "size": 100, "number": 1},
            "--speed 20 --size 100 --number 1",
            "tour-5x6.gif",
        ),
        ({"format": "svg", "sheet": True}, "--sheet", "tours-5x6.svg"),
        ({"format": "json", "sheet": False, "arrows": False}, "", "tours-5x6.json"),
        (
            {"format": "pdf", "paper": "letter", "per_page": 1, "title": "Two", "name_line": True},
            "--paper letter --per-page 1 --title Two --name-line",
            "tours-5x6.pdf",
        ),
        ({"format": "moves", "number": 2}, "--number 2", "tour-5x6.moves"),
    ],
)
def test_tours_are_drawn_as_by_the_command_line(
    served: Served, tmp_path: Path, asked: dict[str, Any], command: str, name: str
) -> None:
    tours = Tours(Board(5, 6))
    text = "".join(formats.dump(tours.unrank(number), "json") for number in (3, 6))
    CliRunner().invoke(
        make_app(), ["draw", *shlex.split(command), "-o", str(tmp_path / name)], input=text
    )
    drawn = served.client.post("/api/draw", json={"text": text, **asked})
    assert drawn.content == (tmp_path / name).read_bytes()
    assert drawn.headers["content-disposition"] == f'attachment; filename="{name}"'


def test_boards_are_drawn_as_by_the_command_line(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "board-5x5.svg"
    for asked, command in (
        ({}, ""),
        ({"degrees": True, "theme": "print"}, "--degrees --theme print"),
        ({"at": "a1=1,e5=24"}, "--at a1=1,e5=24"),
    ):
        typed = ["draw", "5x5", "--holes", "c3", *shlex.split(command), "-o", str(file)]
        CliRunner().invoke(make_app(), typed, catch_exceptions=False)
        board = {"board": "5x5", "holes": ["c3"]}
        drawn = served.client.post("/api/draw", json={"board": board, "format": "svg", **asked})
        assert drawn.content == file.read_bytes()
        assert drawn.headers["content-disposition"].endswith('filename="board-5x5.svg"')


def test_weights_are_sent_as_an_object_or_as_text(served: Served) -> None:
    question, moves = {"board": "5x6"}, Tours("5x6").question.graph.edges()
    names = ["-".join(map(Board(5, 6).name_of, move)) for move in moves]
    weights = {name: n % 7 / 2 for n, name in enumerate(names)}
    text = "; ".join(f"{name} {weight}" for name, weight in weights.items())
    found = [served.ask("find", question=question, cheapest=sent) for sent in (weights, text)]
    best = Tours("5x6").find_report(cheapest=weights).optimum
    assert best is not None
    told = {"word": "cheapest", "total": str(float(best.total)), "tours": str(best.tours)}
    assert [record["optimum"] for record in found] == [told, told]
    for sent in (__file__, "a1 b3", {"a1-b3": 1}):  # no request names a file
        assert served.refused("find", question=question, cheapest=sent) == (422, 2)


def test_facts_and_plain_graphs(served: Served) -> None:
    said = CliRunner().invoke(make_app(), ["info", "5x5", "--holes", "c3", "--json"])
    facts = served.ask("info", board={"board": "5x5", "holes": ["c3"]})
    assert facts == json.loads(said.stdout)
    assert_shape("info", facts)
    triangle = {"vertices": 3, "edges": [[0, 1], [1, 2], [2, 0]], "labels": ["<b>", "&", "c"]}
    assert served.ask("count", question=triangle)["value"] == "1"
    assert set(served.ask("usage", question=triangle)["tours"].values()) == {"1"}
    assert served.ask("plan", question=triangle)["slots"] >= 2


def test_labels_that_are_lists_are_answered_as_in_python(served: Served) -> None:
    names = [[0, 0], [0, -1], ["x", [1, [2.5]]], "a", 7]
    edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 2]]
    record = {"vertices": 5, "edges": edges, "labels": names, "kind": "path"}
    for words in (
        {"start": names[2]},
        {"end": names[1]},
        {"begin": names[:2]},
        {"through": [names[1:3]], "avoiding": [[names[0], names[4]]]},
        {"at": [[names[2], 3]]},
    ):
        question = record | words
        tours = Tours.of(Question.from_json(question))
        listed = served.ask("list", question=question)
        assert listed == [tour.to_json() for tour in tours.list()]
        assert listed[0]["labels"] == names
        told = served.ask("count", question=question)
        assert Question.from_json({name: told[name] for name in question}) == tours.question
        checked = served.ask("check", text="\n".join(map(json.dumps, listed)), kind="path")
        assert all(each["valid"] for each in checked)
    table = served.ask("count", question=record, by="start")["table"]
    assert table.keys() == {"(0, 0)", "(0, -1)", "('x', (1, (2.5,)))", "a", "7"}
    for wrong in (2**70, [2**70], [[[[[0]]]]], True, None, {}):
        bad = record | {"labels": [*names[:4], wrong]}
        refused = served.client.post("/api/count", json={"question": bad})
        assert (refused.status_code, refused.json()["code"]) == (422, 2)


ONE_WAY = {"vertices": 5, "arcs": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [1, 0], [2, 4], [3, 1]]}


@pytest.mark.parametrize("kind", ["closed", "path"])
def test_directed_graphs_are_answered_as_in_python(served: Served, kind: Any) -> None:
    question = {**ONE_WAY, "kind": kind}
    tours = Tours(Graph.from_json(ONE_WAY), kind)
    assert served.ask("exists", question=question)["answer"] in ("yes", "undecided")
    assert served.ask("count", question=question)["value"] == str(tours.count())
    listed = served.ask("list", question=question)
    assert listed == [tour.to_json() for tour in tours.list()]
    found, [sampled] = (
        served.ask("find", question=question),
        served.ask("sample", question=question),
    )
    assert found["squares"] == tours.find().to_json()["squares"]
    assert sampled in listed
    text = "\n".join(map(json.dumps, listed))
    checked = served.ask("check", text=text, kind=kind)
    assert [told["valid"] for told in checked] == [True] * tours.count()
    ranks = served.ask("rank", question=question, text=text)
    assert {told["rank"] for told in ranks} == {str(n) for n in range(tours.count())}
    for verb, answer in (("find", found), ("list", listed), ("check", checked), ("rank", ranks)):
        assert_shape(verb, answer)
    against = {**listed[0], "squares": listed[0]["squares"][::-1]}  # some arcs have one direction
    [wrong] = served.ask("check", text=json.dumps(against))
    assert not wrong["valid"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"edges": [[0, 1]]}, '"arcs" does not go with "edges": give every edge as two arcs'),
        ({"arcs": [[0, 5]]}, '"arcs" are pairs of vertices from 0 to 4, not [0, 5]'),
        ({"arcs": [[0, 1, 2]]}, "question.arcs.0: "),
        ({"arcs": "0-1"}, "question.arcs: should be a valid list"),
        ({"board": "5x5"}, '"vertices" does not go with a board'),
        ({"vertices": 1601}, "question.vertices: should be less than or equal to 1600"),
        ({"labels": ["a", "a", "b", "c", "d"]}, '"labels" are 5 different numbers or texts'),
        ({"directed": True}, "tours of a directed graph have one direction: leave directed out"),
    ],
)
def test_wrong_arcs_are_refused_with_a_reason(
    served: Served, wrong: dict[str, Any], reason: str
) -> None:
    refused = served.client.post("/api/find", json={"question": ONE_WAY | wrong})
    assert (refused.status_code, refused.json()["code"]) == (422, 2)
    assert refused.json()["error"].startswith(reason)


def test_the_directed_graph_of_the_documentation(served: Served) -> None:
    blocks = re.findall(r"^```json\n(.*?)^```", (DOCS / "web-api.md").read_text(), re.S | re.M)
    asked, told = next(
        (body, answer)
        for body, answer in itertools.pairwise(map(json.loads, blocks))
        if "arcs" in answer
    )
    assert served.ask("find", **asked) == told


def test_texts_are_laid_as_by_the_command_line(served: Served) -> None:
    typed = ["puzzle", "--text", "Springer reitet weiter", "--start", "a1", "--json"]
    laid = served.ask("text_puzzle", text="Springer reitet weiter", start="a1")
    assert laid == json.loads(CliRunner().invoke(make_app(), typed).stdout)
    assert_shape("text_puzzle", laid)
    board = {"board": "3x5", "holes": ["c2"]}
    closed = {"text": "abcdefghijklmn", "board": board, "kind": "closed"}
    for words, reason in (
        ({"text": "Ich bin ein Springer", "board": {"board": "4x4"}}, "the text has 17 letters"),
        (closed, "closed"),
        ({"text": "abcdefghijkl", "through": "a1-b3"}, "through"),
    ):
        refused = served.client.post("/api/text_puzzle", json=words)
        assert refused.status_code in (404, 422)
        assert reason in refused.json()["error"]


def test_a_walk_that_can_be_completed_and_one_that_cannot(served: Served) -> None:
    walk = {"board": "8x8", "kind": "path", "begin": ["a1", "b3", "c5", "d7"]}
    assert served.ask("find", question=walk)["squares"][:4] == walk["begin"]
    lost = {"board": "8x8", "begin": ["b3", "c5", "a4", "c3", "b1", "a3", "c2"]}
    assert served.refused("find", question=lost) == (404, 1)  # a1 has no two moves left
    words = {"text": " ".join(walk["begin"]), "board": {"board": "8x8"}, "kind": "path"}
    [told] = served.ask("check", **words)
    assert told["completable"]
    assert told["completion"][:4] == walk["begin"]
    line = json.dumps({"board": "8x8", "kind": "closed", "squares": lost["begin"]})
    said = CliRunner().invoke(make_app(), ["check", "--json"], input=line)
    [told] = served.ask("check", text=line, timeout=4)
    assert told == json.loads(said.stdout)
    assert told["completable"] is False
    assert told["proof"]["code"]
    assert told["sound"] < len(lost["begin"])


@pytest.mark.parametrize(
    ("verb", "words", "expected"),
    [
        ("find", {"question": {"board": "4x8"}}, (404, 1)),
        ("find", {"question": {"board": "9x9x9x9"}}, (422, 2)),
        ("find", {"question": {"board": "41x40"}}, (422, 2)),
        ("find", {"question": {"board": "99999999x99999999"}}, (422, 2)),
        ("find", {"question": {"board": "8x8", "start": "z9"}}, (422, 2)),
        ("find", {"question": {"board": "8x8"}, "method": "magic"}, (422, 2)),
        ("find", {"question": {"board": "8x8"}, "colour": "red"}, (422, 2)),
        ("find", {"question": {"board": "8x8", "colour": "red"}}, (422, 2)),
        ("find", {"question": {"board": "8x8"}, "timeout": 1000}, (422, 2)),
        ("find", {"question": {"vertices": 10**6, "edges": []}}, (422, 2)),
        ("find", {"question": {}}, (422, 2)),
        ("find", {}, (422, 2)),
        ("count", {"question": {"board": "8x8"}, "memory": "100G"}, (422, 2)),
        ("count", {"question": {"board": "20x20"}}, (422, 2)),
        ("count", {"question": {"board": "8x8"}, "method": "search", "timeout": 0.2}, (409, 3)),
        ("list", {"question": {"board": "40x40"}, "limit": 1000}, (422, 2)),
        ("unrank", {"question": {"board": "6x6"}, "number": "-1"}, (422, 2)),
        ("check", {"text": "hello"}, (422, 2)),
        ("describe", {"text": "a1 b3 a1"}, (422, 2)),
        ("draw", {"text": PATH, "format": "exe"}, (422, 2)),
        ("draw", {"text": PATH, "format": "svg", "theme": "../../etc/passwd"}, (422, 2)),
        ("draw", {"text": PATH, "format": "svg", "size": 10**6}, (422, 2)),
        ("draw", {"text": PATH, "format": "svg", "number": 2}, (422, 2)),
        ("draw", {"text": PATH, "format": "svg", "degrees": True}, (422, 2)),
        ("draw", {"text": PATH, "format": "json", "sheet": True}, (422, 2)),
        ("draw", {"board": {"board": "5x5"}, "format": "svg", "sheet": True}, (422, 2)),
        ("draw", {"format": "svg"}, (422, 2)),
        ("draw", {"text": HALF_A_CHARACTER, "format": "svg"}, (422, 2)),
        ("check", {"text": PATH, "symmetry": "magic"}, (422, 2)),
        ("usage", {"question": {"board": "6x6", "start": "a1"}, "by": "start"}, (422, 2)),
        ("jobs/count", {"question": {"board": "8x8", "start": "z9"}}, (422, 2)),
        ("jobs/count", {"question": {"board": "8x8"}, "memory": "100G"}, (422, 2)),
        ("magic", {}, (404, 2)),
    ],
)
def test_refusals(
    served: Served, verb: str, words: dict[str, Any], expected: tuple[int, int]
) -> None:
    assert served.refused(verb, **words) == expected


def test_a_list_is_short_unless_more_is_asked_for(served: Served) -> None:
    question = {"board": "6x6"}
    assert len(served.ask("list", question=question)) == 10
    assert len(served.ask("list", question=question, limit=None)) == 10
    assert len(served.ask("sample", question=question)) == 1


def test_an_empty_list_names_its_reason(served: Served) -> None:
    answer = served.client.post("/api/list", json={"question": {"board": "17x17"}})
    assert (answer.status_code, answer.json()["code"]) == (404, 1)
    assert Tours(Board(17, 17)).exists().reason in answer.json()["error"]


def test_refusals_are_one_line_that_names_the_word(served: Served) -> None:
    def said(**words: Any) -> str:
        return str(served.client.post("/api/find", json=words).json()["error"])

    unknown = {"vertices": 3, "sides": [[0, 1], [1, 2], [2, 0]]}
    assert said(question=unknown) == (
        "question.sides: there is no such word here; /api lists the words"
    )
    assert said() == "question: this word is needed"
    assert said(question={"board": "41x40"}).endswith("at most 1600 squares (40x40) here, not 1640")
    assert said(question={"board": "8x8"}, seed="x").startswith("seed: ")
    assert "start" in said(question={"board": "8x8", "start": "z9"})
    assert "\n" not in said(question={"board": "a\nb"})


@pytest.mark.parametrize(
    ("phases", "addresses"),
    [
        # One of each kind, with every boundary of every word: the verbs come from one table.
        ("examples,coverage,fuzzing", "^/api/(find|status|jobs|jobs/.job..*)$"),
        pytest.param("examples,fuzzing", "^/api/", marks=pytest.mark.release),
    ],
)
def test_the_schema_tells_the_truth(tmp_path: Path, phases: str, addresses: str) -> None:
    """The server answers what the schema allows, or refuses it as declared; it refuses the rest."""
    with serving(tmp_path / "data", answer_seconds=0.2, waiting_jobs=5) as served:
        command = [
            *(str(Path(sys.executable).with_name("schemathesis")), "run"),
            f"{served.address}/api/openapi.json",
            *("--max-examples", "4", "--seed", "1", "--phases", phases),
            *("--request-timeout", str(PATIENCE), "--include-path-regex", addresses),
            *("--exclude-path-regex", "events$"),  # they take as long as their job
            # No schema can say which squares are on a board, or that no tour exists.
            *("--exclude-checks", "positive_data_acceptance"),
        ]
        result = subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE
        )
    assert result.returncode == 0, result.stdout[-6000:]


def test_two_hundred_finds_at_once_while_a_count_runs(served: Served) -> None:
    job = served.ask("jobs/count", question={"board": "8x8"}, method="search")["id"]
    served.until(job, lambda job: job["state"] == "running")
    many = httpx.Limits(max_connections=200)
    with (
        httpx.Client(base_url=served.address, timeout=PATIENCE, limits=many) as client,
        ThreadPoolExecutor(200) as threads,
    ):

        def find(seed: int) -> httpx.Response:
            return client.post("/api/find", json={"question": {"board": "8x8"}, "seed": seed})

        answers = list(threads.map(find, range(200)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) > 100
    assert served.job(job)["state"] == "running"
    assert served.client.post(f"/api/jobs/{job}/cancel").json()["state"] == "cancelled"


def test_a_question_does_not_wait_for_those_that_take_long(tmp_path: Path) -> None:
    slow = {"question": {"board": "8x8"}, "method": "backtrack", "warnsdorff": False, "timeout": 60}
    with (
        ThreadPoolExecutor(2) as threads,
        serving(tmp_path / "data", quick_workers=1, answer_seconds=60.0) as served,
    ):
        waiting = [
            threads.submit(httpx.post, f"{served.address}/api/find", json=slow, timeout=PATIENCE)
            for _ in range(2)
        ]
        assert served.ask("find", question={"board": "6x6"})["board"] == "6x6"
        assert not any(asked.done() for asked in waiting)
        served.process.kill()
        assert all(isinstance(asked.exception(), httpx.HTTPError) for asked in waiting)


def test_an_answer_does_not_wait_for_an_acknowledgement() -> None:
    with (
        server._listening("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
    ):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_page_has_a_type_for_every_answer() -> None:
    types = maker("page_types").text()
    assert all(f"\n  {verb}: " in types for verb in ANSWERS)
