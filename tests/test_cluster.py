"""Many machines give the answers of one machine; a worker with wrong answers is detected."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("distributed")

import dask.config
import psutil
from distributed import LocalCluster

from babieca import BadInputError, Board, Graph, NotFoundError, NoTourError, Tours
from babieca.cluster.workers import LOOPBACK, client_of
from babieca.engines import FINDERS
from babieca.engines.counts import WholeCount
from babieca.engines.fold import FoldedBranch
from babieca.engines.protocol import Counted
from babieca.engines.sampling import Unranking, numbering_share
from babieca.engines.search import visiting
from babieca.engines.search.visiting import Branch, SearchBranch, Walked
from babieca.engines.sweep.count_plan import CountPlan
from babieca.engines.sweep.counting import Residue, SweepTask, automatic
from babieca.engines.sweep.totals import TotalsTask
from babieca.engines.sweep.weighted import WeightedTask
from babieca.errors import ContradictionError
from babieca.limits import Limits
from babieca.progress import Progress
from babieca.questions import Kind
from babieca.reproduce import Settings, reproduce
from babieca.store import PARTS, parts_in
from babieca.tasks import Task, TaskLog
from tests.clusters import Cluster, cluster_in, kill
from tests.clusters import finished as rows
from tests.damage import change_digits
from tests.processes import PATIENCE, start

SMALL_PLAN = CountPlan(Tours(Board(5, 6)).question, tuple(range(30)))
SMALL_TASK = SweepTask(SMALL_PLAN, 2**64)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster_in(tmp_path_factory.mktemp("cluster")) as found:
        yield found


def finished(folder: Path) -> list[tuple[str, str]]:
    """Return the keys of all records, with the workers that answered the tasks."""
    records = {key: json.loads(value) for key, value in rows(folder).items()}
    return sorted(
        (key, value[2] if isinstance(value, list) else "") for key, value in records.items()
    )


def answered_by_nobody(folder: Path) -> None:
    values = {key: json.loads(value) for key, value in rows(folder).items()}
    tasks = {
        key: [*value[:2], "nobody"] for key, value in values.items() if isinstance(value, list)
    }
    parts_in(folder).write(tasks)


# The answers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tours",
    [
        Tours(Board(6, 6)),
        Tours(Board(5, 6), "open"),
        Tours(Board(5, 5), "path", start="a1"),
        Tours(Board(6, 6), symmetry="half-turn"),
        Tours(Board(6, 6), symmetry="half-turn", through="a1-b3", avoiding="c3-d5"),
        Tours(Board(5, 5), "open", symmetry="half-turn", start="a1", directed=True),
        Tours(Board(5, 6), through="a1-b3", avoiding="c1-d3"),
        Tours(Board(3, 24)),
    ],
    ids=repr,
)
def test_a_cluster_counts_what_one_machine_counts(tours: Tours, cluster: Cluster) -> None:
    assert tours.count(cluster=cluster.address) == tours.count()


def test_a_count_takes_a_client(cluster: Cluster) -> None:
    with cluster.client() as client:
        assert Tours(Board(6, 6)).count(cluster=client) == 9862
        assert client.status == "running"  # a client of the caller stays open


def test_a_thread_that_runs_an_event_loop_counts(cluster: Cluster) -> None:
    """A notebook runs its cells in such a thread."""

    async def counted() -> int:
        return Tours(Board(6, 6)).count(cluster=cluster.address)

    assert asyncio.run(counted()) == 9862


def test_a_local_cluster_counts() -> None:
    assert Tours(Board(5, 6)).count(cluster="local", threads=1) == 8


def test_only_this_process_reaches_a_local_cluster() -> None:
    """Nothing listens but status pages of Dask, on loopback, and they take no tasks."""
    this = psutil.Process()

    def listening() -> set[tuple[str, int]]:
        processes = [this, *this.children(recursive=True)]
        found = [each for process in processes for each in process.net_connections("tcp")]
        return {each.laddr for each in found if each.status == psutil.CONN_LISTEN}

    before = listening()
    with client_of(Limits.of(cluster="local", threads=2)) as client:
        assert sum(client.nthreads().values()) == 2
        opened = listening() - before
        assert {host for host, _ in opened} <= {"127.0.0.1"}
        for host, port in opened:
            with pytest.raises(NotFoundError, match="no Dask scheduler answers"):
                Tours(Board(5, 6)).count(cluster=f"tcp://{host}:{port}", timeout=0.2)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate by openssl")
def test_a_cluster_with_certificates_counts(tmp_path: Path) -> None:
    """Client, scheduler and worker find their certificate in Dask's settings."""
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-subj", "/CN=babieca"]
    made = ["openssl", "req", "-x509", "-nodes", *curve, "-keyout", key, "-out", certificate]
    subprocess.run(made, check=True, capture_output=True)
    files = {"ca-file": certificate}
    for role in ("client", "scheduler", "worker"):
        files |= {f"{role}.key": key, f"{role}.cert": certificate}
    status = {"dashboard_address": LOOPBACK, "worker_dashboard_address": LOOPBACK}
    with (
        dask.config.set({f"distributed.comm.tls.{name}": path for name, path in files.items()}),
        LocalCluster(1, processes=False, protocol="tls://", memory_limit=0, **status) as cluster,
    ):
        assert Tours(Board(5, 6)).count(cluster=cluster.scheduler_address) == 8


