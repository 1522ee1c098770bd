"""Describe one tour: docs/describing.md defines every fact, with a picture."""

from __future__ import annotations

import functools
import itertools
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from babieca import measures
from babieca.as_json import As, Big, record_of
from babieca.boards import Board
from babieca.checking import Kind, tour_of
from babieca.engines.sampling import MOST_REMEMBERED, numbering_of
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.plans import numbering_plans
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.invariants import Style, move_classes
from babieca.limits import Limits
from babieca.measures import degrees
from babieca.memory import human_bytes
from babieca.questions import Question
from babieca.reasons import Reason, spoken
from babieca.showing import Shown
from babieca.symmetries import symmetry_count
from babieca.tour import Tour

MOST_SQUARES = 1_000_000
"""Only kind and ends of larger tours are described."""
MOST_SYMMETRIES = 400
MOST_MOVE_CLASSES = 1000
MOST_NUMBERED = 1000
"""Tours of more squares have no rank here: planning their numbering would take long."""
_LIMITS = Limits.of(memory=MOST_REMEMBERED, threads=1)  # a numbering takes a second or two
_WIDTH, _INDENT, _NO_BREAK = 80, 15, "\xa0"


@dataclass(frozen=True)
class Turn:
    """How often the direction changes by one angle."""

    cosine: str
    degrees: float
    turns: int


def _turns(counted: Mapping[Fraction, int]) -> list[dict[str, Any]]:
    angles = ((str(cosine), round(degrees(cosine), 2), n) for cosine, n in counted.items())
    return [record_of(Turn(*angle)) for angle in angles]


