"""Exported questions: real solvers find as many solutions as `count` counts, for every word."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import highspy
import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.formula import CNF
from pysat.solvers import Solver

from babieca import (
    BadInputError,
    Board,
    Digraph,
    Graph,
    NotFoundError,
    NoTourError,
    Tour,
    Tours,
    export,
    find,
)
from babieca.engines.encodings import ENCODINGS, text_bytes
from babieca.engines.encodings.circuits import circuit_of
from babieca.formats.graph_files import read_graph
from tests import DATA
from tests.commands import run
from tests.strategies import graphs, words

COMPLETE = Graph.from_edges([*itertools.combinations("abcde", 2)])
ONE_WAY = Digraph.from_edges(["ab", "ba", "bc", "cd", "de", "ea", "ac", "ce", "eb", "bd", "da"])
GRID = Board(4, 4, leaper="wazir")
QUESTIONS: list[tuple[Any, Any, dict[str, Any]]] = [
    (GRID, "closed", {}),
    (GRID, "closed", {"directed": True}),
    (GRID, "closed", {"start": "c3"}),
    (GRID, "closed", {"begin": "c3 c2 c1"}),
    (GRID, "closed", {"through": "a1-a2,c3-c2"}),
    (GRID, "closed", {"avoiding": "c3-d3"}),
    (GRID, "closed", {"at": "a1=3,a2=4"}),
    (GRID, "closed", {"at": "c3=16"}),
    (GRID, "closed", {"symmetry": "left-right"}),
    (GRID, "closed", {"symmetry": "left-right", "avoiding": "c3-d3"}),
    (GRID, "path", {"at": "a1=1,d4=8"}),
    ("4x4", "closed", {}),
    ("3x3", "path", {}),
    ("3x4", "path", {}),
    ("3x4", "open", {}),
    ("3x4", "path", {"directed": True}),
    ("3x4", "path", {"start": "a1"}),
    ("3x4", "path", {"start": "a1", "end": "d3"}),
    ("3x4", "open", {"end": "a1"}),
    ("3x4", "path", {"begin": "a1 b3"}),
    ("3x4", "path", {"at": "c2=2"}),
    ("3x4", "path", {"symmetry": "half-turn"}),
    (Board(3, 3, holes="b2"), "closed", {}),
    (Board(3, 3, holes="b2"), "path", {}),
    (Board(3, 3, holes="b2"), "open", {}),
    (ONE_WAY, "closed", {}),
    (ONE_WAY, "closed", {"begin": "a b"}),
    (ONE_WAY, "closed", {"through": "a-b"}),
    (ONE_WAY, "path", {}),
    (ONE_WAY, "open", {}),
    (ONE_WAY, "path", {"start": "b", "through": "c-d"}),
    (ONE_WAY, "path", {"end": "b", "avoiding": "c-d"}),
    (COMPLETE, "closed", {"through": "a-b"}),
    (COMPLETE, "open", {}),
    (COMPLETE, "path", {"start": "a", "avoiding": "a-b"}),
    (Graph.from_edges([], vertices="abc"), "closed", {}),
    (Graph.from_edges(["ab"], vertices="abc"), "path", {}),
]


def models(text: str) -> Iterator[list[int]]:
    formula = CNF(from_string=text)
    with Solver("glucose4", bootstrap_with=formula.clauses) as solver:
        yield from solver.enum_models()


@pytest.mark.parametrize(("board", "kind", "words"), QUESTIONS, ids=str)
def test_models_of_the_formula_are_the_tours(board: Any, kind: Any, words: Any) -> None:
    tours = Tours(board, kind, **words)
    read = [
        tours.solved_by("cnf", "s SATISFIABLE\nv " + " ".join(map(str, model)) + " 0\n")
        for model in models(tours.export("cnf"))
    ]
    assert len({*map(tuple, (tour.indices.tolist() for tour in read))}) == len(read)
    assert len(read) == tours.count()
    assert all(tour in tours for tour in read)


@st.composite
def questions(draw: st.DrawFn) -> Tours:
    graph = draw(graphs(3, 6))
    kind: Any = draw(st.sampled_from(["closed", "path", "open"]))
    return Tours(graph, kind, **draw(words(graph, kind)))


@settings(max_examples=40, deadline=None)
@given(questions())
def test_models_of_random_questions(tours: Tours) -> None:
    assert sum(1 for _ in models(tours.export("cnf"))) == tours.count(method="reference")


def solved(text: str, path: Path) -> str | None:
    """Return the solution that HiGHS writes, or None if there is none."""
    (path / "question.lp").write_text(text)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    assert highs.readModel(str(path / "question.lp")) == highspy.HighsStatus.kOk
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    assert status == highspy.HighsModelStatus.kOptimal
    highs.writeSolution(str(path / "answer.txt"), 0)
    return (path / "answer.txt").read_text()


@pytest.mark.parametrize(("board", "kind", "words"), QUESTIONS, ids=str)
def test_the_integer_program_has_the_tours(
    board: Any, kind: Any, words: Any, tmp_path: Path
) -> None:
    tours = Tours(board, kind, **words)
    text = tours.export("lp")
    assert max(map(len, text.splitlines())) < 560
    found = 0
    # Forbid each tour that was found; after a few of them, that is enough.
    while found < 3 and (answer := solved(text, tmp_path)) is not None:
        tour = tours.solved_by("lp", answer)
        assert tour in tours
        found += 1
        used = re.findall(r"^x(\d+) 1$", answer, re.MULTILINE)
        cut = " ".join(f"+ 1 x{number}" for number in used)
        text = text.replace("Bounds\n", f" {cut} <= {len(used) - 1}\nBounds\n")
    assert found == min(tours.count(), 3)


def data_of(text: str) -> dict[str, Any]:
    """Return the values of a MiniZinc data file."""
    plain = re.sub(r"^%.*\n", "", text, flags=re.MULTILINE).replace("{}", "set()")
    plain = re.sub(r"\b(true|false)\b", lambda found: found[0].title(), plain)
    values: dict[str, Any] = {}
    for name, value in re.findall(r"(\w+) = ([^;]*);", plain):
        values[name] = eval(value)
    return values


def solutions_of(data: dict[str, Any]) -> Iterator[list[int]]:
    """Yield every `next` that satisfies the model, by trying all circuits; slow and obvious."""
    size, anchor = data["size"], data["anchor"]

    def walks(walk: list[int]) -> Iterator[list[int]]:
        if len(walk) == size:
            if anchor in data["near"][walk[-1] - 1]:
                yield walk
            return
        for vertex in data["near"][walk[-1] - 1]:
            if vertex not in walk:
                yield from walks([*walk, vertex])

    for walk in walks([anchor]):
        position = {vertex: at for at, vertex in enumerate(walk)}
        after = {vertex: walk[(at + 1) % size] for vertex, at in position.items()}

        def used(u: int, v: int, after: dict[int, int] = after) -> bool:
            return after[u] == v or after[v] == u

        def rows(*names: str) -> Iterator[tuple[int, ...]]:
            return zip(*(data[name] for name in names), strict=True)

        if (
            all(after[u] == v for u, v in rows("from", "to"))
            and all(used(u, v) for u, v in rows("through_u", "through_v"))
            and not any(after[anchor] == u and after[v] == anchor for u, v in rows("first", "last"))
            and all(
                used(x, y) or not used(u, v)
                for u, v, x, y in rows("edge_u", "edge_v", "image_u", "image_v")
            )
            and all(position[v] == at for v, at in rows("fixed", "position_of"))
            and (not data["one_way"] or walk[1] < walk[-1])
        ):
            yield [after[vertex] for vertex in range(1, size + 1)]


@pytest.mark.parametrize(("board", "kind", "words"), QUESTIONS, ids=str)
def test_the_data_of_minizinc_have_the_tours(board: Any, kind: Any, words: Any) -> None:
    tours = Tours(board, kind, **words)
    found = [*solutions_of(data_of(tours.export("dzn")))]
    assert len(found) == tours.count()
    assert all(tours.solved_by("dzn", f"next = {after};\n----------") in tours for after in found)


def test_the_model_of_minizinc_declares_the_data() -> None:
    model = export("3x4", "path", to="mzn")
    declared = re.findall(r"^(?:array\[.*\] of (?:set of )?)?(?:int|bool): (\w+);", model, re.M)
    assert declared == [*data_of(export("3x4", "path", to="dzn"))]
    assert model == export(COMPLETE, to="mzn")


def cycles(graph: networkx.Graph[int], fixed: set[frozenset[int]]) -> list[list[int]]:
    """Return the Hamiltonian cycles of a graph that use all fixed edges."""
    found = networkx.simple_cycles(graph, length_bound=len(graph))
    whole = (cycle for cycle in found if len(cycle) == len(graph))
    pairs = ((cycle, zip(cycle, cycle[1:] + cycle[:1], strict=True)) for cycle in whole)
    return [cycle for cycle, used in pairs if fixed <= {*map(frozenset, used)}]


@pytest.mark.parametrize(
    ("board", "kind", "words"),
    [
        (board, kind, words)
        for board, kind, words in QUESTIONS
        if kind != "open"
        and board is not ONE_WAY
        and not words.keys() & {"directed", "at", "symmetry"}
    ],
    ids=str,
)
def test_tsplib_problems_have_the_tours(board: Any, kind: Any, words: Any) -> None:
    tours = Tours(board, kind, **words)
    text = export(board, kind, to="tsplib", **words)
    head, _, last = text.partition("FIXED_EDGES_SECTION\n")
    fixed = {frozenset(map(int, row.split())) for row in last.splitlines() if " " in row}
    if kind == "closed":
        graph = read_graph(head).to_networkx()
    else:
        size = int(re.findall(r"DIMENSION : (\d+)", head)[0])
        weights = head.partition("EDGE_WEIGHT_SECTION\n")[2].replace("EOF", "").split()
        pairs = itertools.combinations(range(1, size + 1), 2)
        graph = networkx.Graph()
        graph.add_nodes_from(range(1, size + 1))
        graph.add_edges_from(
            pair for pair, weight in zip(pairs, weights, strict=True) if weight == "0"
        )
    found = cycles(graph, fixed)
    assert len(found) == tours.count()
    for cycle in found:
        answer = f"TOUR_SECTION\n{' '.join(map(str, cycle))}\n-1\nEOF\n"
        assert tours.solved_by("tsplib", answer) in tours


@pytest.mark.parametrize(
    ("kind", "words", "to", "message"),
    [
        ("closed", {"at": "a1=3"}, "tsplib", "export to tsplib does not take at"),
        ("closed", {"symmetry": "left-right"}, "tsplib", "does not take symmetry"),
        ("closed", {"directed": True}, "tsplib", "does not take directed"),
        ("open", {}, "tsplib", "takes kind closed"),
        ("closed", {"up_to": "symmetry"}, "cnf", "export to cnf does not take up_to"),
        ("closed", {"symmetry": "Bergholtian left-right"}, "lp", "no Eulerian or Bergholtian"),
        ("closed", {}, "sat", "to is one of cnf, lp, dzn, mzn, tsplib, not 'sat'"),
    ],
)
def test_words_that_a_format_cannot_express_are_refused(
    kind: Any, words: Any, to: Any, message: str
) -> None:
    with pytest.raises(BadInputError, match=message):
        Tours("5x6", kind, **words).export(to)


def test_directed_graphs_are_no_problem_of_tsplib() -> None:
    with pytest.raises(BadInputError, match="export to tsplib takes undirected graphs"):
        export(ONE_WAY, to="tsplib")


def test_small_graphs_are_refused() -> None:
    for to in ENCODINGS:
        with pytest.raises(BadInputError, match="at least 3 squares, not 2"):
            Tours(Graph.from_edges(["ab"]), "path").export(to)


def test_answers_that_are_no_solutions_are_refused() -> None:
    tours = Tours("5x6", through="a1-b3")
    for to, encoding in ENCODINGS.items():
        with pytest.raises(
            BadInputError, match="there is no solution in the answer: expected"
        ) as no:
            tours.solved_by(to, "Good morning\n")
        assert encoding.layout in str(no.value)
    with pytest.raises(BadInputError, match="there is no solution"):
        tours.solved_by("cnf", "v " + "1" * 5000)
    model = next(models(Tours("5x6").export("cnf")))
    with pytest.raises(BadInputError, match="none of the closed tours of 5x6: the answer is cut"):
        Tours("5x6").solved_by("cnf", "v " + " ".join(map(str, model[:100])))
    with pytest.raises(NotFoundError, match="has 30 steps that are no moves"):
        Tours("5x6").solved_by("tsplib", f"TOUR_SECTION {' '.join(map(str, range(1, 31)))} -1")


# What the solvers wrote for 4x4, which has no closed tour.
@pytest.mark.parametrize(
    ("to", "status"),
    [
        ("cnf", "s UNSATISFIABLE\n"),
        ("cnf", "c Version 4.0.4 unknown\nc\ns UNSATISFIABLE\n"),  # Kissat
        ("cnf", "UNSAT\n"),  # MiniSat
        ("dzn", "=====UNSATISFIABLE=====\n"),
        ("lp", "Model status\nInfeasible\n\n# Primal solution values\nNone\n"),  # HiGHS
        ("lp", "Infeasible - objective value 0.00000000\n 1 x2  0.6  0\n 5 x6  1  0\n"),  # CBC
        ("lp", "Columns:    95\nStatus:     INTEGER EMPTY\n"),  # GLPK
        ("lp", "* Problem Infeasible            *\n No Solution Found\n"),  # SYMPHONY
    ],
)
def test_a_solver_may_say_that_there_is_no_tour(to: Any, status: str) -> None:
    with pytest.raises(NoTourError, match="the solver says so, unchecked"):
        Tours("4x4").solved_by(to, status)


@pytest.mark.parametrize(
    ("to", "status"),
    [
        ("cnf", "c UNKNOWN\n"),  # CaDiCaL
        ("cnf", "s UNKNOWN\n"),  # Kissat
        ("cnf", "s INDETERMINATE\n"),  # CryptoMiniSat
        ("dzn", "=====UNKNOWN=====\n"),
        ("lp", "Model status\nTime limit reached\n"),  # HiGHS
        ("lp", "Stopped on time (no integer solution - continuous used)\n 1 x2  0.44  0\n"),  # CBC
        ("lp", "Status:     INTEGER UNDEFINED\n SOLUTION IS INFEASIBLE\n"),  # GLPK
        ("lp", "no solution available\n"),  # SCIP
    ],
)
def test_a_solver_may_give_up(to: Any, status: str) -> None:
    with pytest.raises(NotFoundError, match="the solver did not decide"):
        Tours("10x10").solved_by(to, status)


def test_comments_of_a_solver_decide_nothing() -> None:
    with pytest.raises(BadInputError, match="there is no solution in the answer"):
        Tours("5x6").solved_by("cnf", "c unsatisfied clauses: 7\n")
    with pytest.raises(NoTourError):
        Tours("4x4").solved_by("cnf", "c time limit: 10 seconds\ns UNSATISFIABLE\n")


@pytest.mark.parametrize("solver", sorted(DATA.glob("answer_*.txt")), ids=lambda path: path.stem)
def test_answers_that_solvers_wrote(solver: Path) -> None:
    """The files are the whole answers of the solvers to the paths of 3x4, as they wrote them."""
    tours = Tours("3x4", "path")
    to: Any = {"gecode": "dzn", "cbc": "lp", "glpk": "lp", "scip": "lp"}.get(solver.stem[7:], "cnf")
    assert tours.solved_by(to, solver.read_text()) in tours


@pytest.mark.parametrize(
    "line",
    [
        "x{} {}",  # Gurobi
        "x{} {}.0000000001",
        '<variable name="x{}" index="7" value="{}"/>',  # CPLEX
    ],
)
def test_solutions_of_integer_programs(line: str) -> None:
    tours = Tours("5x6")
    circuit, tour = circuit_of(tours.question), tours.find()
    vertices = [*tour.indices.tolist(), int(tour.indices[0])]
    used = {circuit.arcs.index(arc) for arc in itertools.pairwise(vertices)}
    answer = "\n".join(line.format(n + 1, int(n in used)) for n in range(len(circuit.arcs)))
    assert tours.solved_by("lp", answer) == tour


@pytest.mark.parametrize(
    ("to", "comment"), [("cnf", "c "), ("lp", "\\ "), ("dzn", "% "), ("tsplib", "COMMENT")]
)
def test_labels_with_several_lines_stay_in_comments(to: Any, comment: str) -> None:
    def written(label: str) -> list[str]:
        graph = Graph.from_edges([(label, "b"), ("b", "c"), ("c", label)])
        lines = Tours(graph, start=label).export(to).splitlines()
        return [line for line in lines if not line.startswith(comment)]

    assert written("a\n1 0") == written("a")


def test_commands(tmp_path: Path) -> None:
    file = tmp_path / "paths.cnf"
    asked = ("3x4", "--path", "--start", "a1", "--to", "cnf")
    assert run("export", *asked, "-o", str(file)).returncode == 0
    assert file.read_text() == Tours("3x4", "path", start="a1").export("cnf")
    assert run("export", *asked).stdout == file.read_text()
    model = next(models(file.read_text()))
    answer = f"c solved\ns SATISFIABLE\nv {' '.join(map(str, model))} 0\n"
    done = run("export", *asked, "--solved-by", "-", text=answer)
    checked = run("check", "--start", "a1", "--json", text=done.stdout)
    assert json.loads(checked.stdout)["valid"]
    for wrong in (["--solved-by", str(tmp_path / "none")], ["--solved-by", "-", "-o", str(file)]):
        assert run("export", *asked, *wrong).returncode == 2
    assert run("export", "3x4", "--to", "what").returncode == 2
    assert run("export", "3x4").returncode == 2
    assert (
        "about 384.8 MiB: write it to a file with -o FILE"
        in run("export", "200x200", "--to", "cnf").stderr
    )


@pytest.mark.parametrize("kind", ["closed", "path"])
@pytest.mark.parametrize("to", [to for to in ENCODINGS if to != "mzn"])
def test_the_size_of_a_text_is_known_before(kind: Any, to: Any) -> None:
    tours = Tours("30x30", kind)
    assert 0.6 < len(tours.export(to)) / text_bytes(tours.question, to) < 1.4


def test_a_found_tour_satisfies_the_formula() -> None:
    """A tour of a board that is too large for enumeration is one model of its formula."""
    board = Board(8, 8)
    tour: Tour = find(board)
    text = export(board, to="cnf")
    numbers = {
        (found[1], found[2]): int(found[0])
        for found in re.findall(r"^c (\d+) moves (\w+) (\w+)$", text, re.MULTILINE)
    }
    names = tour.names
    for walk in (names, names[::-1]):
        moves = zip(walk, walk[1:] + walk[:1], strict=True)
        formula = CNF(from_string=text)
        with Solver("glucose4", bootstrap_with=formula.clauses) as solver:
            wanted = [numbers[move] for move in moves]
            found = [solver.solve(assumptions=wanted)]
            if found == [True]:
                break
    assert found == [True]
