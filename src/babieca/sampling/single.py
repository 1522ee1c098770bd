"""One call each: sample, rank, unrank."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable
from typing import Any

from babieca.boards import Board
from babieca.counting.questions import Question
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.orders import checked_order
from babieca.sampling.atlas import open_atlas
from babieca.sampling.families import TourFamily
from babieca.sampling.questions import ask
from babieca.tours import Tour

# The last family is kept while it is small, so that a loop over `unrank` sweeps once.
LARGEST_KEPT = 2**28
_last: tuple[object, TourFamily] | None = None
# The options that say what is asked, in the order of `ask`, with what they are if not given.
ASKED: dict[str, Any] = {"start": None, "end": None, "through": (), "avoiding": ()}
LISTS = ("through", "avoiding", "order")


def sample(
    board_or_graph: Board | Graph,
    n: int = 1,
    kind: str = "closed",
    *,
    seed: int | None = None,
    **options: Any,
) -> list[Tour]:
    """Draw tours exactly uniformly at random, independently, the same ones for the same seed.

    `kind` is "closed" or "path"; options as in `TourFamily`: `start`, `end`, `through`,
    `avoiding`, `order`, `method`, `threads`, `memory`, `scratch`, `progress`, `say`; or `atlas`, a
    directory made by `build_atlas` for the same question. No tour at all raises `NoTourError`.

    >>> tours = sample(Board(6, 6), 2, seed=7)
    >>> [tour.closed for tour in tours], tours == sample(Board(6, 6), 2, seed=7)
    ([True, True], True)
    """
    return _family(board_or_graph, kind, options).sample(n, seed=seed)


def unrank(
    board_or_graph: Board | Graph, number: int, kind: str = "closed", **options: Any
) -> Tour:
    """Return the tour with a number; they are numbered from 0. Options as in `sample`.

    >>> print(unrank(Board(3, 4), 0, "path"))
     3  6 11  8
    12  9  2  5
     1  4  7 10
    """
    return _family(board_or_graph, kind, options)[number]


def rank(tour: Tour, kind: str | None = None, **options: Any) -> int:
    """Return the number of a tour: `unrank` of it gives the tour back.

    Without `kind`, a closed tour is ranked among closed tours and a path among paths. Constraints
    given as options number only the tours that obey them.

    >>> rank(unrank(Board(6, 6), 4321))
    4321
    """
    if not isinstance(tour, Tour):
        raise BadInputError(f"rank takes a Tour, not {type(tour).__name__}")
    return rank_all([tour], kind, **options)[0]


def rank_all(tours: Iterable[Tour], kind: str | None = None, **options: Any) -> list[int]:
    """Return the numbers of many tours; neighbours of one board and kind share their sweep.

    >>> rank_all([unrank(Board(5, 6), number) for number in (3, 5)])
    [3, 5]
    """
    numbers: list[int] = []
    options = _listed(options)
    for (place, own), group in itertools.groupby(tours, key=_place_and_kind):
        numbers += _family(place, kind or own, options).rank(list(group))
    return numbers


def _place_and_kind(tour: Tour) -> tuple[Board | Graph, str]:
    place = tour.board if tour.board is not None else tour.graph
    return place, "closed" if tour.closed else "path"


def _family(board_or_graph: Board | Graph, kind: str, options: dict[str, Any]) -> TourFamily:
    global _last
    graph, options = Graph.of(board_or_graph), _listed(options)
    atlas = options.pop("atlas", None)
    question = ask(graph, kind, *(options.get(name, usual) for name, usual in ASKED.items()))
    if atlas is not None:
        return _from_atlas(question, atlas)
    key = (question, _order_key(graph, options.get("order")), _method_key(options))
    last = _last  # another thread may replace it at any time
    if last is not None and last[0] == key:
        return last[1]
    family = TourFamily(graph, kind, **options)
    _last = (key, family) if family.bytes <= LARGEST_KEPT else None
    return family


def _listed(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options with lists for what can be read only once."""
    return {
        name: list(value) if name in LISTS and not isinstance(value, str | None) else value
        for name, value in options.items()
    }


def _order_key(graph: Graph, order: Any) -> bytes | None:
    return None if order is None else checked_order(graph, order).tobytes()


def _method_key(options: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what was said about how to sweep; who is told about it makes no difference."""
    told = ("progress", "say", "order", *ASKED)
    return sorted((name, repr(value)) for name, value in options.items() if name not in told)


def _from_atlas(question: Question, atlas: str | os.PathLike[str]) -> TourFamily:
    family = open_atlas(atlas)
    if family.question != question:
        raise BadInputError(f"the atlas in {atlas} is of another board or of other constraints")
    return family
