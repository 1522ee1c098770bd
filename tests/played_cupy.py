"""So much of CuPy as the driver of a GPU calls, over the memory that is here."""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray


def bytes_at(place: int, size: int) -> NDArray[np.uint8]:
    """Return the bytes from an address on."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(place))


@dataclass
class PlayedRuntime:
    """Notes what is pinned; at the chosen piece, it is interrupted."""

    fails_at: int = -1
    elsewhere: bool = False
    pinned: dict[int, int] = field(default_factory=dict)
    most: int = 0
    memcpyDefault = 0  # noqa: N815
    memcpyHostToDevice = 0  # noqa: N815

    def hostRegister(self, place: int, size: int, flags: int) -> None:  # noqa: N802
        if len(self.pinned) == self.fails_at:
            raise KeyboardInterrupt
        self.pinned[place] = size
        self.most = max(self.most, sum(self.pinned.values()))

    def hostUnregister(self, place: int) -> None:  # noqa: N802
        del self.pinned[place]

    def pointerGetAttributes(self, place: int) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace(devicePointer=place + self.elsewhere)

    def deviceSynchronize(self) -> None:  # noqa: N802
        pass

    def getDeviceProperties(self, device: int) -> dict[str, Any]:  # noqa: N802
        return {"name": b"played GPU", "multiProcessorCount": 1}

    def memcpy(self, target: int, source: int, size: int, kind: int) -> None:
        """Copy; what touches pinned memory must lie in one piece of it."""
        for place in (target, source):
            for begin, length in self.pinned.items():
                assert not begin <= place < begin + length < place + size
        ctypes.memmove(target, source, size)

    def memcpyAsync(  # noqa: N802
        self, target: int, source: int, size: int, kind: int, stream: int
    ) -> None:
        self.memcpy(target, source, size, kind)


class PlayedEvent:
    """Always done."""

    done = True

    def __init__(self, *, disable_timing: bool) -> None:
        pass

    def record(self, stream: PlayedStream) -> None:
        pass


class PlayedStream:
    """Does everything at once."""

    ptr = 0

    def __init__(self, *, non_blocking: bool) -> None:
        pass

    def wait_event(self, event: PlayedEvent) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


class PlayedCupy:
    """The module; `taken` has the memory of the GPU that somebody has."""

    asnumpy = staticmethod(np.array)

    def __init__(self) -> None:
        self.room = 2**28
        self.taken: set[int] = set()
        self.lock = threading.Lock()
        self.cuda = SimpleNamespace(
            runtime=PlayedRuntime(),
            Memory=self.memory,
            Event=PlayedEvent,
            Stream=PlayedStream,
            Device=lambda number: SimpleNamespace(use=lambda: None),
        )
        self.compiled: list[list[str]] = []

    def memory(self, size: int) -> PlayedMemory:
        if size > self.room:
            raise MemoryError
        return PlayedMemory(self, size)

    def RawModule(  # noqa: N802
        self, code: str, options: tuple[str, ...], name_expressions: list[str]
    ) -> SimpleNamespace:
        self.compiled.append(name_expressions)
        return SimpleNamespace(get_function=lambda name: name)

    def asarray(self, array: NDArray[Any]) -> Any:
        return array.view(PlayedArray)

    def zeros(self, size: int, kind: Any) -> Any:
        return np.zeros(size, kind).view(PlayedArray)


class PlayedArray(np.ndarray[Any, Any]):
    """An array that knows its address as CuPy's do."""

    @property
    def data(self) -> Any:  # type: ignore[override]
        return SimpleNamespace(ptr=self.ctypes.data)


class PlayedMemory:
    """Bytes of the GPU."""

    def __init__(self, owner: PlayedCupy, size: int) -> None:
        self._bytes = np.zeros(size, np.uint8)
        self.ptr = int(self._bytes.ctypes.data)
        self._owner = owner
        with owner.lock:
            owner.taken.add(self.ptr)

    def __del__(self) -> None:
        with self._owner.lock:
            self._owner.taken.discard(self.ptr)
