"""Families of graphs: adjacency lists by plain Python, the same on every machine."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Hashable, Iterable
from functools import partial

Adjacency = list[list[int]]
Pair = tuple[Hashable, Hashable]


def of_pairs(pairs: Iterable[Pair], names: Iterable[Hashable]) -> Adjacency:
    """Return the neighbours of every vertex, numbered in the order of the names."""
    number = {name: vertex for vertex, name in enumerate(names)}
    near: list[set[int]] = [set() for _ in number]
    for one, other in pairs:
        near[number[one]].add(number[other])
        near[number[other]].add(number[one])
    return [sorted(some) for some in near]


def regular(vertices: int, degree: int, seed: int = 0) -> Adjacency:
    """Return a random regular graph: random pairs of half-edges, switched until it is simple."""
    chance = random.Random(seed)
    halves = [v for v in range(vertices) for _ in range(degree)]
    chance.shuffle(halves)
    pairs = [(halves[i], halves[i + 1]) for i in range(0, len(halves), 2)]
    count: dict[Pair, int] = {}
    for u, v in pairs:
        count[min(u, v), max(u, v)] = count.get((min(u, v), max(u, v)), 0) + 1
    bad = [i for i, (u, v) in enumerate(pairs) if u == v or count[min(u, v), max(u, v)] > 1]
    while bad:
        i, j = bad[-1], chance.randrange(len(pairs))
        (a, b), (c, d) = pairs[i], pairs[j]
        if a != b and count[min(a, b), max(a, b)] == 1:
            bad.pop()
            continue
        new = [(min(a, c), max(a, c)), (min(b, d), max(b, d))]
        if a == c or b == d or new[0] == new[1] or any(count.get(pair, 0) for pair in new):
            continue
        for u, v in (pairs[i], pairs[j]):
            count[min(u, v), max(u, v)] -= 1
        pairs[i], pairs[j] = new
        for pair in new:
            count[pair] = 1
    return of_pairs(pairs, range(vertices))


def planted(vertices: int, degree: int) -> Adjacency:
    """Return a random graph with a closed tour hidden in it."""
    chance = random.Random(vertices)
    order = list(range(vertices))
    chance.shuffle(order)
    edges = {frozenset(pair) for pair in itertools.pairwise([*order, order[0]])}
    while 2 * len(edges) < vertices * degree:
        edges.add(frozenset(chance.sample(order, 2)))
    return of_pairs((tuple(edge) for edge in edges), range(vertices))


def geometric(vertices: int, degree: float, seed: int = 0) -> Adjacency:
    """Return random points of a square, joined within the radius that gives this mean degree."""
    chance = random.Random(seed)
    points = [(chance.random(), chance.random()) for _ in range(vertices)]
    radius = (degree / 3.141592653589793 / vertices) ** 0.5
    cells: dict[tuple[int, int], list[int]] = {}
    for v, (x, y) in enumerate(points):
        cells.setdefault((int(x / radius), int(y / radius)), []).append(v)
    pairs = []
    for (i, j), some in cells.items():
        for a, b in itertools.product((-1, 0, 1), repeat=2):
            for u, v in itertools.product(some, cells.get((i + a, j + b), ())):
                (x, y), (z, w) = points[u], points[v]
                if u < v and (x - z) ** 2 + (y - w) ** 2 <= radius**2:
                    pairs.append((u, v))
    return of_pairs(pairs, range(vertices))


def process(vertices: int, seed: int = 0) -> Adjacency:
    """Return a random graph at the threshold: edges one by one until every degree is two."""
    chance = random.Random(seed)
    near: list[set[int]] = [set() for _ in range(vertices)]
    low = vertices
    while low:
        u, v = chance.sample(range(vertices), 2)
        if v not in near[u]:
            low -= (len(near[u]) == 1) + (len(near[v]) == 1)
            near[u].add(v)
            near[v].add(u)
    return [sorted(some) for some in near]


def petersen(n: int, k: int) -> Adjacency:
    """Return the generalized Petersen graph GP(n, k)."""
    pairs: list[Pair] = []
    for i in range(n):
        pairs += [(i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n)]
    return of_pairs(pairs, range(2 * n))


def flower_snark(n: int) -> Adjacency:
    """Return the flower snark of 4n vertices, n odd."""
    pairs: list[Pair] = []
    for i in range(n):
        a, b, c, d = range(4 * i, 4 * i + 4)
        pairs += [(a, b), (a, c), (a, d), (b, (b + 4) % (4 * n))]
        pairs += [(c, c + 4), (d, d + 4)] if i < n - 1 else [(c, 3), (d, 2)]
    return of_pairs(pairs, range(4 * n))


def hypercube(dimensions: int) -> Adjacency:
    """Return the graph of the bit strings of this length."""
    return [sorted(v ^ 1 << bit for bit in range(dimensions)) for v in range(1 << dimensions)]


def kneser(n: int, k: int) -> Adjacency:
    """Return the graph of the k-sets out of n, joined if disjoint."""
    sets = [frozenset(some) for some in itertools.combinations(range(n), k)]
    pairs = ((s, t) for s, t in itertools.combinations(sets, 2) if not s & t)
    return of_pairs(pairs, sets)


def cayley(n: int) -> Adjacency:
    """Return the Cayley graph of all permutations of n by (1 2), (1 2 … n) and its inverse."""
    perms = list(itertools.permutations(range(n)))
    pairs = [(p, (p[1], p[0], *p[2:])) for p in perms] + [(p, (*p[1:], p[0])) for p in perms]
    return of_pairs(pairs, perms)


def pancake(n: int) -> Adjacency:
    """Return the Cayley graph of all permutations of n by the reversals of beginnings."""
    perms = list(itertools.permutations(range(n)))
    pairs = ((p, (*p[k::-1], *p[k + 1 :])) for p in perms for k in range(1, n))
    return of_pairs(pairs, perms)


def coxeter() -> Adjacency:
    """Return the Coxeter graph: the 28 three-sets out of seven that are no line, if disjoint."""
    lines = {frozenset((i % 7, (i + 1) % 7, (i + 3) % 7)) for i in range(7)}
    sets = [s for s in map(frozenset, itertools.combinations(range(7), 3)) if s not in lines]
    return of_pairs(((s, t) for s, t in itertools.combinations(sets, 2) if not s & t), sets)


def meredith() -> Adjacency:
    """Return the Meredith graph: the Petersen graph, spokes doubled, each vertex a K(4, 3)."""
    pairs: list[Pair] = [((u, i), (u, j)) for u in range(10) for i in range(4) for j in (4, 5, 6)]
    free = {u: iter(range(4)) for u in range(10)}  # each of the four vertices has one edge outside
    for u, some in enumerate(petersen(5, 2)):
        for v in some:
            for _ in range(1 + (v == u + 5) if u < v else 0):
                pairs.append(((u, next(free[u])), (v, next(free[v]))))
    return of_pairs(pairs, [(u, i) for u in range(10) for i in range(7)])


def moves_on(squares: list[tuple[int, int]], moves: Iterable[tuple[int, int]]) -> Adjacency:
    """Return the squares, joined by the moves."""
    here = set(squares)
    steps = [(a, b) for a, b in moves]
    pairs = (
        ((x, y), (x + a, y + b)) for x, y in squares for a, b in steps if (x + a, y + b) in here
    )
    return of_pairs(pairs, squares)


def grid_with_holes(side: int) -> Adjacency:
    """Return a grid with square holes of 2x2, all apart, so that it can be toured by blocks."""
    squares = [
        (x, y)
        for x, y in itertools.product(range(side), repeat=2)
        if not (x // 2 % 3 == 1 and y // 2 % 3 == 1)
    ]
    return moves_on(squares, ((0, 1), (1, 0)))


def knight_ring(side: int) -> Adjacency:
    """Return the knight's moves within a ring: a disk without a smaller disk."""
    middle = (side - 1) / 2
    squares = [
        (x, y)
        for x, y in itertools.product(range(side), repeat=2)
        if side**2 / 16 <= (x - middle) ** 2 + (y - middle) ** 2 <= side**2 / 4
    ]
    return moves_on(squares, ((1, 2), (2, 1), (1, -2), (2, -1)))


