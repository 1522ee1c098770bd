"""A short soak, and a check that it notices a wrong answer."""

from __future__ import annotations

import random

import pytest

from tests.soak.graph_trials import digraphs, directed_tables, one_vertex
from tests.soak.store_trials import stores
from tests.soak.trials import LieError, Totals, damaged, larger_questions, numbers, small_questions
from tests.soak.verb_trials import given_steps, puzzles, recurrences, sequences, tables
from tests.soak.ways import WAYS


@pytest.mark.release
def test_a_short_soak() -> None:
    chance, totals = random.Random(1), Totals()
    small_questions(chance, totals, number=5)
    larger_questions(chance, totals, number=2)
    numbers(chance, totals, number=3)
    damaged(chance, totals, number=3)
    for trial in (given_steps, sequences, tables, digraphs, directed_tables, stores, puzzles):
        trial(chance, totals, number=2)
    recurrences(chance, totals)
    one_vertex(chance, totals)
    assert totals["questions"] >= 5
    assert totals["sequences: blocks"] == 2
    assert totals["recurrences"] == 1
    assert totals["sampled"] + totals["atlases"] > 0
    assert totals["damaged: refused"] + totals["damaged: counted right"] == 3
    assert all(totals[f"counted: {name}"] for name in WAYS if "mirrored" not in name)


def test_a_lie_is_noticed() -> None:
    def liar(tours: object, chance: random.Random) -> int:
        return -1

    with pytest.raises(LieError, match="liar says -1"):
        small_questions(random.Random(1), Totals(), {"liar": liar})
