"""From what the caller said to a client whose workers can be trusted with tasks."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from distributed import Client, LocalCluster

from babieca.cluster.workers import MEMORY, Offer, another_version, introduced, offer_of, version
from babieca.errors import BadInputError, shown
from babieca.limits import Limits
from babieca.system import kill

PATIENCE = 30.0
"""Seconds that a scheduler has to answer, and to have a first worker."""


@dataclass(frozen=True)
class Offered:
    """What the workers have: the threads of all, and of the roomiest its bytes and threads."""

    workers: int
    threads: int
    memory: int
    memory_threads: int


@contextlib.contextmanager
def client_of(limits: Limits) -> Iterator[Client]:
    """Yield a client of the cluster that `limits` names; what is made here is closed at the end."""
    if limits.cluster == "local":
        with _local(limits) as cluster, Client(cluster, set_as_default=False) as client:
            yield client
        return
    if limits.threads is not None:
        raise BadInputError(
            "threads goes together with a local cluster only: elsewhere the threads of a task are "
            "those of its worker"
        )
    if isinstance(limits.cluster, str):
        with _connected(limits.cluster) as client:
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
def _local(limits: Limits) -> Iterator[LocalCluster]:
    """Start a worker of one thread per processor, each with its part of the budget."""
    workers = limits.workers
    with LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        memory_limit=0,  # the tasks ask before they take
        resources={MEMORY: limits.budget // workers},
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
    ) as cluster:
        try:
            yield cluster
        except BaseException:
            _kill(cluster)
            raise


def _kill(cluster: LocalCluster) -> None:
    """End the workers of a local cluster at once: Ctrl-C does not wait for what they are at."""
    for nanny in cluster.workers.values():
        nanny.auto_restart = False
        with contextlib.suppress(ProcessLookupError, TypeError):  # gone, or not there yet
            kill(nanny.pid)


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Client]:
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise BadInputError(
            f"no Dask scheduler answers at {shown(address)}: {reason:.120}"
        ) from None
    with client:
        yield client


def offered(client: Client) -> Offered:
    """Check that all workers have this version, and return what they have."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        address = client.scheduler_info()["address"]
        raise BadInputError(
            f"the scheduler at {address} has no workers; start some: dask worker {address}"
        ) from None
    # Every worker is asked itself: of many, not all versions of Dask tell the client.
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