@dataclass(frozen=True)
class Description(Shown):
    """The facts of one tour; a fact that is not defined is None, and `left_out` says why.

    board, kind, squares  the board, `closed`, `open` or `path`, and the number of squares
    start, end            the first and the last square
    symmetries            the symmetries of the board that map the undirected tour to itself
    styles                of a closed tour, the style of each of them but the identity
    class_size            how many different tours its rotations and reflections are
    rank, of              its number among the `of` closed tours, or paths, of the board
    slopes                moves by slope
    turns                 changes of direction by the cosine of their angle
    straight_runs         straight runs by their moves
    crossings             pairs of moves that cross
    turning, winding      full turns of the direction; how often it goes around the centre
    area                  the enclosed area in squares
    semimagic, magic      whether lines have one sum
    rows, columns         sums of the step numbers, from the row 1 and the column a
    diagonals             the sums along the two diagonals, from a1 first
    move_classes          moves by class, named by the first move of the class

    >>> from babieca import find
    >>> found = find(Board(6, 6), symmetry="quarter-turn").describe()
    >>> found.styles["quarter-turn"], found.class_size, found.crossings
    ('Eulerian', 2, 52)
    >>> sum(found.turns.values()), sum(found.slopes.values())
    (36, 36)
    """

    board: str
    kind: Kind
    squares: int
    start: str
    end: str
    symmetries: list[str] | None = None
    styles: dict[str, Style] | None = None
    class_size: int | None = None
    rank: Big | None = None
    of: Big | None = None
    slopes: dict[str, int] | None = None
    turns: Annotated[dict[Fraction, int], As(list[Turn], _turns)] | None = None
    straight_runs: dict[Big, int] | None = None
    crossings: int | None = None
    turning: int | None = None
    winding: int | None = None
    area: float | None = None
    semimagic: bool | None = None
    magic: bool | None = None
    rows: list[int] | None = None
    columns: list[int] | None = None
    diagonals: list[int] | None = None
    move_classes: dict[str, int] | None = None
    left_out: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the facts that are defined as plain values; rank and count are texts."""
        return record_of(self)

    def __str__(self) -> str:
        wrapped = textwrap.TextWrapper(
            _WIDTH, subsequent_indent=" " * _INDENT, break_long_words=False, break_on_hyphens=False
        )
        rows = (f"{spoken(name):<{_INDENT - 1}} {text}" for name, text in self._texts() if text)
        tour, ends = tour_of(self.kind, self.board), {"start": self.start, "end": self.end}
        title = Reason("tour_described", tour=tour, squares=self.squares, **ends)
        return "\n".join([title, *(wrapped.fill(row).replace(_NO_BREAK, " ") for row in rows)])

    def _texts(self) -> Iterator[tuple[str, str]]:
        if self.symmetries is not None:
            own = ", ".join(map(self._styled, self.symmetries[1:])) or Reason("none")
            yield "symmetry", Reason("in_its_class", names=own, count=self.class_size or 0)
        if self.rank is not None:
            tours = Reason("closed_tours" if self.kind == "closed" else "paths")
            yield "rank", Reason("rank_of", rank=str(self.rank), of=str(self.of), tours=tours)
        yield "slopes", _listed(self.slopes)
        yield "turns", _listed(self.turns, lambda cosine: f"{round(degrees(cosine), 2):g}°")
        if self.straight_runs is not None:
            runs = _listed(self.straight_runs, lambda n: Reason("counted_moves", count=n))
            yield "straight_runs", runs or Reason("none")
        if self.crossings is not None:
            yield "crossings", str(self.crossings)
        for name, value in (
            ("turning", self.turning),
            ("winding", self.winding),
            ("area", self.area),
        ):
            if value is not None:
                count = int(abs(value)) if value == int(value) else f"{abs(value):g}"
                text = Reason(f"counted_{name}", count=count)
                way = "to_the_left" if value > 0 else "to_the_right"
                yield name, Reason(way, text=text) if value else text
        if self.semimagic is not None:
            code = "yes" if self.magic else "semimagic_tour" if self.semimagic else "no"
            yield "magic", Reason(code)
        for name in ("rows", "columns", "diagonals"):
            yield name, " ".join(map(str, getattr(self, name) or ()))
        yield "move_classes", _listed(self.move_classes)
        reasons: dict[str, list[str]] = {}
        for name, reason in self.left_out.items():
            reasons.setdefault(reason, []).append(spoken(name))
        yield "left_out", "; ".join(f"{', '.join(each)}: {why}" for why, each in reasons.items())

    def _styled(self, name: str) -> str:
        if self.styles is None:
            return spoken(name)
        return Reason("styled", style=spoken(self.styles[name]), symmetry=spoken(name))


def _listed(counts: Mapping[Any, int] | None, name: Callable[[Any], str] = str) -> str:
    counted = (
        Reason("count_of", count=str(count), what=name(key))
        for key, count in (counts or {}).items()
    )
    return ", ".join(each.replace(" ", _NO_BREAK) for each in counted)


def describe(tour: Tour, *only: str) -> Description:
    """Return the facts of a tour: all, or `only` some."""
    board = tour.board
    ends = (tour[0], tour[-1]) if board is None else map(board.name_of, (tour[0], tour[-1]))
    start, end = map(str, ends)
    measured, facts, left_out = _Measured(tour), dict[str, Any](), dict[str, str]()
    for name in only or _FACTS:
        try:
            facts[name] = _FACTS[name](measured)
        except BadInputError as error:
            why = error.reason
            assert why is not None
            left_out[name] = why.arguments["error"] if why.code == "with_error" else why
    rank, of = facts.pop("rank", (None, None))
    return Description(
        *("graph" if board is None else str(board), tour.kind, len(tour), start, end),
        **facts,
        rank=rank,
        of=of,
        left_out=left_out,
    )


@dataclass(frozen=True)
class _Measured:
    """A tour, with the values that several facts share."""

    tour: Tour

    @functools.cached_property
    def board(self) -> Board:
        if self.tour.board is None:
            raise BadInputError("board_defined")
        if len(self.tour) > MOST_SQUARES:
            raise BadInputError("measured_up_to", most=f"{MOST_SQUARES:,}")
        return self.tour.board

    @functools.cached_property
    def line(self) -> measures.Line:
        return measures.Line.of(self.board, self.tour.indices, closed=self.tour.closed)

    @functools.cached_property
    def kept(self) -> dict[str, int]:
        """The symmetries of the tour: 1 shifts it, -1 reverses it."""
        if symmetry_count(self.board.sides) > MOST_SYMMETRIES:
            raise BadInputError("symmetries_up_to", most=MOST_SYMMETRIES)
        return {own.name: way for own, way in self.tour.directions() if way}

    @functools.cached_property
    def steps(self) -> measures.Steps:
        if self.board.dimensions < 2:
            raise BadInputError("defined_in_two")
        return self.tour.steps

    @functools.cached_property
    def grid(self) -> measures.Steps:
        if self.board.dimensions != 2:
            raise BadInputError("plane_defined", dimensions=self.board.dimensions)
        return self.steps

    def styles(self) -> dict[str, Style]:
        if not self.tour.closed:
            raise BadInputError("closed_defined")
        proper = {name: way for name, way in self.kept.items() if name != "identity"}
        return {name: "Eulerian" if way == 1 else "Bergholtian" for name, way in proper.items()}

    def class_size(self) -> int:
        """An image of the tour is the same tour for as many symmetries as keep the tour."""
        return len(self.board.symmetries()) // len(self.kept)

    def rank(self) -> tuple[int, int]:
        if len(self.tour) > MOST_NUMBERED:
            raise BadInputError("measured_up_to", most=MOST_NUMBERED)
        question, reason = _numbered(self.tour.graph, self.tour.closed)
        if reason:
            raise BadInputError(reason)
        numbering = numbering_of(question, _LIMITS, "auto")
        return numbering.rank([self.tour], _LIMITS)[0], numbering.total

    def move_classes(self) -> dict[str, int]:
        tour, symmetries = self.tour, symmetry_count(self.board.sides)
        if max(tour.graph.edge_count / symmetries, symmetries) > MOST_MOVE_CLASSES:
            raise BadInputError("classes_up_to", most=MOST_MOVE_CLASSES)
        class_of = move_classes(self.board)
        walk = self.board.vertices()[tour.indices].tolist()
        moves = itertools.pairwise(walk + walk[:1] if tour.closed else walk)
        used = Counter(class_of[min(move), max(move)] for move in moves)
        return {name: used[name] for name in dict.fromkeys(class_of.values())}


@functools.lru_cache(maxsize=64)
def _numbered(graph: Graph, closed: bool) -> tuple[Question, Reason | None]:
    """Return the question for all tours, and why they cannot be numbered in a second or two."""
    question = Question.ask(graph, "closed" if closed else "path")
    try:
        found = numbering_plans(question, _LIMITS, Machine.of(_LIMITS))
    except BadInputError as error:
        return question, error.reason
    if any(plan.method != "sparse" and plan.place == "memory" for plan in found):
        return question, None
    return question, Reason("numbering_takes", bytes=human_bytes(MOST_REMEMBERED))


_FACTS: dict[str, Callable[[_Measured], Any]] = {
    "symmetries": lambda measured: list(measured.kept),
    "styles": _Measured.styles,
    "class_size": _Measured.class_size,
    "rank": _Measured.rank,
    "slopes": lambda measured: measured.line.slopes(),
    "turns": lambda measured: measured.line.turns(),
    "straight_runs": lambda measured: measured.line.straight_runs(),
    "crossings": lambda measured: measured.line.crossings(),
    "turning": lambda measured: measured.line.turning(),
    "winding": lambda measured: measured.line.winding(),
    "area": lambda measured: measured.line.area(),
    "semimagic": lambda measured: measures.is_semimagic(measured.steps),
    "magic": lambda measured: measures.is_magic(measured.steps),
    "rows": lambda measured: measured.grid.sum(axis=1).tolist(),
    "columns": lambda measured: measured.grid.sum(axis=0).tolist(),
    "diagonals": lambda measured: measures.diagonal_sums(measured.grid),
    "move_classes": _Measured.move_classes,
}
"""The facts besides kind and ends; a BadInputError says why a fact is not defined."""
