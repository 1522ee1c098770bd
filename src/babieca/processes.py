"""Python processes that answer questions: one line of JSON in, lines of JSON out.

Every line of an answer is a letter and JSON: any number of lines `p` (progress), then one line `a`
(the answer) or `e` (an error message and its code). A process ends when its standard input ends,
so it never outlives the program that started it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

from babieca.errors import BAD_INPUT, FAULT, BabiecaError, BadInputError, half_character
from babieca.reasons import Reason

Record = dict[str, Any]
LONGEST_LINE = 64 * 2**20  # bytes


class ProcessDiedError(Exception):
    """A process ended before it answered."""


class RefusedError(Exception):
    def __init__(self, message: str, code: int, reason: Record | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.reason = message.to_json() if isinstance(message, Reason) else reason


class Caller:
    """The program that started this process, as the process sees it."""

    def __init__(self) -> None:
        """Take over standard input and output; from now on, `print` writes to standard error."""
        self._output = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self._questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            self._questions.put(line)
        os._exit(0)

    def question(self) -> Record:
        record: Record = json.loads(self._questions.get())
        return record

    def tell(self, letter: str, record: object) -> None:
        line = f"{letter}{json.dumps(record)}\n".encode()
        if len(line) > LONGEST_LINE:
            raise BadInputError("answer_too_long")
        self._output.write(line)
        self._output.flush()

    def answer(self, compute: Callable[[], object]) -> None:
        try:
            self.tell("a", compute())
            return
        except BabiecaError as error:
            refused = error.to_json()
        except MemoryError:
            refused = error_record(Reason("not_enough_memory"), BAD_INPUT)
        except UnicodeEncodeError as error:
            refused = error_record(half_character(error), BAD_INPUT)
        except Exception as error:
            fault = f"{type(error).__name__}: {str(error)[:200]}"
            refused = error_record(Reason("please_report", error=fault), FAULT)
        self.tell("e", refused)


def error_record(message: str, code: int, reason: Record | None = None) -> Record:
    """Return an error as one line of JSON has it.

    >>> error_record("no such tour exists: …", 1)
    {'error': 'no such tour exists: …', 'code': 1}
    """
    told = {"error": " ".join(message.split()), "code": code}
    if reason is None and isinstance(message, Reason):
        reason = message.to_json()
    return told if reason is None else {**told, "reason": reason}


def kill(process: int) -> None:
    """End a process at once; on Windows, every signal does that."""
    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


class Process:
    """A process that answers one question at a time, as its caller sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._input, self._output = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, module: str) -> Process:
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C reaches the caller only
            )
        )

    async def ask(
        self, question: Mapping[str, Any], told: Callable[[Record], object] = lambda progress: None
    ) -> bytes:
        """Return the answer as JSON; `told` gets each line of progress.

        Raise `RefusedError` for an error of the process, `ProcessDiedError` if it ended.
        """
        self._input.write(json.dumps(question).encode() + b"\n")
        while True:
            line = await self._output.readline()
            if not line.endswith(b"\n"):
                raise ProcessDiedError
            if line.startswith(b"a"):
                return line[1:-1]
            record = json.loads(line[1:])
            if line.startswith(b"e"):
                raise RefusedError(record["error"], record["code"], record.get("reason"))
            told(record)

    async def end(self) -> None:
        if self._process.returncode is None:
            # Process.kill() would take the exit status from the task that waits for it.
            with contextlib.suppress(ProcessLookupError):
                kill(self._process.pid)
        self._input.close()
        await self._process.wait()
