"""Rotations and reflections of a box of squares, in any number of dimensions."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca.errors import BadInputError, shown

MOST_SYMMETRIES = 100_000
"""The most symmetries that are listed; a cube of seven dimensions has more."""
MOST_REMEMBERED = 2**18
"""The most entries of a table of permutations that is computed once."""

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
        """Return a symmetry given by its name, on a board with these dimensions, or as itself."""
        return cls.named(symmetry, dimensions) if isinstance(symmetry, str) else symmetry

    @classmethod
    def named(cls, name: str, dimensions: int = 2) -> Symmetry:
        """Return the symmetry with a name: `half-turn`, or axes and signs such as `+1 -0 +2`.

        >>> Symmetry.named("+1 -0 +2") == Symmetry((1, 0, 2), (False, True, False))
        True
        """
        if name == "identity":
            return cls(tuple(range(dimensions)), (False,) * dimensions)
        for form, known in _NAMES_2D.items():
            if known == name:
                return cls(*form)
        signed = re.findall(r"([+-])([0-9]{1,2})", name)
        axes = tuple(int(axis) for _, axis in signed)
        flips = tuple(sign == "-" for sign, _ in signed)
        whole = re.fullmatch(r"[+-][0-9]{1,2}(?>(?: [+-][0-9]{1,2})*)", name)
        if not whole or sorted(axes) != [*range(len(axes))]:
            raise BadInputError("no_such_symmetry", name=shown(name), names=[*_NAMES_2D.values()])
        return cls(axes, flips)

    @property
    def name(self) -> str:
        """The usual name in two dimensions; axes and signs, such as `+1 -0 +2`, in others."""
        if self.is_identity:
            return "identity"
        pairs = zip(self.axes, self.flips, strict=True)
        signs = " ".join(f"{'-' if flip else '+'}{axis}" for axis, flip in pairs)
        return _NAMES_2D.get((self.axes, self.flips), signs)

    @property
    def is_identity(self) -> bool:
        """Whether every square is fixed."""
        return not any(self.flips) and self.axes == tuple(range(len(self.axes)))

    def sides(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sides of the image of a box with these sides."""
        if len(sides) != len(self.axes):
            raise BadInputError("symmetry_of_dimensions", own=len(self.axes), other=len(sides))
        return tuple(sides[axis] for axis in self.axes)

    def square(self, square: tuple[int, ...], sides: tuple[int, ...]) -> tuple[int, ...]:
        """Return the image of one square of a box with these sides."""
        return tuple(
            sides[axis] - 1 - square[axis] if flip else square[axis]
            for axis, flip in zip(self.axes, self.flips, strict=True)
        )

    def permutation(self, sides: tuple[int, ...]) -> NDArray[np.int64]:
        """Return, for each square's index in the box, the index of its image."""
        indices = np.arange(math.prod(sides)).reshape(self.sides(sides))
        flipped = np.flip(indices, tuple(axis for axis, flip in enumerate(self.flips) if flip))
        return np.ascontiguousarray(flipped.transpose(np.argsort(self.axes))).reshape(-1)


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
            "box_too_symmetric",
            sides="x".join(map(str, sides)),
            count=symmetry_count(sides),
            most=MOST_SYMMETRIES,
        )
    permuted: list[tuple[int, ...]] = [()]
    for axis, side in enumerate(sides):
        images = [image for image, other in enumerate(sides) if other == side > 1] or [axis]
        permuted = [(*axes, image) for axes in permuted for image in images if image not in axes]
    flips = [(False, True) if side > 1 else (False,) for side in sides]
    yield from itertools.starmap(Symmetry, itertools.product(permuted, itertools.product(*flips)))


@functools.lru_cache(maxsize=16)
def own_symmetries(
    sides: tuple[int, ...], wrap: tuple[bool, ...], holes: tuple[tuple[int, ...], ...]
) -> tuple[Symmetry, ...]:
    """Return the symmetries of a box that keep its wrapped axes and its holes.

    >>> [len(own_symmetries((8, 8), (joined, True), ())) for joined in (False, True)]
    [4, 8]
    """
    return tuple(
        own
        for own in box_symmetries(sides)
        if tuple(wrap[axis] for axis in own.axes) == wrap
        and {own.square(hole, sides) for hole in holes} == {*holes}
    )


def directions(
    symmetries: tuple[Symmetry, ...],
    walk: NDArray[np.integer[Any]],
    sides: tuple[int, ...],
    *,
    closed: bool,
) -> list[int]:
    """Return for each symmetry of a box: 1 shifts a tour along itself, -1 reverses it, else 0.

    `walk` has the indices of the squares in the order of the tour. Only the identity shifts a path.

    >>> named = tuple(map(Symmetry.named, ("identity", "half-turn", "up-down reflection")))
    >>> directions(named, np.array([0, 5]), (2, 3), closed=False)
    [1, -1, 0]
    """
    place = np.zeros(math.prod(sides), dtype=np.int64)
    place[walk] = np.arange(len(walk))
    few = len(symmetries) * len(place) <= MOST_REMEMBERED
    tables = [_permutations(symmetries, sides)] if few else _each_permutation(symmetries, sides)
    found: list[int] = []
    for table in tables:
        image = place[table[:, walk]]
        apart = np.diff(image, axis=1)
        if closed:
            apart = np.concatenate([apart, image[:, :1] - image[:, -1:]], axis=1) % len(walk)
        shifted = (apart == 1).all(axis=1)
        turned = (apart == (len(walk) - 1 if closed else -1)).all(axis=1)
        found += np.where(shifted, 1, -turned.astype(np.int64)).tolist()
    return found


def _each_permutation(
    symmetries: tuple[Symmetry, ...], sides: tuple[int, ...]
) -> Iterator[NDArray[np.int64]]:
    return (symmetry.permutation(sides)[None] for symmetry in symmetries)


@functools.lru_cache(maxsize=16)
def _permutations(symmetries: tuple[Symmetry, ...], sides: tuple[int, ...]) -> NDArray[np.int64]:
    return np.concatenate([*_each_permutation(symmetries, sides)])
