"""Check squares: the longest legal beginning, and whether it can be completed to a tour."""

from __future__ import annotations

from typing import Unpack

from babieca.checking import SquaresLike
from babieca.engines.automatic import COMPLETING_SECONDS
from babieca.engines.completing import CheckReport, Solutions, checked, solutions
from babieca.limits import ProgressWords, TimeWords
from babieca.verbs.asked import Asked
from babieca.words import spelled

__all__ = ["CheckReport", "Solutions"]


class CheckWords(TimeWords, ProgressWords, total=False): ...


class Checking(Asked):
    @spelled
    def solve(self, **words: Unpack[CheckWords]) -> Solutions:
        """Return whether the given steps (`at`) have one solution, several or none.

        Without a `timeout` it gives up after 10 s: then it raises `NotFoundError` if even two
        solutions were not found, and leaves the count open otherwise.

        >>> from babieca import Board, Tours
        >>> Tours(Board(5, 5), "path", at={"a1": 1, "e5": 25, "c3": 21}).solve().conflict
        {'a1': 1, 'c3': 21, 'e5': 25}
        """
        limits, _ = self._parted(CheckWords, words, "solve")
        return solutions(self.question, limits.usually(COMPLETING_SECONDS))

    @spelled
    def check(self, squares: SquaresLike, **words: Unpack[CheckWords]) -> CheckReport:
        """Return the longest legal beginning of squares, and whether it can be completed to a tour.

        The squares are read in the order of the tour, from any square and in any direction that
        the question leaves free. Squares that are no tour raise nothing: the report names the
        first fault. Without a `timeout` it gives up deciding after 10 s; on 8x8 it takes
        milliseconds.

        >>> from babieca import Board, Tours, check
        >>> check(Board(5, 5), "path", squares="a1 b3 a5 b3").fault
        'step 4 is on b3, already visited at step 2'
        >>> report = Tours(Board(8, 8)).check("a1 b3 c5 d7 f8 f9")
        >>> report.fault, len(report.squares), report.completable, report.completion[5]
        ("step 6: square 'f9' is off the 8x8 board (a1 to h8)", 5, True, (6, 7))
        """
        limits, _ = self._parted(CheckWords, words, "check")
        return checked(self.question, squares, limits.usually(COMPLETING_SECONDS))
