"""Tours that a symmetry keeps, listed, counted and found on the folded board.

The folded board has at most half the squares. Folding obeys symmetry and kind; the other words of a
question are checked in each tour found. The tours come in the order of the search of the folded
board, on one machine or on many.

A single tour is found as a tour of the folded board, or as a path if the symmetry reverses it
(docs/symmetry.md). The voltages of parallel edges are chosen afterwards, so that they add up to a
generator. So any finder of tours finds symmetric tours; if the folded board has no tour, that is a
proof.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.canonical import canonical
from babieca.engines import reference
from babieca.engines.finders import decide, edge_search, search_one
from babieca.engines.protocol import Counted, Finding, Rows, built_question, require_graph
from babieca.engines.retirement import retirement_order
from babieca.engines.search.instances import MOST_VERTICES
from babieca.engines.search.steps import numbered
from babieca.engines.search.visiting import (
    Branch,
    Walked,
    limited,
    list_branches,
    paths_of,
    visit_branches,
)
from babieca.engines.sweep.sweeps import require_narrow, width_of
from babieca.errors import BadInputError, NotFoundError
from babieca.graphs import Graph
from babieca.invariants import Image, obstruction, vertex_image
from babieca.limits import Limits
from babieca.progress import Report
from babieca.questions import Kind, Question
from babieca.reasons import Reason

VERSION = 1
"""The version of the search on the folded board, part of the key of its tasks."""

FIRST_NODES, MOST_NODES = 2**6, 2**16
"""Nodes of the first piece on this machine, and of the largest (tens of milliseconds)."""

FEWEST_ORBITS = 3
"""A board with fewer orbits than this is not folded; its tours are listed and filtered."""

CHECKED_AT_ONCE = 1024


def image_of(question: Question) -> Image:
    if question.symmetry is None:
        raise BadInputError("method_fold_tours_symmetry")
    assert question.board is not None
    return vertex_image(question.board, question.symmetry.symmetry)


def orbit_count(question: Question) -> int:
    """Return the number of orbits of the vertices under the symmetry.

    >>> from babieca.boards import Board
    >>> orbit_count(Question.ask(Board(3, 3), "path", symmetry="half-turn"))
    5
    """
    return len(orbit_sizes(image_of(question)))


def orbit_sizes(image: Image) -> NDArray[np.int64]:
    least, at = np.arange(len(image)), image.copy()
    while not np.array_equal(at, np.arange(len(image))):
        least = np.minimum(least, at)
        at = image[at]
    return np.unique(least, return_counts=True)[1]


def foldings_of(question: Question) -> list[str]:
    """Return the foldings to ask the core for; their answers add up."""
    if not question.closed:
        return [question.kind]
    assert question.symmetry is not None
    by_style = {"Eulerian": "rotation", "Bergholtian": "reflection"}
    return [by_style[style] for style in question.symmetry.styles]


def words_beyond(question: Question) -> set[str]:
    """Return the words of a question that folding does not obey.

    >>> from babieca.boards import Board
    >>> words_beyond(Question.ask(Board(6, 6), start="a1", through="a1-b3"))
    {'through'}
    """
    known = {"directed", "symmetry", "start"} if question.closed else {"directed", "symmetry"}
    return set(question.words) - known


def as_asked(question: Question, rows: Rows, report: Report | None = None) -> Rows:
    """Return the rows that obey every word, written as asked; directed tours in both directions."""
    if words_beyond(question):
        undirected = replace(question, symmetry=None, directed=False)
        admitted: list[bool] = []
        for at in range(0, len(rows), CHECKED_AT_ONCE):
            some = question.tours(rows[at : at + CHECKED_AT_ONCE])
            admitted += [undirected.admits(tour) for tour in some]
            if report is not None:
                report(sum(admitted), 0)
        rows = rows[np.array(admitted, dtype=bool)]
    if question.at:
        return numbered(question, rows)
    rows = canonical(question, rows)
    if question.multiplicity == 1:
        return rows
    backwards = rows[:, ::-1]
    if question.closed:
        backwards = np.roll(backwards, 1, axis=1)
    return np.stack([rows, backwards], axis=1).reshape(-1, rows.shape[1])


@dataclass(frozen=True, kw_only=True)
class FoldedBranch(Branch):
    """Branches of the searches for the folded questions, one after another."""

    holds_tours = True  # tours that are only counted are filtered too

    @classmethod
    def whole(cls, question: Question, listing: bool) -> FoldedBranch:
        roots = paths_of([(number, ()) for number, _ in enumerate(foldings_of(question))])
        search = f"fold-{VERSION}-{question.fingerprint}"
        return cls.of_roots(roots, question=question, search=search, listing=listing)

    def run(self, limits: Limits) -> Walked:
        graph, report = self.question.graph, limits.reporter()
        nodes, left, vertices = _core.walk_folded(
            graph.built,
            image_of(self.question),
            foldings_of(self.question),
            [(question, list(path)) for question, path in self.paths],
            self.nodes,
            report,
        )
        rows = as_asked(self.question, vertices.reshape(-1, len(graph)), report)
        return Walked((nodes, len(rows)), paths_of(left), rows if self.listing else None)


def list_symmetric(
    question: Question, limits: Limits, *, most: int | None = None
) -> Iterator[Rows]:
    require_graph(question, limits)
    image = image_of(question)
    if np.array_equal(image, np.arange(len(image))):
        raise BadInputError("symmetry_symmetry_keeps_every", symmetry=question.symmetry)
    if orbit_count(question) < FEWEST_ORBITS:
        bare = Question(question.graph, question.kind, symmetry=question.symmetry)
        walks = np.array(list(reference.tours(bare)), dtype=np.int32)
        return limited(iter([as_asked(question, walks)] if len(walks) else []), most)
    whole = FoldedBranch.whole(question, listing=True)
    if limits.executor is not None:
        return limited(list_branches(whole, limits.executor, limits), most)
    return limited(_in_pieces(whole, limits), most)


def _in_pieces(branch: FoldedBranch, limits: Limits) -> Iterator[Rows]:
    """Yield the tours of longer and longer pieces, so that the first one comes soon.

    At most `limits.nodes` nodes are entered before the error that the work is not done.
    """
    nodes, found, report = FIRST_NODES, 0, limits.reporter()
    left = limits.nodes or math.inf
    while branch.paths:
        if left <= 0:
            raise NotFoundError("tours_counted", count=found)
        walked = replace(branch, nodes=nodes).run(limits)
        assert walked.rows is not None
        yield walked.rows
        found, left = found + len(walked.rows), left - walked.tally[0]
        if report is not None:
            report(found, 0)  # a short piece ends before the core reports
        branch, nodes = replace(branch, paths=walked.left), min(2 * nodes, MOST_NODES)


def is_swept(question: Question) -> bool:
    """Whether a sweep counts the tours: it obeys no ends and no moves."""
    return not words_beyond(question) and orbit_count(question) >= FEWEST_ORBITS


def count_symmetric(question: Question, limits: Limits) -> Counted:
    require_narrow(question, limits, folds=2)
    if not is_swept(question):
        listed = list_symmetric(question, limits)  # raises an error now if it cannot list them
        if limits.executor is None or orbit_count(question) < FEWEST_ORBITS:
            return Counted(sum(map(len, listed)), "fold")
        whole = FoldedBranch.whole(question, listing=False)
        return Counted(visit_branches(whole, limits.executor, limits)[1], "fold")
    image, graph = image_of(question), question.graph
    order = retirement_order(graph)
    foldings = foldings_of(question)
    answers = []
    for number, folding in enumerate(foldings):
        report = limits.part(number / len(foldings), (number + 1) / len(foldings)).reporter()
        try:
            answers.append(
                _core.count_folded(graph.built, image, folding, order, limits.budget, report)
            )
        except _core.OutOfBudget:
            raise BadInputError(limits.outgrown(Reason("folded", graph=graph))) from None
        except (_core.Refused, _core.TooNarrow) as error:
            folded, why = Reason("folded", graph=graph), graph.reason(error.args)
            raise BadInputError("with_error", what=folded, error=why) from None
    value = sum(answer["tours"] for answer in answers)
    return Counted(
        value * question.multiplicity,
        "fold",
        slots=max(answer["slots"] for answer in answers),
        counters=sum(answer["states"] for answer in answers),
        peak_bytes=max(answer["peak_bytes"] for answer in answers),
    )


MOST_ORBITS, MOST_SEARCHED = 100_000, 5000
"""Larger folded boards need a construction; between the two sizes, only narrow boards are swept."""

MOST_END_PAIRS = 64
"""The most pairs of orbits to try as the two ends of a flat path."""

FIRST_LOOKS, FIRST_STATES = 2**22, 2**16
"""Vertices looked at, or states, in a try of the first round: some 50 ms. Each round has twice as
many. A limit of time would make the answer to a seed depend on the load of the machine."""

SHORTEST = 0.01

NARROW = 10
STATES = 2_000_000
"""The widest frontier of a folded board that is swept, and the most states."""


class FoldedBoard:
    """The folded board of a question, for "rotation", "reflection" or "path".

    `lift` has the vertices of each orbit, one row per orbit, and `orbit_of` the orbit of each
    vertex. `graph` has the orbits and the moves between them, as far as the question's words allow.
    `through` are the pairs of orbits that a folded tour must link. The core folds; its apex, the
    last vertex, is left out.
    """

    def __init__(self, question: Question, folding: str) -> None:
        graph = question.graph
        self.question = question
        self.core = _core.Folded(
            built_question(question),
            image_of(question),
            folding,
            retirement_order(graph),  # a long folded board is numbered, and swept, lengthwise
        )
        self.lift: NDArray[np.int32] = self.core.lift().reshape(-1, self.core.sheets)
        orbits = len(self.lift)
        pairs = self.core.edges().reshape(-1, 3)[:, :2].astype(np.int64)
        pairs = np.unique(pairs[(pairs[:, 0] < pairs[:, 1]) & (pairs[:, 1] < orbits)], axis=0)
        self.graph = Graph(pairs[:, 0], pairs[:, 1], orbits)
        self.orbit_of = np.empty(len(graph), dtype=np.int64)
        self.orbit_of[self.lift] = np.arange(orbits)[:, np.newaxis]
        linked = (sorted(self.orbit_of[[*edge]].tolist()) for edge in question.required)
        self.through = frozenset((low, high) for low, high in linked if low != high)

    def is_contradictory(self) -> bool:
        """Whether two required moves between two orbits exclude each other."""
        return not all(self.graph.has_edge(*pair) for pair in self.through)

    def about(self, kind: Kind, start: int | None = None, end: int | None = None) -> Question:
        return Question(self.graph, kind, start=start, end=end, through=self.through)

    def ends(self) -> Iterator[tuple[int, int | None]]:
        """Yield the possible ends of a flat path, the first one in the middle of the tour."""
        question = self.question
        given = {int(self.orbit_of[end]) for end in question.ends}
        if self.core.impossible or len(given) > 1:
            return
        stays = set(np.flatnonzero(self.lift[:, 0] == self.lift[:, 1]).tolist())
        edges = self.core.edges().reshape(-1, 3)
        at_apex = (edges[:, 0] == self.core.apex) & (edges[:, 2] == (not question.closed))
        middles = sorted(edges[at_apex, 1].tolist())
        if question.closed:
            for one, other in itertools.combinations(middles, 2):
                if stays <= {one, other}:
                    yield one, other
            return
        for middle in middles:
            if middle not in given:
                yield middle, next(iter(given), None)


def find_symmetric(question: Question, limits: Limits, work: float = math.inf) -> Finding:
    """Look for a tour that a symmetry keeps within the limits, which must set a time.

    `work` is the most work, in tries of the first round.

    >>> from babieca.boards import Board
    >>> question = Question.ask(Board(3, 12), symmetry="half-turn")
    >>> find_symmetric(question, Limits.of(timeout=20)).proof
    'the folded board has no tour'
    """
    size = len(question.graph)
    if size > 4 * MOST_ORBITS or not FEWEST_ORBITS <= orbit_count(question) <= MOST_ORBITS:
        return Finding(method="fold")
    cases, whole = _cases(question)
    effort, seed = 1, limits.seed or 0
    while cases:
        left = []
        for folded, flat in cases:
            left.append((folded, flat))
            for finder in (_swept, _searched):
                if work <= 0 or limits.left() < SHORTEST:
                    return Finding(method="fold")
                seed, work = seed + 1, work - effort
                finding = finder(flat, replace(limits, seed=seed), effort)
                if finding.proof is not None:
                    left.pop()
                    break
                if finding.vertices is None:
                    continue
                vertices = folded.core.unfold(finding.vertices.astype(np.int32))
                # The voltages or the ends may not fit the question: then another one is tried.
                if len(vertices) and question.admits(question.tour(vertices)):
                    return Finding(vertices=question.written(vertices), method="fold")
        cases, effort = left, 2 * effort
    return Finding(proof=Reason("no_folded_tour") if whole else None, method="fold")


def _cases(question: Question) -> tuple[list[tuple[FoldedBoard, Question]], bool]:
    """Return questions about folded tours, and whether refuting them all refutes the question."""
    assert question.symmetry is not None
    styles = question.symmetry.styles if question.closed else ("Bergholtian",)
    cases: list[tuple[FoldedBoard, Question]] = []
    if "Eulerian" in styles:
        folded = FoldedBoard(question, "rotation")
        if folded.is_contradictory():
            return [], True
        assert question.board is not None
        turn = question.symmetry.symmetry
        obstructed = obstruction(question.board, turn, "Eulerian", closed=True)
        if not folded.core.impossible and not obstructed:
            cases.append((folded, folded.about("closed")))
    if "Bergholtian" not in styles:
        return cases, True
    folded = FoldedBoard(question, "reflection" if question.closed else "path")
    if folded.is_contradictory():
        return [], True
    ends = list(itertools.islice(folded.ends(), MOST_END_PAIRS + 1))
    cases += [(folded, folded.about("path", *pair)) for pair in ends[:MOST_END_PAIRS]]
    return cases, len(ends) <= MOST_END_PAIRS


def _swept(question: Question, limits: Limits, effort: int) -> Finding:
    if width_of(question.graph) > NARROW:
        return Finding()
    most = min(limits.states or STATES, effort * FIRST_STATES)
    return decide(question, replace(limits, states=most))


def _searched(question: Question, limits: Limits, effort: int) -> Finding:
    size = len(question.graph)
    most = effort * max(FIRST_LOOKS // size, 4 * size)
    within = replace(limits, nodes=min(limits.nodes or most, most))
    if not question.through and size <= MOST_SEARCHED:
        return edge_search(question, within)
    return search_one(question, within) if size <= MOST_VERTICES else Finding()
