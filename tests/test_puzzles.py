"""Puzzles: one solution by brute force, no given too many, patterns; levels by a second solver."""

from __future__ import annotations

import copy
import itertools
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from babieca import BadInputError, Board, NotFoundError, NoTourError, Puzzle, Tour, Tours, puzzle
from babieca.drawing import draw_puzzles
from babieca.verbs.puzzles import puzzles
from tests.commands import run

ROUNDS = 1


@cache
def all_steps(board: str, kind: str) -> NDArray[Any]:
    """The step of each square, from 1, in a row for each tour: by the list of all tours."""
    return np.argsort(np.concatenate([*Tours(board, kind).batches()]), axis=1) + 1


def solutions(made: Puzzle, at: dict[str, int] | None = None) -> int:
    at = made.at if at is None else at
    steps = all_steps(str(made.board), made.kind)[:, [made.board.index(square) for square in at]]
    size, wanted = len(made.board), np.array([*at.values()])
    found = 0
    # The same way round, every step differs by the same number; the other way, every sum is the
    # same. A path begins with step 1: the difference is 0, the sum one more than its squares.
    for numbers, of_a_path in ((steps - wanted, 0), (steps + wanted, size + 1)):
        if made.kind == "closed":
            found += (numbers % size == numbers[:, :1] % size).all(axis=1).sum()
        else:
            found += (numbers == of_a_path).all(axis=1).sum()
    return int(found)


def is_minimal(made: Puzzle) -> bool:
    fewer = ({**made.at} for _ in made.at)
    return all(
        (at.pop(square), solutions(made, at))[1] > 1
        for square, at in zip(made.at, fewer, strict=True)
    )


# Solving as a person does, slowly and obviously -------------------------------------------------


class ContradictionError(Exception):
    pass


class Person:
    """The rules of docs/puzzles.md, with the candidates as pairs (step, square)."""

    def __init__(self, made: Puzzle) -> None:
        graph = made.question.graph
        self.near = [set(graph.near(vertex)) for vertex in range(len(graph))]
        self.closed, self.count = made.kind == "closed", len(graph)
        every = range(self.count)
        self.may = {*itertools.product(every, every)}
        self.written: dict[int, int] = {}
        for step, vertex in made.question.givens.items():
            self.write(step, vertex)

    def write(self, step: int, vertex: int) -> None:
        if (step, vertex) not in self.may:
            raise ContradictionError
        self.may = {one for one in self.may if (one[0] == step) == (one[1] == vertex)}
        self.written[step] = vertex

    def are_beside(self, one: int, other: int) -> bool:
        apart = abs(one - other)
        return apart == 1 or (self.closed and apart == self.count - 1)

    def marks(self) -> None:
        """Distances and dead ends, until nothing changes."""
        before = 0
        while before != (before := len(self.may)):
            squares, steps = self.rows()
            for step, vertex in sorted(self.may):
                for by in (1, -1):
                    beside = (step + by) % self.count if self.closed else step + by
                    if 0 <= beside < self.count and not self.near[vertex] & squares[beside]:
                        self.may.discard((step, vertex))
            squares, steps = self.rows()
            for vertex in set(range(self.count)) - {*self.written.values()}:
                exits = [u for u in self.near[vertex] if self.meet(steps[vertex], steps[u])]
                ends = set() if self.closed else steps[vertex] & {0, self.count - 1}
                if len(exits) < (1 if ends else 2):
                    raise ContradictionError
                if len(exits) == 1:
                    self.may -= {(step, vertex) for step in steps[vertex] - ends}
                if len(exits) == 2 and not ends:
                    for u in exits:
                        for one, other in ((vertex, u), (u, vertex)):
                            self.may -= {
                                (step, one)
                                for step in steps[one]
                                if not self.meet({step}, steps[other])
                            }

    def meet(self, some: set[int], others: set[int]) -> bool:
        return any(self.are_beside(one, other) for one in some for other in others)

    def rows(self) -> tuple[list[set[int]], list[set[int]]]:
        """The squares of each step, and the steps of each square; none may be empty."""
        squares: list[set[int]] = [set() for _ in range(self.count)]
        steps: list[set[int]] = [set() for _ in range(self.count)]
        for step, vertex in self.may:
            squares[step].add(vertex)
            steps[vertex].add(step)
        if not all(squares) or not all(steps):
            raise ContradictionError
        return squares, steps

    def go_on(self, rounds: int) -> None:
        """Write singles, all of a round together, and mark after each round."""
        self.marks()
        for _ in range(rounds):
            squares, steps = self.rows()
            single = {(t, *some) for t, some in enumerate(squares) if len(some) == 1}
            single |= {(*some, v) for v, some in enumerate(steps) if len(some) == 1}
            single -= {*self.written.items()}
            for step, vertex in sorted(single):
                self.write(step, vertex)
            if not single:
                return
            self.marks()

    def look_ahead(self) -> bool:
        """Strike out a candidate that a look-ahead refutes; whether there is one."""
        for candidate in sorted(self.may - {*self.written.items()}):
            trial = copy.deepcopy(self)
            try:
                trial.write(*candidate)
                trial.go_on(ROUNDS)
            except ContradictionError:
                self.may.discard(candidate)
                return True
        return False


