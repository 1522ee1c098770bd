"""A question as a formula in conjunctive normal form, for SAT solvers and model counters.

Variable i says whether arc i is used. Exactly one arc leaves each vertex and one enters it, so the
used arcs are circuits. Every vertex has a label of k bits with 2^k ≥ vertices: 0 for the anchor,
and one more, modulo 2^k, than the label of the vertex before it. A circuit without the anchor would
have a multiple of 2^k vertices, but there are fewer: only one circuit is left.

Labels and all other auxiliary variables are functions of the used arcs: a tour is one model.
The labels are the binary adder encoding of M. J. H. Heule, Chinese remainder encoding for
Hamiltonian cycles, SAT 2021.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from babieca.engines.encodings.circuits import Circuit

_MOST_PAIRS = 4
"""Up to this many variables, pairs of clauses say that at most one is true."""


class _Formula:
    def __init__(self, circuit: Circuit) -> None:
        self.count = len(circuit.arcs)
        self.clauses: list[str] = []

    def add(self, *literals: int) -> None:
        self.clauses.append(" ".join(map(str, (*literals, 0))))

    def variable(self) -> int:
        self.count += 1
        return self.count

    def either(self, one: int, other: int) -> int:
        """Return a variable that is true if one of two literals is true."""
        new = self.variable()
        self.add(-one, new)
        self.add(-other, new)
        self.add(-new, one, other)
        return new

    def differ(self, one: int, other: int) -> int:
        """Return a variable that is true if two literals differ."""
        new = self.variable()
        for signs in ((1, 1, -1), (1, -1, 1), (-1, 1, 1), (-1, -1, -1)):
            self.add(*(sign * each for sign, each in zip(signs, (one, other, new), strict=True)))
        return new

    def exactly_one(self, variables: list[int], chained: bool = False) -> list[int]:
        """Require one true variable; if chained, return whether it is among the first 1, 2, …"""
        if not variables:
            impossible = self.variable()
            self.add(impossible)
            self.add(-impossible)
            return []
        self.add(*variables)
        if len(variables) <= _MOST_PAIRS and not chained:
            for at, one in enumerate(variables):
                for other in variables[:at]:
                    self.add(-one, -other)
            return []
        among = variables[:1]
        for variable in variables[1:]:
            self.add(-among[-1], -variable)
            among.append(self.either(among[-1], variable))
        return among


def write(circuit: Circuit) -> Iterator[str]:
    """Yield the lines of a DIMACS file."""
    formula = _formula(circuit)
    yield f"c {circuit.title}"
    yield "c Each tour is one model: the models are as many as babieca counts."
    yield "c Variables of the tour; the others are functions of them:"
    yield from (f"c {arc + 1} {circuit.described(arc)}" for arc in range(len(circuit.arcs)))
    yield f"p cnf {formula.count} {len(formula.clauses)}"
    yield from formula.clauses


def _formula(circuit: Circuit) -> _Formula:
    formula, anchor = _Formula(circuit), circuit.anchor
    for vertex in range(circuit.size):
        formula.exactly_one([arc + 1 for arc in circuit.entering[vertex]])
        if vertex != anchor:
            formula.exactly_one([arc + 1 for arc in circuit.leaving[vertex]])
    by_end = sorted(circuit.leaving[anchor], key=lambda arc: circuit.arcs[arc][1])
    among = formula.exactly_one([arc + 1 for arc in by_end], chained=circuit.one_way)
    if circuit.one_way:
        ends = [circuit.arcs[arc][1] for arc in by_end]
        for arc in circuit.entering[anchor]:
            less = sum(end < circuit.arcs[arc][0] for end in ends)
            formula.add(-arc - 1, *among[less - 1 : less])
    _add_labels(formula, circuit)
    for arc in circuit.forced:
        formula.add(arc + 1)
    for arcs in circuit.through:
        formula.add(*(arc + 1 for arc in arcs))
    for one, other in circuit.apart:
        formula.add(-one - 1, -other - 1)
    for arc, images in circuit.implied:
        formula.add(-arc - 1, *(image + 1 for image in images))
    return formula


def _add_labels(formula: _Formula, circuit: Circuit) -> None:
    bits = range((circuit.size - 1).bit_length())
    labels = [[formula.variable() for _ in bits] for _ in range(circuit.size)]
    onward = [_successor(formula, label) for label in labels]
    for arc, (u, v) in enumerate(circuit.arcs):
        if v != circuit.anchor:
            for old, new in zip(onward[u], labels[v], strict=True):
                formula.add(-arc - 1, -old, new)
                formula.add(-arc - 1, old, -new)
    for vertex, position in ({circuit.anchor: 0} | circuit.positions).items():
        for bit, variable in zip(bits, labels[vertex], strict=True):
            formula.add(variable if position >> bit & 1 else -variable)


def _successor(formula: _Formula, label: list[int]) -> list[int]:
    """Return the literals of a label plus one; the carry is true if all lower bits are."""
    found, carry = [-label[0]], label[0]
    for bit in label[1:]:
        found.append(formula.differ(bit, carry))
        carry = -formula.either(-bit, -carry)
    return found


def used_arcs(circuit: Circuit, text: str) -> list[int]:
    """Return the arcs of a solver's model: the numbers on its `v` lines, or all numbers."""
    lines = [line[1:] for line in text.splitlines() if line.startswith("v")] or [
        line for line in text.splitlines() if line[:1] in "-0123456789 "
    ]
    numbers = (part for line in lines for part in line.split())
    read = (int(part) for part in numbers if re.fullmatch(r"-?[0-9]{1,12}", part))
    return [number - 1 for number in read if 0 < number <= len(circuit.arcs)]
