"""Memory of the host that a GPU reads and writes directly."""

from __future__ import annotations

import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from babieca.errors import BadInputError
from babieca.memory import require
from babieca.system import available_threads

PIECE = 2**28
"""Bytes that are pinned at a time; Ctrl-C interrupts between two pieces."""
TOUCHED = 2**23
"""Bytes that a thread asks the system for at a time."""
PAGE = 2**12
MAPPED = 2
"""The flag of cudaHostRegister for memory that kernels may read and write."""


class HostMemory:
    """Pinned bytes, at the same addresses for the GPU as for the processor.

    All threads touch the memory pages, which are pinned piece by piece after that. It takes a tenth
    of the time that the driver takes to allocate such memory. Invariant: all pinned pieces are
    unpinned, also if pinning was interrupted.
    """

    def __init__(
        self, runtime: Any, size: int, purpose: str = "what the GPU has no room for"
    ) -> None:
        require(size, purpose)
        whole = -(-size // PAGE) * PAGE  # whole memory pages
        memory = np.empty(whole + PAGE, np.uint8)
        memory = memory[-memory.ctypes.data % PAGE :][:whole]
        self.bytes = memory[:size]
        self.place = int(memory.ctypes.data)
        pinned: list[int] = []
        give_back = weakref.finalize(self, _release, runtime, memory, pinned)
        give_back.atexit = False  # then the driver may be gone, which gives all back itself

        def touch(begin: int) -> None:
            memory[begin : begin + TOUCHED : PAGE] = 0

        threads = ThreadPoolExecutor(available_threads())
        try:
            touched = [threads.submit(touch, begin) for begin in range(0, whole, TOUCHED)]
            for begin in range(0, whole, PIECE):
                for one in touched[begin // TOUCHED : -(-(begin + PIECE) // TOUCHED)]:
                    one.result()
                self._pin(runtime, self.place + begin, min(PIECE, whole - begin), pinned)
        except BaseException:
            threads.shutdown(cancel_futures=True)
            give_back()
            raise
        threads.shutdown()

    @staticmethod
    def _pin(runtime: Any, place: int, size: int, pinned: list[int]) -> None:
        runtime.hostRegister(place, size, MAPPED)
        pinned.append(place)
        if int(runtime.pointerGetAttributes(place).devicePointer) != place:
            raise BadInputError(
                "this GPU has addresses of its own for the host's memory; use device cpu"
            )

    def together(self, address: int, size: int) -> int:
        """Return how many of `size` bytes at an address one copy may move.

        A copy must stay within a piece; addresses on the GPU belong to none.
        """
        inside = address - self.place
        return min(size, PIECE - inside % PIECE) if 0 <= inside < len(self.bytes) else size


def _release(runtime: Any, memory: np.ndarray[Any, Any], pinned: list[int]) -> None:
    """Unpin `memory`, which stays allocated until then; the GPU does not use it any more."""
    while pinned:
        runtime.hostUnregister(pinned.pop())
