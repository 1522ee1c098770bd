"""Make puzzles: givens that exactly one tour has. docs/puzzles.md defines the levels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Unpack

from babieca.engines.puzzles import MOST_SQUARES, any_seed, make_puzzle
from babieca.givens import Level, Puzzle
from babieca.invariants import SymmetryLike
from babieca.limits import ProgressWords, SeedWords, TimeWords
from babieca.question_words import BeginLike
from babieca.verbs.asked import Asked, limit_word
from babieca.words import Word, spelled, whole_number

__all__ = ["Puzzle"]

MOST_PUZZLES = 600
_PANEL = "The puzzle"
_GIVENS = "How many steps are given. Default: steps are taken away while one solution is left."
_MINIMAL = "No given can be left out: that is proved."
_PATTERN = "The squares of the givens have this symmetry, for example half-turn."
_LEVEL = "What a person needs: easy, forced moves; medium, look-aheads; hard, a search."
_ENDS = "Give the first and the last step. Default: yes; no with steps, squares or minimal."
_SQUARES = "The givens stand exactly on these squares, for example a1,b2,c4."
_LIMIT = "How many puzzles; they have this seed and the next ones. Default: 1."
_NAMES = ("half-turn", "quarter-turn", "left-right", "up-down", "diagonal", "antidiagonal")


class PuzzleWords(TimeWords, SeedWords, ProgressWords, total=False):
    givens: Annotated[int | None, Word(_GIVENS, _PANEL, bounds=(1, MOST_SQUARES))]
    minimal: Annotated[bool, Word(_MINIMAL, _PANEL, False, names=("--minimal",))]
    pattern: Annotated[SymmetryLike | None, Word(_PATTERN, _PANEL, metavar="NAME", values=_NAMES)]
    level: Annotated[Level | None, Word(_LEVEL, _PANEL)]
    ends: Annotated[bool | None, Word(_ENDS, _PANEL, names=("--ends/--no-ends",))]
    given_squares: Annotated[
        BeginLike | None, Word(_SQUARES, _PANEL, input="squares", metavar="SQUARES")
    ]


class ManyPuzzleWords(PuzzleWords, total=False):
    limit: Annotated[int, limit_word(_LIMIT, MOST_PUZZLES, 60, least=1, default=1)]


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
        limits, choices = self._parted(PuzzleWords, words, "puzzle")
        return make_puzzle(self.question, limits, **choices)


def puzzles(tours: Puzzling, words: dict[str, Any]) -> Iterator[Puzzle]:
    """Make `limit` puzzles, one for each seed from `seed` on."""
    others = {**words}
    count = whole_number("limit", others.pop("limit", 1), 1, MOST_PUZZLES) or 1
    first = others.pop("seed", None)
    first = any_seed() if first is None else first
    return (tours.puzzle(seed=first + at, **others) for at in range(count))
