"""Lines of a text with their numbers, in time and memory proportional to its length."""

from __future__ import annotations

import re
from collections.abc import Iterator


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the lines that are not blank, with their numbers from 1.

    >>> list(numbered_lines("a\n\n \n b\n"))
    [(1, 'a'), (4, ' b')]
    """
    number, at = 1, 0
    for found in re.finditer(r"[^\n]+", text):
        number += text.count("\n", at, found.start())
        at = found.start()
        if not found[0].isspace():
            yield number, found[0]
