"""Make puzzles: givens that exactly one tour has. docs/puzzles.md defines the levels."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Annotated, Any, Unpack

import numpy as np

from babieca import _core
from babieca.board_text import walk_in
from babieca.engines.refuter import refuted
from babieca.errors import BadInputError, NotFoundError, quantity
from babieca.givens import LEVELS, Level, Puzzle
from babieca.invariants import SymmetryLike, invariant_of, vertex_image
from babieca.limits import USUAL_SECONDS, Limits, ProgressWords, SeedWords, TimeWords
from babieca.question_words import BeginLike, named_word
from babieca.questions import KINDS, BoardLike, Kind, Question, QuestionWords
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.verbs.asked import Asked, ask, no_tour
from babieca.words import Word, function_of, spelled, whole_number

__all__ = ["Puzzle", "puzzle"]

MOST_SQUARES = 1024
MOST_PUZZLES = 600
_PANEL = "The puzzle"
_GIVENS = "How many steps are given. Default: steps are taken away while one solution is left."
_FEWEST = "No given can be left out: that is proved."
_PATTERN = "The squares of the givens have this symmetry, for example half-turn."
_LEVEL = "What a person needs: easy, forced moves; medium, look-aheads; hard, a search."
_ENDS = "Give the first and the last step. Default: yes, unless steps, squares or fewest are given."
_SQUARES = "The givens stand exactly on these squares, for example a1,b2,c4."
_HOW_MANY = "How many puzzles; they have this seed and the next ones. Default: 1."
_NAMES = ("half-turn", "quarter-turn", "left-right", "up-down", "diagonal", "antidiagonal")


class PuzzleWords(TimeWords, SeedWords, ProgressWords, total=False):
    givens: Annotated[int | None, Word(_GIVENS, _PANEL, bounds=(1, MOST_SQUARES))]
    fewest: Annotated[bool, Word(_FEWEST, _PANEL, False, names=("--fewest",))]
    pattern: Annotated[SymmetryLike | None, Word(_PATTERN, _PANEL, metavar="NAME", values=_NAMES)]
    level: Annotated[Level | None, Word(_LEVEL, _PANEL)]
    ends: Annotated[bool | None, Word(_ENDS, _PANEL, names=("--ends/--no-ends",))]
    given_squares: Annotated[
        BeginLike | None, Word(_SQUARES, _PANEL, input="squares", metavar="SQUARES")
    ]


class PuzzleCall(QuestionWords, PuzzleWords, total=False): ...


class ManyPuzzleWords(PuzzleWords, total=False):
    how_many: Annotated[
        int,
        Word(
            _HOW_MANY,
            _PANEL,
            names=("--how-many", "-n"),
            default=1,
            bounds=(1, MOST_PUZZLES),
            sent_bounds=(1, 60),
        ),
    ]


class Puzzling(Asked):
    @spelled
    def puzzle(self, **words: Unpack[PuzzleWords]) -> Puzzle:
        """Make a puzzle: given steps that exactly one tour has, which is proved.

        The steps of `at`, `start`, `end` and `begin` are given in any case. The same `seed` makes
        the same puzzle; without one, a seed is chosen, and the puzzle has it. Without a `timeout`
        it gives up after 60 s, with `NotFoundError`.

        >>> from babieca import Board, Tours, puzzle
        >>> made = puzzle(Board(6, 6), givens=8, seed=5)
        >>> len(made.squares), Tours.of(made.question).solve().unique
        (8, True)
        """
        limits, choices = self._parted(PuzzleWords, words, "puzzle", "at")
        return make_puzzle(self.question, limits, **choices)


def puzzles(tours: Puzzling, words: dict[str, Any]) -> Iterator[Puzzle]:
    """Make `how_many` puzzles, one for each seed from `seed` on."""
    others = {**words}
    count = whole_number("how_many", others.pop("how_many", 1), 1, MOST_PUZZLES) or 1
    first = others.pop("seed", None)
    first = _any_seed() if first is None else first
    return (tours.puzzle(seed=first + at, **others) for at in range(count))


def _any_seed() -> int:
    return random.SystemRandom().randrange(10**6)


@function_of(Puzzling.puzzle)
def puzzle(board: BoardLike, kind: Kind = "closed", **words: Unpack[PuzzleCall]) -> Puzzle:
    return ask(Puzzling, Puzzling.puzzle, board, kind, words)


def make_puzzle(
    question: Question,
    limits: Limits,
    *,
    givens: int | None = None,
    fewest: bool = False,
    pattern: SymmetryLike | None = None,
    level: Level | None = None,
    ends: bool | None = None,
    given_squares: BeginLike | None = None,
) -> Puzzle:
    _refuse(question, givens, pattern, ends, given_squares)
    graph, fixed = question.graph, question.givens
    whole_number("givens", givens, 1, len(graph))
    if level is not None and level not in LEVELS:
        raise BadInputError(
            Reason("level_one_listed_not", listed=", ".join(LEVELS), level=f"{level!r}")
        )
    squares = [] if given_squares is None else _vertices(question, given_squares)
    if missing := {*fixed.values()} - {*squares} if squares else ():
        name = graph.name_of(min(missing))
        raise BadInputError(f"given_squares leaves out {name}, which has a given step")
    if ends is None:
        ends = not (fixed or squares or fewest)
    if question.closed and 1 in (givens, len(squares)) and len(graph) > 1:
        raise BadInputError(
            "a closed tour and its reverse share any one given step: two givens are needed"
        )
    image = _image(question, pattern, givens)
    least = max(len(fixed), 2 if ends and len(graph) > 1 else 1)
    if givens is not None and givens < least:
        why = "the first and the last step are given" if ends else "so many steps are given"
        raise BadInputError(Reason("givens_at_least_least", least=least, why=why, givens=givens))
    if reason := refuted(question):
        raise no_tour(question, reason)
    seed = _any_seed() if limits.seed is None else limits.seed
    report = limits.reporter(timed=False)
    made = _core.make_puzzle(
        graph.offsets,
        graph.targets,
        kind=KINDS.index(question.kind),
        at=[(vertex, step) for step, vertex in fixed.items()],
        ends=ends,
        givens=givens or 0,
        fewest=fewest,
        image=image,
        squares=squares,
        level=-1 if level is None else LEVELS.index(level),
        seed=seed % 2**64,
        seconds=limits.left(USUAL_SECONDS),
        report=None if report is None else lambda done, total: report(done, 0),
    )
    if made["outcome"] == 1:
        raise no_tour(question, Reason("all_numberings"))
    if made["outcome"] == 2:
        raise NotFoundError(_not_made(made, limits, givens, fewest, level, squares))
    at = [graph.label(vertex) for vertex, _ in made["givens"]]
    kind: Kind = "closed" if question.closed else "path"
    solution = Tour(graph, question.indices_of(made["solution"]), kind=kind)
    graded = {name: made[name] for name in ("level", "forced", "look_aheads", "nodes")}
    return Puzzle(solution, tuple(at), question.kind, **graded, seed=seed)


def grade(question: Question) -> dict[str, Any]:
    """Return the level of given steps, the steps that are forced, and the look-aheads.

    Steps that have several solutions are graded hard.

    >>> from babieca import Board
    >>> grade(Question.ask(Board(5, 5), "path", at="a1=1,c3=25,c1=15"))["level"]
    'medium'
    """
    graph = question.graph
    at = [(vertex, step) for step, vertex in question.givens.items()]
    return dict(
        _core.grade_puzzle(graph.offsets, graph.targets, kind=KINDS.index(question.kind), at=at)
    )


def _refuse(
    question: Question,
    givens: int | None,
    pattern: SymmetryLike | None,
    ends: bool | None,
    given_squares: BeginLike | None,
) -> None:
    if question.board is None:
        raise BadInputError("a puzzle needs a board: a plain graph has no squares to write on")
    for word in ("through", "avoiding", "symmetry", "up_to", "directed"):
        if word in question.words:
            raise BadInputError(Reason("puzzle_does_not_take", word=word))
    if len(question.graph) > MOST_SQUARES:
        raise BadInputError(
            f"a puzzle has at most {MOST_SQUARES} squares, not {len(question.graph)}"
        )
    if given_squares is not None:
        for name, value in (("givens", givens), ("pattern", pattern), ("ends", ends)):
            if value is not None:
                raise BadInputError(Reason("name_does_not_go_together_with_given", name=name))


def _vertices(question: Question, squares: BeginLike) -> list[int]:
    listed = walk_in(squares) if isinstance(squares, str) else squares
    vertex = question.graph.vertex
    found = [named_word("given_squares", vertex, square) for square in listed]
    if not found:
        raise BadInputError(Reason("given_squares_names_at"))
    assert question.board is not None
    for symmetry in question.board.symmetries():
        image = vertex_image(question.board, symmetry)
        if not symmetry.is_identity and np.array_equal(image[found], found):
            raise BadInputError(Reason("given_squares_name_leaves", name=symmetry.name))
    return sorted({*found})


def _image(question: Question, pattern: SymmetryLike | None, givens: int | None) -> list[int]:
    """Return the image of each vertex under the symmetry of the pattern; empty: none."""
    if pattern is None:
        return []
    assert question.board is not None
    symmetry = invariant_of(question.graph, "path", pattern, "pattern").symmetry
    image = vertex_image(question.board, symmetry)
    sizes, seen = set[int](), np.zeros(len(image), dtype=bool)
    for vertex in range(len(image)):
        size = 0
        while not seen[vertex]:
            seen[vertex], vertex, size = True, int(image[vertex]), size + 1
        sizes.add(size)
    common = math.gcd(*sizes)
    if givens is not None and givens % common:
        raise BadInputError(
            f"a pattern with the {symmetry.name} has a multiple of {common} givens, not {givens}"
        )
    return [int(vertex) for vertex in image]


def _not_made(
    made: dict[str, Any],
    limits: Limits,
    givens: int | None,
    fewest: bool,
    level: Level | None,
    squares: list[int],
) -> str:
    wanted = [level or "", "puzzle", "" if givens is None else f"with {quantity(givens, 'given')}"]
    if squares:
        wanted.append("with givens on these squares")
    if fewest:
        wanted.append("from which no given can be removed")
    tried = f"{quantity(made['tours'], 'tour')} in {limits.timeout or USUAL_SECONDS:g} s"
    text = f"no {' '.join(filter(None, wanted))} was made from {tried}"
    hint = "more squares" if squares else "more givens" if givens else "another level or board"
    if level and givens and made["reached"] == givens:
        text += f"; those with {quantity(givens, 'given')} had another level"
        hint = "fewer givens"
    elif made["reached"]:
        text += f"; the fewest givens with one solution were {made['reached']}"
    return f"{text}: try {hint}, another seed or a longer timeout"
