"""Convert the docstrings to reStructuredText: text in two columns becomes a definition list."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

_COLUMNS = re.compile(r"(\S.*?\s{2,})\S")


def process(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Rewrite a docstring in place, paragraph by paragraph.

    >>> lines = ["What is asked.", "", "kind   closed or", "       open", "end    the last square"]
    >>> process(None, "class", "Tours", None, None, lines)
    >>> lines
    ['What is asked.', '', '`kind`', '    closed or', '    open', '`end`', '    the last square']
    """
    paragraphs = (list(group) for _, group in groupby(lines, key=lambda line: bool(line.strip())))
    lines[:] = [line for paragraph in paragraphs for line in _rewritten(paragraph)]


def _rewritten(paragraph: list[str]) -> list[str]:
    column = _second_column(paragraph)
    if column is None:
        return paragraph
    written: list[str] = []
    for line in paragraph:
        if line[:column].strip():
            term = re.sub(r"\s*,\s*", "`, `", line[:column].strip())
            written += [f"`{term}`", f"    {line[column:]}"]
        else:
            written.append(f"    {line.strip()}")
    return written


def _second_column(paragraph: list[str]) -> int | None:
    """Return where the second column of a paragraph begins; None: there is only one column."""
    if not paragraph[0].strip() or ">>>" in "".join(paragraph) or paragraph[0].startswith(" "):
        return None
    first = _COLUMNS.match(paragraph[0])
    if first is None:
        return None
    indents = {len(line) - len(line.lstrip()) for line in paragraph} - {0}
    return min(indents) if indents else first.end(1)
