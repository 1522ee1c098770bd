"""Several counts on one card: while one looks for its order or makes lists, it serves another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, CancelledError, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import TypeVar

from babieca.engines.sweep.card.counting import Card, Device, card_or_none, checked_device
from babieca.limits import Limits
from babieca.progress import Meter
from babieca.stopping import stopped_by

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_AT_ONCE = 6
LEAST_ROOM = 2**33
"""Bytes of the card for each count; where there is less, fewer go at once."""

SECONDS_BETWEEN_REPORTS = 0.2


def each_on_device(
    work: Callable[[Item, Limits], Result],
    items: Sequence[Item],
    limits: Limits,
    device: Device | None,
) -> list[Result]:
    """Return what `work` gives for each item: a few at once on a card, else as `limits.each`."""
    off_card = limits.crew is not None or limits.checkpoint is not None
    card = None if off_card else card_or_none(checked_device(device), limits)
    return limits.each(work, items) if card is None else each_on_card(work, items, limits, card)


def each_on_card(
    work: Callable[[Item, Limits], Result], items: Sequence[Item], limits: Limits, card: Card
) -> list[Result]:
    """Return what `work` gives for each item, each within its share of the card's memory.

    The calling thread waits, reports, and calls all off when one fails or it is interrupted.
    """
    at_once = max(1, min(MOST_AT_ONCE, card.room // LEAST_ROOM))
    stopped = threading.Event()

    def hear(*_: object) -> None:
        if stopped.is_set():
            raise CancelledError

    def one(item: Item) -> Result:
        with stopped_by(hear):
            return work(item, share)

    meter = Meter(hear, limits.timeout, limits.began)
    share = replace(limits, memory=card.room // at_once, progress=hear, meter=meter)
    report = limits.reporter()
    with ThreadPoolExecutor(at_once) as threads:
        begun = [threads.submit(one, item) for item in items]
        try:
            left = set(begun)
            while left:
                done, left = wait(left, SECONDS_BETWEEN_REPORTS, FIRST_EXCEPTION)
                for future in done:
                    future.result()
                if report is not None:
                    report(len(items) - len(left), len(items))
        except BaseException:
            stopped.set()
            for future in begun:
                future.cancel()
            raise
    return [future.result() for future in begun]
