"""The same tasks on many machines, by Dask: `cluster="local"`, an address, or a `Client`.

`distributed` schedules, queues and communicates. Babieca adds the log of finished tasks, and checks
every result of a machine by that of another.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from babieca.errors import BadInputError
from babieca.limits import Limits

if TYPE_CHECKING:
    from distributed import Client


@contextlib.contextmanager
def connected(limits: Limits) -> Iterator[Client]:
    """Yield a client of the cluster that `limits` names."""
    try:
        import distributed  # noqa: F401
    except ModuleNotFoundError:
        raise BadInputError("cluster needs Dask: pip install 'babieca[cluster]'") from None
    from babieca.cluster.clients import client_of

    with client_of(limits) as client:
        yield client


@contextlib.contextmanager
def hired(limits: Limits) -> Iterator[Limits]:
    """Yield the limits of the workers' machines, with an executor that runs tasks there.

    The checkpoint becomes the log of finished tasks.
    """
    with connected(limits) as client, contextlib.ExitStack() as stack:
        from babieca.cluster.clients import offered
        from babieca.cluster.executor import DaskExecutor
        from babieca.cluster.task_log import TaskLog

        task_log = None
        if limits.checkpoint is not None:
            task_log = stack.enter_context(contextlib.closing(TaskLog(limits.checkpoint)))
        offer = offered(client, limits)
        memory = offer.memory if limits.memory is None else min(limits.memory, offer.memory)
        executor = DaskExecutor(client, task_log, offer.threads, memory)
        stack.callback(executor.end)
        yield replace(
            limits,
            cluster=None,
            executor=executor,
            checkpoint=None,
            memory=memory,
            threads=offer.memory_threads,
        )
