"""Reading sides, wraps, leapers and squares from text and from Python values."""

import contextlib
import functools
import itertools
import math
import operator
import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from babieca import _core
from babieca.errors import BadInputError, shown
from babieca.reasons import Reason

MOST_CELLS = 2**48
MOST_DIMENSIONS = 64
LONGEST_LEAP = 2**48

LEAPERS: dict[str, tuple[int, int]] = _core.leapers
"""The lengths of pieces that move one length along one axis and the other along a second."""

# Patterns of readers do not backtrack over a long text: `++` and `*+` give nothing back. Groups
# repeat inside `(?>…)`, because Python before 3.11.5 reads `)*+` wrongly.
# Only ASCII digits and blanks: `int` and `\s` accept more.
_SIDES = re.compile(r"[0-9]{1,20}(?>(?:\s*+[x×X*]\s*+[0-9]{1,20})*)", re.ASCII)
_INDEX = re.compile(r"-?[0-9]{1,18}")
NAME = re.compile(r"([a-zA-Z]{1,11})([0-9]{1,15})")
"""The name of a square: the letters of its column and the number of its row."""

_NUMBER = re.compile(r"-?[0-9]++")
_SQUARE = re.compile(r"\([^()]*+\)|[^\s,;()]++|[()]")
_JOINT = re.compile(r"([0-9)])\s*+-\s*+(?=[a-zA-Z(])")
_COORDINATES = re.compile(
    r"[(\[]?\s*+-?[0-9]{1,18}(?>(?:\s*+[,:]\s*+-?[0-9]{1,18})*)\s*+(?:,\s*+)?[)\]]?", re.ASCII
)


def read_sides(text: str) -> tuple[int, ...]:
    """Read the sides of a board, however many: `8x8`, `3 x 10`, `4×4×4`.

    >>> read_sides("3 x 10")
    (3, 10)
    """
    if not isinstance(text, str) or not _SIDES.fullmatch(text.strip()):
        numbers = re.findall("[0-9]{1,20}", text) if isinstance(text, str) else []
        meant = Reason("did_you_mean", meant="x".join(numbers[:4])) if len(numbers) > 1 else None
        expected = meant or Reason("expected_sides")
        raise BadInputError("not_a_board_text", text=shown(text), expected=expected)
    return tuple(map(int, re.findall("[0-9]++", text)))


def read_sides_of_board(text: str) -> tuple[int, ...]:
    """Read at least two sides: one number could mean a square board or a line.

    >>> read_sides_of_board("8x8")
    (8, 8)
    """
    sides = read_sides(text)
    if len(sides) == 1:
        meant = f"{sides[0]}x{sides[0]}"
        raise BadInputError("one_side", meant=meant)
    return sides


