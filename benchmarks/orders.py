"""Measure retirement orders: counters over all layers, and in the largest layer.

    python benchmarks/orders.py             boards and graphs
    python benchmarks/orders.py --folded    boards folded by a turn, for symmetric tours

Simple: the best sweep along a side of a board, or a greedy order. Searched: the order that a count
uses. Mirrored: a square retires together with its image, and half of the counters are stored.
"""

from __future__ import annotations

import random
import sys
import time

import numpy as np

from babieca import Board, Graph, Question, _core
from babieca.engines.retirement import (
    Order,
    frontier_width,
    mirrored_order,
    order_search,
)
from babieca.engines.sweep.sweeps import best_order, prepared
from babieca.invariants import vertex_symmetries
from babieca.limits import Limits
from babieca.questions import Kind

GREEDY_STARTS, WIDER, LARGER, SEARCH_ROUNDS = 16, 2, 100.0, 30_000
"""As in cpp/core/frontier/order_choice.cpp."""

MOST_COUNTED_SLOTS = 24
"""A search guesses the counters of wider frontiers."""


def cube(dimensions: int) -> Graph:
    size = 1 << dimensions
    pairs = ((v, v ^ 1 << axis) for v in range(size) for axis in range(dimensions))
    return Graph.from_edges([(u, v) for u, v in pairs if u < v])


def generalised_petersen(size: int, skip: int) -> Graph:
    edges = []
    for i in range(size):
        edges += [(i, (i + 1) % size), (i, size + i), (size + i, size + (i + skip) % size)]
    return Graph.from_edges(edges)


def random_cubic(size: int, seed: int) -> Graph:
    chance = random.Random(seed)
    while True:
        points = [vertex for vertex in range(size) for _ in range(3)]
        chance.shuffle(points)
        edges = {(min(pair), max(pair)) for pair in zip(points[::2], points[1::2], strict=True)}
        if len(edges) == 3 * size // 2 and all(u != v for u, v in edges):
            return Graph.from_edges(sorted(edges))


PLACES: list[tuple[str, Board | Graph, Kind]] = [
    ("6x6 closed", Board(6, 6), "closed"),
    ("7x8 closed", Board(7, 8), "closed"),
    ("8x8 closed", Board(8, 8), "closed"),
    ("8x8 paths", Board(8, 8), "path"),
    ("7x9 paths", Board(7, 9), "path"),
    ("5x12 paths", Board(5, 12), "path"),
    ("9x10 closed", Board(9, 10), "closed"),
    ("8x32 closed", Board(8, 32), "closed"),
    ("7x7 without d4", Board(7, 7, holes="d4"), "closed"),
    ("8x8 without corners", Board(8, 8, holes="a1,a8,h1,h8"), "closed"),
    ("8x8 without its middle", Board(8, 8, holes="d4,d5,e4,e5"), "closed"),
    ("6x8 cylinder, long side joined", Board(6, 8, wrap="1"), "closed"),
    ("6x8 cylinder, short side joined", Board(6, 8, wrap="0"), "closed"),
    ("4x8 torus", Board(4, 8, wrap="all"), "closed"),
    ("5x6 torus", Board(5, 6, wrap="all"), "closed"),
    ("8x10 wazir", Board(8, 10, leaper="wazir"), "closed"),
    ("9x10 giraffe", Board(9, 10, leaper="giraffe"), "closed"),
    ("8x8 camel", Board(8, 8, leaper="camel"), "closed"),
    ("3x4x4", Board(3, 4, 4), "closed"),
    ("2x4x6", Board(2, 4, 6), "closed"),
    ("cube of 5 dimensions", cube(5), "closed"),
    ("generalised Petersen graph (20, 6)", generalised_petersen(20, 6), "closed"),
    ("random cubic graph of 60", random_cubic(60, 1), "closed"),
]


def sizes(question: Question, order: Order) -> str:
    slots = frontier_width(question, order)
    if slots > MOST_COUNTED_SLOTS:
        return f"{slots} | - | -"
    total = f"{order_search(question).counters(order):.3e}"
    if slots > _core.most_block_slots:
        return f"{slots} | {total} | -"
    ready = prepared(question, tuple(order.tolist()), ())
    return f"{slots} | {total} | {ready.block_plan().peak_counters:.2e}"


FOLDED = [
    (Board(8, 10), "half-turn"),
    (Board(10, 10), "half-turn"),
    (Board(8, 12), "half-turn"),
    (Board(10, 12), "half-turn"),
    (Board(12, 12), "half-turn"),
    (Board(14, 14), "quarter-turn"),
]


def folded_sizes(board: Board, symmetry: str) -> str:
    """Return the sizes of the best order found for the orbits of a symmetry."""
    graph = Graph.of(board)
    image = dict(vertex_symmetries(graph))[symmetry]
    least = np.arange(len(graph))
    for _ in range(4):
        least = np.minimum(least, least[image])
    orbit = np.unique(least, return_inverse=True)[1]
    edges = {(min(u, v), max(u, v)) for u, v in orbit[np.array(graph.edges())].tolist() if u != v}
    quotient = Graph.from_edges(sorted(edges), vertices=range(int(orbit.max()) + 1))
    search = order_search(Question(quotient))
    met = [list(dict.fromkeys(orbit[order].tolist())) for order in _core.line_sweeps(graph.place)]
    starts = [search.greediest(GREEDY_STARTS), *(np.array(one, dtype=np.int32) for one in met)]
    found = [search.improve(start, WIDER, LARGER, SEARCH_ROUNDS, 0) for start in starts]
    order = min(found, key=lambda one: max(search.layers(one)))
    slots = frontier_width(Question(quotient), order)
    layers = search.layers(order)
    return f"| {board} {symmetry} | {slots} | {sum(layers):.3e} | {max(layers):.2e} |"


def main() -> None:
    if "--folded" in sys.argv[1:]:
        for folded, symmetry in FOLDED:
            print(folded_sizes(folded, symmetry), flush=True)
        return
    print(
        "| board or graph | simple: slots | total | largest | searched: slots | total | largest "
        "| half of the mirrored total | seconds |"
    )
    print("|" + 9 * "---|")
    for name, place, kind in PLACES:
        question = Question.ask(place, kind)
        search = order_search(question)
        simple = _core.line_sweeps(question.graph.place) or [search.greediest(GREEDY_STARTS)]
        began = time.perf_counter()
        order = best_order(question, Limits())
        seconds = time.perf_counter() - began
        row = f"| {name} | {sizes(question, min(simple, key=search.counters))}"
        row += f" | {sizes(question, order)} |"
        mirrored = mirrored_order(question)
        half = "-" if mirrored is None else f"{search.counters(mirrored[0]) / 2:.3e}"
        print(f"{row} {half} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
