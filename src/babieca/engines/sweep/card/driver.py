"""One sweep on a card: the core fills buffers with lists, the card runs them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from babieca import _core
from babieca.engines.sweep.card.machines import BUFFERS, Machine
from babieca.engines.sweep.sweeps import Prepared
from babieca.progress import Report

MakeMachine = Callable[[int, int, int], Machine]
LEAST_BUFFER, MOST_BUFFER = 2**20, 2**27
BYTES_PER_BLOCK = 80
"""Of lists, about: a goal and eight flows."""


@dataclass(frozen=True)
class CardCount:
    """What a sweep on a card found."""

    residue: int
    exact: bool
    counters: int
    peak_bytes: int
    device: str


def count_on_card(
    ready: Prepared,
    make_machine: MakeMachine,
    modulus: int,
    counter_bits: int,
    capacity: int,
    threads: int,
    report: Report | None,
) -> CardCount:
    """Sweep, within a capacity in bytes; a modulus of 0 lets the words wrap."""
    plan = ready.block_plan()
    width = counter_bits // 8
    most_blocks = max(layer.blocks for layer in plan.layers)
    buffer_bytes = min(max(most_blocks * BYTES_PER_BLOCK, LEAST_BUFFER), MOST_BUFFER)
    feed = _core.CardFeed(ready.sweep, plan, width, threads, capacity)
    machine = make_machine(capacity, buffer_bytes, len(plan.layers))
    number = 0
    while True:
        batch = feed.next(machine.buffer(number), report)
        if not batch.jobs:
            break
        machine.run(number, batch, modulus)
        number = (number + 1) % BUFFERS
    machine.finish()
    largest = int(machine.seen().max(initial=0))
    exact_bits = 63 if width == 8 else 8 * width
    return CardCount(
        0 if feed.answer is None else machine.read(feed.answer, width),
        modulus == 0 and largest < 2**exact_bits,
        feed.counters,
        feed.peak_bytes,
        machine.name,
    )
