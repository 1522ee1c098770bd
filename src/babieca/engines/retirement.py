"""Retirement orders: the order in which a sweep passes the vertices of a graph.

The frontier is the set of vertices not yet retired that are adjacent to a retired one; its width
decides the number of states. In a mirrored order, a vertex and its image under a symmetry retire
one right after the other, so that a sweep keeps one of each two states that mirror each other. The
symmetry is an automorphism of the board's graph that is its own inverse and keeps the question.
docs/counting.md has both orders of a knight's board with w columns, whose frontier is 2w wide.
"""

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.engines.protocol import sweep_arguments
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.invariants import Image, edge_images, vertex_symmetries
from babieca.progress import stop_report
from babieca.questions import Question
from babieca.symmetries import symmetry_count

Order = NDArray[np.int32]

LARGEST_SEARCHED = 400
GREEDY_STARTS = 16
WIDER = 2
"""Slots by which a search may widen the frontier; none with a mirror."""

LARGER = 100.0
"""Factor by which a layer may grow during the search from a greedy order."""

SEARCH_ROUNDS = 30_000
LONGER = 4
"""Factor for the rounds if the first vertices are fixed."""

COUNTERS_PER_ROUND = 2000
"""Counters that are swept in the time of one round: a search takes no longer than the sweep."""

WORTH_A_SEARCH = 1_000_000
"""Sweeps with at least this number of counters are worth the search for a better order."""

MOST_MIRRORS = 3
"""The most symmetries for which orders are searched: the best by their simple orders."""

MOST_IMAGES = 16
"""The most images of an order to compare if ends and moves break the board's symmetry."""

MOST_MIRRORED_IMAGES = 48
"""The most images of a sweep to compare for each mirror: a cube of three dimensions has 48."""

MOST_BLOCK_SLOTS = 20
MOST_TOUCHED = 12
"""Slots that one step of blocks may touch: its tables have 3^touched entries."""

MOST_REMEMBERED = 1024
"""Orders and layouts that are cached, less than a megabyte each."""


def retirement_order(graph: Graph, *, seed: int = 0) -> Order:
    """Return an order with a narrow frontier; the seed determines it.

    Plain rectangles are swept along the longer side. Other boards and graphs have the best of the
    row and column sweeps and a greedy order, improved by local search.

    >>> retirement_order(Graph.of(Board(3, 4)))[:6].tolist()
    [0, 8, 4, 1, 9, 5]
    """
    board = graph.board
    if board is not None and board.is_plain and board.dimensions == 2:
        return next(sweeps(board))
    candidates = list(sweeps(board)) if board is not None else []
    if not 0 < len(graph) <= LARGEST_SEARCHED:
        candidates.append(np.arange(len(graph), dtype=np.int32))
        return min(candidates, key=lambda order: order_cost(graph, order))
    return searched(order_search(Question(graph)), candidates, seed=seed)


