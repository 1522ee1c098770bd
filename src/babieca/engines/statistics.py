"""Statistics of moves and turns: what a table of `count_by` adds up along a tour."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from babieca import _core
from babieca.board_text import column_name, leaps
from babieca.boards import Board
from babieca.edges import parse_edges
from babieca.engines.sweep.count_plan import CountPlan, Machine
from babieca.engines.sweep.distributions import Distribution
from babieca.engines.sweep.moduli import Found, OutgrownError, bounds_of, determined
from babieca.engines.sweep.totals import TotalsTask, Turn
from babieca.engines.sweep.weighted import WeightedTask, weighted_plan, weighted_sums
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.invariants import move_classes
from babieca.limits import Limits
from babieca.measures import degrees, slopes_of, turn_kinds
from babieca.questions import Question
from babieca.reasons import Reason
from babieca.words import one_of

MoveValue = Callable[[Any], Any]
"""Returns the whole number, or the tuple of whole numbers, that a move of two squares adds."""

MOST_VALUE = 10**6
FIRST_COUNT = 0.02
"""Share of the work that the number of tours takes."""
MOST_EVALUATED = 500
"""A column with more possible totals takes one sweep with totals, not a sweep for each of them."""
METHODS = ("auto", "blocks", "sparse")
"""The methods of a weighted sweep."""


@dataclass(frozen=True)
class Statistic:
    """The names of its columns, and for each edge of the graph the number in each column.

    `turns` has the numbers of turns that add any; None: the sum is one over moves alone.
    """

    columns: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    turns: Mapping[Turn, tuple[int, ...]] | None = None


def statistic_of(question: Question, by: str | MoveValue) -> Statistic:
    """Read a statistic: a name with what it is about, or a function of a move."""
    graph = question.graph
    if not isinstance(by, str):
        return _by_function(question, by)
    name, colon, about = by.partition(":")
    if colon and not about.strip() and name in ("slope", "move-class", *TURNS):
        raise BadInputError("nothing_after_colon", by=shown(by))
    if name in TURNS:
        return _turns(question, name, about.strip().removesuffix("°"))
    columns, of = STATISTICS[name](question, about.strip())
    return Statistic(columns, tuple(of(edge) for edge in graph.edges()))


def _by_function(question: Question, function: MoveValue) -> Statistic:
    graph = question.graph
    moves, values = graph.moves(), []
    for u, v in moves.values():
        found = function((graph.label(u), graph.label(v)))
        row = found if isinstance(found, tuple) else (found,)
        try:
            values.append(tuple(operator.index(each) for each in row))
        except TypeError:
            raise BadInputError("function_gives", found=shown(found)) from None
        if any(abs(each) > MOST_VALUE for each in values[-1]):
            raise BadInputError("move_adds", most=MOST_VALUE, found=shown(found))
    widths = {len(row) for row in values}
    if len(widths) > 1 or 0 in widths:
        raise BadInputError("tuples_differ")
    width = next(iter(widths), 1)
    added, nothing = dict(zip(moves, values, strict=True)), (0,) * width
    return Statistic(
        tuple(f"value {n + 1}" for n in range(width)) if width > 1 else ("value",),
        tuple(added.get(edge, nothing) for edge in graph.edges()),
    )


Read = tuple[tuple[str, ...], Callable[[tuple[int, int]], tuple[int, ...]]]


def _flat(question: Question, name: str) -> Board:
    board = question.board
    if board is None or board.dimensions != 2 or any(board.wrap):
        raise BadInputError("name_needs_flat_board", name=name)
    return board


def _slope(question: Question, about: str) -> Read:
    board, graph = _flat(question, "slope"), question.graph
    slopes = list(slopes_of(board.leaper))
    if about:
        one_of("slope", about, slopes)

    def slope(edge: tuple[int, int]) -> str:
        (row, column), (other_row, other_column) = map(graph.label, edge)
        right = other_column - column
        return str(Fraction(other_row - row, right)) if right else "vertical"

    chosen = [about] if about else slopes
    names = tuple(f"slope {one}" for one in chosen)
    return names, lambda edge: tuple(int(slope(edge) == one) for one in chosen)


def _move_class(question: Question, about: str) -> Read:
    board, graph = question.board, question.graph
    if board is None:
        raise BadInputError("needs_board_symmetries", what="move-class")
    classes = move_classes(board)
    listed = list(dict.fromkeys(classes.values()))
    used = Counter(classes.values())
    if not about and sum(min(used[one], len(graph)).bit_length() for one in listed) > 64:
        classes_named = [*listed[:24], *["…"] * (len(listed) > 24)]
        told: Any = {"count": len(listed), "first": listed[0], "classes": classes_named}
        raise BadInputError("too_many_classes", **told)
    if not about:
        columns = tuple(f"moves like {one}" for one in listed) or ("moves",)  # none on 1x1
        return columns, lambda edge: tuple(int(classes[edge] == one) for one in listed)
    edges = parse_edges(graph, about)
    if len(edges) != 1:
        raise BadInputError("move_class_one", value=shown(about))
    (chosen,) = (classes[edge] for edge in edges)
    return (f"moves like {chosen}",), lambda edge: (int(classes[edge] == chosen),)


def _turns(question: Question, name: str, about: str) -> Statistic:
    board, graph = question.board, question.graph
    if board is None:
        raise BadInputError("name_needs_board_graph", name=name)
    angles = {f"{round(degrees(cosine), 2):g}": product for cosine, product in turn_kinds(board)}
    if name == "turns" and about:
        raise BadInputError("turns_no_angle", angle=about)
    if about:
        one_of("turn", about, angles)
    named = [about] if about else [*angles]
    columns = tuple(f"turns of {angle}°" for angle in named)
    chosen = [{angles[angle]} for angle in named]
    if name == "turns":
        columns, chosen = ("turns",), [{angles[angle] for angle in named if angle != "0"}]
    found: dict[Turn, tuple[int, ...]] = {}
    for vertex in range(len(graph)):
        vectors = _directions(board, graph, vertex)
        for (one, before), (other, after) in itertools.combinations(vectors.items(), 2):
            product = -sum(map(operator.mul, before, after))
            row = tuple(int(product in each) for each in chosen)
            if any(row):
                found[vertex, one, other] = row
    return Statistic(columns, ((0,) * len(columns),) * graph.edge_count, found)


def _directions(board: Board, graph: Graph, vertex: int) -> dict[int, tuple[int, ...]]:
    """Return the vector of the move to each neighbour."""
    near = {graph.label(other): other for other in graph.neighbours(vertex).tolist()}
    here, found = graph.label(vertex), {}
    for move in leaps(board.leaper, board.dimensions):
        parts = zip(here, move, board.sides, board.wrap, strict=True)
        there = tuple((at + by) % side if wrap else at + by for at, by, side, wrap in parts)
        if there not in near:
            continue
        if near[there] in found:
            raise BadInputError(
                "ambiguous_direction",
                first=graph.name_of(vertex),
                second=graph.name_of(near[there]),
                board=board,
            )
        found[near[there]] = move
    return found


def _across(question: Question, about: str) -> Read:
    board, graph = _flat(question, "across"), question.graph
    rows, columns = board.sides
    for axis, names in enumerate(
        ([str(row + 1) for row in range(rows)], [column_name(column) for column in range(columns)])
    ):
        for before in range(len(names) - 1):
            if about == f"{names[before]}-{names[before + 1]}":

                def crosses(edge: tuple[int, int], axis: int = axis, at: int = before) -> Any:
                    first, second = (graph.label(vertex)[axis] > at for vertex in edge)
                    return (int(first != second),)

                return (f"moves across {about}",), crosses
    raise BadInputError("across_line", about=shown(about))


def _edges(question: Question, about: str) -> Read:
    chosen = parse_edges(question.graph, about)
    if not chosen:
        raise BadInputError("edges_needs")
    return ("moves of the set",), lambda edge: (int(edge in chosen),)


STATISTICS: Mapping[str, Callable[[Question, str], Read]] = {
    "slope": _slope,
    "move-class": _move_class,
    "across": _across,
    "edges": _edges,
}
TURNS = ("turn", "turns")
NAMES = (*STATISTICS, *TURNS)


def is_statistic(by: object) -> bool:
    """Whether a table by this adds up moves or turns."""
    return callable(by) or (isinstance(by, str) and by.partition(":")[0] in NAMES)


@dataclass(frozen=True)
class TablePlan:
    """What a table takes: evaluations modulo every prime, the bytes of one, the seconds of all.

    A table of several columns takes fewer, because their ranges are found out first.
    """

    columns: tuple[str, ...]
    evaluations: int
    primes: int
    bytes: int
    disk_bytes: int
    seconds: float | None  # None: by a hash table, or nothing is swept


def plan_of_table(
    question: Question, by: str | MoveValue, limits: Limits, machine: Machine, method: str = "auto"
) -> tuple[Distribution, CountPlan, Statistic]:
    if method not in METHODS:
        raise BadInputError("table_method", listed=[*METHODS], method=method)
    if question.kind == "open":
        raise BadInputError("table_kind")
    statistic = statistic_of(question, by)
    undirected = question.undirected()
    distribution = Distribution(undirected, statistic.values)
    choices: Any = {"method": method, "keeps": distribution.keeps}
    if statistic.turns is not None:
        if method == "blocks":
            raise BadInputError("table_method", listed=["auto", "sparse"], method=method)
        choices, machine = {"method": "sparse"}, replace(machine, gpu=None)
    elif by == "move-class" and method == "auto":  # too many columns for roots of unity
        choices["method"] = "sparse"
    plan = weighted_plan(undirected, limits, machine, **choices)
    return distribution, plan, statistic


def one_sweep(
    distribution: Distribution,
    plan: CountPlan,
    statistic: Statistic,
    limits: Limits,
    machine: Machine,
    method: str = "auto",
) -> TotalsTask | None:
    """Return the one sweep with totals; None: a sweep for each evaluation gives the table."""
    if statistic.turns is None:
        saved = limits.checkpoint is not None or limits.scratch is not None
        if saved or plan.place == "gpu" or method == "blocks" or plan.method == "theory":
            return None
        many = max(distribution.orders, default=0) > MOST_EVALUATED
        if many and plan.method == "blocks":
            plan = weighted_plan(distribution.question, limits, machine, method="sparse")
        if plan.method == "blocks" or (len(statistic.columns) == 1 and not many):
            return None
    return TotalsTask(plan, len(statistic.columns), statistic.values, statistic.turns or {})


def table_plan(
    question: Question, by: str | MoveValue, limits: Limits, machine: Machine
) -> TablePlan:
    """Say what a table takes, before anything is swept."""
    if not is_statistic(by):
        raise BadInputError("one_of", name="by", listed=[*NAMES], value=shown(by))
    distribution, plan, statistic = plan_of_table(question, by, limits, machine)
    if plan.method == "theory":
        return TablePlan(statistic.columns, 0, 0, 0, 0, 0.0)
    primes = len(distribution.primes(1 << bounds_of(question.undirected()).expected_bits))
    if task := one_sweep(distribution, plan, statistic, limits, machine):
        task.check()
        return TablePlan(statistic.columns, 1, 1, plan.bytes, 0, None)
    evaluations = len(distribution.representatives)
    seconds = None
    if plan.method == "blocks":
        sweeps = evaluations * primes
        seconds = replace(plan, sweeps=sweeps).seconds(limits.scratch)
    return TablePlan(statistic.columns, evaluations, primes, plan.bytes, plan.disk_bytes, seconds)


def totals(
    question: Question,
    by: str | MoveValue,
    count: Callable[[Limits], int],
    limits: Limits,
    machine: Machine,
    method: str,
) -> tuple[tuple[str, ...], dict[tuple[int, ...], int]]:
    """Return the columns, and the number of undirected tours with each total."""
    distribution, plan, statistic = plan_of_table(question, by, limits, machine, method)
    if task := one_sweep(distribution, plan, statistic, limits, machine, method):
        for word in ("checkpoint", "scratch"):
            if getattr(limits, word) is not None and limits.executor is None:
                raise BadInputError("table_turns_does_not", word=word)
        # Evaluations take less memory, but their number is a product over the columns.
        otherwise = statistic.turns is None and len(statistic.columns) == 1
        try:
            part = limits.part(0.0, 0.1, Reason("one_sweep_totals")) if otherwise else limits
            return statistic.columns, part.run(task)
        except OutgrownError:
            if not otherwise:
                raise
            limits = limits.part(0.1, 1.0)
    tours = count(limits.part(0.0, FIRST_COUNT))
    if tours == 0:
        return statistic.columns, {}
    if distribution.length == 0:  # a single square
        return statistic.columns, {(0,) * len(statistic.columns): tours}
    limits = limits.part(FIRST_COUNT, 1.0)
    if distribution.is_joint and not distribution.ranges:
        # A table of each column alone tells which totals occur at all.
        columns = len(statistic.columns)
        alone = [
            sweep_table(
                distribution.column(n), plan, tours, limits.part(0.1 * n / columns, 0.1), machine
            )
            for n in range(columns)
        ]
        ranges = tuple((min(table)[0], max(table)[0]) for table in alone)
        distribution, limits = replace(distribution, ranges=ranges), limits.part(0.1, 1.0)
    return statistic.columns, sweep_table(distribution, plan, tours, limits, machine)


def sweep_table(
    distribution: Distribution, plan: CountPlan, tours: int, limits: Limits, machine: Machine
) -> dict[tuple[int, ...], int]:
    """Sweep the evaluations of a distribution, and return its table."""
    points = distribution.representatives

    def sweep(primes: list[int], part: Limits) -> list[Found]:
        tasks = [
            WeightedTask(plan, prime, distribution.weights(point, prime))
            for prime in primes
            for point in points
        ]
        sums = iter(weighted_sums(tasks, part, machine))
        found = []
        for prime in primes:
            evaluations = {point: next(sums) for point in points}
            coefficients = distribution.coefficients(evaluations, tours, prime)
            found.append(Found(prime, coefficients.reshape(-1).tolist()))
        return found

    loop = _core.Residues(given=distribution.primes(tours))
    numbers, _ = determined(loop, sweep, limits, lambda: [tours])
    return distribution.table(numbers, tours)
