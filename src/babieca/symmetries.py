"""Rotations and reflections of a box of squares, in any number of dimensions."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babieca.errors import BadInputError, shown

MOST_SYMMETRIES = 100_000
"""The most symmetries that are listed; a cube of seven dimensions has more."""

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
    def of(cls, symmetry: Symmetry | str, dimensions: int = 2) -> Symmetry:
        """Return a symmetry given by its name on a board with so many dimensions, or as itself."""
        return cls.named(symmetry, dimensions) if isinstance(symmetry, str) else symmetry

    @classmethod
    def named(cls, name: str, dimensions: int = 2) -> Symmetry:
        """Return the symmetry with a name: `half-turn`, or axes and signs such as `+1 -0 +2`.

        >>> Symmetry.named("+1 -0 +2") == Symmetry((1, 0, 2), (False, True, False))
        True
        """
        for (axes, flips), known in _NAMES_2D.items():
            if known == name and (dimensions == 2 or known != "identity"):
                return cls(axes, flips)
        if name == "identity":
            return cls(tuple(range(dimensions)), (False,) * dimensions)
        signed = re.findall(r"([+-])([0-9]{1,2})", name)
        axes = tuple(int(axis) for _, axis in signed)
        flips = tuple(sign == "-" for sign, _ in signed)
        if not re.fullmatch(r"[+-][0-9]{1,2}( [+-][0-9]{1,2})*", name) or sorted(axes) != list(
            range(len(axes))
        ):
            raise BadInputError(
                f"no symmetry {shown(name)}: use one of {', '.join(_NAMES_2D.values())}, or axes "
                "and signs such as +1 -0 +2"
            )
        return cls(axes, flips)

    @property
    def name(self) -> str:
        """The usual name in two dimensions; axes and signs, such as `+1 -0 +2`, in others."""
        signs = (
            f"{'-' if flip else '+'}{axis}"
            for axis, flip in zip(self.axes, self.flips, strict=True)
        )
        if self.is_identity:
            return "identity"
        return _NAMES_2D.get((self.axes, self.flips)) or " ".join(signs)

    @property
    def is_identity(self) -> bool:
        """Whether every square is fixed."""
        return not any(self.flips) and self.axes == tuple(range(len(self.axes)))

    def sides(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sides of the image of a box with these sides."""
        if len(sides) != len(self.axes):
            raise BadInputError(
                f"a symmetry in {len(self.axes)} dimensions does not move a box in {len(sides)}"
            )
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


def symmetry_count(sides: tuple[int, ...]) -> int:
    """Return the number of symmetries of a box; sides of 1 add none.

    >>> symmetry_count((8, 8)), symmetry_count((3, 4, 4)), symmetry_count((1, 5))
    (8, 16, 2)
    """
    wide = Counter(side for side in sides if side > 1)
    return math.prod(math.factorial(times) * 2**times for times in wide.values())


def box_symmetries(sides: tuple[int, ...]) -> Iterator[Symmetry]:
    """Yield the symmetries that map a box with these sides onto itself, the identity first.

    They differ in their images of squares: an axis of side 1 is neither swapped nor flipped.

    >>> len(list(box_symmetries((8, 8)))), len(list(box_symmetries((6, 8))))
    (8, 4)
    """
    if symmetry_count(sides) > MOST_SYMMETRIES:
        raise BadInputError(
            f"a box with sides {'x'.join(map(str, sides))} has {symmetry_count(sides)} symmetries, "
            f"more than {MOST_SYMMETRIES}"
        )
    for axes in _axis_orders(sides):
        for flips in itertools.product(
            *((False, True) if side > 1 else (False,) for side in sides)
        ):
            yield Symmetry(axes, flips)


def _axis_orders(sides: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of axes that keep the sides, the identity first."""
    classes = [
        [axis for axis, side in enumerate(sides) if side == length]
        for length in dict.fromkeys(sides)
        if length > 1
    ]
    for images in itertools.product(*map(itertools.permutations, classes)):
        axes = list(range(len(sides)))
        for places, image in zip(classes, images, strict=True):
            for place, axis in zip(places, image, strict=True):
                axes[place] = axis
        yield tuple(axes)
