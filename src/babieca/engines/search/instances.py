"""A question with rules and a move order, prepared for the core's search.

The search meets each closed tour once, from one start and in one direction, and each path once,
from its end with the lower index. With `start` (or `end`) it meets every path that begins (or ends)
there; with `directed` it meets each tour once per direction.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from babieca import _core
from babieca.engines.answers import vertex_or_minus_one
from babieca.engines.search.move_orders import OrderLike, move_order
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.invariants import vertex_image
from babieca.questions import KINDS, Question
from babieca.symmetries import Symmetry
from babieca.words import whole_number

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
    "banon": ("island", "dangling-colour", "dangling-end", "last-three"),
    "default": ("dangling-colour", "forced"),
    "all": tuple(RULES),
}
# Two knights walk without forced edges: their fragments would have to be joined in pairs.
HALF_TURN_RULES = ("island", "dangling-end", "second-dangling")
MOST_VERTICES = 1023

RulesLike = str | Iterable[str]


@dataclass(frozen=True)
class Search:
    """A question with the rules and the move order of a search, prepared for the core."""

    question: Question
    rules: tuple[str, ...]
    instance: _core.SearchInstance
    arguments: Mapping[str, Any]

    @property
    def fingerprint(self) -> str:
        """A text that identifies the search, and so its checkpoints."""
        digest = hashlib.sha256(b"babieca search 2")
        digest.update(self.question.fingerprint.encode())
        digest.update(repr(sorted(self.arguments.items())).encode())
        return digest.hexdigest()


def search_for(
    question: Question,
    *,
    rules: RulesLike = "default",
    order: OrderLike = "fixed",
    subtour_squares: int | None = None,
    two_knights: bool = False,
) -> Search:
    """Check rules and move order, and prepare the search.

    The rule `equivalent` tabulates partial paths of `subtour_squares` squares (by default half the
    board). With `two_knights` the search meets only the closed tours that the half-turn keeps.
    """
    graph = question.graph
    refuse_many(graph)
    wanted = rule_names("half-turn" if two_knights and rules == "default" else rules)
    chosen = move_order(graph, order)
    arguments: dict[str, Any] = {
        "kind": KINDS.index(question.kind),
        "start": vertex_or_minus_one(question.start),
        "begin": list(question.begin),
        "end": vertex_or_minus_one(question.end),
        "directed": question.directed and question.multiplicity == 2,
        "through": sorted(question.through),
        "avoiding": sorted(question.avoiding),
        "twin": twin_of(question) if two_knights else [],
        "rules": sum(RULES[name] for name in wanted),
        "subtour_squares": len(graph) // 2
        if subtour_squares is None
        else whole_number("subtour_squares", subtour_squares, 0, MOST_VERTICES),
        "order": chosen.code,
        "listed": chosen.listed,
        "rank": chosen.rank,
    }
    instance = _core.SearchInstance(graph.offsets, graph.targets, **arguments)
    return Search(question, wanted, instance, arguments)


def refuse_many(graph: Graph) -> None:
    """Refuse a graph with too many vertices for the search, before it is built."""
    if len(graph) > MOST_VERTICES:
        raise BadInputError(
            f"a search visits the tours of at most {MOST_VERTICES} squares, not {len(graph)}"
        )


def rule_names(rules: RulesLike) -> tuple[str, ...]:
    """Return rules by name: a set such as `banon`, or names one by one.

    >>> rule_names("banon")
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
    try:
        wanted = {str(rule) for rule in rules}
    except TypeError:
        raise BadInputError(f"rules are names or a set of them, not {shown(rules)}") from None
    if unknown := sorted(wanted - set(RULES)):
        raise BadInputError(
            f"unknown rule {shown(unknown[0])}: choose among {', '.join(RULES)}, or a set: "
            f"{', '.join(RULE_SETS)}"
        )
    return tuple(name for name in RULES if name in wanted)


def twin_of(question: Question) -> list[int]:
    """Return, for every vertex, its image under the half-turn."""
    board = question.board
    if board is None or board.dimensions != 2 or not question.closed:
        raise BadInputError("two knights find closed tours of boards in two dimensions")
    half_turn = Symmetry.named("half-turn")
    if half_turn not in board.symmetries():
        raise BadInputError("two knights move by the half-turn, which does not keep this board")
    twin = vertex_image(board, half_turn)
    if np.any(twin == np.arange(len(board))):
        raise BadInputError(
            "two knights would both stand on the middle square, which the half-turn keeps; "
            "symmetry='half-turn' asks for all symmetric tours"
        )
    found: list[int] = twin.tolist()
    return found
