"""`Puzzle`: a board with some steps of a tour, which exactly one tour has.

`drawing.puzzles.draw_puzzles` lays out puzzles on PDF pages with their answers. It takes any value
with `picture`, `answer` and `caption`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Unpack, get_args

from babieca.boards import Board
from babieca.checking import KIND_NAMES, Kind, numbers_at
from babieca.errors import BadInputError, shown
from babieca.looks import BoardLook
from babieca.questions import Question
from babieca.reasons import Reason, spoken
from babieca.tour import Tour
from babieca.words import one_of, spelled

if TYPE_CHECKING:
    from babieca.drawing.picture import Picture

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
GAP = "_"


@dataclass(frozen=True, repr=False)
class Puzzle:
    """Given steps on a board, and the only tour of a kind that has them.

    solution     the tour, numbered as the givens say
    squares      the squares of the givens, by step
    kind         the kind of tours among which it is the only one
    level        easy: forced moves solve it; medium: look-aheads too; hard: a search
    forced       steps that a person finds by the rules
    look_aheads  candidates that a person strikes out by looking ahead
    nodes        decisions of the proof that there is no other solution
    seed         the seed that makes the puzzle again

    >>> tour = Tour("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> puzzle = Puzzle(tour, ("a1", "b3", "d3"), "path", seed=7)
    >>> print(puzzle)
     _  6  _ 12
     _  _  _  _
     1  _  _  _
    >>> puzzle.at, Puzzle.from_json(puzzle.to_json()) == puzzle
    ({'a1': 1, 'b3': 6, 'd3': 12}, True)
    """

    solution: Tour
    squares: tuple[Any, ...]
    kind: Kind = "closed"
    level: Level = "hard"
    forced: int = 0
    look_aheads: int = 0
    nodes: int = 0
    seed: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.solution, Tour) or self.solution.board is None:
            raise BadInputError("puzzle_needs_tour")
        one_of("level", self.level, LEVELS)
        squares = sorted({*map(self._square, self.squares)}, key=self.solution.step)
        object.__setattr__(self, "squares", tuple(squares))
        if not squares:
            raise BadInputError("puzzle_without_given")
        if not self.question.admits(self.solution):
            raise BadInputError("solution_of_other_kind", kind=KIND_NAMES[self.kind])

    @property
    def board(self) -> Board:
        """The board."""
        assert self.solution.board is not None
        return self.solution.board

    def _square(self, square: Any) -> Any:
        return self.board.square(self.board.index(square))

    @property
    def at(self) -> dict[str, int]:
        """The givens: steps by the names of their squares."""
        return {self.board.name_of(square): self.solution.step(square) for square in self.squares}

    @property
    def question(self) -> Question:
        """The question whose only answer is the solution."""
        return Question.ask(self.board, self.kind, at=self.at)

    @property
    def caption(self) -> str:
        """The givens, the level and the seed in one line."""
        told = {"level": spoken(self.level), "seed": self.seed}
        return Reason("puzzle_caption", givens=len(self.squares), **told)

    def __repr__(self) -> str:
        graded = f"{self.level!r}, {self.forced}, {self.look_aheads}, {self.nodes}, {self.seed}"
        return f"Puzzle({self.solution!r}, {tuple(self.at)!r}, {self.kind!r}, {graded})"

    def __str__(self) -> str:
        """Return the grid, top row first, with `_` for a gap and `.` for a hole."""
        given = {*self.at.values()}

        def shown_step(step: re.Match[str]) -> str:
            return step[0] if int(step[0]) in given else GAP.rjust(len(step[0]))

        return re.sub("[0-9]+", shown_step, str(self.solution))

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as plain values."""
        tour = self.solution.to_json()
        return {
            **self.board.to_json(),
            "kind": self.kind,
            "at": [[tour["squares"][step - 1], step] for step in self.at.values()],
            "solution": tour["squares"],
            **{name: getattr(self, name) for name in _GRADED},
        }

    @classmethod
    def from_json(cls, record: Any) -> Puzzle:
        """Return the puzzle that `to_json` wrote."""
        needed = ["board", "kind", "at", "solution"]
        if not isinstance(record, Mapping) or not {*needed} <= {*record}:
            raise BadInputError("expected_object", names=needed, record=shown(record))
        graded = {name: record[name] for name in _GRADED if name in record}
        others = {"kind", "at", "solution", *graded}
        board = Board.from_json({name: record[name] for name in record if name not in others})
        kind: Kind = record["kind"]
        solution = Tour(board, record["solution"], kind="closed" if kind == "closed" else "path")
        numbers = numbers_at(record["at"], board.index, len(board))
        for index, step in numbers.items():
            if solution.step(board.square(index)) != step:
                name = board.name_of(board.square(index))
                raise BadInputError("solution_step_differs", step=solution.step(name), square=name)
        return cls(solution, tuple(map(board.square, numbers)), kind, **graded)

    @spelled
    def picture(self, **look: Unpack[BoardLook]) -> Picture:
        """Draw the givens on the board."""
        from babieca.drawing.puzzles import draw_puzzle

        return draw_puzzle(self, **look)

    @spelled
    def answer(self, **look: Unpack[BoardLook]) -> Picture:
        """Draw the solution."""
        from babieca.drawing.puzzles import draw_answer

        return draw_answer(self, **look)

    def _repr_svg_(self) -> str:
        return self.picture().svg()


_GRADED = ("level", "forced", "look_aheads", "nodes", "seed")
