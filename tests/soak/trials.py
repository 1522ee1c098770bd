"""The trials of a soak; a wrong answer or an exceeded budget raises `LieError`.

Hypothesis draws the questions of tests/strategies.py from a seed of the soak's random generator, so
the same seed asks the same questions.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from babieca import BadInputError, Board, Graph, Limits, Progress, Question, Tour, Tours, count
from babieca.engines import reference
from babieca.engines.retirement import order_search
from babieca.engines.sweep.sweeps import best_order
from babieca.formats.json_lines import from_json
from tests.processes import start
from tests.soak.damage import changed
from tests.soak.ways import FRUGAL, NUMBERINGS, SWEEPS, SYMMETRIC, WAYS, Way, saving
from tests.strategies import KINDS, asked, words

Totals = Counter[str]
Asked = tuple[Board | Graph, Any, dict[str, Any]]

MOST_COUNTERS, MOST_BYTES = 3_000_000, 2_000_000_000
"""Larger questions are left out: many small ones find more."""

SLACK = 16 << 20
"""Bytes that an interpreter may grow by for itself, besides the budget of a call."""

SAVED_BOARD = Board(6, 8)


class LieError(Exception):
    """A wrong answer, or an exceeded budget."""


def expect(found: object, wanted: object, who: str, question: object) -> None:
    """Raise if an answer is not the true one."""
    if found != wanted:
        raise LieError(f"{who} says {found}, it is {wanted}: {question}")


# Questions ---------------------------------------------------------------------------------------


@st.composite
def larger(draw: st.DrawFn) -> Asked:
    """Boards of up to forty squares, with holes, joined sides, other leapers, and some words."""
    sides = draw(
        st.sampled_from([(4, 6), (5, 5), (5, 6), (4, 8), (6, 6), (5, 8), (3, 10), (2, 3, 4)])
    )
    cells = st.integers(0, 23)
    board = Board(
        *sides,
        leaper=draw(st.sampled_from(["knight", "knight", "wazir", "camel", "giraffe"])),
        holes=[Board(*sides).square(cell) for cell in draw(st.sets(cells, max_size=3))],
        wrap=tuple(draw(st.sampled_from([False, False, True])) for _ in sides),
    )
    kind = draw(st.sampled_from(KINDS))
    chosen = draw(words(board, kind)) if draw(st.booleans()) else {}
    chosen.pop("symmetry", None)
    return board, kind, chosen


def drawn(strategy: st.SearchStrategy[Asked], number: int, seed: int) -> Iterator[Asked]:
    """Yield `number` questions of a strategy; a seed always gives the same questions."""
    found: list[Asked] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=number,
        derandomize=False,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(one: Asked) -> None:
        found.append(one)

    draw()
    yield from found


# Trials ------------------------------------------------------------------------------------------


def small_questions(
    chance: random.Random, totals: Totals, ways: Mapping[str, Way] = WAYS, number: int = 40
) -> None:
    """Compare every way with the reference."""
    for place, kind, chosen in drawn(asked(), number, chance.getrandbits(32)):
        tours = Tours(place, kind, **chosen)
        wanted = reference.count(tours.question, Limits()).value
        able = SYMMETRIC if tours.question.symmetry else ways
        _all_agree(able, tours, wanted, chance, totals)
        totals["questions"] += 1


def _all_agree(
    ways: Mapping[str, Way], tours: Tours, wanted: int | None, chance: random.Random, totals: Totals
) -> None:
    for name, way in ways.items():
        found = way(tours, chance)
        if found is not None:
            expect(found, wanted, name, tours.question)
            totals[f"counted: {name}"] += 1


def larger_questions(chance: random.Random, totals: Totals, number: int = 12) -> None:
    """Compare all sweeps with the sweep over states."""
    for place, kind, chosen in drawn(larger(), number, chance.getrandbits(32)):
        tours = Tours(place, kind, **chosen)
        if not _affordable(tours.question):
            totals["left out as too large"] += 1
            continue
        try:
            wanted = tours.count(method="sparse", memory=MOST_BYTES)
        except BadInputError:
            totals["left out as too large"] += 1
            continue
        _all_agree(SWEEPS, tours, wanted, chance, totals)
        totals["questions"] += 1


def _affordable(question: Question) -> bool:
    paths = Question.ask(question.graph.board or question.graph, "path")
    try:
        order = best_order(paths, Limits())
    except BadInputError:
        return False
    return order_search(paths).counters(order) <= MOST_COUNTERS


def numbers(chance: random.Random, totals: Totals, number: int = 10) -> None:
    """Check that `rank` undoes `unrank`, and that samples are tours of the question."""
    for place, kind, chosen in drawn(asked(), number, chance.getrandbits(32)):
        tours = Tours(place, kind, **chosen)
        wanted = reference.count(tours.question, Limits()).value
        if not wanted:
            continue
        for method in NUMBERINGS:
            if method != "list" and (tours.question.symmetry or kind == "open"):
                continue
            at = chance.randrange(wanted)
            tour = tours.unrank(at, method=method)
            expect(tour in tours, True, f"unrank by {method}, number {at}", tours.question)
            expect(tours.rank(tour, method=method), at, f"rank by {method}", tours.question)
            totals[f"ranked: {method}"] += 1
        for tour in tours.sample(3, seed=chance.getrandbits(32)):
            expect(tour in tours, True, "sample", tours.question)
            expect(from_json(by_json(tour)), tour, "JSON of a tour", tours.question)
            totals["sampled"] += 1
        expect(Question.from_json(by_json(tours.question)), tours.question, "JSON", tours.question)
        with tempfile.TemporaryDirectory() as folder, suppress(BadInputError):
            tours.save(folder)  # refused for some questions, such as very small ones
            loaded = Tours.load(folder)
            expect(loaded, tours, "a loaded atlas", tours.question)
            expect(loaded.unrank(at), tours.unrank(at), "a tour of an atlas", tours.question)
            totals["atlases"] += 1


def by_json(written: Question | Tour) -> Any:
    return json.loads(json.dumps(written.to_json()))


COUNTING = """
    import sys
    from babieca import Board, count
    sides, words, folder = sys.argv[1:]
    board = Board(*map(int, sides.split("x")))
    print(count(board, checkpoint=folder, checkpoint_seconds=1e-9, threads=1, **eval(words)))
