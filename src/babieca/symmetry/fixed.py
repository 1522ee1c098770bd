"""Tours that one symmetry of the board keeps: how many, and which."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from babieca import _core, _reference
from babieca.boards import Board
from babieca.checking import checked_kind
from babieca.counting.count import count, parse_memory
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.memory import available_bytes, human_bytes
from babieca.orders import retirement_order
from babieca.symmetries import Symmetry
from babieca.symmetry.folding import (
    FEWEST_ORBITS,
    Image,
    find_symmetry,
    orbit_count,
    questions_for,
    reflections,
    vertex_image,
)
from babieca.tours import Tour


@dataclass(frozen=True)
class FixedReport:
    """A number of tours kept by a symmetry, and what it took. `int(report)` is the number."""

    value: int
    symmetry: str
    slots: int
    states: int
    peak_states: int
    peak_bytes: int
    seconds: float

    def __int__(self) -> int:
        return self.value


def count_fixed(
    board: Board,
    symmetry: str | Symmetry,
    kind: str = "closed",
    *,
    style: str | None = None,
    memory: int | str | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> int:
    """Count the undirected tours of a board that a symmetry maps to themselves.

    `symmetry` is a name such as "half-turn", "quarter-turn" or "left-right reflection"; plain
    "reflection" means any reflection in a line, provided only one of them keeps a tour. `kind` is
    "closed", "path" or "open". For closed tours, `style` "Eulerian" asks for those that the
    symmetry shifts along themselves, "Bergholtian" for those it runs backwards.

    >>> count_fixed(Board(6, 6), "half-turn"), count_fixed(Board(6, 6), "quarter-turn")
    (78, 10)
    >>> count_fixed(Board(5, 6), "reflection"), count_fixed(Board(5, 5), "half-turn", "path")
    (4, 32)
    """
    if symmetry == "reflection":
        counts = {
            known.name: count_fixed(
                board, known, kind, style=style, memory=memory, progress=progress
            )
            for known in reflections(board)
        }
        keeping = [name for name, value in counts.items() if value]
        if len(keeping) > 1:
            raise BadInputError(f"more than one reflection keeps a tour: ask for {keeping[0]!r}")
        return sum(counts.values())
    return fixed_report(board, symmetry, kind, style=style, memory=memory, progress=progress).value


def fixed_report(
    board: Board,
    symmetry: str | Symmetry,
    kind: str = "closed",
    *,
    style: str | None = None,
    memory: int | str | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> FixedReport:
    """Count like `count_fixed` and also say with how much work, memory and time."""
    questions = questions_for(kind, style)
    known = find_symmetry(board, symmetry)
    image = vertex_image(board, known)
    began = time.perf_counter()
    if np.array_equal(image, np.arange(len(image))):
        value = 0 if style == "Bergholtian" else count(board, kind, memory=memory)
        return FixedReport(value, known.name, 0, 0, 0, 0, time.perf_counter() - began)
    graph = Graph.from_board(board)
    if orbit_count(image) < FEWEST_ORBITS:
        value = sum(1 for _ in _listed(graph, image, kind, style))
        return FixedReport(value, known.name, 0, value, value, 0, time.perf_counter() - began)
    base = retirement_order(graph)
    budget = parse_memory(memory) or available_bytes()
    answers = []
    for question in questions:
        try:
            answers.append(
                _core.count_folded(
                    graph.offsets, graph.targets, image, question, base, budget, progress
                )
            )
        except _core.OutOfMemoryBudget:
            raise BadInputError(
                f"the {known.name} of {board} has more states than {human_bytes(budget)} of memory "
                "hold; allow more with memory="
            ) from None
        except ValueError as error:
            raise BadInputError(f"cannot fold {board}: {error}") from None
    return FixedReport(
        sum(_number(answer["words"]) for answer in answers),
        known.name,
        max(answer["slots"] for answer in answers),
        sum(answer["states"] for answer in answers),
        max(answer["peak_states"] for answer in answers),
        max(answer["peak_bytes"] for answer in answers),
        time.perf_counter() - began,
    )


def symmetric_tours(
    board: Board,
    symmetry: str | Symmetry,
    kind: str = "closed",
    *,
    style: str | None = None,
    limit: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> list[Tour]:
    """List the tours a symmetry keeps, each once, in canonical form; at most `limit` of them.

    They are found by searching the folded board, which has half the squares or fewer.

    >>> tours = symmetric_tours(Board(6, 6), "quarter-turn")
    >>> len(tours), [symmetry.name for symmetry in tours[0].symmetries()][:2]
    (10, ['identity', 'half-turn'])
    """
    if limit is not None and limit < 0:
        raise BadInputError(f"limit is at least 0, not {limit}")
    questions = questions_for(kind, style)
    known = find_symmetry(board, symmetry)
    image = vertex_image(board, known)
    if np.array_equal(image, np.arange(len(image))):
        raise BadInputError(f"{known.name} keeps every tour of {board}; list them by a search")
    graph = Graph.from_board(board)
    squares = board.indices()
    found: list[Tour] = []
    if orbit_count(image) < FEWEST_ORBITS:
        for walk in _listed(graph, image, kind, style):
            found.append(Tour(board, squares[list(walk)], kind=checked_kind(kind)))
        return found[:limit]
    for question in questions:
        left = -1 if limit is None else limit - len(found)
        vertices, _ = _core.list_folded(
            graph.offsets, graph.targets, image, question, left, progress
        )
        for row in vertices.reshape(-1, len(graph)):
            found.append(Tour(board, squares[row], kind=checked_kind(kind)).canonical())
    return found


def _listed(graph: Graph, image: Image, kind: str, style: str | None) -> list[tuple[int, ...]]:
    """Return the tours of a tiny board that the symmetry keeps, by listing all of them."""
    neighbours = _reference.adjacency(graph)
    listing = {
        "closed": _reference.closed_tours,
        "path": _reference.paths,
        "open": _reference.open_tours,
    }[kind]
    kept = []
    for walk in listing(neighbours):
        moved = tuple(int(image[vertex]) for vertex in walk)
        at = moved.index(walk[0]) if kind == "closed" else 0
        shifted = moved[at:] + moved[:at]
        backwards = (shifted[0], *shifted[:0:-1]) if kind == "closed" else moved[::-1]
        if (shifted == walk and style != "Bergholtian") or (
            backwards == walk and style != "Eulerian"
        ):
            kept.append(walk)
    return kept


def _number(words: list[int]) -> int:
    return sum(word << (64 * position) for position, word in enumerate(words))
