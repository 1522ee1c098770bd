"""Make puzzles and grade them: docs/puzzles.md defines the levels."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from babieca import _core
from babieca.board_text import walk_in
from babieca.engines.fold import orbit_sizes
from babieca.engines.protocol import built_question
from babieca.engines.refuter import no_tour, refuted
from babieca.errors import BadInputError, NotFoundError
from babieca.givens import LEVELS, Level, Puzzle
from babieca.invariants import SymmetryLike, invariant_of, told, vertex_image
from babieca.limits import USUAL_SECONDS, Limits
from babieca.question_words import BeginLike, named_word
from babieca.questions import Kind, Question
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import one_of, whole_number

MOST_SQUARES = 1024


def any_seed() -> int:
    return random.SystemRandom().randrange(10**6)


def make_puzzle(
    question: Question,
    limits: Limits,
    *,
    givens: int | None = None,
    minimal: bool = False,
    pattern: SymmetryLike | None = None,
    level: Level | None = None,
    ends: bool | None = None,
    given_squares: BeginLike | None = None,
) -> Puzzle:
    _refuse(question, givens, pattern, ends, given_squares)
    graph, fixed = question.graph, question.givens
    whole_number("givens", givens, 1, len(graph))
    if level is not None:
        one_of("level", level, LEVELS)
    squares = [] if given_squares is None else _vertices(question, given_squares)
    if missing := {*fixed.values()} - {*squares} if squares else ():
        name = graph.name_of(min(missing))
        raise BadInputError("given_left_out", square=name)
    if ends is None:
        ends = not (fixed or squares or minimal)
    if question.closed and 1 in (givens, len(squares)) and len(graph) > 1:
        raise BadInputError("two_givens_needed")
    image = _image(question, pattern, givens)
    least = max(len(fixed), 2 if ends and len(graph) > 1 else 1)
    if givens is not None and givens < least:
        why = Reason("first_and_last_given" if ends else "so_many_given")
        raise BadInputError("givens_at_least_least", least=least, why=why, givens=givens)
    if reason := refuted(question):
        raise no_tour(question, reason)
    seed = any_seed() if limits.seed is None else limits.seed
    report = limits.reporter(timed=False)
    made = _core.make_puzzle(
        built_question(question),
        ends=ends,
        givens=givens or 0,
        minimal=minimal,
        image=image,
        squares=squares,
        level=level or "",
        seed=seed % 2**64,
        seconds=limits.left(USUAL_SECONDS),
        timeout=limits.timeout or USUAL_SECONDS,
        report=None if report is None else lambda done, total: report(done, 0),
    )
    if made["outcome"] == 1:
        raise no_tour(question, Reason("all_numberings"))
    if made["outcome"] == 2:
        raise NotFoundError(graph.reason(made["why"]))
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
    return dict(_core.grade_puzzle(built_question(question)))


def _refuse(
    question: Question,
    givens: int | None,
    pattern: SymmetryLike | None,
    ends: bool | None,
    given_squares: BeginLike | None,
) -> None:
    if question.board is None:
        raise BadInputError("puzzle_needs_board")
    if len(question.graph) > MOST_SQUARES:
        raise BadInputError("puzzle_too_large", most=MOST_SQUARES, count=len(question.graph))
    if given_squares is not None:
        for name, value in (("givens", givens), ("pattern", pattern), ("ends", ends)):
            if value is not None:
                raise BadInputError("not_together", one=name, other="given_squares")


def _vertices(question: Question, squares: BeginLike) -> list[int]:
    listed = walk_in(squares) if isinstance(squares, str) else squares
    vertex = question.graph.vertex
    found = [named_word("given_squares", vertex, square) for square in listed]
    if not found:
        raise BadInputError("given_squares_names_at")
    assert question.board is not None
    for symmetry in question.board.symmetries():
        image = vertex_image(question.board, symmetry)
        if not symmetry.is_identity and np.array_equal(image[found], found):
            raise BadInputError("given_squares_name_leaves", name=told(symmetry))
    return sorted({*found})


def _image(question: Question, pattern: SymmetryLike | None, givens: int | None) -> list[int]:
    """Return the image of each vertex under the symmetry of the pattern; empty: none."""
    if pattern is None:
        return []
    assert question.board is not None
    symmetry = invariant_of(question.graph, "path", pattern, "pattern").symmetry
    image = vertex_image(question.board, symmetry)
    common = int(np.gcd.reduce(orbit_sizes(image)))
    if givens is not None and givens % common:
        raise BadInputError(
            "pattern_multiple", symmetry=told(symmetry), common=common, givens=givens
        )
    return list(map(int, image))
