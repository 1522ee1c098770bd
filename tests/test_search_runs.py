"""Long searches: threads and checkpoints lose no tour, and errors name their cause."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from babieca import BadInputError, Board, Limits, NotFoundError, Progress, Question, _core, count
from babieca.engines.search.instances import search_for
from babieca.engines.search.visiting import Visited, visit
from babieca.public import Tours
from babieca.questions import KINDS, Kind
from tests.commands import run
from tests.processes import start


def visited(board: Board, *, rules: str = "default", **limits: Any) -> Visited:
    return visit(search_for(Question.ask(board), rules=rules), Limits.of(**limits))


@pytest.mark.parametrize("kind", KINDS)
def test_search_is_a_method_of_counting(kind: Kind, tmp_path: Path) -> None:
    edges = {"through": "a1-b3", "avoiding": "c1-d3"}
    for words in ({}, edges, {"directed": True}):
        tours = Tours(Board(5, 6), kind, **words)
        assert tours.count(method="search", checkpoint=tmp_path) == tours.count()


def test_parallel_equals_serial() -> None:
    for rules in ("default", "banon", "all"):
        serial = visited(Board(6, 6), rules=rules, threads=1)
        parallel = visited(Board(6, 6), rules=rules, threads=4)
        assert serial.count == parallel.count == 9862
        if rules != "all":
            assert serial.tally == parallel.tally


LARGER = {Board(6, 7): 1067638, Board(6, 8): 55488142}
"""Closed tours. A search polls the time twenty times a second. If the first board is finished
before the search can be stopped, a test uses the second one, which takes 25 times as long."""


@pytest.fixture
def one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """End the time of any limits at the second poll, however slow the machine is.

    A search polls before each round.
    """
    asked: set[float] = set()

    def is_over(limits: Limits) -> bool:
        again = limits.began in asked
        asked.add(limits.began)
        return again

    monkeypatch.setattr(Limits, "over", property(is_over))


@pytest.mark.usefixtures("one_round")
def test_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    rounds = 1
    for board, tours in LARGER.items():
        limits = {"threads": 2, "timeout": 0.1, "checkpoint": file}
        while not (part := visited(board, rules="banon", **limits)).finished:
            rounds += 1
            assert part.count < tours
            assert file.exists()
        assert part.count == tours
        assert not file.exists()
        if rounds > 1:
            return
    pytest.fail("no search was stopped")


def stopped_count(tours: Tours, folder: Path) -> str:
    """Return the message of a count whose time is up; none if the machine was too fast."""
    try:
        tours.count(method="search", timeout=0.02, threads=1, checkpoint=folder)
    except NotFoundError as error:
        return str(error)
    return ""


@pytest.mark.usefixtures("one_round")
def test_a_count_that_ran_out_of_time_is_taken_up_again(tmp_path: Path) -> None:
    messages = ((board, stopped_count(Tours(board), tmp_path / board.name)) for board in LARGER)
    board, message = next(pair for pair in messages if pair[1])
    assert re.fullmatch(r"not decided within 0\.02 s: \d+ tours were counted by then", message)
    folder = tmp_path / board.name
    with pytest.raises(BadInputError, match="another count"):
        Tours(Board(5, 8)).count(method="search", checkpoint=folder)
    assert Tours(board).count(method="search", checkpoint=folder) == LARGER[board]


ROUNDS = """
    import sys
    from babieca import Board, Limits, Question, _core
    from babieca.engines.search import visiting
    from babieca.engines.search.instances import search_for

    class Rounds:
        # Rounds enter 2^18 squares each, however fast the machine is.
        def __init__(self, instance, threads, tasks=None, tally=(0,) * 16):
            self.instance, self.left, self.done = instance, tasks or instance.tasks(), tally

        def tally(self):
            return self.done

        def tasks(self):
            return self.left

        def run(self, seconds, report):
            assert seconds == 0.25
            walked = _core.walk_branches(self.instance, self.left, 2**18, False, None)
            self.left, self.done = walked[1], [sum(pair) for pair in zip(self.done, walked[0])]
            print(*self.done, flush=True)
            input()
            return not self.left

    _core.TourCount = Rounds
    limits = Limits.of(checkpoint=sys.argv[1], checkpoint_seconds=0.25)
    visiting.visit(search_for(Question.ask(Board(6, 7))), limits)
