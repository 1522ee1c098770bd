"""The shapes of the API's own answers: faults, jobs, the state of the server."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from babieca.progress import Progress
from babieca.web.history import State


class Fault(BaseModel):
    """A refusal: an error message, and the exit code of the command line.

    1: proved that there is no such tour. 2: bad input. 3: not decided within the limits. 4: a
    contradiction. 70: a fault of the program.
    """

    error: str
    code: int


class JobShape(BaseModel):
    """A job; times are seconds since 1970."""

    id: int
    verb: str
    words: dict[str, Any]
    text: str
    memory: int
    state: State
    tries: int
    created: float
    started: float | None
    ended: float | None
    fault: Fault | None
    progress: Progress | None


class JobList(BaseModel):
    """Jobs, the newest first."""

    jobs: list[JobShape]


class Status(BaseModel):
    """The abilities of a server, and its load."""

    version: str
    jobs: dict[str, int]
    memory: dict[str, int]
    most_squares: int
    most_listed: int
    answer_seconds: float
    themes: dict[str, dict[str, str | list[str]]]
    formats: list[str]
    methods: dict[str, list[str]]
