"""Tours of directed graphs, compared with every order of the vertices."""

import itertools
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import networkx
import pytest

from babieca import (
    BadInputError,
    Board,
    Digraph,
    Graph,
    NotFoundError,
    NoTourError,
    Question,
    Tour,
    Tours,
    _core,
)
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS, TRACERS
from babieca.engines.directed_reasons import own_reason
from babieca.engines.protocol import core_question
from tests.test_heuristics import CHOOSY, GIVE_UP

Arc = tuple[int, int]
Walk = tuple[int, ...]


def random_arcs(random: Random, size: int) -> list[Arc]:
    often = random.choice([0.35, 0.5, 0.75])
    pairs = itertools.permutations(range(size), 2)
    return [pair for pair in pairs if random.random() < often]


def every_tour(size: int, arcs: list[Arc], kind: str) -> Iterator[Walk]:
    """Yield the tours by trying all orders; closed ones begin at 0."""
    there = set(arcs)
    for walk in itertools.permutations(range(size)):
        back = (walk[-1], walk[0]) in there
        if all(move in there for move in itertools.pairwise(walk)) and (
            kind == "path"
            or (kind == "closed" and back and walk[0] == 0 and size > 1)
            or (kind == "open" and not back)
        ):
            yield walk


def as_walk(tour: Tour) -> Walk:
    return tuple(tour.canonical().indices.tolist())


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("kind", ["closed", "path", "open"])
def test_all_verbs_agree_with_every_order_of_the_vertices(seed: int, kind: Any) -> None:
    random = Random(seed)
    size = random.randint(1, 6)
    arcs = random_arcs(random, size)
    wanted = sorted(every_tour(size, arcs, kind))
    tours = Tours(Digraph.from_edges(arcs, vertices=range(size)), kind)
    listed = list(tours.list())
    assert sorted(map(as_walk, listed)) == wanted
    assert all(tour in tours for tour in listed)
    assert {tours.count(method=method) for method in ("auto", "sparse", "search")} == {len(wanted)}
    if not wanted:
        with pytest.raises(NoTourError):
            tours.find()
        return
    assert as_walk(tours.find()) in wanted
    numbered = list(tours.unrank_all(range(len(wanted))))
    assert sorted(map(as_walk, numbered)) == wanted
    assert tours.rank_all(numbered) == list(range(len(wanted)))
    assert all(as_walk(tour) in wanted for tour in tours.sample(3, seed=seed))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", ["closed", "path"])
def test_every_finder_obeys_the_words(seed: int, kind: Any) -> None:
    """A finder answers the whole question, proves that there is none, gives up or refuses."""
    random = Random(seed)
    size = random.randint(1, 5)
    arcs = random_arcs(random, size)
    graph = Digraph.from_edges(arcs, vertices=range(size))
    words: list[dict[str, Any]] = [{}, {"start": 0}]
    if kind == "path" and size > 1:
        words += [{"end": 0}, {"start": 0, "end": 1}]
    if arcs:
        words += [{"begin": random.choice(arcs)}, {"through": [random.choice(arcs)]}]
    for one in words:
        tours = Tours(graph, kind, **one)
        wanted = sorted(map(as_walk, tours.list(method="search")))
        for name, engine in FINDERS.items():
            if engine.refusal(tours.question):
                with pytest.raises(BadInputError, match=f"method {name} does not"):
                    tours.find(method=name)
                continue
            try:
                tour = tours.find(method=name, timeout=0.05 if name in GIVE_UP else None)
            except NoTourError:
                assert not wanted, (name, one)
            except NotFoundError:
                assert name in GIVE_UP, (name, one)
            except BadInputError:
                assert name in CHOOSY, (name, one)
            else:
                assert as_walk(tour) in wanted, (name, one)
                walk = tuple(tour.indices.tolist())
                assert walk[: len(one.get("begin", ()))] == tuple(one.get("begin", ()))


