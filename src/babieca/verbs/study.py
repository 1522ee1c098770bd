"""What each rule and each order is worth: the same search again and again, differently equipped."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from babieca.engines.search.counting import visit
from babieca.engines.search.instances import RULE_SETS, search_for
from babieca.engines.search.tallies import Tally
from babieca.limits import Limits
from babieca.questions import Question
from babieca.verbs.count import refuse_words

BANON_RULES = RULE_SETS["banon"]

# Name, rules, order. The order of moves is Bañón's (clockwise) until the orders are compared.
WAYS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("no rules", (), "banon"),
    ("island", ("island",), "banon"),
    ("island, dangling by colour", ("island", "dangling-colour"), "banon"),
    ("… and by permitted end", ("island", "dangling-colour", "dangling-end"), "banon"),
    ("… and last three squares: Bañón's rules", BANON_RULES, "banon"),
    ("Bañón's rules, second dangling square", (*BANON_RULES, "second-dangling"), "banon"),
    ("Bañón's rules, divided board", (*BANON_RULES, "divided"), "banon"),
    ("Bañón's rules, equivalent subtours", (*BANON_RULES, "equivalent"), "banon"),
    ("Bañón's rules, order fixed by the first W table", BANON_RULES, "fixed"),
    ("Bañón's rules, Warnsdorff's order at every step", BANON_RULES, "warnsdorff"),
    ("forced edges", ("dangling-colour", "forced"), "fixed"),
    ("forced edges, divided board", ("dangling-colour", "forced", "divided"), "fixed"),
    ("forced edges, equivalent subtours", ("dangling-colour", "forced", "equivalent"), "fixed"),
)


@dataclass(frozen=True)
class StudyRow:
    """One way to search. Where `finished` is False the time limit ended it: numbers are partial."""

    name: str
    rules: tuple[str, ...]
    order: str
    tally: Tally
    seconds: float
    finished: bool


def study_of(
    question: Question, limits: Limits, *, subtour_squares: int | None = None
) -> list[StudyRow]:
    """Run the search with rules and orders on and off, each within the timeout; see `Tours.study`.

    One thread each, and `seconds` are of the processor, so that times compare.
    """
    refuse_words(question, "study", "symmetry")
    board = question.board
    in_plane = board is not None and board.dimensions == 2
    rows = []
    for number, (name, rules, order) in enumerate(WAYS):
        chosen = order
        if order == "banon":
            chosen = "clockwise" if in_plane else "index"
        search = search_for(question, rules=rules, order=chosen, subtour_squares=subtour_squares)
        own = limits.part(number / len(WAYS), (number + 1) / len(WAYS), name)
        if (report := own.reporter(timed=False)) is not None:
            report(0, 1)
        began = time.process_time()
        alone = replace(limits.within(limits.timeout or 10.0), threads=1, progress=None)
        found = visit(search, alone)
        seconds = time.process_time() - began
        rows.append(StudyRow(name, rules, chosen, found.tally, seconds, found.finished))
    return rows
