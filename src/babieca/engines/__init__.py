"""How answers are computed. Every engine is listed here, and nowhere else.

To add one, write a function `(Question, Limits) -> answer`, say which words of a question it heeds,
and enter it in the table of the verb it serves.
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
from babieca.engines.protocol import Counted, Engine, Finding, per_square, unknown
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

_ALL_KINDS = frozenset({"closed", "path", "open"})
_PATHS = frozenset({"path"})
_ENDS = frozenset({"directed", "start", "end", "begin"})
_MOVES = _ENDS | {"through", "avoiding"}
_TERM = _MOVES - {"directed", "begin"}  # what is left when a count is taken apart
_EVERY_WORD = _MOVES | {"symmetry"}
_TWO_KNIGHTS = frozenset({"directed", "start", "begin", "symmetry"})

FINDERS: dict[str, Engine[Finding]] = {
    engine.name: engine
    for engine in (
        Engine(
            "auto",
            automatic.automatic,
            unknown,
            _EVERY_WORD,
            _ALL_KINDS,
            choices=frozenset({"magic"}),
        ),
        Engine("construction", construction, per_square(10), _ENDS),
        Engine("layered", layered, per_square(14), _ENDS),
        Engine("sweep", decide, per_square(1000), _MOVES),
        Engine("edges", edge_search, per_square(200), _ENDS),
        Engine("warnsdorff", warnsdorff, per_square(10), _ENDS, choices=frozenset({"criteria"})),
        Engine("squirrel-cull", squirrel_cull, per_square(10), frozenset({"start"}), _PATHS),
        Engine("backtrack", backtrack, per_square(400), _ENDS, choices=frozenset({"warnsdorff"})),
        Engine("exact", exact, per_square(400), _ENDS),
        Engine("rotation", rotation, per_square(400), _ENDS),
        Engine("search", search_one, unknown, _MOVES, _ALL_KINDS),
        Engine(
            "two-knights",
            two_knights,
            unknown,
            _TWO_KNIGHTS,
            frozenset({"closed"}),
        ),
    )
}
"""One tour: how `find` looks for it."""

_SWEEP_CHOICES = frozenset({"order", "counter_bits", "mirror", "device"})

COUNTERS: dict[str, Engine[Counted]] = {
    engine.name: engine
    for engine in (
        Engine(
            "auto",
            counting.automatic,
            unknown,
            _TERM,
            choices=_SWEEP_CHOICES,
            scratches=True,
        ),
        Engine(
            "blocks",
            counting.by_blocks,
            unknown,
            _TERM,
            choices=_SWEEP_CHOICES,
            scratches=True,
        ),
        Engine(
            "sparse",
            counting.by_sparse,
            counting.estimate_sparse,
            _TERM,
            choices=frozenset({"order"}),
        ),
        Engine("search", count_visited, unknown, _MOVES, _ALL_KINDS),
        Engine("fold", count_kept, unknown, _EVERY_WORD, _ALL_KINDS),
        Engine("reference", reference.count, unknown, _EVERY_WORD, _ALL_KINDS),
    )
}
"""How many. Those that know no open tours are asked for paths and closed tours instead."""

Rows = Iterator[NDArray[np.int32]]

LISTERS: dict[str, Engine[Rows]] = {
    engine.name: engine
    for engine in (
        Engine(
            "search",
            list_found,
            unknown,
            _MOVES,
            _ALL_KINDS,
            choices=frozenset({"most", "rules", "move_order"}),
        ),
        Engine("fold", list_kept, unknown, _EVERY_WORD, _ALL_KINDS, choices=frozenset({"most"})),
    )
}
"""All of them, one by one, as rows of vertices."""

_ORDER = frozenset({"order"})

NUMBERERS: dict[str, Engine[Numbering]] = {
    engine.name: engine
    for engine in (
        Engine("auto", layers.number, layers.estimate, _MOVES, choices=_ORDER, scratches=True),
        Engine("sparse", layers.number_sparsely, layers.estimate, _MOVES, choices=_ORDER),
        Engine(
            "blocks",
            layers.number_by_blocks,
            layers.estimate,
            _MOVES,
            choices=_ORDER,
            scratches=True,
        ),
        Engine("list", number_by_listing, unknown, _EVERY_WORD, _ALL_KINDS),
    )
}
"""Which one: all tours in a sequence, for samples, ranks and tours by number."""

_WALKED = frozenset({"directed", "start", "end"})

TRACERS: dict[str, Engine[Iterator[Happened]]] = {
    engine.name: engine
    for engine in (
        Engine("warnsdorff", trace_warnsdorff, unknown, _WALKED, choices=frozenset({"criteria"})),
        Engine("backtrack", trace_backtrack, unknown, _WALKED, choices=frozenset({"warnsdorff"})),
        Engine(
            "search",
            trace_search,
            unknown,
            _MOVES,
            _ALL_KINDS,
            choices=frozenset({"rules", "move_order", "subtour_squares"}),
        ),
        Engine("two-knights", trace_two_knights, unknown, _TWO_KNIGHTS, frozenset({"closed"})),
        Engine("sweep", trace_sweep, unknown, _TERM, choices=frozenset({"examples"})),
    )
}
"""What happens: the methods that tell what they do, step by step."""
