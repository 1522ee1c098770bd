"""One tour that a symmetry keeps, as a tour of the folded board without its voltages.

A closed tour that is shifted along itself folds to a closed tour; which of several moves between
two orbits is meant is chosen afterwards, so that the voltages add up to a generator. A tour that is
run backwards folds flat to a path, between orbits that may lie in its middle: squares that stay, or
are a move away from their own image. Every such path unfolds (docs/symmetry.md). So whatever finds
tours of graphs finds symmetric ones; where the folded board has none, that is a proof.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.edges import Edge
from babieca.engines.fold.folding import FEWEST_ORBITS, image_of
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
"""Larger folded boards are for constructions; between the two, only narrow ones are swept."""

MOST_PLACES = 64
"""Pairs of orbits that are tried as the two places of a tour that stay."""

FIRST_SLICE = 0.05
"""Seconds for the first try; each round of tries has twice as long as the one before."""

SHORTEST = 0.01

NARROW = 10
STATES = 2_000_000
"""Folded boards with a frontier up to this wide are swept, and how many states that may take."""

Voltages = dict[tuple[int, int], tuple[int, ...]]


@dataclass(frozen=True)
class FoldedBoard:
    """The orbits of a board's squares under a symmetry, and the moves between them.

    `orbit` and `sheet` belong to each vertex: it is the image of the first vertex of its orbit
    under the symmetry repeated `sheet` times. `lifts[orbit][sheet]` is the vertex again.
    """

    question: Question
    order: int
    orbit: NDArray[np.int64]
    sheet: NDArray[np.int64]
    lifts: list[list[int]]

    @classmethod
    def of(cls, question: Question) -> FoldedBoard:
        """Fold the board of a question that has a symmetry."""
        image = image_of(question).tolist()
        orbit = np.full(len(image), -1, dtype=np.int64)
        sheet = np.zeros(len(image), dtype=np.int64)
        lifts: list[list[int]] = []
        # Numbered along the board, so that a long folded board is swept along it as well.
        for vertex in retirement_order(question.graph).tolist():
            if orbit[vertex] >= 0:
                continue
            lift = [vertex]
            while image[lift[-1]] != vertex:
                lift.append(image[lift[-1]])
            orbit[lift], sheet[lift] = len(lifts), np.arange(len(lift))
            lifts.append(lift)
        return cls(question, math.lcm(*map(len, lifts)), orbit, sheet, lifts)

    def is_regular(self) -> bool:
        """Whether no square comes back before all others do, as where tours are shifted."""
        return all(len(lift) == self.order for lift in self.lifts)

    @cached_property
    def voltages(self) -> Voltages:
        """The voltages by which one orbit can be left for another, as far as words allow it."""
        question, found = self.question, defaultdict(set)
        for u, v in _edges(question.graph):
            found[self._pair(u, v)].add(self._voltage(u, v))
        for u, v in question.avoiding:
            found[self._pair(u, v)].discard(self._voltage(u, v))
        for u, v in question.required:
            found[self._pair(u, v)] &= {self._voltage(u, v)}
        return {pair: tuple(sorted(of)) for pair, of in found.items() if of and pair[0] != pair[1]}

    def _pair(self, u: int, v: int) -> tuple[int, int]:
        a, b = int(self.orbit[u]), int(self.orbit[v])
        return (min(a, b), max(a, b))

    def _voltage(self, u: int, v: int) -> int:
        """Return the voltage of a move from the lower to the higher of two orbits."""
        if self.orbit[u] > self.orbit[v]:
            u, v = v, u
        sizes = (len(self.lifts[int(self.orbit[vertex])]) for vertex in (u, v))
        return int(self.sheet[v] - self.sheet[u]) % math.gcd(*sizes)

    @cached_property
    def through(self) -> frozenset[Edge]:
        """The pairs of orbits that a folded tour must link."""
        pairs = (self._pair(u, v) for u, v in self.question.required)
        return frozenset(pair for pair in pairs if pair[0] != pair[1])

    def asked(self, kind: Kind, start: int | None = None, end: int | None = None) -> Question:
        """Return the question about folded tours."""
        pairs = np.array(sorted(self.voltages), dtype=np.int64).reshape(-1, 2)
        graph = Graph(pairs[:, 0], pairs[:, 1], len(self.lifts))
        return Question(graph, kind, start=start, end=end, through=self.through)

    def middles(self) -> list[int]:
        """Return the orbits in which a tour can be turned: those that stay, or meet themselves."""
        graph, avoided = self.question.graph, self.question.avoiding
        return [
            number
            for number, lift in enumerate(self.lifts)
            if len(lift) == 1
            or (graph.has_edge(lift[0], lift[1]) and (min(lift), max(lift)) not in avoided)
        ]

    def stays(self) -> list[int]:
        """Return the orbits of squares that the symmetry does not move."""
        return [number for number, lift in enumerate(self.lifts) if len(lift) == 1]

    # Unfolding ---------------------------------------------------------------------------------

    def shifted(self, cycle: NDArray[np.integer[Any]]) -> NDArray[np.int32] | None:
        """Unfold a closed tour to a single one, if its voltages can add up to a generator."""
        steps = [(int(u), int(v)) for u, v in zip(cycle, np.roll(cycle, -1), strict=True)]
        reached: list[dict[int, int]] = [{0: 0}]  # each sum, and the voltage that led to it
        for u, v in steps:
            sign = 1 if u < v else -1
            by = [sign * voltage for voltage in self.voltages[(min(u, v), max(u, v))]]
            reached.append({(at + step) % self.order: step for at in reached[-1] for step in by})
        total = next((at for at in reached[-1] if math.gcd(at, self.order) == 1), None)
        if total is None:
            return None
        sheets = [total]
        for made in reversed(reached[1:]):
            sheets.append((sheets[-1] - made[sheets[-1]]) % self.order)
        sheets.reverse()
        order = [
            self.lifts[int(at)][(sheet + total * turn) % self.order]
            for turn in range(self.order)
            for at, sheet in zip(cycle, sheets[:-1], strict=True)
        ]
        return np.array(order, dtype=np.int32)

    def flat(self, path: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        """Unfold a path, whose first orbit is in the middle of the tour, by its own image."""
        here = [self.lifts[int(path[0])][0]]
        for u, v in itertools.pairwise(path.tolist()):
            voltage = self.voltages[(min(u, v), max(u, v))][0]
            sheet = int(self.sheet[here[-1]]) + (voltage if u < v else -voltage)
            here.append(self.lifts[v][sheet % len(self.lifts[v])])
        image = image_of(self.question)
        back = image[here[::-1]]
        first = 1 if self.question.closed and back[0] == here[-1] else 0
        last = len(back) - (1 if back[-1] == here[0] else 0)
        return np.concatenate([back[first:last], here]).astype(np.int32)


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
    folded = FoldedBoard.of(question)
    if len(folded.lifts) < FEWEST_ORBITS or len(folded.lifts) > MOST_ORBITS:
        return Finding(method="fold")
    asked, whole = _asked(folded)
    seconds, seed = FIRST_SLICE, limits.seed or 0
    while asked:
        left = []
        for each in asked:
            left.append(each)
            for finder in (_swept, _searched):
                if limits.left() < SHORTEST:
                    return Finding(method="fold")
                seed += 1
                within = limits.within(min(seconds, limits.left()))
                finding = finder(each, replace(within, seed=seed))
                if finding.proof is not None:
                    left.pop()
                    break
                if finding.order is None:
                    continue
                order = folded.shifted(finding.order) if each.closed else folded.flat(finding.order)
                # A folded tour may be none of the board, by its voltages or its ends: try another.
                if order is not None and question.admits(question.tour(order)):
                    return Finding(order=question.written(order), method="fold")
        asked, seconds = left, 2 * seconds
    proof = "the folded board has no tour" if whole else None
    return Finding(proof=proof, method="fold")


def _asked(folded: FoldedBoard) -> tuple[list[Question], bool]:
    """Return questions about folded tours, and whether their proofs make one for all."""
    question = folded.question
    assert question.symmetry is not None
    styles = question.symmetry.styles if question.closed else ("Bergholtian",)
    asked: list[Question] = []
    if not all(pair in folded.voltages for pair in folded.through):
        return asked, True  # a folded tour makes one move between two orbits, not several
    if "Eulerian" in styles and folded.is_regular():
        assert question.board is not None
        if not obstruction(question.board, question.symmetry.symmetry, "Eulerian", closed=True):
            asked.append(folded.asked("closed"))
    if folded.order != 2 or "Bergholtian" not in styles:
        return asked, True
    ends = list(itertools.islice(_ends(folded), MOST_PLACES + 1))
    asked += [folded.asked("path", *pair) for pair in ends[:MOST_PLACES]]
    return asked, len(ends) <= MOST_PLACES


def _ends(folded: FoldedBoard) -> Iterator[tuple[int, int | None]]:
    """Yield the ends of a flat path, the first in the middle of the tour."""
    question, stays = folded.question, set(folded.stays())
    given = {int(folded.orbit[end]) for end in question.ends}
    if len(stays) > (2 if question.closed else 1) or len(given) > 1:
        return
    middles = folded.middles()
    if question.closed:
        for one, other in itertools.combinations(middles, 2):
            if stays <= {one, other}:
                yield one, other
        return
    for middle in middles:
        if stays <= {middle} and middle not in given:
            yield middle, next(iter(given), None)


def _swept(question: Question, limits: Limits) -> Finding:
    graph = question.graph
    if width_of(graph, retirement_order(graph)) > NARROW:
        return Finding()
    return decide(question, replace(limits, states=limits.states or STATES))


def _searched(question: Question, limits: Limits) -> Finding:
    if not question.through and len(question.graph) <= MOST_SEARCHED:
        return edge_search(question, limits)
    return search_one(question, limits) if len(question.graph) <= MOST_VERTICES else Finding()


def _edges(graph: Graph) -> Iterator[Edge]:
    sources = np.repeat(np.arange(len(graph)), graph.degrees)
    once = sources < graph.targets
    yield from zip(sources[once].tolist(), graph.targets[once].tolist(), strict=True)
