"""Memory of the host that a card reads and writes by itself."""

from __future__ import annotations

import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from babieca.errors import BadInputError
from babieca.memory import require
from babieca.threads import threads_or_all

PIECE = 2**28
"""Bytes that are asked for, and pinned, at a time: between two pieces Ctrl-C is heard."""
PAGE = 2**12
MAPPED = 2
"""What cudaHostRegister calls memory that kernels may read and write."""


class HostMemory:
    """So many bytes, pinned: they stay where they are, at the same addresses for the card.

    The pages are asked for by all threads at once, and pinned piece by piece behind them.
    Invariant: whatever was pinned is given back, also if taking it was interrupted.
    """

    def __init__(self, runtime: Any, size: int) -> None:
        """Take the memory, having asked whether it is there."""
        require(size, "what the card has no room for")
        memory = np.empty(size, np.uint8)
        self.place = int(memory.ctypes.data)
        self._size = size
        pinned: list[int] = []
        weakref.finalize(self, _release, runtime, memory, pinned)

        def touch(begin: int) -> int:
            memory[begin : begin + PIECE : PAGE] = 0
            return self.place + begin

        threads = ThreadPoolExecutor(threads_or_all(None))
        try:
            for piece in threads.map(touch, range(0, size, PIECE)):
                runtime.hostRegister(piece, min(PIECE, self.place + size - piece), MAPPED)
                pinned.append(piece)
                if int(runtime.pointerGetAttributes(piece).devicePointer) != piece:
                    raise BadInputError(
                        "this card has addresses of its own for the host's memory: counters must "
                        "fit the card; use narrower ones, or device cpu"
                    )
        finally:
            threads.shutdown(cancel_futures=True)

    def together(self, address: int, size: int) -> int:
        """Return how many of so many bytes from an address on may be moved at once.

        A copy must not leave a piece; addresses on the card are of none.
        """
        inside = address - self.place
        return min(size, PIECE - inside % PIECE) if 0 <= inside < self._size else size


def _release(runtime: Any, memory: np.ndarray[Any, Any], pinned: list[int]) -> None:
    """Give `memory`, which is kept for this, back once nothing on the card uses it any more."""
    if pinned:
        runtime.deviceSynchronize()
    while pinned:
        runtime.hostUnregister(pinned.pop())
