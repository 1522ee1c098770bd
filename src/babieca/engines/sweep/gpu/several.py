"""Several counts on one GPU: while one count is planned or makes lists, the GPU runs another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, CancelledError, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import TypeVar

from babieca.engines.sweep.gpu.gpus import Device, Gpu, checked_device, gpu_or_none
from babieca.limits import Limits
from babieca.progress import Meter
from babieca.stopping import stopped_by

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_AT_ONCE = 6
LEAST_ROOM = 2**33
"""Bytes of the GPU that each count has at least."""

SECONDS_BETWEEN_REPORTS = 0.2


def each_on_device(
    work: Callable[[Item, Limits], Result],
    items: Sequence[Item],
    limits: Limits,
    device: Device | None,
) -> list[Result]:
    """Return the results of `work` for all items: several at once on a GPU, else `limits.each`."""
    off_gpu = limits.executor is not None or limits.checkpoint is not None
    gpu = None if off_gpu else gpu_or_none(checked_device(device), limits)
    return limits.each(work, items) if gpu is None else each_on_gpu(work, items, limits, gpu)


def each_on_gpu(
    work: Callable[[Item, Limits], Result], items: Sequence[Item], limits: Limits, gpu: Gpu
) -> list[Result]:
    """Return the results of `work` for all items, each within its share of the GPU's memory.

    The calling thread waits and reports. It cancels all if one fails or if it is interrupted.
    """
    at_once = max(1, min(MOST_AT_ONCE, gpu.room // LEAST_ROOM))
    stopped = threading.Event()

    def hear(*_: object) -> None:
        if stopped.is_set():
            raise CancelledError

    def one(item: Item) -> Result:
        with stopped_by(hear):
            return work(item, share)

    meter = Meter(hear, limits.timeout, limits.began)
    share = replace(limits, memory=gpu.room // at_once, progress=hear, meter=meter)
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