def sweeps(board: Board) -> Iterator[Order]:
    """Yield two sweeps along each axis: even lines before odd lines, and line by line."""
    for axis in sorted(range(board.dimensions), key=lambda axis: -board.sides[axis]):
        across = np.arange(board.cells // board.sides[axis])
        yield sweep_along(board, axis, np.concatenate([across[::2], across[1::2][::-1]]))
        yield sweep_along(board, axis, across)


def sweep_along(board: Board, axis: int, across: NDArray[np.intp]) -> Order:
    """Return the order slice by slice along an axis, with the squares of a slice as given."""
    grid = np.moveaxis(board.vertices().astype(np.int32).reshape(board.sides), axis, 0)
    order = grid.reshape(board.sides[axis], -1)[:, across].reshape(-1)
    return np.ascontiguousarray(order[order >= 0])


def order_cost(graph: Graph, order: Order) -> float:
    """Return log2 of the sum of 3^width over the layers, about the number of states."""
    return _core.order_cost(graph.offsets, graph.targets, np.ascontiguousarray(order, np.int32))


def frontier_width(question: Question, order: Order) -> int:
    """Return the most slots that a sweep needs at once."""
    graph = question.graph
    return _core.frontier_width(graph.offsets, graph.targets, order) + (not question.closed)


def touched(question: Question, order: Order) -> int:
    """Return the most slots that a step touches: a vertex, its later neighbours, and the apex."""
    graph = question.graph
    time = np.empty(len(graph), dtype=np.int64)
    time[order] = np.arange(len(graph))
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    later = np.bincount(sources[time[graph.targets] > time[sources]], minlength=len(graph))
    return int(later.max(initial=0)) + 1 + (not question.closed)


def checked_order(graph: Graph, order: Any) -> Order:
    try:
        vertices = np.array([graph.vertex(label) for label in order], dtype=np.int32)
    except TypeError:
        raise BadInputError(f"order is a list of all squares, not {shown(order)}") from None
    if not np.array_equal(np.sort(vertices), np.arange(len(graph))):
        raise BadInputError("an order names every vertex of the graph exactly once")
    return vertices


def order_search(question: Question) -> _core.OrderSearch:
    graph = question.graph
    return _core.OrderSearch(graph.offsets, graph.targets, *sweep_arguments(question))


def searched(
    search: _core.OrderSearch,
    candidates: list[Order],
    *,
    mirror: Order | None = None,
    seed: int = 0,
) -> Order:
    """Return the order with the fewest counters: the best given or greedy one, improved."""
    best = min(candidates, key=search.counters, default=None)
    if best is not None and search.counters(best) < WORTH_A_SEARCH:
        return best
    greedy = search.greediest(GREEDY_STARTS, mirror, stop_report())
    best = greedy if best is None else min(best, greedy, key=search.counters)
    return improved(search, best, larger=LARGER, mirror=mirror, seed=seed)


def improved(
    search: _core.OrderSearch,
    order: Order,
    *,
    larger: float = 1.0,
    mirror: Order | None = None,
    fixed: int = 0,
    seed: int = 0,
) -> Order:
    """Return an order with no more counters, after a search that is not longer than the sweep.

    Its largest layer has at most `larger` times the counters. With a mirror, every vertex retires
    next to its image. The first `fixed` vertices stay first; then the frontier does not widen.
    """
    worth = max(20 * len(order), search.counters(order) / COUNTERS_PER_ROUND)
    rounds = int(min(SEARCH_ROUNDS * (LONGER if fixed else 1), worth))
    wider = WIDER if mirror is None and not fixed else 0
    return search.improve(order, wider, larger, rounds, seed, mirror, fixed, stop_report())


@functools.lru_cache(maxsize=MOST_REMEMBERED)
def searched_order(question: Question, first: tuple[int, ...] = ()) -> Order:
    """Return the best order that was found, beginning with the vertices `first`.

    Ends and moves break the board's symmetry: how much they save depends on when a sweep meets
    them. So the images of the simple order are compared before it is improved.
    """
    graph = question.graph
    simple = retirement_order(graph)
    if not first and not 0 < len(graph) <= LARGEST_SEARCHED:
        return simple
    search = order_search(question)
    candidates = [searched_order(question), simple] if first else [simple]
    if graph.board is not None and symmetry_count(graph.board.sides) <= MOST_IMAGES:
        images = [image for _, image in vertex_symmetries(graph)]
        candidates = [image[order] for order in candidates for image in images]
    if first:
        head = np.array(first, dtype=np.int32)
        candidates = [np.concatenate([head, one[~np.isin(one, head)]]) for one in candidates]
    order = min(candidates, key=search.counters)
    if len(graph) > LARGEST_SEARCHED or search.counters(order) < WORTH_A_SEARCH:
        return order
    if not first and (mirrored := mirrored_order(question)) is not None:
        order = min(order, mirrored[0], key=search.counters)
    found = improved(search, order, fixed=len(first))
    # Blocks must be able to take the result.
    for size, most in ((touched, MOST_TOUCHED), (frontier_width, MOST_BLOCK_SLOTS)):
        if size(question, found) > max(most, size(question, order)):
            return order
    return found


@functools.lru_cache(maxsize=MOST_REMEMBERED)
def mirrored_order(question: Question) -> tuple[Order, Image] | None:
    """Return an order that retires mirrored pairs together, and the mirror: each vertex's image.

    None if no symmetry keeps the question, which is undirected, of kind closed or path. Of the
    orders that are tried, it is the one with the fewest counters.

    >>> order, mirror = mirrored_order(Question.ask(Board(6, 8)))
    >>> bool((mirror[order[::2]] == order[1::2]).all())
    True
    """
    if question.board is None:
        return None
    search = order_search(question)
    broken = question.required or question.avoiding or question.ends
    symmetries = vertex_symmetries(question.graph)[: MOST_MIRRORED_IMAGES if broken else 1]
    images = [image for _, image in symmetries]
    found: list[tuple[float, Order, Image]] = []
    for mirror in involutions(question.graph):
        if keeps(mirror, question):
            orders = simple_mirrored_orders(question.board, mirror, images)
            simple = min(orders, key=search.counters)
            found.append((search.counters(simple), simple, mirror))
    if not found:
        return None
    found.sort(key=lambda one: one[0])
    plain = question.board.is_plain and question.board.dimensions == 2
    if len(question.graph) <= LARGEST_SEARCHED:
        for _, simple, mirror in found[: 1 if plain else MOST_MIRRORS]:
            if plain:
                order = improved(search, simple, mirror=mirror)
            else:
                order = searched(search, [simple], mirror=mirror)
            found.append((search.counters(order), order, mirror))
    _, order, mirror = min(found, key=lambda one: one[0])
    order.setflags(write=False)
    mirror.setflags(write=False)
    return order, mirror


def keeps(image: Image, question: Question) -> bool:
    """Whether an automorphism maps the ends and moves of an undirected question to themselves."""
    ends = set(question.ends)
    return (
        {int(image[end]) for end in ends} == ends
        and edge_images(question.required, image) == question.required
        and edge_images(question.avoiding, image) == question.avoiding
    )


def involutions(graph: Graph) -> Iterator[Image]:
    """Yield the automorphisms of a board's graph, except the identity, that are their own inverses.

    They are rotations and reflections, followed by a translation along joined sides: by one square
    or by half a side. Other translations give equivalent automorphisms.

    >>> len(list(involutions(Graph.of(Board(6, 8))))), len(list(involutions(Graph.of(Board(8, 8)))))
    (3, 5)
    """
    board = graph.board
    assert board is not None
    own = np.arange(len(graph), dtype=np.int32)
    seen = {own.tobytes()}
    grid = board.vertices().reshape(board.sides)
    steps = [
        sorted({0, 1 % side, side // 2}) if joined else [0]
        for side, joined in zip(board.sides, board.wrap, strict=True)
    ]
    for _, symmetry in vertex_symmetries(graph):
        for step in itertools.product(*steps):
            moved = np.roll(grid, step, axis=tuple(range(board.dimensions))).reshape(-1)
            image = moved[board.indices()].astype(np.int32)[symmetry]  # -1 for a hole
            if (image < 0).any() or image.tobytes() in seen:
                continue
            seen.add(image.tobytes())
            if np.array_equal(image[image], own):
                yield image


def simple_mirrored_orders(board: Board, mirror: Image, images: list[Image]) -> Iterator[Order]:
    """Yield the images of the sweeps along each axis, with every square followed by its mirror."""
    for axis, side in enumerate(board.sides):
        across = np.arange(board.cells // side)
        odd = across[1::2]
        outwards = odd[np.argsort(np.abs(2 * odd - len(across) + 1), kind="stable")]
        for columns in (np.concatenate([across[::2], outwards]), across):
            sweep = sweep_along(board, axis, columns)
            for image in images:
                met = np.empty(len(sweep), dtype=np.int64)
                met[image[sweep]] = np.arange(len(sweep))
                earliest = np.minimum(met, met[mirror])
                yield np.ascontiguousarray(np.lexsort((met, earliest)), dtype=np.int32)
