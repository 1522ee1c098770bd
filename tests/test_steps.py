"""The word `at`, given steps: every answer against all tours, numbered in every way."""

from __future__ import annotations

import hashlib
import json
import random
import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babieca import Board, Tour, Tours, _core, check, count, exists, find, sample
from babieca.engines import COUNTERS
from babieca.engines.search.instances import search_for
from babieca.engines.search.steps import count_by_steps, list_by_steps
from babieca.engines.search.visiting import visit
from babieca.errors import BadInputError, NotFoundError, NoTourError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Kind, Question
from tests.commands import run

CASES: list[tuple[Board, Kind]] = [
    (Board(3, 4), "path"),
    (Board(3, 7), "path"),
    (Board(5, 5), "path"),
    (Board(5, 5), "open"),
    (Board(5, 5, holes="b2"), "path"),
    (Board(5, 6), "closed"),
    (Board(6, 6), "closed"),
    (Board(3, 10), "closed"),
    (Board(4, 5, wrap=(False, True)), "closed"),
    (Board(3, 5, wrap=(False, True)), "open"),
    (Board(3, 3, holes="b2"), "closed"),
]


@cache
def numberings(board: Board, kind: Kind) -> np.ndarray[Any, Any]:
    """All tours, found by another method, in both directions and, if closed, from every square."""
    question = Question.ask(board, kind)
    rows = np.concatenate([*Tours.of(question).batches(method="search")])
    rows = board.vertices()[rows]
    rows = np.concatenate([rows, rows[:, ::-1]])
    if kind == "closed":
        rows = np.concatenate([np.roll(rows, turn, axis=1) for turn in range(rows.shape[1])])
    return rows


def obeying(question: Question) -> np.ndarray[Any, Any]:
    """The numberings that obey a question, by the meaning of its words."""
    assert question.board is not None
    rows = numberings(question.board, question.kind)
    for vertex, step in question.at:
        rows = rows[rows[:, step - 1] == vertex]
    for step, vertex in enumerate(question.begin):
        rows = rows[rows[:, step] == vertex]
    if question.start is not None:
        rows = rows[rows[:, 0] == question.start]
    if question.end is not None:
        rows = rows[rows[:, -1] == question.end]
    for wanted, edges in ((True, question.through), (False, question.avoiding)):
        for edge in edges:
            ends = np.sort(np.nonzero(np.isin(rows, edge))[1].reshape(-1, 2))
            apart = ends[:, 1] - ends[:, 0]
            used = (apart == 1) | (question.closed & (apart == rows.shape[1] - 1))
            rows = rows[used == wanted]
    return rows


def random_words(dice: random.Random, walk: list[int], graph: Graph, kind: Kind) -> dict[str, Any]:
    """Words that a numbering obeys; sometimes one step is moved."""
    size = len(walk)
    steps = dice.sample(range(size), dice.randint(1, min(10, size)))
    at = {graph.label(walk[step]): step + 1 for step in steps}
    words: dict[str, Any] = {"at": at}
    free = [step for step in range(1, size + 1) if step not in at.values()]
    if dice.random() < 0.3 and free:
        at[dice.choice(list(at))] = dice.choice(free)
    if dice.random() < 0.2:
        words["start"] = graph.label(walk[0])
    if dice.random() < 0.2 and kind != "closed":
        words["end"] = graph.label(walk[-1])
    if dice.random() < 0.2:
        words["begin"] = [graph.label(vertex) for vertex in walk[: dice.randint(2, 4)]]
    for name in ("through", "avoiding"):
        if dice.random() < 0.2:
            step = dice.randrange(size - 1)
            words[name] = [(graph.label(walk[step]), graph.label(walk[step + 1]))]
    return words


@pytest.mark.parametrize(("board", "kind"), CASES, ids=str)
def test_answers_agree_with_all_numberings(board: Board, kind: Kind) -> None:
    dice, graph, every = random.Random(1), Graph.of(board), numberings(board, kind)
    asked = with_tours = 0
    while asked < (30 if len(every) > 100_000 else 60):
        words = random_words(dice, every[dice.randrange(len(every))].tolist(), graph, kind)
        try:
            question = Question.ask(board, kind, **words)
        except BadInputError:  # the moved step contradicts another word
            continue
        asked += 1
        wanted = set(map(tuple, obeying(question).tolist()))
        tours, few = Tours.of(question), len(wanted) < 2000
        assert tours.count() == len(wanted)
        if question.at and few:
            rows = [tuple(question.vertices_of(tour).tolist()) for tour in tours.list()]
            assert len(rows) == len(wanted) == len(set(rows))
            assert set(rows) == wanted
        with_tours += bool(wanted)
        if wanted:
            assert exists(board, kind, **words).answer != "no"
            found = tours.find()
            assert tuple(question.vertices_of(found).tolist()) in wanted
            assert found in tours
        else:
            with pytest.raises(NoTourError):
                tours.find()
        assert Question.from_json(question.to_json()) == question
    assert 0 < with_tours < asked