def test_walks_on_paths_of_a_directed_graph_obey_the_question() -> None:
    graph = Digraph.from_edges([(0, 2), (1, 0), (1, 2), (2, 1)])
    for method in ("warnsdorff", "backtrack"):
        assert list(Tours(graph, "path", end=0).find(method=method)) == [2, 1, 0]
    tour = Tours(Digraph.from_edges(["ab", "ba", "bc"]), "path").find(method="backtrack")
    assert list(tour) == ["a", "b", "c"]


def test_no_engine_without_through_takes_the_forced_edges() -> None:
    question = Question.ask(Digraph.from_edges([(0, 1), (1, 2)]), "path")
    for table in (FINDERS, COUNTERS, LISTERS, NUMBERERS, TRACERS):
        for engine in table.values():
            able = "through" in engine.words or engine.arcs
            assert able or engine.refusal(question), engine.name
    plain = core_question(question)
    for walk in (
        partial(_core.find_by_warnsdorff, criteria=[], log=None),
        partial(_core.find_by_backtracking, warnsdorff=True, log=None),
        partial(_core.find, "construction"),
        partial(_core.find, "layered"),
    ):
        with pytest.raises(_core.Refused, match="method_not_word"):
            walk(plain, _core.FindLimits(1.0, 0, None, 0, 0, -1), None)


@pytest.mark.parametrize("seed", range(25))
def test_words_choose_among_the_tours(seed: int) -> None:
    random = Random(seed)
    size = random.randint(3, 6)
    arcs = random_arcs(random, size)
    graph = Digraph.from_edges(arcs, vertices=range(size))
    paths, closed = (sorted(every_tour(size, arcs, kind)) for kind in ("path", "closed"))
    used, left_out = random.choice(arcs), random.choice(arcs)

    def moves(walk: Walk) -> set[Arc]:
        return set(itertools.pairwise(walk))

    tours = Tours(graph, "path", start=0, end=size - 1, avoiding=[left_out])
    wanted = [walk for walk in paths if walk[0] == 0 and walk[-1] == size - 1]
    assert sorted(map(as_walk, tours.list())) == [w for w in wanted if left_out not in moves(w)]
    assert tours.count() == sum(left_out not in moves(walk) for walk in wanted)
    assert Question.from_json(tours.question.to_json()) == tours.question
    if used != left_out:
        tours = Tours(graph, through=[used], avoiding=[left_out])
        chosen = [w for w in closed if used in moves((*w, 0)) and left_out not in moves((*w, 0))]
        assert sorted(map(as_walk, tours.list())) == chosen
        assert tours.count() == len(chosen)
    tours = Tours(graph, "path", begin=used)
    assert tours.count() == sum(walk[:2] == used for walk in paths)
    assert all(tuple(tour.indices[:2].tolist()) == used for tour in tours.list())
    tours = Tours(graph, begin=used)
    assert tours.count() == sum(used in moves((*walk, 0)) for walk in closed)
    assert all(tuple(tour.indices[:2].tolist()) == used for tour in tours.list())


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("kind", ["closed", "path"])
def test_check_tells_whether_a_beginning_can_be_completed(seed: int, kind: Any) -> None:
    random = Random(seed)
    size = random.randint(3, 6)
    arcs = random_arcs(random, size)
    all_tours = [*every_tour(size, arcs, kind)]
    if kind == "closed":
        all_tours = [walk[at:] + walk[:at] for walk in all_tours for at in range(size)]
    begun = random.sample(range(size), random.randint(1, size))
    report = Tours(Digraph.from_edges(arcs, vertices=range(size)), kind).check(begun)
    legal = next(
        (at + 1 for at, move in enumerate(itertools.pairwise(begun)) if move not in arcs), size
    )
    walk = tuple(begun[:legal])
    assert report.squares == walk
    assert (report.fault is not None) == (legal < len(begun))
    assert report.completable == any(tour[: len(walk)] == walk for tour in all_tours)
    after = {v for u, v in arcs if u == walk[-1] and v not in walk}
    assert set(report.moves) == (after if len(walk) < size else set())
    sound = [at for at in range(1, len(walk) + 1) if any(t[:at] == walk[:at] for t in all_tours)]
    assert report.sound == max(sound, default=0)


