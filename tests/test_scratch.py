"""Counts whose layers go through scratch: the same numbers, within the budget, and no traces."""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

import networkx
import pytest
from typer.testing import CliRunner

from babieca import (
    BadInputError,
    Board,
    Graph,
    Progress,
    Tours,
    classes,
    count,
    count_by,
    plan,
    usage,
)
from babieca.cli.app import make_app
from babieca.engines.sweep.count_plan import WIDTHS, CounterBits
from tests.processes import answer, start, wait_until
from tests.soak.trials import SLACK, WATCHED, peak_of
from tests.soak.ways import through_scratch

LITTLE = 18_000_000
"""Bytes too few for 7x8 in memory at any counter width, and enough with scratch."""

COUNTED = {
    "6x6 closed": (Board(6, 6), "closed", {}),
    "5x5 path": (Board(5, 5), "path", {}),
    "5x6 open": (Board(5, 6), "open", {}),
    "5x6 from a1": (Board(5, 6), "path", {"start": "a1"}),
    "constraints": (Board(6, 6), "closed", {"through": "c3-b5", "avoiding": "c1-d3"}),
    "torus": (Board(4, 5, wrap="all"), "closed", {}),
    "cuboid": (Board(2, 3, 4), "path", {}),
    "graph": (Graph.of(networkx.dodecahedral_graph()), "open", {}),
    "beyond a word": (Board(3, 52), "closed", {}),
}


@pytest.mark.parametrize("name", COUNTED)
def test_the_same_count_through_scratch(name: str) -> None:
    place, kind, words = COUNTED[name]
    tours = Tours(place, kind, **words)
    wanted = tours.count(method="sparse")
    assert wanted > 0
    chance = random.Random(name)
    for bits in WIDTHS:
        for threads in (1, 2):
            if bits == 8 and name == "beyond a word":
                continue  # there are too few 8-bit moduli
            assert through_scratch(bits, threads)(tours, chance) == wanted, (bits, threads)


def test_scratch_is_used_where_the_memory_is_too_little(tmp_path: Path) -> None:
    tours = Tours(Board(7, 8))
    enough = tours.count_report(threads=1, memory="80M", scratch=tmp_path)
    little = tours.count_report(threads=1, memory=LITTLE, scratch=tmp_path)
    assert enough.value == little.value == 34524432316
    assert enough.disk_bytes == 0
    foreseen = tours.plan(threads=1, memory=LITTLE, scratch=tmp_path).estimates["count"]["blocks"]
    assert foreseen.disk_bytes is not None
    assert foreseen.bytes is not None
    assert 0 < little.disk_bytes <= foreseen.disk_bytes
    assert little.peak_bytes < foreseen.bytes <= LITTLE
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadInputError, match=r"or with scratch: .* of disk and .* with 64-bit"):
        tours.count(threads=1, memory=LITTLE)


def test_the_faster_way_is_taken(tmp_path: Path) -> None:
    """8-bit counters would fit the memory too, but they take many moduli, a sweep for each."""
    tours = Tours(Board(7, 8))
    narrow, wide = (tours.plan(threads=1).bytes_needed(counter_bits=bits) for bits in (8, 64))
    assert narrow is not None
    alone = tours.count_report(threads=1, memory=narrow)
    beside = tours.count_report(threads=1, memory=narrow, scratch=tmp_path)
    assert alone.value == beside.value == 34524432316
    assert len(alone.moduli) > 1
    assert beside.moduli == (2**64,)
    assert beside.disk_bytes > 0
    assert tours.count_report(threads=1, memory=wide, scratch=tmp_path).disk_bytes == 0


def test_what_was_begun_goes_on_that_way(tmp_path: Path) -> None:
    """A resumed count stays in scratch, even if it now has the memory for a faster plan."""
    words: dict[str, Any] = {"threads": 1, "checkpoint": tmp_path, "checkpoint_seconds": 1e-9}

    def enough(told: Progress) -> None:
        if told.share is not None and told.share > 0.6:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        count(Board(7, 8), memory=LITTLE, scratch=tmp_path, progress=enough, **words)
    (layers,) = tmp_path.glob("*.layers")
    kept = layers.stat().st_blocks * 512
    foreseen = Tours(Board(7, 8)).plan(threads=1, memory=LITTLE, scratch=tmp_path)
    assert 0 < kept <= (foreseen.estimates["count"]["blocks"].disk_bytes or 0)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pytest.raises(BadInputError, match="layers of the checkpoint are not in"):
        count(Board(7, 8), memory=LITTLE, scratch=elsewhere, **words)
    rest = Tours(Board(7, 8)).count_report(memory="1G", scratch=tmp_path, **words)
    assert rest.value == 34524432316
    whole = Tours(Board(7, 8)).count_report(threads=1, mirror=False)
    assert 0 < rest.counters < whole.counters
    assert rest.disk_bytes > 0
    assert not layers.exists()


def test_usage_through_scratch(tmp_path: Path) -> None:
    board, little = Board(6, 7), 41_500_000
    with pytest.raises(BadInputError, match=r"or scratch: .* of disk and .* of memory"):
        usage(board, "path", method="sweeps", threads=1, memory=little)
    found = usage(board, "path", method="sweeps", threads=1, memory=little, scratch=tmp_path)
    assert found == usage(board, "path", method="sweeps", threads=1)
    assert list(tmp_path.iterdir()) == []


