"""Numbers larger than a counter: bounds, coprime moduli, the Chinese remainder theorem.

The number of pairs of matchings of a graph is a sharp bound on its tours. The edges of a closed
tour of an even number of vertices, taken alternately, are two perfect matchings. For a path, one of
the two leaves out both ends, or each leaves out one end if the number of vertices is odd. So there
are at most as many tours as such pairs. A sweep counts matchings; its states are the sets of
matched vertices.
"""

import functools
import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.engines.retirement import retirement_order
from babieca.errors import BadInputError, ContradictionError
from babieca.progress import stop_report
from babieca.questions import Question

MOST_SLOTS = 20


class OutgrownError(BadInputError):
    """A count outgrew the memory or the counters of its plan; another plan might fit."""


def bound_bits(question: Question) -> int:
    """Return a number of bits that the answer surely fits in.

    A directed Hamiltonian cycle is a permutation along edges, so there are at most as many as the
    permanent of the adjacency matrix, which Bregman's theorem bounds by the product of
    (d!)^(1/d) over the degrees d. On a bipartite graph every cycle gives each vertex of one colour
    one of d(d-1)/2 pairs of neighbours. Paths are cycles through one more vertex.

    >>> from babieca.boards import Board
    >>> bound_bits(Question.ask(Board(6, 6)))
    43
    """
    bounds = [_log2_bregman(question)]
    colours = question.graph.bipartition() if question.closed else None
    if colours is not None:
        degrees = _degrees_left(question)
        for colour in (0, 1):
            own = degrees[colours == colour].tolist()
            pairs = [math.log2(d * (d - 1) / 2) for d in own if d >= 2]
            bounds.append(sum(pairs) if own and len(pairs) == len(own) else 0.0)
    return max(1, math.floor(min(bounds) + 0.001) + 1)


EXPECTED_RATIO = 0.55
"""The bits of a count, divided by the bits of its bound: 44 of 88 on 8x8, 261 of 403 on 8x32."""

SHARP_RATIO = 0.77
"""The bits of the bound by matchings, divided by `bound_bits`; rarely more: 311 of 403."""


def expected_bits(question: Question) -> int:
    """Estimate the bits of the answer; this is no bound."""
    return math.ceil(EXPECTED_RATIO * bound_bits(question))


def expected_bound_bits(question: Question) -> int:
    """Estimate the bits of the sharp bound, which takes longer to compute."""
    return math.ceil(SHARP_RATIO * bound_bits(question))


