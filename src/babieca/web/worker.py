"""A worker: a process that reads what it is asked from standard input and answers line by line.

The first line says what it may take, and is answered by a line `r` (ready); each one after it is a
verb with its words. An answer is any number of lines `p` (progress) and one line `a` (the answer)
or `e` (why there is none), each a letter and JSON. Standard input ends with the server, and with it
the worker, whatever it is doing.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from babieca.errors import BAD_INPUT, FAULT, BabiecaError, BadInputError
from babieca.files import locked
from babieca.progress import Progress
from babieca.system import yield_to_others
from babieca.web.answering import Place, answer
from babieca.web.settings import MOST_RESULT_BYTES

SECONDS_BETWEEN = 0.2
SECONDS_TO_WAIT = 10.0
"""For the worker of a server that died to leave the job's directory."""


@dataclass(frozen=True)
class Allowance:
    """What a worker may take: bytes of memory, how much it yields to others, where it may write."""

    memory: int
    niceness: int = 0
    directory: str | None = None
    atlases: str | None = None
    checkpoint_seconds: float = 60.0


class Teller:
    """Writes lines to the server."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._told = 0.0

    def tell(self, letter: str, record: Any) -> None:
        """Write one line, if it is not longer than the server reads."""
        line = f"{letter}{json.dumps(record)}\n".encode()
        if len(line) > MOST_RESULT_BYTES:
            raise BadInputError("the answer is too long for the page: ask for less")
        self._output.write(line)
        self._output.flush()

    def progress(self, progress: Progress) -> None:
        """Say how far it is, but not more often than somebody looks."""
        now = time.monotonic()
        if now - self._told >= SECONDS_BETWEEN:
            self._told = now
            self.tell("p", asdict(progress))


def main() -> None:
    """Answer until there is nothing more to answer."""
    sys.set_int_max_str_digits(0)
    # Whatever else is printed must not be taken for an answer.
    teller = Teller(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    allowance = Allowance(**json.loads(sys.stdin.buffer.readline()))
    yield_to_others(allowance.niceness)
    _limit_memory(allowance.memory)
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    directory = None if allowance.directory is None else Path(allowance.directory)
    atlases = None if allowance.atlases is None else Path(allowance.atlases)
    place = Place(directory, atlases, allowance.checkpoint_seconds)
    with contextlib.ExitStack() as stack:
        if directory is not None:
            _enter(stack, directory)
        teller.tell("r", None)
        while True:
            _answer(json.loads(asked.get()), place, teller)


def _listen(asked: queue.SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def _enter(stack: contextlib.ExitStack, directory: Path) -> None:
    """Make a job's directory this worker's own, when the one before has left it."""
    last = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            stack.enter_context(locked(directory))
            return
        except BadInputError:
            if time.monotonic() > last:
                raise
            time.sleep(0.05)


def _limit_memory(count: int) -> None:
    """Let this process write to so many more bytes than it already may.

    Where the system has no such limit, or does not tell what is in use, the budgets of the jobs
    must do.
    """
    with contextlib.suppress(ModuleNotFoundError, FileNotFoundError):
        import resource

        lines = [line.split() for line in Path("/proc/self/status").read_text().splitlines()]
        used = next((int(line[1]) for line in lines if line[0] == "VmData:"), 0)
        most = used * 1024 + count
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _answer(asked: dict[str, Any], place: Place, teller: Teller) -> None:
    try:
        teller.tell("a", answer(asked["verb"], asked["words"], place, teller.progress))
    except BabiecaError as error:
        teller.tell("e", fault(str(error), error.code))
    except MemoryError:
        teller.tell("e", fault("there is not enough memory for this", BAD_INPUT))
    except Exception as error:
        text = f"a fault of the program: {type(error).__name__}: {str(error)[:200]}"
        teller.tell("e", fault(text, FAULT))


def fault(message: str, code: int) -> dict[str, Any]:
    """Return why there is no answer, as the page and the API say it.

    >>> fault("no such tour exists: …", 1)
    {'error': 'no such tour exists: …', 'code': 1}
    """
    return {"error": " ".join(message.split()), "code": code}


if __name__ == "__main__":
    main()
