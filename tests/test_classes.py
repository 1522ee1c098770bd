"""One tour of each class: lists, samples, canonical forms and counts against brute force."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import networkx
import pytest

import babieca
from babieca import BadInputError, Board, Symmetry, Tour, Tours, classes
from babieca.questions import Kind

Walk = tuple[Any, ...]
Undirected = frozenset[Any]


def undirected(walk: Iterable[Any], closed: bool) -> Undirected:
    """Return a tour as the set of its moves: no start and no direction."""
    squares = list(walk)
    pairs = itertools.pairwise([*squares, squares[0]] if closed else squares)
    return frozenset(map(frozenset, pairs)) or frozenset(squares)


def keeps(symmetry: Symmetry, board: Board, kind: Kind, words: dict[str, Any]) -> bool:
    """Whether a symmetry maps the words to themselves, read as text and without vertices."""

    def moves(text: str) -> set[Any]:
        pairs = [move.split("-") for move in text.split(",") if move]
        return {frozenset(board.square(board.index(name)) for name in pair) for pair in pairs}

    begin = words.get("begin", "").split()
    required = [words.get("through", ""), *map("-".join, itertools.pairwise(begin))]
    for text in (",".join(filter(None, required)), words.get("avoiding", "")):
        images = {
            frozenset(symmetry.square(square, board.sides) for square in move)
            for move in moves(text)
        }
        if images != moves(text):
            return False
    named = [*begin[:1], *(words[name] for name in ("start", "end") if name in words)]
    ends = set() if kind == "closed" else {board.square(board.index(name)) for name in named}
    return {symmetry.square(end, board.sides) for end in ends} == ends


def orbits(board: Board, kind: Kind, **words: Any) -> dict[Undirected, set[Undirected]]:
    """Return the class of each tour; lists of all tours have tests of their own."""
    return _orbits(board, kind, tuple(words.items()))


@functools.cache
def _orbits(board: Board, kind: Kind, said: Any) -> dict[Undirected, set[Undirected]]:
    words = dict(said)
    closed, walks = kind == "closed", [[*tour] for tour in Tours(board, kind, **words)]
    known = {undirected(walk, closed) for walk in walks}
    group = [one for one in board.symmetries() if keeps(one, board, kind, words)]
    return {
        undirected(walk, closed): {
            undirected((one.square(square, board.sides) for square in walk), closed)
            for one in group
        }
        & known
        for walk in walks
    }


CASES: list[tuple[Board, Kind, dict[str, Any]]] = [
    (Board(5, 6), "closed", {}),
    (Board(3, 10), "closed", {}),
    (Board(5, 5), "path", {}),
    (Board(3, 4), "open", {}),
    (Board(3, 4), "path", {}),
    (Board(1, 1), "path", {}),
    (Board(4, 4), "closed", {}),
    (Board(4, 4, wrap="torus"), "closed", {}),
    (Board(3, 3, wrap="torus"), "closed", {}),
    (Board(3, 4, wrap="cylinder"), "path", {}),
    (Board(5, 5, holes="c3"), "path", {}),
    (Board(3, 4, holes="a1"), "path", {}),
    (Board(3, 3, holes="b2"), "closed", {}),
    (Board(4, 4, leaper="wazir"), "open", {}),
    (Board(2, 2, 3, leaper="wazir"), "closed", {}),
    (Board(2, 2, 2, leaper="wazir"), "path", {}),
    (Board(5, 5), "path", {"start": "a1"}),
    (Board(5, 5), "path", {"end": "c3"}),
    (Board(5, 5), "path", {"start": "a1", "end": "e5"}),
    (Board(5, 5), "open", {"start": "a1", "end": "c3"}),
    (Board(5, 5), "path", {"begin": "c3 b1"}),
    (Board(5, 5), "path", {"through": "a1-b3,a1-c2"}),
    (Board(5, 5), "path", {"avoiding": "a1-b3,e1-c2"}),
    (Board(5, 6), "closed", {"start": "c3"}),
    (Board(5, 6), "closed", {"begin": "a1 c2 e1"}),
    (Board(5, 6), "closed", {"through": "a1-c2,f1-d2"}),
    (Board(4, 4, wrap="torus"), "closed", {"avoiding": "b2-c4", "start": "d4"}),
]


@pytest.mark.parametrize(("board", "kind", "words"), CASES, ids=str)
def test_one_tour_of_each_class(board: Board, kind: Kind, words: dict[str, Any]) -> None:
    expected = orbits(board, kind, **words)
    asked = Tours(board, kind, up_to="symmetry", **words)
    found = list(asked)
    met = [expected[undirected(tour, kind == "closed")] for tour in found]
    assert len(met) == len({frozenset(one) for one in met})
    assert set().union(*met) == set(expected)
    assert len(found) == int(classes(board, kind, **words)) == asked.count()
    every = Tours(board, kind, **words)
    assert all(tour in every for tour in found)
    assert [tour for tour in found if tour in asked] == found
    if len(expected) < 500:
        assert sum(tour in asked for tour in every) == len(found)


def test_a_representative_is_the_first_of_its_class_in_the_list() -> None:
    """The documented order, also of `canonical`; the forms are made one by one in Python."""
    for board, kind, words in CASES[:16]:
        assert not words
        first: dict[frozenset[Undirected], Tour] = {}
        expected = orbits(board, kind)
        listed = list(Tours(board, kind))
        for tour in listed:
            first.setdefault(frozenset(expected[undirected(tour, kind == "closed")]), tour)
        wanted = [plain_form(tour) for tour in first.values()]
        assert [[*tour] for tour in Tours(board, kind, up_to="symmetry")] == wanted
        forms = Tour.canonical_all(listed, up_to="symmetry")
        assert {tuple(form) for form in forms} == set(map(tuple, wanted))
        assert forms[:20] == [tour.canonical(up_to="symmetry") for tour in listed[:20]]
        turned = [tour.transformed(board.symmetries()[-1]).reversed() for tour in listed]
        assert Tour.canonical_all(turned, up_to="symmetry") == forms
        assert [[*form] for form in Tour.canonical_all(turned)] == [*map(plain_form, turned)]


def plain_form(tour: Tour) -> list[Any]:
    """Return the squares from the least one to the lesser neighbour, or from the lesser end."""
    squares = list(tour)
    if not tour.closed:
        return min(squares, squares[::-1], key=lambda walk: walk[0])
    at = squares.index(min(squares))
    onwards = squares[at:] + squares[:at]
    return min(onwards, [onwards[0], *onwards[:0:-1]], key=lambda walk: walk[1])


def test_directed_classes_tell_directions_apart() -> None:
    """A class has both directions of a tour unless a symmetry reverses it."""
    for board, kind, symmetry in (
        (Board(5, 6), "closed", None),
        (Board(5, 5), "path", None),
        (Board(6, 6), "closed", "half-turn"),
    ):
        once = Tours(board, kind, symmetry=symmetry, up_to="symmetry")  # type: ignore[arg-type]
        twice = Tours(
            board,
            kind,  # type: ignore[arg-type]
            symmetry=symmetry,
            directed=True,
            up_to="symmetry",
        )
        reversed_by_none = 0
        for tour in once:
            back = tour.reversed()
            forms = [tour.transformed(one) for one in board.symmetries()]
            written = [form.starting_at(tour[0]) if tour.closed else form for form in forms]
            reversed_by_none += back not in written
        assert len(list(twice)) == len(list(once)) + reversed_by_none


def test_symmetric_tours_up_to_symmetry() -> None:
    """All images of a half-turn tour are half-turn tours, so 78 tours of 6x6 make 17 classes."""
    for name in ("half-turn", "quarter-turn", "Eulerian half-turn"):
        found = list(Tours(Board(6, 6), symmetry=name, up_to="symmetry"))
        every = list(Tours(Board(6, 6), symmetry=name))
        forms = Tour.canonical_all(every, up_to="symmetry")
        assert set(found) == set(forms)
        assert len(found) == len(set(forms))
    diagonal = Tours(Board(5, 5), "path", symmetry="half-turn", start="a1", up_to="symmetry")
    assert len(list(diagonal)) == len(list(Tours(Board(5, 5), "path", symmetry="half-turn"))) / 4


def test_the_first_representatives_come_at_once() -> None:
    for board, words in (
        (Board(8, 8), {}),
        (Board(8, 8), {"start": "d4"}),
        (Board(8, 8, wrap="torus"), {}),
        (Board(10, 10, leaper="giraffe"), {}),
        (Board(8, 8), {"symmetry": "half-turn"}),
    ):
        asked = Tours(board, up_to="symmetry", **words)  # type: ignore[arg-type]
        first = list(asked.list(10))
        assert len(set(first)) == 10
        assert first == list(itertools.islice(asked, 10))
    with_order = Tours(Board(6, 6), up_to="symmetry").list(move_order="clockwise")
    assert set(with_order) == set(Tours(Board(6, 6), up_to="symmetry"))


@pytest.mark.parametrize(
    ("board", "kind", "words", "draws"),
    [
        (Board(5, 6), "closed", {}, 3000),  # classes of 2 and of 4 tours
        (Board(6, 6), "closed", {"symmetry": "half-turn"}, 6000),
        (Board(5, 5), "open", {}, 5000),
        (Board(5, 5), "path", {"start": "a1"}, 10000),
    ],
)
def test_samples_are_uniform_over_classes(
    board: Board, kind: Kind, words: dict[str, Any], draws: int
) -> None:
    asked = Tours(board, kind, up_to="symmetry", **words)
    known = set(asked)
    seen = Counter(asked.sample(draws, seed=11))
    assert seen.keys() <= known
    expected, freedom = draws / len(known), len(known) - 1
    statistic = sum((seen[tour] - expected) ** 2 for tour in known) / expected
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5
    assert list(asked.sample(20, seed=3)) == list(asked.sample(40, seed=3))[:20]


def test_the_classes_of_samples_differ_in_size() -> None:
    """The cases above can tell a uniform class from a uniform tour."""
    for board, words in ((Board(5, 6), {}), (Board(6, 6), {"symmetry": "half-turn"})):
        sizes = Counter(Tour.canonical_all(Tours(board, **words), up_to="symmetry"))  # type: ignore[arg-type]
        assert len(set(sizes.values())) > 1


def test_an_atlas_serves_samples_of_classes(tmp_path: Path) -> None:
    from tests.commands import run

    drawn = list(Tours(Board(5, 6), up_to="symmetry").sample(5, seed=1))
    run("atlas", "build", "5x6", "-o", str(tmp_path / "atlas"))
    options = ("--up-to", "symmetry", "-n", "5", "--seed", "1", "--format", "moves")
    words = run("sample", "5x6", *options, "--atlas", str(tmp_path / "atlas"))
    assert words.stdout == run("sample", "5x6", *options).stdout
    assert words.stdout.splitlines()[0].split()[:-1] == drawn[0].names


@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("find", {}), ("count_by", {"by": "edge-pair", "start": "a1"}), ("usage", {}),
        ("fractions", {"start": "a1"}), ("plan", {}), ("study", {}), ("trace", {}),
        ("unrank", {"number": 0}), ("classes", {}), ("check", {"squares": "a1 c2"}),
    ],
)  # fmt: skip
def test_other_verbs_refuse_up_to(verb: str, more: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'up_to'"):
        getattr(babieca, verb)(Board(5, 6), up_to="symmetry", **more)
    more = {name: value for name, value in more.items() if name != "start"}
    with pytest.raises(BadInputError, match="does not take up_to"):
        getattr(Tours(Board(5, 6), start="a1", up_to="symmetry"), verb)(**more)


def test_refusals() -> None:
    asked = Tours(Board(5, 6), up_to="symmetry")
    assert asked.exists().answer == "yes"
    with pytest.raises(BadInputError, match="does not take up_to"):
        asked.rank(Tours(Board(5, 6)).find())
    with pytest.raises(BadInputError, match="does not take up_to"):
        asked.save("nowhere")
    with pytest.raises(BadInputError, match="counter_bits does not go together with up_to"):
        asked.count(counter_bits=32)
    with pytest.raises(BadInputError, match="count with up_to does not take directed"):
        Tours(Board(5, 6), up_to="symmetry", directed=True).count()
    for wrong in ("rotation", True, 5):
        with pytest.raises(BadInputError, match="up_to is symmetry, not"):
            Tours(Board(5, 6), up_to=wrong)  # type: ignore[arg-type]
        with pytest.raises(BadInputError, match="up_to is symmetry, not"):
            Tours(Board(5, 6)).find().canonical(up_to=wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="up_to needs a board"):
        Tours(networkx.cycle_graph(5), up_to="symmetry")
