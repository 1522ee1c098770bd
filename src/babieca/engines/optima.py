"""Tours with the least or the largest total: the words, the weights that they name, the answer."""

from __future__ import annotations

import math
import numbers
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Protocol

from babieca.as_json import As, Big
from babieca.edges import SQUARE, Edge, edge_of
from babieca.engines.protocol import refuse_arcs, refuse_kind, refuse_words
from babieca.engines.statistics import MoveValue, Statistic, is_statistic, statistic_of
from babieca.engines.sweep.cheapest import KINDS, Cheapest, cheapest
from babieca.engines.sweep.longest import Longest, longest
from babieca.engines.sweep.sweeps import require_narrow
from babieca.engines.sweep.totals import Turn
from babieca.errors import BadInputError, shown
from babieca.files import text_of_file
from babieca.limits import Limits
from babieca.question_words import named_word
from babieca.questions import Question
from babieca.reasons import Reason


class NetworkxGraph(Protocol):
    def is_directed(self) -> bool: ...

    def adjacency(self) -> Any: ...


WeightsLike = Mapping[Any, Any] | Callable[[Any], Any] | str | os.PathLike[str] | NetworkxGraph
Total = int | Fraction


def written(total: Total) -> str:
    """Write a total as a decimal number if it is one, otherwise as a fraction.

    >>> written(12), written(Fraction(-5, 4)), written(Fraction(1, 3))
    ('12', '-1.25', '1/3')
    """
    total = Fraction(total)
    places = 0
    while 10**places % total.denominator and places < 31:
        places += 1
    if not places or 10**places % total.denominator:
        return str(total)
    digits = f"{abs(int(total * 10**places)):0{places + 1}}"
    return f"{'-' if total < 0 else ''}{digits[:-places]}.{digits[-places:]}"


WrittenTotal = Annotated[Total, As(str, written)]

_OTHER_LIMITS = (
    *("threads", "checkpoint", "scratch", "cluster"),
    *("restarts", "nodes", "states", "seed"),
)
EXAMPLES = (
    *("slope:2", "move-class:a1-b3", "across:d-e", "edges:a1-b3,c1-d3"),
    *("turns", "turn:90"),
)
_ENTRY = re.compile(rf"{SQUARE} ?[- ] ?{SQUARE} ([+-]?[0-9.]++)")
_NUMBER = re.compile(r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})")
NAMES = ("cheapest", "dearest", "fewest", "most")


@dataclass(frozen=True)
class Optimum:
    """The least or largest total of all tours, and how many tours have it.

    If `bound` is not None, the total is the best that was found; none is better than `bound`.

    >>> from babieca import Tours
    >>> Tours("6x6").find_report(fewest="slope:2").optimum
    Optimum(word='fewest', total=4, tours=8, bound=None)
    """

    word: str  # cheapest, dearest, fewest, most or longest
    total: WrittenTotal
    tours: Big | None  # None: not counted
    bound: WrittenTotal | None = None

    @property
    def proved(self) -> bool:
        """Whether no tour has a better total."""
        return self.bound is None

    def __str__(self) -> str:
        told = {"word": self.word, "total": written(self.total)}
        if self.bound is not None:
            return Reason("optimum_bound", **told, bound=written(self.bound))
        text = Reason("optimum_proved", **told)
        return text if self.tours is None else Reason("optimum_shared", text=text, tours=self.tours)


@dataclass(frozen=True)
class Goal:
    """An optimum to look for: the sum of `weights`, or of those of `turns`, is to be least.

    A weight of 1 stands for `unit`, which is negative if the largest total is asked for.
    """

    word: str
    weights: tuple[int, ...]
    unit: Fraction
    turns: Mapping[Turn, int] | None = None

    def found(self, question: Question, limits: Limits) -> Cheapest:
        """Sweep for the least sum."""
        words = (question, self.weights, limits, self.turns)
        found: Cheapest = named_word(_swept(self.word), cheapest, *words)
        return found

    def optimum(self, question: Question, found: Cheapest) -> Optimum:
        """Return the least sum as the total that was asked for."""
        total, tours = self.unit * found.total, question.multiplicity * found.tours
        return Optimum(self.word, int(total) if total.denominator == 1 else total, tours)


def _swept(word: str) -> str:
    return f"{word} needs a sweep"


def goal_of(question: Question, choices: Mapping[str, Any], limits: Limits) -> Goal | None:
    """Read the optimum that the choices of a verb ask for; refuse all that it does not obey."""
    given = [name for name in NAMES if name in choices]
    if not given:
        return None
    if len(given) > 1:
        raise BadInputError("not_together", one=given[0], other=given[1])
    word = given[0]
    value = choices[word]
    _refuse_others(question, word, choices, limits)
    refuse_words(question, word, "symmetry", "at", "up_to")
    named_word(_swept(word), require_narrow, question, limits)  # before the moves are listed
    largest = word in ("dearest", "most")
    if word in ("cheapest", "dearest"):
        weights = _weights(question, word, value)
    else:
        statistic = _statistic(question, word, value)
        if statistic.turns is not None:
            sign = -1 if largest else 1
            turns = {turn: sign * number for turn, (number,) in statistic.turns.items()}
            return Goal(word, (), Fraction(sign), turns)
        weights = [Fraction(number) for (number,) in statistic.values]
    unit = Fraction(
        math.gcd(*(weight.numerator for weight in weights)) or 1,
        math.lcm(*(weight.denominator for weight in weights)),
    )
    unit = -unit if largest else unit
    return Goal(word, tuple(int(weight / unit) for weight in weights), unit)


