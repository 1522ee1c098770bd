"""The records of the answers: what `--json` prints, HTTP sends and the page reads.

The HTTP schema and the types of the page (`docs/page_types.py`) are made from these types.
Counts are text, because JSON numbers are too small for them; squares have their names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from babieca.engines.costs import ThroughScratch
from babieca.engines.protocol import Estimate
from babieca.givens import Level
from babieca.invariants import Style
from babieca.questions import Kind

Vertex = str | int | list[int]
"""A square or a vertex: its name, its number or its coordinates."""


@dataclass(kw_only=True)
class Shape:
    """A record; a field that may be None may be missing. No record has other fields."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012


@dataclass(kw_only=True)
class Why(Shape):
    code: str
    arguments: dict[str, Any]
    source: str | None
    text: str


@dataclass(kw_only=True)
class Place(Shape):
    """A board, or a graph with edges or arcs."""

    board: str | None = None
    leaper: list[int] | None = None
    wrap: list[bool] | None = None
    holes: list[Vertex] | None = None
    vertices: int | None = None
    edges: list[list[int]] | None = None
    arcs: list[list[int]] | None = None
    labels: list[Any] | None = None
    kind: Kind


@dataclass(kw_only=True)
class Asked(Place):
    """A question, with the words that were said."""

    directed: bool | None = None
    start: Vertex | None = None
    end: Vertex | None = None
    begin: list[Vertex] | None = None
    through: list[list[Vertex]] | None = None
    avoiding: list[list[Vertex]] | None = None
    at: list[list[Vertex]] | None = None
    symmetry: str | None = None
    up_to: Literal["symmetry"] | None = None


@dataclass(kw_only=True)
class TourRecord(Place):
    squares: list[Vertex]


@dataclass(kw_only=True)
class Existence(Asked):
    answer: Literal["yes", "no", "undecided"]
    reason: Why


@dataclass(kw_only=True)
class Optimum(Shape):
    word: str
    total: str
    tours: str | None
    bound: str | None = None


@dataclass(kw_only=True)
class FoundTour(TourRecord):
    method: str
    statistics: dict[str, Any]
    optimum: Optimum | None = None


@dataclass(kw_only=True)
class PlannedCount(Asked):
    value: str | None = None
    proof: Why | None = None
    order: list[Vertex]
    slots: int
    occupied: list[int]
    counters: list[int] | None
    total_counters: int | None
    peak_counters: int | None
    bytes: int | None
    estimated_seconds: float | None
    mirrored: bool
    counter_bits: int
    widths: list[int] | None
    sweeps: int
    scratch: list[ThroughScratch]
    gpu: dict[str, Any] | None
    table: dict[str, Any] | None
    estimates: dict[str, dict[str, Estimate]]


@dataclass(kw_only=True)
class CountedTours(Asked):
    value: str
    method: str
    moduli: list[str]
    steps: int
    slots: int
    counters: int
    seconds: float
    peak_bytes: int
    disk_bytes: int
    proof: Why | None = None
    total: str | None = None
    kept: dict[str, str] | None = None


@dataclass(kw_only=True)
class FirstMoveRow(Shape):
    first: str
    tour: TourRecord | None
    seconds: float


@dataclass(kw_only=True)
class CountTable(Asked):
    """Counts by the squares or totals that `by` names."""

    by: str
    table: dict[str, str]
    columns: list[str] | None = None
    rows: list[FirstMoveRow] | None = None


@dataclass(kw_only=True)
class FractionRecord(Shape):
    first: str
    last: str
    equal_to: list[str]
    symmetry: str
    impossible: str
    explored: bool


@dataclass(kw_only=True)
class StudiedRules(Shape):
    name: str
    rules: list[str]
    order: str
    finished: bool
    tours: int
    nodes: int
    attempts: int
    seconds: float
    shares: dict[str, float]
    mean_steps: dict[str, float]


@dataclass(kw_only=True)
class MoveUsage(Asked):
    tours: dict[str, str]


@dataclass(kw_only=True)
class _Solved(Shape):
    solutions: str | None
    completions: list[list[Vertex]]
    proof: Why | None
    conflict: dict[str, int]
    level: Level | None


@dataclass(kw_only=True)
class SolvedSteps(Asked, _Solved): ...


