"""Damage to stored parts."""

from __future__ import annotations

from pathlib import Path

from babieca.store import PARTS


def change_digits(folder: Path) -> None:
    """Change the last digit of the value, or of the key, in each record of finished parts."""
    header, *lines = (folder / PARTS).read_bytes().splitlines()
    changed = []
    for line in lines:
        at = max(at for at, byte in enumerate(line) if chr(byte).isdigit())
        digit = b"1" if line[at] == ord("0") else b"0"
        changed.append(line[:at] + digit + line[at + 1 :])
    assert lines
    (folder / PARTS).write_bytes(b"\n".join([header, *changed, b""]))
