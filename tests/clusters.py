"""Schedulers and workers as processes of their own, for tests that kill them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from distributed import Client

from babieca.store import PARTS
from tests.processes import PATIENCE

QUIET = {"DASK_LOGGING__DISTRIBUTED": "critical"}


class Cluster:
    """A scheduler with a scheduler file, and workers that a test starts and kills.

    `inside` is a command prefix, such as `ip netns exec NAME`, with which processes are started.
    """

    def __init__(
        self, folder: Path, *, host: str = "127.0.0.1", inside: Sequence[str] = ()
    ) -> None:
        self.folder, self.host, self.inside = folder, host, inside
        self.file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.started = 0
        self._begin()

    def _begin(self) -> None:
        words = ("scheduler", "--port", "0", "--host", self.host)
        words += ("--dashboard-address", f"{self.host}:0")
        self.scheduler = self._start(*words, inside=self.inside)
        self.wait_for_file()

    def wait_for_file(self) -> None:
        """Wait until the scheduler file is complete: it then ends with a brace."""
        while not self.file.exists() or not self.file.read_text().endswith("}"):
            assert self.scheduler.poll() is None
            time.sleep(0.02)

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def add(
        self,
        count: int = 1,
        *,
        threads: int = 1,
        memory: float = 1e9,
        preload: str = "",
        inside: Sequence[str] | None = None,
    ) -> None:
        """Start workers; each runs the program `preload` first."""
        for _ in range(count):
            self.started += 1
            more = []
            if preload:
                path = self.folder / f"preload_{self.started}.py"
                path.write_text(preload)
                more = ["--preload", str(path)]
            offer = ["--resources", f"memory={memory}"] if memory else []
            words = ["--nthreads", str(threads), "--no-nanny", "--memory-limit", "0", *offer]
            name = ["--name", f"worker-{self.started}", "--local-directory", str(self.folder)]
            # Without this timeout, a worker whose scheduler was killed would wait for ever.
            more += ["--no-dashboard", "--death-timeout", str(PATIENCE)]
            if inside is None:  # otherwise on all addresses: a namespace has its own
                more += ["--host", self.host, "--dashboard-address", f"{self.host}:0"]
            place = self.inside if inside is None else inside
            self.workers.append(self._start("worker", *words, *name, *more, inside=place))

    def wait(self) -> None:
        """Wait until all workers are connected."""
        with self.client() as client:
            client.wait_for_workers(len(self.workers), timeout=PATIENCE)

    def client(self) -> Client:
        return Client(self.address, timeout=PATIENCE, set_as_default=False)

    def restart_scheduler(self) -> None:
        """Kill the scheduler and all workers, and start a new scheduler."""
        kill(self.scheduler)
        self.file.unlink()
        for worker in self.workers:
            kill(worker)
        self.workers.clear()
        self._begin()

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            kill(process)

    def _start(self, *words: str, inside: Sequence[str] = ()) -> subprocess.Popen[bytes]:
        dask = [*inside, sys.executable, "-m", "dask"]
        return subprocess.Popen(
            [*dask, *words, "--scheduler-file", str(self.file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **QUIET},
        )


def finished(folder: Path) -> dict[str, str]:
    """Return the records of the task log, which must be sound at any moment; none without a log."""
    if not (folder / PARTS).exists():
        return {}
    _, *lines = (folder / PARTS).read_bytes().split(b"\n")[:-1] or [b""]
    records = [json.loads(line) for line in lines if not line.startswith(b"#")]
    newest = {record["key"]: record["value"] for record in records}
    return {key: json.dumps(value) for key, value in newest.items() if value is not None}


def kill(process: subprocess.Popen[bytes]) -> None:
    """Send SIGKILL, and wait for the end of the process."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGKILL)
    process.wait()


@contextlib.contextmanager
def cluster_in(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Yield a cluster with this number of workers, one thread each; kill it afterwards."""
    cluster = Cluster(folder)
    try:
        if workers:
            cluster.add(workers)
            cluster.wait()
        yield cluster
    finally:
        cluster.close()