def test_every_verb_that_counts_takes_scratch(tmp_path: Path) -> None:
    words: dict[str, Any] = {"scratch": tmp_path, "threads": 1, "memory": 6_700_000}
    assert classes(Board(5, 6), scratch=tmp_path).value == classes(Board(5, 6)).value
    table = count_by(Board(5, 5), "path", by="start", **words)
    assert table == count_by(Board(5, 5), "path", by="start")
    pairs = count_by(Board(5, 6), by="edge-pair", start="c3", **words)
    assert pairs == count_by(Board(5, 6), by="edge-pair", start="c3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"scratch": "nowhere"}, "scratch is an existing directory, not 'nowhere'"),
        ({"scratch": 5}, "scratch is the name of a directory, in UTF-8, not 5"),
        ({"method": "sparse"}, "method sparse does not take scratch"),
        ({"method": "search"}, "method search does not take scratch"),
        ({"symmetry": "half-turn"}, "method fold does not take scratch"),
        ({"cluster": "local"}, "scratch is on this machine only: leave out scratch, or cluster"),
        ({"memory": "1M"}, "counting by blocks needs .*the budget is 1.0 MiB"),
    ],
)
def test_what_scratch_cannot_do_is_refused(
    words: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInputError, match=message):
        count(Board(6, 6), **{"scratch": tmp_path, **words})


def test_a_disk_that_is_too_small_is_refused_at_once(tmp_path: Path) -> None:
    said = r"of disk are needed in .*; .* are free"
    with pytest.raises(BadInputError, match=said):
        count(Board(10, 10), memory="100G", scratch=tmp_path)


FULL = """
    import resource, sys
    from babieca import BadInputError, Board, count
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    try:
        count(Board(7, 8), memory=int(sys.argv[1]), threads=1, scratch=sys.argv[2])
    except BadInputError as error:
        print(error)
"""


def test_a_disk_that_is_full_is_told(tmp_path: Path) -> None:
    said = answer(FULL, str(LITTLE), tmp_path)
    assert said == f"cannot be counted by blocks: cannot write {tmp_path}: File too large\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("call", "budget"), [("count(Board(7, 8)", LITTLE), ("usage(Board(7, 8)", 90_000_000)]
)
def test_the_budget_is_kept_as_seen_from_outside(call: str, budget: int, tmp_path: Path) -> None:
    given = f"{call}, threads=1, memory={budget}, scratch={str(tmp_path)!r})"
    idle, _ = peak_of(WATCHED.format(call="pass"))
    peak, code = peak_of(WATCHED.format(call=given))
    assert code == 0
    assert peak - idle <= budget + SLACK


COUNTING = """
    import sys
    from babieca import Board, count
    words = {"checkpoint": sys.argv[3], "checkpoint_seconds": 1e-9} if sys.argv[3:] else {}
    board = Board(7, 8)
    print(count(board, memory=int(sys.argv[1]), threads=1, scratch=sys.argv[2], **words))
"""


def open_files(process: int) -> list[str]:
    found = []
    for link in Path(f"/proc/{process}/fd").iterdir():
        try:
            found.append(os.readlink(link))
        except FileNotFoundError:
            continue
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="open files are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_a_count_that_is_ended_leaves_nothing_in_scratch(number: int, tmp_path: Path) -> None:
    with start(COUNTING, str(LITTLE), tmp_path) as process:
        wait_until(lambda: any(str(tmp_path) in at for at in open_files(process.pid)), process)
        assert list(tmp_path.iterdir()) == []
        process.send_signal(number)
        process.communicate()
    assert process.returncode != 0
    assert list(tmp_path.iterdir()) == []


def test_killed_and_resumed(tmp_path: Path) -> None:
    scratch, saved = tmp_path / "scratch", tmp_path / "saved"
    scratch.mkdir()
    with start(COUNTING, str(LITTLE), scratch, saved) as process:
        wait_until(lambda: list(saved.glob("*-scratch-*.layer")), process)
        process.kill()
    assert answer(COUNTING, str(LITTLE), scratch, saved) == "34524432316\n"
    assert list(scratch.iterdir()) == []


def test_the_plan_says_what_scratch_takes(tmp_path: Path) -> None:
    found = plan(Board(7, 8), threads=1, scratch=tmp_path)
    sizes: list[CounterBits] = [64, 16]
    wide, narrow = (found.through_scratch(counter_bits=bits) for bits in sizes)
    assert wide is not None
    assert narrow is not None
    assert narrow.disk_bytes < wide.disk_bytes
    assert narrow.memory_bytes < wide.memory_bytes < (found.bytes_needed() or 0)
    assert plan(Board(7, 8)).through_scratch() is None
    typed = CliRunner().invoke(
        make_app(), ["plan", "7x8", "--threads", "1", "--scratch", str(tmp_path)]
    )
    said = "scratch     66.1 MiB of disk and 16.2 MiB of memory with counters of up to 64 bits"
    assert said in typed.output
