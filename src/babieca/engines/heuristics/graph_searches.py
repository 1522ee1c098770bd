"""Searches for one tour of a graph: backtracking, rotation, deciding edges, and all in turns."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.heuristics.warnsdorff import warnsdorff as warnsdorff_walk
from babieca.engines.protocol import (
    TOO_FEW,
    Finder,
    Finding,
    finding_of,
    from_start,
    reduced,
    require_graph,
    vertex_count,
    vertex_or_minus_one,
)
from babieca.engines.refuter import refuted
from babieca.errors import BadInputError, shown
from babieca.limits import USUAL_SECONDS, Limits
from babieca.questions import Question

DEFAULT_SECONDS = 30.0
FIRST_SLICE = 0.1

_BYTES_PER_MOVE = 48  # the adjacency in the order of trial, while it is built


def backtrack(
    question: Question,
    limits: Limits,
    *,
    warnsdorff: bool = True,
    log: _core.EventLog | None = None,
) -> Finding:
    """Search depth first (González): neighbours counter-clockwise from the upper right.

    With `warnsdorff`, neighbours with fewer onward moves come first. Without a start, every square
    is tried as one, as in the paper. It proves that there is no tour if it visits the whole tree;
    without a timeout or a limit on nodes it gives up after a minute. The search is traced in `log`.
    """
    if not isinstance(warnsdorff, bool):
        raise BadInputError(f"warnsdorff is True or False, not {shown(warnsdorff)}")
    return _search(question, limits, warnsdorff=warnsdorff, prune=False, log=log)


def exact(question: Question, limits: Limits) -> Finding:
    """Search depth first, and leave every branch whose unvisited squares cannot be walked."""
    return _search(question, limits, warnsdorff=True, prune=True)


@from_start
def _search(
    question: Question,
    limits: Limits,
    *,
    warnsdorff: bool,
    prune: bool,
    log: _core.EventLog | None = None,
) -> Finding:
    board = question.board
    if board is not None and board.dimensions >= 2 and not board.holes and not any(board.wrap):
        needed = _BYTES_PER_MOVE * vertex_count(question) * len(board.moves())
        limits.require(needed, f"a search on the {board.name} board")
        offsets, targets = _core.adjacency_in_move_order(list(board.sides), *board.leaper)
    else:
        require_graph(question, limits)
        offsets, targets = question.graph.offsets, question.graph.targets
    answer = _core.backtrack(
        offsets,
        targets,
        _starts(question, np.diff(offsets)),
        vertex_or_minus_one(question.end),
        question.closed,
        warnsdorff,
        prune,
        limits.nodes or 0,
        limits.left(USUAL_SECONDS if limits.nodes is None else 0.0),
        limits.reporter(timed=False),
        log,
    )
    return finding_of(answer, ["restarts", "backtracks", "nodes"])


def _starts(question: Question, degrees: NDArray[Any]) -> NDArray[np.int32]:
    if question.start is not None:
        return np.array([question.start], dtype=np.int32)
    if question.closed:  # begin at a square with few moves: a closed tour passes every square
        return np.array([np.argmin(degrees)], dtype=np.int32)
    return np.argsort(degrees, kind="stable").astype(np.int32)


@from_start
def rotation(question: Question, limits: Limits) -> Finding:
    """Rotate and extend a path (Pósa 1976) for 30 seconds, or `timeout`; proves nothing."""
    require_graph(question, limits)
    answer = _core.rotation_extension(
        question.graph.offsets,
        question.graph.targets,
        vertex_or_minus_one(question.start),
        vertex_or_minus_one(question.end),
        question.closed,
        limits.core_seed,
        limits.left(DEFAULT_SECONDS),
        limits.reporter(timed=False),
    )
    return finding_of(answer, ["restarts", "rotations", "nodes"])


def edge_search(question: Question, limits: Limits) -> Finding:
    """Search by deciding edges (edge_search.hpp), with restarts, for 30 s or `timeout`."""
    if question.closed and vertex_count(question) < 3:
        return Finding(proof=TOO_FEW)
    if len(question.begin) > 2:  # the core takes one move of a beginning
        found = reduced(edge_search, question, limits)
        assert found is not None
        return found
    require_graph(question, limits)
    answer = _core.edge_search(
        question.graph.offsets,
        question.graph.targets,
        question.closed,
        vertex_or_minus_one(question.start),
        vertex_or_minus_one(question.end),
        vertex_or_minus_one(question.first),
        limits.left(DEFAULT_SECONDS),
        limits.core_seed,
        limits.reporter(timed=False),
    )
    return finding_of(answer, list(answer[2]), "choices")


def known(question: Question) -> Finding | None:
    """Answer without a search, if the question is refuted or has a single square."""
    if reason := refuted(question):
        return Finding(proof=str(reason), method="theory")
    if len(question.graph) == 1:
        return Finding(vertices=np.zeros(1, dtype=np.int32), method="theory")
    return None


def best_effort(question: Question, limits: Limits) -> Finding:
    """Find a tour, or prove that there is none, within the timeout (60 s by default)."""
    if (easier := reduced(best_effort, question, limits)) is not None:
        return easier
    vertex_count(question)
    require_graph(question, limits)
    if finding := known(question):
        return finding
    totals: dict[str, int | float | str] = {}
    for name, method, stage in _stages(limits):
        finding = method(question, stage)
        for key, value in finding.statistics.items():
            if isinstance(value, int):
                totals[key] = int(totals.get(key, 0)) + value
        if finding.decided:
            return replace(finding, statistics=totals, method=name)
    return Finding(statistics=totals, method="best effort")


def _stages(limits: Limits) -> Iterator[tuple[str, Finder, Limits]]:
    """Yield the next method, with its part of the time.

    Most boards fall to Warnsdorff's rule at once. Then exact search, which also proves, and
    rotation, which only finds, take turns with ever longer slices: the faster of the two, if it
    would need t seconds alone, needs a small multiple of t here.
    """
    deadline = time.monotonic() + limits.left(USUAL_SECONDS)

    def left() -> float:
        return deadline - time.monotonic()

    quick = limits.within(0.2 * max(left(), 0.01))
    yield "warnsdorff", warnsdorff_walk, replace(quick, text="warnsdorff")
    seed, seconds = limits.seed or 0, FIRST_SLICE
    while left() > 0:
        for name, method in (("exact", exact), ("rotation", rotation)):
            seed += 1
            timeout = max(min(seconds, left()), 0.01)
            yield name, method, replace(limits.within(timeout), seed=seed, text=name)
        seconds *= 4