def test_large_counts_take_many_moduli_at_once(cluster: Cluster) -> None:
    tours = Tours(Board(5, 60))
    report = tours.count_report(cluster=cluster.address)
    assert len(report.moduli) > 2
    assert report.value == tours.count()


def test_tables_are_those_of_one_machine(cluster: Cluster) -> None:
    with cluster.client() as client:
        six = Tours(Board(6, 6), start="c3")
        assert six.count_by("edge-pair", cluster=client) == six.count_by("edge-pair")
        assert Tours(Board(5, 6)).classes(cluster=client).kept == Tours(Board(5, 6)).classes().kept
        paths = Tours(Board(3, 4), "path")
        assert paths.count_by("start", cluster=client) == paths.count_by("start")
        assert six.count_by("slope:2", cluster=client) == six.count_by("slope:2")


SEARCHED = [
    Tours(Board(6, 6)),
    Tours(Board(5, 6), "open", start="a1"),
    Tours(Board(5, 5), "path"),
    Tours(Board(6, 6), directed=True, through="c3-d5"),
]


@pytest.mark.parametrize("tours", SEARCHED, ids=repr)
def test_visiting_by_branches_meets_every_tour_once(
    tours: Tours, cluster: Cluster, tmp_path: Path
) -> None:
    wanted = tours.count()
    for _ in range(2):  # the second time from the task log
        found = tours.count(method="search", cluster=cluster.address, checkpoint=tmp_path)
        assert found == wanted


FOLDED = [
    Tours(Board(6, 8), symmetry="half-turn"),
    Tours(Board(6, 6), symmetry="quarter-turn", directed=True),
    Tours(Board(6, 6), symmetry="half-turn", directed=True, through="a1-b3"),
    Tours(Board(5, 7), "path", symmetry="half-turn"),
    Tours(Board(5, 5), "open", symmetry="half-turn", start="a1"),
    Tours(Board(3, 2), "path", symmetry="half-turn"),
]


