"""Rotations and reflections of a box of squares, in any number of dimensions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# In two dimensions, row 0 at the bottom, turns counter-clockwise.
_NAMES_2D: dict[tuple[tuple[int, ...], tuple[bool, ...]], str] = {
    ((0, 1), (False, False)): "identity",
    ((1, 0), (False, True)): "quarter-turn",
    ((0, 1), (True, True)): "half-turn",
    ((1, 0), (True, False)): "three-quarter-turn",
    ((0, 1), (False, True)): "left-right reflection",
    ((0, 1), (True, False)): "up-down reflection",
    ((1, 0), (False, False)): "diagonal reflection",
    ((1, 0), (True, True)): "antidiagonal reflection",
}


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A rotation or reflection: coordinate i of the image is coordinate `axes[i]`, then flipped.

    >>> Symmetry.named("quarter-turn").square((0, 1), (8, 8))
    (1, 7)
    """

    axes: tuple[int, ...]
    flips: tuple[bool, ...]

    @classmethod
    def named(cls, name: str) -> Symmetry:
        """Return a symmetry of the plane by its name, such as `half-turn`."""
        for (axes, flips), known in _NAMES_2D.items():
            if known == name:
                return cls(axes, flips)
        raise KeyError(name)

    @property
    def name(self) -> str:
        """The usual name in two dimensions; axes and signs, such as `+1 -0 +2`, in others."""
        signs = (
            f"{'-' if flip else '+'}{axis}"
            for axis, flip in zip(self.axes, self.flips, strict=True)
        )
        return _NAMES_2D.get((self.axes, self.flips)) or " ".join(signs)

    @property
    def is_identity(self) -> bool:
        """Whether nothing moves."""
        return not any(self.flips) and self.axes == tuple(range(len(self.axes)))

    def sides(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sides of the image of a box with these sides."""
        return tuple(sides[axis] for axis in self.axes)

    def square(self, square: tuple[int, ...], sides: tuple[int, ...]) -> tuple[int, ...]:
        """Return the image of one square of a box with these sides."""
        return tuple(
            sides[axis] - 1 - square[axis] if flip else square[axis]
            for axis, flip in zip(self.axes, self.flips, strict=True)
        )

    def permutation(self, sides: tuple[int, ...]) -> NDArray[np.int64]:
        """Return, for each square's index in the box, the index of its image."""
        indices = np.arange(int(np.prod(sides))).reshape(self.sides(sides))
        flipped = indices[
            tuple(slice(None, None, -1) if flip else slice(None) for flip in self.flips)
        ]
        inverse = tuple(int(axis) for axis in np.argsort(self.axes))
        return np.ascontiguousarray(flipped.transpose(inverse)).reshape(-1)


def box_symmetries(sides: tuple[int, ...]) -> Iterator[Symmetry]:
    """Yield the symmetries that map a box with these sides onto itself, the identity first.

    >>> len(list(box_symmetries((8, 8)))), len(list(box_symmetries((6, 8))))
    (8, 4)
    """
    for axes in itertools.permutations(range(len(sides))):
        if all(sides[axis] == side for axis, side in zip(axes, sides, strict=True)):
            for flips in itertools.product((False, True), repeat=len(sides)):
                yield Symmetry(axes, flips)
