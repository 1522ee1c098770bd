"""Servers for tests: a shared server, and servers of their own for tests that kill them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.processes import PATIENCE, start

NICEST = 19
SERVING = """
    import json, sys
    from pathlib import Path
    from babieca.web.server import serve
    from babieca.web.settings import Settings

    def say(line):
        print(line, flush=True)

    directory, others = sys.argv[1:]
    settings = Settings(Path(directory), **{"port": 0, "memory": 2**31, **json.loads(others)})
    try:
        serve(settings, open_page=False, say=say)
    except KeyboardInterrupt:
        say("ended")
"""


class Served:
    """A running server: its process, its address, and a client."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process, self.address = process, address
        self.client = httpx.Client(base_url=address, timeout=PATIENCE)

    def ask(self, verb: str, **words: Any) -> Any:
        """Return the answer of a verb; fail if it is refused."""
        response = self.client.post(f"/api/{verb}", json=words)
        assert response.is_success, response.text
        return response.json()

    def refused(self, verb: str, **words: Any) -> tuple[int, int]:
        """Return the HTTP status and the code of a refusal."""
        response = self.client.post(f"/api/{verb}", json=words)
        return response.status_code, response.json()["code"]

    def job(self, number: int) -> Any:
        """Return a job as it is now."""
        return self.client.get(f"/api/jobs/{number}").json()

    def until(self, number: int, reached: Callable[[dict[str, Any]], object]) -> Any:
        """Return a job when it has reached a state; fail if the job ends before."""
        while not reached(job := self.job(number)):
            assert job["state"] in ("queued", "running"), job
            assert self.process.poll() is None
            time.sleep(0.01)
        return job

    def result(self, number: int) -> Any:
        """Wait for a job and return its answer."""
        self.until(number, lambda job: job["state"] == "done")
        return self.client.get(f"/api/jobs/{number}/result").json()

    def children(self, *, niceness: int | None = None) -> list[int]:
        """Return the process ids of the server's workers.

        `niceness`, relative to this process, selects workers; that of jobs is higher.
        """
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        found = [int(number) for number in listed.split()]
        wanted = None if niceness is None else min(NICEST, os.nice(0) + niceness)
        return [pid for pid in found if wanted is None or _niceness(pid) == wanted]


def _niceness(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])


@contextlib.contextmanager
def serving(directory: Path, inside: Sequence[str] = (), **settings: Any) -> Iterator[Served]:
    """Run a server while the block runs, by the command `inside`; kill it at the end."""
    with start(SERVING, directory, json.dumps(settings), inside=inside) as process:
        try:
            assert process.stdout is not None
            said = ""
            while not (found := re.findall(r"(http://\S+:\d+)/", said)):
                said = process.stdout.readline()
                assert said, process.stderr and process.stderr.read()
            served = Served(process, found[0])
            with served.client:
                yield served
        finally:
            process.kill()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return the server that the tests share; they must leave it as it was.

    It is patient, because a busy machine takes long for an answer or to read it.
    """
    folder = tmp_path_factory.mktemp("served")
    with serving(folder, answer_seconds=60.0, client_seconds=120.0) as server:
        yield server
