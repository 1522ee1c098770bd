"""Every way to count: a new engine, width or option joins the soak by one line here."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from babieca import BadInputError, Tours
from babieca.engines.sweep.ways import WIDTHS

Way = Callable[[Tours, random.Random], int | None]
"""None: this question is not one for this way."""


def by(**choices: Any) -> Way:
    """Count as `Tours.count` does with these choices."""
    return lambda tours, chance: tours.count(**choices)


def in_any_order(method: str) -> Way:
    """Count in an order of retirement that chance makes."""

    def count(tours: Tours, chance: random.Random) -> int:
        order = list(tours.question.graph.labels)
        chance.shuffle(order)
        return tours.count(method=method, order=order)

    return count


def mirrored(**choices: Any) -> Way:
    """Count by a mirrored sweep where a mirror keeps the question."""

    def count(tours: Tours, chance: random.Random) -> int | None:
        try:
            return tours.count(method="blocks", mirror=True, **choices)
        except BadInputError as error:
            if "no mirror keeps" in str(error):
                return None
            raise

    return count


SWEEPS: dict[str, Way] = {
    "auto": by(),
    "blocks": by(method="blocks"),
    **{
        f"blocks of {bits} bits": by(method="blocks", counter_bits=bits, mirror=False)
        for bits in WIDTHS
    },
    **{f"mirrored blocks of {bits} bits": mirrored(counter_bits=bits) for bits in WIDTHS},
    "mirrored blocks": mirrored(),
    "blocks without a mirror": by(method="blocks", mirror=False),
    "blocks in two copies": by(method="blocks", in_place=False),
    "blocks of 32 bits in two copies": by(method="blocks", counter_bits=32, in_place=False),
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

SAVING: dict[str, dict[str, Any]] = {
    "blocks": {"method": "blocks"},
    **{
        f"blocks of {bits} bits": {"method": "blocks", "counter_bits": bits, "mirror": False}
        for bits in (16, 32)
    },
    "sparse": {"method": "sparse"},
}
"""Ways that save checkpoints, as words of `count`."""

FRUGAL: dict[str, str] = {
    "blocks": "count(Board(6, 9), method='blocks', threads=1, memory={bytes})",
    "sparse": "count(Board(6, 7), method='sparse', memory={bytes})",
    "auto": "count(Board(5, 9), 'path', memory={bytes})",
    "fold": "count(Board(8, 8), symmetry='half-turn', memory={bytes})",
    "sample": "next(sample(Board(6, 7), memory={bytes}))",
    "usage": "usage(Board(6, 7), memory={bytes})",
}
"""Calls that keep a budget or refuse it."""
