"""The pieces that leap: so far along one axis, so far along another."""

from __future__ import annotations

import operator
import re

from babieca.errors import BadInputError

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
        if not (
            match := re.fullmatch(r"\(?\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)?", leaper.strip())
        ):
            raise BadInputError(
                f"unknown leaper {leaper!r}: give two lengths such as 1,4, or {', '.join(LEAPERS)}"
            )
        leaper = (int(match[1]), int(match[2]))
    try:
        short, long = sorted(operator.index(length) for length in leaper)
    except (TypeError, ValueError):
        raise BadInputError(f"a leaper is two integers such as (1, 2), not {leaper!r}") from None
    if long > LONGEST_LEAP:
        raise BadInputError(f"a leaper's lengths are at most 2^48, not {long}")
    if short < 0 or long == 0:
        raise BadInputError(f"a leaper's lengths are not negative and not both 0: {leaper!r}")
    return (short, long)


def leaper_name(leaper: tuple[int, int]) -> str:
    """Return the name of a leaper that has one, or its lengths.

    >>> leaper_name((2, 3)), leaper_name((5, 8))
    ('zebra', '(5,8)-leaper')
    """
    names = {lengths: name for name, lengths in LEAPERS.items()}
    return names.get(leaper, f"({leaper[0]},{leaper[1]})-leaper")
