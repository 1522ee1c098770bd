"""A network link is cut during the work: the answer stays the same.

The scheduler and the workers run in two network namespaces that a virtual cable joins. The tests
need `ip` and root.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from babieca import Board, Tours
from tests.clusters import Cluster, finished
from tests.processes import PATIENCE, start, wait_until

VISITS = """
    import sys
    from distributed import Client
    from babieca import Board, BabiecaError, Tours
    from babieca.engines.search import visiting
    with Client(sys.argv[1]) as client:
        client.wait_for_workers(int(sys.argv[3]), timeout=120)
    visiting.FEW_NODES = visiting.MANY_NODES = 2**14
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
    """Run the command `ip`."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Networks:
    """Two network namespaces and the cable between them."""

    def __init__(self) -> None:
        self.here, self.there = (f"babieca-{os.getpid()}-{n}" for n in range(2))

    def inside(self, name: str) -> list[str]:
        """Return the command prefix that starts a process in a namespace."""
        return ["ip", "netns", "exec", name]

    def lay(self) -> None:
        """Create both namespaces, and join them."""
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
        """Cut the cable; with `up`, repair it."""
        for name in (self.here, self.there):
            ip("-n", name, "link", "set", "cable", state)

    def take_away(self) -> None:
        """Delete both namespaces."""
        for name in (self.here, self.there):
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "del", name)


@pytest.fixture
def networks() -> Iterator[Networks]:
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("network namespaces need ip and root")
    made = Networks()
    try:
        made.lay()
    except subprocess.CalledProcessError as error:
        made.take_away()
        pytest.skip(f"cannot create network namespaces: {error.stderr.decode().strip()}")
    try:
        yield made
    finally:
        made.take_away()


@pytest.fixture
def cluster(
    networks: Networks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Cluster]:
    """A scheduler and a worker in one namespace, and a worker in the other."""
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
    """Start a client of both workers, and wait for its first four finished tasks."""
    process = start(VISITS, cluster.address, folder, "2", inside=inside)
    wait_until(lambda: len(finished(folder)) >= 4, process)
    return process


def test_a_worker_is_cut_off(networks: Networks, cluster: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "ledger"
    with begun(cluster, folder, networks.inside(networks.here)) as process:
        networks.cut()
        before = finished(folder)
        output, errors = process.communicate(timeout=PATIENCE)
    assert output == ANSWER, errors
    assert before.items() < finished(folder).items()  # the link was cut during the work


@pytest.mark.release
def test_the_client_is_cut_off_and_asks_again(
    networks: Networks, cluster: Cluster, tmp_path: Path
) -> None:
    folder, inside = tmp_path / "ledger", networks.inside(networks.there)
    with begun(cluster, folder, inside) as process:
        networks.cut()
        output, errors = process.communicate(timeout=PATIENCE)
    assert output.startswith("NotFoundError not decided"), errors
    before = finished(folder)
    networks.cut("up")
    with start(VISITS, cluster.address, folder, "1", inside=inside) as process:
        output, errors = process.communicate(timeout=PATIENCE)
    assert output == ANSWER, errors
    assert before.items() <= finished(folder).items()
