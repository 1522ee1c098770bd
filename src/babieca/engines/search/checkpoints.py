"""The state of a count by visiting, saved so that `kill -9` loses at most one round.

A checkpoint is one checked file of the core, written whole or not at all, that only the same
question with the same rules and order reads back: the tally so far and the prefixes below which
nothing has been counted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from babieca import _core
from babieca.errors import BadInputError


@dataclass(frozen=True)
class Checkpoint:
    """Every tour is either in the tally or below exactly one of the tasks."""

    fingerprint: str
    tally: list[int]
    tasks: list[tuple[int, list[int]]]

    def save(self, path: Path) -> None:
        """Write the file; whatever it held before stays until the new one is whole."""
        body = json.dumps({"tally": self.tally, "tasks": self.tasks}).encode()
        try:
            _core.write_record(str(path), _number(self.fingerprint), body)
        except _core.FileError as error:
            raise BadInputError(str(error)) from None

    @classmethod
    def load(cls, path: Path, fingerprint: str) -> Checkpoint:
        """Read the file back; refuse one that is damaged or belongs to another question."""
        try:
            content = json.loads(_core.read_record(str(path), _number(fingerprint)))
        except _core.FileError as error:
            raise BadInputError(str(error)) from None
        tasks = [(int(root), [int(v) for v in vertices]) for root, vertices in content["tasks"]]
        return cls(fingerprint, [int(number) for number in content["tally"]], tasks)


def _number(fingerprint: str) -> int:
    return int(fingerprint[:16], 16)
