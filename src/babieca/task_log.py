"""The log of finished tasks: the answer to each task under its key, in a store.

Every answer is on the disk before the next task is submitted, so the same command resumes after any
crash. Several clients may share a log: the first answer to a task stays, and others must agree.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from babieca.errors import ContradictionError, shown
from babieca.reasons import Reason
from babieca.store import parts_in
from babieca.tasks import Answer, Task


class TaskLog:
    """The finished tasks of a directory, for all threads of this process."""

    def __init__(self, directory: Path) -> None:
        self._store = parts_in(directory)

    def find(self, tasks: Sequence[Task[Answer]]) -> dict[str, Answer]:
        """Return the answers that are known, by the keys of their tasks."""
        return self._store.find({task.key: _reader(task) for task in tasks})

    def enter(self, deliveries: Sequence[tuple[Task[Any], Any, float, str]]) -> None:
        """Write tasks with answers, seconds and workers, all or none; refuse a contradiction."""
        first_wins = reversed(deliveries)
        records = {task.key: (task.to_json(answer), *by) for task, answer, *by in first_wins}
        values = {key: [*record] for key, record in records.items() if record[0] is not None}
        kept = self._store.settle(values, {task.key: _reader(task) for task, *_ in deliveries})
        for task, answer, _, worker in deliveries:
            if task.key in kept and not task.agree(kept[task.key], answer):
                raise ContradictionError(
                    Reason(
                        "log_contradicted",
                        worker=worker,
                        log=shown(str(self._store.path)),
                        task=shown(task.key),
                    )
                )

    def settle(self, key: str, proposal: int) -> int:
        """Return the first proposal under a key: that of another client, or this one.

        A proposal is a positive number.
        """
        return self._store.settle({key: proposal}, {key: _positive})[key]


def _reader(task: Task[Answer]) -> Callable[[Any], Answer]:
    def read(record: Any) -> Answer:
        if not isinstance(record, list):
            raise TypeError("a task log keeps an answer, seconds and a worker")
        answer, _, _ = record
        return task.from_json(answer)

    return read


def _positive(record: Any) -> int:
    if type(record) is not int or record < 1:
        raise ValueError("a proposal is a positive number")
    return record