"""


def test_kill_minus_nine_loses_at_most_a_round(tmp_path: Path) -> None:
    """The program is killed after its third round, before this round is saved."""
    file = tmp_path / "count.json"
    tallies: list[list[int]] = []
    with start(ROUNDS, file) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            if number > 0:
                print(file=process.stdin, flush=True)  # the round before is saved
            tallies.append([int(word) for word in process.stdout.readline().split()])
        process.kill()
    fingerprint = search_for(Question.ask(Board(6, 7))).fingerprint
    saved = json.loads(_core.read_record(str(file), int(fingerprint[:16], 16)))["tally"]
    assert saved == tallies[1]
    assert saved[0] < tallies[2][0]
    assert visited(Board(6, 7), checkpoint=file).count == LARGER[Board(6, 7)]


def test_checkpoints_are_verified(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    assert not visited(Board(6, 8), timeout=0.2, threads=1, checkpoint=file).finished
    with pytest.raises(BadInputError, match="another count"):
        visited(Board(6, 7), checkpoint=file)
    with pytest.raises(BadInputError, match="another count"):
        visited(Board(6, 8), rules="banon", checkpoint=file)
    text = file.read_bytes()
    file.write_bytes(text.replace(b'"tally": [', b'"tally": [1', 1))
    with pytest.raises(BadInputError, match="damaged"):
        visited(Board(6, 8), checkpoint=file)
    file.write_bytes(text[:-40])
    with pytest.raises(BadInputError, match="damaged"):
        visited(Board(6, 8), checkpoint=file)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by RLIMIT_AS")
@pytest.mark.parametrize(
    ("limit", "sides", "rules", "threads", "message"),
    [
        (10**9, (5, 6), "default", 1024, "cannot start 1024 threads"),
        (4 * 10**7, (6, 7), "island,equivalent", 2, "not enough memory"),
    ],
)
def test_without_threads_or_memory_a_count_ends_in_one_line(
    tmp_path: Path, limit: int, sides: tuple[int, int], rules: str, threads: int, message: str
) -> None:
    file = tmp_path / "state.json"
    script = f"""
import pathlib, resource
from babieca import BabiecaError, Board, Limits, Question
from babieca.engines.search.visiting import visit
from babieca.engines.search.instances import search_for
pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
most = pages * resource.getpagesize() + {limit}
resource.setrlimit(resource.RLIMIT_AS, (most, most))
try:
    search = search_for(Question.ask(Board(*{sides})), rules={rules!r})
    visit(search, Limits.of(threads={threads}, checkpoint={str(file)!r}))
except BabiecaError as error:
    print(error)
"""
    # One malloc arena: an arena for each thread would reach the limit before the search does.
    answer = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"MALLOC_ARENA_MAX": "1"},
    )
    assert answer.returncode == 0, answer.stderr
    assert message in answer.stdout
    assert "allow fewer" in answer.stdout
    assert not file.exists()  # an incomplete state is not saved


def test_a_search_serves_one_caller_at_a_time() -> None:
    # A long search that finds no tour.
    instance = search_for(Question.ask(Board(4, 10)), rules="none").instance
    stream, work = _core.TourStream(instance), _core.TourCount(instance, threads=1)
    for begin, others in (
        (lambda report: stream.next(1, report), [stream.tally]),
        (lambda report: work.run(1e9, report), [work.tally, work.tasks]),
    ):
        refused: list[object] = []

        def call_again(
            done: int,
            total: int,
            calls: Any = (lambda f=begin: f(None), *others),
            refused: list[object] = refused,
        ) -> None:
            for call in calls:
                with pytest.raises(RuntimeError, match="already running"):
                    call()
                refused.append(call)
            raise TimeoutError

        with pytest.raises(TimeoutError):
            begin(call_again)
        assert len(refused) == 1 + len(others)
        assert others[0]()[0] > 0  # free again


def test_progress_can_stop_a_count() -> None:
    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(Board(8, 8), method="search", progress=stop)


@pytest.mark.parametrize("threads", [0, 1025, 1.5])
def test_threads_out_of_bounds_are_refused(threads: Any) -> None:
    with pytest.raises(BadInputError, match="threads is a whole number"):
        count(Board(5, 6), method="search", threads=threads)


# The command ----------------------------------------------------------------------------------


def test_list_prints_tours_that_check_accepts(tmp_path: Path) -> None:
    answer = run("list", "6x6", "--closed", "--limit", "5", "--through", "c3-d5")
    assert answer.returncode == 0
    file = tmp_path / "tours.jsonl"
    file.write_text(answer.stdout)
    assert len(answer.stdout.splitlines()) == 5
    assert run("check", str(file)).stdout.count("valid closed tour of 6x6") == 5
    holed = run("list", "3x3", "--holes", "b2", "--path", "--limit", "2")
    file.write_text(holed.stdout)
    assert run("check", str(file)).stdout.count("valid path") == 2
    cube = Tours(Board(2, 3, 4), through="(0,0,0)-(0,1,2)")
    listed = run("list", "2x3x4", "--through", "(0,0,0)-(0,1,2)")
    assert len(listed.stdout.splitlines()) == cube.count()


def test_list_lists_closed_tours_unless_asked_for_others() -> None:
    board = Board(3, 10)
    kinds: dict[tuple[str, ...], Kind] = {
        (): "closed",
        ("--closed",): "closed",
        ("--kind", "closed"): "closed",
        ("--path",): "path",
        ("--kind", "path", "--path"): "path",
        ("--kind", "open"): "open",
    }
    for options, kind in kinds.items():
        found = [
            [board.index(square) for square in json.loads(line)["squares"]]
            for line in run("list", "3x10", *options, "--limit", "3").stdout.splitlines()
        ]
        assert found == [tour.indices.tolist() for tour in Tours(board, kind).list(3)]
    for options in (("--closed", "--path"), ("--kind", "open", "--closed")):
        answer = run("list", "3x10", *options)
        assert answer.returncode == 2
        assert "different kinds" in answer.stderr


def test_list_and_study_say_nonsense_properly() -> None:
    assert run("list", "6x6", "--through", "a1").returncode == 2
    assert run("study", "5x5", "--kind", "what").returncode == 2
    answer = run("study", "5x5", "--kind", "path", "--start", "a1", "--json")
    assert {json.loads(line)["tours"] for line in answer.stdout.splitlines()} == {304}
