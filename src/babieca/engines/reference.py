"""Every tour of a small graph, by backtracking without any pruning. Never optimised.

All engines are tested against this file, so it stays simple enough to check by reading. A graph is
given as a list of neighbour lists.
"""

from collections.abc import Callable, Iterator

from babieca.engines.protocol import Counted
from babieca.graphs import Graph
from babieca.invariants import vertex_image
from babieca.limits import Limits
from babieca.questions import Question

Entered = Callable[[], None] | None


def adjacency(graph: Graph) -> list[list[int]]:
    return [[int(other) for other in graph.neighbours(vertex)] for vertex in range(len(graph))]


def directed_paths(
    neighbours: list[list[int]], start: int, entered: Entered = None
) -> Iterator[tuple[int, ...]]:
    """Yield the directed Hamiltonian paths from `start`; call `entered` at every square.

    >>> list(directed_paths([[1, 2], [0, 2], [0, 1]], 0))
    [(0, 1, 2), (0, 2, 1)]
    """
    path = [start]

    def extend() -> Iterator[tuple[int, ...]]:
        if len(path) == len(neighbours):
            yield tuple(path)
            return
        for vertex in neighbours[path[-1]]:
            if vertex not in path:
                if entered is not None:
                    entered()
                path.append(vertex)
                yield from extend()
                path.pop()

    return extend()


def paths(neighbours: list[list[int]], entered: Entered = None) -> Iterator[tuple[int, ...]]:
    """Yield every path once, from the lesser of its ends."""
    for start in range(len(neighbours)):
        for path in directed_paths(neighbours, start, entered):
            if path[0] <= path[-1]:
                yield path


def closed_tours(neighbours: list[list[int]], entered: Entered = None) -> Iterator[tuple[int, ...]]:
    """Yield every closed tour once: from vertex 0, towards the lesser of its two neighbours."""
    if len(neighbours) >= 3:
        for path in directed_paths(neighbours, 0, entered):
            if path[-1] in neighbours[0] and path[1] < path[-1]:
                yield path


def tours(question: Question, entered: Entered = None) -> Iterator[tuple[int, ...]]:
    """Yield every undirected tour that a question asks for, by testing each tour of the graph.

    >>> from babieca.boards import Board
    >>> [len(path) for path in tours(Question.ask(Board(3, 4), "path", start="a1"))]
    [12, 12]
    """
    neighbours = adjacency(question.graph)
    for walk in (closed_tours if question.closed else paths)(neighbours, entered):
        open_enough = question.kind != "open" or walk[-1] not in neighbours[walk[0]]
        if open_enough and _obeys(question, walk):
            yield walk


def count(question: Question, limits: Limits) -> Counted:
    report, squares = limits.reporter(), 0

    def entered() -> None:
        nonlocal squares
        squares += 1
        if report is not None and squares % 1000 == 0:
            report(squares, 0)

    every = tours(question, None if report is None else entered)
    number = sum(len(numberings(question, walk)) if question.at else 1 for walk in every)
    return Counted(number * question.multiplicity, "reference")


def numberings(question: Question, walk: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return the numberings of a tour, from every square and in both directions, that obey `at`."""
    walks = {walk, walk[::-1]}
    if question.closed:
        walks = {one[turn:] + one[:turn] for one in walks for turn in range(len(walk))}
    return {
        one
        for one in walks
        if all(one[step - 1] == vertex for vertex, step in question.at)
        and one[: len(question.begin)] == question.begin
        and (question.start is None or one[0] == question.start)
        and (question.end is None or one[-1] == question.end)
    }


def _obeys(question: Question, walk: tuple[int, ...]) -> bool:
    steps = set(zip(walk, walk[1:] + walk[:1] if question.closed else walk[1:], strict=False))
    used = steps | {(v, u) for u, v in steps}
    if not question.through <= used or question.avoiding & used:
        return False
    if question.at:
        return bool(numberings(question, walk)) and _symmetric(question, walk)
    begins = _begins(question, walk) or _begins(question, walk[::-1])
    return begins and _symmetric(question, walk)


def _begins(question: Question, walk: tuple[int, ...]) -> bool:
    if question.closed:
        at = walk.index(question.begin[0]) if question.begin else 0
        walk = walk[at:] + walk[:at]
    elif (question.start is not None and walk[0] != question.start) or (
        question.end is not None and walk[-1] != question.end
    ):
        return False
    return walk[: len(question.begin)] == question.begin


def _symmetric(question: Question, walk: tuple[int, ...]) -> bool:
    if question.symmetry is None:
        return True
    assert question.board is not None
    image = vertex_image(question.board, question.symmetry.symmetry)
    moved = tuple(int(image[vertex]) for vertex in walk)
    if not question.closed:
        return moved in (walk, walk[::-1])
    at = moved.index(walk[0])
    shifted = moved[at:] + moved[:at]
    backwards = (shifted[0], *shifted[:0:-1])
    style = question.symmetry.style
    return (shifted == walk and style != "Bergholtian") or (
        backwards == walk and style != "Eulerian"
    )
