"""Damage of files, in one place."""

from __future__ import annotations

import json
import random
from typing import Any

VALUES = (None, True, -1, 0, 10**30, 1e999, [], {}, "x", "\ud800", [[]], {"x": []})
"""What takes the place of a part of a record."""


def changed(whole: bytes, chance: random.Random) -> bytes:
    """Return a damaged file: bits, a digit, a cut, exchanged lines, or another value in JSON."""
    at = chance.randrange(len(whole))
    lines = whole.splitlines(keepends=True)
    kind = chance.choice(
        ["bit", "byte", "digit", "cut", "longer", "moved", "lines", "json", "json", "none"]
    )
    if kind == "cut":
        return whole[:at]
    if kind == "longer":
        return whole + chance.randbytes(1 + at % 100)
    if kind == "moved":
        return whole[at:] + whole[:at]
    if kind == "none":
        return chance.choice([b"", b"{}\n", b"[]\n", b"[" * 100_000, b"null\n", b"\xff"])
    if kind == "lines" and len(lines) > 1:
        first, second = chance.choices(range(len(lines)), k=2)
        lines[first], lines[second] = lines[second], lines[chance.choice([first, second])]
        return b"".join(lines)
    if kind == "json" and (found := _other_json(lines, chance)):
        return found
    digits = [place for place, byte in enumerate(whole) if 48 <= byte < 58]
    if kind == "digit" and digits:
        at = chance.choice(digits)
        return whole[:at] + b"%d" % chance.randrange(10) + whole[at + 1 :]
    new = whole[at] ^ (1 << chance.randrange(8)) if kind == "bit" else chance.randrange(256)
    return whole[:at] + bytes([new]) + whole[at + 1 :]


def _other_json(lines: list[bytes], chance: random.Random) -> bytes | None:
    """Put another value into a line of JSON, or exchange two values of an object or a list."""
    at = chance.randrange(len(lines))
    try:
        record = json.loads(lines[at])
    except ValueError:
        return None
    inside = record
    while isinstance(inside, dict | list) and inside:
        places: Any = list(inside) if isinstance(inside, dict) else range(len(inside))
        place, other = chance.choices(places, k=2)
        if isinstance(inside[place], dict | list) and chance.random() < 0.7:
            inside = inside[place]
            continue
        if chance.random() < 0.5:
            inside[place], inside[other] = inside[other], inside[place]
        elif chance.random() < 0.2:
            del inside[place]
        else:
            inside[place] = chance.choice(VALUES)
        break
    return b"".join([*lines[:at], json.dumps(record).encode() + b"\n", *lines[at + 1 :]])
