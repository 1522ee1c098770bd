"""Types: every public call type-checks, and every misuse is an error."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from babieca import Tours
from tests.test_signatures import METHODS, VERBS

ROOT = Path(__file__).parent.parent

PROGRAM = """
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import babieca
from babieca import (
    Board, CheckReport, CountReport, Counts, Description, FindReport, FirstMove, FirstMoves,
    Fraction, Graph, Limits, Plan, Progress, Puzzle, Question, Solutions, StudyRow, Symmetry,
    TextPuzzle, Totals, Tour, Tours, Verdict,
)
from babieca.events import Happened

def listen(told: Progress) -> None:
    share: float | None = told.share
    assert told.seconds >= 0 and isinstance(told.text, str)
    assert share is None or share <= 1

board = Board(5, 6)
graph = Graph.from_edges([("a", "b"), ("b", "c"), ("c", "a")])

verdict: Verdict = babieca.exists(board, "path", start="a1", end=(4, 4))
found: Tour = babieca.find(board, start="c3", method="auto", timeout=60, memory="1G", seed=7)
found = babieca.find(board, "path", method="warnsdorff", criteria=["degree", "random"], restarts=50)
events: Iterator[Happened] = babieca.trace(board, limit=3, method="search", rules="banon")
checked: CheckReport = babieca.check(board, "path", squares="a1 b3 c5", timeout=1.0)
number: int = babieca.count(board, "closed", through="a1-b3", avoiding=[("c1", "d3")], threads=1)
number = babieca.count(graph, "path", method="sparse", order=["c", "a", "b"], progress=listen)
table: dict[Any, int] = babieca.count_by(Board(3, 4), "path", by="start")
shown: Counts = babieca.count_by(board, by="first-move", start="d2", show_first=True, rules="banon")
moves: list[FirstMove] = shown.rows if isinstance(shown, FirstMoves) else []
slopes: Totals = babieca.count_by(board, by="slope:2")
slopes = Tours(board).count_by(lambda move: 0 in move[0])
columns: tuple[str, ...] = Tours(board).count_by("slope", method="sparse").columns
classes: CountReport = babieca.classes(board, memory=10**9)
parts: list[Fraction] = babieca.fractions(board, start="c3", memory="1G")
used: dict[tuple[Any, Any], int] = babieca.usage(board, method="sweeps")
plan: Plan = babieca.plan(board, order=list(board))
rows: list[StudyRow] = babieca.study(Board(3, 4), "path", timeout=5.0)
listed: Iterator[Tour] = babieca.tours(board, symmetry="half-turn", limit=3)
drawn: Iterator[Tour] = babieca.sample(board, "open", limit=2, seed=1)
tour: Tour = babieca.unrank(board, number=3)
rank: int = babieca.rank(tour, directed=False)

