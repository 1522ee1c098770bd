"""The cost of an answer, before it is begun: order, slots, counters, bytes and time."""

from __future__ import annotations

from typing import Annotated, Unpack

from babieca.engines.costs import Plan, plan_of
from babieca.limits import MemoryWords, ScratchWords, ThreadWords
from babieca.verbs.asked import Asked, DeviceWords, OrderWords
from babieca.words import Word, spelled

__all__ = ["Plan"]
_BY = "Say what a table by this takes too: slope:2, across:d-e, …; see count."


class PlanWords(OrderWords, DeviceWords, MemoryWords, ThreadWords, ScratchWords, total=False):
    by: Annotated[str | None, Word(_BY, "The question", metavar="NAME", longest=2000)]


class Planning(Asked):
    @spelled
    def plan(self, **words: Unpack[PlanWords]) -> Plan:
        """Estimate the cost of each verb: order, slots, counters, bytes, time; nothing is counted.

        If there is an NVIDIA GPU, the plan has its cost too; `device="cpu"` looks for no GPU.

        >>> from babieca import Board, Tours, plan
        >>> plan(Board(8, 8)).peak_counters
        146815078
        >>> found = Tours(Board(6, 6)).plan()
        >>> found.slots, found.peak_counters, found.total_counters
        (12, 7056, 54894)
        """
        limits, choices = self._parted(PlanWords, words, "plan")
        return plan_of(self.question, limits, **choices)