def solved_by_a_person(made: Puzzle) -> str:
    person, size = Person(made), len(made.board)
    person.go_on(size)
    if len(person.written) == size:
        return "easy"
    while len(person.written) < size and person.look_ahead():
        person.go_on(size)
    return "medium" if len(person.written) == size else "hard"


# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "kind"), [("5x5", "path"), ("6x6", "closed"), ("3x7", "open")])
@pytest.mark.parametrize("seed", range(4))
def test_a_puzzle_has_one_solution_and_no_given_too_many(board: str, kind: str, seed: int) -> None:
    made = puzzle(board, kind, minimal=True, seed=seed)
    assert solutions(made) == 1
    assert is_minimal(made)
    assert Tours.of(made.question).solve().solutions[0] == made.solution


@pytest.mark.parametrize("seed", range(4))
def test_no_given_of_an_easy_minimal_puzzle_is_too_many(seed: int) -> None:
    made = puzzle("4x5", "open", level="easy", minimal=True, seed=seed)
    assert made.level == "easy"
    assert is_minimal(made)


def test_the_ends_are_given_and_may_be_among_minimal_givens() -> None:
    made = puzzle("5x5", "path", seed=1)
    assert {1, 25} <= {*made.at.values()}
    made = puzzle("5x5", "path", minimal=True, ends=True, seed=1)
    assert {1, 25} <= {*made.at.values()}
    assert is_minimal(made)


def test_any_steps_may_be_given_without_ends() -> None:
    steps = [set(puzzle("5x5", "path", seed=seed, ends=False).at.values()) for seed in range(6)]
    assert any(not {1, 25} <= given for given in steps)


@pytest.mark.parametrize("givens", [6, 8, 12, 36])
def test_the_number_of_givens_is_obeyed(givens: int) -> None:
    made = puzzle("6x6", givens=givens, seed=3)
    assert len(made.at) == givens
    assert solutions(made) == 1


@pytest.mark.parametrize("pattern", ["half-turn", "left-right", "diagonal", "quarter-turn"])
def test_the_pattern_has_its_symmetry(pattern: str) -> None:
    board = Board(6, 6)
    made = puzzle(board, pattern=pattern, seed=2)
    names = {"left-right": "left-right reflection", "diagonal": "diagonal reflection"}
    (symmetry,) = (s for s in board.symmetries() if s.name == names.get(pattern, pattern))
    assert {symmetry.square(square, board.sides) for square in made.squares} == {*made.squares}
    assert solutions(made) == 1


