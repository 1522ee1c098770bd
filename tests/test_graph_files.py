"""Graphs in files: networkx reads what we write, we read what it writes, and faults name a line."""

from __future__ import annotations

import itertools
import json
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import networkx
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from babieca import BadInputError, Board, Digraph, Graph, Tour, Tours, count, find, formats
from babieca.errors import BabiecaError
from babieca.formats.graph_files import FORMATS, SUFFIXES, load_graph, read_graph, save_graph
from tests.commands import run
from tests.strategies import graphs

CITIES = Graph.from_edges([("Ávila", "León"), ("León", "<Jaén & Úbeda>"), ("León", "Soria")])


def same(one: Graph, other: Graph) -> bool:
    """Whether two graphs are equal, labels aside."""
    return len(one) == len(other) and np.array_equal(one.targets, other.targets)


@pytest.mark.parametrize(
    "suffix", [suffix for suffix in SUFFIXES if suffix not in (".d6", ".atsp")]
)
@pytest.mark.parametrize(
    "graph", [Graph.of("3x4"), CITIES, Graph.from_edges([]), Graph.from_edges([], vertices="x")]
)
def test_every_format_is_read_back(suffix: str, graph: Graph, tmp_path: Path) -> None:
    graph.save(tmp_path / f"graph{suffix}")
    read = Graph.load(tmp_path / f"graph{suffix}")
    text = (tmp_path / f"graph{suffix}").read_text()
    first = {"tsplib": 1, "dimacs": 1}.get(SUFFIXES[suffix], 0)
    assert len(read) == len(graph)
    assert read.edges() == graph.edges()
    if SUFFIXES[suffix] in ("json", "graphml"):
        wanted = graph.labels if suffix == ".json" else graph.board or graph.labels
        names = [graph.name_of(vertex) for vertex in range(len(graph))]
        assert list(read.labels) in (list(wanted), names)
    else:
        assert list(read.labels) == [*range(first, first + len(graph))]
    assert read_graph(text) == read  # the text tells its format


@given(graphs(most=20))
@example(Graph.from_edges([(0, 1), (1, 2)], vertices=range(4)))  # the padding of sparse6
@example(Graph.from_edges([(i, j) for i in range(7) for j in range(i)], vertices=range(8)))
@example(Graph.from_edges([(0, 69), (3, 65)], vertices=range(70)))
def test_graph6_and_sparse6_agree_with_networkx(graph: Graph) -> None:
    theirs = networkx.Graph()
    theirs.add_nodes_from(range(len(graph)))
    theirs.add_edges_from(graph.edges())
    dense = networkx.to_graph6_bytes(theirs, header=False).decode()
    sparse = networkx.to_sparse6_bytes(theirs, header=False).decode()
    assert FORMATS["graph6"].write(graph) == dense
    for text in (dense, ">>graph6<<" + dense, sparse, ">>sparse6<<" + sparse):
        assert same(read_graph(text), graph)
    ours = FORMATS["sparse6"].write(graph)
    read = networkx.from_sparse6_bytes(ours.strip().encode())
    assert sorted(read.nodes) == [*range(len(graph))]
    assert {(min(edge), max(edge)) for edge in read.edges} == {*graph.edges()}


def test_large_graph6() -> None:
    ring = Graph.from_edges([(v, (v + 1) % 1000) for v in range(1000)])
    theirs = networkx.from_graph6_bytes(FORMATS["graph6"].write(ring).strip().encode())
    assert {(min(edge), max(edge)) for edge in theirs.edges} == {*ring.edges()}
    assert same(read_graph(FORMATS["graph6"].write(ring)), ring)
    many = Graph.from_edges([(0, 299_999)], vertices=range(300_000))
    assert same(read_graph(FORMATS["sparse6"].write(many)), many)


def test_graphml_agrees_with_networkx() -> None:
    theirs = networkx.parse_graphml(FORMATS["graphml"].write(CITIES))
    assert Graph.from_networkx(theirs) == CITIES
    text = "\n".join(networkx.generate_graphml(CITIES.to_networkx()))
    assert read_graph(text) == CITIES


