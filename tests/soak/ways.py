"""Every way to count: a new engine, width or option joins the soak by one line here."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from babieca import BadInputError, Board, Limits, Tours, _core
from babieca.engines.sweep.count_plan import WIDTHS, CountPlan
from babieca.engines.sweep.counting import count_by_plan, sweep_here
from babieca.engines.sweep.moduli import bounds_of, enough_moduli
from babieca.engines.sweep.sweeps import prepare, terms, trivial_answer
from babieca.questions import Question

Way = Callable[[Tours, random.Random], int | None]
"""A function that counts; it returns None if it does not take the question."""


def by(**choices: Any) -> Way:
    """Count as `Tours.count` does with these choices."""
    return lambda tours, chance: tours.count(**choices)


def in_any_order(method: str) -> Way:
    """Count in a random retirement order."""

    def count(tours: Tours, chance: random.Random) -> int:
        order = list(tours.question.graph.labels)
        chance.shuffle(order)
        return tours.count(method=method, order=order)

    return count


def mirrored(**choices: Any) -> Way:
    """Count by a mirrored sweep where a mirror keeps the question and blocks can hold its order."""

    def count(tours: Tours, chance: random.Random) -> int | None:
        try:
            return tours.count(method="blocks", mirror=True, **choices)
        except BadInputError as error:
            if "no mirror keeps" in str(error) or "too many for blocks" in str(error):
                return None
            raise

    return count


@contextmanager
def outgrowing(times: int, first_layer: int = 0) -> Iterator[None]:
    """Make every stride from a layer on run again, as if its sums outgrew their counters."""
    _core.force_outgrowth(times, first_layer)
    try:
        yield
    finally:
        _core.force_outgrowth(0)


def rerun(way: Way) -> Way:
    """Count with strides that outgrow their counters, from a random layer on."""

    def count(tours: Tours, chance: random.Random) -> int | None:
        with outgrowing(chance.randint(1, 9), chance.randint(0, 20)):
            return way(tours, chance)

    return count


def least_memory(question: Question, bits: int, threads: int) -> int:
    """Return the least bytes for a count through scratch with counters of full width."""
    plan = prepare(question, Limits(), mirror=False).block_plan()
    return plan.scratch_bytes_for([bits // 8] * len(plan.layers), threads)[0]


def through_scratch(bits: int, threads: int) -> Way:
    """Count with layers on disk, in the least memory or up to 100 kB more."""

    def answer(question: Question, chance: random.Random, folder: str) -> int:
        known = trivial_answer(question)
        ready = prepare(question, Limits(), mirror=False)
        if known is not None or ready.sweep.impossible:
            return known or 0
        memory = least_memory(question, bits, threads) + chance.choice([0, 0, 1000, 100_000])
        order = tuple(ready.order.tolist())
        plan = CountPlan(question, order, place="scratch", counter_bits=bits)
        limits = Limits.of(memory=memory, threads=threads, scratch=folder)
        return count_by_plan(plan, limits, sweep_here).value

    def count(tours: Tours, chance: random.Random) -> int:
        with tempfile.TemporaryDirectory() as folder:
            found = sum(
                term.factor * answer(term.question, chance, folder)
                for term in terms(tours.question)
            )
            assert not list(Path(folder).iterdir())
        return found

    return count


def moduli_at_once(threads: int) -> Way:
    """Count in 64-bit counters by moduli of 16 to 64 bits, two at once if the memory allows."""

    def answer(question: Question, chance: random.Random) -> int:
        known = trivial_answer(question)
        ready = prepare(question, Limits(), mirror=None)
        if known is not None or ready.sweep.impossible:
            return known or 0
        plan = CountPlan(question, tuple(ready.order.tolist()), ready.mirror)
        moduli = enough_moduli(chance.choice([16, 32, 64]), bounds_of(question).bits)
        found = _core.Remainders()
        for residue in sweep_here(plan, [2**64, *moduli], Limits(threads=threads))[1:]:
            found.add(residue.modulus, residue.values)
        return found.values[0]

    return lambda tours, chance: sum(
        term.factor * answer(term.question, chance) for term in terms(tours.question)
    )


SWEEPS: dict[str, Way] = {
    "auto": by(),
    "blocks": by(method="blocks"),
    **{
        f"blocks of {bits} bits": by(method="blocks", counter_bits=bits, mirror=False)
        for bits in WIDTHS
    },
    **{f"mirrored blocks of {bits} bits": mirrored(counter_bits=bits) for bits in WIDTHS},
    "mirrored blocks": mirrored(),
    **{
        f"blocks of {bits} bits, rerun": rerun(by(method="blocks", counter_bits=bits, mirror=False))
        for bits in WIDTHS
    },
    **{
        f"mirrored blocks of {bits} bits, rerun": rerun(mirrored(counter_bits=bits))
        for bits in WIDTHS
    },
    "blocks through scratch, rerun": rerun(through_scratch(64, 1)),
    "blocks by moduli at once, rerun": rerun(moduli_at_once(2)),
    "blocks without a mirror": by(method="blocks", mirror=False),
    **{f"blocks of {bits} bits through scratch": through_scratch(bits, 1) for bits in WIDTHS},
    "blocks through scratch by two threads": through_scratch(64, 2),
    "blocks by moduli at once": moduli_at_once(1),
    "blocks by moduli at once and two threads": moduli_at_once(2),
    "blocks by one thread": by(method="blocks", threads=1),
    "blocks by three threads": by(method="blocks", threads=3),
    "sparse": by(method="sparse"),
}
"""Ways that take boards of some size."""

WAYS: dict[str, Way] = {
    **SWEEPS,
    "blocks in any order": in_any_order("blocks"),
    "sparse in any order": in_any_order("sparse"),
    "search": by(method="search"),
}
"""Ways for small questions without a symmetry."""

SYMMETRIC: dict[str, Way] = {"auto": by(), "fold": by(method="fold")}
"""Ways for questions with one."""

NUMBERINGS = ("sparse", "blocks", "list")
"""Ways to number tours: ranks, tours by number and samples."""


def saving(folder: str, board: Board) -> dict[str, dict[str, Any]]:
    """Return ways that save checkpoints, as words of `count`; scratch is in the same folder."""
    return {
        "blocks": {"method": "blocks"},
        **{
            f"blocks of {bits} bits": {"method": "blocks", "counter_bits": bits, "mirror": False}
            for bits in (16, 32)
        },
        "blocks through scratch": {
            "method": "blocks",
            "counter_bits": 64,
            "mirror": False,
            "memory": least_memory(Question.ask(board), 64, 1),
            "scratch": folder,
        },
        "sparse": {"method": "sparse"},
    }


FRUGAL: dict[str, str] = {
    "blocks": "count(Board(6, 9), method='blocks', threads=1, memory={bytes})",
    "scratch": "count(Board(7, 8), counter_bits=64, threads=1, memory={bytes}, scratch='/tmp')",
    "sparse": "count(Board(6, 7), method='sparse', memory={bytes})",
    "auto": "count(Board(5, 9), 'path', memory={bytes})",
    "fold": "count(Board(8, 8), symmetry='half-turn', memory={bytes})",
    "sample": "next(sample(Board(6, 7), memory={bytes}))",
    "usage": "usage(Board(6, 7), memory={bytes})",
    "usage through scratch": "usage(Board(6, 7), threads=1, memory={bytes}, scratch='/tmp')",
}
"""Calls that keep a budget or refuse it."""
