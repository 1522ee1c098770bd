"""Keep long numbers and amounts on one line, and mark code that is too wide to scroll."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes

NO_BREAK = "\N{NO-BREAK SPACE}"
# Longer numbers than twelve groups would leave a phone's screen: these break between groups.
_NUMBER = re.compile(r"(?<!\d)(?<!\d )\d{1,3}(?: \d{3}){1,12}(?! ?\d)")
_AMOUNT = re.compile(r"(\d) (s|ms|min|h|[KMGT]iB|[kMGT]B|bits|bytes)\b")
_WIDEST = 110
"""Characters of a line. Blocks with longer lines wrap; narrower blocks scroll, so columns stay."""


def joined(text: str) -> str:
    """Return a text with no-break spaces inside its numbers, and between an amount and its unit.

    >>> joined("All 13 267 364 tours in 4.4 s").replace(NO_BREAK, "_")
    'All 13_267_364 tours in 4.4_s'
    >>> joined("in 2015 100 tours") == "in 2015 100 tours"
    True
    """
    text = _NUMBER.sub(lambda number: number[0].replace(" ", NO_BREAK), text)
    return _AMOUNT.sub(rf"\1{NO_BREAK}\2", text)


def fill(app: Any, doctree: nodes.document) -> None:
    """Change the texts of a docs page outside its code, and the classes of its blocks of code."""
    for text in list(doctree.findall(nodes.Text)):
        if not isinstance(text.parent, (nodes.literal, nodes.literal_block, nodes.raw)):
            changed = joined(str(text))
            if changed != text:
                text.parent.replace(text, nodes.Text(changed))
    for block in doctree.findall(nodes.literal_block):
        if max(map(len, block.astext().splitlines()), default=0) > _WIDEST:
            block["classes"].append("wraps")