def line_graph(adjacency: Adjacency) -> Adjacency:
    """Return the graph of the edges, joined if they share a vertex."""
    edges = [(u, v) for u, some in enumerate(adjacency) for v in some if u < v]
    at: list[list[Hashable]] = [[] for _ in adjacency]
    for edge in edges:
        for vertex in edge:
            at[vertex].append(edge)
    return of_pairs(
        itertools.chain.from_iterable(itertools.combinations(some, 2) for some in at), edges
    )


def knight_moves(rows: int, columns: int) -> Adjacency:
    """Return the knight's moves of a rectangle; squares are numbered row by row."""
    squares = list(itertools.product(range(rows), range(columns)))
    return moves_on(squares, ((1, 2), (2, 1), (1, -2), (2, -1)))


Make = Callable[[], Adjacency]


def sizes(words: str, make: Callable[..., Adjacency], *sizes: int, **more: int) -> dict[str, Make]:
    """Return graphs of one family by their names."""
    return {f"{words}, {size:,} vertices": partial(make, size, **more) for size in sizes}


PLANTED = {
    f"{count} vertices, mean degree {degree}": partial(planted, count, degree)
    for count, degree in ((100, 4), (1000, 6), (3000, 12))
}

# Grouped by family, small graphs first.
FAMILIES: list[dict[str, Make]] = [
    *(
        sizes(f"random {degree}-regular", regular, 100, 1000, 10_000, 100_000, degree=degree)
        for degree in (3, 4, 5, 6)
    ),
    sizes("random geometric", geometric, 100, 1000, 10_000, degree=25),
    sizes("random, at the threshold", process, 100, 1000, 10_000),
    {f"Petersen GP({n}, {k})": partial(petersen, n, k) for n, k in ((25, 7), (500, 21))},
    {f"hypercube of {n} dimensions": partial(hypercube, n) for n in (6, 10, 14)},
    {f"Kneser ({n}, {k})": partial(kneser, n, k) for n, k in ((9, 3), (11, 5))},
    {f"Cayley, {n}! permutations": partial(cayley, n) for n in (5, 6, 8)},
    {f"pancakes, {n}! permutations": partial(pancake, n) for n in (5, 7)},
    {f"grid with holes, {n}x{n}": partial(grid_with_holes, n) for n in (12, 24, 60)},
    {f"knight's ring, {n}x{n}": partial(knight_ring, n) for n in (20, 60)},
    {
        f"line graph, {3 * n // 2:,} vertices": lambda n=n: line_graph(regular(n, 3))
        for n in (100, 1000)
    },
]

NONE: list[dict[str, Make]] = [
    {f"Petersen GP({n}, 2)": partial(petersen, n, 2) for n in (5, 11, 29, 101, 5003)},
    {f"flower snark J{n}": partial(flower_snark, n) for n in (5, 9, 15, 301)},
    {"Coxeter": coxeter},
    {"Meredith": meredith},
]
"""Graphs without a closed tour."""