@dataclass(kw_only=True)
class MadePuzzle(Place):
    at: list[list[Vertex]]
    solution: list[Vertex]
    level: Level
    forced: int
    look_aheads: int
    nodes: int
    seed: int


@dataclass(kw_only=True)
class MadeTextPuzzle(Place):
    text: str
    cells: list[str]
    solution: list[Vertex]
    readings: str
    exact: bool
    givens: list[int]
    seed: int


@dataclass(kw_only=True)
class TourRank(Asked):
    rank: str
    of: str | None = None


@dataclass(kw_only=True)
class StoredAtlas(Asked):
    tours: str
    layers: int
    bytes: int


@dataclass(kw_only=True)
class ExportedQuestion(Asked):
    to: str
    text: str


@dataclass(kw_only=True)
class EventRecord(Shape):
    """An event of a search; docs/tracing.md lists them."""

    event: str
    depth: int
    nodes: int
    backtracks: int
    restarts: int
    tours: int
    square: Vertex | None = None
    kept: Vertex | None = None
    twin: Vertex | None = None
    step: int | None = None
    squares: list[Vertex] | None = None
    criterion: str | None = None
    proof: Why | None = None


@dataclass(kw_only=True)
class State(Shape):
    types: list[int]
    sources: list[int]
    fragments: list[list[Vertex]]
    ways: str


@dataclass(kw_only=True)
class LayerRecord(Shape):
    event: Literal["layer"]
    step: int
    states: int
    retired: Vertex | None = None
    slots: list[Vertex | None]
    examples: list[State]


@dataclass(kw_only=True)
class BoardFacts(Shape):
    board: str
    leaper: list[int]
    wrap: list[bool] | None = None
    holes: list[Vertex] | None = None
    squares: int
    moves: int
    degrees: list[list[int]]
    colours: list[int] | None
    connected: bool
    symmetries: list[str]
    closed: str
    path: str


@dataclass(kw_only=True)
class ValidTour(Shape):
    valid: Literal[True]
    board: str
    kind: Kind
    squares: int
    start: Vertex | None = None
    end: Vertex | None = None
    symmetries: list[str] | None = None
    magic: bool | None = None
    semimagic: bool | None = None
    crossings: int | None = None


@dataclass(kw_only=True)
class InvalidTour(Shape):
    valid: Literal[False]
    fault: str
    step: int | None
    reason: Why | None = None
    guessed: bool | None = None
    board: str | None = None
    kind: Kind | None = None
    squares: int | None = None
    moves: list[Vertex] | None = None
    completable: bool | None = None
    completion: list[Vertex] | None = None
    proof: Why | None = None
    sound: int | None = None


@dataclass(kw_only=True)
class GridWithGaps(_Solved):
    valid: bool
    board: str
    kind: Kind
    given: int


@dataclass(kw_only=True)
class Turn(Shape):
    cosine: str
    degrees: float
    turns: int


@dataclass(kw_only=True)
class TourDescription(Shape):
    """The facts of a tour; `left_out` says why a fact is not defined."""

    board: str
    kind: Kind
    squares: int
    start: Vertex
    end: Vertex
    symmetries: list[str] | None = None
    styles: dict[str, Style] | None = None
    class_size: int | None = None
    rank: str | None = None
    of: str | None = None
    slopes: dict[str, int] | None = None
    turns: list[Turn] | None = None
    straight_runs: dict[str, int] | None = None
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
    left_out: dict[str, str]


ANSWERS: dict[str, Any] = {
    "exists": Existence,
    "find": FoundTour,
    "plan": PlannedCount,
    "count": CountedTours | CountTable,
    "classes": CountedTours,
    "fractions": list[FractionRecord],
    "study": list[StudiedRules],
    "usage": MoveUsage,
    "list": list[TourRecord],
    "sample": list[TourRecord],
    "puzzle": list[MadePuzzle],
    "solve": SolvedSteps,
    "unrank": TourRecord,
    "rank": list[TourRank],
    "trace": list[EventRecord | LayerRecord],
    "atlas": StoredAtlas,
    "export": ExportedQuestion,
    "text_puzzle": MadeTextPuzzle,
    "info": BoardFacts,
    "check": list[ValidTour | InvalidTour | GridWithGaps],
    "describe": list[TourDescription],
}
"""The answer of each verb; `draw` answers with a file."""
