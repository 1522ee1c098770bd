"""A question with rules and a move order, prepared for the core's search.

The search meets each closed tour once, from one start and in one direction, and each path once,
from its end with the lower index. With `start` (or `end`) it meets every path that begins (or ends)
there; with `directed` it meets each tour once per direction.

A move order is the order in which the search tries the moves. `fixed` (the default) tries first the
squares with few neighbours on the empty board, `warnsdorff` squares with few unvisited neighbours.
`clockwise` begins with the move two up and one to the right, as in the course exercise. `index`
goes by the number of the square. A list of displacements is a move order too.

docs/searching.md explains two knights.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from babieca import _core
from babieca.boards import Board
from babieca.engines.finders import found as found_by_core
from babieca.engines.protocol import Finding, built_question, core_question
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reasons import Reason
from babieca.words import one_of, whole_number

RULES: dict[str, int] = _core.search_rules
RULE_SETS = {
    name: tuple(rule for rule, bit in RULES.items() if bits & bit)
    for name, bits in _core.search_rule_sets.items()
}
# Two knights walk without forced edges: their fragments would have to be joined in pairs.
HALF_TURN_RULES = ("island", "dangling-end", "second-dangling")
MOST_VERTICES = 1023

TWO_KNIGHTS_NODES = 2**18
"""Of the first attempt of a trace, as in the core; each further one has twice as many."""


MOVE_ORDERS = ("fixed", "warnsdorff", "clockwise", "index")
INCREASING, LISTED, WARNSDORFF = 0, 1, 2


class MoveOrder(NamedTuple):
    code: int
    listed: Sequence[int] = ()
    rank: Sequence[int] = ()


RulesLike = str | Iterable[str]
MoveOrderLike = str | Sequence[tuple[int, ...]] | MoveOrder


@dataclass(frozen=True)
class Search:
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
    move_order: MoveOrderLike = "fixed",
    subtour_squares: int | None = None,
    two_knights: bool = False,
) -> Search:
    """Check rules and move order, and prepare the search."""
    graph = question.graph
    refuse_many(graph)
    wanted = HALF_TURN_RULES if two_knights and rules == "default" else rule_names(rules)
    chosen = read_move_order(graph, move_order)
    squares = whole_number("subtour_squares", subtour_squares, 0, MOST_VERTICES)
    arguments: dict[str, Any] = {
        "directed": question.directed and question.multiplicity == 2,
        "twin": twin_of(question) if two_knights else [],
        "rules": sum(RULES[name] for name in wanted),
        "subtour_squares": len(graph) // 2 if squares is None else squares,
        "order": chosen.code,  # a move order; fingerprints contain this name
        "listed": list(chosen.listed),
        "rank": list(chosen.rank),
    }
    instance = _core.SearchInstance(built_question(question), **arguments)
    return Search(question, wanted, instance, arguments)


def refuse_many(graph: Graph) -> None:
    if len(graph) > MOST_VERTICES:
        raise BadInputError("too_many_visited", most=MOST_VERTICES, count=len(graph))


def rule_names(rules: RulesLike) -> tuple[str, ...]:
    """Return rules by name: a set such as `banon`, or names one by one.

    >>> rule_names("forced, island")
    ('island', 'forced')
    """
    if isinstance(rules, str):
        if rules in RULE_SETS:
            return RULE_SETS[rules]
        rules = [name.strip() for name in rules.split(",")]
    try:
        wanted = {str(rule) for rule in rules}
    except TypeError:
        raise BadInputError("rules_names_set_them", rules=shown(rules)) from None
    for unknown in sorted(wanted - set(RULES)):
        one_of("rules", unknown, [*RULES, *RULE_SETS])
    return tuple(name for name in RULES if name in wanted)


def twin_of(question: Question) -> list[int]:
    try:
        return _core.twin_of(core_question(question))
    except _core.Refused as error:
        raise BadInputError(question.graph.reason(error.args)) from None


def read_move_order(graph: Graph, given: MoveOrderLike) -> MoveOrder:
    if isinstance(given, MoveOrder):
        return given
    if given == "fixed":
        return MoveOrder(INCREASING, rank=graph.degrees.tolist())
    if given in ("index", "warnsdorff"):
        return MoveOrder(INCREASING if given == "index" else WARNSDORFF)
    if isinstance(given, str):
        one_of("move_order", given, MOVE_ORDERS)
    board = graph.board
    if board is None or (given == "clockwise" and board.dimensions != 2):
        raise BadInputError("what_board_two_dimensions", given=shown(given))
    try:
        moves = clockwise(board) if isinstance(given, str) else [tuple(move) for move in given]
    except TypeError:
        raise BadInputError("move_order_name_list", given=shown(given)) from None
    if sorted(moves) != board.moves():
        raise BadInputError("move_order_once", count=len(board.moves()))
    return MoveOrder(LISTED, _core.listed_moves(graph.place, moves))


def clockwise(board: Board) -> list[tuple[int, ...]]:
    """Return the moves of a board in two dimensions, clockwise from straight up.

    >>> clockwise(Board(8, 8))[:3]
    [(2, 1), (1, 2), (-1, 2)]
    """
    return [tuple(move) for move in _core.clockwise(_core.Place(board))]


def two_knights(question: Question, limits: Limits) -> Finding:
    """Find a closed tour of a board that the half-turn keeps.

    Warnsdorff's order with ties broken at random: good up to about 10x10, and exhaustive in the
    end. Without a timeout it gives up after 30 s.
    """
    check_two_knights(question)
    call = partial(_core.find_by_two_knights, twin=twin_of(question))
    found = found_by_core(call, replace(question, symmetry=None, directed=False), limits)
    if found.proof is None:
        return found
    if question.symmetry is not None:
        return replace(found, proof=Reason("two_knights_met"))
    # The proof covers only tours that the half-turn keeps; the question asks for any tour.
    return Finding(statistics={**found.statistics, "symmetric tours": 0})


def check_two_knights(question: Question) -> None:
    if question.symmetry is not None and (name := str(question.symmetry)) != "half-turn":
        raise BadInputError("two_knights_symmetry", symmetry=name)
    refuse_many(question.graph)
    if len(question.begin) > 2:
        raise BadInputError("begin_too_long", method="two-knights")


def two_knights_search(question: Question, limits: Limits, restart: int) -> Search:
    """Return the search of two knights after some restarts, for a trace."""
    check_two_knights(question)
    ranks = _core.shuffled_ranks(len(question.graph), limits.core_seed, restart)
    without = replace(question, symmetry=None, directed=False)
    return search_for(without, move_order=MoveOrder(WARNSDORFF, rank=ranks), two_knights=True)
