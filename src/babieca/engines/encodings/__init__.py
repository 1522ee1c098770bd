"""Questions written for the solvers of other problems: SAT, integer programs, MiniZinc, TSP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from babieca.engines.encodings import cnf, lp, minizinc, tsplib
from babieca.engines.encodings.circuits import Circuit, circuit_of
from babieca.engines.protocol import refuse_arcs, refuse_kind, refuse_words
from babieca.errors import BabiecaError, BadInputError, NotFoundError, NoTourError, shown
from babieca.memory import require
from babieca.questions import Kind, Question
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import one_of

To = Literal["cnf", "lp", "dzn", "mzn", "tsplib"]

_MEMORY_PER_BYTE = 6  # memory for a byte of text: measured for the formula of 100x100
_WORDS = ("start", "end", "begin", "through", "avoiding")

# The line in which a solver says how it ended, in the spellings of the solvers of docs/graphs.md.
# Other comments of a SAT solver (c) say nothing of it.
_STATUS = (
    r"^(?:s |[*=]++ ?)?(?:(?:c )?(?:model )?status:? *+)?(?:(?:the )?(?:problem|model) (?:is )?)?"
)
_NONE = re.compile(_STATUS + r"(?:unsat|(?:integer )?infeasible|integer empty).*+", re.I | re.M)
_OPEN = re.compile(
    rf"^c unknown *+$|{_STATUS}"
    r"(?:unknown|indet|integer undefined|no solution available|stopped|time limit).*+",
    re.I | re.M,
)


@dataclass(frozen=True)
class Encoding:
    """A format: its writer, the reader of a solver's answer, and the words that it expresses.

    `layout` is a part of an answer as the reader expects it.
    """

    write: Callable[[Circuit], Iterator[str]]
    used_arcs: Callable[[Circuit, str], list[int]]
    layout: str
    words: tuple[str, ...] = (*_WORDS, "directed", "at", "symmetry")
    kinds: tuple[Kind, ...] = ("closed", "path", "open")


ENCODINGS: dict[To, Encoding] = {
    "cnf": Encoding(cnf.write, cnf.used_arcs, "lines such as v 1 -2 3 0"),
    "lp": Encoding(lp.write, lp.used_arcs, "lines such as x1 1"),
    "dzn": Encoding(minizinc.write, minizinc.used_arcs, "next = [9, 13, …];"),
    "mzn": Encoding(minizinc.write_model, minizinc.used_arcs, "next = [9, 13, …];"),
    "tsplib": Encoding(
        tsplib.write, tsplib.used_arcs, "TOUR_SECTION 1 9 5 … -1", _WORDS, ("closed", "path")
    ),
}


def encoded(question: Question, to: To) -> str:
    """Return the text of a question for a solver."""
    encoding, circuit = _prepared(question, to)
    return "\n".join(encoding.write(circuit)) + "\n"


def text_bytes(question: Question, to: To) -> int:
    """Estimate the bytes of the text of a question, as measured for 50x50 to 200x200."""
    size = len(question.graph) + (not question.closed)
    arcs = 2 * (question.graph.edge_count + (0 if question.closed else size))
    if to == "cnf":
        return 80 * arcs * size.bit_length()
    matrix = size * size if to == "tsplib" and not question.closed else 0
    return (110 if to == "lp" else 10) * arcs + matrix


def decoded(question: Question, to: To, text: str) -> Tour:
    """Return the tour in the answer of a solver.

    Raise `NoTourError` if the solver says that there is none, `NotFoundError` if it did not decide,
    and `BadInputError` if the text is no answer to this question.
    """
    encoding, circuit = _prepared(question, to)
    after = dict(circuit.arcs[arc] for arc in encoding.used_arcs(circuit, text))
    used, walk = len(after), [circuit.anchor]
    while (vertex := after.pop(walk[-1], None)) is not None:
        walk.append(vertex)
    if after or len(walk) != circuit.size + 1 or walk[-1] != circuit.anchor:
        raise _refusal(question, encoding, text, used)
    vertices = np.array(walk[:-1] if question.closed else walk[1:-1], dtype=np.int32)
    tour = question.tour(question.written(question.graph.split(vertices)))
    if not question.admits(tour):
        raise BadInputError("solution_of_other", question=question)
    return tour


def _refusal(question: Question, encoding: Encoding, text: str, used: int) -> BabiecaError:
    """Return the error for an answer without a tour: none exists, undecided, or unreadable."""
    if line := _OPEN.search(text):
        return NotFoundError("solver_undecided", text=shown(line[0].strip()))
    if line := _NONE.search(text):
        said = Reason("solver_says_none", text=shown(line[0].strip()))
        return NoTourError(said, Reason("exists_decides"))
    if used:
        return BadInputError("moves_of_other", question=question)
    return BadInputError("no_solution_read", layout=encoding.layout)


def _prepared(question: Question, to: To) -> tuple[Encoding, Circuit]:
    """Return a format and the circuits of a question; refuse words that the format lacks."""
    one_of("to", to, ENCODINGS)
    encoding, verb = ENCODINGS[to], Reason("export_to", to=to)
    refuse_words(question, verb, *(word for word in question.words if word not in encoding.words))
    if "directed" not in encoding.words:
        refuse_arcs(question, verb)
    refuse_kind(question.kind, verb, encoding.kinds)
    require(_MEMORY_PER_BYTE * text_bytes(question, to), Reason("text_of_question"))
    return encoding, circuit_of(question)