def test_graphml_may_declare_any_encoding(tmp_path: Path) -> None:
    text = GRAPHML.format("<node id='ñ'/>")
    for encoding in ("UTF-8", "ISO-8859-1", "UTF-16"):
        file = tmp_path / "graph.graphml"
        file.write_text(f'<?xml version="1.0" encoding="{encoding}"?>{text}', "utf-8")
        assert load_graph(file).labels == ("a", "ñ")


@pytest.mark.parametrize("suffix", sorted({*SUFFIXES} - {".d6", ".atsp"}))
def test_a_label_may_have_several_lines(suffix: str, tmp_path: Path) -> None:
    graph = Graph.from_edges([("a\ne 1 1\nEOF", "b"), ("b", "c")])
    graph.save(tmp_path / f"graph{suffix}")
    assert load_graph(tmp_path / f"graph{suffix}").edges() == graph.edges()


def test_json_in_its_forms() -> None:
    wanted = Graph.from_edges([("a", "b"), ("b", "c")])
    theirs = networkx.adjacency_data(wanted.to_networkx())
    links = [
        networkx.node_link_data(wanted.to_networkx(), edges=name) for name in ("edges", "links")
    ]
    once = {"a": ["b"], "b": ["c"], "c": []}
    for record in (
        {"a": ["b"], "b": ["a", "c"], "c": ["b"]},
        once,
        theirs,
        *links,
        wanted.to_json(),
    ):
        assert read_graph(json.dumps(record)) == wanted
    assert read_graph("[[1], [0, 2], []]").edges() == [(0, 1), (1, 2)]
    assert read_graph('{"board": "3x4"}') == Graph.of("3x4")


GRAPHML = "<graphml>\n<graph edgedefault='undirected'>\n<node id='a'/>\n{}\n</graph></graphml>"
ONE_WAY = Digraph.from_edges([("a", "b"), ("b", "c"), ("c", "a"), ("a", "c")])


def test_directed_graphs_in_files(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        file = tmp_path / f"one_way{suffix}"
        if suffix not in (".graphml", ".xml", ".json", ".d6", ".atsp"):
            with pytest.raises(
                BadInputError, match=r"edges, not arcs: use one of \.atsp, \.graphml"
            ):
                ONE_WAY.save(file)
            continue
        ONE_WAY.save(file)
        read = Graph.load(file)
        assert read.directed
        assert read.edges() == ONE_WAY.edges()
        assert read == ONE_WAY or suffix in (".d6", ".atsp")
        assert read_graph(file.read_text()) == read
    theirs = ONE_WAY.to_networkx()
    assert read_graph("\n".join(networkx.generate_graphml(theirs))) == ONE_WAY
    assert Graph.from_networkx(networkx.parse_graphml(FORMATS["graphml"].write(ONE_WAY))) == ONE_WAY
    assert read_graph(json.dumps(networkx.adjacency_data(theirs))) == ONE_WAY
    assert read_graph(json.dumps(networkx.node_link_data(theirs, edges="edges"))) == ONE_WAY
    mixed = GRAPHML.format("<node id='b'/><edge source='a' target='b' directed='true'/>")
    assert read_graph(mixed).edges() == [(0, 1)]
    both = mixed.replace("undirected", "directed").replace("'true'", "'false'")
    assert read_graph(both) == Digraph.from_edges(["ab", "ba"])
    # The example of the definition of digraph6.
    assert read_graph(">>digraph6<<&DI?AO?").edges() == [(0, 2), (0, 4), (3, 1), (3, 4)]


ATSP = (
    "NAME: x\nTYPE: ATSP\nCOMMENT: four\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
    "EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"
)


def test_entries_as_large_as_the_diagonal_are_no_arcs() -> None:
    """Rows may go over lines, as in the files of TSPLIB."""
    graph = read_graph(ATSP + "9999 3 9999\n-5 9999 9999 0 1 7 9999\n9999 2 2 9998 2 9999\nEOF\n")
    assert graph.directed
    assert list(graph.labels) == [1, 2, 3, 4]
    there = {(0, 1), (0, 3), (1, 2), (1, 3), (2, 0), (2, 3), (3, 0), (3, 1), (3, 2)}
    assert set(graph.edges()) == there
    walks = [walk for walk in itertools.permutations(range(4)) if walk[0] == 0]
    closed = [w for w in walks if {*itertools.pairwise((*w, 0))} <= there]
    assert Tours(graph).count() == len(closed)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ATSP + "9 1 1 1  1 9 1 1  1 1 9 1  1 1 1 9", "every order of the vertices is a tour"),
        (ATSP + "0 1 1 1  1 0 1 1  1 1 0 1  1 1 1 0", "the diagonal is the largest number"),
        (ATSP + "9 1 1 1  1 9 1 1  1 1 9 1  1 1 1", "rows and columns, not 15 entries"),
        (ATSP + "9 1.5", "an entry of the matrix is a whole number, not '1.5'"),
        (ATSP.replace("FULL_MATRIX", "UPPER_ROW"), "line 6: EDGE_WEIGHT_FORMAT is FULL_MATRIX"),
        (ATSP.replace("EDGE_WEIGHT_SECTION", ""), "the file has no EDGE_WEIGHT_SECTION"),
        (ATSP.replace("COMMENT", "COMMENTS"), "line 3: 'COMMENTS' is not read"),
        (ATSP.replace("DIMENSION: 4\n", ""), "the file has no DIMENSION"),
    ],
)
def test_a_wrong_matrix_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInputError) as error:
        read_graph(text)
    assert message in str(error.value)


