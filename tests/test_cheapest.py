"""The cheapest tour and its companions, against all tours one by one and plain permutations."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest

from babieca import BadInputError, Graph, NotFoundError, NoTourError, Tours
from babieca.engines.optima import written
from babieca.engines.sweep.cheapest import sweep_by_sweep
from babieca.limits import Limits
from babieca.progress import Progress
from babieca.questions import Question
from tests.commands import run
from tests.test_weights import QUESTIONS, listed

MORE = {
    "6x6 with a beginning": Question.ask("6x6", begin="c3 e4", avoiding="c1-d3"),
    "6x6 through moves": Question.ask("6x6", through="c3-e4,d5-b4"),
    "5x5 paths with two ends": Question.ask("5x5", "path", start="a1", end="e5"),
    "5x5 paths with a beginning": Question.ask("5x5", "path", begin="a1 b3 d4"),
    "holes": Question.ask("5x5", "path", start="a1", avoiding="b3-d4"),
}


@pytest.mark.parametrize("name", [*QUESTIONS, *MORE])
@pytest.mark.parametrize("largest", [3, 10**9])
def test_no_tour_of_the_list_is_better(name: str, largest: int) -> None:
    question = {**QUESTIONS, **MORE}[name]
    rows, graph, draw = listed(question), question.graph, random.Random(name)
    weights = {edge: draw.randint(-largest, largest) for edge in graph.edges()}
    totals = np.array([*weights.values()])[rows].sum(axis=1)
    labelled = {(graph.label(u), graph.label(v)): weight for (u, v), weight in weights.items()}
    tours = Tours.of(question)
    for word, best in (("cheapest", totals.min()), ("dearest", totals.max())):
        asked: Any = {word: labelled}
        report = tours.find_report(**asked)
        assert report.optimum is not None
        assert report.tour in tours
        assert report.optimum.total == best
        assert report.optimum.tours == (totals == best).sum() == tours.count(**asked)
        moves = [graph.pair(move) for move in report.tour.edges]
        assert sum(weights[min(move), max(move)] for move in moves) == best


def test_random_graphs_against_all_permutations() -> None:
    draw, none = random.Random(5), 0
    for _ in range(40):
        vertices = draw.randint(3, 7)
        pairs = [*itertools.combinations(range(vertices), 2)]
        weights = {pair: draw.randint(-3, 3) for pair in pairs if draw.random() < 0.7}
        graph = Graph.from_edges(weights, vertices=range(vertices))
        for kind in ("closed", "path"):
            found: Counter[int] = Counter()
            for walk in itertools.permutations(range(vertices)):
                moves = [*itertools.pairwise(walk)]
                moves += [(walk[-1], walk[0])] if kind == "closed" else []
                used = [weights.get((min(move), max(move))) for move in moves]
                if None not in used:
                    found[sum(filter(None, used))] += 1
            asked: Any = Tours(graph, kind)
            if not found:
                none += 1
                assert asked.count(cheapest=weights) == 0
                with pytest.raises(NoTourError):
                    asked.find(cheapest=weights)
                continue
            least = asked.find_report(cheapest=weights).optimum
            times = 2 * vertices if kind == "closed" else 2
            assert (least.total, times * least.tours) == min(found.items())
            assert Tours(graph, kind, directed=True).count(cheapest=weights) == 2 * least.tours
    assert none > 5


@pytest.mark.parametrize(
    "by", ["slope:2", "slope:-1/2", "move-class:a1-b3", "across:c-d", "edges:a1-b3,c3-e4"]
)
def test_the_first_and_last_row_of_a_table(by: str) -> None:
    tours = Tours("6x6", avoiding="c3-b5")
    table = [*tours.count_by(by).items()]
    for word, row in (("fewest", table[0]), ("most", table[-1])):
        asked: Any = {word: by}
        report = tours.find_report(**asked)
        assert report.optimum is not None
        assert (report.optimum.total, report.optimum.tours) == row
        assert tours.count_report(**asked).total == row[0]


def test_the_extremes_of_a_slope_on_8x8_are_those_of_the_records() -> None:
    """docs/records.md has the whole table, which a GPU computed."""
    report = Tours("8x8").find_report(most="slope:2")
    assert report.optimum is not None
    assert (report.optimum.total, report.optimum.tours) == (34, 1029)
    assert report.tour is not None
    assert report.tour.describe().slopes["2"] == 34


def test_weights_are_said_in_many_ways(tmp_path: Path) -> None:
    tours, graph = Tours("5x6"), Graph.of("5x6")
    draw = random.Random(8)
    weights = {edge: Fraction(draw.randint(-200, 200), 20) for edge in graph.edges()}
    names = {edge: tuple(map(graph.name_of, edge)) for edge in weights}
    lines = [f"{v} {u} {float(weights[edge])}" for edge, (u, v) in names.items()]
    file = tmp_path / "weights.txt"
    file.write_text("# two squares and a weight\n\n" + "\n".join(lines) + "\n")
    drawn = networkx.Graph()
    drawn.add_weighted_edges_from((*graph.edges()[n], w) for n, w in enumerate(weights.values()))
    ways: list[Any] = [
        weights,
        {names[edge]: float(w) for edge, w in weights.items()},
        {"-".join(names[edge]): Decimal(str(float(w))) for edge, w in weights.items()},
        {names[edge]: np.float64(w) for edge, w in weights.items()},
        lambda move: weights[min(graph.pair(move)), max(graph.pair(move))],
        file,
        "; ".join(line.replace(" ", "-", 1) for line in lines),
        drawn,
    ]
    found = [tours.find_report(cheapest=way).optimum for way in ways]
    assert found == [found[0]] * len(ways)
    assert found[0] is not None
    rows = np.array([*weights.values()])[listed(Question.ask("5x6"))]
    assert found[0].total == min(rows.sum(axis=1))
    drawn.remove_edge(*graph.edges()[0])
    del drawn.edges[graph.edges()[1]]["weight"]
    assert Tours(drawn, "path").find_report(dearest=drawn).optimum is not None
    text = "; ".join(f"{u} {v} 1" for u, v in drawn.edges)
    assert Tours(Graph.of(drawn), "path").find_report(cheapest=text).optimum == (
        Tours(drawn, "path").find_report(cheapest=dict.fromkeys(drawn.edges, 1)).optimum
    )


ALL = dict.fromkeys(itertools.starmap(lambda u, v: (u, v), Graph.of("5x6").edges()), 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"cheapest": {"a1-b3": 1}}, "every move needs a weight; a1-c2 has none, and so have"),
        ({"cheapest": ALL | {"a1-b2": 1}}, "cheapest: a1 and b2 are not a move apart"),
        ({"cheapest": ALL | {"b3-a1": 2}}, "cheapest: a1-b3 has two weights"),
        ({"cheapest": ALL | {"b3-a1": float("nan")}}, "a weight is a number"),
        ({"cheapest": ALL | {"b3-a1": "1e99"}}, "a weight is a number"),
        ({"cheapest": ALL | {"b3-a1": None}}, "a weight is a number"),
        ({"cheapest": lambda move: 10**20}, None),
        ({"cheapest": lambda move: 10**20 + ((0, 0) in move)}, "weights have too many digits"),
        ({"dearest": "a1 b3"}, "an entry is two squares and a number, such as a1 b3 5, not"),
        ({"dearest": "a1 b3 5\na1 c2"}, "dearest: line 2: an entry is two squares and a number"),
        ({"cheapest": "# none\na1 b3 5; b3 a1 6"}, "cheapest: line 2: a1-b3 has two weights"),
        ({"cheapest": "\n\na1 b2 5"}, "cheapest: line 3: a1 and b2 are not a move apart"),
        ({"cheapest": "a1 b3 1.2.3"}, "cheapest: line 1: a weight is a number"),
        ({"cheapest": Path("none.txt")}, "cannot read 'none.txt': No such file"),
        ({"cheapest": 5}, "cheapest is a dictionary of weights"),
        ({"fewest": "slope"}, "fewest takes one sum, such as slope:2, not a table"),
        ({"fewest": "corners"}, "fewest takes a sum such as slope:2"),
        ({"fewest": "turn"}, "fewest takes one sum, such as turn:90, not a table"),
        ({"fewest": "slope:"}, "nothing follows the colon of 'slope:'"),
        ({"most": lambda move: (1, 2)}, "most takes one sum, not a table"),
        ({"most": "slope:2", "fewest": "slope:2"}, "fewest does not go together with most"),
        ({"most": "slope:2", "method": "sweep"}, "method sweep does not take most"),
        ({"most": "slope:2", "seed": 3}, "seed does not go together with most"),
        ({"most": "slope:2", "magic": "semi"}, "magic does not go together with most"),
    ],
)
def test_what_cannot_be_obeyed_is_refused(words: Any, said: str | None) -> None:
    if said is None:
        assert Tours("5x6").find_report(**words).optimum is not None
        return
    with pytest.raises(BadInputError) as error:
        Tours("5x6").find(**words)
    assert said in str(error.value)


def test_questions_that_no_sweep_answers_are_refused() -> None:
    with pytest.raises(BadInputError, match="frontier of 24 squares is too wide for turns"):
        Tours("12x12").find(fewest="turns")
    for board, kind, words in (
        ("5x6", "open", {}),
        ("6x6", "closed", {"symmetry": "half-turn"}),
        ("5x5", "path", {"at": "a1=3"}),
    ):
        with pytest.raises(BadInputError, match=r"fewest (takes kind|does not take)"):
            Tours(board, kind, **words).find(fewest="slope:2")  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="fewest needs a sweep: 17x18 is too wide"):
        Tours("17x18").find(fewest="slope:2")
    with pytest.raises(BadInputError, match="fewest needs a sweep: 10000x10000 is too wide"):
        Tours("10000x10000").count(fewest="slope:2")
    with pytest.raises(BadInputError, match=r"the states take more than 100\.0 KiB"):
        Tours("8x8").count(fewest="slope:2", memory="100K")
    with pytest.raises(BadInputError, match="threads does not go together with fewest"):
        Tours("6x8").count(fewest="slope:2", threads=2)
    with pytest.raises(NoTourError, match="Schwenk"):
        Tours("4x8").find(fewest="slope:2")
    assert Tours("4x8").count_report(fewest="slope:2").proof is not None
    single = Tours("1x1", "path").find_report(cheapest={}).optimum
    assert single is not None
    assert (single.total, single.tours) == (0, 1)


def test_progress_and_time() -> None:
    heard: list[float] = []
    tours = Tours("7x8")
    tours.find(fewest="slope:2", progress=lambda progress: heard.append(progress.share or 0.0))
    assert heard == sorted(heard)
    assert len(heard) > 1
    with pytest.raises(NotFoundError):
        Tours("8x8").find(most="turn:0", timeout=0.05)


def test_the_number_of_sweeps_is_not_known_beforehand() -> None:
    heard: list[Progress] = []
    tell = sweep_by_sweep(Limits.of(progress=heard.append))
    assert tell is not None
    for done in (0, 20, 36, 4):  # of 36 squares: the second sweep has a larger bound
        tell(done, 36)
    assert [progress.share for progress in heard] == [None] * 4
    assert heard[2].text == "squares passed by sweep 1: 36 so far"
    assert heard[3].text == "squares passed by sweep 2: 4 so far"
    hurried = sweep_by_sweep(Limits.of(timeout=1e-9))
    assert hurried is not None
    with pytest.raises(NotFoundError, match="sweep 1: 36 so far"):
        hurried(36, 36)
    assert sweep_by_sweep(Limits()) is None


def test_the_command_line(tmp_path: Path) -> None:
    graph = Graph.of("5x6")
    file = tmp_path / "weights.txt"
    names = [(graph.name_of(u), graph.name_of(v)) for u, v in graph.edges()]
    lines = [f"{u} {v} {n % 7}.{n % 5}5" for n, (u, v) in enumerate(names)]
    file.write_text("\n".join(lines))
    made = run("find", "5x6", "--cheapest", str(file), "--json")
    record = json.loads(made.stdout)
    best = Tours("5x6").find_report(cheapest=file).optimum
    assert best is not None
    assert record["optimum"] == {
        "word": "cheapest", "total": written(best.total), "tours": str(best.tours),
    }  # fmt: skip
    plain = run("find", "6x6", "--fewest", "slope:2", "--format", "moves")
    assert "fewest: 4, proved; 8 tours have it; sweep:" in plain.stderr
    counted = run("count", "6x6", "--fewest", "slope:2")
    assert (counted.stdout, counted.stderr) == ("8\n", "fewest: 4, proved\n")
    assert json.loads(run("count", "6x6", "--fewest", "slope:2", "--json").stdout)["total"] == "4"
    for typed, said in (
        (("count", "6x6", "--fewest", "slope:2", "--by", "slope"), "--fewest does not go together"),
        (("count", "6x6", "--most", "slope:2", "--device", "cpu"), "--device does not go together"),
        (("find", "6x6", "--cheapest", "none.txt"), "cannot read 'none.txt'"),
        (("find", "17x17", "--path", "--most", "slope:2"), "17x17 is too wide"),
    ):
        refused = run(*typed)
        assert refused.returncode == 2
        assert said in refused.stderr
        assert refused.stderr.count("\n") == 1
