"""A question in words, checked and made ready for the core.

Closed tours are met once each, from one start and in one direction; paths once each, from the end
with the lower index; with `start` (or `end`) given, every path that begins (or ends) there.
`directed` gives each once per direction.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from babieca import _core
from babieca.boards import Board, SquareLike
from babieca.edges import EdgesLike, parse_edges
from babieca.errors import BadInputError
from babieca.graphs import Graph
from babieca.searching.orders import ORDERS, OrderLike, move_order
from babieca.symmetries import Symmetry

Kind = Literal["closed", "path", "open"]
KINDS = ("closed", "path", "open")

RULES: dict[str, int] = {
    "island": 1,
    "dangling-colour": 2,
    "dangling-end": 4,
    "second-dangling": 8,
    "last-three": 16,
    "divided": 32,
    "equivalent": 64,
    "forced": 128,
}
RULE_SETS: dict[str, tuple[str, ...]] = {
    "none": (),
    "seed": ("island", "dangling-colour", "dangling-end", "last-three"),
    "default": ("dangling-colour", "forced"),
    "all": tuple(RULES),
}
# Two knights walk without forced edges: their fragments would have to be joined in pairs.
HALF_TURN_RULES = ("island", "dangling-end", "second-dangling")
MOST_VERTICES = 1023
MOST_MEGABYTES = 2**20

RulesLike = str | Iterable[str]

__all__ = ["ORDERS", "RULES", "Question", "ask"]


@dataclass(frozen=True)
class Question:
    """A question ready to be asked of the core, with what is needed to name it in a checkpoint."""

    graph: Graph
    kind: Kind
    rules: tuple[str, ...]
    instance: _core.SearchInstance
    fingerprint: str


def ask(
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
    subtour_squares: int | None = None,
    subtour_megabytes: int = 64,
) -> Question:
    """Check the arguments of a search and prepare it."""
    graph = Graph.of(board)
    if kind not in KINDS:
        raise BadInputError(f"unknown kind {kind!r}: choose {', '.join(KINDS)}")
    if len(graph) > MOST_VERTICES:
        raise BadInputError(
            f"the search visits every tour of at most {MOST_VERTICES} squares, not {len(graph)}"
        )
    if kind == "closed" and end is not None:
        raise BadInputError("a closed tour has no end; give a start, or edges it must run through")
    if first is not None and start is None:
        raise BadInputError("a first move needs a start")
    wanted = rule_names("half-turn" if symmetry and rules == "default" else rules)
    twin = _twin(graph, kind, symmetry)
    arguments: dict[str, Any] = {
        "kind": KINDS.index(kind),
        "start": _vertex(graph, start),
        "second": _vertex(graph, first),
        "end": _vertex(graph, end),
        "directed": bool(directed),
        "through": sorted(parse_edges(graph, through)),
        "avoiding": sorted(parse_edges(graph, avoiding)),
        "twin": twin,
        "rules": sum(RULES[name] for name in wanted),
        "subtour_squares": len(graph) // 2
        if subtour_squares is None
        else whole_number("subtour_squares", subtour_squares, 0, MOST_VERTICES),
    }
    chosen = move_order(graph, order)
    arguments |= {"order": chosen.code, "listed": chosen.listed, "rank": chosen.rank}
    if first is not None and not graph.has_edge(arguments["start"], arguments["second"]):
        raise BadInputError(f"{first} is not a move from {start}")
    if arguments["through"] and twin:
        raise BadInputError("required edges and a symmetry cannot be combined")
    if both := set(arguments["through"]) & set(arguments["avoiding"]):
        raise BadInputError(f"an edge is both required and avoided: {both.pop()}")
    megabytes = whole_number("subtour_megabytes", subtour_megabytes, 1, MOST_MEGABYTES)
    instance = _core.SearchInstance(
        graph.offsets, graph.targets, subtour_bytes=megabytes << 20, **arguments
    )
    return Question(graph, kind, wanted, instance, _fingerprint(graph, arguments))


def rule_names(rules: RulesLike) -> tuple[str, ...]:
    """Return rules by name: a set such as `seed`, or names one by one.

    >>> rule_names("seed")
    ('island', 'dangling-colour', 'dangling-end', 'last-three')
    >>> rule_names("forced, island")
    ('island', 'forced')
    """
    if isinstance(rules, str):
        if rules == "half-turn":
            return HALF_TURN_RULES
        if rules in RULE_SETS:
            return RULE_SETS[rules]
        rules = [name.strip() for name in rules.split(",")]
    wanted = set(rules)
    if unknown := sorted(wanted - set(RULES)):
        raise BadInputError(
            f"unknown rule {unknown[0]!r}: choose among {', '.join(RULES)}, or one of the sets "
            f"{', '.join(RULE_SETS)}"
        )
    return tuple(name for name in RULES if name in wanted)


def whole_number(name: str, value: Any, least: int, most: int) -> int:
    """Return an argument that is a whole number between bounds; refuse any other.

    >>> whole_number("threads", 3, 1, 1024)
    3
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        raise BadInputError(f"{name} must be a whole number from {least} to {most}, not {value!r}")
    return number


def _vertex(graph: Graph, square: SquareLike | None) -> int:
    return -1 if square is None else graph.vertex(square)


def _twin(graph: Graph, kind: Kind, symmetry: str | None) -> list[int]:
    """Return, for every vertex, its image under the half-turn."""
    if symmetry is None:
        return []
    board = graph.board
    if symmetry != "half-turn":
        raise BadInputError(f"unknown symmetry {symmetry!r}: half-turn is the one there is")
    if board is None or board.dimensions != 2 or kind != "closed":
        raise BadInputError("the half-turn is for closed tours of boards of two dimensions")
    half_turn = Symmetry.named("half-turn")
    if half_turn not in board.symmetries():
        raise BadInputError("the half-turn does not keep this board")
    image = half_turn.permutation(board.sides)
    number = np.full(board.cells, -1, dtype=np.int64)
    number[board.indices()] = np.arange(len(board))
    twin = number[image[board.indices()]]
    if np.any(twin == np.arange(len(board))):
        raise BadInputError("the half-turn keeps the middle square, so no closed tour is symmetric")
    found: list[int] = twin.tolist()
    return found


def _fingerprint(graph: Graph, arguments: dict[str, Any]) -> str:
    digest = hashlib.sha256(b"babieca search 1")
    digest.update(graph.offsets.tobytes())
    digest.update(graph.targets.tobytes())
    digest.update(repr(sorted(arguments.items())).encode())
    return digest.hexdigest()
