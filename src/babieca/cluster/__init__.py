"""The same tasks on many machines, by Dask: `cluster="local"`, an address, or a `Client`.

`distributed` schedules, queues and communicates. Babieca adds the log of finished tasks, and checks
the count of a single sweep by a second sweep with another modulus.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.tasks import TaskLog

if TYPE_CHECKING:
    from distributed import Client


def connected(limits: Limits) -> contextlib.AbstractContextManager[Client]:
    try:
        import distributed  # noqa: F401
    except ModuleNotFoundError:
        raise BadInputError("needs_package", packages="distributed") from None
    from babieca.cluster.workers import client_of

    return client_of(limits)


@contextlib.contextmanager
def hired(limits: Limits) -> Iterator[Limits]:
    """Yield the limits of the workers' machines; the checkpoint becomes the log of their tasks."""
    with connected(limits) as client, contextlib.ExitStack() as stack:
        from babieca.cluster.executor import DaskExecutor
        from babieca.cluster.workers import offered

        task_log = None if limits.checkpoint is None else TaskLog(limits.checkpoint)
        all_threads, memory, threads = offered(client, limits)
        memory = min(limits.memory or memory, memory)
        executor = DaskExecutor(client, task_log, all_threads, memory)
        stack.callback(executor.end)
        yield replace(
            limits, cluster=None, executor=executor, checkpoint=None, memory=memory, threads=threads
        )