def longest_of(question: Question, choices: Mapping[str, Any], limits: Limits) -> Longest:
    """Find the longest tour; refuse all that it does not obey."""
    _refuse_others(question, "longest", choices, limits, obeyed=("seed",))
    refuse_words(question, "longest", "directed", "begin", "through", "at", "symmetry", "up_to")
    if question.closed and question.start is not None:
        raise BadInputError("longest_takes_start_only")
    refuse_arcs(question, "longest")
    return longest(question, limits)


def _refuse_others(
    question: Question,
    word: str,
    choices: Mapping[str, Any],
    limits: Limits,
    obeyed: tuple[str, ...] = (),
) -> None:
    """Refuse methods, kinds, other choices, and limits that are not obeyed."""
    if (method := choices["method"]) != "auto":
        raise BadInputError("method_not_word", method=method, word=word)
    others = [name for name in choices if name not in (word, "method")]
    limiting = (name for name in _OTHER_LIMITS if name not in obeyed)
    others += [name for name in limiting if getattr(limits, name) is not None]
    if others:
        raise BadInputError("not_together", one=others[0], other=word)
    refuse_kind(question.kind, Reason("word", word=word), KINDS)


def _statistic(question: Question, word: str, by: str | MoveValue) -> Statistic:
    if not is_statistic(by):
        raise BadInputError("word_takes_sum_such", word=word, listed=[*EXAMPLES], by=shown(by))
    statistic = statistic_of(question, by)
    if len(statistic.columns) != 1:
        example = next((f", such as {one}" for one in EXAMPLES if one.startswith(f"{by}:")), "")
        raise BadInputError("word_takes_one_sum", word=word, example=example, by=shown(by))
    return statistic


# Weights ------------------------------------------------------------------------------------------


def _weights(question: Question, word: str, given: WeightsLike) -> list[Fraction]:
    """Return the weight of each edge, from a mapping, a function, text, a file or networkx."""
    graph = question.graph
    moves, found = graph.moves(), dict[Edge, Fraction]()
    if callable(given):
        for edge, (u, v) in moves.items():
            found[edge] = named_word(word, _number, given((graph.label(u), graph.label(v))))
        return [found.get(edge, Fraction(0)) for edge in graph.edges()]

    def enter(move: Any, weight: Any) -> None:
        edge, number = edge_of(graph, move), _number(weight)
        if found.setdefault(edge, number) != number:
            raise BadInputError("two_weights", move=_name(question, edge))

    for line, move, weight in named_word(word, list, _entries(word, given)):
        named_word(word, _at_line, line, enter, move, weight)
    if missing := [edge for edge in moves if edge not in found]:
        name, others = _name(question, missing[0]), len(missing) - 1 or None
        raise BadInputError("word_every_move_needs", word=word, name=name, count=others)
    return [found.get(edge, Fraction(0)) for edge in graph.edges()]


def _name(question: Question, edge: Edge) -> str:
    graph = question.graph
    return "-".join(map(graph.name_of, graph.in_direction(edge)))


def _at_line(line: int | None, call: Callable[..., Any], *given: Any) -> Any:
    try:
        return call(*given)
    except BadInputError as error:
        if line is None:
            raise
        raise BadInputError("line_at", line=line, error=error) from None


def _entries(word: str, given: Any) -> Iterable[tuple[int | None, Any, Any]]:
    """Return the line in a text, the move and the weight of each entry."""
    if isinstance(given, Mapping):
        return ((None, move, weight) for move, weight in given.items())
    if isinstance(given, str):
        return _lines(given)
    if isinstance(given, os.PathLike):
        return _lines(text_of_file(given))
    if hasattr(given, "adjacency") and hasattr(given, "is_directed"):
        weights: Any = given
        return ((None, (u, v), weight) for u, v, weight in weights.edges(data="weight", default=1))
    raise BadInputError("not_weights", word=word, given=shown(given))


def _lines(text: str) -> Iterator[tuple[int, tuple[str, str], str]]:
    """Read entries such as `a1 b3 5` or `a1-b3 5`, one in a line or separated by semicolons."""
    for number, line in enumerate(text.split("\n"), 1):
        for entry in line.partition("#")[0].split(";"):
            read = _ENTRY.fullmatch(" ".join(entry.split()))
            if read is not None:
                yield number, (read[1], read[2]), read[3]
            elif entry.strip():
                fault = Reason("weight_entry", entry=shown(entry.strip()))
                raise BadInputError("line_at", line=number, error=fault)


def _number(value: Any) -> Fraction:
    """Return a weight exactly; a float stands for the decimal number that Python prints.

    >>> _number(0.1), _number("-2.50")
    (Fraction(1, 10), Fraction(-5, 2))
    """
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, numbers.Real) and math.isfinite(value):
        value = Decimal(repr(float(value)))
    text = format(value, "f") if isinstance(value, Decimal) else value
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise BadInputError("not_a_weight", value=shown(value))
    return Fraction(text)
