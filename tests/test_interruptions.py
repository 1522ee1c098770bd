"""Signals stop the core while it works, and no file is left behind."""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from babieca import Board, NotFoundError, Question, Tours, _core
from babieca.engines import retirement
from babieca.engines.protocol import built_question
from babieca.progress import stop_report, stopped_by
from tests.processes import start

PLANNING = """
    import sys
    from babieca import Board, plan
    from babieca.engines.sweep import sweeps
    honest = sweeps.searched_order

    def told(*question):
        print("planning", flush=True)
        found = honest(*question)
        print("planned", flush=True)
        return found

    sweeps.searched_order = told
    plan(Board(10, 10), through="a1-b3", memory="100G")
"""


def test_control_c_is_heard_while_orders_are_searched() -> None:
    with start(PLANNING) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "planning\n"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate()
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
    assert output == ""  # the search did not end


def test_no_more_than_a_few_images_are_compared() -> None:
    """A cube of five dimensions has 3,840 symmetries, and 25 mirrors that keep a start."""
    polled = 0

    def poll(done: int, total: int) -> None:
        nonlocal polled
        polled += 1  # before each order that is compared

    question = Question.ask(Board(2, 2, 2, 2, 2, leaper="wazir"), "path", start=0)
    with stopped_by(poll):
        order, _ = retirement.sweep_choice(question).mirrored(stop_report())
    assert sorted(order) == list(range(32))
    assert 25 * 2 * 5 < polled < 25 * 2 * 5 * 2 * 48


def test_others_go_on_while_the_core_plans() -> None:
    question = Question.ask(Board(10, 10))
    order = retirement.retirement_order(question.graph)
    sweep = _core.Sweep(built_question(question), order, np.empty(0, dtype=np.int32))
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


def test_planning_ends_at_the_timeout() -> None:
    """The search for an order reports no progress, but it polls the time."""
    retirement.sweep_choice.cache_clear()
    _core.search_effort(rounds=3e7, counters_per_round=1)
    try:
        with pytest.raises(NotFoundError, match=r"not decided within 0\.5 s: still planning"):
            Tours(Board(7, 8), through="c3-d5").count(timeout=0.5)
    finally:
        _core.search_effort()
