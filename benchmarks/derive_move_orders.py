"""Derive the move orders and switch squares of `method="squirrel-cull"`, and verify them.

Squirrel and Cull (1996) walk an n x n board from a corner by Warnsdorff's rule, break ties by a
fixed order of the eight moves, and change the order when the knight enters certain squares, which
depend on n mod 8. Their table is not used here. This program derives another table: for each
remainder, two orders and one switch square near a corner that complete every board of that
remainder up to a given size.

    python benchmarks/derive_move_orders.py                 derive and print the table (minutes)
    python benchmarks/derive_move_orders.py --verify 1000   check the table, 5 <= n <= 1000
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from babieca.engines.warnsdorff import LARGEST_VERIFIED, SMALLEST, TABLE, Program, walk

MOVES = "12345678"
FOUND = 0


def completes(n: int, program: Program) -> bool:
    """Whether the walk covers the n x n board."""
    return bool(walk(n, program)[0] == FOUND)


def random_order(dice: random.Random) -> str:
    return "".join(dice.sample(MOVES, 8))


def sizes(remainder: int, largest: int) -> list[int]:
    return [n for n in range(SMALLEST, largest + 1) if n % 8 == remainder]


def first_failure(program: Program, ns: list[int]) -> int | None:
    return next((n for n in ns if not completes(n, program)), None)


def random_switch(dice: random.Random) -> tuple[int, int]:
    """A square near a corner: negative coordinates count from the far side, -1 being the last."""
    row, column = (dice.choice([0, 1, 2, 3, -1, -2, -3, -4]) for _ in range(2))
    return (row, column)


def derive(remainder: int, largest: int, seconds: float, dice: random.Random) -> Program | None:
    """Return a program that completes every board of one remainder up to the largest, or None."""
    ns = sizes(remainder, largest)
    began, tried, best = time.monotonic(), 0, 0
    while time.monotonic() - began < seconds:
        tried += 1
        program: Program = (random_order(dice), random_switch(dice), random_order(dice))
        failed = first_failure(program, ns)
        if failed is None:
            print(f"remainder {remainder}: found after {tried} tries", file=sys.stderr)
            return program
        if failed > best:
            best = failed
            print(f"remainder {remainder}: {program} fails at {failed}", file=sys.stderr)
    return None


def verify(largest: int) -> None:
    began, failures = time.monotonic(), []
    for n in range(SMALLEST, largest + 1):
        if not completes(n, TABLE[n % 8]):
            failures.append(n)
    print(f"{SMALLEST} <= n <= {largest}: failures {failures}, {time.monotonic() - began:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--verify", type=int, metavar="N")
    parser.add_argument("--remainders", default="01234567")
    parser.add_argument("--largest", type=int, default=LARGEST_VERIFIED)
    parser.add_argument("--seconds", type=float, default=600, help="per remainder")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.verify:
        verify(arguments.verify)
        return
    dice = random.Random(arguments.seed)
    for remainder in map(int, arguments.remainders):
        found = derive(remainder, arguments.largest, arguments.seconds, dice)
        print(f"    {remainder}: {found},", flush=True)


if __name__ == "__main__":
    main()
