"""The errors: their base class, their texts, and their pickles."""

import copy
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from babieca import (
    BabiecaError,
    BadInputError,
    Board,
    ContradictionError,
    InvalidTourError,
    NotFoundError,
    NoTourError,
    Tour,
    Tours,
    count,
    find,
)
from babieca.cli import run
from babieca.drawing import draw_sheet
from babieca.errors import shown
from babieca.formats.graph_files import read_graph
from babieca.graphs import Graph

ERRORS = [
    BabiecaError("something"),
    BadInputError("something was wrong"),
    InvalidTourError("step 3 is no move", step=3),
    InvalidTourError("a square is missing"),
    NoTourError("the 4x8 board has no closed tour"),
    NotFoundError("not decided within 5 s"),
    ContradictionError("the residues contradict one another"),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_errors_pickle(error: BabiecaError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error), copy.copy(error)):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert repr(other) == repr(error)
        assert vars(other) == vars(error)
        assert str(pickle.loads(pickle.dumps(other))) == str(error)


def test_an_error_from_a_verb_says_its_text_once_after_a_pickle() -> None:
    with pytest.raises(NoTourError) as caught:
        find(Board(4, 8))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert str(again).count("no such tour exists") == 1
    assert again.proof == caught.value.proof
    with pytest.raises(InvalidTourError) as wrong:
        Tour(Board(3, 4), "a1 a1")
    assert pickle.loads(pickle.dumps(wrong.value)).step == wrong.value.step


def test_who_is_to_blame() -> None:
    """Only errors about bad input are `ValueError`."""
    for error in ERRORS:
        assert isinstance(error, BabiecaError)
        assert isinstance(error, ValueError) == isinstance(error, BadInputError)
    assert not isinstance(ContradictionError(""), NotFoundError | NoTourError | BadInputError)


def test_messages_echo_little() -> None:
    for value in ("x" * 10**6, 10**5000, list(range(10**6)), {"a": "b" * 10**5}, b"y" * 10**5):
        assert len(shown(value)) <= 60
        assert "\n" not in shown(value)


HALF = "\ud800"
TRIANGLE = Graph.from_edges([(HALF, "b"), ("b", "c"), ("c", HALF)])
STRANGE = os.fsdecode(b"a\xff")


@pytest.mark.parametrize(
    "call",
    [
        *(
            lambda path, suffix=suffix: find(TRIANGLE).save(path / f"tour{suffix}")
            for suffix in (".svg", ".pdf", ".tour", ".moves")
        ),
        *(
            lambda path, suffix=suffix: TRIANGLE.save(path / f"graph{suffix}")
            for suffix in (".hcp", ".col", ".graphml")
        ),
        lambda path: draw_sheet([find(Board(6, 6))], title=HALF).save(path / "sheet.svg"),
        lambda path: find(Board(6, 6)).save(path / f"{HALF}.svg"),
        lambda path: Tour(Board(3, 4), f"a1 {HALF}"),
        lambda path: Graph.load(f"{HALF}.json"),
        *(lambda path, name=name: read_graph(f"<x {HALF}", name) for name in ("graphml", "graph6")),
        lambda path: count(Board(5, 6), checkpoint=path / HALF),
        lambda path: count(Board(5, 6), checkpoint=path / STRANGE),
        lambda path: Tours(Board(5, 6)).save(path / STRANGE),
    ],
)
def test_half_a_character(call: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(BadInputError) as caught:
        call(tmp_path)
    assert str(caught.value).isprintable()
    assert "codec" not in str(caught.value)


def test_half_a_character_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph = tmp_path / "graph.json"
    graph.write_text('{"\\ud800": ["b", "c"], "b": ["c"], "c": []}')
    for words in (
        ["export", str(graph), "--to", "cnf", "-o", str(tmp_path / "x.cnf")],
        ["reproduce", "all", "-o", str(tmp_path / HALF)],
        ["serve", "--no-open", "--data-dir", str(tmp_path / STRANGE)],
    ):
        assert run(words) == 2
        assert capsys.readouterr().err.splitlines()[-1].startswith("babieca: ")
