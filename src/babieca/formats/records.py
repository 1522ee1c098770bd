"""The records of the answers: what `--json` prints, HTTP sends and the page reads.

The HTTP schema and the types of the page (`docs/page_types.py`) are made from these types. If an
engine's own class is the record, or part of it, it stands here as a base.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, dataclass_transform

from babieca.as_json import As, Big, Label, Vertex
from babieca.engines.costs import OnGpu, ThroughScratch
from babieca.engines.counts import CountReport
from babieca.engines.describing import Description
from babieca.engines.optima import Optimum
from babieca.engines.protocol import Estimate
from babieca.engines.refuter import Verdict
from babieca.engines.statistics import TablePlan
from babieca.events import Counters, Layer
from babieca.givens import Level
from babieca.question_words import WrittenWords
from babieca.questions import Kind
from babieca.reasons import Reason

Named = Annotated[Any, As(str)]
"""A square of which this answer always has the name."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Shape:
    """A record; a field that may be None may be missing. No record has other fields."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


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


class Asked(WrittenWords, Place):
    """A question, with the words that were said."""


class TourRecord(Place):
    squares: list[Vertex]


class Existence(Verdict, Asked): ...


class Found(Shape):
    method: str
    statistics: dict[str, Any]
    optimum: Optimum | None = None


class FoundTour(TourRecord, Found): ...


class Refused(Shape):
    refusal: Reason


class Planned(Shape):
    value: str | None = None
    proof: Reason | None = None
    order: list[Label]
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
    gpu: OnGpu | Refused | None
    table: TablePlan | None
    estimates: dict[str, dict[str, Annotated[Estimate, As(Estimate, Estimate.to_json)]]]


class PlannedCount(Asked, Planned): ...


class CountedTours(CountReport, Asked): ...


class FirstMoveRow(Shape):
    first: str
    tour: TourRecord | None
    seconds: float


class CountTable(Asked):
    """Counts by the squares or totals that `by` names."""

    by: str
    table: dict[str, str]
    columns: list[str] | None = None
    rows: list[FirstMoveRow] | None = None


class FractionRecord(Shape):
    first: Named
    last: Named
    equal_to: list[Named]
    symmetry: str
    impossible: str
    explored: bool


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


class MoveUsage(Asked):
    tours: dict[str, str]


class Solved(Shape):
    solutions: Big | None
    completions: list[list[Vertex]]
    proof: Reason | None
    conflict: dict[str, int]
    level: Level | None


class SolvedSteps(Asked, Solved): ...


class MadePuzzle(Place):
    at: list[list[Vertex]]
    solution: list[Vertex]
    level: Level
    forced: int
    look_aheads: int
    nodes: int
    seed: int


class MadeTextPuzzle(Place):
    text: str
    cells: list[str]
    solution: list[Vertex]
    readings: str
    exact: bool
    givens: list[int]
    seed: int


class TourRank(Asked):
    rank: str
    of: str | None = None


class StoredAtlas(Asked):
    tours: str
    layers: int
    bytes: int


class ExportedQuestion(Asked):
    to: str
    text: str


class EventRecord(Counters, Shape):
    """An event of a search; docs/tracing.md lists them."""

    event: str
    depth: int
    square: Vertex | None = None
    kept: Vertex | None = None
    twin: Vertex | None = None
    step: int | None = None
    squares: list[Vertex] | None = None
    criterion: str | None = None
    proof: Reason | None = None


class LayerRecord(Layer, Shape):
    event: Literal["layer"]


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


class InvalidTour(Shape):
    valid: Literal[False]
    fault: str
    step: int | None
    reason: Reason | None = None
    guessed: bool | None = None
    board: str | None = None
    kind: Kind | None = None
    squares: int | None = None
    moves: list[Vertex] | None = None
    completable: bool | None = None
    completion: list[Vertex] | None = None
    proof: Reason | None = None
    sound: int | None = None


class GridWithGaps(Solved):
    valid: bool
    board: str
    kind: Kind
    given: int


class TourDescription(Description, Shape): ...


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
