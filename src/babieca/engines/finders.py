"""The finders of the core, for Python: each takes a question and limits, and returns a finding.

`cpp/core/questions` has the methods and the choice among them. Here the question and its limits
become values of the core, names of squares are written into its texts, and its errors become the
errors of the library.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import Any

import numpy as np

from babieca import _core
from babieca.digraphs import Digraph
from babieca.edges import columns
from babieca.engines.protocol import Finding, core_question
from babieca.engines.refuter import proof_of, refuted
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.progress import stop_report
from babieca.questions import Question
from babieca.words import true_or_false

Call = Callable[[_core.Question, _core.FindLimits, Any], Any]


def asked_of_core(call: Call, question: Question, limits: Limits) -> Any:
    """Call the core with a question, limits and a report."""
    inside = _core.FindLimits(
        limits.left(),
        limits.budget,
        None if limits.seed is None else limits.core_seed,
        limits.nodes or 0,
        limits.states or 0,
        -1 if limits.restarts is None else limits.restarts,
    )
    try:
        return call(core_question(question), inside, limits.reporter(timed=False) or stop_report())
    except _core.Refused as error:
        raise BadInputError(question.graph.reason(error.args)) from None
    except _core.OutOfTime as error:
        raise limits.undecided(question.graph.reason(error.args)) from None
    except _core.TooLarge as error:
        needed = question.graph.reason(error.args).arguments
        limits.require(needed["bytes"], needed["purpose"])
        raise


def found(call: Call, question: Question, limits: Limits) -> Finding:
    vertices, proof, statistics, method = asked_of_core(call, question, limits)
    proof = None if proof is None else proof_of(question, proof)
    return Finding(vertices, proof, statistics, method)


def _finder(method: str) -> Callable[[Question, Limits], Finding]:
    return partial(found, partial(_core.find, method))


construction = _finder("construction")
"""Build a tour of a plain rectangle by tiles and rails, in linear time; see docs/finding.md."""

layered = _finder("layered")
"""Build a tour of a plain board of three or more dimensions by layers; see docs/dimensions.md."""

decide = _finder("sweep")
"""Find a tour or prove that there is none, entering at most `limits.states` states of a sweep."""

edge_search = _finder("edges")
"""Search by deciding edges (edge_search.hpp), with restarts, for 30 s or `timeout`."""

rotation = _finder("rotation")
"""Rotate and extend a path (Pósa 1976) for 30 seconds, or `timeout`; proves nothing."""

search_one = _finder("search")
"""Search with forced edges until the first tour; understands every word but symmetry and at."""

best_effort = _finder("best effort")
"""Find a tour, or prove that there is none, within the timeout (60 s by default)."""

automatic = _finder("auto")
"""Find a tour by the methods that suit a question without symmetry, and shake it."""

complete = _finder("complete")
"""Decide whether a beginning can be completed, exactly, within 10 s or `timeout`."""


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
    true_or_false("warnsdorff", warnsdorff)
    return found(
        partial(_core.find_by_backtracking, warnsdorff=warnsdorff, log=log), question, limits
    )


def with_arcs(finder: Callable[..., Finding]) -> Callable[..., Finding]:
    """Let a finder that does not take `through` answer for paths of a directed graph.

    One more vertex, with an arc to every start and from every end, closes the path. The split graph
    of a closed tour has no forced edges.
    """

    @wraps(finder)
    def found_around(question: Question, limits: Limits, **choices: Any) -> Finding:
        if question.closed or not question.graph.forced:
            return finder(question, limits, **choices)
        graph = question.graph
        digraph, last = graph.toured, len(graph.toured)
        starts = range(last) if question.start is None else [question.start // graph.parts]
        ends = range(last) if question.end is None else [question.end // graph.parts]
        arcs = [*digraph.edges(), *((last, v) for v in starts), *((v, last) for v in ends)]
        around = Digraph(*columns(arcs), last + 1).asked
        extra = around.vertex(last)
        begin = (extra, extra + 1, extra + 2, *question.begin)
        if question.start is None and question.end is not None:
            begin = begin[::-1]  # from the end, against the arcs
        closed = Question(around, "closed", begin=begin)
        finding = finder(closed, limits, **choices)
        if finding.vertices is None:
            return finding
        cycle = around.joined(finding.vertices)
        at = int(np.flatnonzero(cycle == last)[0])
        return replace(finding, vertices=graph.split(np.roll(cycle, -at)[1:]))

    return found_around


def find_by_steps(
    question: Question, limits: Limits, *, log: _core.EventLog | None = None
) -> Finding:
    """Find a numbering with the given steps; give up after a minute, by default."""
    return found(partial(_core.find_by_steps, log=log), question, limits)


def known(question: Question) -> Finding | None:
    """Answer without a search, if the question is refuted or has a single square."""
    if reason := refuted(question):
        return Finding(proof=reason, method="theory")
    if len(question.graph) == 1:
        return Finding(vertices=np.zeros(1, dtype=np.int32), method="theory")
    return None
