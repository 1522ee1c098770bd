"""What a cluster costs and brings: local workers against plain threads, measured here.

    python benchmarks/cluster.py            all figures of docs/cluster.md that are measured
    python benchmarks/cluster.py overhead   one of them
    python benchmarks/cluster.py record     what pieces took, into docs/records/pieces.jsonl

Other load on the machine disturbs all of it: times are the best of several runs, what compares are
the ratios, and processor seconds of all processes together are given where they tell more.
"""

from __future__ import annotations

import contextlib
import json
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster
from naps import Nap

from babieca import Board, Question, Tours
from babieca.cluster import hired
from babieca.cluster.ledger import NAME
from babieca.engines.search.branches import FEW_NODES, MANY_NODES, Branch
from babieca.engines.sweep.counting import automatic
from babieca.errors import NotFoundError
from babieca.jobs import Job
from babieca.limits import Limits
from babieca.verbs.count_by import between, neighbour_pairs

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


def processor_seconds(client: Client) -> float:
    """Return what the client, with the scheduler in it, and the workers have used so far."""
    return time.process_time() + sum(client.run(time.process_time).values())


def drained(jobs: Sequence[Job[Any]], client: Client, folder: Path | None) -> float:
    """Return the seconds that jobs take, from the first handed out to the last answer."""
    with hired(Limits.of(cluster=client, checkpoint=folder)) as limits:
        assert limits.crew is not None
        crew = limits.crew
        return timed(lambda: [*crew.deal(jobs, limits)])


def overhead(client: Client) -> dict[str, float]:
    """Measure what a job costs that does nothing, with a ledger and without."""
    found: dict[str, float] = {}
    drained([Nap(-1, 0.0)], client, None)  # what workers import is no part of a job
    count = 400
    for name, kept in (("without a ledger", False), ("with a ledger", True)):
        runs = []
        before = processor_seconds(client)
        for _ in range(REPEATS):
            jobs = [Nap(number, random.random() * 1e-9) for number in range(count)]
            with tempfile.TemporaryDirectory() as folder:
                runs.append(drained(jobs, client, Path(folder) if kept else None))
        used = processor_seconds(client) - before
        found[f"milliseconds per job {name}"] = 1000 * min(runs) / count
        found[f"processor milliseconds {name}"] = 1000 * used / count / REPEATS
    return found


def uneven(client: Client) -> dict[str, float]:
    """Measure how idle workers are over a thousand jobs of 0.3 ms to 0.3 s."""
    dice = random.Random(1)
    seconds = [10 ** dice.uniform(-3.5, -0.5) for _ in range(1000)]
    wall = drained([Nap(n, s) for n, s in enumerate(seconds)], client, None)
    return {
        "seconds of work": sum(seconds),
        "seconds": wall,
        "idle share": 1 - sum(seconds) / (WORKERS * wall),
    }


def fractions_of_six_by_eight() -> list[Question]:
    """Return 51 fractions: of c3, d3 and b2 of the 6x8 board."""
    questions = []
    for square in ("c3", "d3", "b2"):
        asked = Tours(Board(6, 8), start=square).question
        assert asked.start is not None
        for pair in neighbour_pairs(asked.graph, asked.start):
            one = between(asked, asked.start, pair)
            if one is not None:
                questions.append(one.undirected())
    return questions[:51]


def fractions(client: Client) -> dict[str, float]:
    """Measure 51 counts: by threads one after another, and at once on the workers."""
    questions = fractions_of_six_by_eight()
    assert len(questions) == 51
    began = time.process_time()
    alone = best(lambda: [automatic(q, Limits.of(threads=WORKERS)) for q in questions])
    used_alone, before = time.process_time() - began, processor_seconds(client)

    def on_workers() -> None:
        with hired(Limits.of(cluster=client)) as limits:
            limits.each(lambda question, part: automatic(question, part), questions)

    together = best(on_workers)
    return {
        "seconds by two threads": alone,
        "seconds by two workers, each checked": together,
        "ratio": together / alone,
        "ratio of processor seconds": (processor_seconds(client) - before) / used_alone,
    }


