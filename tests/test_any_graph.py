"""Tours of graphs of known families: found, or proved impossible with a reason that holds."""

from __future__ import annotations

import itertools
import random
import re

import networkx
import pytest
from benchmarks.peers import families

from babieca import Graph, Tours, exists
from babieca.engines import FINDERS, reference
from babieca.engines.refuter import verdict_on
from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.questions import Question


def graph_of(adjacency: families.Adjacency) -> Graph:
    return Graph.from_adjacency(dict(enumerate(adjacency)))


HAVE_TOURS = {
    "3-regular": families.regular(400, 3),
    "5-regular": families.regular(300, 5),
    "geometric": families.geometric(400, 25),
    "threshold": families.process(300),
    "planted": families.planted(300, 4),
    "hypercube": families.hypercube(7),
    "Kneser": families.kneser(8, 3),
    "odd graph": families.kneser(9, 4),
    "Cayley": families.cayley(5),
    "pancakes": families.pancake(5),
    "Petersen GP(24, 2)": families.petersen(24, 2),
    "grid with holes": families.grid_with_holes(14),
    "ring": families.knight_ring(16),
    "line graph": families.line_graph(families.regular(100, 3)),
}


@pytest.mark.parametrize("name", HAVE_TOURS)
@pytest.mark.parametrize("kind", ["closed", "path"])
def test_families_with_tours(name: str, kind: str) -> None:
    tours = Tours(graph_of(HAVE_TOURS[name]), kind)
    report = tours.find_report(timeout=60, seed=7)
    assert report.found() in tours
    assert report.found() == tours.find(timeout=60, seed=7)


HAVE_NONE = {
    "Petersen": families.petersen(5, 2),
    "Petersen GP(35, 2)": families.petersen(35, 2),
    "Coxeter": families.coxeter(),
    "flower snark J5": families.flower_snark(5),
    "flower snark J15": families.flower_snark(15),
    "Petersen GP(401, 2)": families.petersen(401, 2),
    "flower snark J301": families.flower_snark(301),
    "Tutte": [sorted(networkx.tutte_graph()[v]) for v in range(46)],
    "Meredith": families.meredith(),
}


@pytest.mark.parametrize("name", HAVE_NONE)
def test_families_without_closed_tours(name: str) -> None:
    """None is refuted by a theorem: search or sweep proves it. All have paths."""
    graph = graph_of(HAVE_NONE[name])
    assert exists(graph).answer == "undecided"
    report = Tours(graph).find_report(timeout=60)
    assert report.tour is None
    assert re.search("whole tree|exhaustive", report.proof or "")
    assert not Tours(graph, "path").find(timeout=60).closed


def test_rotation_takes_ends_and_moves() -> None:
    graph = graph_of(families.regular(2000, 4))
    dice = random.Random(1)
    for _ in range(5):
        start, end = dice.sample(range(2000), 2)
        (u, v), (x, y) = dice.sample(graph.edges(), 2)
        tours = Tours(graph, "path", start=start, end=end, through=[(u, v)], avoiding=[(x, y)])
        report = tours.find_report(timeout=60)
        assert report.method == "rotation"
        assert report.found() in tours


def blobs(count: int, cut: int) -> Graph:
    """Complete graphs of six vertices, each joined with all vertices of a cut."""
    pairs: list[tuple[object, object]] = []
    for blob in range(count):
        inside = [(blob, i) for i in range(6)]
        pairs += itertools.combinations(inside, 2)
        pairs += itertools.product(inside, range(cut))
    return Graph.from_edges(pairs, vertices=range(cut))


def test_a_set_leaves_too_many_pieces() -> None:
    for cut in (2, 3, 4):
        assert exists(blobs(cut, cut)).answer == "undecided"
        report = Tours(blobs(cut + 1, cut)).find_report()
        names = ", ".join(map(str, range(cut)))
        assert report.proof == f"without {names} the rest falls into {cut + 1} pieces"
        assert not Tours(blobs(cut + 1, cut), "path").find().closed
        proof = Tours(blobs(cut + 2, cut), "path").find_report().proof
        assert proof == f"without {names} the rest falls into {cut + 2} pieces"


def holds(graph: Graph, question: Question, reason: str) -> bool:
    """Check a reason by its own words: moves of a set, or pieces without a set."""
    if match := re.fullmatch(r"without (.*) the rest falls into (\d+) pieces", reason):
        rest = graph.to_networkx()
        gone = [int(name) for name in match[1].split(", ")]
        rest.remove_nodes_from(gone)
        pieces = networkx.number_connected_components(rest)
        return pieces == int(match[2]) > len(gone) + (not question.closed)
    match = re.fullmatch(
        r"(.*) need at least (\d+) moves?; (?:at most (\d+) lead to (.*), and )?"
        r"(\d+) (?:elsewhere|are possible)",
        reason,
    )
    assert match, reason
    givers, takers = (
        {int(name) for name in (names or "").split(", ") if name} for names in (match[1], match[4])
    )
    elsewhere = sum(v not in takers for u in givers for v in graph.near(u))
    ends = 0 if question.closed else 2
    assert int(match[2]) >= 2 * len(givers) - ends
    assert (int(match[3] or 0), int(match[5])) == (2 * len(takers), elsewhere)
    return int(match[2]) > 2 * len(takers) + elsewhere


def random_question(dice: random.Random) -> Question:
    """Ask a random question about a sparse graph, often one of two unequal sides."""
    count = dice.randint(5, 9)
    side = dice.randint(2, count - 2) if dice.random() < 0.5 else 0
    pairs = [
        pair
        for pair in itertools.combinations(range(count), 2)
        if not side or (pair[0] < side <= pair[1]) or dice.random() < 0.1
    ]
    edges = [pair for pair in pairs if dice.random() < dice.choice((0.5, 0.8, 0.9))]
    graph = Graph.from_edges(edges, vertices=range(count))
    words = {word: [dice.choice(edges)] for word in ("through", "avoiding") if dice.random() < 0.3}
    if dice.random() < 0.5:
        return Question.ask(graph, "closed", **words)
    ends = {word: dice.randrange(count) for word in ("start", "end") if dice.random() < 0.4}
    return Question.ask(graph, "path", **ends, **words)


def test_random_graphs_agree_with_the_reference() -> None:
    dice = random.Random(3)
    by_sets = found = 0
    for seed in range(400):
        try:
            question = random_question(dice)
        except BadInputError:  # a move that is required and avoided, two ends at one vertex
            continue
        tour = next(reference.tours(question), None)
        verdict = verdict_on(question)
        assert verdict.answer != ("yes" if tour is None else "no")
        if "elsewhere" in verdict.reason or "possible" in verdict.reason:
            by_sets += 1
            assert holds(question.graph, question, verdict.reason)
        for method in ("auto", "edges", "rotation"):
            if tour is None and method == "rotation":
                continue
            finding = FINDERS[method](question, Limits.of(timeout=10, seed=seed))
            assert (finding.vertices is None, finding.proof is None) == (
                tour is None,
                tour is not None,
            )
            if finding.vertices is not None:
                found += 1
                assert question.admits(question.tour(question.written(finding.vertices)))
    assert by_sets > 2
    assert found > 150
