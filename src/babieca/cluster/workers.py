"""Clients and workers of a Dask cluster.

A client connects to the cluster that the caller names, and asks its workers for memory and threads.
A worker runs one task with its share of the machine, reports, and stops if the task is cancelled.
"""

import asyncio
import contextlib
import logging
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from distributed import (
    Client,
    LocalCluster,
    Reschedule,
    Security,
    Worker,
    WorkerPlugin,
    get_worker,
)
from distributed.comm.core import connect
from distributed.utils import LoopRunner

import babieca
from babieca.errors import BabiecaError, BadInputError, NotFoundError, shown
from babieca.limits import Limits
from babieca.memory import available_bytes
from babieca.progress import Listener, Progress
from babieca.reasons import Reason
from babieca.tasks import Task

PATIENCE = 30.0
"""Seconds to wait for the scheduler's answer, and for its first worker."""

MEMORY = "memory"
"""The Dask resource: bytes that the tasks on a worker may take together."""

OFFERED = 0.75
"""Part of a worker's memory limit that it offers by default: Dask pauses a worker at 80 %."""

TOPIC = "babieca"
"""The topic of the Dask events that report progress."""

LOOPBACK = "127.0.0.1:0"
"""Any free port that only this machine can reach."""

BETWEEN = 0.5
"""Seconds between two reports of a task."""


@contextlib.contextmanager
def client_of(limits: Limits) -> Iterator[Client]:
    """Yield a client of the cluster that `limits` names; close it at the end if it is made here."""
    client = limits.cluster
    if limits.threads is not None and client != "local":
        raise BadInputError("threads_local_cluster_other")
    if client == "local":
        with _local(limits) as made:
            yield made
    elif isinstance(client, str):
        with _connected(client, limits) as made:
            yield made
    elif isinstance(client, Client) and not client.asynchronous and client.status == "running":
        yield client
    else:
        raise BadInputError("cluster_takes_distributed_client", client=shown(client))


@contextlib.contextmanager
def _local(limits: Limits) -> Iterator[Client]:
    """Start one worker with all threads and the whole budget.

    Scheduler and worker run in this process: no other program can send them tasks.
    """
    with _interrupts_later(), warnings.catch_warnings():
        # Offline, Dask warns that it finds no address of this machine; none is needed.
        warnings.simplefilter("ignore", RuntimeWarning)
        cluster = LocalCluster(
            n_workers=1,
            threads_per_worker=limits.workers,
            processes=False,
            protocol="inproc://",
            memory_limit=0,  # the tasks ask before they take
            resources={MEMORY: limits.budget},
            # Dask always serves status pages: by default, to all networks.
            dashboard_address=LOOPBACK,
            worker_dashboard_address=LOOPBACK,
            silence_logs=logging.CRITICAL,
        )
    try:
        client = Client(cluster, set_as_default=False)
        try:
            yield client
        finally:
            with _interrupts_later():
                client.close()
    finally:
        with _interrupts_later():
            cluster.close()


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: Dask would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _connected(address: str, limits: Limits) -> Iterator[Client]:
    patience = _patience(limits)

    async def shake_hands() -> None:
        certified = Security().get_connection_args("client")  # the certificates of Dask's settings
        comm = await asyncio.wait_for(connect(address, timeout=patience, **certified), patience)
        await comm.close()

    try:
        # Dask would close a client that failed to connect much later, and print a traceback.
        # The runner has its own thread, because a notebook runs an event loop in the caller's.
        LoopRunner().run_sync(shake_hands)
        client = Client(address, timeout=_patience(limits), set_as_default=False)
    except (OSError, ValueError, TypeError, MemoryError) as error:
        # Nothing answers, or another kind of server; TypeError: tls:// without certificates.
        reason = " ".join(str(error).split())
        raise _no_answer(
            limits,
            Reason("no_scheduler", address=shown(address)),
            Reason("no_scheduler", address=shown(address), reason=f"{reason:.120}"),
        ) from None
    with client:
        yield client


def _patience(limits: Limits) -> float:
    return min(PATIENCE, limits.left(PATIENCE))


def _no_answer(limits: Limits, text: Reason, refusal: Reason) -> BabiecaError:
    """Return the error for a cluster that does not answer: not decided, if the time is over."""
    if limits.over:
        return NotFoundError("within", text=text, seconds=f"{limits.timeout:g}")
    return BadInputError(refusal)


