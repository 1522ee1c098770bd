"""A card's work is called off: what was begun ends early."""

from __future__ import annotations

import threading

import pytest

from babieca import Board
from babieca.engines import retirement
from babieca.engines.sweep import sweeps
from babieca.engines.sweep.card.counting import Card
from babieca.engines.sweep.card.machines import EmulatedMachine
from babieca.engines.sweep.card.several import each_on_card
from babieca.engines.sweep.sweeps import prepare
from babieca.limits import Limits
from babieca.progress import Progress
from babieca.questions import Question
from babieca.stopping import stopped_by


def long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a search for an order take a thousand times as long as usual."""
    monkeypatch.setattr(retirement, "SEARCH_ROUNDS", 1000 * retirement.SEARCH_ROUNDS)
    monkeypatch.setattr(retirement, "COUNTERS_PER_ROUND", 1)


def test_a_thread_hears_that_its_search_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    long_search(monkeypatch)
    question = Question.ask(Board(7, 8), through="c3-d5")
    asked: list[tuple[int, int]] = []

    def hear(done: int, total: int) -> None:
        asked.append((done, total))
        if done:
            raise InterruptedError

    with stopped_by(hear), pytest.raises(InterruptedError):
        prepare(question, Limits())
    done, total = asked[-1]
    assert 0 < done < total / 1000


def test_a_plan_is_called_off_between_two_layers() -> None:
    sweep = prepare(Question.ask(Board(5, 6)), Limits()).sweep
    asked: list[int] = []

    def hear(done: int, total: int) -> None:
        asked.append(done)
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        sweep.plan(hear)
    assert asked[-1] == 3


def test_searches_for_several_counts_end_when_all_is_called_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long_search(monkeypatch)
    monkeypatch.setattr(sweeps, "WORTH_A_SEARCH", 0)
    begun, ended = threading.Barrier(3), []

    def work(move: str, limits: Limits) -> None:
        begun.wait()
        prepare(Question.ask(Board(6, 7), through=move), limits)
        ended.append(move)

    def interrupted(progress: Progress) -> None:
        raise KeyboardInterrupt

    card = Card(EmulatedMachine, 2**40)
    limits = Limits.of(progress=interrupted)
    with pytest.raises(KeyboardInterrupt):
        each_on_card(work, ["b2-d3", "b2-c4", "c3-d5"], limits, card)
    assert ended == []
