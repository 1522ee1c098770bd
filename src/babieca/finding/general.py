"""Best effort where no construction is known: proofs, heuristics and exact search in one budget.

Serves other leapers, boards with holes and plain graphs, and hands plain boards of three or more
dimensions, tori and cylinders to their constructions. The answer is one of three: found, proved
impossible, or not found within the limits.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from babieca.errors import BadInputError
from babieca.finding import backtrack, layered, rotation, squirrel_cull, warnsdorff
from babieca.finding.answers import reversed_if_only_end, vertex_count, with_first_move
from babieca.finding.problem import Finding, Method, Problem
from babieca.finding.proofs import cheap_proof
from babieca.finding.wrapped import unwrapped

DEFAULT_SECONDS = 60.0
FIRST_SLICE = 0.1

METHODS: dict[str, Method] = {
    **warnsdorff.METHODS,
    **squirrel_cull.METHODS,
    **backtrack.METHODS,
    **rotation.METHODS,
    **layered.METHODS,
}
"""The methods that users may ask for by name."""


def best_effort(problem: Problem) -> Finding:
    """Find a tour, or prove that there is none, within `timeout` seconds (60 by default).

    >>> from babieca.boards import Board
    >>> best_effort(Problem(Board(10, 10, leaper="zebra"), closed=True)).statistics["method"]
    'warnsdorff'
    >>> best_effort(Problem(Board(8, 8, holes=["a1"]), closed=True)).proof
    '32 squares of one colour and 31 of the other, which no tour can alternate'
    """
    if problem.timeout is not None and not problem.timeout > 0:
        raise BadInputError(f"a timeout is a positive number of seconds, not {problem.timeout}")
    board = problem.board
    if board is not None and board.is_plain and sum(side > 1 for side in board.sides) >= 3:
        finding = layered.layered(problem)
        if finding.order is not None or finding.proof is not None:
            return replace(finding, statistics={**finding.statistics, "method": "layered"})
    finding_across = unwrapped(problem)
    if finding_across is not None:
        return replace(finding_across, statistics={"method": "unwrapped"})
    reduced = reversed_if_only_end(best_effort, problem) or with_first_move(best_effort, problem)
    if reduced is not None:
        return reduced
    count = vertex_count(problem)
    if count > 1 and problem.start is not None and problem.start == problem.end:
        raise BadInputError("start and end are the same square")
    proof = cheap_proof(problem)
    if proof is not None:
        return Finding(proof=proof)
    if count == 1:
        return Finding(order=np.zeros(1, dtype=np.int32))
    return _search(problem)


def _search(problem: Problem) -> Finding:
    """Try the methods in turn and add up what they did."""
    totals: dict[str, int | float | str] = {}
    for name, method, stage in _stages(problem):
        finding = method(stage)
        for key, value in finding.statistics.items():
            if isinstance(value, int):
                totals[key] = int(totals.get(key, 0)) + value
        if finding.order is not None or finding.proof is not None:
            return replace(finding, statistics={**totals, "method": name})
    return Finding(statistics={**totals, "method": "best effort"})


def _stages(problem: Problem) -> Iterator[tuple[str, Method, Problem]]:
    """Yield what to try next, with its share of the time.

    Most boards fall to Warnsdorff's rule at once. Then exact search, which also proves, and
    rotation, which only finds, take turns with ever longer slices: whichever of the two would need
    t seconds alone needs a small multiple of t here.
    """
    deadline = time.monotonic() + (problem.timeout or DEFAULT_SECONDS)

    def left() -> float:
        return deadline - time.monotonic()

    quick = replace(problem, options={}, timeout=0.2 * max(left(), 0.01))
    yield "warnsdorff", warnsdorff.warnsdorff, quick
    seed, seconds = problem.seed or 0, FIRST_SLICE
    while left() > 0:
        for name, method in (("exact", backtrack.exact), ("rotation", rotation.rotation)):
            seed += 1
            timeout = max(min(seconds, left()), 0.01)
            yield name, method, replace(problem, options={}, timeout=timeout, seed=seed)
        seconds *= 4
