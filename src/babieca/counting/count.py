"""How many tours: one call for everything."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from babieca.boards import Board
from babieca.counting.engines import METHODS, Job, Outcome, Report
from babieca.counting.questions import KINDS, Edge, Question, parse_edges, terms
from babieca.counting.tables import TABLES
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.memory import parse_memory
from babieca.orders import checked_order
from babieca.threads import threads_or_all

if TYPE_CHECKING:
    import networkx

Table = dict[Any, int]

REDUCTIONS: dict[str, Callable[..., int]] = {}
"""What the options `symmetry` and `up_to` do; the symmetry layer, which counts by folding, says."""


@dataclass(frozen=True)
class CountReport:
    """A count and what it took. `int(report)` is the count."""

    value: int
    method: str
    moduli: tuple[int, ...]
    steps: int
    slots: int
    counters: int
    seconds: float
    peak_bytes: int

    def __int__(self) -> int:
        return self.value

    def record(self) -> dict[str, Any]:
        """Return a dictionary for JSON, large integers as text."""
        return {
            **asdict(self),
            "value": str(self.value),
            "moduli": [str(modulus) for modulus in self.moduli],
        }


@overload
def count(
    board_or_graph: Board | Graph | networkx.Graph[Any],
    kind: str = ...,
    *,
    by: None = ...,
    **options: Any,
) -> int: ...
@overload
def count(
    board_or_graph: Board | Graph | networkx.Graph[Any], kind: str = ..., *, by: str, **options: Any
) -> Table: ...


def count(
    board_or_graph: Board | Graph | networkx.Graph[Any],
    kind: str = "closed",
    *,
    by: str | None = None,
    **options: Any,
) -> int | Table:
    """Count the closed tours, paths or open tours of a board or graph, exactly.

    `kind` is "closed" (undirected Hamiltonian cycles), "path" (undirected Hamiltonian paths) or
    "open" (paths whose ends are not a move apart). Tours are labelled: mirror images count
    separately. Keyword options:

    directed    count each direction of travel
    start, end  only paths with these ends; from a start, each path counts once
    through     edges every tour must use, such as [("a1", "b3")] or "a1-b3,c1-d3"
    avoiding    edges no tour may use
    by          a table instead of a number: "start" (paths from each square), "first-move" (by the
                square after `start`), "edge-pair" (closed tours by the two neighbours of `start`)
    symmetry    only tours that this symmetry of the board keeps, such as "half-turn"
    up_to       "symmetry": count rotations and reflections of a tour once
    method      "auto", "blocks", "sparse", "search" or "reference"
    threads     how many; all processors if not given
    memory      a budget in bytes or text such as "8G"; more is refused before anything is allocated
    checkpoint  a directory in which to save progress, and from which to resume
    order       the order in which vertices retire, instead of a good one found automatically
    progress    a function called with (counters done, counters in all) several times a second

    >>> from babieca import Board
    >>> count(Board(6, 6)), count(Board(5, 5), "path"), count(Board(5, 5), "path", start="a1")
    (9862, 864, 304)
    >>> count(Board(6, 6), through="a1-b3", avoiding=[("c1", "d3")])
    7962
    >>> count(Board(3, 4), "path", by="start")[(0, 0)]
    2
    >>> count(Board(6, 6), symmetry="half-turn"), count(Board(6, 6), up_to="symmetry")
    (78, 1245)
    """
    for name in REDUCTIONS.keys() & options.keys():
        if (wanted := options.pop(name)) is not None:
            return REDUCTIONS[name](board_or_graph, kind, wanted, by=by, **options)
    if by is None:
        return count_report(board_or_graph, kind, **options).value
    if by not in TABLES:
        raise BadInputError(f"by is one of {', '.join(TABLES)}, not {by!r}")
    return TABLES[by](board_or_graph, kind, count_report, **options)


def count_report(
    board_or_graph: Board | Graph | networkx.Graph[Any],
    kind: str = "closed",
    *,
    directed: bool = False,
    start: Any = None,
    end: Any = None,
    through: Iterable[Any] = (),
    avoiding: Iterable[Any] = (),
    method: str = "auto",
    threads: int | None = None,
    memory: float | str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 60.0,
    order: Any = None,
    counter_bits: Literal[32, 64] = 64,
    in_place: bool = True,
    progress: Report | None = None,
) -> CountReport:
    """Count like `count` and also say by which method, with how much work, memory and time.

    `counter_bits` is the width of a counter in blocks: 32 halves the memory and takes more moduli.
    `in_place=False` keeps two copies of the counters. A checkpoint is written at most every
    `checkpoint_seconds`.
    """
    graph = Graph.of(board_or_graph)
    if kind not in KINDS:
        raise BadInputError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    if method not in METHODS:
        raise BadInputError(f"method is one of {', '.join(METHODS)}, not {method!r}")
    if counter_bits not in (32, 64):
        raise BadInputError(f"counter_bits is 32 or 64, not {counter_bits!r}")
    question = Question(
        graph,
        paths=kind != "closed",
        start=-1 if start is None else graph.vertex(start),
        end=-1 if end is None else graph.vertex(end),
        through=parse_edges(graph, through),
        avoiding=parse_edges(graph, avoiding),
    )
    began = time.perf_counter()
    value, outcomes = 0, []
    for term in terms(kind, directed, question):
        outcome = _answer(
            METHODS[method],
            Job(
                term.question,
                order=None if order is None else checked_order(graph, order),
                threads=threads_or_all(threads),
                memory=parse_memory(memory),
                counter_bits=counter_bits,
                in_place=in_place,
                checkpoint=_checkpoint_file(checkpoint, term.name),
                checkpoint_seconds=checkpoint_seconds,
                report=progress,
            ),
        )
        outcomes.append(outcome)
        value += term.factor * outcome.value
    return CountReport(
        value,
        "+".join(dict.fromkeys(outcome.method for outcome in outcomes)) or "theory",
        max((tuple(outcome.moduli) for outcome in outcomes), key=len, default=()),
        sum(outcome.steps for outcome in outcomes),
        max((outcome.slots for outcome in outcomes), default=0),
        sum(outcome.counters for outcome in outcomes),
        time.perf_counter() - began,
        max((outcome.peak_bytes for outcome in outcomes), default=0),
    )


def _answer(engine: Any, job: Job) -> Outcome:
    trivial = job.question.trivial_answer()
    if trivial is not None:
        return Outcome(trivial, "theory")
    outcome: Outcome = engine(job)
    return outcome


def _checkpoint_file(directory: str | os.PathLike[str] | None, name: str) -> Path | None:
    if directory is None:
        return None
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(
            f"cannot use {folder} for checkpoints: {error.strerror or error}"
        ) from None
    return folder / name


__all__ = ["CountReport", "Edge", "Table", "count", "count_report", "parse_memory"]
