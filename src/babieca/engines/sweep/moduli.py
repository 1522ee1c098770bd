"""Numbers larger than a counter: bounds, moduli, and the loop over residues.

The core bounds the numbers (cpp/core/sweep/bounds.hpp), chooses the moduli, checks and combines the
residues (cpp/core/sweep/residues.hpp). Python sweeps, saves the residues and tells the progress.
"""

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar, get_args

from babieca import _core
from babieca.engines.protocol import built_question
from babieca.engines.retirement import retirement_order
from babieca.errors import BabiecaError, BadInputError, ContradictionError
from babieca.limits import Limits
from babieca.progress import stop_report
from babieca.questions import Question
from babieca.reasons import Reason


class OutgrownError(BadInputError):
    """A count outgrew the memory or the counters of its plan; another plan might fit."""


@functools.lru_cache(maxsize=64)
def bounds_of(question: Question) -> _core.Bounds:
    """Return quick bounds of the answer: bits that it surely fits in, and that are expected.

    >>> from babieca.boards import Board
    >>> bounds_of(Question.ask(Board(6, 6))).bits
    43
    """
    return _core.Bounds(built_question(question))


@functools.lru_cache(maxsize=64)
def sharp_bound_bits(question: Question) -> int:
    """Return a number of bits that the answer surely fits in, by the best bound.

    >>> from babieca.boards import Board
    >>> sharp_bound_bits(Question.ask(Board(6, 6)))
    25
    """
    order = retirement_order(question.graph)
    return _core.sharp_bound_bits(built_question(question), order, stop_report())


Arithmetic = Literal["cpu", "gpu", "products"]
"""How a sweep combines residues: it adds them ("cpu"), adds them without a spare bit ("gpu"), or
multiplies them ("products")."""

ARITHMETICS: tuple[Arithmetic, ...] = get_args(Arithmetic)


def enough_moduli(counter_bits: int, bits: int, arithmetic: Arithmetic = "cpu") -> list[int]:
    """Return moduli that determine every number of `bits` bits, with bits to spare as a check.

    >>> [len(enough_moduli(64, bits)) for bits in (20, 100, 120)]
    [2, 2, 3]
    >>> enough_moduli(8, 30, "gpu"), enough_moduli(32, 40, "products")
    ([256, 255, 253, 251, 247], [2064532531, 2115799143])
    """
    try:
        return _core.moduli_to_reach(counter_bits, bits, ARITHMETICS.index(arithmetic))
    except _core.TooNarrow as error:
        raise OutgrownError(error.args[0], **error.args[1]) from None


class AnyResidue(Protocol):
    """The residues of all numbers modulo one modulus; `exact`: they are the numbers themselves."""

    @property
    def modulus(self) -> int: ...
    @property
    def values(self) -> Sequence[int]: ...
    @property
    def exact(self) -> bool: ...


@dataclass(frozen=True)
class Found:
    modulus: int
    values: Sequence[int]
    exact: bool = False


Swept = TypeVar("Swept", bound=AnyResidue)


@contextlib.contextmanager
def checked() -> Iterator[None]:
    """Turn the exceptions of the loop over residues into errors for people."""
    try:
        yield
    except _core.Contradiction:
        raise contradiction() from None
    except _core.TooNarrow:
        raise OutgrownError("moduli_too_narrow") from None


@contextlib.contextmanager
def core_errors(limits: Limits, advice: str | None = None, graph: object = None) -> Iterator[None]:
    """Turn the exceptions of a sweep into errors; `advice` is the code of another way."""
    try:
        yield
    except _core.OutOfBudget:
        raise OutgrownError(limits.outgrown(graph, advice)) from None
    except MemoryError:
        raise BabiecaError("less_memory") from None
    except _core.FileError as error:
        raise BadInputError(str(error)) from None


def contradiction() -> ContradictionError:
    return ContradictionError("residues_contradict")


def groups(loop: _core.Residues, limits: Limits) -> Iterator[tuple[list[int], Limits]]:
    """Yield the moduli of each sweep that a loop wants, with its part of the limits."""
    while group := loop.wanted:
        known, whole = len(loop.moduli), loop.whole
        first, last = known + 1, known + len(group)
        text = ""
        if whole > 1:
            several = first if first < last else None
            text = Reason("moduli_of", first=several, last=last, whole=whole)
        yield group, limits.part(loop.share(), loop.share(len(group)), text)


def determined(
    loop: _core.Residues,
    sweep: Callable[[list[int], Limits], Sequence[Swept]],
    limits: Limits,
    largest: Callable[[], Sequence[int]],
) -> tuple[list[int], list[Swept]]:
    """Run the loop over residues; return the numbers, and what was swept.

    `largest` returns bounds: the largest value of each number, or of all.
    """
    found: list[Swept] = []
    with checked():
        while loop.wanted or loop.needs_bounds:
            if loop.needs_bounds:
                loop.set_bounds(largest())
            for group, part in groups(loop, limits):
                for residue in sweep(group, part):
                    loop.add(residue.modulus, residue.values, residue.exact)
                    found.append(residue)
        return loop.numbers(), found
