"""Measure the cost and the gain of a cluster: local workers against threads.

    python benchmarks/cluster.py            the table of docs/cluster.md, in about five minutes
    python benchmarks/cluster.py overhead   only these rows
    python benchmarks/cluster.py record     durations of pieces, into docs/records/pieces.jsonl

Times are the best of several runs, because other load on the machine disturbs them. Compare the
ratios. Some rows give processor seconds of all processes together.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster
from naps import Nap

from babieca import Board, Question, Tours
from babieca.cluster import hired
from babieca.cluster.workers import LOOPBACK
from babieca.engines.entries import between, neighbour_pairs
from babieca.engines.retirement import searched_order, sweep_choice
from babieca.engines.search.visiting import FEW_NODES, MANY_NODES, SearchBranch
from babieca.engines.sweep.count_plan import CountPlan
from babieca.engines.sweep.counting import SweepTask, automatic
from babieca.engines.sweep.sweeps import prepare
from babieca.errors import NotFoundError
from babieca.limits import Limits
from babieca.store import parts_in
from babieca.tasks import Task

Rows = Iterator[tuple[str, str]]
"""Rows of the table: the description of a measurement, and its result."""

LONG_SEARCH = Tours(Board(6, 8))
WORKERS = 2
REPEATS = 3
RECORDED_SECONDS = 150.0
PIECES = Path(__file__).parent.parent / "docs" / "records" / "pieces.jsonl"


def best(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the seconds of the quickest of several runs."""
    return min(timed(work) for _ in range(repeats))