def test_given_squares_and_given_steps() -> None:
    corners = ["a1", "a5", "b2", "c3", "d4", "e5"]
    made = puzzle("5x5", "path", given_squares=corners, seed=1)
    assert sorted(made.at) == corners
    assert solutions(made) == 1
    figured = puzzle("5x5", "path", at="a1=1,c1=15", seed=1)
    assert (figured.at["a1"], figured.at["c1"]) == (1, 15)
    assert solutions(figured) == 1


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_levels_are_obeyed(level: str, seed: int) -> None:
    made = puzzle("6x6", level=level, seed=seed)
    assert made.level == level
    assert solutions(made) == 1
    assert (made.look_aheads == 0) == (level == "easy")
    assert (made.forced == 36 - len(made.at)) == (level != "hard")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("kind", "board"), [("path", "4x5"), ("closed", "3x10")])
def test_levels_are_what_a_person_needs(board: str, kind: str, seed: int) -> None:
    for words in ({}, {"level": "easy"}, {"minimal": True}):
        made = puzzle(board, kind, seed=seed, **words)  # type: ignore[arg-type]
        assert made.level == solved_by_a_person(made)


def test_a_seed_makes_the_same_puzzle_and_others_make_others() -> None:
    made = puzzle("5x5", "path", seed=1)
    assert made == puzzle("5x5", "path", seed=1)
    assert len({puzzle("5x5", "path", seed=seed).solution for seed in range(12)}) == 12
    again = puzzle("5x5", "path")
    assert again == puzzle("5x5", "path", seed=again.seed)
    assert [one.seed for one in puzzles(Tours("5x5", "path"), {"limit": 3, "seed": 4})] == [
        *range(4, 7)
    ]


def test_tours_are_drawn_uniformly() -> None:
    seen = Counter(puzzle("3x4", "path", seed=seed, givens=12).solution for seed in range(480))
    assert len(seen) == 16  # the 8 paths of 3x4 in both directions
    assert max(seen.values()) < 2 * 480 / 16


