"""A worker: a process that answers the verbs of the API.

Its first question is an `Allowance`; the answer says that it is ready. Every later question is a
verb with its words.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from babieca.errors import BadInputError
from babieca.files import locked
from babieca.processes import Caller
from babieca.progress import Listener, Progress
from babieca.system import yield_to_others
from babieca.web.answering import Place, answer
from babieca.web.settings import Allowance

SECONDS_BETWEEN_REPORTS = 0.2
SECONDS_TO_WAIT = 10.0
"""For the worker of a server that died to leave the job's directory."""


def main() -> None:
    """Answer questions until standard input ends."""
    sys.set_int_max_str_digits(0)
    caller = Caller()
    allowance = Allowance(**caller.question())
    yield_to_others(allowance.niceness)
    limit_memory(allowance.memory)
    directory = None if allowance.directory is None else Path(allowance.directory)
    place = Place(directory, Path(allowance.atlases), allowance.checkpoint_seconds)
    progress = _reports(caller)
    with contextlib.nullcontext() if directory is None else _alone_in(directory):
        caller.tell("a", "ready")
        while True:
            asked = caller.question()
            verb, words = asked["verb"], asked["words"]
            caller.answer(lambda: answer(verb, words, place, progress))  # noqa: B023


def _reports(caller: Caller) -> Listener:
    """Return a listener that reports progress, but at most a few times a second."""
    last = 0.0

    def report(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= SECONDS_BETWEEN_REPORTS:
            last = now
            caller.tell("p", asdict(progress))

    return report


@contextlib.contextmanager
def _alone_in(directory: Path) -> Iterator[None]:
    """Lock a job's directory; wait until an earlier worker has left it."""
    last = time.monotonic() + SECONDS_TO_WAIT
    with contextlib.ExitStack() as stack:
        while True:
            try:
                stack.enter_context(locked(directory))
                break
            except BadInputError:
                if time.monotonic() > last:
                    raise
                time.sleep(0.05)
        yield


def limit_memory(count: int) -> None:
    """Let this process write to `count` bytes more than it may write to now.

    Only Linux has this limit; elsewhere the budgets of the verbs must do.
    """
    with contextlib.suppress(ModuleNotFoundError, FileNotFoundError):
        import resource

        status = Path("/proc/self/status").read_text()
        fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
        used = int(fields["VmData"].split()[0]) * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (used + count, used + count))


if __name__ == "__main__":
    main()
