"""Checks of partial tours, compared with brute force."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babieca import Board, Graph, Question, Tour, Tours, check, find, formats
from babieca.engines.reference import adjacency, directed_paths
from babieca.formats.judging import judge
from tests.strategies import asked


def moves_of(walk: tuple[int, ...], *, closed: bool) -> set[frozenset[int]]:
    moves = {frozenset(pair) for pair in itertools.pairwise(walk)}
    return moves | ({frozenset((walk[-1], walk[0]))} if closed else set())


def written(question: Question) -> list[tuple[int, ...]]:
    """Return every tour in every direction and from every start, by brute force."""
    neighbours = adjacency(question.graph)
    wanted = question.begin or (() if question.start is None else (question.start,))
    through = {frozenset(edge) for edge in question.through}
    avoiding = {frozenset(edge) for edge in question.avoiding}

    def obeys(walk: tuple[int, ...]) -> bool:
        meet = walk[-1] in neighbours[walk[0]]
        if question.closed and not (meet and len(walk) > 2):
            return False
        if question.kind == "open" and meet:
            return False
        made = moves_of(walk, closed=question.closed)
        if walk[: len(wanted)] != wanted or not through <= made or avoiding & made:
            return False
        if question.end is not None and walk[-1] != question.end:
            return False
        kind: Any = "closed" if question.closed else "path"
        tour = Tour(question.graph, [question.graph.label(v) for v in walk], kind=kind)
        return question.symmetry is None or question.symmetry.keeps(tour)

    starts = range(len(neighbours))
    return [walk for start in starts for walk in directed_paths(neighbours, start) if obeys(walk)]


def random_walk(graph: Graph, chance: random.Random, most: int) -> tuple[int, ...]:
    walk = [chance.randrange(len(graph))]
    while len(walk) < most:
        onward = [v for v in graph.neighbours(walk[-1]).tolist() if v not in walk]
        if not onward:
            break
        walk.append(chance.choice(onward))
    return tuple(walk)


@given(asked(), st.integers(0, 2**32))
def test_a_beginning_is_completable_iff_a_tour_begins_so(
    question: tuple[Any, Any, dict[str, Any]], seed: int
) -> None:
    place, kind, words = question
    tours = Tours(place, kind, **words)
    graph, chance = tours.question.graph, random.Random(seed)
    all_tours = written(tours.question)
    if all_tours and chance.random() < 0.5:
        tour = chance.choice(all_tours)
        walk = tour[: chance.randrange(len(tour) + 1)]
    else:
        walk = random_walk(graph, chance, chance.randrange(1, len(graph) + 1))
    report = tours.check([graph.label(v) for v in walk])
    legal = tuple(map(graph.vertex, report.squares))
    assert legal == walk[: len(legal)]
    assert (report.fault is None) == (legal == walk)
    assert report.step == (None if legal == walk else len(legal) + 1)

    known = {tour[:length] for tour in all_tours for length in range(len(graph) + 1)}
    assert report.completable == (legal in known)
    sound = max((n for n in range(len(legal) + 1) if legal[:n] in known), default=0)
    assert report.sound == sound
    onward = {tour[len(legal)] for tour in all_tours if tour[: len(legal)] == legal != tour}
    assert onward <= {graph.vertex(square) for square in report.moves}
    assert (report.proof is None) == report.completable
    if report.completable:
        assert report.completion in tours
        begun = [graph.vertex(square) for square in report.completion[: len(legal)]]
        assert tuple(begun) == legal
    assert report.whole == (legal in all_tours)


@pytest.mark.parametrize(
    ("tours", "playouts"),
    [
        (Tours(Board(5, 5), "path", start="a1"), 60),
        (Tours(Board(5, 6)), 40),
        (Tours(Board(6, 6), symmetry="half-turn"), 15),
        (Tours(Board(6, 6), symmetry="quarter-turn"), 15),
        (Tours(Board(3, 10), "open", start="a1"), 60),
    ],
    ids=str,
)
def test_play_agrees_with_the_list_of_all_tours(tours: Tours, playouts: int) -> None:
    """After each move, the check of every next move agrees with the list of all tours."""
    graph = tours.question.graph
    begun: dict[tuple[int, ...], set[int]] = {}
    for rows in tours.batches():
        for row in rows.tolist():
            ways = [row]
            if tours.question.closed:
                turned = [row[at:] + row[:at] for at in range(len(row))]
                ways = [way for one in turned for way in (one, one[:1] + one[:0:-1])]
            for way in ways:
                for length in range(len(way)):
                    begun.setdefault(tuple(way[:length]), set()).add(way[length])
    chance = random.Random(7)
    for _ in range(playouts):
        walk = random_walk(graph, chance, 1)
        if tours.question.start is not None:
            walk = (tours.question.start,)
        while walk in begun and len(walk) < len(graph):
            stray = chance.choice(graph.neighbours(walk[-1]).tolist())
            if stray not in walk:
                report = tours.check([graph.label(v) for v in (*walk, stray)])
                assert report.completable == (stray in begun[walk])
                assert report.sound == len(walk) + report.completable
            walk = (*walk, chance.choice(sorted(begun[walk])))


@pytest.mark.parametrize(
    ("words", "squares", "fault", "step"),
    [
        ({}, "a1 b3 z9", "step 3: square 'z9' is off the 8x8 board", 3),
        ({}, "a1 b3 c6", "step 3 goes from b3 to c6, which is not a move", 3),
        ({}, "a1 b3 a1", "step 3 is on a1, already visited at step 1", 3),
        ({"start": "b1"}, "a1 b3", "step 1 is on a1, not on b1 as asked", 1),
        ({"begin": "a1 b3 c5"}, "a1 b3 d4 a1", "step 3 is on d4, not on c5 as asked", 3),
        ({"avoiding": "b3-c5"}, "a1 b3 c5", "step 3 makes the move b3-c5, which is to be", 3),
        ({"kind": "path", "end": "b3"}, "a1 b3", "step 2 is on the end b3 before the last", 2),
    ],
    ids=str,
)
def test_the_first_fault_is_named(
    words: dict[str, Any], squares: str, fault: str, step: int
) -> None:
    report = check(Board(8, 8), **words, squares=squares)
    assert report.fault is not None
    assert report.fault.startswith(fault)
    assert (report.step, len(report.squares)) == (step, step - 1)
    assert report.completable
    assert report.sound == step - 1


@pytest.mark.parametrize(
    ("kind", "squares", "proof", "sound"),
    [
        ("closed", "b3 d4 c2 e1", "a1 can be entered but not left again", 2),
        ("closed", "c2 e1 g2 h4 f5 d4 b3", "a1, c2, e1, g2, h4, f5, d4, b3 would be", 6),
        ("path", "c1 b3 d4 c2 e1", "a1 has no move", 2),
    ],
    ids=str,
)
def test_why_nothing_goes_on_is_said_in_words(
    kind: Any, squares: str, proof: str, sound: int
) -> None:
    report = check(Board(8, 8), kind, squares=squares)
    assert not report.completable
    assert str(report.proof).startswith(proof)
    assert report.sound == sound


def test_a_whole_tour_completes_itself() -> None:
    tours = Tours(Board(5, 6))
    tour = tours.find()
    for squares in (tour.names, [*tour.names, tour.names[0]], " ".join(tour.names), tour.indices):
        report = tours.check(squares)
        assert report.whole
        assert report.completion == tour
        assert report.moves == ()
    other = Tours(Board(5, 6), avoiding=[(tour[-1], tour[0])]).check(tour.names)
    assert (other.completable, other.whole) == (False, False)
    assert other.proof == "everything is visited, but not as asked"


def test_a_graph_has_beginnings_too() -> None:
    ring = Graph.from_edges(["ab", "bc", "cd", "da", "ac"])
    report = Tours(ring).check("a b")
    assert (report.squares, report.moves, report.completable) == (("a", "b"), ("c",), True)
    assert Tours(ring).check("a c").completable is False


def test_what_takes_too_long_is_not_decided() -> None:
    report = Tours(Board(400, 400)).check([(0, 0), (1, 2), (2, 4)], timeout=1e-6)
    assert (report.completable, report.completion, report.proof) == (None, None, None)
    assert (len(report.squares), report.fault, report.sound) == (3, None, 0)


def test_large_boards_are_begun_as_well() -> None:
    begun = [(0, 0), (1, 2), (2, 4), (3, 6)]
    report = Tours(Board(60, 60)).check(begun)
    assert report.completable
    assert list(report.completion[:4]) == begun


@pytest.mark.parametrize("more", ["1", "7", "13", "x"])
def test_a_tour_with_one_square_too_many_is_no_tour(more: str) -> None:
    tour = find("3x4", "path")
    lines = [str(index + 1) for index in tour.indices.tolist()]
    text = "\n".join(["TOUR_SECTION", *lines])
    [entry] = formats.entries(f"{text}\n-1", board=Board(3, 4))
    assert judge(entry, "path", {}, None)[0]["valid"]
    if more == "x":
        names = " ".join(tour.names)
        [entry] = formats.entries(f"{names} e9", board=Board(3, 4), format="moves")
    else:
        [entry] = formats.entries(f"{text}\n{more}\n-1", board=Board(3, 4))
    record, sentence = judge(entry, "path", {}, None)
    assert not record["valid"]
    assert sentence.endswith("the squares before it are a path of 3x4")
