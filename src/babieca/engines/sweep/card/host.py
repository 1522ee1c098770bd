"""Memory of the host that a card reads and writes by itself."""

from __future__ import annotations

import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from babieca.memory import require
from babieca.threads import threads_or_all

PIECE = 2**28
"""Bytes that a thread asks the system for before it looks whether all is called off."""
PAGE = 2**12
MAPPED = 2
"""What cudaHostRegister calls memory that kernels may read and write."""


class HostMemory:
    """So many bytes, pinned: they stay where they are, and the card knows their addresses.

    The pages are asked for by all threads at once: that takes most of the time.
    """

    def __init__(self, runtime: Any, size: int) -> None:
        """Take the memory, having asked whether it is there."""
        require(size, "what the card has no room for")
        memory = np.empty(size, np.uint8)

        def touch(begin: int) -> None:
            memory[begin : begin + PIECE : PAGE] = 0

        threads = ThreadPoolExecutor(threads_or_all(None))
        try:
            list(threads.map(touch, range(0, size, PIECE)))
        finally:
            threads.shutdown(cancel_futures=True)
        runtime.hostRegister(memory.ctypes.data, size, MAPPED)
        self.place = int(runtime.pointerGetAttributes(memory.ctypes.data).devicePointer)
        weakref.finalize(self, _release, runtime, memory)


def _release(runtime: Any, memory: np.ndarray[Any, Any]) -> None:
    """Give the memory back once nothing on the card uses it any more."""
    runtime.deviceSynchronize()
    runtime.hostUnregister(memory.ctypes.data)
