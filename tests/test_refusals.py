"""Memory: work that does not fit is refused before it allocates, and budgets are kept."""

from __future__ import annotations

import sys

import pytest

import babieca
from babieca import Board, Tours, memory
from tests.processes import LIMITED, answer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by RLIMIT_AS")

HOPELESS = [
    "count(Board(10, 10), memory='4G')",
    "count(Board(10, 10), 'path', memory='4G')",
    "count(Board(9, 10), 'open', memory='4G')",
    "count(Board(11, 12), memory='4G')",
    "count(Board(12, 14), 'path', start='a1', memory='4G')",
    "count(Board(9, 10), through='a1-b3', memory='4G')",
    "count(Board(3000, 3000), memory='100M')",
    "count(Board(3000, 3000), method='sparse', memory='100M')",
    "count(Board(3000, 3000), symmetry='half-turn', memory='100M')",
    "count(Board(3000, 3000, wrap='all'), memory='100M')",
    "count_by(Board(3000, 3000), 'path', by='start', memory='100M')",
    "classes(Board(3000, 3000), memory='100M')",
    "fractions(Board(1000, 1000), start=(500, 500), memory='100M')",
    "count_by(Board(1000, 1000), by='edge-pair', start=(500, 500), memory='100M')",
    "usage(Board(3000, 3000), memory='100M')",
    "plan(Board(3000, 3000), memory='100M')",
    "sample(Board(3000, 3000), memory='100M')",
    "sample(Board(8, 8), memory='100M')",
    "unrank(Board(3000, 3000), number=0, memory='100M')",
    "Tours(Board(3000, 3000)).save('atlas', memory='100M')",
    "find(Board(30000, 30000), method='backtrack', memory='1G')",
    "find(Board(30000, 30000), method='warnsdorff', memory='1G')",
    "find(Board(30000, 30000), method='rotation', memory='1G')",
    "find(Board(30000, 30000), method='edges', memory='1G')",
    "find(Board(30000, 30000), method='sweep', memory='1G')",
    "find(Board(30000, 30000), method='construction', memory='1G')",
    "find(Board(30000, 30000), method='two-knights', memory='1G')",
    "find(Board(30000, 30000, leaper='zebra'), memory='1G')",
    "find(Board(3000, 3000), symmetry='half-turn', memory='100M')",
    "find(Board(1000, 1000, 1000), method='layered', memory='1G')",
    "tours(Board(30000, 30000))",
    "study(Board(30000, 30000))",
    "count_by(Board(30000, 30000), 'path', by='first-move', start=0, show_first=True)",
]

REFUSING = (
    LIMITED
    + """
import sys
from babieca import *

limit(80)
for call in sys.argv[1:]:
    try:
        print("an answer to", call, eval(call))
    except BadInputError as error:
        assert len(str(error)) < 500 and "\\n" not in str(error)
        print("refused")
    except BaseException as error:
        print(f"{type(error).__name__} by", call)
"""
)


def test_the_hopeless_is_refused_before_anything_is_allocated() -> None:
    """The process may take 80 MB more than the interpreter; a refusal takes almost none."""
    said = answer(REFUSING, *HOPELESS, MALLOC_ARENA_MAX="1").splitlines()
    assert [line for line in said if line != "refused"] == []
    assert len(said) == len(HOPELESS)


def test_a_refusal_says_what_would_fit() -> None:
    with pytest.raises(babieca.BadInputError, match=r"budget is 100\.0 MiB; the least is: \d"):
        babieca.count(Board(8, 8), memory="100M", threads=2)
    fitting = r"with 64-bit counters; the budget is .*; what would fit: .* with 32-bit .*, about \d"
    with pytest.raises(babieca.BadInputError, match=fitting):
        babieca.count(Board(8, 8), memory="800M", threads=2, counter_bits=64)
    machines = r", or device cuda: .*, about .*, or cluster: .* of each machine, about .* a sweep$"
    with pytest.raises(babieca.BadInputError, match=machines):
        babieca.count(Board(8, 8), memory="100M", threads=2)
    with pytest.raises(babieca.BadInputError, match="the shorter side may have at most 16 squares"):
        babieca.count(Board(18, 18))


WATCHED = """
import os, pathlib, sys
from babieca import *

def peak():
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])

# Everything is loaded and has been used once. Each call runs in a fork, with a peak of its own.
count(Board(5, 6)), list(sample(Board(5, 6), method="sparse")), usage(Board(5, 6))
count(Board(6, 6), symmetry="half-turn"), find(Board(5, 6), method="sweep")
for call in sys.argv[1:]:
    if os.fork():
        os.wait()
        continue
    before = peak()
    try:
        eval(call)
    except BadInputError:
        pass
    print((peak() - before) >> 10, flush=True)
    os._exit(0)
"""
WITHIN_BUDGETS = [
    "count(Board(7, 8), method='sparse', memory='100M')",
    "count(Board(6, 8), method='sparse', memory='60M')",
    "count(Board(7, 7), 'path', method='sparse', memory='150M')",
    "count(Board(12, 12), symmetry='half-turn', memory='100M')",
    "usage(Board(7, 8), method='sweeps', memory='100M')",
    "usage(Board(7, 8), method='sweeps', memory='200M')",
    "next(sample(Board(7, 8), method='sparse', memory='100M'))",
    "next(sample(Board(7, 8), memory='200M', scratch='/tmp'))",
    "count(Board(7, 8), method='blocks', memory='150M', threads=1)",
    "count(Board(7, 8), threads=2, memory='14M', scratch='/tmp')",
]


def test_budgets_are_kept() -> None:
    """The memory of the next table counts against the budget before the table is made."""
    grown = answer(WATCHED, *WITHIN_BUDGETS, MALLOC_ARENA_MAX="1").split()
    for call, megabytes in zip(WITHIN_BUDGETS, grown, strict=True):
        budget = int(call.split("memory='")[1].split("M")[0])
        assert int(megabytes) <= budget + 10, call  # the plan and the code itself take 3 to 7


def test_samples_stream_within_little_memory() -> None:
    program = (
        LIMITED
        + """
from babieca import Board, sample
drawn = sample(Board(5, 6), limit=10**7, seed=1)
next(drawn)
limit(48)
print(sum(len(next(drawn)) for _ in range(100_000)))
"""
    )
    assert answer(program, MALLOC_ARENA_MAX="1") == "3000000\n"


def test_a_tour_from_an_engine_does_not_ask_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """The free memory is looked up once for a question, not once for each tour."""
    asked = 0
    honest = memory.available_bytes

    def watched() -> int:
        nonlocal asked
        asked += 1
        return honest()

    for module in list(sys.modules.values()):
        if getattr(module, "available_bytes", None) is honest:
            monkeypatch.setattr(module, "available_bytes", watched)
    assert len(list(Tours(Board(5, 6), "path", start="a1"))) == 4542
    assert len(list(Tours(Board(6, 6)).sample(2000, seed=1))) == 2000
    assert asked < 20


def test_sides_of_one_have_no_symmetries_to_list() -> None:
    board = Board(*[1] * 64)
    assert len(board.symmetries()) == 1
    assert {row.tally.solutions for row in babieca.study(board, "path")} == {1}