def test_a_complete_directed_graph_is_not_written_as_a_matrix(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"every order of the vertices is a tour: use \.d6"):
        Digraph.from_edges(["ab", "ba"]).save(tmp_path / "complete.atsp")


def test_tours_of_directed_graphs_are_read_back() -> None:
    tour = find(ONE_WAY)
    for format in ("json", "moves", "tsplib"):
        assert formats.parse(formats.dump(tour, format), board=ONE_WAY) == [tour]
    assert formats.parse(formats.dump(tour, "json")) == [tour]
    with pytest.raises(BadInputError, match="which is not a move"):
        formats.parse("a c b a", board=ONE_WAY)


def test_tsplib_adjacency_lists_may_go_over_lines() -> None:
    head = "NAME : x\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n"
    for body in ("1 2\n 3 -1\n4 3 -1 2 1 -1\n-1\nEOF\n", "1 2 3 -1\n4 3 -1\n-1", "1 2 3 -1 4 3 -1"):
        read = read_graph(head + body)
        assert read.edges() == [(0, 1), (0, 2), (2, 3)]
        assert list(read.labels) == [1, 2, 3, 4]
    windows = (head + "1 2 3 -1 4 3 -1\n-1\nEOF\n").replace("\n", "\r\n")
    assert read_graph(windows).edge_count == 3


HCP = "NAME : x\nTYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n"