def visiting(client: Client) -> dict[str, float]:
    """Measure 6x7 by visiting: here, on one worker, on two."""
    tours = Tours(Board(6, 7))
    found = {"seconds by one thread": best(lambda: tours.count(method="search", threads=1), 2)}
    for workers in (1, 2):
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, memory_limit=0, dashboard_address=":0"
            ) as cluster,
            Client(cluster, set_as_default=False) as own,
        ):
            found[f"seconds by {workers} workers"] = best(
                lambda own=own: tours.count(method="search", cluster=own), 2
            )
    found["speed-up of two workers"] = found["seconds by 1 workers"] / found["seconds by 2 workers"]
    return found


def pieces() -> dict[str, float]:
    """Measure how fast 8x8 is visited: a random walk of pieces down its tree, on one thread."""
    dice = random.Random(5)
    branch = whole = Branch.whole(Tours(Board(8, 8)).question, "default", "fixed", listing=False)
    nodes = tours = 0
    began = time.process_time()
    while time.process_time() - began < 10:
        walked = branch.run(Limits())
        nodes, tours = nodes + walked.tally[0], tours + walked.tally[1]
        branch = dice.choice(branch.divided(walked, 8) or [whole])
    seconds = time.process_time() - began
    return {
        "nodes per second": nodes / seconds,
        "tours per second": tours / seconds,
        "seconds of a short piece": FEW_NODES * seconds / nodes,
        "seconds of a long piece": MANY_NODES * seconds / nodes,
    }


def listing() -> dict[str, float]:
    """Measure how fast 6x8 is listed, on one thread."""
    seconds, count = time.process_time(), 0
    for rows in Tours(Board(6, 8)).batches(10**6):
        count += len(rows)
    return {"tours listed per second": count / (time.process_time() - seconds)}


def record(client: Client) -> dict[str, float]:
    """Write down what pieces of real work took, out of the ledgers of two runs.

    Counting 8x8 by visiting for as long as it may, and listing 6x7: the lines are of what a worker
    said, in the order of the ledger, which is none.
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
                with contextlib.suppress(NotFoundError):  # the time is over
                    run(Path(folder))
                for seconds, answer in finished(Path(folder)):
                    tours = json.loads(answer)["tally"][1]
                    line = {"work": name, "seconds": round(seconds, 6), "tours": tours}
                    file.write(json.dumps(line) + "\n")
                    written += 1
    return {"pieces": written}


def finished(folder: Path) -> list[tuple[float, str]]:
    """Return the seconds and answers of a ledger's pieces."""
    with contextlib.closing(sqlite3.connect(folder / NAME)) as file:
        return file.execute(
            "SELECT seconds, answer FROM finished WHERE key NOT LIKE '%/parts'"
        ).fetchall()


def interrupting() -> dict[str, float]:
    """Measure how long Ctrl-C takes on a local cluster that counts for hours."""
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
    return {"seconds until it is over": statistics.median(runs)}


OF_WORKERS = {
    "overhead": overhead,
    "uneven": uneven,
    "fractions": fractions,
    "visiting": visiting,
    "record": record,
}
ALONE = {"pieces": pieces, "listing": listing, "interrupting": interrupting}


def main(names: Sequence[str]) -> None:
    """Print what was asked for, or everything, as JSON."""
    wanted = names or [name for name in (*OF_WORKERS, *ALONE) if name != "record"]
    found: dict[str, dict[str, float]] = {}
    with (
        LocalCluster(
            n_workers=WORKERS, threads_per_worker=1, memory_limit=0, dashboard_address=":0"
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        for name in wanted:
            found[name] = OF_WORKERS[name](client) if name in OF_WORKERS else ALONE[name]()
            print(json.dumps({name: found[name]}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