def offered(client: Client, limits: Limits) -> tuple[int, int, int]:
    """Check versions; return all threads, and the bytes and threads of the largest worker."""
    try:
        client.wait_for_workers(1, timeout=_patience(limits))
    except TimeoutError:
        address = client.scheduler_info()["address"]
        reasons = (Reason("no_workers", address=address, start=start) for start in (None, address))
        raise _no_answer(limits, *reasons) from None
    # With many workers, some versions of Dask tell the client about a few of them only.
    for address, (name, version) in _answers(introduced, client).items():
        if version != babieca.__version__:
            message = another_version(f"{name} at {address}", version, babieca.__version__)
            raise BadInputError(message)
    with contextlib.suppress(OSError):  # a worker died meanwhile
        client.register_plugin(Offer())
    offers = _answers(offer_of, client).values()
    if not offers:
        address = client.scheduler_info()["address"]
        raise BadInputError("workers_of_died", address=address)
    return (sum(threads for _, threads in offers), *max(offers))


def _answers(asked: Callable[..., Any], client: Client) -> dict[str, Any]:
    """Return the answers of the workers by address; workers that die meanwhile have none."""
    answers = client.run(asked, on_error="return")
    for address, answer in answers.items():
        if isinstance(answer, Exception) and not isinstance(answer, OSError):
            raise BadInputError("worker_cannot", address=address, answer=answer)
    return {name: answer for name, answer in answers.items() if not isinstance(answer, OSError)}


@dataclass(frozen=True)
class Delivered:
    answer: Any
    failure: BabiecaError | None
    seconds: float
    worker: str


class Offer(WorkerPlugin):
    """Lets workers without the resource `memory` offer most of their memory limit."""

    name = "babieca-offer"

    async def setup(self, worker: Worker) -> None:
        if MEMORY not in worker.state.total_resources:
            limit = worker.memory_manager.memory_limit or available_bytes()
            await worker.set_resources(**{MEMORY: int(OFFERED * limit)})


def introduced(dask_worker: Worker) -> tuple[str, str]:
    """Return a worker's name and its version: answers of different versions do not mix."""
    return str(dask_worker.name), babieca.__version__


async def offer_of(dask_worker: Worker) -> tuple[int, int]:
    # If a worker died while all were told of the plugin, Dask did not wait for the others.
    await Offer().setup(dask_worker)
    state = dask_worker.state
    return int(state.total_resources.get(MEMORY, 0)), state.nthreads


def perform(task: Task[Any], needed: int, asked_for: str) -> Delivered:
    """Run a task that may take `needed` bytes on this worker.

    Failures are values too: the client would wait for ever for an exception that it cannot read.
    """
    worker = get_worker()
    name = f"{worker.name} at {worker.address}"
    began = time.perf_counter()
    answer, failure = None, None
    try:
        if babieca.__version__ != asked_for:
            raise BadInputError(another_version(name, babieca.__version__, asked_for))
        threads = threads_for(needed, worker.state.nthreads, worker.state.total_resources[MEMORY])
        answer = task.run(Limits.of(memory=needed, threads=threads, progress=_watch(worker)))
    except Reschedule:
        raise
    except BabiecaError as error:
        failure = error
    except Exception as error:
        failure = BabiecaError("worker_failed", worker=name, error=in_one_line(error))
    return Delivered(answer, failure, time.perf_counter() - began, name)


def in_one_line(error: BaseException | None) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def another_version(name: str, there: str, here: str) -> Reason:
    return Reason("worker_version", worker=name, theirs=there, ours=here)


def threads_for(needed: int, threads: int, memory: float) -> int:
    """Return the threads of a task: those of its worker, divided by how many such tasks fit it.

    >>> threads_for(6 * 2**30, 16, 8 * 2**30), threads_for(2**20, 16, 8 * 2**30)
    (16, 1)
    """
    return max(1, threads // int(min(threads, max(1, memory // max(needed, 1)))))


def _watch(worker: Worker) -> Listener:
    """Return a listener that reports progress, and ends a task that is cancelled or has no client.

    Dask would run it to its end, but its state says that it is not wanted. `Reschedule` is right in
    either case: Dask forgets the task, or runs it elsewhere if another client wants it.
    """
    key, told = worker.get_current_task(), time.monotonic()

    def listen(progress: Progress) -> None:
        nonlocal told
        task: Any = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Reschedule
        now = time.monotonic()
        if progress.share is not None and now - told > BETWEEN:
            told = now
            worker.log_event(TOPIC, {"key": key, "share": progress.share})

    return listen
