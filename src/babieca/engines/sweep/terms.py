"""A question as terms: an integer combination of questions that a sweep can answer.

Sweeps count undirected closed tours, and undirected paths with given ends, that use some edges and
avoid others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from babieca.questions import Question


@dataclass(frozen=True)
class Term:
    """An undirected question of kind closed or path, and the factor of its answer."""

    factor: int
    question: Question
    name: str  # of its checkpoint

    @property
    def weight(self) -> int:
        """The work of the term beside others, about: paths have one slot more."""
        return 1 if self.question.closed else 8


def trivial_answer(question: Question) -> int | None:
    """Return the answer to a term of at most two squares, else None."""
    size = len(question.graph)
    if question.closed:
        return 0 if size < 3 else None
    return size if size < 2 else None


def terms(question: Question) -> list[Term]:
    """Return the terms of a question without symmetry.

    >>> from babieca.boards import Board
    >>> [(term.factor, term.name) for term in terms(Question.ask(Board(5, 6), "open"))]
    [(1, 'path'), (-30, 'closed')]
    """
    size, factor = len(question.graph), question.multiplicity
    plain = question.undirected()
    if question.closed:
        return [Term(factor, plain, "closed")]
    paths = replace(plain, kind="path")
    if question.kind == "path":
        return [Term(factor, paths, "path")]
    if size == 2 or (len(question.ends) == 2 and size > 1):
        ends = question.ends if len(question.ends) == 2 else (0, 1)
        return [] if question.graph.has_edge(*ends) else [Term(factor, paths, "path")]
    if size < 3:
        return [Term(factor, paths, "path")]
    return [Term(factor, paths, "path"), *_re_entrant(factor, plain)]


def _re_entrant(factor: int, question: Question) -> list[Term]:
    """Return minus the paths whose ends are a move apart.

    Such a path is a closed tour without one edge: an edge that the path need not use, at the given
    end if there is one. The missing edge may also be one that the path must avoid.
    """
    closed = replace(question, kind="closed", start=None, end=None)
    anchor = next(iter(question.ends), None)
    at_anchor = sum(anchor in edge for edge in question.through)
    size = len(question.graph)
    removable = size - len(question.through) if anchor is None else 2 - at_anchor
    result = [Term(-factor * removable, closed, "closed")] if removable > 0 else []
    for number, edge in enumerate(sorted(question.avoiding)):
        if anchor is None or anchor in edge:
            missing = replace(
                closed, through=closed.through | {edge}, avoiding=closed.avoiding - {edge}
            )
            result.append(Term(-factor, missing, f"closed-{number}"))
    return result
