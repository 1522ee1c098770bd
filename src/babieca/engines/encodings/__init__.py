"""Questions written for the solvers of other problems: SAT, integer programs, MiniZinc, TSP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from babieca.engines.encodings import cnf, lp, minizinc, tsplib
from babieca.engines.encodings.circuits import Circuit, circuit_of
from babieca.errors import BadInputError, shown
from babieca.memory import require
from babieca.questions import Kind, Question
from babieca.tour import Tour

To = Literal["cnf", "lp", "dzn", "mzn", "tsplib"]

_BYTES_PER_EDGE = 13_000  # of a formula, the largest text: measured for the paths of 100x100
_WORDS = ("start", "end", "begin", "through", "avoiding")


@dataclass(frozen=True)
class Encoding:
    """A format: its writer, the reader of a solver's answer, and the words that it expresses."""

    write: Callable[[Circuit], Iterator[str]]
    used_arcs: Callable[[Circuit, str], list[int]]
    words: tuple[str, ...] = (*_WORDS, "directed", "at", "symmetry")
    kinds: tuple[Kind, ...] = ("closed", "path", "open")


ENCODINGS: dict[To, Encoding] = {
    "cnf": Encoding(cnf.write, cnf.used_arcs),
    "lp": Encoding(lp.write, lp.used_arcs),
    "dzn": Encoding(minizinc.write, minizinc.used_arcs),
    "mzn": Encoding(minizinc.write_model, minizinc.used_arcs),
    "tsplib": Encoding(tsplib.write, tsplib.used_arcs, _WORDS, ("closed", "path")),
}


def encoded(question: Question, to: To) -> str:
    """Return the text of a question for a solver."""
    encoding, circuit = _prepared(question, to)
    return "\n".join(encoding.write(circuit)) + "\n"


def decoded(question: Question, to: To, text: str) -> Tour:
    """Return the tour in the answer of a solver; raise `BadInputError` if there is none."""
    encoding, circuit = _prepared(question, to)
    after = dict(circuit.arcs[arc] for arc in encoding.used_arcs(circuit, text))
    walk = [circuit.anchor]
    while (vertex := after.pop(walk[-1], None)) is not None:
        walk.append(vertex)
    if after or len(walk) != circuit.size + 1 or walk[-1] != circuit.anchor:
        raise BadInputError(f"the answer of the solver has no tour of {question.graph}")
    vertices = np.array(walk[:-1] if question.closed else walk[1:-1], dtype=np.int32)
    tour = question.tour(question.written(question.graph.split(vertices)))
    if not question.admits(tour):
        raise BadInputError(f"the tour of the solver is none of the {question}")
    return tour


def _prepared(question: Question, to: To) -> tuple[Encoding, Circuit]:
    """Return a format and the circuits of a question; refuse words that the format lacks."""
    if to not in ENCODINGS:
        raise BadInputError(f"to is one of {', '.join(ENCODINGS)}, not {shown(to)}")
    encoding, size = ENCODINGS[to], len(question.graph)
    for word in question.words:
        if word not in encoding.words:
            raise BadInputError(f"export to {to} does not take {word}")
    if question.graph.toured.directed and "directed" not in encoding.words:
        raise BadInputError(f"export to {to} does not take directed graphs")
    if question.kind not in encoding.kinds:
        raise BadInputError(f"export to {to} does not take kind {question.kind}")
    matrix = 8 * size * size if to == "tsplib" and not question.closed else 0
    require(_BYTES_PER_EDGE * question.graph.edge_count + matrix, "the text of this question")
    return encoding, circuit_of(question)
