"""Signals stop the core while it works, and no file is left behind."""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from babieca import Board, Graph, NotFoundError, Question, Tours
from babieca.engines import retirement
from babieca.engines.sweep import sweeps
from tests.processes import start

PLANNING = """
    import sys
    from babieca import Board, plan
    from babieca.engines.sweep import sweeps
    honest = sweeps.prepared

    def told(*sweep):
        print("another image", flush=True)
        return honest(*sweep)

    sweeps.prepared = told
    plan(Board(10, 10), through="a1-b3", memory="100G")
"""


def test_control_c_is_heard_while_images_of_an_order_are_planned() -> None:
    with start(PLANNING) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "another image\n"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
    assert output.count("image") < 7  # of eight


def test_no_more_than_a_few_images_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cube of five dimensions has 3,840 symmetries, and 25 mirrors that keep a start."""
    compared = 0

    class Counting:
        def __init__(self, question: Question) -> None:
            self.search = honest(question)

        def counters(self, order: retirement.Order) -> float:
            nonlocal compared
            compared += 1
            return self.search.counters(order)

        def __getattr__(self, name: str) -> object:
            return getattr(self.search, name)

    honest = retirement.order_search
    monkeypatch.setattr(retirement, "order_search", Counting)
    question = Question.ask(Board(2, 2, 2, 2, 2, leaper="wazir"), "path", start=0)
    assert sorted(retirement.searched_order(question)) == list(range(32))
    assert compared < 25 * 2 * 5 * 2 * retirement.MOST_MIRRORED_IMAGES


def test_others_go_on_while_the_core_plans() -> None:
    question = Question.ask(Board(10, 10))
    sweep = sweeps.swept(question, retirement.retirement_order(Graph.of(Board(10, 10))))
    planning = threading.Thread(target=sweep.plan)
    turns = 0
    planning.start()
    while planning.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 10  # a plan that held the lock of the interpreter would allow at most one


SAMPLING = """
    import sys
    from babieca import Board, sample

    def listen(told):
        if told.share and told.share > 0.45:
            print("at work", flush=True)
            sys.stdin.readline()

    sample(
        Board(6, 8), method="blocks", memory="20M", threads=1, scratch=sys.argv[1], progress=listen
    )
"""


@pytest.mark.skipif(sys.platform != "linux", reason="mapped files are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_a_sample_that_is_ended_leaves_nothing_in_scratch(number: int, tmp_path: Path) -> None:
    with start(SAMPLING, tmp_path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        maps = Path(f"/proc/{process.pid}/maps").read_text()
        assert str(tmp_path) in maps  # the layers are in the scratch directory
        process.send_signal(number)
        process.communicate()
    assert process.returncode != 0
    assert list(tmp_path.iterdir()) == []


def test_planning_ends_at_the_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for an order reports no progress, but it polls the time."""
    retirement.searched_order.cache_clear()
    monkeypatch.setattr(retirement, "SEARCH_ROUNDS", 1000 * retirement.SEARCH_ROUNDS)
    monkeypatch.setattr(retirement, "COUNTERS_PER_ROUND", 1)
    with pytest.raises(NotFoundError, match=r"not decided within 0\.5 s: still planning"):
        Tours(Board(7, 8), through="c3-d5").count(timeout=0.5)
