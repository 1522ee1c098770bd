"""The programs compared: one small function for each task that a program can do.

A count is a number. A tour is a list of vertices, which is checked here; the answer to the question
for the cheapest tour is the total of its weights. A listing is the number of different tours.
`python -m benchmarks.peers.contestants NUMBER NAME SECONDS` answers one question within some
seconds of the processor, and prints the answer and its cost as JSON. The clock starts when the
adjacency lists are made.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from benchmarks.peers.asking import (
    CHEAPEST,
    COUNT,
    CYCLE,
    FAMILY,
    FIND,
    FIND_PATH,
    LIST,
    PATHS,
    PROVE,
    QUESTIONS,
    Adjacency,
    Asked,
)

Answer = int | list[int] | None


def edges_of(adjacency: Adjacency) -> list[tuple[int, int]]:
    """Return every edge once."""
    return [(u, v) for u, some in enumerate(adjacency) for v in some if u < v]


def with_apex(adjacency: Adjacency) -> Adjacency:
    """Join a new vertex to all others: its closed tours are the paths of the rest."""
    apex = len(adjacency)
    return [*([*some, apex] for some in adjacency), list(range(apex))]


def different(tours: Iterable[Iterable[tuple[int, int]]]) -> int:
    """Return the number of different edge sets."""
    return len({frozenset(frozenset(edge) for edge in tour) for tour in tours})


# Babieca.


def babieca_subject(asked: Asked) -> Any:
    import babieca

    if asked.sides:
        return babieca.Board(*asked.sides)
    return babieca.Graph.from_edges(edges_of(asked.adjacency()))


def babieca_count(asked: Asked) -> int:
    import babieca

    return babieca.count(babieca_subject(asked), "path" if asked.task == PATHS else "closed")


def babieca_list(asked: Asked) -> int:
    import babieca

    tours = babieca.tours(babieca_subject(asked))
    every = (tour.indices.tolist() for tour in tours)
    return different(zip(t, [*t[1:], t[0]], strict=True) for t in every)


def babieca_find(asked: Asked) -> list[int]:
    import babieca

    subject = babieca_subject(asked)
    tour = babieca.find(subject, "path" if asked.task == FIND_PATH else "closed")
    return tour.indices.tolist() if asked.sides else list(tour.names)


def babieca_prove(asked: Asked) -> list[int] | None:
    import babieca

    try:
        return babieca_find(asked)
    except babieca.NoTourError:
        return None


def babieca_cheapest(asked: Asked) -> list[int]:
    import babieca

    subject = babieca_subject(asked)
    tour = babieca.find(subject, cheapest=asked.weights())
    return tour.indices.tolist() if asked.sides else list(tour.names)


# Graphillion: all tours as one decision diagram.


def graphillion_tours(adjacency: Adjacency) -> Any:
    from graphillion import GraphSet

    GraphSet.set_universe(edges_of(adjacency))
    return GraphSet.cycles(is_hamilton=True)


def graphillion_count(asked: Asked) -> int:
    adjacency = asked.adjacency()
    return len(graphillion_tours(with_apex(adjacency) if asked.task == PATHS else adjacency))


def graphillion_list(asked: Asked) -> int:
    return different(graphillion_tours(asked.adjacency()))


def graphillion_find(asked: Asked) -> list[int] | None:
    some = next(iter(graphillion_tours(asked.adjacency())), None)
    return None if some is None else walked(some)


def walked(edges: Iterable[tuple[int, int]]) -> list[int]:
    """Return the vertices of a cycle in order."""
    beside: dict[int, list[int]] = {}
    for u, v in edges:
        beside.setdefault(u, []).append(v)
        beside.setdefault(v, []).append(u)
    tour, before = [next(iter(beside))], -1
    while len(tour) < len(beside):
        before, step = tour[-1], next(v for v in beside[tour[-1]] if v != before)
        tour.append(step)
    return tour


# networkx: cycles one by one, and cycles as subgraphs.


def networkx_cycles(adjacency: Adjacency) -> Iterator[list[int]]:
    import networkx

    graph = networkx.Graph(edges_of(adjacency))
    every = networkx.simple_cycles(graph, length_bound=len(adjacency))
    return (cycle for cycle in every if len(cycle) == len(adjacency))


def networkx_count(asked: Asked) -> int:
    adjacency = asked.adjacency()
    return sum(
        1 for _ in networkx_cycles(with_apex(adjacency) if asked.task == PATHS else adjacency)
    )


def networkx_list(asked: Asked) -> int:
    return different(
        zip(c, [*c[1:], c[0]], strict=True) for c in networkx_cycles(asked.adjacency())
    )


def networkx_find(asked: Asked) -> list[int] | None:
    import networkx
    from networkx.algorithms.isomorphism import GraphMatcher

    adjacency = asked.adjacency()
    line = networkx.path_graph if asked.task == FIND_PATH else networkx.cycle_graph
    graph = networkx.Graph(edges_of(adjacency))
    found = next(GraphMatcher(graph, line(len(adjacency))).subgraph_monomorphisms_iter(), None)
    if found is None:
        return None
    place = {position: vertex for vertex, position in found.items()}
    return [place[position] for position in range(len(adjacency))]


# Sage, by its package passagemath-graphs.


def sage_graph(adjacency: Adjacency) -> Any:
    from sage.graphs.graph import Graph

    return Graph(edges_of(adjacency))


def sage_count(asked: Asked) -> int:
    adjacency = asked.adjacency()
    if asked.task == PATHS:
        adjacency = with_apex(adjacency)
    graph = sage_graph(adjacency)
    from sage.graphs.graph_generators import graphs

    cycle = graphs.CycleGraph(len(adjacency))
    return int(graph.subgraph_search_count(cycle)) // (2 * len(adjacency))


def sage_find(asked: Asked) -> list[int] | None:
    found, tour = sage_graph(asked.adjacency()).hamiltonian_cycle(algorithm="backtrack")
    return [int(vertex) for vertex in tour] if found else None


# OR-tools CP-SAT: a circuit through all vertices.


def cp_sat(adjacency: Adjacency) -> tuple[Any, Any, dict[tuple[int, int], Any]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    arcs = {(u, v): model.new_bool_var("") for u, some in enumerate(adjacency) for v in some}
    model.add_circuit([(u, v, used) for (u, v), used in arcs.items()])
    return cp_model, model, arcs


def cp_sat_find(asked: Asked) -> list[int] | None:
    adjacency = asked.adjacency()
    if asked.task == FIND_PATH:
        adjacency = with_apex(adjacency)
    cp_model, model, arcs = cp_sat(adjacency)
    solver = cp_model.CpSolver()
    if asked.task == CHEAPEST:
        weights = asked.weights()
        model.minimize(sum(weights[min(arc), max(arc)] * used for arc, used in arcs.items()))
    status = solver.solve(model)
    assert status != cp_model.UNKNOWN
    assert asked.task != CHEAPEST or status != cp_model.FEASIBLE
    if status == cp_model.INFEASIBLE:
        return None
    after = dict(arc for arc, used in arcs.items() if solver.value(used))
    tour = [len(adjacency) - 1]
    while len(tour) < len(adjacency):
        tour.append(after[tour[-1]])
    return tour[1:] if asked.task == FIND_PATH else tour


def cp_sat_list(asked: Asked) -> int:
    adjacency = asked.adjacency()
    cp_model, model, arcs = cp_sat(with_apex(adjacency) if asked.task == PATHS else adjacency)

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.tours: set[frozenset[frozenset[int]]] = set()

        def on_solution_callback(self) -> None:
            used = (arc for arc, variable in arcs.items() if self.value(variable))
            self.tours.add(frozenset(map(frozenset, used)))

    collector = Collector()
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, collector)
    return len(collector.tours)


# LKH by elkai: a move costs 0 or its weight, any other pair of squares more.


def lkh_find(asked: Asked) -> list[int] | None:
    import elkai

    adjacency = asked.adjacency()
    weights = asked.weights() if asked.task == CHEAPEST else {}
    rows = []
    for u, some in enumerate(adjacency):
        row = [1 + sum(weights.values())] * len(adjacency)
        for v in some:
            row[v] = weights.get((min(u, v), max(u, v)), 0)
        rows.append(row)
    tour: list[int] = elkai.DistanceMatrix(rows).solve_tsp()[:-1]
    if asked.task == FIND_PATH:
        breaks = [i for i in range(len(tour)) if tour[i] not in adjacency[tour[i - 1]]]
        tour = tour[breaks[0] :] + tour[: breaks[0]] if breaks else tour
    return tour


# Plain Python, as in a first course.


def warnsdorff(asked: Asked) -> list[int] | None:
    adjacency = asked.adjacency()
    for start in range(len(adjacency)):
        left = [len(some) for some in adjacency]
        visited = [False] * len(adjacency)
        path, here = [], start
        while here >= 0:
            path.append(here)
            visited[here] = True
            onward = [v for v in adjacency[here] if not visited[v]]
            for v in onward:
                left[v] -= 1
            here = min(onward, key=left.__getitem__, default=-1)
        if len(path) == len(adjacency):
            return path
    return None


def backtracked(adjacency: Adjacency, start: int, closed: bool) -> Iterator[list[int]]:
    """Yield all directed tours from a start: plain depth-first search, moves in their order."""
    path, visited = [start], [False] * len(adjacency)
    visited[start] = True
    ways = [iter(adjacency[start])]
    while ways:
        step = next((v for v in ways[-1] if not visited[v]), None)
        if step is None:
            ways.pop()
            visited[path.pop()] = False
            continue
        path.append(step)
        visited[step] = True
        ways.append(iter(adjacency[step]))
        if len(path) == len(adjacency) and (not closed or start in adjacency[step]):
            yield path


def backtracking_count(asked: Asked) -> int:
    adjacency = asked.adjacency()
    starts = range(len(adjacency)) if asked.task == PATHS else [0]
    closed = asked.task == COUNT
    return sum(1 for start in starts for _ in backtracked(adjacency, start, closed)) // 2


def backtracking_list(asked: Asked) -> int:
    every = backtracked(asked.adjacency(), 0, True)
    return different(zip(t, [*t[1:], t[0]], strict=True) for t in every)


def backtracking_find(asked: Asked) -> list[int] | None:
    closed = asked.task != FIND_PATH
    return next((list(path) for path in backtracked(asked.adjacency(), 0, closed)), None)


def backtracking_cheapest(asked: Asked) -> list[int] | None:
    every = (list(path) for path in backtracked(asked.adjacency(), 0, True))
    return min(every, key=lambda tour: total(tour, asked), default=None)


def each(find: Callable[[Asked], Answer], *tasks: str) -> dict[str, Callable[[Asked], Answer]]:
    """Use one function for several tasks."""
    return dict.fromkeys(tasks, find)


CONTESTANTS: dict[str, dict[str, Callable[[Asked], Answer]]] = {
    "babieca": {
        **each(babieca_count, COUNT, PATHS),
        LIST: babieca_list,
        **each(babieca_find, FIND, FIND_PATH, CYCLE, FAMILY),
        PROVE: babieca_prove,
        CHEAPEST: babieca_cheapest,
    },
    "graphillion": {
        **each(graphillion_count, COUNT, PATHS),
        LIST: graphillion_list,
        **each(graphillion_find, FIND, CYCLE),
    },
    "networkx": {
        **each(networkx_count, COUNT, PATHS),
        LIST: networkx_list,
        **each(networkx_find, FIND, FIND_PATH, CYCLE, PROVE),
    },
    "Sage": {
        **each(sage_count, COUNT, PATHS),
        **each(sage_find, FIND, CYCLE, FAMILY),
    },
    "CP-SAT": {
        **each(cp_sat_list, COUNT, PATHS, LIST),
        **each(cp_sat_find, FIND, FIND_PATH, CYCLE, FAMILY, PROVE, CHEAPEST),
    },
    "LKH": each(lkh_find, FIND, FIND_PATH, CYCLE, FAMILY, CHEAPEST),
    "Warnsdorff": {FIND_PATH: warnsdorff},
    "backtracking": {
        **each(backtracking_count, COUNT, PATHS),
        LIST: backtracking_list,
        **each(backtracking_find, FIND, FIND_PATH, CYCLE, PROVE),
        CHEAPEST: backtracking_cheapest,
    },
}

PACKAGES = {
    "babieca": ("babieca", "babieca.public"),
    "graphillion": ("graphillion", "graphillion"),
    "networkx": ("networkx", "networkx"),
    "Sage": ("passagemath-graphs", "sage.all__sagemath_graphs"),
    "CP-SAT": ("ortools", "ortools.sat.python.cp_model"),
    "LKH": ("elkai", "elkai"),
}
"""The packages to install, and the modules to import before the measurement."""


def is_tour(tour: list[int], adjacency: Adjacency, closed: bool) -> bool:
    """Whether a list of vertices answers the question."""
    if sorted(tour) != list(range(len(adjacency))):
        return False
    steps = zip(tour, [*tour[1:], tour[0]] if closed else tour[1:], strict=False)
    return all(v in adjacency[u] for u, v in steps)


def total(tour: list[int], asked: Asked) -> int:
    """Return the sum of the weights of a closed tour."""
    weights = asked.weights()
    steps = zip(tour, [*tour[1:], tour[0]], strict=True)
    return sum(weights[min(step), max(step)] for step in steps)


def judged(answer: Answer, asked: Asked) -> int | str:
    """Return a number unchanged; for a tour, whether it is valid or its total; "none" if proved."""
    if isinstance(answer, int):
        return answer
    if asked.task == PROVE:
        return "none" if answer is None else "wrong"
    closed = asked.task != FIND_PATH
    if not answer or not is_tour(answer, asked.adjacency(), closed):
        return "no tour"
    return total(answer, asked) if asked.task == CHEAPEST else "tour"


def limit_processor(seconds: float) -> None:
    """End this process after some more seconds of the processor."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds + 1), hard))


def main() -> None:
    """Answer one question and print its cost."""
    asked, name, seconds = QUESTIONS[int(sys.argv[1])], sys.argv[2], float(sys.argv[3])
    sys.setrecursionlimit(10**6)
    if name in PACKAGES:
        importlib.import_module(PACKAGES[name][1])
    asked.adjacency()
    limit_processor(seconds)
    wall, processor = time.perf_counter(), time.process_time()
    answer = CONTESTANTS[name][asked.task](asked)
    took = {"seconds": time.process_time() - processor, "wall": time.perf_counter() - wall}
    limit_processor(600)  # to check the answer
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"answer": judged(answer, asked), "peak": peak, **took}))


if __name__ == "__main__":
    main()
