"""Does a power of the denominator for closed tours divide the one for paths? (Knuth, exercise 210)

    python benchmarks/cubes.py 5 --lengths 80000

computes both denominators for boards with 5 rows modulo a prime, from the counts of that many
lengths, and divides. If a power does not divide modulo the prime, it does not divide at all, unless
the denominator for paths is shorter modulo that prime.
"""

import argparse
import time

import numpy as np

from babieca.engines.sweep.laws import StripCounts
from babieca.engines.sweep.prefixes import Strip
from babieca.limits import Limits
from babieca.recurrences import multiply


def denominator(rows: int, kind: str, prime: int, lengths: int) -> list[int]:
    """Return the denominator modulo the prime, where x stands for one column."""
    began = time.perf_counter()
    counts = StripCounts.of(Strip(rows), kind, 1, [0], Limits.of())  # type: ignore[arg-type]
    found, step = counts.denominator_modulo(prime, lengths)
    spread = [0] * (step * (len(found) - 1) + 1)
    spread[::step] = found
    seconds = time.perf_counter() - began
    print(f"{kind:<8}degree {len(spread) - 1}, {counts.states} states, {seconds:.0f} s", flush=True)
    return spread


def divides(divisor: list[int], dividend: list[int], prime: int) -> bool:
    """Divide upwards from the constant terms, which are 1."""
    rest, factor = np.array(dividend), np.array(divisor)
    for i in range(len(rest) - len(factor) + 1):
        window = rest[i : i + len(factor)]
        window[:] = (window - window[0] * factor) % prime
    return not rest.any()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=int)
    parser.add_argument("--prime", type=int, default=2**31 - 1)
    parser.add_argument("--lengths", type=int, default=0, help="0: as many as a proof needs")
    given = parser.parse_args()
    closed, paths = (
        denominator(given.rows, kind, given.prime, given.lengths) for kind in ("closed", "path")
    )
    power = [1]
    for exponent in (1, 2, 3):
        power = multiply(power, closed, given.prime)
        answer = "divides" if divides(power, paths, given.prime) else "does not divide"
        print(f"power {exponent} {answer} modulo {given.prime}", flush=True)


if __name__ == "__main__":
    main()