@pytest.mark.parametrize(
    ("format", "text", "message"),
    [
        ("tsplib", HCP + "1 2\n2 4\n", "line 7: vertex is a whole number from 1 to 3, not '4'"),
        ("tsplib", HCP + "1 2\n2 -1\n", "line 7: an edge has two vertices"),
        ("tsplib", HCP + "1 2\n3\n", "the last edge or list is not finished"),
        ("tsplib", HCP + "1 2\n-1\n3 1\n", "line 8: expected EOF after -1, not '3'"),
        (
            "tsplib",
            HCP + "-1\nFIXED_EDGES_SECTION\n1 2\n",
            "'FIXED_EDGES_SECTION': give these edges as through",
        ),
        ("tsplib", HCP.replace("HCP", "TSP"), "line 2: TYPE is HCP, not 'TSP'"),
        (
            "tsplib",
            HCP.replace("3", "x"),
            "from 0 to 10000000, not 'x'",
        ),
        ("tsplib", HCP.replace("3", "99999999999"), "DIMENSION is a whole number"),
        ("tsplib", HCP.replace("EDGE_LIST", "MATRIX"), "EDGE_LIST, ADJ_LIST, not 'MATRIX'"),
        ("tsplib", HCP.replace("NAME", "NAMEN"), "line 1: 'NAMEN' is not read"),
        ("tsplib", "NAME : x\n", "the file ends before EDGE_DATA_SECTION"),
        ("dimacs", "p edge 3 1\ne 1 4\n", "line 2: vertex is a whole number from 1 to 3, not '4'"),
        ("dimacs", "p edge 3 1\ne 1\n", "line 2: expected a line such as e 1 2, not 'e 1'"),
        ("dimacs", "c x\np edge 3\n", "line 2: expected a line such as p edge 5 8"),
        ("dimacs", "e 1 2\n", "line 1: expected a line such as p edge 5 8, not 'e 1 2'"),
        ("dimacs", "c\n", "the file has no p edge"),
        ("dimacs", "p edge 3 2\ne 1 2\n", "the file ends after 1 of 2 edges"),
        ("dimacs", "p edge 3 2\na 1 2\n", "line 2: a DIMACS file holds edges, not arcs"),
        ("graph6", "D\n", "line 1: 5 vertices need 2 characters of edges, not 0"),
        ("graph6", "D?é", "line 1: 'é' is no character of graph6, sparse6 or digraph6"),
        ("graph6", "D??\nD??", "line 2: a file holds one graph, this one has 2 lines"),
        ("graph6", "~?", "line 1: the line ends before the number of vertices"),
        ("digraph6", "&B?", "line 1: 3 vertices need 2 characters of edges, not 1"),
        ("sparse6", ";An", "line 1: incremental sparse6 is not read"),
        (
            "graphml",
            GRAPHML.format("<edge source='a' target='b'/>"),
            "line 4: the graph has no vertex 'b'",
        ),
        ("graphml", GRAPHML.format("<edge source='a'/>"), "line 4: this edge has no target"),
        ("graphml", GRAPHML.format("<node id='a'/>"), "line 4: the node 'a' appears twice"),
        ("graphml", GRAPHML.format("<hyperedge/>"), "line 4: expected one graph without graphs"),
        ("graphml", GRAPHML.format("<node"), "line 5: this is not XML"),
        ("json", '{"a": ["b"],\n', "line 2: this is not JSON"),
        ("json", '{"a": ["b"]}', "a has the neighbour 'b', which is no vertex"),
        pytest.param("json", "[" * 10**5, "this is not JSON: it nests too deep", id="deep"),
        ("json", '{"a": ["\\udc00"], "\\udc00": ["a"]}', "a half of a character"),
        ("json", '{"a": ["b"], "b": [], "a": []}', "it names 'a' twice"),
        ("json", '{"a": 3}', "the neighbours of a are a list, not 3"),
        ("json", "3", "a graph in JSON is an object or a list"),
        ("json", '{"nodes": [{}], "adjacency": [[]]}', 'expected "nodes" with different "id"'),
        (
            "json",
            '{"nodes": [{"id": 1}, {"id": 1}], "adjacency": [[], []]}',
            'expected "nodes" with different "id"',
        ),
        (
            "json",
            '{"nodes": [{"id": 1}], "edges": [{"source": 1}]}',
            '"edges" with "source" and "target"',
        ),
        ("json", '{"vertices": ["a"], "edges": []}', '"labels" are their names'),
        (None, "what is this?", "cannot tell the format: use one of tsplib"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    format: str | None, text: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInputError) as error:
        read_graph(text, format)
    assert message in str(error.value)
    suffix = next((suffix for suffix, name in SUFFIXES.items() if name == format), ".unknown")
    (tmp_path / f"wrong{suffix}").write_text(text)
    with pytest.raises(BadInputError, match=r"wrong\.") as error:
        load_graph(tmp_path / f"wrong{suffix}")
    assert message in str(error.value)


@given(st.text(max_size=80) | st.text(alphabet='pe 123-\n:~?ABD<>{}[]",', max_size=40))
def test_readers_never_crash_on_text(text: str) -> None:
    for format in (None, *FORMATS):
        try:
            read_graph(text, format)
        except BabiecaError:
            pass


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda path: CITIES.save(path / "x.zip"), "cannot tell the format of 'x.zip'"),
        (lambda path: CITIES.save(path / "x.d6"), "digraph6 is for directed graphs"),
        (lambda path: Graph.load(path / "no.hcp"), "cannot read .*no.hcp'"),
        (lambda path: Graph.from_edges([(0, "0")]).save(path / "x.graphml"), "the same name"),
        (lambda path: Graph.from_edges([(None, 1)]).save(path / "x.json"), "the label None"),
    ],
)
def test_refusals(call: Callable[[Path], object], message: str, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=message):
        call(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_vertices_are_found_by_their_texts() -> None:
    ring = read_graph("p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n")
    assert ring.vertex(4) == ring.vertex("4") == 3
    assert find(ring, "path", begin="2 3").names == [2, 3, 4, 1]
    assert count(ring, through="1-2", avoiding="2-3") == 0
    mixed = Graph.from_edges([(1, "1")])
    assert (mixed.vertex(1), mixed.vertex("1")) == (0, 1)


@pytest.mark.parametrize("format", ["json", "moves", "tsplib"])
@pytest.mark.parametrize("kind", ["closed", "path", "open"])
def test_tours_of_graphs_are_read_back(format: str, kind: str) -> None:
    for names in ("abcd", [7, 3, 9, 1], [(0, 0), (0, 1), (1, (1, "x")), (-1, 0.5)]):
        graph = Graph.from_edges(zip(names, [*names[1:], names[0]], strict=True))
        walks = {"open": [0, 1, 2, 3]}.get(kind, [1, 2, 3, 0])
        if kind == "open":
            graph = Graph.from_edges(itertools.pairwise(names))
        tour = Tour(graph, np.array(walks), kind=kind)  # type: ignore[arg-type]
        text = formats.dump(tour, format)
        assert formats.parse(text, board=graph) == [tour]
        if format == "json":
            assert formats.parse(text) == [tour]
            with pytest.raises(BadInputError, match="not of"):
                formats.parse(text, board=CITIES)


def test_words_of_a_list_that_name_two_vertices_are_refused() -> None:
    for one, other in ((1, "1"), ((0, 1), "(0,1)"), (("a, b",), ("a,b",))):
        tour = find(Graph.from_edges([(one, other), (other, 2)]), "path")
        with pytest.raises(BadInputError, match=r"the same name|a blank"):
            formats.dump(tour, "moves")
        assert formats.parse(formats.dump(tour, "json")) == [tour]


def test_a_tsplib_tour_that_skips_vertices_names_the_others() -> None:
    petersen = Graph.from_networkx(networkx.petersen_graph())
    tour = find(petersen, longest=True, avoiding=[(0, 1), (0, 4)])
    text = formats.dump(tour, "tsplib")
    assert "COMMENT : vertex 1 is 1\n" in text  # vertex 0 is skipped
    [entry] = formats.entries(text, board=petersen)
    assert [petersen.label(vertex) for vertex in entry.squares.tolist()] == [*tour]


def test_a_list_of_moves_needs_names_without_blanks() -> None:
    with pytest.raises(BadInputError, match="no word of a list"):
        formats.dump(find(Graph.from_edges([("a b", "c")]), "path"), "moves")


def test_tsplib_tours_of_boards_with_holes_number_the_squares(tmp_path: Path) -> None:
    board = Board(3, 3, holes="b2")
    tour = find(board)
    Graph.of(board).save(tmp_path / "ring.hcp")
    tour.save(tmp_path / "ring.tour")
    text = (tmp_path / "ring.tour").read_text()
    assert sorted(map(int, text.split()[-10:-2])) == [*range(1, 9)]
    assert formats.load(tmp_path / "ring.tour") == [tour]
    graph = Graph.load(tmp_path / "ring.hcp")
    section = text[text.index("TYPE") :]
    [read] = formats.parse(section, board=graph)
    assert [graph.labels.index(name) for name in read] == [
        Graph.of(board).vertex(square) for square in tour
    ]
    for wrong in ("0", "9"):  # 8 squares are numbered from 1
        with pytest.raises(BadInputError, match=f"TOUR_SECTION: {wrong} is not a node number"):
            formats.parse(re.sub(r"\n8\n", f"\n{wrong}\n", text))


def test_commands_take_graph_files(tmp_path: Path) -> None:
    dodecahedron = networkx.dodecahedral_graph()
    file = tmp_path / "dodecahedron.hcp"
    save_graph(Graph.from_networkx(dodecahedron), file)

    def said(*arguments: str, stdin: str = "", code: int = 0) -> str:
        done = run(*arguments, text=stdin)
        assert done.returncode == code, done.stderr
        return done.stdout if code == 0 else done.stderr

    assert said("count", str(file)) == "30\n"
    assert said("count", "-", stdin=file.read_text()) == "30\n"
    told = json.loads(said("info", str(file), "--json"))
    assert [told["vertices"], told["moves"], told["degrees"]] == [20, 30, [[3, 20]]]
    assert "degrees      20 of 3\n" in said("info", str(file))
    assert said("count", str(file), "--through", "1-2") == "20\n"
    moves = said("find", str(file))
    assert sorted(map(int, moves.split()[1:])) == [*range(1, 21)]
    assert "valid closed tour of graph, 20 squares" in said(
        "check", "--board", str(file), stdin=moves
    )
    said("find", str(file), "-o", str(tmp_path / "found.tour"))
    tour = said("check", str(tmp_path / "found.tour"), "--board", str(file), "--json")
    assert json.loads(tour)["valid"]
    listed = [json.loads(line) for line in said("list", str(file)).splitlines()]
    assert len(listed) == 30
    assert listed[0]["labels"] == [*range(1, 21)]
    assert all(sorted(one["squares"]) == [*range(1, 21)] for one in listed)
    drawn = said("sample", str(file), "-n", "3", "--path", "--start", "7", "--format", "moves")
    assert [line.split()[0] for line in drawn.splitlines() if line[0] != "#"] == ["7"] * 3
    number = said("unrank", str(file), "4")
    assert said("rank", str(file), "-", stdin=number) == "4\n"
    assert "--holes does not go together with a graph" in said(
        "count", str(file), "--holes", "a1", code=2
    )
    assert "neither a board such as 8x8 nor a graph file, such as .hcp, .col" in said(
        "count", "graph.gml", code=2
    )
    assert "not of a plain graph: use --csv" in said(
        "usage", str(file), "-o", str(tmp_path / "usage.svg"), code=2
    )
    ONE_WAY.save(tmp_path / "one_way.json")
    one_way = str(tmp_path / "one_way.json")
    assert said("count", one_way, "--path") == "3\n"
    [line] = said("list", one_way).splitlines()
    assert json.loads(line)["squares"] == ["a", "b", "c"]
    assert said("rank", one_way, "-", stdin=line) == "0\n"
    assert json.loads(said("check", "--json", stdin=line))["valid"]
    file.write_text("NAME : x\nTYPE : HCP\nDIMENSION : 2\n")
    assert "line 3: the file ends before EDGE_DATA_SECTION" in said("find", str(file), code=2)


HCP = "TYPE: HCP\nDIMENSION: 9000000\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n-1\n"


@pytest.mark.parametrize(
    ("name", "head", "more", "times"),
    [
        ("vertices.col", "p edge 9000000 0\n", "", 0),
        ("vertices.hcp", HCP, "", 0),
        ("vertices.json", '{"vertices": 9000000, "edges": []}', "", 0),
        ("vertices.s6", ":~~??aTP?\n", "", 0),
        ("edges.g6", "~?Ng", "~", 83_250),  # all pairs of 1000 vertices
        ("lines.col", "p edge 3 0\n", "c\n", 300_000),
        ("text.col", "p edge 3 0\n", "c\n", 3_000_000),
    ],
)
def test_reading_obeys_the_memory_budget(
    name: str, head: str, more: str, times: int, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(head + more * times)
    result = run("find", str(path), "--memory", "5M")
    assert result.returncode == 2
    assert " of memory" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_graph_of_many_vertices_takes_memory_for_its_edges_only() -> None:
    tracemalloc.start()
    assert len(read_graph("p edge 1000000 1\ne 1 1000000\n")) == 1_000_000
    assert tracemalloc.get_traced_memory()[1] < 60_000_000
    tracemalloc.stop()
