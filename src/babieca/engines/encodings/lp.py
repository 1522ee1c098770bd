"""A question as an integer program, for solvers that read the LP format of CPLEX.

x_i says whether arc i is used. The anchor sends one unit of flow to each other vertex along used
arcs, f_i on arc i, so that the used arcs are one circuit: B. Gavish and S. C. Graves, The
travelling salesman problem and related problems, 1978. What reaches a vertex also tells its
position. Every feasible solution is a tour, and each tour is one solution.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from babieca.engines.encodings.circuits import Circuit

_ON_A_LINE = 12


def write(circuit: Circuit) -> Iterator[str]:
    """Yield the lines of an LP file."""
    arcs, anchor, size = circuit.arcs, circuit.anchor, circuit.size
    yield f"\\ {circuit.title}"
    yield "\\ Each tour is one feasible solution. The variables of the tour:"
    yield from (f"\\ x{arc + 1} {circuit.described(arc)}" for arc in range(len(arcs)))
    yield "Minimize"
    yield " none: 0 none"
    yield "Subject To"
    for vertex in range(size):
        entering, leaving = circuit.entering[vertex], circuit.leaving[vertex]
        yield _row(((1, f"x{arc + 1}") for arc in entering), "= 1")
        yield _row(((1, f"x{arc + 1}") for arc in leaving), "= 1")
        if vertex != anchor:
            into = [(1, f"f{arc + 1}") for arc in entering]
            onward = [(-1, f"f{arc + 1}") for arc in leaving if arcs[arc][1] != anchor]
            yield _row(into + onward, "= 1")
            if vertex in circuit.positions:
                yield _row(into, f"= {size - circuit.positions[vertex]}")
    for arc, (u, v) in enumerate(arcs):
        if v != anchor:
            most = size - 1 if u == anchor else size - 2
            yield _row([(1, f"f{arc + 1}"), (-most, f"x{arc + 1}")], "<= 0")
    for arc in circuit.forced:
        yield _row([(1, f"x{arc + 1}")], "= 1")
    for some in circuit.through:
        yield _row([(1, f"x{arc + 1}") for arc in some], ">= 1")
    for one, other in circuit.apart:
        yield _row([(1, f"x{one + 1}"), (1, f"x{other + 1}")], "<= 1")
    for arc, images in circuit.implied:
        yield _row([(1, f"x{arc + 1}"), *((-1, f"x{image + 1}") for image in images)], "<= 0")
    if circuit.one_way:
        before = [(arcs[arc][0] + 1, f"x{arc + 1}") for arc in circuit.entering[anchor]]
        after = [(-arcs[arc][1] - 1, f"x{arc + 1}") for arc in circuit.leaving[anchor]]
        yield _row(before + after, ">= 1")
    yield "Bounds"
    yield " none = 0"
    yield "Binary"
    yield from (f" x{arc + 1}" for arc in range(len(arcs)))
    yield "End"


def _row(terms: Iterable[tuple[int, str]], bound: str) -> str:
    """Return a row; a sum without terms is 0. Lines are short: CPLEX reads 560 characters."""
    signed = [f"{'-' if factor < 0 else '+'} {abs(factor)} {name}" for factor, name in terms]
    signed = signed or ["0 none"]
    lines = (" ".join(signed[at : at + _ON_A_LINE]) for at in range(0, len(signed), _ON_A_LINE))
    return " " + "\n ".join(lines) + f" {bound}"


_VALUE = re.compile(
    r"\bx([0-9]{1,9})(?:[\s=:*]++|\"[^<>]{0,99} value=\")"
    r"((?:[0-9]++(?:\.[0-9]++)?|\.[0-9]++)(?:e[-+]?[0-9]{1,3})?)",
    re.IGNORECASE,
)
_NEAR = 0.001  # solvers of floating-point numbers write 0.9999999 for 1


def used_arcs(circuit: Circuit, text: str) -> list[int]:
    """Return the arcs of a solution: the numbers of the variables x that are 1.

    The value stands behind the name, or in an attribute of it in the XML of CPLEX.
    """
    found = (int(name) for name, value in _VALUE.findall(text) if abs(float(value) - 1) < _NEAR)
    return [number - 1 for number in found if 0 < number <= len(circuit.arcs)]