def test_a_puzzle_is_a_value() -> None:
    made = puzzle(Board(5, 5, holes="c3"), "path", seed=2)
    assert Puzzle.from_json(json.loads(json.dumps(made.to_json()))) == made
    assert eval(repr(made), {"Puzzle": Puzzle, "Tour": Tour, "Board": Board}) == made
    assert {".", "_"} <= {*str(made)}
    assert made._repr_svg_().count("<title>") == 1
    with pytest.raises(BadInputError, match="the solution has step"):
        Puzzle.from_json({**made.to_json(), "at": [[made.solution.names[3], 1]]})
    with pytest.raises(BadInputError, match="board, kind, at, solution"):
        Puzzle.from_json({"board": "5x5"})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"givens": 1}, "a closed tour and its reverse share any one given step"),
        ({"givens": 7, "pattern": "half-turn"}, "a multiple of 2 givens, not 7"),
        ({"pattern": "third-turn"}, "pattern: 6x6 has no 'third-turn'"),
        ({"given_squares": "a1", "givens": 3}, "givens does not go together with given_squares"),
        ({"given_squares": "a1,c2", "at": "b3=2"}, "given_squares leaves out b3"),
        ({"given_squares": ""}, "given_squares names at least one square"),
        ({"given_squares": "a1,c3,f6"}, "the diagonal reflection leaves all these squares"),
        ({"given_squares": "z9"}, "given_squares: square 'z9'"),
        ({"level": "harder"}, "level is one of easy, medium, hard"),
        ({"givens": 37}, "givens is a whole number from 1 to 36"),
    ],
)
def test_mistakes_are_named(words: dict[str, object], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        puzzle("6x6", **words)  # type: ignore[arg-type]


def test_limits_are_told() -> None:
    with pytest.raises(NotFoundError, match=r"no puzzle with 2 givens .* one solution were [3-9]"):
        puzzle("6x6", givens=2, seed=1, timeout=0.5)
    with pytest.raises(NotFoundError, match=r"those with 30 givens had another level: try fewer"):
        puzzle("6x6", givens=30, level="hard", seed=1, timeout=0.2)
    with pytest.raises(NoTourError, match="a path exists: ask for kind path"):
        puzzle("5x5")
    with pytest.raises(BadInputError, match="at most 1024 squares"):
        puzzle("40x40")


def test_an_interruption_is_passed_on() -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        puzzle("8x8", givens=3, seed=1, timeout=20, progress=interrupt)


def test_the_command_prints_puzzles_that_check_reads(tmp_path: Path) -> None:
    printed = run("puzzle", "6x6", "--givens", "8", "--seed", "5")
    assert printed.stdout.startswith("# closed tour of 6x6\n# 8 givens, ")
    assert "seed 5: " in printed.stdout
    (tmp_path / "grid.txt").write_text(printed.stdout)
    checked = run("check", str(tmp_path / "grid.txt"))
    assert checked.stdout.startswith("exactly one solution of a closed tour of 6x6 with 8")
    record = json.loads(run("puzzle", "6x6", "--givens", "8", "--seed", "5", "--json").stdout)
    assert Puzzle.from_json(record) == puzzle("6x6", givens=8, seed=5)
    for words in (["6x6", "--open"], ["6x6", "--holes", "a1,b1"], ["2x3x4", "--path"]):
        made = run("puzzle", *words, "--seed", "1", "--json").stdout
        told = json.loads(run("check", "--json", text=made).stdout)
        assert (told["kind"], told["solutions"]) == (json.loads(made)["kind"], "1")
        assert told["completions"] == [json.loads(made)["solution"]]
    same = run("puzzle", "6x6", "--symmetric", "--seed", "2", "--json").stdout
    assert Puzzle.from_json(json.loads(same)) == puzzle("6x6", pattern="half-turn", seed=2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--symmetric", "--pattern", "diagonal"], "--pattern does not go together"),
        (["--paper", "a4"], "--paper is for files"),
        (["-o", "x.svg", "--per-page", "2"], "--per-page is for .pdf files"),
        (["-o", "x.doc"], "cannot tell the format"),
        (["-o", "x.json", "--theme", "night"], "hold text"),
        (["--limit", "0"], "--limit is a whole number from 1 to 600"),
        (["--givens", "two"], "--givens is a whole number"),
        (["--givens", "1"], "a closed tour and its reverse share any one given step"),
        (["--path", "--givens", "1"], "--givens is at least 2"),
        (["--given-squares", "a2"], "a closed tour and its reverse share any one given step"),
        (["--given-squares", "a1,b3,c4", "--symmetric"], "--given-squares does not go together"),
        (["-o", "x.pdf", "--per-page", "0"], "--per-page is 1 to 100, not 0"),
    ],
)
def test_the_command_names_mistakes(words: list[str], message: str) -> None:
    failed = run("puzzle", "6x6", "--seed", "1", *words)
    assert (failed.returncode, failed.stdout) == (2, "")
    assert message in failed.stderr


@pytest.mark.parametrize("suffix", ["pdf", "svg", "png", "json", "txt"])
def test_files_of_several_puzzles(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"sheet.{suffix}"
    words = ["puzzle", "5x5", "--path", "--limit", "3", "--seed", "1", "-o", str(file)]
    assert "3 puzzles, seed 1 to 3; wrote" in run(*words).stderr
    first = file.read_bytes()
    run(*words)
    assert file.read_bytes() == first
    if suffix == "json":
        records = [json.loads(line) for line in first.splitlines()]
        assert [Puzzle.from_json(record).seed for record in records] == [1, 2, 3]


def test_a_sheet_has_answers_on_its_last_pages() -> None:
    made = [puzzle("5x5", "path", seed=seed) for seed in range(1, 4)]
    sheet = draw_puzzles(made, per_page=2, name_line=True, title="Knights", paper="letter")
    assert [page.title for page in sheet.pages] == ["Knights", "Knights", "Answers: Knights"]
    assert len(draw_puzzles(made, answers=False).pages) == 1
    with pytest.raises(BadInputError, match="no puzzle to print"):
        draw_puzzles([])
