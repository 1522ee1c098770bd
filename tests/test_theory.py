"""The refuter and `exists`, compared with brute force on small boards."""

import itertools
import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import networkx
import pytest

from babieca import (
    BadInputError,
    Board,
    Graph,
    NotFoundError,
    NoTourError,
    Question,
    Tours,
    Verdict,
    count,
    exists,
)
from babieca.as_json import record_of
from babieca.cli import run
from babieca.engines import reference
from babieca.engines.refuter import refuted
from babieca.formats.answers import planned
from babieca.invariants import invariant_of

KINDS: list[Any] = ["closed", "path", "open"]


def truth(board: Board, kind: Any) -> bool:
    return next(reference.tours(Question.ask(board, kind)), None) is not None


def on_paths(board: Board, **ends: Any) -> Verdict:
    return exists(board, "path", **ends)


@pytest.mark.parametrize(
    "sides", [s for s in itertools.product(range(1, 7), repeat=2) if s[0] * s[1] <= 20]
)
@pytest.mark.parametrize("kind", KINDS)
def test_small_rectangles_against_the_reference(sides: tuple[int, int], kind: Any) -> None:
    board = Board(*sides)
    verdict = exists(board, kind)
    if kind != "open" or verdict.answer != "undecided":
        assert bool(verdict) == truth(board, kind)


