"""Mirrored orders: a vertex and its image under a symmetry retire one right after the other.

After each pair, or each vertex that is its own image, the set of retired vertices is symmetric, and
so are the states: a sweep keeps one of each two states that mirror each other. The symmetry is an
automorphism of the board's graph that is its own inverse and keeps the question.

On a knight's board with w columns: row by row, the even columns inwards from both sides, each with
its image, then the odd ones from the middle outwards. Every square that retires adds at most one
square to the frontier, which is never wider than 2w.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

import numpy as np

from babieca.boards import Board
from babieca.engines.images import Permutation, edge_images, vertex_symmetries
from babieca.engines.retirement import (
    LARGEST_SEARCHED,
    Order,
    improved,
    order_search,
    searched,
    sweep_along,
)
from babieca.graphs import Graph
from babieca.questions import Question

MOST_SEARCHED = 3
"""Symmetries for which an order is searched: those with the best simple orders."""


@functools.lru_cache(maxsize=1024)
def mirrored_order(question: Question) -> tuple[Order, Permutation] | None:
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
    found: list[tuple[float, Order, Permutation]] = []
    for mirror in involutions(question.graph):
        if keeps(mirror, question):
            simple = min(simple_mirrored_orders(question, mirror), key=search.counters)
            found.append((search.counters(simple), simple, mirror))
    if not found:
        return None
    found.sort(key=lambda one: one[0])
    plain = question.board.is_plain and question.board.dimensions == 2
    if len(question.graph) <= LARGEST_SEARCHED:
        for _, simple, mirror in found[: 1 if plain else MOST_SEARCHED]:
            if plain:
                order = improved(search, simple, mirror=mirror)
            else:
                order = searched(search, [simple], mirror=mirror)
            found.append((search.counters(order), order, mirror))
    _, order, mirror = min(found, key=lambda one: one[0])
    order.setflags(write=False)
    mirror.setflags(write=False)
    return order, mirror


def keeps(image: Permutation, question: Question) -> bool:
    """Whether an automorphism maps the ends and moves of an undirected question to themselves."""
    ends = set(question.ends)
    return (
        {int(image[end]) for end in ends} == ends
        and edge_images(question.required, image) == question.required
        and edge_images(question.avoiding, image) == question.avoiding
    )


def involutions(graph: Graph) -> Iterator[Permutation]:
    """Yield the automorphisms of a board's graph, except the identity, that are their own inverses.

    They are rotations and reflections, followed by a translation along joined sides: by one square
    or by half a side. Other translations give equivalent ones.

    >>> len(list(involutions(Graph.of(Board(6, 8))))), len(list(involutions(Graph.of(Board(8, 8)))))
    (3, 5)
    """
    board = graph.board
    assert board is not None
    own = np.arange(len(graph), dtype=np.int32)
    seen = {own.tobytes()}
    for _, symmetry in vertex_symmetries(graph):
        for shift in _translations(board):
            image = shift[symmetry]
            if (image < 0).any() or image.tobytes() in seen:
                continue
            seen.add(image.tobytes())
            if np.array_equal(image[image], own):
                yield image


def _translations(board: Board) -> Iterator[Permutation]:
    """Yield the image of each vertex, -1 for a hole; the first is the identity."""
    grid = board.vertices().reshape(board.sides)
    steps = [
        sorted({0, 1 % side, side // 2}) if joined else [0]
        for side, joined in zip(board.sides, board.wrap, strict=True)
    ]
    for step in itertools.product(*steps):
        moved = np.roll(grid, step, axis=tuple(range(board.dimensions))).reshape(-1)
        yield moved[board.indices()].astype(np.int32)


def simple_mirrored_orders(question: Question, mirror: Permutation) -> Iterator[Order]:
    """Yield the sweeps along each axis with every square followed by its image.

    With ends or moves, their images are tried too: it matters when a sweep meets these.
    """
    board = question.board
    assert board is not None
    lopsided = bool(question.required or question.avoiding or question.ends)
    symmetries = vertex_symmetries(question.graph)[: None if lopsided else 1]
    for axis, side in enumerate(board.sides):
        across = np.arange(board.cells // side)
        odd = across[1::2]
        outwards = odd[np.argsort(np.abs(2 * odd - len(across) + 1), kind="stable")]
        for columns in (np.concatenate([across[::2], outwards]), across):
            sweep = sweep_along(board, axis, columns)
            for _, image in symmetries:
                yield _paired(image[sweep], mirror)


def _paired(order: Order, mirror: Permutation) -> Order:
    """Return the order with every vertex followed by its image."""
    met = np.empty(len(order), dtype=np.int64)
    met[order] = np.arange(len(order))
    earliest = np.minimum(met, met[mirror])
    return np.ascontiguousarray(np.lexsort((met, earliest)), dtype=np.int32)
