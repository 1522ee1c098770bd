"""Clients of the cluster that the caller names, and the memory and threads of its workers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any

from distributed import Client, LocalCluster
from distributed.comm.core import connect
from distributed.utils import LoopRunner

from babieca.cluster.workers import MEMORY, Offer, another_version, introduced, offer_of, version
from babieca.errors import BabiecaError, BadInputError, NotFoundError, shown
from babieca.limits import Limits
from babieca.system import kill

PATIENCE = 30.0
"""Seconds to wait for the scheduler's answer, and for its first worker."""


@dataclass(frozen=True)
class Offered:
    """The threads of all workers, and the bytes and threads of the one with the most memory."""

    workers: int
    threads: int
    memory: int
    memory_threads: int


@contextlib.contextmanager
def client_of(limits: Limits) -> Iterator[Client]:
    """Yield a client of the cluster that `limits` names; close it at the end if it is made here."""
    if limits.cluster == "local":
        with _local(limits) as client:
            yield client
        return
    if limits.threads is not None:
        raise BadInputError(
            "threads goes together with a local cluster only: elsewhere the threads of a task are "
            "those of its worker"
        )
    if isinstance(limits.cluster, str):
        with _connected(limits.cluster, limits) as client:
            yield client
    else:
        yield _synchronous(limits.cluster)


def _synchronous(client: Any) -> Client:
    if not isinstance(client, Client) or client.asynchronous or client.status != "running":
        raise BadInputError(
            "cluster takes a distributed.Client that is open and not asynchronous, not "
            f"{shown(client)}"
        )
    return client


@contextlib.contextmanager
def _local(limits: Limits) -> Iterator[Client]:
    """Start one worker of one thread per processor, each with its part of the budget.

    At the end the workers are killed: they hold nothing, and Ctrl-C need not wait for their tasks.
    """
    workers = limits.workers
    with _interrupts_later():
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=0,  # the tasks ask before they take
            resources={MEMORY: limits.budget // workers},
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        )
    try:
        client = Client(cluster, set_as_default=False)
        try:
            yield client
        finally:
            with _interrupts_later():
                _kill(cluster)
                client.close()
    finally:
        with _interrupts_later():
            cluster.close()


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back for a moment, and keep it from the threads and processes started meanwhile.

    A worker that is interrupted would print a traceback of Dask.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # the first call lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _kill(cluster: LocalCluster) -> None:
    """End the workers of a local cluster at once."""
    for nanny in cluster.workers.values():
        nanny.auto_restart = False
        with contextlib.suppress(ProcessLookupError, TypeError):  # gone, or not there yet
            kill(nanny.pid)


@contextlib.contextmanager
def _connected(address: str, limits: Limits) -> Iterator[Client]:
    try:
        # Dask would close a client that failed to connect much later, and print a traceback.
        # The runner has its own thread, because a notebook runs an event loop in the caller's.
        LoopRunner().run_sync(_shake_hands, address, _patience(limits))
        client = Client(address, timeout=_patience(limits), set_as_default=False)
    except (OSError, ValueError, MemoryError) as error:  # whatever another server answers
        reason = " ".join(str(error).split())
        raise _no_answer(
            f"no Dask scheduler answers at {shown(address)}", limits, f": {reason:.120}"
        ) from None
    with client:
        yield client


async def _shake_hands(address: str, patience: float) -> None:
    comm = await asyncio.wait_for(connect(address, timeout=patience), patience)
    await comm.close()


def _patience(limits: Limits) -> float:
    return min(PATIENCE, limits.left(PATIENCE))


def _no_answer(text: str, limits: Limits, more: str) -> BabiecaError:
    """Return the error for a cluster that does not answer: not decided, if the time is over."""
    if limits.over:
        return NotFoundError(f"{text} within {limits.timeout:g} s")
    return BadInputError(text + more)


def offered(client: Client, limits: Limits) -> Offered:
    """Check that all workers have this version; return their memory and threads."""
    try:
        client.wait_for_workers(1, timeout=_patience(limits))
    except TimeoutError:
        address = client.scheduler_info()["address"]
        text = f"the scheduler at {address} has no workers"
        raise _no_answer(text, limits, f"; start some: dask worker {address}") from None
    # With many workers, some versions of Dask tell the client about a few of them only.
    for address, found in client.run(introduced, on_error="return").items():
        if isinstance(found, BaseException):
            raise BadInputError(f"the worker at {address} cannot use Babieca: {found}")
        name, there = found
        if there != version():
            raise BadInputError(another_version(f"{name} at {address}", there, version()))
    client.register_plugin(Offer())
    offers = client.run(offer_of)
    memory, threads = max(offers.values())
    return Offered(len(offers), sum(offer[1] for offer in offers.values()), memory, threads)


def threads_of(client: Client) -> int:
    """Return the threads of all workers now: they come and go."""
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))