@pytest.mark.parametrize("kind", ["closed", "path", "open"])
def test_methods_agree_with_the_reference(kind: Kind) -> None:
    dice, board = random.Random(2), Board(3, 4, wrap=(False, True))
    tours = [*Tours(board, kind).list()]
    for _ in range(30):
        squares = list(dice.choice(tours).squares)
        at = {squares[step]: step + 1 for step in dice.sample(range(12), dice.randint(1, 3))}
        question = Question.ask(board, kind, at=at)
        counted = {
            method: Tours.of(question).count(method=method)
            for method, engine in COUNTERS.items()
            if method != "fold" and not engine.refusal(question)
        }
        assert len(set(counted.values())) == 1
        assert counted["reference"] >= 1


@pytest.mark.parametrize(("kind", "symmetry"), [("closed", "half-turn"), ("path", "half-turn")])
def test_symmetric_tours_with_steps(kind: Kind, symmetry: str) -> None:
    board = Board(6, 6) if kind == "closed" else Board(5, 5)
    squares = next(Tours(board, kind, symmetry=symmetry).list()).squares
    at = {squares[2]: 3, squares[9]: 10}
    plain = [*Tours(board, kind, at=at).list()]
    kept = [tour for tour in plain if symmetry in {each.name for each in tour.symmetries()}]
    tours = Tours(board, kind, at=at, symmetry=symmetry)
    assert kept
    assert {tuple(tour.indices) for tour in tours.list()} == {tuple(t.indices) for t in kept}
    assert tours.count() == len(kept)
    assert tours.find() in tours


def test_samples_are_numberings_and_reach_all() -> None:
    tours = Tours(Board(5, 5), "path", at={"c3": 25, "b2": 9})
    every = {tuple(tour.indices) for tour in tours.list()}
    assert len(every) == tours.count() > 3
    drawn = [tuple(tour.indices) for tour in tours.sample(40 * len(every), seed=1)]
    assert set(drawn) == every
    assert tours.rank(tours.unrank(2)) == 2
    assert len([*sample(Board(5, 5), "path", at="c3=25,b2=9", limit=2)]) == 2


def test_a_first_and_a_last_step_are_start_and_end() -> None:
    board = Board(5, 5)
    assert Question.ask(board, "path", at="a1=1,c3=25") == Question.ask(
        board, "path", start="a1", end="c3"
    )
    assert count(board, "path", at="a1=1") == count(board, "path", start="a1") == 304
    # Every closed tour has two directions.
    assert count(Board(6, 6), at="a1=1") == 2 * 9862


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"at": "c3"}, "at is numbers on squares such as c3=15,e4=30, not 'c3'"),
        ({"at": "c3=0"}, "at has numbers from 1 to 64, not c3=0"),
        ({"at": "c3=65"}, "at has numbers from 1 to 64, not c3=65"),
        ({"at": {"c3": "x"}}, "at is numbers on squares"),
        ({"at": "c3=5,c3=6"}, "at has a square or a number twice: c3=6"),
        ({"at": "c3=5,d4=5"}, "at has a square or a number twice: d4=5"),
        ({"at": "j3=5"}, "at: square 'j3' is off the 8x8 board"),
        ({"at": "c3=1", "start": "a1"}, "at: step 1 is on a1 and on c3"),
        ({"at": "a1=5", "start": "a1"}, "at: a1 has steps 1 and 5"),
        ({"at": 3}, "at is numbers on squares"),
    ],
)
def test_bad_steps_are_refused(words: Any, message: str) -> None:
    with pytest.raises(BadInputError) as refusal:
        Question.ask(Board(8, 8), "path", **words)
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("a1=1,b2=4", "a1 at step 1 and b2 at step 4 have the same colour"),
        ("a1=1,h8=5", "a1 at step 1 and h8 at step 5 are 4 moves apart, but the squares are 6"),
        ("a1=10,h1=12", "a1 at step 10 and h1 at step 12 have different colours"),
    ],
)
def test_exists_names_the_steps_that_contradict(at: str, reason: str) -> None:
    verdict = exists(Board(8, 8), "path", at=at)
    assert (verdict.answer, verdict.reason[: len(reason)]) == ("no", reason)
    with pytest.raises(NoTourError):
        find(Board(8, 8), "path", at=at)
    assert count(Board(8, 8), "path", at=at) == 0
    assert exists(Board(5, 5), "path", at="b1=1").answer == "no"


def test_a_large_board_has_a_tour_with_a_few_steps() -> None:
    board = Board(8, 8)
    at = {"c3": 15, "e4": 32, "g7": 51}
    for kind in ("path", "closed"):
        tour = find(board, kind, at=at, seed=3)
        assert [tour.step(square) for square in at] == [*at.values()]


def test_check_obeys_the_steps() -> None:
    report = check(Board(5, 5), "path", squares="a1 b3 c5", at="c5=4")
    assert report.fault == "step 3 is on c5, which is asked for step 4"
    tour = find(Board(5, 5), "path", begin="a1 b3 c5")
    at = {tour[3]: 4, tour[20]: 21}
    report = check(Board(5, 5), "path", squares="a1 b3 c5", at=at)
    assert (report.fault, report.moves, report.completable) == (None, (tour[3],), True)
    assert report.completion is not None
    assert report.completion[20] == tour[20]


