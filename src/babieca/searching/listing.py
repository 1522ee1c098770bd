"""Tours one after another, each found when it is asked for.

Order: closed tours come by first move, then by last square, then by the further moves; paths by
start, then by their moves; moves compare by the `order` asked for. With the orders `fixed`,
`clockwise` and `index` this order does not depend on the rules: rules only skip what holds no tour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board, SquareLike
from babieca.edges import EdgesLike
from babieca.graphs import Graph
from babieca.searching.orders import OrderLike
from babieca.searching.questions import Kind, Question, RulesLike, ask
from babieca.tours import Tour

LARGEST_BATCH = 4096


def tours(
    board: Board | Graph,
    *,
    kind: Kind = "closed",
    start: SquareLike | None = None,
    first: SquareLike | None = None,
    end: SquareLike | None = None,
    directed: bool = False,
    through: EdgesLike = (),
    avoiding: EdgesLike = (),
    symmetry: str | None = None,
    rules: RulesLike = "default",
    order: OrderLike = "fixed",
) -> Iterator[Tour]:
    """Return an iterator over all tours of a board or graph. Stopping early costs nothing.

    Closed tours and paths are undirected, each met once (closed tours from `start`, by default a
    square with the fewest neighbours; paths from the end with the lower index), unless `directed`.
    With `start`, all paths from there; with `first`, those whose first move goes there. `through`
    and `avoiding` are edges that every tour must or must not use: pairs of squares, or text such as
    `a1-b3,c1-d3`. `symmetry="half-turn"` lists only the closed tours that the half-turn maps to
    themselves.

    >>> print(next(tours(Board(5, 6))))
    29 20 23  8  5 14
    22  9 28 13 24  7
    19 30 21  6 15  4
    10 27  2 17 12 25
     1 18 11 26  3 16
    >>> sum(1 for _ in tours(Board(5, 6))), sum(1 for _ in tours(Board(3, 4), kind="path"))
    (8, 8)
    """
    question = ask(
        board,
        kind=kind,
        start=start,
        first=first,
        end=end,
        directed=directed,
        through=through,
        avoiding=avoiding,
        symmetry=symmetry,
        rules=rules,
        order=order,
    )
    return _tours(question)


def _tours(question: Question) -> Iterator[Tour]:
    place = question.graph.board or question.graph
    for batch in tour_batches(question):
        yield from Tour.batch(place, batch, kind=question.kind)


def tour_batches(
    question: Question,
    *,
    most: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[NDArray[np.int32]]:
    """Yield tours as rows of indices, in batches that grow from one to some thousands.

    This is `tours` without the objects: for a plain graph the entries are vertices, for a board the
    indices of squares.
    """
    stream = _core.TourStream(question.instance)
    size, width = 1, max(len(question.graph), 1)
    indices = None
    if question.graph.board is not None and question.graph.board.hole_indices:
        indices = question.graph.board.indices().astype(np.int32)
    left = most
    while left is None or left > 0:
        wanted = size if left is None else min(size, left)
        batch = stream.next(wanted, progress).reshape(-1, width)
        if len(batch):
            yield batch if indices is None else indices[batch]
        if len(batch) < wanted:
            return
        size = min(2 * size, LARGEST_BATCH)
        left = None if left is None else left - len(batch)
