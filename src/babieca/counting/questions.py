"""What is asked, reduced to what the engines answer.

An engine answers one kind of *question*: how many closed tours, or how many paths between given
ends, use some edges and avoid others. Everything else is a small integer combination of those.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from babieca.edges import Edge as Edge
from babieca.edges import parse_edges as parse_edges
from babieca.errors import BadInputError
from babieca.graphs import Graph

KINDS = ("closed", "path", "open")


@dataclass(frozen=True)
class Question:
    """Undirected closed tours, or undirected paths with the given ends (-1: any)."""

    graph: Graph
    paths: bool
    start: int = -1
    end: int = -1
    through: frozenset[Edge] = frozenset()
    avoiding: frozenset[Edge] = frozenset()

    def trivial_answer(self) -> int | None:
        """Return the answer where no sweep is needed, else None."""
        size = len(self.graph)
        if self.through & self.avoiding:
            return 0
        if not self.paths:
            return 0 if size < 3 else None
        if size < 2:
            return size
        return 0 if self.start >= 0 and self.start == self.end else None


@dataclass(frozen=True)
class Term:
    """One question and how often its answer counts."""

    factor: int
    question: Question
    name: str  # tells the checkpoints of one count apart


def terms(kind: str, directed: bool, question: Question) -> list[Term]:
    """Return the combination of questions that answers `kind`.

    `question` has the ends and the constraints; `paths` is set here. A start makes paths directed:
    each is counted once, in the direction that begins there.
    """
    graph, size = question.graph, len(question.graph)
    closed = replace(question, paths=False, start=-1, end=-1)
    paths = replace(question, paths=True)
    anchored = question.start >= 0 or question.end >= 0
    if kind == "closed":
        if anchored:
            raise BadInputError("a closed tour has no start or end; ask for paths")
        return [Term(2 if directed else 1, closed, "closed")]
    factor = 2 if directed and not anchored and size > 1 else 1
    if kind == "path":
        return [Term(factor, paths, "path")]
    if size == 2 or (min(question.start, question.end) >= 0 and size > 1):
        neighbours = size == 2 or graph.has_edge(question.start, question.end)
        return [] if neighbours else [Term(1, paths, "path")]
    if size < 3:
        return [Term(factor, paths, "path")]
    return [Term(factor, paths, "path"), *_re_entrant(factor, closed, question)]


def _re_entrant(factor: int, closed: Question, question: Question) -> list[Term]:
    """Return minus the paths whose ends are a move apart.

    Such a path is a closed tour less one edge: an edge the path need not use, at the end asked for
    if there is one. The missing edge may also be one the path must avoid.
    """
    anchor = max(question.start, question.end)
    at_anchor = sum(anchor in edge for edge in question.through)
    removable = 2 - at_anchor if anchor >= 0 else len(question.graph) - len(question.through)
    result = [Term(-factor * removable, closed, "closed")] if removable > 0 else []
    for number, edge in enumerate(sorted(question.avoiding - question.through)):
        if anchor < 0 or anchor in edge:
            without = replace(
                closed, through=closed.through | {edge}, avoiding=closed.avoiding - {edge}
            )
            result.append(Term(-factor, without, f"closed-{number}"))
    return result