def test_verbs_without_steps_refuse_them() -> None:
    tours = Tours(Board(6, 6), at="c3=15")
    for call in (tours.usage, tours.plan, tours.classes, lambda: tours.count(method="sweep")):
        with pytest.raises(BadInputError):
            call()
    with pytest.raises(BadInputError, match="solve needs given steps"):
        Tours(Board(6, 6)).solve()
    with pytest.raises(BadInputError, match="up_to"):
        Tours(Board(6, 6), at="c3=15", up_to="symmetry").list()


def gapped(tour: Tour, *steps: int) -> str:
    """The grid of a tour with only some steps."""
    shown = [re.sub("[0-9]+", lambda n: n[0] if int(n[0]) in steps else "0", str(tour))]
    return "\n".join(shown) + "\n"


def test_check_says_how_many_solutions_a_grid_has(tmp_path: Path) -> None:
    board = Board(5, 5)
    tours = [*Tours(board, "path").list()]
    for tour in (tours[100], tours[400]):
        for steps in ((2, 9, 14, 17, 20, 23), (5, 12), (3,)):
            file = tmp_path / "grid.txt"
            file.write_text(gapped(tour, *steps))
            told = run("check", str(file), "--json")
            record = json.loads(told.stdout)
            wanted = count(board, "path", at={tour[step - 1]: step for step in steps})
            assert (record["solutions"], record["given"]) == (str(wanted), len(steps))
            assert (told.returncode, record["valid"]) == ((0, True) if wanted == 1 else (1, False))
            assert len(record["completions"]) == min(wanted, 2)
    file.write_text("0 0 0 0 25\n0 0 0 0 0\n0 0 21 0 0\n0 0 0 0 0\n1 0 0 0 0\n")
    told = run("check", str(file))
    assert told.returncode == 1
    assert "these steps contradict each other: a1=1, c3=21, e5=25" in told.stdout


def test_a_cluster_lists_no_steps() -> None:
    question, limits = Question.ask(Board(5, 5), "path", at="c3=9"), Limits.of()
    elsewhere = replace(limits, executor=object())  # refused before it is used
    with pytest.raises(BadInputError, match="method steps does not take cluster"):
        next(list_by_steps(question, elsewhere))
    assert len(next(list_by_steps(question, limits))) == 1


def test_a_long_count_stops_and_resumes(tmp_path: Path) -> None:
    tours = Tours(Board(8, 8), at="f3=7,c6=15,d4=18,h5=21,b2=38,d5=47,a7=52,h4=58")
    wanted, folder, seconds = tours.count(threads=2), tmp_path / "saved", 0.002
    assert wanted == 683 == sum(map(len, tours.batches()))
    with pytest.raises(NotFoundError, match="counted by then"):
        tours.count(checkpoint=folder, timeout=seconds, threads=1)
    found, saved = None, False
    while found is None:
        saved = saved or (folder / "all").is_file()
        with suppress(NotFoundError):
            found = tours.count(checkpoint=folder, timeout=seconds, threads=1)
        seconds *= 1.2
    assert (found, saved) == (wanted, True)
    assert not (folder / "all").exists()


FORGED: tuple[Any, ...] = (5, None, [5], [[5]], [[[0]]], [[["a", 1]]], [[[10**30, 1]]], [[[99, 3]]])


@pytest.mark.parametrize("tasks", [*FORGED, [[[0, -1]]], [[[10**9, 3]]]], ids=str)
def test_forged_checkpoints_are_refused(tasks: Any, tmp_path: Path) -> None:
    for question in (Question.ask(Board(5, 5), "path", at="c3=15"), Question.ask(Board(6, 6))):
        search, file = search_for(question), tmp_path / "all"
        known = hashlib.sha256(f"babieca steps 1 {question.fingerprint}".encode()).hexdigest()
        fingerprint = known if question.at else search.fingerprint
        for content in ({"tasks": tasks, "tally": [0, 0, 0]}, {"tasks": []}, [], {"tally": [0]}):
            body = json.dumps(content).encode()
            _core.write_record(str(file), int(fingerprint[:16], 16), body)
            limits = replace(Limits.of(threads=1), checkpoint=file)
            with pytest.raises(BadInputError, match=r"the checkpoint .* is damaged"):
                count_by_steps(question, limits) if question.at else visit(search, limits)


def test_a_conflict_is_minimal() -> None:
    found = Tours(Board(5, 5), "path", at="a1=1,e5=25,c3=21,b3=2").solve()
    assert (found.count, found.unique) == (0, False)
    for left_out in found.conflict:
        others = {square: step for square, step in found.conflict.items() if square != left_out}
        assert count(Board(5, 5), "path", at=others) > 0
    assert count(Board(5, 5), "path", at=found.conflict) == 0