"""


def killed(chance: random.Random, totals: Totals) -> None:
    """Kill a count one to four times at random moments and resume it: the same count."""
    board = chance.choice([Board(6, 8), Board(6, 9), Board(5, 10)])
    wanted = count(board)
    with tempfile.TemporaryDirectory() as folder:
        name, choices = chance.choice(list(saving(folder, board).items()))
        for _ in range(chance.randint(1, 4)):
            with start(COUNTING, board.name, repr(choices), folder) as process:
                time.sleep(chance.uniform(0.0, 1.5))
                process.kill()
            totals["killed"] += 1
        with start(COUNTING, board.name, repr(choices), folder) as process:
            output, errors = process.communicate()
        expect(output, f"{wanted}\n", f"{name}, killed and resumed {errors}", board)
        left = list(Path(folder).glob("*.layers"))
        expect(left, [], f"{name}, files left in scratch", board)
        totals[f"resumed: {name}"] += 1


class EnoughError(Exception):
    """Raised by a progress function to stop a count."""


def damaged(chance: random.Random, totals: Totals, number: int = 25) -> None:
    """Damage a checkpoint in one place: it is refused, or the count is right."""
    wanted = count(SAVED_BOARD)
    share = chance.uniform(0.1, 0.9)

    def stop(told: Progress) -> None:
        if told.share is not None and told.share > share:
            raise EnoughError

    with tempfile.TemporaryDirectory() as folder:
        name, choices = chance.choice(list(saving(folder, SAVED_BOARD).items()))
        choices["threads"] = 1
        try:
            count(SAVED_BOARD, checkpoint=folder, checkpoint_seconds=1e-9, progress=stop, **choices)
        except EnoughError:
            pass
        files = {path: path.read_bytes() for path in Path(folder).iterdir() if path.stat().st_size}
        for _ in range(number if files else 0):
            for file, whole in files.items():
                file.write_bytes(whole)
            file, whole = chance.choice(list(files.items()))
            file.write_bytes(changed(whole, chance))
            try:
                found = count(SAVED_BOARD, checkpoint=folder, checkpoint_seconds=1e9, **choices)
            except BadInputError:
                totals["damaged: refused"] += 1
            else:
                expect(found, wanted, f"{name} from a damaged {file.name}", SAVED_BOARD)
                totals["damaged: counted right"] += 1


WATCHED = """
import sys
from babieca import *
count(Board(5, 6)), list(sample(Board(5, 6), method="sparse")), usage(Board(5, 6))
count(Board(6, 6), symmetry="half-turn")
try:
    {call}
except BadInputError:
    sys.exit(2)
"""


def watched(chance: random.Random, totals: Totals) -> None:
    """Check from outside that a process keeps its memory budget."""
    name, call = chance.choice(list(FRUGAL.items()))
    budget = chance.randint(1 << 20, 120 << 20)
    idle, _ = peak_of(WATCHED.format(call="pass"))
    peak, code = peak_of(WATCHED.format(call=call.format(bytes=budget)))
    if code not in (0, 2):
        raise LieError(f"{call} with {budget} bytes ended with {code}")
    if peak - idle > budget + SLACK:
        raise LieError(f"{name} held {peak - idle} bytes more than idle, allowed {budget}: {call}")
    totals[f"budget: {name} {'refused' if code else 'kept'}"] += 1


def peak_of(program: str) -> tuple[int, int]:
    """Run a program; return the most memory it held, in bytes, and its exit code."""
    environment = {**os.environ, "MALLOC_ARENA_MAX": "1"}
    process = subprocess.Popen([sys.executable, "-c", program], env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_maxrss * 1024, process.returncode
