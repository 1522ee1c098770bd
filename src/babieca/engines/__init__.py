"""The tables of all engines, one for each kind of answer.

To add an engine, write a function `(Question, Limits) -> answer` and enter it here, with the kinds
and words of a question that it obeys.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from babieca.engines import automatic, reference
from babieca.engines.constructions.layered import layered
from babieca.engines.constructions.rectangles import construction
from babieca.engines.fold.counting import count_kept
from babieca.engines.fold.listing import list_kept
from babieca.engines.heuristics.graph_searches import backtrack, edge_search, exact, rotation
from babieca.engines.heuristics.squirrel_cull import squirrel_cull
from babieca.engines.heuristics.warnsdorff import warnsdorff
from babieca.engines.numbering_by_list import number_by_listing
from babieca.engines.protocol import Answer, Counted, Engine, Finding, per_square
from babieca.engines.search.counting import count_visited
from babieca.engines.search.finding import search_one, two_knights
from babieca.engines.search.listing import list_found
from babieca.engines.sweep import counting, layers
from babieca.engines.sweep.deciding import decide
from babieca.engines.sweep.numbering import Numbering
from babieca.engines.tracing.searches import (
    trace_backtrack,
    trace_search,
    trace_two_knights,
    trace_warnsdorff,
)
from babieca.engines.tracing.sweeps import trace_sweep
from babieca.events import Happened

Rows = Iterator[NDArray[np.int32]]

_CLOSED = frozenset({"closed"})
_PATHS = frozenset({"path"})
_BOTH = frozenset({"closed", "path"})
_ALL_KINDS = frozenset({"closed", "path", "open"})

_ENDS = frozenset({"directed", "start", "end", "begin"})
_MOVES = _ENDS | {"through", "avoiding"}
_TERM = _MOVES - {"directed", "begin"}  # the words of a term: see sweep/terms.py
_EVERY_WORD = _MOVES | {"symmetry"}
_TWO_KNIGHTS = frozenset({"directed", "start", "begin", "symmetry"})
_WALKED = frozenset({"directed", "start", "end"})

_BLOCKS = ("order", "counter_bits", "mirror", "device")
_SEARCH = ("rules", "move_order")


def _table(*engines: Engine[Answer]) -> dict[str, Engine[Answer]]:
    return {engine.name: engine for engine in engines}


FINDERS: dict[str, Engine[Finding]] = _table(
    Engine("auto", automatic.automatic, _EVERY_WORD, _ALL_KINDS, ("magic",)),
    Engine("construction", construction, _ENDS, _BOTH, estimate=per_square(10)),
    Engine("layered", layered, _ENDS, _BOTH, estimate=per_square(14)),
    Engine("sweep", decide, _MOVES, _BOTH, estimate=per_square(1000)),
    Engine("edges", edge_search, _ENDS, _BOTH, estimate=per_square(200)),
    Engine("warnsdorff", warnsdorff, _ENDS, _BOTH, ("criteria",), per_square(10)),
    Engine("squirrel-cull", squirrel_cull, frozenset({"start"}), _PATHS, (), per_square(10)),
    Engine("backtrack", backtrack, _ENDS, _BOTH, ("warnsdorff",), per_square(400)),
    Engine("exact", exact, _ENDS, _BOTH, estimate=per_square(400)),
    Engine("rotation", rotation, _ENDS, _BOTH, estimate=per_square(400)),
    Engine("search", search_one, _MOVES, _ALL_KINDS),
    Engine("two-knights", two_knights, _TWO_KNIGHTS, _CLOSED),
)
"""One tour."""

COUNTERS: dict[str, Engine[Counted]] = _table(
    Engine("auto", counting.automatic, _TERM, _BOTH, _BLOCKS, scratches=True),
    Engine("blocks", counting.by_blocks, _TERM, _BOTH, _BLOCKS, scratches=True),
    Engine("sparse", counting.by_sparse, _TERM, _BOTH, ("order",), counting.estimate_sparse),
    Engine("search", count_visited, _MOVES, _ALL_KINDS),
    Engine("fold", count_kept, _EVERY_WORD, _ALL_KINDS),
    Engine("reference", reference.count, _EVERY_WORD, _ALL_KINDS),
)
"""How many tours. Engines without open tours count paths and closed tours instead."""

LISTERS: dict[str, Engine[Rows]] = _table(
    Engine("search", list_found, _MOVES, _ALL_KINDS, ("most", *_SEARCH)),
    Engine("fold", list_kept, _EVERY_WORD, _ALL_KINDS, ("most",)),
)
"""All tours, as rows of vertices."""

NUMBERERS: dict[str, Engine[Numbering]] = _table(
    Engine("auto", layers.number, _MOVES, _BOTH, ("order",), layers.estimate, scratches=True),
    Engine("sparse", layers.number_sparsely, _MOVES, _BOTH, ("order",), layers.estimate),
    Engine(
        "blocks",
        layers.number_by_blocks,
        _MOVES,
        _BOTH,
        ("order",),
        layers.estimate,
        scratches=True,
    ),
    Engine("list", number_by_listing, _EVERY_WORD, _ALL_KINDS),
)
"""Tours by number, for samples and ranks."""

TRACERS: dict[str, Engine[Iterator[Happened]]] = _table(
    Engine("warnsdorff", trace_warnsdorff, _WALKED, _BOTH, ("criteria",)),
    Engine("backtrack", trace_backtrack, _WALKED, _BOTH, ("warnsdorff",)),
    Engine("search", trace_search, _MOVES, _ALL_KINDS, (*_SEARCH, "subtour_squares")),
    Engine("two-knights", trace_two_knights, _TWO_KNIGHTS, _CLOSED),
    Engine("sweep", trace_sweep, _TERM, _BOTH, ("examples",)),
)
"""Methods that report what they do, step by step."""
