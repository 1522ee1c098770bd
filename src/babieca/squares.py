"""The squares of a tour, made lazily."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.graphs import Graph

_AT_A_TIME = 4096


class Squares(Sequence[Any]):
    """The squares of a tour in order: a view of its array that yields tuples."""

    __slots__ = ("_indices", "_place")

    def __init__(self, place: Board | Graph, indices: NDArray[np.integer[Any]]) -> None:
        self._place = place
        self._indices = indices

    def __len__(self) -> int:
        return len(self._indices)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Squares: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return Squares(self._place, self._indices[at])
        index = int(self._indices[at])
        return (
            self._place.square(index)
            if isinstance(self._place, Board)
            else self._place.labels[index]
        )

    def __iter__(self) -> Iterator[Any]:
        for first in range(0, len(self), _AT_A_TIME):
            part = self._indices[first : first + _AT_A_TIME]
            if isinstance(self._place, Board):
                yield from self._place.squares_at(part)
            else:
                labels = self._place.labels
                yield from (labels[vertex] for vertex in part.tolist())

    def __repr__(self) -> str:
        listed = ", ".join(repr(square) for square in self[:4])
        return f"<{len(self)} squares: {listed}{', …' if len(self) > 4 else ''}>"