def test_networkx_json_and_pickle_keep_the_directions() -> None:
    graph = Graph.from_networkx(networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")]))
    assert isinstance(graph, Digraph)
    assert sorted(graph.to_networkx().edges()) == [("a", "b"), ("b", "c"), ("c", "a")]
    assert Graph.from_json(graph.to_json()) == graph
    assert pickle.loads(pickle.dumps(graph)) == graph
    assert graph != Digraph.from_edges([("b", "a"), ("c", "b"), ("a", "c")], vertices="abc")
    tour = Tours(graph).find()
    assert tour == pickle.loads(pickle.dumps(tour))
    assert Tour(graph, "b c a").canonical() == tour.canonical() == Tour(graph, "a b c")
    with pytest.raises(BadInputError, match="from a to c, which is not a move"):
        Tour(graph, "a c b")
    with pytest.raises(BadInputError, match="one direction"):
        tour.reversed()


def test_two_vertices_are_a_closed_tour_if_arcs_go_both_ways() -> None:
    assert Tours(Digraph.from_edges([(0, 1), (1, 0)])).count() == 1
    assert Tours(Digraph.from_edges([(0, 1)])).count() == 0
    assert Tour(Digraph.from_edges([(0, 1), (1, 0)]), [0, 1]).closed


def test_an_undirected_graph_has_each_closed_tour_in_both_directions() -> None:
    board = Graph.of(Board(3, 10))
    arcs = [arc for u, v in board.edges() for arc in ((u, v), (v, u))]
    assert Tours(Digraph.from_edges(arcs)).count() == 2 * 16


def total_of(walk: Walk, closed: bool, weight: Any) -> Any:
    return sum(weight(move) for move in zip(walk, walk[1:] + walk[: int(closed)], strict=False))


@pytest.mark.parametrize("seed", range(20))
def test_tables_and_totals_follow_the_arcs(seed: int) -> None:
    random = Random(seed)
    size = random.randint(3, 5)
    arcs = random_arcs(random, size) or [(0, 1)]
    graph = Digraph.from_edges(arcs, vertices=range(size))
    weights = {arc: random.randint(-3, 3) for arc in arcs}
    for kind in ("closed", "path"):
        walks, closed = list(every_tour(size, arcs, kind)), kind == "closed"
        tours = Tours(graph, kind)  # type: ignore[arg-type]
        used = Counter(m for w in walks for m in zip(w, w[1:] + w[: int(closed)], strict=False))
        assert dict(tours.usage()) == {arc: used[arc] for arc in sorted(arcs)}
        totals = Counter(total_of(walk, closed, weights.get) for walk in walks)
        assert dict(tours.count_by(weights.__getitem__)) == totals
        for given in (weights, weights.__getitem__):
            optimum = tours.find_report(cheapest=given).optimum
            assert (optimum and (optimum.total, optimum.tours)) == min(totals.items(), default=None)
    starts = Counter(walk[0] for walk in walks)
    assert dict(tours.count_by("start")) == {v: starts[v] for v in range(size)}
    after = Counter(walk[1] for walk in walks if walk[0] == 0)
    moves = Tours(graph, "path", start=0).count_by("first-move")
    assert dict(moves) == {v: after[v] for u, v in arcs if u == 0}


def test_the_structure_of_a_directed_graph() -> None:
    star = Digraph.from_edges([(1, 0), (1, 2)], vertices=range(3))
    colours = star.bipartition()
    assert colours is not None
    assert colours.tolist() == [0, 1, 0]
    assert not star.is_connected()
    assert not Digraph.from_edges([(0, 1)]).is_connected()
    assert Digraph.from_edges([(0, 1), (1, 2), (2, 0)]).is_connected()


def test_an_undirected_graph_becomes_arcs_in_both_directions() -> None:
    assert Tours(Digraph.from_networkx(networkx.cycle_graph(3))).count() == 2
    board = Digraph.of("3x4")
    assert board.edge_count == 28
    assert pickle.loads(pickle.dumps(board)) == board
    assert Graph.from_json(board.to_json()).edges() == board.edges()
    assert not Digraph.from_json({"vertices": 2, "edges": [[0, 1]]}).directed


@pytest.mark.parametrize("seed", range(40))
def test_reasons_are_true_and_speak_of_vertices(seed: int) -> None:
    random = Random(seed)
    size = random.randint(2, 7)
    arcs = [arc for arc in itertools.permutations(range(size), 2) if random.random() < 0.3]
    graph = Digraph.from_edges(arcs, vertices=range(size))
    avoided, used = random.sample(arcs, 2) if len(arcs) > 1 else ((), ())
    for kind in ("closed", "path"):
        every = list(every_tour(size, arcs, kind))
        back = int(kind == "closed")
        moves = {walk: {*itertools.pairwise((*walk, *walk[:back]))} for walk in every}
        for words, wanted in (
            ({}, every),
            ({"start": 0}, [walk for walk in every if walk[0] == 0]),
            ({"avoiding": [avoided]}, [walk for walk in every if avoided not in moves[walk]]),
            ({"through": [used]}, [walk for walk in every if used in moves[walk]]),
        ):
            if [()] in words.values():
                continue
            tours = Tours(graph, kind, **words)  # type: ignore[arg-type]
            assert not wanted or own_reason(tours.question) is None
            proof = tours.find_report().proof
            assert (proof is None) == bool(wanted)
            assert not re.search("square|piece|entry|middle|exit", proof or ""), proof


@pytest.mark.parametrize(
    ("arcs", "kind", "words", "reason"),
    [
        ("ab bc cb ca da", "closed", {}, "no arc leads to d"),
        ("ab ac ad", "path", {}, "no arc leaves b, c; a path has one last vertex"),
        ("ab cb bd da dc", "closed", {}, "arcs from a, c lead only to b"),
        ("ab ba cd dc bc", "closed", {}, "no way leads from d to a"),
        ("ab ba bc cb cd dc", "closed", {}, "without b, no way leads from d to a, nor back"),
        ("ab bc ca ac", "closed", {"avoiding": "b-c"}, "no allowed arc leaves b"),
        ("ab ba cd dc", "path", {}, "no way leads from b to c, nor back"),
    ],
)
def test_a_proof_names_the_vertices(
    arcs: str, kind: Any, words: dict[str, Any], reason: str
) -> None:
    tours = Tours(Digraph.from_edges(arcs.split()), kind, **words)
    assert tours.find_report().proof == reason
    assert tours.exists().reason == reason


def test_a_plan_lists_each_vertex_once() -> None:
    tours = Tours(Digraph.from_edges(["ab", "bc", "cd", "de", "ea", "ba", "ec"]), "path")
    plan = tours.plan()
    assert sorted(plan.order) == [*"abcde"]
    assert plan.counters is not None
    assert plan.stored is not None
    assert plan.widths is not None
    each = (plan.occupied, plan.layers, plan.counters, plan.stored, plan.widths)
    assert {len(layers) for layers in each} == {7}  # the vertex that joins the ends retires too
    assert max(plan.occupied) == plan.slots
    assert max(plan.counters) == plan.peak_counters
    assert tours.count(order=plan.order) == tours.count()


@pytest.mark.parametrize("verb", ["trace", "study", "fractions"])
def test_verbs_of_undirected_graphs_refuse_arcs(verb: str) -> None:
    tours = Tours(networkx.DiGraph([(1, 2), (2, 3), (3, 1)]), start=1)
    with pytest.raises(BadInputError, match="takes undirected graphs"):
        getattr(tours, verb)()
    with pytest.raises(BadInputError, match="takes undirected graphs"):
        tours.count_by("edge-pair")
    with pytest.raises(BadInputError, match="takes undirected graphs"):
        tours.count_by("first-move", show_first=True)
    with pytest.raises(BadInputError, match="up_to needs a board"):
        tours.find().canonical(up_to="symmetry")