tours = Tours(
    board, "closed", directed=False, start="a1", begin="a1 b3", through=[], avoiding="",
    symmetry=None, up_to=None,
)
verdict = tours.exists()
events = Tours(board).trace(3, method="warnsdorff", criteria="degree", restarts=2)
checked = tours.check(["a1", (2, 1)], timeout=1.0, progress=listen)
made: Puzzle = babieca.puzzle(board, givens=8, level="easy", pattern="half-turn", seed=1)
made = Tours(board).puzzle(minimal=True, ends=False, timeout=60)
at: dict[str, int] = made.at
laid: TextPuzzle = babieca.text_puzzle("ab" * 15, board, "closed", split="letters", seed=1)
solved: Solutions = Tours(board, "path", at={"c3": 15}).solve(timeout=1.0)
problem: str = tours.export("cnf")
problem = babieca.export(board, "path", to="tsplib", start="a1")
found = tours.find()
found = tours.solved_by("tsplib", babieca.formats.dump(found, "tsplib"))
report: FindReport = tours.find_report(method="backtrack", warnsdorff=True, nodes=10**6)
report = tours.find_report(method="sweep", states=None)
found = report.found()
number = tours.count(counter_bits=64, mirror=False, checkpoint=None, checkpoint_seconds=60.0)
counted: CountReport = tours.count_report(method="search")
number = int(counted)
table = Tours(board, start="c3").count_by("edge-pair")
table = tours.count_by("first-move", show_first=True, move_order="clockwise")
classes = Tours(board).classes(timeout=60)
parts = Tours(board, start="c3").fractions()
used = tours.usage(threads=1)
plan = tours.plan(memory="1G")
picture: str = plan.picture()
rows = Tours(Board(3, 4), "path").study(subtour_squares=4)
listed = tours.list(2, method="search")
batches: Iterator[np.ndarray[Any, Any]] = tours.batches(2)
drawn = tours.sample(2, scratch=Path("."), say=print)
tour = tours.unrank(0)
rank = tours.rank(tour)
ranks: list[int] = tours.rank_all([tour])
many: Iterator[Tour] = tours.unrank_all([0])
tours.save("atlas", stride=2)
tours = Tours.load(Path("atlas"))
same: bool = tours == Tours.of(tours.question) and tour in tours
for one in tours:
    square: Any = one[0]
    names: list[Any] = one.names
    kind: str = one.kind
    assert len(one) == len(list(one)) and square in one