@pytest.mark.parametrize("tours", [*SEARCHED, *FOLDED], ids=repr)
def test_lists_are_in_the_order_of_one_machine(
    tours: Tours, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists that consist of many pieces too."""
    for name in ("FEW_NODES", "HELD_NODES"):
        monkeypatch.setattr(visiting, name, 2**12)
    with cluster.client() as client:
        empty = np.empty((0, len(tours.question.graph)), dtype=np.int32)
        alone = np.concatenate([empty, *tours.batches()])
        assert np.array_equal(np.concatenate([empty, *tours.batches(cluster=client)]), alone)
        few = np.concatenate([empty, *tours.batches(5, cluster=client)])
        assert np.array_equal(few, alone[:5])


@pytest.mark.parametrize(
    "tours",
    [
        Tours(Board(6, 6)),
        Tours(Board(5, 5), "open"),
        Tours(Board(5, 5), "path", start="a1"),
        Tours(Board(6, 6), symmetry="half-turn"),
    ],
    ids=repr,
)
def test_samples_are_those_of_one_machine(tours: Tours, cluster: Cluster) -> None:
    drawn = list(tours.sample(1500, seed=7, cluster=cluster.address))
    assert drawn == list(tours.sample(1500, seed=7))


def test_a_sample_of_nothing_says_so(cluster: Cluster) -> None:
    with pytest.raises(NoTourError):
        next(Tours(Board(4, 4)).sample(cluster=cluster.address))


@pytest.mark.parametrize(
    ("tours", "method"),
    [
        (Tours(Board(8, 8)), "auto"),
        (Tours(Board(6, 6), "path", start="a1", end="f1"), "auto"),
        (Tours(Board(8, 8), "path"), "warnsdorff"),
        (Tours(Board(10, 10, leaper="zebra")), "auto"),
    ],
)
def test_a_portfolio_finds_a_tour(tours: Tours, method: str, cluster: Cluster) -> None:
    report = tours.find_report(method=method, cluster=cluster.address, seed=3)
    assert report.found() in tours
    assert report.method in FINDERS or report.method in ("theory", "unwrapped", "fold")


def test_a_portfolio_proves_that_there_is_none(cluster: Cluster) -> None:
    outer = [(i, (i + 1) % 5) for i in range(5)]
    inner = [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    petersen = Graph.from_edges([*outer, *inner, *((i, i + 5) for i in range(5))])
    with pytest.raises(NoTourError):
        Tours(petersen).find(cluster=cluster.address)


def test_studies_count_alike(cluster: Cluster) -> None:
    tours = Tours(Board(5, 5), "path", start="a1")
    rows = tours.study(cluster=cluster.address)
    alone = tours.study()
    assert [row.name for row in rows] == [row.name for row in alone]
    assert [row.tally for row in rows] == [row.tally for row in alone]


def test_papers_are_reproduced_elsewhere(cluster: Cluster) -> None:
    tables = reproduce("sanchez", Settings(quick=True, cluster=cluster.address))
    assert [table.title for table in tables] == [
        table.title for table in reproduce("sanchez", Settings(quick=True))
    ]


WALKED = {
    304: SearchBranch.whole(
        Tours(Board(5, 5), "path", start="a1").question, "default", "fixed", False
    ),
    10: FoldedBranch.whole(Tours(Board(6, 6), symmetry="quarter-turn").question, False),
}


@pytest.mark.parametrize("tours", WALKED)
@given(data=st.data())
def test_branches_walked_in_any_pieces_are_the_tree(tours: int, data: st.DataObject) -> None:
    """Branches that a piece returns are divided at random: no tour is lost or counted twice."""
    left: list[Branch] = [WALKED[tours]]
    found = 0
    while left:
        branch = left.pop(data.draw(st.integers(0, len(left) - 1)))
        branch = replace(branch, nodes=data.draw(st.sampled_from([1, 5, 20, 10**6])))
        walked = branch.run(Limits())
        assert branch.from_json(json.loads(json.dumps(branch.to_json(walked)))) == walked
        found += walked.tally[1]
        pieces = branch.divided(walked, data.draw(st.integers(1, 5)))
        assert sum(piece.share for piece in pieces) <= branch.share + 1e-9
        left += pieces
        # The unfinished part is between 0 and 1; it is 0 only at the end.
        assert 0 < sum(piece.share for piece in left) <= 1 + 1e-9 or not left
    assert found == tours


# Placed by memory -------------------------------------------------------------------------------


def test_what_no_worker_has_room_for_is_refused(cluster: Cluster) -> None:
    with pytest.raises(BadInputError, match=r"needs .* the budget is 953\.7 MiB"):
        Tours(Board(9, 10)).count(cluster=cluster.address, method="blocks")


def test_jobs_that_do_not_fit_together_are_not_together(tmp_path: Path) -> None:
    """Two threads, memory for one task: the worker adds up the memory of the tasks that run."""
    watching = """
import os, threading
from babieca.engines.sweep.counting import SweepTask
lock, inside = threading.Lock(), []

def run(self, limits):
    with lock:
        inside.append(limits.memory)
        assert sum(inside) <= int(os.environ["OFFERED"]), inside
    try:
        return honest(self, limits)
    finally:
        with lock:
            inside.remove(limits.memory)

if SweepTask.run.__name__ != "watched":  # Dask runs this twice
    honest, SweepTask.run, run.__name__ = SweepTask.run, run, "watched"
"""
    offered = int(1.4 * SMALL_TASK.bytes_needed(Limits(threads=2)))
    with cluster_in(tmp_path, workers=0) as cluster:
        watching = f"import os; os.environ['OFFERED'] = '{offered}'\n{watching}"
        cluster.add(threads=2, memory=offered, preload=watching)
        cluster.wait()
        found = Tours(Board(5, 6), start="c3").count_by("edge-pair", cluster=cluster.address)
    assert sum(found.values()) == 8


def test_a_worker_that_offers_nothing_offers_what_dask_allows(tmp_path: Path) -> None:
    with cluster_in(tmp_path, workers=0) as cluster:
        cluster.add(memory=0)
        cluster.wait()
        assert Tours(Board(5, 6)).count(cluster=cluster.address) == 8


# The task log -----------------------------------------------------------------------------------


def test_what_is_in_the_ledger_is_not_run_again(cluster: Cluster, tmp_path: Path) -> None:
    tours = Tours(Board(5, 6), "open")
    first = tours.count(cluster=cluster.address, checkpoint=tmp_path)
    keys = finished(tmp_path)
    assert len(keys) == 4  # two terms, each by two moduli
    answered_by_nobody(tmp_path)
    assert tours.count(cluster=cluster.address, checkpoint=tmp_path) == first
    assert finished(tmp_path) == [(key, "nobody") for key, _ in keys]


def listed(tours: Tours, **words: Any) -> object:
    return np.concatenate([*tours.batches(**words)]).tolist()


FROM_A1 = Tours(Board(5, 5), "path", start="a1")


@pytest.mark.parametrize(
    ("tours", "ask"),
    [
        (FROM_A1, listed),
        (Tours(Board(5, 5), "path", symmetry="half-turn"), listed),
        (FROM_A1, lambda tours, **words: list(tours.sample(3000, seed=5, **words))),
        (FROM_A1, lambda tours, **words: [(row.name, row.tally) for row in tours.study(**words)]),
    ],
    ids=["list", "list of symmetric tours", "sample", "study"],
)
def test_lists_samples_and_studies_go_on_from_their_ledger(
    tours: Tours, ask: Callable[..., object], cluster: Cluster, tmp_path: Path
) -> None:
    words = {"cluster": cluster.address, "checkpoint": tmp_path}
    assert ask(tours, **words) == ask(tours)
    lines = finished(tmp_path)
    answered_by_nobody(tmp_path)
    parts_in(tmp_path).write({key: None for key, _ in lines[::2]})
    assert ask(tours, **words) == ask(tours)
    again = finished(tmp_path)
    assert [key for key, _ in again] == [key for key, _ in lines]
    assert {worker for _, worker in again[1::2]} <= {"nobody", ""}


@pytest.mark.parametrize("verb", ["list", "sample", "study"])
def test_a_ledger_is_of_a_cluster(verb: str, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="checkpoint works for this verb only with cluster"):
        getattr(Tours(Board(5, 6)), verb)(checkpoint=tmp_path)


def test_a_ledger_of_samples_needs_a_seed(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="checkpoint needs a seed"):
        Tours(Board(5, 6)).sample(2, cluster=cluster.address, checkpoint=tmp_path)


def test_keys_tell_questions_orders_and_moduli_apart() -> None:
    other = Tours(Board(5, 6), through="a1-b3").question
    keys = {
        SMALL_TASK.key,
        SweepTask(replace(SMALL_PLAN, question=other), 2**64).key,
        SweepTask(replace(SMALL_PLAN, order=SMALL_PLAN.order[::-1]), 2**64).key,
        SweepTask(SMALL_PLAN, 2**32).key,
    }
    assert len(keys) == 4


def test_an_answer_given_twice_must_agree(tmp_path: Path) -> None:
    ledger = TaskLog(tmp_path)
    ledger.enter([(SMALL_TASK, Residue(2**64, 8, True, 5, 100), 1.0, "first")])
    another_way = Residue(2**64, 8, False, 7, 300)
    ledger.enter([(SMALL_TASK, another_way, 1.0, "second")])
    with pytest.raises(ContradictionError, match="worker third contradicts the task log"):
        ledger.enter([(SMALL_TASK, Residue(2**64, 9, True, 5, 100), 1.0, "third")])
    found = ledger.find([SMALL_TASK])
    assert found == {SMALL_TASK.key: Residue(2**64, 8, True, 5, 100)}
    assert sorted(path.name for path in tmp_path.iterdir()) == [PARTS]


NO_ANSWERS = ["", None, "a text", 8, [8], {}, {"tally": "8", "left": 8, "rows": 8, "value": [8]}]
"""Answers that no task gives."""

TOTALS = TotalsTask(SMALL_PLAN, 1, ((1,),), {})
KEPT_TASKS: list[tuple[Task[Any], Any]] = [
    (SMALL_TASK, Residue(2**64, 8, True, 5, 100)),
    (TOTALS, {(3,): 8, (4,): 2**70}),
    (WeightedTask(SMALL_PLAN, 97, (1, 2)), 8),
    (WholeCount(Tours(Board(5, 6)).question, "fold"), Counted(8, "fold")),
    (Unranking(Tours(Board(2, 2)).question, "list"), (8, np.zeros((2, 4), dtype=np.int32))),
    (WALKED[304], Walked((5, 8), ((0, (0, 7)),))),
    (replace(WALKED[304], listing=True), Walked((5, 8), (), np.zeros((2, 25), dtype=np.int32))),
]


@pytest.mark.parametrize(("task", "right"), KEPT_TASKS, ids=lambda each: type(each).__name__)
def test_an_answer_of_another_shape_is_replaced(
    task: Task[Any], right: Any, tmp_path: Path
) -> None:
    records = [*NO_ANSWERS, *([answer, 1.0, "first"] for answer in NO_ANSWERS)]
    for number, record in enumerate(records):
        folder = tmp_path / str(number)
        parts_in(folder).write({task.key: record})
        log = TaskLog(folder)
        assert log.find([task]) == {}
        log.enter([(task, right, 1.0, "second")])
        assert task.agree(log.find([task])[task.key], right)
        assert finished(folder) == [(task.key, "second")]


@pytest.mark.parametrize("record", [0, -1, 1.5, True, None, [], "2"])
def test_a_proposal_is_a_positive_number(record: object, tmp_path: Path) -> None:
    parts_in(tmp_path).write({"parts": record})
    log = TaskLog(tmp_path)
    assert [log.settle("parts", number) for number in (3, 4)] == [3, 3]


KEPT_ASKED: list[tuple[Tours, Callable[..., object]]] = [
    (Tours(Board(6, 6)), lambda tours, **words: tours.count(method="search", **words)),
    (Tours(Board(5, 6)), lambda tours, **words: dict(tours.count_by("slope:2", **words))),
    (FROM_A1, listed),
]


@pytest.mark.parametrize(("tours", "ask"), KEPT_ASKED)
def test_a_changed_digit_changes_no_answer(
    tours: Tours, ask: Callable[..., object], cluster: Cluster, tmp_path: Path
) -> None:
    words = {"cluster": cluster.address, "checkpoint": tmp_path}
    right = ask(tours)
    assert ask(tours, **words) == right
    before = rows(tmp_path)
    change_digits(tmp_path)
    assert ask(tours, **words) == right
    assert rows(tmp_path).keys() == before.keys()


FULL_DISK = """
    import resource, sys
    from babieca import Board, BadInputError, Tours
    tours, room = Tours(Board(6, 6), start="c3"), int(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    try:
        print(sum(tours.count_by(
            "edge-pair", cluster=sys.argv[1], checkpoint=sys.argv[2]).values()))
    except BadInputError as error:
        print(error)
"""


def counted_within(room: int, cluster: Cluster, folder: Path) -> str:
    with start(FULL_DISK, cluster.address, folder, str(room)) as process:
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    return output


def test_a_full_disk_under_the_task_log_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    """A limit on the size of files has the effect of a full disk, for one process."""
    assert "finished parts stay" in counted_within(5_000, cluster, tmp_path)
    before = finished(tmp_path)
    assert before
    assert counted_within(10**9, cluster, tmp_path) == "9862\n"
    after = finished(tmp_path)
    assert set(before) < set(after)  # finished tasks were not run again: their workers are the same


@pytest.mark.release
def test_a_disk_that_is_full_and_is_enlarged(cluster: Cluster, tmp_path: Path) -> None:
    """Mount a small disk; skip the test if this machine does not allow it."""
    mount = ["mount", "-t", "tmpfs", "-o"]
    try:
        subprocess.run([*mount, "size=8k", "small", tmp_path], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("disks are mounted by root")
    try:
        assert "finished parts stay" in counted_within(10**9, cluster, tmp_path)
        before = finished(tmp_path)
        assert before
        subprocess.run([*mount, "remount,size=64m", "small", tmp_path], check=True)
        assert counted_within(10**9, cluster, tmp_path) == "9862\n"
        assert set(before) < set(finished(tmp_path))
    finally:
        subprocess.run(["umount", tmp_path], check=True)


TWO_CLIENTS = """
    import sys
    from babieca import Board, Tours
    sys.stdin.readline()
    found = Tours(Board(6, 6), start="c3").count_by(
        "edge-pair", cluster=sys.argv[1], checkpoint=sys.argv[2])
    print(sum(found.values()))
"""


def test_two_clients_keep_one_ledger(cluster: Cluster, tmp_path: Path) -> None:
    clients = [start(TWO_CLIENTS, cluster.address, tmp_path) for _ in range(2)]
    for process in clients:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    answers = [process.communicate(timeout=PATIENCE) for process in clients]
    assert [output for output, _ in answers] == ["9862\n", "9862\n"], answers


# Workers with wrong answers ---------------------------------------------------------------------

LYING = """
from dataclasses import replace
from babieca.engines.sweep.counting import SweepTask

def run(self, limits):
    told = honest(self, limits)
    return replace(told, value=told.value ^ (self.modulus % 2))

if SweepTask.run.__name__ != "lying":  # Dask runs this twice
    honest, SweepTask.run, run.__name__ = SweepTask.run, run, "lying"
"""


@pytest.mark.parametrize("board", [Board(6, 6), Board(5, 60)], ids=str)
def test_a_worker_that_lies_is_caught_by_the_check(board: Board, tmp_path: Path) -> None:
    """The worker changes residues of odd moduli only, so its answers contradict one another."""
    with cluster_in(tmp_path, workers=0) as cluster:
        cluster.add(preload=LYING)
        cluster.wait()
        with pytest.raises(ContradictionError):
            Tours(board).count(cluster=cluster.address)


OLDER = "import babieca; babieca.__version__ = '0.1.9'"


def test_workers_of_another_version_are_refused_by_name(tmp_path: Path) -> None:
    with cluster_in(tmp_path, workers=1) as cluster:
        cluster.add(preload=OLDER)
        cluster.wait()
        with pytest.raises(BadInputError, match=r"worker worker-2 at tcp.* has Babieca 0\.1\.9"):
            Tours(Board(5, 6)).count(cluster=cluster.address)


DYING = """
import os
import signal
from babieca.cluster import workers
workers.{} = lambda dask_worker: os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("asked", ["introduced", "offer_of"])
def test_a_worker_that_dies_while_it_is_asked_is_not_missed(asked: str, cluster: Cluster) -> None:
    cluster.add(preload=DYING.format(asked))
    try:
        cluster.wait()
        assert Tours(Board(5, 6)).count(cluster=cluster.address) == 8
    finally:
        kill(cluster.workers.pop())


def test_workers_that_all_die_are_one_line(tmp_path: Path) -> None:
    with cluster_in(tmp_path, workers=0) as cluster:
        cluster.add(preload=DYING.format("introduced"))
        with pytest.raises(BadInputError, match=r"the workers of tcp.* died; start some: dask"):
            Tours(Board(5, 6)).count(cluster=cluster.address)


# Progress and messages --------------------------------------------------------------------------


def test_progress_is_one_share_that_grows_to_the_whole(cluster: Cluster) -> None:
    told: list[Progress] = []
    Tours(Board(6, 7), "open").count(cluster=cluster.address, progress=told.append)
    shares = [progress.share for progress in told if progress.share is not None]
    assert shares == sorted(shares)
    assert any("tasks" in progress.text for progress in told)


def test_branches_tell_how_far_they_are(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces so short that an answer is always waiting must not delay the progress."""
    for name in ("FEW_NODES", "MANY_NODES"):
        monkeypatch.setattr(visiting, name, 2**12)
    told: list[Progress] = []
    tours = Tours(Board(6, 7))
    tours.count(method="search", cluster=cluster.address, progress=told.append)
    shares = [progress.share for progress in told if progress.share is not None]
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1


@pytest.mark.parametrize("kind", ["path", "open"])
def test_samples_tell_how_far_they_are(kind: Kind, cluster: Cluster) -> None:
    """The first part of the progress is the numbering, the rest is the number of drawn tours."""
    told: list[Progress] = []
    tours = Tours(Board(5, 5), kind).sample(
        200_000, seed=1, cluster=cluster.address, progress=told.append
    )
    assert sum(1 for _ in tours) == 200_000
    shares = [progress.share for progress in told if progress.share is not None]
    assert len(shares) == len(told)
    assert shares == sorted(shares)
    assert numbering_share(200_000) < 0.5 < shares[-1]
    assert any(progress.seconds_left is not None for progress in told)


@pytest.mark.parametrize("where", ["nowhere", "", 5, "tcp:/missing"])
def test_what_is_no_cluster_is_refused(where: object) -> None:
    with pytest.raises(BadInputError, match="cluster is 'local', the address"):
        Tours(Board(5, 6)).count(cluster=where)  # type: ignore[arg-type]


def test_a_scheduler_that_does_not_answer_has_the_time_that_is_allowed() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(NotFoundError, match=r"no Dask scheduler answers at .* within 0.5 s"):
            Tours(Board(5, 6)).count(cluster=address, timeout=0.5)
    with pytest.raises(BadInputError, match="no Dask scheduler answers at 'tls:"):
        Tours(Board(5, 6)).count(cluster="tls://127.0.0.1:1")  # no certificates are set up


def test_an_interrupted_local_cluster_prints_no_traceback() -> None:
    """The workers receive Ctrl-C too, because they belong to the same terminal."""
    words = ["count", "8x8", "--cluster", "local", "--threads", "2", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "babieca", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as client:
        assert client.stderr is not None
        assert '"event": "cluster"' in client.stderr.readline()
        os.killpg(client.pid, signal.SIGINT)
        _, errors = client.communicate()
    assert client.returncode == 130
    assert errors.splitlines()[-1:] == ["babieca: interrupted"]
    assert "Traceback" not in errors
    assert "resource_tracker" not in errors


def test_threads_are_those_of_the_workers(cluster: Cluster) -> None:
    with pytest.raises(BadInputError, match="threads is for a local cluster"):
        Tours(Board(5, 6)).count(cluster=cluster.address, threads=2)


def test_without_dask_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInputError, match="pip install distributed"):
        Tours(Board(5, 6)).count(cluster="local")


def test_the_command_names_workers_and_dashboard(cluster: Cluster, tmp_path: Path) -> None:
    words = ["count", "5x6", "--cluster", cluster.address, "--json", "--checkpoint", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "babieca", *words], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["value"] == "8"
    events = [json.loads(line) for line in done.stderr.splitlines()]
    assert events[0]["event"] == "cluster"
    assert events[0]["workers"] == 2
    assert events[0]["dashboard"].startswith("http://")


def test_the_check_of_a_crew_agrees_with_the_count_it_checks() -> None:
    """Narrow counters, which the check of an executor uses, give the same number."""
    tours = Tours(Board(6, 7))
    narrow = automatic(tours.question, Limits(), counter_bits=32).value
    assert narrow == tours.count()
