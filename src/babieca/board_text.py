"""Reading sides, wraps and squares from text and from Python values."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Iterator

import numpy as np

from babieca.errors import BadInputError, shown

MOST_CELLS = 2**48
MOST_DIMENSIONS = 64

# Only ASCII digits and blanks: `int` and `\s` accept more.
_SIDES = re.compile(r"[0-9]{1,20}(?:\s*[x×X*]\s*[0-9]{1,20})*", re.ASCII)
_INDEX = re.compile(r"-?[0-9]{1,18}")
_NAME = re.compile(r"([a-zA-Z])([0-9]{1,9})")
_NUMBER = re.compile(r"-?[0-9]+")
_SQUARE = re.compile(r"\([^()]*\)|[^\s,;()]+")
_COORDINATES = re.compile(
    r"[(\[]?\s*-?[0-9]{1,18}(?:\s*[,:]\s*-?[0-9]{1,18})*\s*,?\s*[)\]]?", re.ASCII
)


def read_sides(text: str) -> tuple[int, ...]:
    """Read the sides of a board, however many: `8x8`, `3 x 10`, `4×4×4`.

    >>> read_sides("3 x 10")
    (3, 10)
    """
    if not isinstance(text, str) or not _SIDES.fullmatch(text.strip()):
        raise BadInputError(
            f"cannot read a board from {shown(text)}: expected sides such as 8x8 or 4x4x4"
        )
    return tuple(map(int, re.findall("[0-9]+", text)))


def checked_sides(sides: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sides as integers; refuse sides that no board has."""
    if not sides:
        raise BadInputError("a board needs at least one side, for example Board(8, 8)")
    try:
        checked = tuple(operator.index(side) for side in sides)
    except TypeError:
        raise BadInputError(f"sides must be integers, not {shown(sides)}") from None
    if bad := [side for side in checked if side < 1]:
        raise BadInputError(f"sides must be at least 1, not {shown(bad[0])}")
    if len(checked) > MOST_DIMENSIONS:
        raise BadInputError(f"a board has at most {MOST_DIMENSIONS} sides, not {len(checked)}")
    if math.prod(checked) > MOST_CELLS:
        raise BadInputError(
            f"a board with sides {shown(checked)} is too large: it has more than 2^48 squares"
        )
    return checked


def checked_wrap(wrap: bool | str | Iterable[bool], dimensions: int) -> tuple[bool, ...]:
    """Return for each axis whether it wraps.

    >>> checked_wrap("all", 2), checked_wrap("1", 2), checked_wrap([True, False], 2)
    ((True, True), (False, True), (True, False))
    """
    if isinstance(wrap, bool | np.bool_):
        return (bool(wrap),) * dimensions
    if isinstance(wrap, str):
        return _read_wrap(wrap, dimensions)
    try:
        checked = tuple(wrap)
    except TypeError:
        checked = (None,)  # type: ignore[assignment]
    if not all(isinstance(joined, bool | np.bool_) for joined in checked):
        raise BadInputError(
            f"wrap is True, False, one of them per axis, or text such as 'all', not {shown(wrap)}"
        )
    if len(checked) != dimensions:
        raise BadInputError(f"wrap has {len(checked)} entries, the board has {dimensions} axes")
    return tuple(bool(joined) for joined in checked)


def _read_wrap(text: str, dimensions: int) -> tuple[bool, ...]:
    name = text.strip().lower()
    if name in ("", "none"):
        return (False,) * dimensions
    if name in ("all", "torus"):
        return (True,) * dimensions
    if name == "cylinder" and dimensions == 2:
        return (False, True)
    axes = [part.strip() for part in name.split(",")]
    known = [str(axis) for axis in range(dimensions)]
    if not all(axis in known for axis in axes):
        cylinder = "cylinder, " if dimensions == 2 else ""
        raise BadInputError(
            f"wrap takes torus or all, {cylinder}none, or axes from 0 to {dimensions - 1} such as "
            f"0,1, not {shown(text)}"
        )
    if repeated := [axis for axis in known if axes.count(axis) > 1]:
        raise BadInputError(
            f"wrap names axis {repeated[0]} twice: name each axis once, or write torus for all"
        )
    return tuple(axis in axes for axis in known)


def wrap_text(wrap: tuple[bool, ...]) -> str:
    """Return which axes wrap, as `checked_wrap` reads it; empty if none does.

    >>> wrap_text((True, True)), wrap_text((False, True)), wrap_text((False, False))
    ('all', '1', '')
    """
    axes = [str(axis) for axis, joined in enumerate(wrap) if joined]
    return "all" if len(axes) == len(wrap) else ",".join(axes)


def squares_in(text: str) -> Iterator[str]:
    """Yield the squares of a text, which blanks, commas or semicolons separate.

    >>> list(squares_in("a1, (0, 1);c2"))
    ['a1', '(0, 1)', 'c2']
    """
    end = 0
    for found in _SQUARE.finditer(text):
        _only_separators(text, end, found.start())
        end = found.end()
        yield found[0]
    _only_separators(text, end, len(text))


def _only_separators(text: str, start: int, stop: int) -> None:
    """Refuse a parenthesis without a partner."""
    between = text[start:stop]
    if "(" in between or ")" in between:
        raise BadInputError(
            f"a parenthesis has no partner in {shown(text)}: write squares like c3,d4 or "
            "(0,0),(1,1)"
        )


def read_square(text: str, *, has_names: bool) -> tuple[int, ...] | int:
    """Read the coordinates or the index of a square.

    >>> [read_square(text, has_names=True) for text in ("b3", "(2, 1)", "17")]
    [(2, 1), (2, 1), 17]
    """
    text = text.strip()
    if _INDEX.fullmatch(text):
        return int(text)
    if name := _NAME.fullmatch(text):
        if not has_names:
            raise BadInputError(
                f"{text!r} is a name on boards with two sides and at most 26 columns; this one "
                "has no chess names: write a tuple such as (0,0)"
            )
        return (int(name[2]) - 1, ord(name[1].lower()) - ord("a"))
    if _COORDINATES.fullmatch(text):
        return tuple(map(int, _NUMBER.findall(text)))
    example = "c4, (3,2) or 26" if has_names else "(3,2)"
    raise BadInputError(f"cannot read a square from {shown(text)}; write it like {example}")