def timed(work: Callable[[], object]) -> float:
    """Return the seconds of one run."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


@contextlib.contextmanager
def local(workers: int) -> Iterator[Client]:
    """Yield a client of local workers of one thread each; their scheduler is in this process."""
    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, memory_limit=0, dashboard_address=LOOPBACK
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def processor_seconds(client: Client) -> tuple[float, float]:
    """Return the processor seconds of the client (with the scheduler) and of the workers."""
    return time.process_time(), sum(client.run(time.process_time).values())


def drained(tasks: Sequence[Task[Any]], client: Client, folder: Path | None) -> float:
    """Return the seconds from the first task sent to the last answer."""
    with hired(Limits.of(cluster=client, checkpoint=folder)) as limits:
        assert limits.executor is not None
        executor = limits.executor
        return timed(lambda: [*executor.deal(tasks, limits)])


def overhead(client: Client) -> Rows:
    """Measure the cost of an empty task, with a task log and without."""
    drained([Nap(-1, 0.0)], client, None)  # the first task includes imports
    count = 400
    walls, processors = [], []
    for kept in (False, True):
        runs, before = [], processor_seconds(client)
        for _ in range(REPEATS):
            tasks = [Nap(number, random.random() * 1e-9) for number in range(count)]
            with tempfile.TemporaryDirectory() as folder:
                runs.append(drained(tasks, client, Path(folder) if kept else None))
        walls.append(1000 * min(runs) / count)
        used = zip(before, processor_seconds(client), strict=True)
        processors.append([1000 * (after - so_far) / count / REPEATS for so_far, after in used])
    here, there = processors[0]
    yield (
        f"a task that does nothing, {count} of them: processor time of client and scheduler, and "
        "of the workers",
        f"{here:.1f} ms, {there:.1f} ms; with a task log {processors[1][0]:.1f} ms and "
        f"{processors[1][1]:.1f} ms",
    )
    yield "the same, wall time", f"{walls[0]:.1f} ms; with a task log {walls[1]:.1f} ms"


def uneven(client: Client) -> Rows:
    """Measure how idle workers are over a thousand tasks of 0.3 ms to 0.3 s."""
    dice = random.Random(1)
    seconds = [10 ** dice.uniform(-3.5, -0.5) for _ in range(1000)]
    wall = drained([Nap(n, s) for n, s in enumerate(seconds)], client, None)
    yield (
        "a thousand tasks of 0.3 ms to 0.3 s on two workers: idle",
        f"{1 - sum(seconds) / (WORKERS * wall):.0%} of {wall:.0f} s",
    )


def fractions_of_six_by_eight() -> list[Question]:
    """Return 51 fractions: of c3, d3 and b2 of the 6x8 board."""
    questions = []
    for square in ("c3", "d3", "b2"):
        asked = Tours(Board(6, 8), start=square).question
        assert asked.start is not None
        for pair in neighbour_pairs(asked.graph, asked.start):
            one = between(asked, asked.start, *pair)
            if one is not None:
                questions.append(one.undirected())
    return questions[:51]


def forget() -> None:
    """Clear the cache of plans."""
    sweep_choice.cache_clear()


def fractions(client: Client) -> Rows:
    """Measure 51 counts: one after another by threads, and together on the workers."""
    questions = fractions_of_six_by_eight()
    assert len(questions) == 51

    def on_threads() -> None:
        forget()
        for question in questions:
            automatic(question, Limits.of(threads=WORKERS))

    def on_workers() -> None:
        forget()
        client.run(forget)
        with hired(Limits.of(cluster=client)) as limits:
            limits.each(lambda question, part: automatic(question, part), questions)

    began = time.process_time()
    alone = best(on_threads)
    used_alone, before = time.process_time() - began, sum(processor_seconds(client))
    together = best(on_workers)
    used = sum(processor_seconds(client)) - before
    yield (
        f"51 fractions of 6x8 ({alone / 51:.2f} s each by two threads), on two local workers, each "
        "with a second sweep as a check, against two threads",
        f"{together / alone:.1f} times as long; {used / used_alone:.1f} times the processor time",
    )
    forget()
    clock = [0.0, 0.0, 0.0]
    for question in questions:
        began = time.process_time()
        order = searched_order(question)
        found = time.process_time()
        prepare(question, Limits())
        planned = time.process_time()
        SweepTask(CountPlan(question, tuple(order.tolist())), 2**64).run(Limits.of(threads=1))
        ends = (found, planned, time.process_time())
        steps = (end - begin for begin, end in itertools.pairwise((began, *ends)))
        clock = [so_far + step for so_far, step in zip(clock, steps, strict=True)]
    order_ms, plan_ms, sweep_ms = (1000 * seconds / len(questions) for seconds in clock)
    yield (
        "one of them, processor time: the search for its order, its plan, a sweep by one thread",
        f"{order_ms:.0f} ms, {plan_ms:.0f} ms, {sweep_ms:.0f} ms",
    )


def visiting() -> Rows:
    """Measure a short and a long search: here, on one worker, on two workers."""
    for tours, repeats in ((Tours(Board(6, 7)), 3), (LONG_SEARCH, 1)):
        began = time.process_time()
        walls = [best(partial(tours.count, method="search", threads=1), repeats)]
        used, busy = [(time.process_time() - began) / repeats], 0.0
        for workers in (1, 2):
            with local(workers) as client:
                Tours(Board(5, 6)).count(method="search", cluster=client)  # import everything
                before = processor_seconds(client)
                count = partial(tours.count, method="search", cluster=client)
                runs = [timed(count) for _ in range(repeats)]
                here, there = (
                    after - so_far
                    for so_far, after in zip(before, processor_seconds(client), strict=True)
                )
                walls.append(min(runs))
                used.append(there / repeats)
                busy = here / sum(runs)
        yield (
            f"{tours.question} by visiting: one thread, one worker, two workers",
            f"{', '.join(f'{seconds:.1f} s' for seconds in walls)}: two workers "
            f"{walls[1] / walls[2]:.2f} times as fast as one; processor time "
            f"{', '.join(f'{seconds:.1f} s' for seconds in used)}; client and scheduler busy "
            f"{busy:.0%} of the time",
        )


def pieces() -> Rows:
    """Measure the speed of searching 8x8 by random pieces of its tree, on one thread."""
    dice = random.Random(5)
    whole = SearchBranch.whole(Tours(Board(8, 8)).question, "default", "fixed", listing=False)
    branch = replace(whole, nodes=MANY_NODES)
    nodes = tours = 0
    began = time.process_time()
    while time.process_time() - began < 10:
        walked = branch.run(Limits())
        nodes, tours = nodes + walked.tally[0], tours + walked.tally[1]
        branch = dice.choice(branch.divided(walked, 8) or [whole])
    seconds = time.process_time() - began
    yield (
        "8x8 visited by one thread: tours a second; the shortest and the longest piece",
        f"{tours / seconds / 1e6:.1f} million; {FEW_NODES * seconds / nodes:.2f} s, "
        f"{MANY_NODES * seconds / nodes:.0f} s",
    )


def listing() -> Rows:
    """Measure the speed of listing 6x8 on one thread."""
    began, count = time.process_time(), 0
    for rows in Tours(Board(6, 8)).batches(10**7):
        count += len(rows)
    seconds = time.process_time() - began
    yield "6x8 listed by one thread: tours a second", f"{count / seconds / 1e6:.1f} million"


def record(client: Client) -> Rows:
    """Record the durations of pieces from the task logs of two runs.

    The runs count 8x8 by search until the time limit, and list 6x7.
    """
    runs = {
        "8x8 by visiting": lambda folder: Tours(Board(8, 8)).count(
            method="search", cluster=client, checkpoint=folder, timeout=RECORDED_SECONDS
        ),
        "6x7 by listing": lambda folder: sum(
            map(len, Tours(Board(6, 7)).batches(cluster=client, checkpoint=folder))
        ),
    }
    written = 0
    with PIECES.open("w") as file:
        for name, run in runs.items():
            with tempfile.TemporaryDirectory() as folder:
                with contextlib.suppress(NotFoundError):  # the time limit ended the run
                    run(Path(folder))
                for seconds, answer in finished(Path(folder)):
                    tours = answer["tally"][1]
                    line = {"work": name, "seconds": round(seconds, 6), "tours": tours}
                    file.write(json.dumps(line) + "\n")
                    written += 1
    yield "pieces written down", str(written)


def finished(folder: Path) -> list[tuple[float, Any]]:
    """Return the seconds and answers of the pieces in a task log."""
    store = parts_in(folder)
    keys = [key for key in store.keys if not key.endswith("/parts")]
    found = store.find(dict.fromkeys(keys, list)).values()
    return [(seconds, answer) for answer, seconds, _ in found]


def interrupting() -> Rows:
    """Measure the time from Ctrl-C to the end of a count on a local cluster."""
    runs = []
    for _ in range(REPEATS):
        words = ["count", "7x8", "--method", "search", "--cluster", "local", "--json"]
        with subprocess.Popen(
            [sys.executable, "-m", "babieca", *words], stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            while '"progress"' not in process.stderr.readline():
                pass
            process.send_signal(signal.SIGINT)
            runs.append(timed(process.wait))
    yield (
        "Ctrl-C on a local cluster that visits 7x8, until the command is over",
        f"{statistics.median(runs):.1f} s",
    )


OF_WORKERS = {"overhead": overhead, "uneven": uneven, "fractions": fractions, "record": record}
ALONE = {
    "visiting": visiting,
    "interrupting": interrupting,
    "pieces": pieces,
    "listing": listing,
}


def main(names: Sequence[str]) -> None:
    """Print the chosen measurements, or all, as rows of a table."""
    print("| what | measured |\n|---|---|", flush=True)
    for name in names or [name for name in (*OF_WORKERS, *ALONE) if name != "record"]:
        if name in ALONE:
            show(ALONE[name]())
            continue
        with local(WORKERS) as client:
            show(OF_WORKERS[name](client))


def show(rows: Rows) -> None:
    """Print rows as they come."""
    for what, measured in rows:
        print(f"| {what} | {measured} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
