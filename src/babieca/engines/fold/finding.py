"""One tour that a symmetry keeps, as a tour of the folded board without its voltages.

A closed tour that the symmetry rotates folds to a closed tour. The voltages of parallel edges are
chosen afterwards, so that they add up to a generator. A tour that the symmetry reverses folds flat
to a path between two orbits that can lie in its middle: a square that stays, or a square one move
from its own image. Every such path unfolds (docs/symmetry.md). So any finder of tours finds
symmetric ones; if the folded board has no tour, that is a proof.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.edges import Edge
from babieca.engines.fold.folding import FEWEST_ORBITS, image_of, orbit_count
from babieca.engines.heuristics.graph_searches import edge_search
from babieca.engines.protocol import Finding
from babieca.engines.retirement import retirement_order
from babieca.engines.search.finding import search_one
from babieca.engines.search.instances import MOST_VERTICES
from babieca.engines.sweep.deciding import decide, width_of
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Kind, Question
from babieca.symmetry_obstructions import obstruction

MOST_ORBITS, MOST_SEARCHED = 100_000, 5000
"""Larger folded boards need a construction; between the two limits only narrow ones are swept."""

MOST_PLACES = 64
"""Pairs of orbits that are tried as the two ends of a flat path."""

FIRST_SLICE = 0.05
"""Seconds for the first try; each round of tries has twice as long as the one before."""

SHORTEST = 0.01

NARROW = 10
STATES = 2_000_000
"""The widest frontier of a folded board that is swept, and the most states."""


@dataclass(frozen=True)
class FoldedBoard:
    """The folded board of a question. The core folds; its apex, the last vertex, is left out."""

    question: Question
    core: _core.Folded

    @classmethod
    def of(cls, question: Question, kind: str) -> FoldedBoard:
        """Fold the board for "rotation", "reflection" or "path"."""
        graph = question.graph
        folded = _core.Folded(
            graph.offsets,
            graph.targets,
            image_of(question),
            kind,
            retirement_order(graph),  # a long folded board is numbered, and swept, lengthwise
            list(question.required),
            list(question.avoiding),
        )
        return cls(question, folded)

    @cached_property
    def lift(self) -> NDArray[np.int32]:
        """The vertices of each orbit, one row per orbit."""
        return self.core.lift().reshape(-1, self.core.sheets)

    @cached_property
    def graph(self) -> Graph:
        """The orbits and the moves between them, as far as the question's words allow."""
        orbits = len(self.lift)
        pairs = self.core.edges().reshape(-1, 3)[:, :2].astype(np.int64)
        pairs = pairs[(pairs[:, 0] < pairs[:, 1]) & (pairs[:, 1] < orbits)]
        pairs = np.unique(pairs, axis=0)
        return Graph(pairs[:, 0], pairs[:, 1], orbits)

    def orbit_of(self, vertex: int) -> int:
        """Return the orbit of a vertex."""
        return int(self._orbits[vertex])

    @cached_property
    def _orbits(self) -> NDArray[np.int64]:
        orbits = np.empty(len(self.question.graph), dtype=np.int64)
        orbits[self.lift] = np.arange(len(self.lift))[:, np.newaxis]
        return orbits

    @cached_property
    def through(self) -> frozenset[Edge]:
        """The pairs of orbits that a folded tour must link."""
        pairs = (sorted(map(self.orbit_of, edge)) for edge in self.question.required)
        return frozenset((low, high) for low, high in pairs if low != high)

    def is_contradictory(self) -> bool:
        """Whether two required moves between two orbits exclude each other."""
        return not all(self.graph.has_edge(*pair) for pair in self.through)

    def asked(self, kind: Kind, start: int | None = None, end: int | None = None) -> Question:
        """Return the question about folded tours."""
        return Question(self.graph, kind, start=start, end=end, through=self.through)

    def ends(self) -> Iterator[tuple[int, int | None]]:
        """Yield the possible ends of a flat path, the first one in the middle of the tour."""
        question = self.question
        given = {self.orbit_of(end) for end in question.ends}
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


def find_kept(question: Question, limits: Limits) -> Finding:
    """Look for a tour that a symmetry keeps within the limits, which must set a time.

    >>> from babieca.boards import Board
    >>> asked = Question.ask(Board(9, 12), symmetry="half-turn")
    >>> asked.admits(asked.tour(find_kept(asked, Limits.of(timeout=20)).order))
    True
    >>> asked = Question.ask(Board(3, 12), symmetry="half-turn")
    >>> find_kept(asked, Limits.of(timeout=20)).proof
    'the folded board has no tour'
    """
    if len(question.graph) > 4 * MOST_ORBITS:
        return Finding(method="fold")
    if not FEWEST_ORBITS <= orbit_count(image_of(question)) <= MOST_ORBITS:
        return Finding(method="fold")
    cases, whole = _cases(question)
    seconds, seed = FIRST_SLICE, limits.seed or 0
    while cases:
        left = []
        for folded, asked in cases:
            left.append((folded, asked))
            for finder in (_swept, _searched):
                if limits.left() < SHORTEST:
                    return Finding(method="fold")
                seed += 1
                within = limits.within(min(seconds, limits.left()))
                finding = finder(asked, replace(within, seed=seed))
                if finding.proof is not None:
                    left.pop()
                    break
                if finding.order is None:
                    continue
                order = folded.core.unfold(finding.order.astype(np.int32))
                # The voltages or the ends may not fit the question: then another one is tried.
                if len(order) and question.admits(question.tour(order)):
                    return Finding(order=question.written(order), method="fold")
        cases, seconds = left, 2 * seconds
    proof = "the folded board has no tour" if whole else None
    return Finding(proof=proof, method="fold")


def _cases(question: Question) -> tuple[list[tuple[FoldedBoard, Question]], bool]:
    """Return questions about folded tours, and whether proofs for all of them are a proof."""
    assert question.symmetry is not None
    styles = question.symmetry.styles if question.closed else ("Bergholtian",)
    cases: list[tuple[FoldedBoard, Question]] = []
    if "Eulerian" in styles:
        folded = FoldedBoard.of(question, "rotation")
        if folded.is_contradictory():
            return [], True
        assert question.board is not None
        symmetry = question.symmetry.symmetry
        if not folded.core.impossible and not obstruction(
            question.board, symmetry, "Eulerian", closed=True
        ):
            cases.append((folded, folded.asked("closed")))
    if "Bergholtian" not in styles:
        return cases, True
    folded = FoldedBoard.of(question, "reflection" if question.closed else "path")
    if folded.is_contradictory():
        return [], True
    ends = list(itertools.islice(folded.ends(), MOST_PLACES + 1))
    cases += [(folded, folded.asked("path", *pair)) for pair in ends[:MOST_PLACES]]
    return cases, len(ends) <= MOST_PLACES


def _swept(question: Question, limits: Limits) -> Finding:
    graph = question.graph
    if width_of(graph, retirement_order(graph)) > NARROW:
        return Finding()
    return decide(question, replace(limits, states=limits.states or STATES))


def _searched(question: Question, limits: Limits) -> Finding:
    if not question.through and len(question.graph) <= MOST_SEARCHED:
        return edge_search(question, limits)
    return search_one(question, limits) if len(question.graph) <= MOST_VERTICES else Finding()
