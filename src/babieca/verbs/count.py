"""How many tours: split a question into terms, count each, and add up; and up to symmetry.

Classes are counted by Burnside's lemma, which docs/symmetry.md explains.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, Unpack

from babieca.engines import CountMethod
from babieca.engines.counts import CountReport, count_classes, count_optimal, count_report
from babieca.engines.optima import NAMES
from babieca.engines.protocol import refuse_words
from babieca.errors import BadInputError
from babieca.limits import LongCountWords
from babieca.reasons import as_word
from babieca.verbs import asked
from babieca.verbs.asked import Asked
from babieca.words import Word, declared, spelled

__all__ = ["CountReport"]


class CountWords(
    asked.OptimumWords,
    asked.OrderWords,
    asked.MirrorWords,
    asked.DeviceWords,
    LongCountWords,
    total=False,
):
    method: Annotated[CountMethod, asked.method_word(CountMethod)]
    counter_bits: Annotated[
        Literal[8, 16, 32, 64] | None,
        Word("Of blocks: counter width; narrow counters take less memory and more moduli."),
    ]


class Counting(Asked):
    @spelled
    def count(self, **words: Unpack[CountWords]) -> int:
        """Count the tours, exactly: undirected and labelled unless the words say otherwise.

        A count that needs more than `memory` is refused before anything is allocated. The method
        "blocks" takes counters of up to 64 bits where they fit. With a `checkpoint`, a count is
        saved at most every `checkpoint_seconds`, and the same call resumes it. With `cheapest`,
        `dearest`, `fewest` or `most`, only the tours that `find` may find are counted.

        >>> from babieca import Board, Tours, count
        >>> count(Board(6, 6)), count(Board(5, 5), "path"), count(Board(6, 6), symmetry="half-turn")
        (9862, 864, 78)
        >>> Tours(Board(6, 6), through="a1-b3", avoiding=[("c1", "d3")]).count()
        7962
        >>> count(Board(6, 6), fewest="slope:2"), count(Board(6, 6), most="slope:2")
        (8, 10)
        """
        return self.count_report(**words).value

    @spelled
    def count_report(self, **words: Unpack[CountWords]) -> CountReport:
        """Count like `count`, and report the method, its work, its memory and its time."""
        limits, choices = self._parted(CountWords, words)
        if any(name in choices for name in NAMES):
            return count_optimal(self.question, choices, limits)
        if self.question.up_to is not None:
            self._refuse_choices(words)
        with limits.at_work() as working:
            if self.question.up_to is not None:
                return count_classes(self.question, working)
            return count_report(self.question, working, **choices)

    def _refuse_choices(self, words: Mapping[str, Any]) -> None:
        """Refuse the words that a count of classes does not obey."""
        known, usual = declared(LongCountWords), declared(CountWords)
        refuse_words(self.question, f"count with {as_word('up_to')}", "directed", "symmetry", "at")
        for name, value in words.items():
            if name not in known and value != usual[name].word.default:
                raise BadInputError("not_together", one=name, other="up_to")

    @spelled
    def classes(self, **words: Unpack[LongCountWords]) -> CountReport:
        """Count the undirected tours of a board up to its rotations and reflections.

        This is `count_report` with `up_to="symmetry"`. Words restrict the tours. Only symmetries
        that keep the words are used; `kept` has the number of tours that each of them keeps.

        >>> from babieca import Board, Tours, classes
        >>> int(classes(Board(6, 6))), int(classes(Board(5, 5), "path"))
        (1245, 112)
        >>> Tours(Board(5, 6)).classes().kept
        {'identity': 8, 'left-right reflection': 4, 'up-down reflection': 0, 'half-turn': 0}
        """
        question, _ = self.question, self._parted(LongCountWords, words, "classes")
        if question.board is None:
            raise BadInputError("needs_board_symmetries", what="classes")
        return type(self).of(replace(question, up_to="symmetry")).count_report(**words)
