"""A fake CuPy: the calls that the GPU driver makes, on host memory."""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray


def bytes_at(address: int, size: int) -> NDArray[np.uint8]:
    """Return the memory at an address."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))


@dataclass
class FakeRuntime:
    """The CUDA runtime; records the pinned ranges.

    Pinning is interrupted after `fails_at` pieces. With `elsewhere`, device addresses differ from
    host addresses.
    """

    fails_at: int = -1
    elsewhere: bool = False
    pinned: dict[int, int] = field(default_factory=dict)
    most: int = 0
    memcpyDefault = 0  # noqa: N815
    memcpyHostToDevice = 0  # noqa: N815

    def hostRegister(self, address: int, size: int, flags: int) -> None:  # noqa: N802
        if len(self.pinned) == self.fails_at:
            raise KeyboardInterrupt
        self.pinned[address] = size
        self.most = max(self.most, sum(self.pinned.values()))

    def hostUnregister(self, address: int) -> None:  # noqa: N802
        del self.pinned[address]

    def pointerGetAttributes(self, address: int) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace(devicePointer=address + self.elsewhere)

    def deviceSynchronize(self) -> None:  # noqa: N802
        pass

    def getDeviceProperties(self, device: int) -> dict[str, Any]:  # noqa: N802
        return {"name": b"fake GPU", "multiProcessorCount": 1}

    def memcpy(self, target: int, source: int, size: int, kind: int) -> None:
        """Copy; a range that begins in a pinned piece must also end in it."""
        for address in (target, source):
            for begin, length in self.pinned.items():
                assert not begin <= address < begin + length < address + size
        ctypes.memmove(target, source, size)

    def memcpyAsync(  # noqa: N802
        self, target: int, source: int, size: int, kind: int, stream: int
    ) -> None:
        self.memcpy(target, source, size, kind)


class FakeEvent:
    """An event that is always done."""

    done = True

    def __init__(self, *, disable_timing: bool) -> None:
        pass

    def record(self, stream: FakeStream) -> None:
        pass


class FakeStream:
    """A stream whose work is done at once."""

    ptr = 0

    def __init__(self, *, non_blocking: bool) -> None:
        pass

    def wait_event(self, event: FakeEvent) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


class FakeCupy:
    """The module `cupy`; `taken` has the addresses of allocated GPU memory."""

    asnumpy = staticmethod(np.array)

    def __init__(self) -> None:
        self.capacity = 2**28
        self.taken: set[int] = set()
        self.lock = threading.Lock()
        self.cuda = SimpleNamespace(
            runtime=FakeRuntime(),
            Memory=self.memory,
            Event=FakeEvent,
            Stream=FakeStream,
            Device=lambda number: SimpleNamespace(use=lambda: None),
        )
        self.compiled: list[list[str]] = []

    def memory(self, size: int) -> FakeMemory:
        if size > self.capacity:
            raise MemoryError
        return FakeMemory(self, size)

    def RawModule(  # noqa: N802
        self, code: str, options: tuple[str, ...], name_expressions: list[str]
    ) -> SimpleNamespace:
        self.compiled.append(name_expressions)
        return SimpleNamespace(get_function=lambda name: name)

    def asarray(self, array: NDArray[Any]) -> Any:
        return array.view(FakeArray)

    def zeros(self, size: int, kind: Any) -> Any:
        return np.zeros(size, kind).view(FakeArray)


class FakeArray(np.ndarray[Any, Any]):
    """An array with the attribute `data.ptr` of CuPy's arrays."""

    @property
    def data(self) -> Any:  # type: ignore[override]
        return SimpleNamespace(ptr=self.ctypes.data)


class FakeMemory:
    """Allocated memory of the fake GPU."""

    def __init__(self, owner: FakeCupy, size: int) -> None:
        self._bytes = np.zeros(size, np.uint8)
        self.ptr = int(self._bytes.ctypes.data)
        self._owner = owner
        with owner.lock:
            owner.taken.add(self.ptr)

    def __del__(self) -> None:
        with self._owner.lock:
            self._owner.taken.discard(self.ptr)
