"""A link is cut in the middle of the work: the answer is the same.

A scheduler and workers in two networks of their own, joined by one cable, where this machine lets
us make such networks.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from babieca import Board, Tours
from tests.clusters import Cluster, finished
from tests.processes import start

VISITS = """
    import sys
    from babieca import Board, BabiecaError, Tours
    from babieca.engines import branches
    branches.FEW_NODES = branches.MANY_NODES = 2**14
    try:
        print(Tours(Board(6, 7), through="c3-d5").count(
            method="search", cluster=sys.argv[1], checkpoint=sys.argv[2]))
    except BabiecaError as error:
        print(type(error).__name__, error)
"""
ANSWER = f"{Tours(Board(6, 7), through='c3-d5').count()}\n"  # by a sweep, on one machine
IMPATIENT = {
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "11s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "3s",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "5s",
}
HERE, THERE = "10.77.0.1", "10.77.0.2"


def ip(*words: str) -> None:
    """Change networks."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Networks:
    """Two networks and the cable between them."""

    def __init__(self) -> None:
        self.here, self.there = (f"babieca-{os.getpid()}-{n}" for n in range(2))

    def inside(self, name: str) -> list[str]:
        """The words that run a command in a network."""
        return ["ip", "netns", "exec", name]

    def lay(self) -> None:
        """Make both, and join them."""
        cable = [f"b{os.getpid()}{end}" for end in "ab"]
        ip("netns", "add", self.here)
        ip("netns", "add", self.there)
        ip("link", "add", cable[0], "type", "veth", "peer", "name", cable[1])
        for name, end, address in zip((self.here, self.there), cable, (HERE, THERE), strict=True):
            ip("link", "set", end, "netns", name, "name", "cable")
            ip("-n", name, "addr", "add", f"{address}/24", "dev", "cable")
            ip("-n", name, "link", "set", "lo", "up")
        self.cut("up")

    def cut(self, state: str = "down") -> None:
        """Cut the cable, or mend it."""
        for name in (self.here, self.there):
            ip("-n", name, "link", "set", "cable", state)

    def take_away(self) -> None:
        """Leave no trace."""
        for name in (self.here, self.there):
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "del", name)


@pytest.fixture
def networks() -> Iterator[Networks]:
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("networks are made by ip and root")
    made = Networks()
    try:
        made.lay()
    except subprocess.CalledProcessError as error:
        made.take_away()
        pytest.skip(f"no networks can be made here: {error.stderr.decode().strip()}")
    try:
        yield made
    finally:
        made.take_away()


@pytest.fixture
def cluster(
    networks: Networks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Cluster]:
    """A scheduler and a worker here, and a worker there."""
    for name, value in IMPATIENT.items():
        monkeypatch.setenv(name, value)
    found = Cluster(tmp_path, host=HERE, inside=networks.inside(networks.here))
    try:
        found.add()
        found.add(inside=networks.inside(networks.there))
        yield found
    finally:
        found.close()


def begun(cluster: Cluster, folder: Path, inside: list[str]) -> subprocess.Popen[str]:
    """Start a client, and wait until both workers have answered."""
    process = start(VISITS, cluster.address, folder, inside=inside)
    while process.poll() is None and len(finished(folder)) < 4:
        time.sleep(0.01)
    return process


def test_a_worker_is_cut_off(networks: Networks, cluster: Cluster, tmp_path: Path) -> None:
    with begun(cluster, tmp_path / "ledger", networks.inside(networks.here)) as process:
        networks.cut()
        output, errors = process.communicate(timeout=300)
    assert output == ANSWER, errors


def test_the_client_is_cut_off_and_asks_again(
    networks: Networks, cluster: Cluster, tmp_path: Path
) -> None:
    folder, inside = tmp_path / "ledger", networks.inside(networks.there)
    with begun(cluster, folder, inside) as process:
        networks.cut()
        output, errors = process.communicate(timeout=300)
    assert output.startswith("NotFoundError not decided"), errors
    before = finished(folder)
    networks.cut("up")
    with start(VISITS, cluster.address, folder, inside=inside) as process:
        output, errors = process.communicate(timeout=300)
    assert output == ANSWER, errors
    assert before.items() <= finished(folder).items()
