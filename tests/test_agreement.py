"""All engines, all words: every engine that answers a question agrees with the reference."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babieca import (
    BadInputError,
    Board,
    Graph,
    Limits,
    NotFoundError,
    NoTourError,
    Question,
    Tour,
    Tours,
)
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS, reference
from babieca.engines.retirement import mirrored_order
from babieca.engines.sweep.sweeps import terms
from babieca.verbs.tables import UsageMethod
from tests.soak.ways import WIDTHS, outgrowing
from tests.strategies import KINDS, SMALL_BOARDS, asked
from tests.test_heuristics import CHOOSY, GIVE_UP

FEW = 600
"""If a question has at most this number of tours, each tour is checked."""

REFUSING_SYMMETRY = ("blocks", "sparse", "search", "steps")

Asked = tuple[Board | Graph, Any, dict[str, Any]]


def truth(question: Question) -> int:
    return reference.count(question, Limits()).value


def written_as_asked(question: Question, tour: Tour) -> bool:
    """Whether a tour is written from the start or beginning, and to the end, of the question."""
    vertices = tuple(question.vertices_of(tour).tolist())
    head = question.begin or (() if question.start is None else (question.start,))
    return vertices[: len(head)] == head and question.end in (None, vertices[-1])


def distinct(question: Question, tours: list[Tour]) -> bool:
    """Whether all tours differ; unless directions count, a tour equals its reverse."""
    ways = tours if question.multiplicity == 2 else [tour.canonical() for tour in tours]
    return len(set(ways)) == len(tours)


@settings(max_examples=250)
@given(asked())
def test_counting_and_listing(asked: Asked) -> None:
    place, kind, words = asked
    tours = Tours(place, kind, **words)
    question, wanted = tours.question, truth(tours.question)
    assert tours.count() == wanted
    for name in COUNTERS:
        if name in (REFUSING_SYMMETRY if question.symmetry else ("fold",)):
            with pytest.raises(BadInputError, match=f"method {name} .* symmetry"):
                tours.count(method=name)
        else:
            assert tours.count(method=name) == wanted, name
    if wanted > FEW:
        return
    for name in LISTERS:
        if (name == "fold") == (question.symmetry is None):
            with pytest.raises(BadInputError, match=f"method {name} .* symmetry"):
                tours.list(method=name)
            continue
        listed = list(tours.list(method=name))
        assert len(listed) == wanted, name
        assert distinct(question, listed), name
        assert all(tour in tours and written_as_asked(question, tour) for tour in listed), name
    assert len(list(tours)) == wanted


MIRRORED: dict[str, Tours] = {
    **{
        f"{board!r} {kind}": Tours(board, kind)
        for board in SMALL_BOARDS
        for kind in KINDS
        if board.cells > 2
    },
    "no slot is mirrored, start": Tours(Board(5, 4, leaper=(1, 1), wrap="all"), "path", start="b1"),
    "no slot is mirrored, solid": Tours(
        Board(2, 3, 2, wrap=(False, True, False)), "path", start=(0, 0, 0)
    ),
    "no slot is mirrored, through": Tours(
        Board(4, 5, leaper=(1, 1), wrap="all"), through="a4-b1,a4-b3"
    ),
    "6x6": Tours(Board(6, 6)),
    "5x6": Tours(Board(5, 6), "path"),
}


@pytest.mark.parametrize("tours", MIRRORED.values(), ids=MIRRORED)
def test_mirrors_widths_and_reruns(tours: Tours) -> None:
    """A stride that outgrows its counters, at any layer, counts nothing twice and skips nothing."""
    if not all(mirrored_order(term.question) for term in terms(tours.question)):
        pytest.skip("no mirror keeps the question")
    wanted = tours.count(method="sparse")
    for mirror, bits, layer in itertools.product((True, False), WIDTHS, (0, 3, 9)):
        with outgrowing(8, layer):
            found = tours.count(method="blocks", counter_bits=bits, mirror=mirror)
        assert found == wanted, (mirror, bits, layer)


@settings(max_examples=250)
@given(asked())
def test_engines_that_accept_a_question_answer_it(asked: Asked) -> None:
    place, kind, words = asked
    question = Question.ask(place, kind, **words)
    wanted = truth(question)
    for name, engine in COUNTERS.items():
        if not engine.refusal(question) and (name != "fold" or question.symmetry):
            assert engine(question, Limits()).value == wanted, name
    for name, lister in LISTERS.items():
        if not lister.refusal(question) and (name != "fold" or question.symmetry):
            assert sum(map(len, lister(question, Limits()))) == wanted, name


@settings(max_examples=250)
@given(asked(), st.integers(0, 2**64))
def test_finding(asked: Asked, seed: int) -> None:
    place, kind, words = asked
    tours = Tours(place, kind, **words)
    wanted = truth(tours.question)
    assert tours.exists().answer in (("yes", "undecided") if wanted else ("no", "undecided"))
    for name, engine in FINDERS.items():
        if engine.refusal(tours.question):
            with pytest.raises(BadInputError, match=f"method {name} does not"):
                tours.find(method=name)
            continue
        try:
            timeout = 0.02 if name in GIVE_UP else None
            tour = tours.find(method=name, timeout=timeout, seed=seed)
        except NoTourError:
            assert wanted == 0, name
        except NotFoundError:
            assert name in GIVE_UP, name
        except BadInputError:
            assert name in CHOOSY, name
        else:
            assert tour in tours, name
            assert written_as_asked(tours.question, tour), name


@settings(max_examples=150)
@given(asked(), st.integers(0, 2**32))
def test_numbers_and_samples(asked: Asked, seed: int) -> None:
    place, kind, words = asked
    tours = Tours(place, kind, **words)
    question = tours.question
    wanted = truth(question)
    if wanted == 0:
        with pytest.raises(NoTourError):
            tours.sample(seed=seed)
        return
    drawn = list(tours.sample(5, seed=seed))
    assert len(drawn) == 5
    assert all(tour in tours and written_as_asked(question, tour) for tour in drawn)
    assert list(tours.sample(5, seed=seed)) == drawn
    for name, engine in NUMBERERS.items():
        if engine.refusal(question):
            assert kind == "open" or question.symmetry is not None
            continue
        numbering = engine(question, Limits())
        assert numbering.total == wanted, name
        numbers = range(min(wanted, FEW))
        family = list(numbering.unrank(numbers, Limits()))
        assert distinct(question, family), name
        assert all(tour in tours and written_as_asked(question, tour) for tour in family), name
        assert numbering.rank(family, Limits()) == list(numbers), name
        assert tours.rank(drawn[0], method=name) < wanted


@settings(max_examples=100)
@given(asked())
def test_usage(asked: Asked) -> None:
    place, kind, words = asked
    tours = Tours(place, kind, **words)
    question = tours.question
    used: Counter[tuple[int, int]] = Counter()
    for walk in reference.tours(question):
        steps = [*walk, walk[0]] if kind == "closed" else walk
        used.update((min(pair), max(pair)) for pair in itertools.pairwise(steps))
    graph = question.graph
    wanted = {
        (graph.label(u), graph.label(v)): used[u, v] * question.multiplicity
        for u, v in graph.edges()
    }
    for method in get_args(UsageMethod):
        if question.symmetry is not None and method != "auto":
            with pytest.raises(BadInputError, match="does not take symmetry"):
                tours.usage(method=method)
        else:
            assert tours.usage(method=method) == wanted, method


@settings(max_examples=60)
@given(asked())
def test_tables(asked: Asked) -> None:
    place, kind, words = asked
    for word in ("begin", "symmetry"):
        words.pop(word, None)
    graph = Graph.of(place)
    if kind != "closed":
        starts = {name: word for name, word in words.items() if name != "start"}
        table = Tours(place, kind, **starts).count_by("start")
        for label in graph.labels:
            alone = label == starts.get("end") and len(graph) > 1
            number = 0 if alone else truth(Question.ask(place, kind, **starts, start=label))
            assert table[label] == number
    if "start" not in words:
        return
    tours = Tours(place, kind, **words)
    table = tours.count_by("first-move")
    origin, beside = tours.question.start, Counter[int]()
    for walk in reference.tours(replace(tours.question, directed=False)):
        steps = [*walk, walk[0]] if kind == "closed" else walk
        moves = [move for move in itertools.pairwise(steps) if origin in move]
        beside.update(sum(move) - origin for move in moves)
    for label, number in table.items():
        assert number == beside[graph.vertex(label)]
    if kind == "closed":
        pairs = tours.count_by("edge-pair")
        assert sum(pairs.values()) == truth(tours.question)
        words.pop("directed", None)
        if pairs:
            found = Tours(place, kind, **words).fractions()
            assert [(fraction.first, fraction.last) for fraction in found] == [*pairs]
            for fraction in found:
                pair = fraction.first, fraction.last
                assert pairs[pair] == pairs[fraction.equal_to]
                assert not (fraction.impossible and pairs[pair])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("board", SMALL_BOARDS, ids=str)
def test_classes_are_orbits(board: Board, kind: Any) -> None:
    tours = Tours(board, kind)
    rows = np.array(list(reference.tours(tours.question)), dtype=np.int64)
    listed = set(tours.question.tours(rows.reshape(-1, len(board)))) if len(rows) else set()
    listed = {tour.canonical() for tour in listed}
    found = tours.classes()
    symmetries = board.symmetries()
    assert found.kept == {
        symmetry.name: sum(tour.transformed(symmetry).canonical() == tour for tour in listed)
        for symmetry in symmetries
    }
    orbits = {
        frozenset(tour.transformed(symmetry).canonical() for symmetry in symmetries)
        for tour in listed
    }
    assert found.value == int(found) == len(orbits)