def expected_widths(
    question: Question, plan: _core.CountingPlan, counter_bits: int, *, lent: bool = False
) -> list[int]:
    """Return the expected bytes of a counter, for each layer.

    The bits of the largest counter grow evenly from layer to layer after a slow beginning. Counters
    of 6 bytes occur only in large layers that are not `lent` to another sweep.
    """
    steps = len(plan.layers) - 1
    bits = expected_bits(question)
    widths = []
    for layer in range(steps + 1):
        needed = bits * (1.2 * layer / max(steps, 1) - 0.1) + 1
        large = 8 * plan.layers[layer].counters > _core.large_layer
        sizes = [1, 2, 4, 6, 8] if large and not lent and counter_bits == 64 else [1, 2, 4, 8]
        enough = (size for size in sizes if needed <= 8 * size - 1)
        widths.append(min(next(enough, 8), counter_bits // 8))
    return widths


def fits_easily(question: Question, bits: int) -> bool:
    """Whether the answer surely fits in `bits` bits, by the quicker of the bounds."""
    return _log2_bregman(question) < bits


def _degrees_left(question: Question) -> NDArray[Any]:
    """Return the degrees without edges to avoid; for paths, with the vertex that closes them."""
    degrees = question.graph.degrees.copy()
    for u, v in question.avoiding:
        degrees[[u, v]] -= 1
    return degrees if question.closed else np.append(degrees + 1, len(question.graph))


def _log2_bregman(question: Question) -> float:
    degrees: list[int] = _degrees_left(question).tolist()
    if min(degrees, default=0) == 0:
        return 0.0
    return sum(math.lgamma(d + 1) / math.log(2) / d for d in degrees)


@functools.lru_cache(maxsize=64)
def sharp_bound_bits(question: Question) -> int:
    """Return a number of bits that the answer surely fits in, by the best bound.

    >>> from babieca.boards import Board
    >>> sharp_bound_bits(Question.ask(Board(6, 6)))
    25
    """
    pairs = log2_matching_pairs(question)
    usual = bound_bits(question)
    return usual if math.isinf(pairs) else min(usual, math.floor(pairs + 0.001) + 1)


def log2_matching_pairs(question: Question) -> float:
    """Return log2 of the number of pairs of matchings; infinity if they cannot be counted.

    >>> from babieca.boards import Board
    >>> round(log2_matching_pairs(Question.ask(Board(6, 6))), 2)
    24.66
    """
    odd = len(question.graph) % 2
    if question.closed and odd:
        return math.inf
    if question.closed:
        pairs = _pairs_of_perfect(question)
    else:
        whole, without_one, without_two = matchings(question, 2)
        pairs = without_one * without_one / 2 if odd else whole * without_two
    return math.log2(pairs) if pairs > 0 else 0.0


def _pairs_of_perfect(question: Question) -> float:
    """Return the pairs of perfect matchings; of a vertex with two edges, each takes one."""
    for vertex in range(len(question.graph)):
        near = question.graph.neighbours(vertex).tolist()
        edges = {(min(vertex, other), max(vertex, other)) for other in near} - question.avoiding
        if len(edges) == 2:
            # Words that require an edge are left out: they only make the tours fewer.
            cases = (
                Question(question.graph, avoiding=question.avoiding | {edge}) for edge in edges
            )
            return math.prod(matchings(case)[0] for case in cases)
    whole = matchings(question)[0]
    return whole * whole / 2


def matchings(question: Question, most_left_out: int = 0) -> list[float]:
    """Return how many matchings leave out 0, 1, …, `most_left_out` vertices.

    >>> from babieca.boards import Board
    >>> matchings(Question.ask(Board(3, 4)), 2)
    [4.0, 0.0, 54.0]
    """
    graph = question.graph
    retired = retirement_order(graph)
    if _core.frontier_width(graph.offsets, graph.targets, retired) > MOST_SLOTS:
        return [math.inf] * (most_left_out + 1)
    order = retired.tolist()
    met = {vertex: step for step, vertex in enumerate(order)}
    slots: dict[int, int] = {}
    free: list[int] = []
    states = np.zeros((most_left_out + 1, 1))
    states[0, 0] = 1.0
    spare = np.empty_like(states)
    poll = stop_report()
    for step, vertex in enumerate(order):
        if poll is not None:
            poll(step, len(order))
        near = (other for other in graph.neighbours(vertex).tolist() if met[other] > step)
        later = [o for o in near if (min(vertex, o), max(vertex, o)) not in question.avoiding]
        for entering in (vertex, *later):
            if entering in slots:
                continue
            if not free:
                free.append(len(slots))
                states = np.concatenate([states, np.zeros_like(states)], axis=1)
            slots[entering] = free.pop()
        if spare.shape != states.shape:  # two arrays take turns: fresh memory is slow
            spare = np.empty_like(states)
        _retire(states, slots[vertex], [slots[other] for other in later], spare)
        states, spare = spare, states
        free.append(slots.pop(vertex))
    found: list[float] = states[:, 0].tolist()
    return found


def _retire(states: NDArray[Any], slot: int, others: list[int], after: NDArray[Any]) -> None:
    """Match the vertex in a slot with one of the others, or leave it out, unless it is matched.

    States are by the number of vertices left out, then by the set of slots with matched vertices.
    """
    before, now = (array.reshape(len(states), -1, 2, 2**slot) for array in (states, after))
    now[:, :, 0], now[:, :, 1] = before[:, :, 1], 0.0
    now[1:, :, 0] += before[:-1, :, 0]
    for other in others:
        low, high = min(slot, other), max(slot, other)
        shape = (len(states), -1, 2, 2 ** (high - low - 1), 2, 2**low)
        bits = (0, 1) if high == slot else (1, 0)
        after.reshape(shape)[:, :, bits[0], :, bits[1]] += states.reshape(shape)[:, :, 0, :, 0]


Arithmetic = Literal["cpu", "gpu", "products"]
"""How a sweep combines residues: it adds them ("cpu"), adds them without a spare bit ("gpu"), or
multiplies them ("products")."""

GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of this, without their whole parts, lie scattered between 0 and 1."""

SPARE = {8: 8, 16: 16, 32: 24, 64: 24}
"""Bits by which scattered moduli reach beyond every possible answer, so that a wrong residue shows.

A wrong residue leads to a number outside the bounds, except in one case of 2^24. Neighbouring
moduli spare a whole modulus. At least two are used: an error in a single residue might be small.
"""


def coprime_moduli(counter_bits: int, arithmetic: Arithmetic = "cpu") -> Iterator[int]:
    """Yield pairwise coprime moduli: 2^bits, where counters simply wrap, then odd moduli.

    On the processor they are below 2^(bits - 1). Wide moduli are scattered: the inverses of
    neighbouring moduli are small, and so would be the change that a small error makes. On the GPU
    they descend from 2^bits - 1 (2^63 - 1). Products of residues need odd moduli.

    >>> import itertools
    >>> list(itertools.islice(coprime_moduli(16), 3)), list(itertools.islice(coprime_moduli(32), 3))
    ([65536, 32767, 32765], [4294967296, 2064532531, 2115799143])
    """
    chosen = [2**counter_bits]
    if arithmetic != "products":
        yield chosen[0]
    gpu = arithmetic == "gpu"
    top = 2**counter_bits - 1 if gpu and counter_bits < 64 else 2 ** (counter_bits - 1) - 1
    scattered = not gpu and counter_bits > 16
    few = 2 ** (counter_bits - 6)
    step = int(few * GOLDEN) if scattered else 1
    for n in range(1 if scattered else 0, top // 2):
        candidate = top - 2 * (n * step % few if scattered else n)
        if all(math.gcd(candidate, modulus) == 1 for modulus in chosen):
            chosen.append(candidate)
            yield candidate


def enough_moduli(counter_bits: int, bits: int, arithmetic: Arithmetic = "cpu") -> list[int]:
    """Return moduli that determine every number of `bits` bits, with bits to spare as a check.

    Products of residues have none to spare: their sums are checked.

    >>> [len(enough_moduli(64, bits)) for bits in (20, 100, 120)]
    [2, 2, 3]
    >>> enough_moduli(8, 30, "gpu"), enough_moduli(32, 40, "products")
    ([256, 255, 253, 251, 247], [2064532531, 2115799143])
    """
    spare = {"cpu": SPARE[counter_bits], "gpu": counter_bits, "products": 0}[arithmetic]
    fewest = 1 if arithmetic == "products" else 2
    chosen: list[int] = []
    for modulus in coprime_moduli(counter_bits, arithmetic):
        chosen.append(modulus)
        if len(chosen) >= fewest and math.prod(chosen).bit_length() > bits + spare:
            return chosen
    raise OutgrownError(
        f"counters of {counter_bits} bits do not reach numbers of {bits} bits; use 16"
    )


def combine(residues: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the least number with the given (residue, modulus) pairs, and their common multiple.

    Moduli that share a factor are allowed: their residues must agree there.

    >>> combine([(2, 3), (3, 5), (2, 7)]), combine([(3, 4), (5, 6)])
    ((23, 105), (11, 12))
    """
    value, product = 0, 1
    for residue, modulus in residues:
        shared = math.gcd(product, modulus)
        quotient, rest = divmod(residue - value, shared)
        if rest:
            raise contradiction()
        own = modulus // shared
        value += product * (quotient * pow(product // shared, -1, own) % own)
        product *= own
    return value, product


def combine_within(residues: list[tuple[int, int]], low: int, high: int) -> int:
    """Return the number with these residues, which must lie between the bounds.

    >>> combine_within([(2, 3), (3, 5), (1, 7)], 0, 14)
    8
    >>> combine_within([(2, 3), (3, 5), (2, 7)], 0, 14)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    babieca.errors.ContradictionError: the residues contradict one another: ...
    """
    value, product = combine(residues)
    value = low + (value - low) % product
    if value > high:
        raise contradiction()
    return value


def contradiction() -> ContradictionError:
    return ContradictionError(
        "the residues contradict one another: a hardware fault or a bug; nothing is known"
    )


def to_limbs(numbers: Sequence[int], limbs: int) -> NDArray[np.uint64]:
    """Return natural numbers as limbs of 64 bits, the lowest first, one number after another.

    >>> to_limbs([1, 2**64], 2).tolist()
    [1, 0, 0, 1]
    """
    data = b"".join(number.to_bytes(8 * limbs, "little") for number in numbers)
    return np.frombuffer(data, dtype="<u8").astype(np.uint64)


def from_limbs(array: NDArray[np.uint64] | Sequence[int], limbs: int) -> list[int]:
    """Return the numbers that `to_limbs` wrote.

    >>> from_limbs(to_limbs([5, 3 * 2**70], 2), 2) == [5, 3 * 2**70]
    True
    """
    data = np.asarray(array, dtype=np.uint64).astype("<u8").tobytes()
    size = 8 * limbs
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