@pytest.mark.parametrize(
    "board",
    [
        Board(2, 2, 2),
        Board(2, 2, 3),
        Board(1, 3, 4),
        Board(1, 1, 1),
        Board(2, 2, 4),
        Board(1, 4, 1, 3),
        Board(3, 3, holes=["b2"]),
        Board(3, 3, wrap=True),
        Board(3, 4, holes=["a1"]),
        Board(4, 4, leaper=(0, 1)),
        Board(3, 3, leaper=(0, 1)),
        Board(3, 3, leaper=(1, 1)),
        Board(5, leaper=(0, 1)),
        Board(5),
        Board(2, 5, leaper=(0, 1)),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_what_theory_says_of_other_boards_is_true(board: Board, kind: Any) -> None:
    verdict = exists(board, kind)
    if verdict.answer == "undecided":
        assert "find decides by searching" in str(verdict)
        with pytest.raises(NotFoundError, match="does not decide"):
            bool(verdict)
    else:
        assert bool(verdict) == truth(board, kind)


@pytest.mark.parametrize("sides", [(3, 4), (4, 5), (5, 5), (3, 5), (4, 4)])
def test_starts_and_ends_against_the_reference(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    neighbours = reference.adjacency(Graph.of(board))
    if len(board) < 25:
        starts = range(len(board))
        paths = [path for s in starts for path in reference.directed_paths(neighbours, s)]
    else:  # the reference would take a minute: the search lists the paths
        paths = [tour.indices.tolist() for tour in Tours(board, "path", directed=True)]
    ends = {(path[0], path[-1]) for path in paths}
    for start, end in itertools.permutations(range(len(board)), 2):
        verdict = on_paths(board, start=start, end=end)
        if verdict.answer != "undecided":
            assert bool(verdict) == ((start, end) in ends)


def test_starts_and_ends_of_5x5() -> None:
    board = Board(5, 5)
    assert on_paths(board, start="a2").answer == "no"
    assert on_paths(board, start="a1", end="a2").answer == "no"
    assert on_paths(board, start="a1", end="c3").answer == "undecided"


def test_published_theorems() -> None:
    assert str(exists(Board(8, 8)).source).startswith("Schwenk")
    assert [n for n in range(3, 13) if exists(Board(3, n))] == [10, 12]
    assert [n for n in range(3, 13) if on_paths(Board(3, n))] == [4, 7, 8, 9, 10, 11, 12]
    assert [n for n in range(3, 13) if on_paths(Board(4, n))] == [3, 5, 6, 7, 8, 9, 10, 11, 12]
    assert not any(exists(Board(4, n)) for n in range(1, 30))
    assert str(exists(Board(2, 3, 4)).source).startswith("Erde")
    assert exists(Board(2, 3, 3)).answer == "no"
    assert exists(Board(3, 3, 3)).answer == "no"
    assert on_paths(Board(7, 7), start="a1", end="c1").answer == "yes"
    assert on_paths(Board(8, 8), start="a1", end="c1").answer == "no"
    assert exists(Board(100_000, 100_000)).answer == "yes"
    assert on_paths(Board(1, 8, 8), start=(0, 0, 0), end=(0, 0, 1)).answer == "yes"
    assert exists(Board(8, 8), "open").answer == "yes"


def test_degree_arguments() -> None:
    assert on_paths(Board(3, 3, holes=["a1"])).reason == "b2 has no move"
    assert exists(Board(3, 3, holes=["a1"])).reason == "b2 has no move"
    pieces = on_paths(Board(4, 4, leaper="zebra", holes=["a1", "d1"]))
    assert pieces.answer == "no"
    star = on_paths(Board(1, 6, leaper=(0, 1), wrap=False), start=(0, 2))
    assert star.answer == "no"


def test_bad_questions() -> None:
    with pytest.raises(BadInputError, match="no end"):
        exists(Board(8, 8), end="a1")
    with pytest.raises(BadInputError, match="same square"):
        exists(Board(8, 8), "path", start="a1", end=0)
    with pytest.raises(BadInputError, match="off the 8x8 board"):
        exists(Board(8, 8), start="z9")


def test_graphs_are_asked_about_too() -> None:
    assert exists(networkx.star_graph(4)).answer == "no"
    assert exists(networkx.star_graph(4), "path").answer == "no"
    assert exists(Graph.from_edges(["ab", "bc", "ca", "cd", "de", "ef", "fd"])).reason == (
        "without c the rest falls into 2 pieces"
    )
    verdict = exists(networkx.petersen_graph())
    assert (verdict.answer, verdict.source) == ("undecided", None)
    assert "find decides by searching, within a timeout" in verdict.reason
    assert exists(Graph.from_edges([])).answer == "no"
    assert exists(Graph.from_edges([], vertices="x"), "path").answer == "yes"
    path = networkx.path_graph(5)
    assert exists(path, "path", start=1).answer == "no"
    assert exists(path, "open", start=0, end=1).answer == "no"


def test_joined_borders_only_add_moves() -> None:
    assert exists(Board(8, 8, wrap=True)).answer == "yes"
    assert exists(Board(8, 8, wrap=True), "path", start="a1", end="b1").answer == "yes"
    across = exists(Board(8, 8, wrap=True), begin="a1 h3")
    assert across.answer == "undecided"
    assert "begin" in across.reason
    assert exists(Board(5, 6, wrap=(True, False))).answer == "yes"


TORI = [
    Board(*sides, leaper=leaper, wrap=True)
    for leaper in [(1, 2), (0, 1), (1, 1), (0, 2), (1, 3), (2, 3), (3, 3), (3, 4)]
    for sides in [(5,), (8,), (1, 2), (1, 5), (1, 8), (2, 2), (2, 3), (2, 4), (3, 3), (2, 2, 2)]
]
"""Some have moves that coincide or return to their own square; some fall into pieces."""


@pytest.mark.parametrize("board", TORI, ids=str)
def test_every_torus_is_decided(board: Board) -> None:
    graph = Graph.of(board)
    paths = list(reference.directed_paths(reference.adjacency(graph), 0))
    ends = {path[-1] for path in paths}
    apart = {end for end in ends if not graph.has_edge(0, end)}
    assert bool(exists(board)) == truth(board, "closed")
    for kind, possible in (("path", ends), ("open", apart)):
        asked: Any = kind
        assert bool(exists(board, asked)) == bool(possible)
        assert bool(exists(board, asked, end=0)) == bool(possible)
        for end in range(1, len(board)):
            assert bool(exists(board, asked, start=0, end=end)) == (end in possible)


@pytest.mark.parametrize("leaper", [(1, 2), (0, 1), (2, 2), (1, 3), (3, 3), (2, 4), (3, 6)])
def test_tori_are_connected_as_a_formula_says(leaper: tuple[int, int]) -> None:
    for sides in itertools.product(range(1, 10), repeat=2):
        board = Board(*sides, leaper=leaper, wrap=True)
        possible = Graph.of(board).is_connected()
        assert bool(exists(board, "path")) == possible
        assert bool(exists(board)) == (possible and len(board) > 2)


def test_theorems_on_tori_are_cited_and_speak_of_no_other_word() -> None:
    verdict = exists(Board(999_999, 1_000_000, wrap=True, leaper="zebra"), "open", start=7)
    assert (verdict.answer, str(verdict.source)[:15]) == ("yes", "Chen and Quimpo")
    torus = Board(5, 5, wrap=True)
    assert exists(torus, through="a1-b3").answer == "undecided"
    assert exists(Board(5, 5, wrap=True, holes="c3")).answer == "undecided"
    assert exists(torus, through="a1-b3,a1-c2,a1-b4").answer == "no"


def test_words_beyond_the_theorems_never_turn_a_no_into_a_yes() -> None:
    for words in ({"through": "a1-b3"}, {"avoiding": "b2-d3"}, {"symmetry": "half-turn"}):
        possible = exists(Board(6, 6), **words)
        assert possible.answer == "undecided"
        assert next(iter(words)) in possible.reason
        assert exists(Board(4, 6), **words).answer == "no"


def small_questions(chance: random.Random) -> Iterator[Question]:
    """Yield questions about small boards and graphs, with words at random."""
    boards = [
        Board(3, 4),
        Board(4, 5),
        Board(3, 7),
        Board(3, 4, wrap=True),
        Board(5, 4, wrap=(True, False)),
        Board(4, 4, leaper=(0, 1)),
        Board(3, 3, leaper=(1, 1), holes=["a2", "b1", "b3", "c2"]),
        Board(5, 5, holes=["c3", "a1", "b1", "a2", "e5"]),
        Board(2, 2, 4, leaper=(0, 1)),
        Board(7, leaper=(0, 1)),
    ]
    while True:
        graph = Graph.of(chance.choice(boards))
        if chance.random() < 0.2:
            pairs = itertools.combinations(range(chance.randint(3, 8)), 2)
            graph = Graph.from_edges(pair for pair in pairs if chance.random() < 0.5)
        if graph.edge_count < 2:
            continue
        edges, kind = graph.edges(), chance.choice(KINDS)
        words: dict[str, Any] = {}
        for word in ("through", "avoiding"):
            words[word] = frozenset(chance.sample(edges, chance.choice([0, 0, 1, 2])))
        for word in ("start", "end"):
            if kind != "closed" and chance.random() < 0.4:
                words[word] = chance.randrange(len(graph))
        walk = [words.get("start", chance.randrange(len(graph)))]
        for _ in range(chance.choice([0, 0, 3, 6])):
            onward = [vertex for vertex in graph.near(walk[-1]) if vertex not in walk]
            walk += chance.sample(onward, min(1, len(onward)))
        try:
            question = Question(graph, kind, begin=tuple(walk[1:] and walk), **words)
        except BadInputError:
            continue
        if graph.board is not None and chance.random() < 0.3:
            symmetry = chance.choice(graph.board.symmetries())
            question = replace(question, symmetry=invariant_of(graph, kind, symmetry))
        yield question


@pytest.mark.parametrize("seed", range(4))
def test_refutations_are_true(seed: int) -> None:
    refutations = 0
    for question in itertools.islice(small_questions(random.Random(seed)), 400):
        if reason := refuted(question):
            refutations += 1
            method = "search" if question.symmetry is None else "fold"
            assert Tours.of(question).count(method=method) == 0, f"{question}: {reason}"
    assert refutations > 100


@pytest.mark.parametrize(
    ("kind", "words", "reason"),
    [
        ("closed", {"through": "d4-e6,d4-f5,d4-c6"}, "d4 would have three moves"),
        ("closed", {"through": "d4-b3,d4-c2"}, "a1, c2, d4, b3 would be a cycle of their own"),
        ("closed", {"avoiding": "a1-b3"}, "a1 can be entered but not left again"),
        ("closed", {"avoiding": "a1-b3,a1-c2"}, "a1 has no move"),
        ("path", {"begin": "b3 d4 c2 e3"}, "a1 has no move"),
        ("path", {"start": "d4", "through": "c2-d4,a1-c2", "end": "b3"}, "a path of their own"),
        ("path", {"avoiding": "a1-b3,h1-f2,a8-c7"}, "a1, h1, a8 would all have to be ends"),
        ("open", {"start": "b3", "through": "a1-c2,b3-d4"}, "the ends, but start and end are a"),
        ("path", {"avoiding": "a1-b3,h8-f7"}, "a1 and h8 would have to be the ends, but both"),
        (
            "path",
            {"start": "d4", "through": "d4-e6,d4-f5"},
            "d4 is an end and would have two",
        ),
    ],
)
def test_contradictions_are_named(kind: Any, words: Any, reason: str) -> None:
    tours = Tours(Board(8, 8), kind, **words)
    assert reason in tours.exists().reason
    assert reason in str(tours.find_report().proof)
    assert refuted(Tours(Board(8, 8), "path", through="d4-e6").question) is None


def test_counts_samples_lists_and_plans_ask_for_a_refutation_first() -> None:
    """Each question is too wide to sweep, or takes a minute on the folded board."""
    odd, even = Tours(Board(17, 17)), Tours(Board(20, 20), symmetry="quarter-turn")
    report = odd.count_report()
    assert (report.value, report.method) == (0, "theory")
    assert "and a closed tour alternates" in str(report.proof)
    assert record_of(report)["proof"]["text"] == report.proof
    assert "proof" not in record_of(Tours(Board(5, 6)).count_report())
    assert even.count() == 0
    assert odd.classes().value == 0
    assert list(odd.list()) == list(even.list()) == []
    for tours in (odd, even):
        with pytest.raises(NoTourError, match="colour argument"):
            next(tours.sample())
        with pytest.raises(NoTourError, match="colour argument"):
            tours.unrank(0)
        assert set(tours.usage().values()) == {0}
    at_c3 = Tours(Board(17, 17), start="c3")
    assert not any(fraction.explored for fraction in at_c3.fractions())
    assert set(at_c3.count_by("edge-pair").values()) == {0}
    with pytest.raises(BadInputError, match="too wide to count"):
        at_c3.count_by("edge-pair", method="blocks")
    assert count(Board(8, 8), avoiding="a1-b3") == 0


@pytest.mark.parametrize("side", [9, 17])
def test_a_plan_says_that_the_answer_is_0(side: int) -> None:
    plan = Tours(Board(side, side)).plan()
    assert "alternates" in str(plan.refutation)
    assert plan.estimates["count"]["auto"].bytes == plan.sweeps == 0
    assert planned(plan)["value"] == "0"
    assert Tours(Board(6, 6)).plan().refutation is None


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (["count", "17x17"], 0, "145 squares have one colour and 144 the other"),
        (["list", "17x17"], 1, "145 squares have one colour and 144 the other"),
        (["plan", "9x9"], 0, "answer      0: 41 squares have one colour and 40 the other"),
    ],
)
def test_commands_name_the_refutation(
    words: list[str], code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == code
    written = capsys.readouterr()
    assert line in written.out + written.err


@pytest.mark.parametrize(
    ("board", "words", "advised"),
    [
        (Board(5, 5), {}, True),
        (Board(3, 4), {}, True),
        (Board(4, 5), {"directed": True}, True),
        (Board(7, 7), {"start": "a1"}, True),
        (Board(7, 7), {"start": "b1"}, False),
        (Board(4, 4), {}, False),
        (Board(3, 5), {}, False),
        (Board(1, 2, wrap=True), {}, True),
        (Board(7, 7), {"through": "a1-b3"}, False),
        (Board(3, 3, 3), {}, False),
    ],
)
def test_a_refusal_names_the_path_that_exists(board: Board, words: Any, advised: bool) -> None:
    for refused in (Tours(board, **words).find, lambda: Tours(board, **words).unrank(0)):
        with pytest.raises(NoTourError) as error:
            refused()
        assert str(error.value).endswith("; a path exists: ask for kind path") is advised
        assert "a path exists" not in error.value.proof
        assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
    if advised:
        assert Tours(board, "path", **words).find() is not None


def test_a_refused_magic_tour_says_nothing_of_other_paths() -> None:
    with pytest.raises(NoTourError, match="colour argument") as error:
        Tours(Board(5, 5)).find(magic="semi")
    assert "exists: ask" not in str(error.value)


def test_commands_name_the_path_in_their_own_words(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("find", "list", "sample", "count"):
        assert run([verb, "7x7"]) == (0 if verb == "count" else 1)
        assert capsys.readouterr().err.endswith("; a path exists: ask for --kind path\n")


def test_the_reference_is_right_where_everyone_agrees() -> None:
    def counted(place: Any, kind: Any = "closed") -> int:
        return count(place, kind, method="reference")

    assert counted(networkx.dodecahedral_graph()) == 30
    petersen = networkx.petersen_graph()
    assert [counted(petersen, kind) for kind in KINDS] == [0, 120, 120]
    assert counted(Board(4, 4, leaper=(0, 1))) == 6
    assert counted(networkx.hypercube_graph(3)) == 6
    assert counted(Graph.from_edges([(0, 1)])) == 0
    assert counted(Graph.from_edges([], vertices=[0]), "path") == 1
