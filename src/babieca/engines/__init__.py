"""The tables of all engines, one for each kind of answer.

To add an engine, write a function `(Question, Limits) -> answer` and enter it here, with the kinds
and words of a question that it obeys. The type below each table has the names of its methods.
`TAKEN` has the words and kinds of each verb.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from babieca.engines import automatic, numbering, reference, tracing
from babieca.engines.finders import (
    backtrack,
    construction,
    decide,
    edge_search,
    find_by_steps,
    layered,
    rotation,
    search_one,
    with_arcs,
)
from babieca.engines.fold import count_symmetric, list_symmetric
from babieca.engines.listing import one_per_class
from babieca.engines.protocol import Answer, Counted, Engine, Finding, Rows, per_square
from babieca.engines.search.instances import two_knights
from babieca.engines.search.steps import count_by_steps, list_by_steps
from babieca.engines.search.visiting import count_visited, list_found
from babieca.engines.sweep import counting
from babieca.engines.warnsdorff import squirrel_cull, warnsdorff
from babieca.events import Happened

_CLOSED = frozenset({"closed"})
_PATHS = frozenset({"path"})
_BOTH = frozenset({"closed", "path"})
_ALL_KINDS = frozenset({"closed", "path", "open"})

_ENDS = frozenset({"directed", "start", "end", "begin"})
_MOVES = _ENDS | {"through", "avoiding"}
_TERM = _MOVES - {"directed", "begin"}  # the words of a term: see sweep/sweeps.py
_SYMMETRIC = _MOVES | {"symmetry"}
_UP_TO = frozenset({"up_to"})
_STEPS = _MOVES | {"at"}
_ALL_WORDS = _SYMMETRIC | {"at"}
_TWO_KNIGHTS = frozenset({"directed", "start", "begin", "symmetry"})
_WALKED = frozenset({"directed", "start", "end"})

_BLOCKS = ("order", "counter_bits", "mirror", "device")
_SEARCH = ("rules", "move_order")
_SAVED = ("checkpoint",)
_SAVED_AND_SCRATCH = ("checkpoint", "scratch")


def _table(*engines: Engine[Answer]) -> dict[str, Engine[Answer]]:
    return {engine.name: engine for engine in engines}


FINDERS: dict[str, Engine[Finding]] = _table(
    Engine("auto", automatic.automatic, _ALL_WORDS, _ALL_KINDS, ("magic",)),
    Engine("construction", construction, _ENDS, _BOTH, estimate=per_square(10)),
    Engine("layered", layered, _ENDS, _BOTH, estimate=per_square(14)),
    Engine("sweep", decide, _MOVES, _BOTH, estimate=per_square(1000)),
    Engine("edges", edge_search, _MOVES, _BOTH, estimate=per_square(200)),
    Engine(
        "warnsdorff",
        with_arcs(warnsdorff),
        _ENDS,
        _BOTH,
        ("criteria",),
        per_square(10),
        arcs=True,
    ),
    Engine("squirrel-cull", squirrel_cull, frozenset({"start"}), _PATHS, (), per_square(10)),
    Engine(
        "backtrack",
        with_arcs(backtrack),
        _ENDS,
        _BOTH,
        ("warnsdorff",),
        per_square(400),
        arcs=True,
    ),
    Engine("rotation", rotation, _MOVES, _BOTH, estimate=per_square(400)),
    Engine("search", search_one, _MOVES, _ALL_KINDS),
    Engine("steps", find_by_steps, _STEPS, _ALL_KINDS),
    Engine("two-knights", two_knights, _TWO_KNIGHTS, _CLOSED),
)
"""One tour."""
FindMethod = Literal[
    "auto", "construction", "layered", "sweep", "edges", "warnsdorff", "squirrel-cull", "backtrack",
    "rotation", "search", "steps", "two-knights",
]  # fmt: skip

_by_blocks = partial(counting.automatic, method="blocks")
_by_sparse = partial(counting.automatic, method="sparse")

COUNTERS: dict[str, Engine[Counted]] = _table(
    Engine("auto", counting.automatic, _TERM, _BOTH, _BLOCKS, limits=_SAVED_AND_SCRATCH),
    Engine("blocks", _by_blocks, _TERM, _BOTH, _BLOCKS, limits=_SAVED_AND_SCRATCH),
    Engine("sparse", _by_sparse, _TERM, _BOTH, ("order",), counting.estimate_sparse, _SAVED),
    Engine("search", count_visited, _MOVES, _ALL_KINDS, limits=_SAVED),
    Engine("steps", count_by_steps, _STEPS, _ALL_KINDS, limits=_SAVED),
    Engine("fold", count_symmetric, _ALL_WORDS, _ALL_KINDS),
    Engine("reference", reference.count, _ALL_WORDS, _ALL_KINDS),
)
"""How many tours. Engines without open tours count paths and closed tours instead."""
CountMethod = Literal["auto", "blocks", "sparse", "search", "steps", "fold", "reference"]

LISTERS: dict[str, Engine[Iterator[Rows]]] = _table(
    Engine("search", one_per_class(list_found), _MOVES | _UP_TO, _ALL_KINDS, ("most", *_SEARCH)),
    Engine("steps", list_by_steps, _STEPS, _ALL_KINDS, ("most",)),
    Engine("fold", one_per_class(list_symmetric), _ALL_WORDS | _UP_TO, _ALL_KINDS, ("most",)),
)
"""All tours, as rows of vertices."""
ListMethod = Literal["auto", "search", "steps", "fold"]

_swept = partial(Engine, words=_MOVES, kinds=_BOTH, choices=("order",), estimate=numbering.estimate)

NUMBERERS: dict[str, Engine[numbering.Numbering]] = _table(
    _swept("auto", numbering.number, limits=("scratch",)),
    _swept("sparse", partial(numbering.number, method="sparse")),
    _swept("blocks", partial(numbering.number, method="blocks"), limits=("scratch",)),
    Engine("list", numbering.number_by_listing, _ALL_WORDS, _ALL_KINDS),
)
"""Tours by number, for samples and ranks."""
NumberMethod = Literal["auto", "sparse", "blocks", "list"]

TRACERS: dict[str, Engine[Iterator[Happened]]] = _table(
    Engine("warnsdorff", tracing.trace_warnsdorff, _WALKED, _BOTH, ("criteria",)),
    Engine("backtrack", tracing.trace_backtrack, _WALKED, _BOTH, ("warnsdorff",)),
    Engine("search", tracing.trace_search, _MOVES, _ALL_KINDS, (*_SEARCH, "subtour_squares")),
    Engine("steps", tracing.trace_steps, _STEPS, _ALL_KINDS),
    Engine("two-knights", tracing.trace_two_knights, _TWO_KNIGHTS, _CLOSED),
    Engine("sweep", tracing.trace_sweep, _TERM, _BOTH, ("examples",)),
)
"""Methods that report their events one by one."""
TraceMethod = Literal["auto", "warnsdorff", "backtrack", "search", "steps", "two-knights", "sweep"]


@dataclass(frozen=True)
class Taken:
    """The words and the kinds of a question that a verb takes, and the words of its board."""

    words: frozenset[str]
    kinds: frozenset[str] = _ALL_KINDS
    board: frozenset[str] = frozenset({"leaper", "holes", "wrap"})


def _by(engines: Mapping[str, Engine[Any]], more: frozenset[str] = frozenset()) -> Taken:
    """Return what at least one of the engines takes."""
    words = frozenset[str]().union(*(engine.words for engine in engines.values()))
    kinds = frozenset[str]().union(*(engine.kinds for engine in engines.values()))
    return Taken(words | more, kinds)


TAKEN: dict[str, Taken] = {
    "exists": Taken(_ALL_WORDS),
    "find": _by(FINDERS),
    "check": Taken(_ALL_WORDS),
    "solve": Taken(_ALL_WORDS),
    "puzzle": Taken(frozenset({"start", "end", "begin", "at"})),
    "trace": _by(TRACERS),
    "study": Taken(_MOVES),
    "plan": Taken(_MOVES),
    "count": _by(COUNTERS, _UP_TO),
    "count_by": Taken(_MOVES),
    "classes": Taken(_MOVES - {"directed"}),
    "fractions": Taken(frozenset({"start", "through", "avoiding"}), _CLOSED),
    "usage": Taken(_SYMMETRIC),
    "ledger": Taken(frozenset(), _BOTH, frozenset({"wrap"})),
    "list": _by(LISTERS),
    "sample": _by(NUMBERERS, _UP_TO),
    "rank": _by(NUMBERERS),
    "unrank": _by(NUMBERERS),
    "atlas": Taken(_MOVES, _BOTH),
    "export": Taken(_ALL_WORDS),
}
"""The words and kinds of a question that each verb takes with at least one method.

Signatures in Python, options, and HTTP bodies have these words and no others.
"""
