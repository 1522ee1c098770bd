"""Limits: a bad value is refused in one line. Progress: the share never decreases."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import babieca
from babieca import BadInputError, Board, Graph, Limits, NotFoundError, Progress, Question, Tours
from babieca.engines.sweep.moduli import sharp_bound_bits
from babieca.memory import MOST_BYTES, container_bytes
from babieca.progress import Listener, Meter, stopped_by


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        *[
            ("timeout", value, "timeout is a positive number of seconds, not ")
            for value in (0, -1, "5", "x", math.inf, math.nan, [5], 10**400)
        ],
        *[
            ("checkpoint_seconds", value, "checkpoint_seconds is a positive number of seconds")
            for value in (0, -1.0, "x", "60", None, math.nan)
        ],
        *[
            ("threads", value, "threads is a whole number from 1 to 1024")
            for value in (0, -5, 1025, "4", 2.0, [1])
        ],
        *[
            ("memory", value, "memory is a positive number of bytes")
            for value in (0, "0G", -1, math.inf)
        ],
        ("memory", math.nan, "memory is a positive number of bytes"),
        ("memory", [8], "memory is a positive number of bytes or text like 8G"),
        ("memory", "lots", "text like 8G, not 'lots'"),
        ("memory", "", "text like 8G, not ''"),
        *[("checkpoint", value, "checkpoint is the name of a directory") for value in (5, "a\0b")],
        ("progress", 5, "progress is True or a function to call, not 5"),
        *[("restarts", value, "restarts is a whole number from 0") for value in (-1, 1.5, "3")],
        *[("restarts", value, "restarts is a whole number") for value in (True, 10**9)],
        *[("nodes", value, r"nodes is a whole number from 1 to 2\^62") for value in (0, 2**63)],
        *[("states", value, "states is a whole number from 1") for value in (0, "many", True)],
        *[("seed", value, "seed is a whole number") for value in (1.5, "7", [1])],
    ],
)
def test_bad_limits_are_one_clear_line(name: str, value: Any, message: str) -> None:
    with pytest.raises(BadInputError, match=message) as caught:
        Limits.of(**{name: value})
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize(
    "words",
    [
        {"threads": -5},
        {"timeout": 0},
        {"memory": "x"},
        {"checkpoint_seconds": "x"},
        {"checkpoint_seconds": 5.0},
        {"checkpoint": 5},
        {"progress": 5},
    ],
    ids=str,
)
def test_verbs_check_their_limits_also_where_there_is_nothing_to_do(words: dict[str, Any]) -> None:
    tours = Tours(Board(4, 4))
    for verb in (tours.count, tours.classes, partial(tours.count_by, "slope")):
        with pytest.raises(BadInputError, match=next(iter(words))):
            verb(**words)


@pytest.mark.parametrize("memory", [8e9, "9" * 400, 10**400, "99999999T", "1.5 MiB", "900k"])
def test_any_amount_of_memory_is_understood(memory: float | str) -> None:
    assert babieca.count(Board(5, 6), method="sparse", memory=memory) == 8


def test_a_container_allows_less_than_the_machine(tmp_path: Path) -> None:
    assert container_bytes(tmp_path) == MOST_BYTES
    (tmp_path / "memory.current").write_text("1000\n")
    (tmp_path / "memory.max").write_text("max\n")
    assert container_bytes(tmp_path) == MOST_BYTES
    (tmp_path / "memory.max").write_text("5000\n")
    assert container_bytes(tmp_path) == 4000


def test_limits_are_a_value() -> None:
    assert Limits.of(memory="1K", threads=2) == Limits.of(memory=1024, threads=2)
    assert Limits.of(seed=-1).core_seed == 2**64 - 1
    with pytest.raises(BadInputError, match=r"a table needs 2.0 KiB of memory; 1.0 KiB are allo"):
        Limits.of(memory="1K").require(2048, "a table")


@pytest.mark.parametrize(
    ("passed", "left", "over"), [(0.0, 5.0, False), (3.0, 2.0, False), (6.0, 0.001, True)]
)
def test_the_time_left_is_the_timeout_less_the_time_passed(
    passed: float, left: float, over: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits, endless = replace(Limits.of(timeout=5), began=100.0), replace(Limits(), began=100.0)
    monkeypatch.setattr("time.monotonic", lambda: 100.0 + passed)
    assert (limits.left(7.0), limits.over) == (left, over)
    assert (endless.left(7.0), endless.left(), endless.over) == (7.0, 0.0, False)
    assert limits.within(9.0).left() == 9.0


# Progress -------------------------------------------------------------------------------------


def check(seen: list[Progress]) -> None:
    """Check that shares and times never decrease, and that shares lie between 0 and 1."""
    shares = [told.share for told in seen if told.share is not None]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    seconds = [told.seconds for told in seen]
    assert seconds == sorted(seconds)
    assert all(told.seconds_left is None or told.seconds_left >= 0 for told in seen)


LONG: dict[str, Callable[[Listener], object]] = {
    "moduli": lambda told: babieca.count(Board(3, 90), method="blocks", progress=told),
    "terms": lambda told: babieca.count(Board(5, 6), "open", progress=told),
    "states": lambda told: babieca.count(Board(5, 6), "path", method="sparse", progress=told),
    "table": lambda told: babieca.count_by(Board(5, 5), "path", by="start", progress=told),
    "pairs": lambda told: babieca.count_by(Board(6, 6), by="edge-pair", start="c3", progress=told),
    "classes": lambda told: babieca.classes(Board(6, 6), progress=told),
    "symmetry": lambda told: babieca.count(Board(8, 8), symmetry="half-turn", progress=told),
    "usage": lambda told: babieca.usage(Board(6, 6), progress=told),
    "usage by counts": lambda told: babieca.usage(Board(5, 6), method="counts", progress=told),
    "sample": lambda told: list(babieca.sample(Board(6, 6), limit=3000, progress=told)),
    "sample open": lambda told: list(babieca.sample(Board(5, 5), "open", limit=9, progress=told)),
    "unrank": lambda told: babieca.unrank(Board(6, 6), number=5, method="blocks", progress=told),
    "study": lambda told: babieca.study(Board(5, 5), "path", start="a1", progress=told),
    "find": lambda told: babieca.find(Board(300, 300), progress=told),
}


@pytest.mark.parametrize("work", LONG)
def test_progress_never_goes_back(work: str) -> None:
    seen: list[Progress] = []
    LONG[work](seen.append)
    assert len(seen) > 3
    check(seen)
    assert any(told.share is not None and told.share > 0.2 for told in seen)
    known = [told for told in seen if told.share is not None]
    later = [told for told in known if (told.share or 0) > (known[0].share or 0)]
    assert all(told.seconds_left is not None for told in later)


def test_moduli_are_parts_of_one_whole(tmp_path: Path) -> None:
    seen: list[Progress] = []
    # A count that is saved takes one modulus after another.
    babieca.count(Board(3, 90), method="blocks", checkpoint=tmp_path, progress=seen.append)
    shares: dict[str, list[float]] = {}
    for told in seen:
        shares.setdefault(told.text, []).append(told.share or 0)
    assert list(shares) == [f"modulus {number} of 4" for number in range(1, 5)]
    for first, then in itertools.pairwise(shares.values()):
        assert max(first) <= min(then)
    assert shares["modulus 4 of 4"][-1] > 0.9


def test_the_bound_of_a_number_can_be_stopped() -> None:
    def stop(done: int, total: int) -> None:
        raise StopError

    with pytest.raises(StopError), stopped_by(stop):
        sharp_bound_bits(Question.ask(Board(6, 6), avoiding="a1-b3"))


PETERSEN = Graph.of(networkx.petersen_graph())
SEVEN = Graph.from_edges(itertools.combinations(range(7), 2))


class StopError(Exception):
    """Raised by a listener to stop the work."""


@pytest.mark.parametrize(
    "work",
    [
        lambda told: babieca.count(Board(8, 8), method="search", progress=told),
        lambda told: list(babieca.tours(Board(6, 8), rules="none", progress=told)),
        lambda told: babieca.count(SEVEN, "path", method="reference", progress=told),
        lambda told: babieca.find(
            Board(8, 8), start="a1", method="backtrack", warnsdorff=False, progress=told
        ),
    ],
    ids=["count", "list", "reference", "find"],
)
def test_where_the_whole_is_unknown_no_share_is_made_up(work: Any) -> None:
    def listener(told: Progress) -> None:
        assert (told.share, told.seconds_left) == (None, None)
        assert told.text
        raise StopError

    with pytest.raises(StopError):
        work(listener)


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.lists(st.tuples(st.integers(0, 12), st.sampled_from([0, 10])), max_size=6),
        ),
        max_size=6,
    )
)
def test_a_meter_makes_one_whole_of_anything(parts: list[tuple[int, list[Any]]]) -> None:
    seen: list[Progress] = []
    meter = Meter(seen.append)
    for begin, calls in parts:
        report = meter.part(begin / 4, (begin + 1) / 4)
        for done, total in calls:
            report(done, total)
            assert (seen[-1].share is None) == (total == 0)
    check(seen)
    assert len(seen) == sum(len(calls) for _, calls in parts)


def test_parts_of_parts() -> None:
    seen: list[Progress] = []
    limits = Limits.of(progress=seen.append)
    for half, third in itertools.product(range(2), range(3)):
        part = limits.part(half / 2, (half + 1) / 2, "half")
        report = part.part(third / 3, (third + 1) / 3, "third").reporter()
        assert report is not None
        report(1, 1)
    assert [round(told.share or 0, 6) for told in seen] == [
        round((part + 1) / 6, 6) for part in range(6)
    ]


@pytest.mark.parametrize(
    "work",
    [
        lambda: babieca.count(Board(8, 8), threads=1, timeout=0.3),
        lambda: babieca.count(Board(8, 8), method="sparse", timeout=0.3),
        lambda: babieca.count(Board(8, 8), method="search", timeout=0.3),
        lambda: babieca.count(Board(4, 6), method="reference", timeout=0.05),
        lambda: babieca.count(Board(12, 12), symmetry="half-turn", timeout=0.3),
        lambda: babieca.classes(Board(8, 8), timeout=0.3),
        lambda: babieca.count_by(Board(7, 7), "path", by="start", timeout=0.3),
        lambda: babieca.count_by(Board(8, 8), by="edge-pair", start="d4", timeout=0.3),
        lambda: babieca.usage(Board(8, 8), method="counts", timeout=0.3),
        lambda: babieca.usage(Board(8, 8), method="sweeps", timeout=0.3),
        lambda: babieca.usage(Board(7, 7), "open", method="sweeps", timeout=0.3),
        lambda: babieca.sample(Board(7, 8), timeout=0.3),
        lambda: babieca.unrank(Board(7, 8), number=0, method="sparse", timeout=0.3),
        lambda: list(babieca.tours(Board(8, 8), rules="none", move_order="index", timeout=0.3)),
        lambda: list(babieca.tours(Board(20, 20), symmetry="half-turn", timeout=0.3)),
        lambda: babieca.count_by(
            Board(8, 8), "path", by="first-move", start="a1", show_first=True, timeout=0.3
        ),
        lambda: babieca.find(PETERSEN, method="rotation", timeout=0.05),
        lambda: babieca.find(Board(30, 30), method="backtrack", timeout=0.1),
    ],
)
def test_time_that_is_up_says_what_was_reached(work: Callable[[], object]) -> None:
    with pytest.raises(NotFoundError, match=r"not decided within 0\.|found no tour within") as said:
        work()
    assert "\n" not in str(said.value)


def test_what_a_container_has_cached_from_files_is_free(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("1000\n")
    (tmp_path / "memory.current").write_text("900\n")
    assert container_bytes(tmp_path) == 100
    (tmp_path / "memory.stat").write_text("anon 500\ninactive_file 300\n")
    assert container_bytes(tmp_path) == 400
