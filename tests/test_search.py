"""All tours, one by one: no rule loses a tour, and their order is the documented one."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babieca import (
    BadInputError,
    Board,
    FirstMove,
    FirstMoves,
    Graph,
    Limits,
    NoTourError,
    Question,
    Tour,
    Tours,
    _core,
    count,
    count_by,
    find,
    study,
    tours,
)
from babieca.engines import FINDERS, reference
from babieca.engines.search.instances import RULES, Search, clockwise, search_for
from babieca.engines.search.studies import estimate_levels, partial_paths, sample_subtrees
from babieca.engines.search.visiting import Visited, batches, visit
from babieca.questions import KINDS, Kind
from tests.strategies import graphs


def ready(
    board: Board | Graph,
    kind: Kind = "closed",
    *,
    rules: Any = "default",
    move_order: Any = "fixed",
    subtour_squares: int | None = None,
    **words: Any,
) -> Search:
    question = Question.ask(board, kind, **words)
    return search_for(question, rules=rules, move_order=move_order, subtour_squares=subtour_squares)


def visited(board: Board | Graph, kind: Kind = "closed", **options: Any) -> Visited:
    """Search with one thread."""
    return visit(ready(board, kind, **options), Limits(threads=1))


def every(board: Board | Graph, kind: Kind) -> list[Tour]:
    """Return all tours by the reference, in canonical form."""
    question = Question.ask(board, kind)
    return [question.tour(np.array(walk)).canonical() for walk in reference.tours(question)]


def same_set(found: Any, expected: list[Tour]) -> bool:
    listed = [tour.canonical() for tour in found]
    return len(set(listed)) == len(listed) and set(listed) == set(expected)


@given(
    graphs(most=7),
    st.sampled_from(KINDS),
    st.sets(st.sampled_from(sorted(RULES))),
    st.sampled_from(["fixed", "index", "warnsdorff"]),
)
def test_no_rule_cuts_a_tour(graph: Graph, kind: Kind, rules: set[str], move_order: str) -> None:
    expected = every(graph, kind)
    assert same_set(tours(graph, kind, rules=rules, move_order=move_order), expected)
    met = visited(graph, kind, rules=rules, move_order=move_order, subtour_squares=3)
    assert met.count == len(expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "board",
    [Board(3, 4), Board(3, 5, holes=["c2"]), Board(3, 3, wrap=True), Board(2, 3, 2)],
    ids=str,
)
def test_every_combination_of_rules_on_small_boards(board: Board, kind: Kind) -> None:
    expected = every(board, kind)
    assert same_set(tours(board, kind), expected)
    for size in range(len(RULES) + 1):
        for rules in itertools.combinations(RULES, size):
            assert visited(board, kind, rules=rules).count == len(expected)


@given(graphs(most=6), st.data())
def test_ends_edges_and_directions(graph: Graph, data: st.DataObject) -> None:
    neighbours = reference.adjacency(graph)
    walks = [path for v in range(len(graph)) for path in reference.directed_paths(neighbours, v)]
    start = data.draw(st.sampled_from([None, *range(len(graph))]))
    ends = [v for v in range(len(graph)) if v != start or len(graph) == 1]
    end = data.draw(st.sampled_from([None, *ends]))
    edges = data.draw(
        st.lists(st.sampled_from(graph.edges()), max_size=3, unique=True)
        if graph.edge_count
        else st.just([])
    )
    through, avoiding = edges[:2], edges[2:]

    def fits(path: tuple[int, ...]) -> bool:
        used = {(min(pair), max(pair)) for pair in itertools.pairwise(path)}
        return (
            (start is None or path[0] == start)
            and (end is None or path[-1] == end)
            and used >= set(through)
            and not used & set(avoiding)
        )

    name = graph.labels
    found = tours(
        graph,
        "path",
        directed=True,
        through=[(name[u], name[v]) for u, v in through],
        avoiding=[(name[u], name[v]) for u, v in avoiding],
        **{word: name[v] for word, v in (("start", start), ("end", end)) if v is not None},
    )
    assert sorted(tuple(tour.indices.tolist()) for tour in found) == sorted(filter(fits, walks))


def test_closed_tours_come_from_one_start_in_one_direction_in_a_documented_order() -> None:
    listed = [tour.indices.tolist() for tour in tours(Board(6, 6), move_order="index")]
    assert len(listed) == 9862
    assert {tour[0] for tour in listed} == {0}
    keys = [(tour[1], tour[-1], tour[1:]) for tour in listed]
    assert keys == sorted(keys)
    assert all(tour[1] < tour[-1] for tour in listed)
    without_forced = tours(Board(6, 6), move_order="index", rules="banon")
    assert [tour.indices.tolist() for tour in without_forced] == listed
    turned = list(tours(Board(5, 6), directed=True))
    assert len(turned) == 16
    assert len({tour.canonical() for tour in turned}) == 8


def test_listing_is_lazy() -> None:
    first = next(tours(Board(20, 20)))
    assert first.closed
    assert len(first) == 400


def test_known_counts() -> None:
    assert visited(Board(5, 8)).count == 44202
    assert visited(Board(6, 6)).count == 9862
    assert visited(Board(5, 6), "path").count == 18784
    assert visited(Board(2, 3, 4)).count == 12132
    assert visited(Board(4, 4, wrap=True)).count == 1344
    assert visited(Board(4, 5), "open").count == 82


def test_fractions_add_up() -> None:
    whole = visited(Board(5, 8)).count
    assert [visited(Board(5, 8), begin=["a1", second]).count for second in ("b3", "c2")] == [
        whole,
        whole,
    ]
    through = visited(Board(5, 8), through="c3-d5").count
    assert through + visited(Board(5, 8), avoiding="c3-d5").count == whole


# The course exercise counts rows from the top: its (3, 3) is d2 on 5x5, d3 on 6x6.


def first_moves(board: Board, **words: Any) -> list[FirstMove]:
    table = count_by(board, "path", by="first-move", show_first=True, **words)
    assert isinstance(table, FirstMoves)
    return table.rows


def test_tables_of_the_course_exercise() -> None:
    five = first_moves(Board(5, 5), start="d2")
    assert [row.count for row in five] == [28, 28, 0, 0]
    assert str(five[0].first_tour).splitlines()[0].split() == ["21", "6", "17", "12", "19"]
    assert str(five[1].first_tour).splitlines()[-1].split() == ["23", "2", "13", "8", "21"]
    assert five[2].first_tour is None
    six = first_moves(Board(6, 6), start="d3")
    assert [row.count for row in six] == [6411, 4716, 13574, 13574, 4716, 6411, 1630, 1630]
    assert str(six[0].first_tour).splitlines()[0].split() == ["31", "28", "33", "18", "7", "26"]
    assert str(six[1].first_tour).splitlines()[0].split() == ["7", "36", "21", "24", "9", "30"]


def test_a_table_of_first_moves_needs_a_start() -> None:
    with pytest.raises(BadInputError, match="needs a start"):
        first_moves(Board(5, 5))


@pytest.mark.parametrize("kind", KINDS)
def test_first_moves_after_a_beginning(kind: Kind) -> None:
    tours = Tours(Board(5, 6), kind, begin="a1 b3", avoiding="b3-d4")
    table = tours.count_by("first-move", show_first=True, rules="none", move_order="index")
    assert table == tours.count_by("first-move")
    assert isinstance(table, FirstMoves)
    for row in table.rows:
        tour = row.first_tour
        assert (tour is None) == (row.count == 0)
        assert tour is None or [*tour][:3] == [(0, 0), (2, 1), row.square]


def test_clockwise_is_the_order_of_the_course_exercise() -> None:
    top_left = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)]
    assert clockwise(Board(8, 8)) == [(-down, across) for down, across in top_left]


# Two knights ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [(5, 6), (3, 10), (3, 12), (6, 6)])
def test_two_knights_meet_exactly_the_symmetric_tours(sides: tuple[int, int]) -> None:
    board = Board(*sides)
    symmetric = Tours(board, symmetry="half-turn")
    expected = [tour.canonical() for tour in tours(board) if tour in symmetric]
    assert same_set(symmetric, expected)
    second = board.neighbours((0, 0))[0]
    for words in ({}, {"begin": [(0, 0), second]}):
        asked = Tours(board, **words)
        wanted = [tour for tour in expected if tour in asked]
        assert same_set(tours(board, symmetry="half-turn", **words), wanted)
        for rules in ("default", "none", "banon"):
            search = search_for(asked.question, rules=rules, two_knights=True)
            found = [t for rows in batches(search, Limits()) for t in asked.question.tours(rows)]
            assert same_set(found, wanted)
            if words:
                assert all(list(tour[:2]) == [(0, 0), second] for tour in found)


def test_two_knights_find_a_symmetric_tour() -> None:
    two_knights = FINDERS["two-knights"]
    question = Question.ask(Board(8, 8))
    tour = question.tour(two_knights(question, Limits()).vertices)
    assert all(
        (a[0] + b[0], a[1] + b[1]) == (7, 7) for a, b in zip(tour[:32], tour[32:], strict=True)
    )
    none_symmetric = two_knights(Question.ask(Board(3, 8)), Limits())
    assert not none_symmetric.decided
    assert none_symmetric.statistics["symmetric tours"] == 0
    assert not two_knights(Question.ask(Board(20, 20)), Limits(timeout=0.0)).decided
    assert list(find(Board(6, 8), method="two-knights", begin="c3 d5")[:2]) == [(2, 2), (4, 3)]


def test_two_knights_heed_the_symmetry_they_are_asked_for() -> None:
    symmetric = Tours(Board(3, 10), symmetry="half-turn")
    assert symmetric.find(method="two-knights") in symmetric
    # They meet both styles: all four symmetric tours of this board are Bergholtian.
    eulerian = Tours(Board(3, 10), symmetry="Eulerian half-turn")
    assert eulerian.count() == 0
    with pytest.raises((BadInputError, NoTourError)):
        eulerian.find(method="two-knights")
    with pytest.raises(NoTourError, match="two knights"):
        find(Board(3, 12), symmetry="half-turn", method="two-knights")


@pytest.mark.parametrize(
    ("board", "kind", "words", "message"),
    [
        (Board(8, 8), "path", {"end": 1}, "kind path"),
        (Board(6, 6), "closed", {"symmetry": "quarter-turn"}, "two-knights finds tours with"),
        (
            Board(6, 7),
            "closed",
            {"symmetry": "Bergholtian half-turn"},
            "two-knights finds tours with",
        ),
        (Board(8, 8), "closed", {"begin": "a1 b3 c5"}, "two squares"),
        (Board(8, 8), "closed", {"through": "a1-b3"}, "through"),
        (Board(3, 3, wrap=True), "closed", {}, "middle square"),
        (Board(6, 6, holes="a1,b1"), "closed", {}, "does not keep this board"),
        (Board(2, 3, 4), "closed", {}, "two dimensions"),
    ],
    ids=str,
)
def test_what_two_knights_refuse(
    board: Board, kind: Kind, words: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInputError, match=message):
        find(board, kind, method="two-knights", **words)


def test_any_integer_is_a_seed() -> None:
    for seed in (-1, 2**70):
        assert find(Board(6, 6), method="two-knights", seed=seed).closed
        search = ready(Board(5, 5), "path", rules="banon")
        assert len(estimate_levels(search, probes=10, seed=seed)) > 0
        assert len(sample_subtrees(search, samples=2, squares=3, seed=seed).weights) == 2


# Measuring ------------------------------------------------------------------------------------


def test_statistics_of_a_study() -> None:
    rows = study(Board(5, 5), "path", start="a1")
    assert {row.tally.solutions for row in rows} == {304}
    nodes = {row.name: row.tally.nodes for row in rows}
    assert nodes["no rules"] > nodes["island"] > nodes["island, dangling by colour"]
    plain = rows[0].tally
    graph = Graph.of(Board(5, 5))
    paths, entered = _core.plain_backtrack(graph.place, 0, False, 10**9, None)
    assert (plain.solutions, plain.nodes) == (paths, entered)
    for row in rows:
        shares = [row.tally.share(ending) for ending in row.tally.attempts]
        assert sum(shares) == pytest.approx(1)


def test_probes_agree_with_exact_numbers() -> None:
    board = Board(5, 5)
    levels = estimate_levels(ready(board, "path", start="a1", rules="none"), probes=20_000, seed=3)
    for steps, exact in enumerate(partial_paths(board, ["a1"], timeout=60), start=1):
        assert abs(levels[steps + 1].value - exact) <= 5 * levels[steps + 1].error + 1e-9
    search = ready(board, "path", start="a1", rules="banon", move_order="clockwise")
    sample = sample_subtrees(search, samples=2000, squares=6, seed=4)
    attempts = visit(search, Limits(threads=1)).tally.attempt_count
    values = sample.weights * sample.attempts.sum(axis=1)
    assert abs(values.mean() - attempts) <= 5 * values.std() / len(values) ** 0.5


# Words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words", "message"),
    [
        ("round", {}, "kind is one of"),
        ("closed", {"end": "a1"}, "no end"),
        ("closed", {"rules": "forced,magic"}, "rules is one of .*, not 'magic'"),
        ("closed", {"rules": 5}, "rules are names"),
        ("closed", {"move_order": "random"}, "move_order is one of"),
        ("closed", {"move_order": [(1, 2)]}, "each of the 8 moves once"),
        ("closed", {"begin": "a1 b2"}, "a1 and b2 are not a move apart"),
        ("closed", {"start": "c3", "begin": "a1 b3"}, "begin starts at a1, start is c3"),
        ("closed", {"through": [("a1", "b2")]}, "not a move"),
        ("closed", {"through": "a1-b3", "avoiding": "b3-a1"}, "both required and in avoiding"),
        ("closed", {"through": 5}, "edges are text such as a1-b3"),
        ("closed", {"through": "a1-b3-c5"}, "a move is two squares"),
        ("closed", {"through": ("a1", "b3")}, "a move is two squares"),
        ("closed", {"avoiding": [("a1", "b3", "c5")]}, "a move is two squares"),
        ("closed", {"symmetry": "mirror"}, "has no 'mirror'"),
        ("path", {"symmetry": "Eulerian half-turn"}, "only closed tours"),
        ("closed", {"symmetry": "half-turn", "rules": "none"}, "fold does not take rules"),
        ("closed", {"limit": -1}, "limit is a whole number"),
    ],
    ids=str,
)
def test_bad_questions_are_refused_in_one_line(
    kind: Any, words: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInputError, match=message) as caught:
        tours(Board(6, 6), kind, **words)
    assert len(str(caught.value).splitlines()) == 1


def test_too_large_boards_and_graphs_without_a_plane_are_refused() -> None:
    with pytest.raises(BadInputError, match="at most 1023"):
        tours(Board(40, 40))
    with pytest.raises(BadInputError, match="two dimensions"):
        tours(Graph.from_edges([(0, 1)]), "path", move_order="clockwise")


@pytest.mark.parametrize(
    "choice",
    [
        {"subtour_squares": 10**12},
        {"subtour_squares": -1},
    ],
    ids=str,
)
def test_numbers_out_of_bounds_are_refused(choice: dict[str, Any]) -> None:
    (name,) = choice
    with pytest.raises(BadInputError, match=f"{name} is a whole number from"):
        search_for(Question.ask(Board(5, 6)), **choice)


def test_edges_are_read_alike_everywhere() -> None:
    board = Board(5, 6)
    pairs = [("c2", "e1"), ("c1", "a2")]
    listed = list(tours(board, through=pairs))
    assert listed
    for edges in (pairs, "c2-e1,c1-a2", "(1,2)-(0,4); 2 - 6", ["e1-c2", (2, 6)]):
        assert list(tours(board, through=edges)) == listed
        assert count(board, through=edges) == len(listed)
        assert visited(board, avoiding=edges).count == count(board, avoiding=edges)
    cube, edge = Board(2, 3, 4), "(0,0,0)-(0,1,2)"
    found = count(cube, through=edge)
    assert 0 < found == visited(cube, through=[((0, 0, 0), (0, 1, 2))]).count


def test_a_board_without_tours_gives_an_empty_list() -> None:
    assert list(tours(Board(4, 4))) == []
    assert visited(Board(3, 3), "path").count == 0