def checked_sides(sides: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the sides of a board: integers, or one text such as 8x8."""
    if not sides:
        raise BadInputError("no_sides")
    if isinstance(sides[0], str) and len(sides) == 1:
        sides = read_sides_of_board(sides[0])
    try:
        checked = tuple(operator.index(side) for side in sides)
    except TypeError:
        raise BadInputError(
            "sides_not_numbers", sides=shown(sides[0] if len(sides) == 1 else sides)
        ) from None
    if bad := [side for side in checked if side < 1]:
        raise BadInputError("side_too_small", side=shown(bad[0]))
    if len(checked) > MOST_DIMENSIONS:
        raise BadInputError("too_many_sides", most=MOST_DIMENSIONS, count=len(checked))
    if math.prod(checked) > MOST_CELLS:
        raise BadInputError("too_many_squares", sides=shown(checked))
    return checked


def checked_wrap(wrap: bool | str | Iterable[bool], dimensions: int) -> tuple[bool, ...]:
    """Return for each axis whether it wraps.

    >>> checked_wrap("all", 2), checked_wrap("1", 2), checked_wrap([True, False], 2)
    ((True, True), (False, True), (True, False))
    """
    if isinstance(wrap, str):
        return _read_wrap(wrap, dimensions)
    checked: list[Any] = [None]
    with contextlib.suppress(TypeError):
        checked = [wrap] * dimensions if isinstance(wrap, bool | np.bool_) else list(wrap)
    if not all(isinstance(joined, bool | np.bool_) for joined in checked):
        raise BadInputError("wrap_true_false_one", wrap=shown(wrap))
    if len(checked) != dimensions:
        raise BadInputError("wrap_has_count_board", count=len(checked), count2=dimensions)
    return tuple(map(bool, checked))


def _read_wrap(text: str, dimensions: int) -> tuple[bool, ...]:
    name = text.strip().lower()
    known = [str(axis) for axis in range(dimensions)]
    named = {"": [], "none": [], "all": known, "torus": known}
    if dimensions == 2:
        named["cylinder"] = ["1"]
    axes = named.get(name, [axis.strip() for axis in name.split(",")])
    if not all(axis in known for axis in axes):
        cylinder = "cylinder, " if dimensions == 2 else ""
        raise BadInputError(
            "wrap_takes_torus_all", cylinder=cylinder, value=dimensions - 1, text=shown(text)
        )
    if repeated := [axis for axis in known if axes.count(axis) > 1]:
        raise BadInputError("wrap_names_axis_repeated", repeated=repeated[0])
    return tuple(axis in axes for axis in known)


def wrap_text(wrap: tuple[bool, ...]) -> str:
    """Return which axes wrap, as `checked_wrap` reads it; empty if none does.

    >>> wrap_text((True, True)), wrap_text((False, True)), wrap_text((False, False))
    ('all', '1', '')
    """
    axes = [str(axis) for axis, joined in enumerate(wrap) if joined]
    return "all" if len(axes) == len(wrap) else ",".join(axes)


def matches(pattern: re.Pattern[str], text: str) -> list[Any] | None:
    """Return the groups of the matches that fill a text one after another, or None.

    >>> matches(re.compile("([a-z])([0-9])"), "a1b2"), matches(re.compile("([a-z])"), "a1")
    ([('a', '1'), ('b', '2')], None)
    """
    found, at = [], 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            return None
        found.append(match.groups())
        at = match.end()
    return found


def squares_in(text: str) -> Iterator[str]:
    """Yield the squares of a text, which blanks, commas or semicolons separate.

    >>> list(squares_in("a1, (0, 1);c2"))
    ['a1', '(0, 1)', 'c2']
    """
    for found in _SQUARE.finditer(text):
        if found[0] in ("(", ")"):
            raise BadInputError("lone_parenthesis", text=shown(text))
        yield found[0]


def walk_in(text: str) -> Iterator[str]:
    """Yield the squares of a walk; dashes may join them too.

    >>> list(walk_in("a1-b3-(4,2)"))
    ['a1', 'b3', '(4,2)']
    """
    return squares_in(_JOINT.sub(r"\1 ", text))


@functools.lru_cache(maxsize=4096)
def column_name(column: int) -> str:
    """Return the letters of a column, as in spreadsheets: ab follows aa, which follows z.

    >>> [column_name(column) for column in (0, 25, 26, 27, 701, 702)]
    ['a', 'z', 'aa', 'ab', 'zz', 'aaa']
    """
    before, last = divmod(column, 26)
    return (column_name(before - 1) if before else "") + chr(ord("a") + last)


def column_number(letters: str) -> int:
    """Return the column with these letters: the inverse of `column_name`."""
    number = 0
    for letter in letters.lower():
        number = 26 * number + ord(letter) - ord("a") + 1
    return number - 1


def read_square(text: str, dimensions: int = 2) -> tuple[int, ...] | int:
    """Read the coordinates or the index of a square.

    >>> [read_square(text) for text in ("b3", "ab3", "(2, 1)", "17")]
    [(2, 1), (2, 27), (2, 1), 17]
    """
    text = text.strip()
    if _INDEX.fullmatch(text):
        return int(text)
    example = f"({','.join('3210'[axis % 4] for axis in range(dimensions))})"
    if name := NAME.fullmatch(text):
        if dimensions != 2:
            at = {"text": repr(text), "dimensions": dimensions, "example": example}
            raise BadInputError("name_for_two_sides", **at)
        return (int(name[2]) - 1, column_number(name[1]))
    if _COORDINATES.fullmatch(text):
        return tuple(map(int, _NUMBER.findall(text)))
    written = "c4, (3,2) or 26" if dimensions == 2 else f"{example} or 26"
    raise BadInputError("not_a_square_text", text=shown(text), written=written)


def checked_leaper(leaper: tuple[int, int] | str) -> tuple[int, int]:
    """Return the two lengths of a leaper given by name, text or tuple, the shorter first.

    >>> checked_leaper("giraffe"), checked_leaper("3,2")
    ((1, 4), (2, 3))
    """
    if isinstance(leaper, str):
        if leaper.strip().lower() in LEAPERS:
            return LEAPERS[leaper.strip().lower()]
        lengths = r"\(?\s*+([0-9]{1,9})\s*+,\s*+([0-9]{1,9})\s*+\)?"
        if not (match := re.fullmatch(lengths, leaper.strip())):
            raise BadInputError("unknown_leaper", leaper=shown(leaper), listed=[*LEAPERS])
        leaper = (int(match[1]), int(match[2]))
    try:
        short, long = sorted(operator.index(length) for length in leaper)
    except (TypeError, ValueError):
        raise BadInputError("leaper_not_lengths", leaper=shown(leaper)) from None
    if long > LONGEST_LEAP:
        raise BadInputError("leap_too_long", length=shown(long))
    if short < 0 or long == 0:
        raise BadInputError("leap_negative", leaper=shown(leaper))
    return (short, long)


def leaper_name(leaper: tuple[int, int]) -> str:
    """Return the name of a leaper that has one, or its lengths.

    >>> leaper_name((2, 3)), leaper_name((5, 8))
    ('zebra', '(5,8)-leaper')
    """
    return _core.leaper_name(*leaper)


def leaps(leaper: tuple[int, int], dimensions: int) -> list[tuple[int, ...]]:
    """Return the displacements of one move, in increasing order.

    >>> leaps((1, 2), 2)[:3], leaps((0, 1), 1)
    ([(-2, -1), (-2, 1), (-1, -2)], [(-1,), (1,)])
    """
    if dimensions == 1:
        return [(-leaper[1],), (leaper[1],)] if leaper[0] == 0 else []
    found = set()
    for axes in itertools.permutations(range(dimensions), 2):
        for signs in itertools.product((-1, 1), repeat=2):
            move = [0] * dimensions
            for axis, sign, length in zip(axes, signs, leaper, strict=True):
                move[axis] = sign * length
            found.add(tuple(move))
    return sorted(found)


@functools.lru_cache(maxsize=64)
def fitting_leaps(
    leaper: tuple[int, int], sides: tuple[int, ...], wrap: tuple[bool, ...]
) -> tuple[tuple[int, ...], ...]:
    axes = [*zip(sides, wrap, strict=True)]
    found = set()
    for move in leaps(leaper, len(sides)):
        if all(wraps or abs(by) < side for by, (side, wraps) in zip(move, axes, strict=True)):
            found.add(tuple(by * (side > 1) for by, (side, _) in zip(move, axes, strict=True)))
    return tuple(sorted(found - {(0,) * len(sides)}))
