"""Confirm closed tours of a board with an unfinished last column: one residue in another order.

    python benchmarks/ragged.py 8 194 --device cuda

takes the first 194 squares of a board with 8 rows, as `babieca sequence 8xn --ragged` does. It
sweeps them with the rows upside down: the best order of the whole board, mirrored. The residue goes
to standard output as a line of docs/records/sequence_residues.jsonl.
"""

import argparse
import hashlib
import json
import time

import numpy as np

import babieca
from babieca.engines.retirement import line_order
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.counting import sweep_for
from babieca.engines.sweep.plans import plans
from babieca.engines.sweep.prefixes import Strip
from babieca.limits import Limits

MODULUS = 2147483647


def upside_down(rows: int, squares: int) -> np.ndarray:
    """Return the order of the whole board, mirrored, without the squares that are missing."""
    columns = -(-squares // rows)
    whole = line_order(babieca.Tours(babieca.Board(rows, columns)).question, mirrored=False)
    there = [divmod(square, columns) for square in range(rows * columns)]
    number: dict[tuple[int, int], int] = {}
    for row, column in there:
        if column * rows + row < squares:
            number[row, column] = len(number)
    mirrored = [(rows - 1 - there[square][0], there[square][1]) for square in whole.tolist()]
    return np.array([number[at] for at in mirrored if at in number], dtype=whole.dtype)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=int)
    parser.add_argument("squares", type=int)
    parser.add_argument("--device", default=None, choices=["cpu", "cuda"])
    given = parser.parse_args()
    question = babieca.Tours(Strip(given.rows).board(given.squares)).question
    limits = Limits.of()
    machine = Machine.of(limits, given.device)
    order = upside_down(given.rows, given.squares)
    plan = plans(question, limits, machine, mirror=False, moduli=[MODULUS], order=order)[0]
    began = time.perf_counter()
    (residue,) = sweep_for(machine)(plan, [MODULUS], limits)
    line = {
        "question": f"closed {given.rows} rows, {given.squares} squares",
        "order": hashlib.sha256(repr(plan.order).encode()).hexdigest()[:16],
        "modulus": MODULUS,
        "residue": residue.value,
        "version": babieca.__version__,
        "device": "cpu" if machine.gpu is None else machine.gpu.name,
        "seconds": round(time.perf_counter() - began, 2),
    }
    print(json.dumps(line))


if __name__ == "__main__":
    main()
