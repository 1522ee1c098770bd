"""If a process dies at any moment, the same command resumes, and the answer is the same.

Real schedulers, workers and clients are killed at random moments, `BABIECA_DEATHS` times each.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from babieca import Board, Tours
from tests.clusters import Cluster, cluster_in, finished, kill
from tests.processes import PATIENCE, start

DEATHS = int(os.environ.get("BABIECA_DEATHS", "2"))

PAIRS = """
    import sys
    from babieca import Board, BabiecaError, Tours
    try:
        found = Tours(Board(6, 7), start="c3").count_by(
            "edge-pair", cluster=sys.argv[1], checkpoint=sys.argv[2])
        print(sum(found.values()))
    except BabiecaError as error:
        print(type(error).__name__, error)
"""
VISITS = """
    import sys
    from babieca import Board, BabiecaError, Tours
    from babieca.engines.search import visiting
    visiting.FEW_NODES = visiting.MANY_NODES = 2**16
    try:
        print(Tours(Board(6, 7), through="c3-d5").count(
            method="search", cluster=sys.argv[1], checkpoint=sys.argv[2]))
    except BabiecaError as error:
        print(type(error).__name__, error)
"""
ANSWERS = {
    PAIRS: f"{Tours(Board(6, 7)).count()}\n",
    VISITS: f"{Tours(Board(6, 7), through='c3-d5').count()}\n",  # by a sweep, on one machine
}
ROUNDS = [
    pytest.param(
        number,
        VISITS if number % 2 else PAIRS,
        id=f"{number}-{'visits' if number % 2 else 'pairs'}",
        marks=[pytest.mark.release] if number else [],
    )
    for number in range(DEATHS)
]


def begun(program: str, cluster: Cluster, folder: Path, number: int) -> subprocess.Popen[str]:
    """Start a client and wait for a random moment after its first answer."""
    process = start(program, cluster.address, folder)
    while process.poll() is None and not finished(folder):
        time.sleep(0.01)
    time.sleep(random.Random(number).random())
    return process


def completed(program: str, cluster: Cluster, folder: Path) -> str:
    with start(program, cluster.address, folder) as process:
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    return output


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster_in(tmp_path_factory.mktemp("mortals")) as found:
        yield found


@pytest.mark.parametrize(("number", "program"), ROUNDS)
def test_a_worker_dies(number: int, program: str, cluster: Cluster, tmp_path: Path) -> None:
    with begun(program, cluster, tmp_path, number) as process:
        victim = random.Random(number).randrange(len(cluster.workers))
        kill(cluster.workers.pop(victim))
        cluster.add()
        output, errors = process.communicate(timeout=PATIENCE)
    assert output == ANSWERS[program], errors


@pytest.mark.parametrize(("number", "program"), ROUNDS)
def test_the_client_dies(number: int, program: str, cluster: Cluster, tmp_path: Path) -> None:
    with begun(program, cluster, tmp_path, number) as process:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    before = finished(tmp_path)
    assert completed(program, cluster, tmp_path) == ANSWERS[program]
    assert before.items() <= finished(tmp_path).items()


@pytest.mark.release
@pytest.mark.parametrize(("number", "program"), ROUNDS)
def test_the_scheduler_dies(number: int, program: str, cluster: Cluster, tmp_path: Path) -> None:
    with begun(program, cluster, tmp_path, number) as process:
        cluster.restart_scheduler()
        cluster.add(2)
        output, errors = process.communicate(timeout=PATIENCE)
    assert output == ANSWERS[program] or output.startswith("NotFoundError not decided"), errors
    before = finished(tmp_path)
    cluster.wait()
    assert completed(program, cluster, tmp_path) == ANSWERS[program]
    assert before.items() <= finished(tmp_path).items()


def test_control_c_ends_an_experiment(cluster: Cluster) -> None:
    """An experiment reports no progress and has its own process on the worker; it must end too."""

    def at_work() -> list[str]:
        threads = [f"/proc/{worker.pid}/task" for worker in cluster.workers]
        files = [file for folder in threads for file in Path(folder).glob("*/children")]
        return [pid for file in files for pid in file.read_text().split()]

    words = ["reproduce", "costa", "--cluster", cluster.address, "--json"]
    before = at_work()
    with subprocess.Popen(
        [sys.executable, "-m", "babieca", *words], stderr=subprocess.PIPE, text=True
    ) as process:
        while at_work() == before:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "babieca: interrupted"
    while at_work() != before:
        time.sleep(0.02)


def test_control_c_while_jobs_are_planned() -> None:
    """Threads run in the core at that time; a program that ended under them would be aborted."""
    words = ["count", "8x8", "--start", "d4", "--by", "edge-pair", "--cluster", "local", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "babieca", *words], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        while '"progress"' not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert errors.splitlines()[-1] == "babieca: interrupted"


@pytest.mark.parametrize("where", ["local", "address"])
def test_control_c_calls_everything_off(where: str, cluster: Cluster, tmp_path: Path) -> None:
    """A count of many hours ends with one line; the task log is intact, the workers are free."""
    address = cluster.address if where == "address" else "local"
    words = ["count", "7x8", "--method", "search", "--cluster", address, "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "babieca", *words, "--checkpoint", str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        while '"progress"' not in process.stderr.readline() or not finished(tmp_path):
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all processes
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "babieca: interrupted"
    assert finished(tmp_path)
    if where == "address":
        assert completed(PAIRS, cluster, tmp_path) == ANSWERS[PAIRS]
