"""The manifest of an atlas: what it is of. Nothing in it is believed before it was checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from babieca.boards import Board
from babieca.errors import BadInputError
from babieca.files import atomic_file

FORMAT = "babieca atlas 1"
MANIFEST = "atlas.json"


@dataclass(frozen=True)
class Manifest:
    """What an atlas is of; squares are indices of the board, `order` names vertices."""

    format: str
    sides: list[int]
    leaper: list[int]
    holes: list[int]
    wrap: list[bool]
    kind: str
    start: int | None
    end: int | None
    through: list[list[int]]
    avoiding: list[list[int]]
    order: list[int]
    layers: list[int]
    bytes: int
    total: str

    def board(self) -> Board:
        """Return the board."""
        return Board(
            *self.sides,
            leaper=(self.leaper[0], self.leaper[1]),
            holes=self.holes,
            wrap=self.wrap,
        )

    @property
    def steps(self) -> int:
        """How many layers follow the first: one per vertex, and one for the apex of paths."""
        return len(self.order) + (self.kind == "path")


def write_manifest(manifest: Manifest, folder: Path) -> None:
    """Put the manifest where `read_manifest` finds it."""
    with atomic_file(folder / MANIFEST) as file:
        file.write(json.dumps(asdict(manifest)).encode())


def read_manifest(folder: Path) -> Manifest:
    """Return what the manifest says, if it is one that could have been written."""
    try:
        record = json.loads((folder / MANIFEST).read_bytes())
    except OSError as error:
        raise BadInputError(f"there is no atlas in {folder}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise BadInputError(f"the manifest of the atlas in {folder} is damaged") from None
    if not isinstance(record, dict) or record.keys() != {field.name for field in fields(Manifest)}:
        raise BadInputError(f"the manifest of the atlas in {folder} is damaged")
    if record["format"] != FORMAT:
        raise BadInputError(f"the atlas in {folder} is of another format: {record['format']!r}")
    manifest = Manifest(**record)
    if wrong := [name for name, right in CHECKS.items() if not right(record[name])]:
        raise BadInputError(
            f"the manifest of the atlas in {folder} is damaged: wrong values of {', '.join(wrong)}"
        )
    try:
        _require_agreement(manifest)
    except BadInputError as error:
        raise BadInputError(f"the manifest of the atlas in {folder} is damaged: {error}") from None
    return manifest


def _require_agreement(manifest: Manifest) -> None:
    """Refuse fields that do not fit the others."""
    count = len(manifest.order)
    if count != len(manifest.board()) or sorted(manifest.order) != list(range(count)):
        raise BadInputError("its order does not name every square once")
    layers = manifest.layers
    increasing = all(a < b for a, b in zip([0, *layers], layers, strict=False))
    if not increasing or not layers or layers[-1] != manifest.steps:
        raise BadInputError(f"its layers do not go up to {manifest.steps}")


def _is_number(value: object) -> bool:
    return type(value) is int and value >= 0  # True is an int, too


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _are_pairs(value: object) -> bool:
    return isinstance(value, list) and all(_are_numbers(pair) and len(pair) == 2 for pair in value)


CHECKS: dict[str, Callable[[object], bool]] = {
    "sides": _are_numbers,
    "leaper": lambda value: _are_pairs([value]),
    "holes": _are_numbers,
    "wrap": lambda value: isinstance(value, list) and all(type(axis) is bool for axis in value),
    "kind": lambda value: isinstance(value, str),
    "start": lambda value: value is None or _is_number(value),
    "end": lambda value: value is None or _is_number(value),
    "through": _are_pairs,
    "avoiding": _are_pairs,
    "order": _are_numbers,
    "layers": _are_numbers,
    "bytes": _is_number,
    "total": lambda value: isinstance(value, str),
}
