"""Notebooks: answers have HTML, progress is a line, and the example has its current outputs."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import babieca
from babieca import Board, Graph, Tours

ROOT = Path(__file__).parent.parent
NOTEBOOK = ROOT / "examples" / "pictures.ipynb"
RUNNER = ROOT / "docs" / "pictures" / "notebook.py"
PATHS = Tours(Board(5, 5), "path", start="a1")
CLOSED = Tours(Board(6, 6))

ANSWERS = {
    "tours": (lambda: PATHS, "Paths of 5x5, from a1"),
    "verdict": (lambda: Tours(Board(4, 8)).exists(), "Schwenk 1991"),
    "find": (CLOSED.find_report, "construction"),
    "proof": (Tours(Board(4, 4)).find_report, "Schwenk 1991"),
    "count": (CLOSED.count_report, "9 862"),
    "check": (lambda: babieca.check(Board(8, 8), squares="b3 d4 c2 e1"), "a1 can be entered"),
    "classes": (CLOSED.classes, "1 245"),
    "plan": (CLOSED.plan, "construction"),
    "by start": (lambda: Tours(Board(5, 5), "path").count_by("start"), "<title>Paths of 5x5"),
    "by first move": (lambda: PATHS.count_by("first-move"), "<title>Paths of 5x5, from a1"),
    "of a graph": (Tours(Graph.from_edges(["xy", "yz", "zx"])).usage, "<td>x-y</td>"),
    "usage": (CLOSED.usage, "<td>a1-c2</td>"),
    "first moves": (lambda: PATHS.count_by("first-move", show_first=True), "<td>b3</td>"),
    "fractions": (lambda: Tours(Board(6, 6), start="b2").fractions(), "<td>d1</td>"),
    "study": (PATHS.study, "forced edges"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_show_themselves(name: str) -> None:
    ask, words = ANSWERS[name]
    answer: Any = ask()
    shown = answer._repr_html_()
    assert words in shown
    assert shown.count("<table") == shown.count("</table>")
    if name != "plan":
        assert pickle.loads(pickle.dumps(answer)) == answer


def test_tables_are_the_plain_values_they_were() -> None:
    board = Board(3, 4)
    counted = Tours(board, "path").count_by("start")
    each = {square: babieca.count(board, "path", start=square) for square in board}
    assert isinstance(counted, dict)
    assert (counted, repr(counted)) == (each, repr(each))
    rows = Tours(Board(5, 6), start="a1").fractions()
    assert isinstance(rows, list)
    assert repr(rows) == repr([*rows])
    lonely = Tours(Board(2, 2), "path", start="a1").count_by("first-move", show_first=True)
    assert lonely._repr_html_().startswith("<table>")


def test_progress_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(babieca.NotFoundError):
        babieca.count(Board(8, 8), method="search", timeout=1, progress=True)
    gc.collect()
    told = capsys.readouterr().err
    assert "so far, after" in told
    assert told.rpartition("\r")[2] == ""
    assert babieca.count(Board(6, 6), progress=False) == 9862
    assert capsys.readouterr().err == ""


def test_the_notebook_has_the_outputs_of_its_cells(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    stored = nbformat.read(NOTEBOOK, as_version=4)
    copy = tmp_path / "copy.ipynb"
    nbformat.write(stored, copy)
    done = subprocess.run([sys.executable, RUNNER, copy], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    again = nbformat.read(copy, as_version=4)
    pictures = 0
    for before, after in zip(stored.cells, again.cells, strict=True):
        if before.cell_type == "code":
            kinds = [[*output.get("data", {})] for output in before.outputs]
            assert [[*output.get("data", {})] for output in after.outputs] == kinds
            for old, new in zip(before.outputs, after.outputs, strict=True):
                if 'role="img"' in old.get("data", {}).get("image/svg+xml", ""):
                    assert new.data == old.data
                pictures += "image/svg+xml" in old.get("data", {})
    assert pictures >= 8
