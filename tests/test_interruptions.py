"""Signals are heard also while the core is at work, and leave nothing behind."""

from __future__ import annotations

import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from babieca import Board, Graph, Question
from babieca.engines.retirement import retirement_order
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


def test_no_more_than_a_few_images_are_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cube of six dimensions has 46,080 symmetries."""
    planned = 0
    honest = sweeps.prepared

    def told(question: Question, *sweep: tuple[int, ...]) -> sweeps.Prepared:
        nonlocal planned
        planned += 1
        return honest(question, *sweep)

    monkeypatch.setattr(sweeps, "prepared", told)
    board = Board(2, 2, 2, 2, 2, leaper="wazir")
    question = Question.ask(board, "path", start=0)
    sweeps.best_order(question, sweeps.Limits())
    assert planned <= sweeps.MOST_IMAGES


def test_others_go_on_while_the_core_plans() -> None:
    question = Question.ask(Board(10, 10))
    sweep = sweeps.swept(question, retirement_order(Graph.of(Board(10, 10))))
    planning = threading.Thread(target=sweep.plan)
    turns = 0
    planning.start()
    while planning.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 10  # holding the lock of the interpreter, it would let none or one through


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
        assert str(tmp_path) in maps  # it does keep its layers there
        process.send_signal(number)
        process.communicate()
    assert process.returncode != 0
    assert list(tmp_path.iterdir()) == []