question: Question = Question.ask(board, "path", begin=["a1", "b3"], symmetry=None)
question = Question.from_json(question.to_json())
fingerprint: str = question.fingerprint
limits: Limits = Limits.of(timeout=5, memory="8G", threads=2, seed=1)
turned: Tour = tour.transformed("half-turn").reversed().canonical(up_to="symmetry")
forms: list[Tour] = Tour.canonical_all([turned], up_to="symmetry")
number = babieca.count("5x6", up_to="symmetry")
drawn = babieca.sample("5x6", "closed", 2, seed=1)
same = Tour.from_steps(tour.steps) == Tour(Board("5x6"), tour.steps.tolist())
number = tour.step("c3")
record: dict[str, Any] = tour.to_json()
pairs: list[tuple[Any, Any]] = tour.edges
number = used["a1-c2"]
symmetries: list[Symmetry] = tour.symmetries()
described: Description = tour.describe()
area: float | None = described.area
text: str = babieca.formats.dump(tour)
svg: str = tour.svg(style="line")
"""

MISUSES = """
babieca.exists(board, closed=True)
babieca.exists(board, timeout=5)
babieca.trace(board, limit="many")
babieca.check(board, "path", "a1 b3")
babieca.check(board, "path", squares=5)
babieca.export(board)
babieca.export(board, to="sat")
tours.export("cnf", start="a1")
tours.solved_by("cnf")
babieca.find(board, closed=True)
babieca.find(board, first="b3")
babieca.find(board, options={"criteria": "degree"})
babieca.find(board, seed="lucky")
babieca.find(board, threads=2)
babieca.count(board, "round")
babieca.count(board, kind="Closed")
babieca.count(8, 8)
babieca.count(board, threads="4")
babieca.count(board, counter_bits=12)
babieca.count(board, by="start")
babieca.count(board, up_to="rotation")
Tour.canonical_all(5)
babieca.count(board, time_limit=5)
babieca.count(board, checkpoint_every=5)
babieca.count(board, directed="yes")
babieca.count(board, through=5)
babieca.count(board, progress=lambda done, total: None)
babieca.count_by(board, "path")
babieca.count_by(board, "path", by=3)
babieca.count_by(board, "path", "start")
babieca.count_by(board, by="first-move", start="a1", show_first="yes")
babieca.count_by(board, "path", by="start").columns
tours.count_by("edge-pair").mean()
babieca.count(board, method="guess")
babieca.find(board, method="blocks")
tours.sample(method="search")
babieca.usage(board, method="sparse")
babieca.classes(board, method="blocks")
babieca.fractions(board, start="a1", count=True)
babieca.usage(board, checkpoint="here")
babieca.plan(board, timeout=5)
babieca.study(board, time_limit=5)
babieca.tours(board, symmetries="half-turn")
babieca.tours(board, order="clockwise")
babieca.tours(board, limit="all")
babieca.sample(board, 5)
babieca.sample(board, n=5)
babieca.unrank(board)
babieca.unrank(board, 7)
babieca.rank(board)
babieca.rank(tour, atlas="here")
babieca.symmetric_tours(board)
Tours()
Tours(board, "closed", "a1")
Tours(board, symmetry=5)
Tours(board, wrap="all")
tours.exists(timeout=5)
tours.trace(events=5)
tours.check("a1 b3", seed=5)
tours.solve(seed=5)
tours.puzzle(level="harder")
babieca.puzzle(board, givens="8")
babieca.text_puzzle("Rocinante", split="words")
tours.find(start="a1")
tours.find_report(threads=2)
tours.count("path")
tours.count_report(limit=5)
tours.count_by(3)
tours.count_by("first-move", show_first=True, rules=5)
tours.classes(method="fold")
tours.fractions(start="a1")
tours.usage(by="start")
tours.plan(checkpoint="here")
tours.study(memory="1G")
tours.list(limit=1.5)
tours.batches(rules=5)
tours.sample(5, "path")
tours.unrank("first")
tours.rank(5)
tours.rank_all(tour.names, atlas="here")
tours.unrank_all(5)
tours.save()
tours.load(5)
tours.of(board)
tours.question.kind = "path"
tours.question = None
word: str = babieca.count(board)
tour.closed = False
tour.indices = []
tour.kind = "open"
tour.describe(rank=False)
Question.ask(board, "round")
Question.ask(board, first="b3")
Limits.of(5)
Limits.of(timeout="5")
babieca.Board(8.5, 8)
Tour.from_steps()
babieca.Board(8, 8, leaper=3)
babieca.Verdict("perhaps", "who knows")
babieca.NoTourError()
"""

OPENING = """
import babieca
from babieca import Board, Limits, Question, Tour, Tours
board: Board = Board(8, 8)
tours: Tours = Tours(board)
tour: Tour = tours.find()
"""

METHODS_OF_TOURS = [
    name for name in dir(Tours) if not name.startswith("_") and callable(getattr(Tours, name))
]


def test_the_programs_call_everything() -> None:
    for verb in VERBS:
        assert f"babieca.{verb}(" in PROGRAM
        assert f"babieca.{verb}(" in MISUSES
    for method in METHODS_OF_TOURS:
        assert re.search(rf"(tours|Tours|Tours\(.*\))\.{method}\(", PROGRAM), method
        assert f"tours.{method}(" in MISUSES, method
    assert set(METHODS.values()) <= set(METHODS_OF_TOURS)


def test_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(PROGRAM, "program", "exec"), {"__name__": "program"})


def test_use_is_accepted_and_every_misuse_is_flagged(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    good, bad = tmp_path / "program.py", tmp_path / "misuses.py"
    good.write_text(PROGRAM)
    bad.write_text(OPENING + MISUSES)
    # As `make lint` calls it: the second of the two finds the types of the package in the cache.
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--no-error-summary"),
            *("--config-file", str(ROOT / "pyproject.toml")),
            *("--cache-dir", str(ROOT / ".mypy_cache"), str(good), str(bad)),
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        cwd=tmp_path,
    )
    complaints = checked.stdout.splitlines()
    assert [line for line in complaints if "misuses.py" not in line and "error:" in line] == []
    flagged = {
        int(line.split(":")[1])
        for line in complaints
        if line.startswith("misuses.py") and "error:" in line
    }
    lines = (OPENING + MISUSES).splitlines()
    first = OPENING.count("\n") + 2
    missed = [
        line for number, line in enumerate(lines, 1) if number >= first and number not in flagged
    ]
    assert missed == []
    assert min(flagged) >= first
