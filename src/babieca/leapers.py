"""Leapers: pieces that move one length along one axis and another along a second."""

from __future__ import annotations

import itertools
import operator
import re

from babieca.errors import BadInputError, shown

LEAPERS = {
    "wazir": (0, 1),
    "ferz": (1, 1),
    "dabbaba": (0, 2),
    "knight": (1, 2),
    "alfil": (2, 2),
    "camel": (1, 3),
    "zebra": (2, 3),
    "giraffe": (1, 4),
    "stag": (2, 4),
    "antelope": (3, 4),
}

LONGEST_LEAP = 2**48


def checked_leaper(leaper: tuple[int, int] | str) -> tuple[int, int]:
    """Return the two lengths of a leaper given by name, text or tuple, the shorter first.

    >>> checked_leaper("giraffe"), checked_leaper("3,2")
    ((1, 4), (2, 3))
    """
    if isinstance(leaper, str):
        if leaper.strip().lower() in LEAPERS:
            return LEAPERS[leaper.strip().lower()]
        lengths = r"\(?\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)?"
        if not (match := re.fullmatch(lengths, leaper.strip())):
            raise BadInputError(
                f"unknown leaper {shown(leaper)}: give two lengths such as 1,4, or "
                f"{', '.join(LEAPERS)}"
            )
        leaper = (int(match[1]), int(match[2]))
    try:
        short, long = sorted(operator.index(length) for length in leaper)
    except (TypeError, ValueError):
        raise BadInputError(
            f"a leaper is two integers such as (1, 2), not {shown(leaper)}"
        ) from None
    if long > LONGEST_LEAP:
        raise BadInputError(f"a leaper's lengths are at most 2^48, not {shown(long)}")
    if short < 0 or long == 0:
        raise BadInputError(f"a leaper's lengths are not negative and not both 0: {shown(leaper)}")
    return (short, long)


def leaper_name(leaper: tuple[int, int]) -> str:
    """Return the name of a leaper that has one, or its lengths.

    >>> leaper_name((2, 3)), leaper_name((5, 8))
    ('zebra', '(5,8)-leaper')
    """
    names = {lengths: name for name, lengths in LEAPERS.items()}
    return names.get(leaper, f"({leaper[0]},{leaper[1]})-leaper")


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
