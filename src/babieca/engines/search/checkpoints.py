"""The state of a count, saved so that `kill -9` loses at most one round.

A checkpoint is one JSON file, written whole or not at all: the fingerprint of the question (graph,
kind, ends, edges, rules, order), the tally so far and the prefixes below which nothing has been
counted, with a checksum over all of it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babieca.errors import BadInputError
from babieca.files import atomic_file

FORMAT = "babieca search checkpoint 1"


@dataclass(frozen=True)
class Checkpoint:
    """Every tour is either in the tally or below exactly one of the tasks."""

    fingerprint: str
    tally: list[int]
    tasks: list[tuple[int, list[int]]]

    def save(self, path: Path) -> None:
        """Write the file; whatever it held before stays until the new one is whole."""
        content = {"fingerprint": self.fingerprint, "tally": self.tally, "tasks": self.tasks}
        record = {"format": FORMAT, "checksum": _checksum(content), "content": content}
        with atomic_file(path) as file:
            file.write(json.dumps(record).encode())

    @classmethod
    def load(cls, path: Path, fingerprint: str) -> Checkpoint:
        """Read the file back; refuse one that is damaged or belongs to another question."""
        try:
            record = json.loads(path.read_bytes())
            content = record["content"]
            intact = record["format"] == FORMAT and record["checksum"] == _checksum(content)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadInputError(f"cannot read the checkpoint {path}: {error}") from None
        if not intact:
            raise BadInputError(f"the checkpoint {path} is damaged; remove it to start afresh")
        if content["fingerprint"] != fingerprint:
            raise BadInputError(
                f"the checkpoint {path} belongs to another question (board, kind, edges, rules or "
                "order differ)"
            )
        tasks = [(int(root), [int(v) for v in vertices]) for root, vertices in content["tasks"]]
        return cls(fingerprint, [int(number) for number in content["tally"]], tasks)


def _checksum(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
