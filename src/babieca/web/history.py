"""The history: the jobs of a server and their results, in a store that outlives it.

The store has one record for each state of a job, and one for its result. If the newest record of a
job is damaged, the one before counts; a job that lost its result is queued again.
"""

import itertools
import json
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter

from babieca.progress import Progress
from babieca.reasons import Reason
from babieca.store import ForeignStoreError, Store
from babieca.web.refusals import Fault

ENDED = ("done", "failed", "cancelled")
PURPOSE = "a server's history (version 1)"
MOST_KEPT = 2000
MOST_NUMBER = 2**62
_LAST = "last job"


@dataclass(frozen=True)
class Job:
    """A job; times are seconds since 1970. `fault` says why it failed, or why it cannot begin.

    `browser` names the browser that started it; programs have none.
    """

    id: int
    verb: str
    words: dict[str, Any]
    text: str
    memory: int
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    tries: int
    created: float
    started: float | None
    ended: float | None
    fault: Fault | None
    browser: str | None
    progress: Progress | None = None


class History:
    """All unended jobs, and the newest `MOST_KEPT` ended jobs. Only one process may use a file."""

    def __init__(self, path: Path, say: Callable[[str], object] = lambda line: None) -> None:
        """Open a history, or begin one; `say` gets a line about damage."""
        try:
            self._store = _store(path, say)
        except ForeignStoreError:
            aside = _set_aside(path)
            say(Reason("history_damaged", aside=aside))
            self._store = _store(path, say)
        self._store.compact()
        keys = self._store.keys
        # The records of jobs may be large: only their states and browsers stay in memory.
        found = self._store.find({key: _state for key in keys if key.startswith("job ")})
        self._states = {
            number: (state, browser) for number, state, browser in sorted(found.values())
        }
        self._last = max([*self._store.find({_LAST: int}).values(), *self._states, 0])
        lost = [number for number in self._in(["done"]) if _result(number) not in keys]
        for job in self._read(lost):
            self.change(job, state="queued", ended=None)

    def add(
        self, verb: str, words: dict[str, Any], text: str, memory: int, browser: str | None
    ) -> Job:
        self._last += 1
        asked = (self._last, verb, words, text, memory)
        job = Job(*asked, "queued", 0, time.time(), None, None, None, browser)
        old = self._in(ENDED)[:-MOST_KEPT]
        self._store.write({**_record(job), _LAST: job.id, **_removed(old)})
        for number in old:
            del self._states[number]
        self._states[job.id] = job.state, browser
        self._store.compact()
        return job

    def change(self, job: Job, result: str | None = None, **values: Any) -> Job:
        """Record new values of a job, together with its result."""
        job = replace(job, **values)
        self._store.write(({} if result is None else {_result(job.id): result}) | _record(job))
        self._states[job.id] = job.state, job.browser
        return job

    def job(self, number: int) -> Job | None:
        return next(iter(self._read([number])), None)

    def jobs(self, limit: int, before: int | None, browser: str | None) -> list[Job]:
        """Return the newest jobs first: with numbers below `before`, and of one browser."""
        found = (
            number
            for number, (_, its) in reversed(self._states.items())
            if number < (before or MOST_NUMBER) and browser in (None, its)
        )
        return self._read([*itertools.islice(found, limit)])

    def unfinished(self) -> list[Job]:
        return self._read(self._in(["queued", "running"]))

    def ended(self) -> Iterator[Job]:
        for number in self._in(ENDED):
            yield from self._read([number])

    def is_damaged(self, number: int) -> bool:
        """Whether the records of a job are damaged, as far as their keys can be read."""
        keys = {_key(number), _result(number)}
        return number not in self._states and not keys.isdisjoint(self._store.damaged)

    def result(self, number: int) -> str | None:
        """Return the result of a job; None if it has none, or if it is damaged."""
        text = self._store.find({_result(number): _text}).get(_result(number))
        if text is None and number in self._in(["done"]):
            del self._states[number]
        return text

    def forget(self, number: int) -> None:
        self._store.write(_removed([number]))
        del self._states[number]

    def _in(self, states: Collection[str]) -> list[int]:
        return [number for number, (state, _) in self._states.items() if state in states]

    def _read(self, numbers: Iterable[int]) -> list[Job]:
        """Return jobs; forget those whose newest record was damaged since it was written."""
        wanted = {number: _key(number) for number in numbers if number in self._states}
        found = self._store.find(dict.fromkeys(wanted.values(), _job))
        jobs = []
        for number, key in wanted.items():
            job = found.get(key)
            if job is not None and job.state == self._states[number][0]:
                jobs.append(job)
            else:
                del self._states[number]
        return jobs


_JOB: TypeAdapter[Job] = TypeAdapter(Job)


def _store(path: Path, say: Callable[[str], object]) -> Store:
    return Store(path, PURPOSE, say=say, mode=0o600)


def _record(job: Job) -> dict[str, Any]:
    return {_key(job.id): asdict(replace(job, progress=None))}


def _key(number: int) -> str:
    return f"job {number}"


def _result(number: int) -> str:
    return f"result {number}"


def _removed(numbers: Iterable[int]) -> dict[str, None]:
    return {key: None for number in numbers for key in (_key(number), _result(number))}


def _job(record: Any) -> Job:
    return _JOB.validate_json(json.dumps(record), strict=True)


def _state(record: Any) -> tuple[int, str, str | None]:
    job = _job(record)
    return job.id, job.state, job.browser


def _text(record: Any) -> str:
    if not isinstance(record, str):
        raise TypeError("a result is a text")
    return record


def _set_aside(path: Path) -> Path:
    """Rename a file to a free name; return the name."""
    for number in itertools.count(1):
        aside = path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")
        if not os.path.lexists(aside):
            break
    os.rename(path, aside)
    return aside
