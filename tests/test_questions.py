"""Questions: values, checked once, equal after pickling, copying and JSON."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import json
import math
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import babieca
from babieca import BadInputError, Board, Digraph, Graph, Question, Symmetry, Tour, Tours
from babieca.invariants import Invariant
from tests.strategies import LABELS, asked
from tests.test_signatures import VERBS

Asked = tuple[Board | Graph, Any, dict[str, Any]]

DEEP: list[Any] = []
for _ in range(900):  # as deep as the JSON of Python reads
    DEEP = [DEEP]


@settings(max_examples=200)
@given(asked())
def test_a_question_survives_every_journey(asked: Asked) -> None:
    place, kind, words = asked
    question = Question.ask(place, kind, **words)
    assert question == Question.ask(place, kind, **words)
    for other in (
        pickle.loads(pickle.dumps(question)),
        copy.deepcopy(question),
        Question.from_json(json.loads(json.dumps(question.to_json()))),
    ):
        assert other == question
        assert hash(other) == hash(question)
        assert other.fingerprint == question.fingerprint
        assert str(other) == str(question)
    tours = Tours(place, kind, **words)
    assert tours == pickle.loads(pickle.dumps(tours)) == Tours.of(question)
    assert hash(tours) == hash(Tours.of(question))


@settings(max_examples=300)
@given(asked(), asked())
def test_fingerprints_are_equal_where_questions_are(one: Asked, other: Asked) -> None:
    first, second = (Question.ask(place, kind, **words) for place, kind, words in (one, other))
    assert (first == second) == (first.fingerprint == second.fingerprint)
    assert (first == second) == (Tours.of(first) == Tours.of(second))


@settings(max_examples=200)
@given(asked(), st.data())
def test_another_word_is_another_question(asked: Asked, data: st.DataObject) -> None:
    place, kind, words = asked
    question = Question.ask(place, kind, **words)
    if not question.words:
        return
    word = data.draw(st.sampled_from(question.words))
    if word == "start":  # the beginning repeats the start
        words.pop("begin", None)
    words.pop(word, None)
    fewer = Question.ask(place, kind, **words)
    assert fewer != question
    assert fewer.fingerprint != question.fingerprint
    assert Tours.of(fewer) != Tours.of(question)


def test_the_ways_to_say_the_same() -> None:
    board = Board(6, 6)
    said = Question.ask(
        board, "path", begin="a1 b3", end="f6", through="c3-d5,a1-c2", symmetry=None
    )
    for same in (
        Question.ask(board, "path", start="a1", begin=[0, (2, 1)], end=35, through="d5-c3; c2-a1"),
        Question.ask(board, "path", begin=["a1", 13], end=(5, 5), through=[("a1", "c2"), (14, 27)]),
        Question.ask(Graph.of(board), "path", begin="a1 b3", end="f6", through=["c3-d5", (0, 8)]),
        Question.ask(board, "path", begin="a1-b3", end="f6", through="c3-d5 a1-c2"),
        Question.ask(board, "path", begin="(0,0) - b3", end="f6", through="c3-d5 a1-c2"),
        Question.ask(board, "path", begin="a1,b3", end="f6", through="c3-d5 a1-c2"),
        Question.ask(board, "path", begin="a1; (2,1)", end="f6", through=" c3 - d5 , a1-c2, "),
    ):
        assert same == said
        assert same.fingerprint == said.fingerprint
    assert Question.ask(board, begin="a1") == Question.ask(board, start="a1")
    identity = Symmetry.named("identity")
    for nothing in ("identity", "Eulerian identity", identity, Invariant(identity)):
        assert Question.ask(board, symmetry=nothing) == Question.ask(board)
    graph = Graph.of(Board(16, 9))
    avoiding = frozenset(graph.edges()[::20][:20])
    restricted = Question(graph, "open", avoiding=avoiding, symmetry=Invariant(identity))
    assert restricted.words == ["avoiding"]
    with pytest.raises(BadInputError, match="the identity reverses no tour"):
        Question.ask(board, symmetry="Bergholtian identity")
    symmetric = Question.ask(board, symmetry="half-turn")
    for name in (Symmetry.named("half-turn"), Invariant(Symmetry.named("half-turn"))):
        assert Question.ask(board, symmetry=name) == symmetric
    style = Question.ask(board, symmetry="eulerian half-turn")
    assert str(style.symmetry) == "Eulerian half-turn"
    assert style != symmetric


def test_nothing_in_a_question_can_be_changed() -> None:
    question = Question.ask(Board(5, 6), "path", begin="a1 b3", avoiding="c1-d3")
    for field in dataclasses.fields(Question):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(question, field.name, None)
    other = replace(question, end=29)
    assert (question.end, other.end, other.start) == (None, 29, 0)
    assert {question: 1}[pickle.loads(pickle.dumps(question))] == 1


def test_what_a_question_says_of_itself() -> None:
    question = Question.ask(Board(6, 6), "path", begin="a1 b3", end="f6", through="c3-d5")
    assert question.words == ["start", "end", "begin", "through"]
    assert (question.closed, question.first, question.ends) == (False, 13, (0, 35))
    assert sorted(question.required) == [(0, 13), (14, 27)]
    assert str(question) == "paths of 6x6, beginning a1 b3, to f6, through c3-d5"
    assert repr(Tours.of(question)) == f"<Tours: {question}>"
    plain = Question.ask(Board(6, 6), directed=True, start=0)
    assert (plain.words, plain.ends, plain.multiplicity) == (["directed", "start"], (), 2)
    assert plain.undirected() == Question.ask(Board(6, 6))
    assert Question.ask(Board(6, 6), directed=True, begin="a1 b3").multiplicity == 1


def test_tours_know_their_members() -> None:
    board = Board(5, 6)
    tour = Tours(board).find()
    cut = Tour(board, tour.indices, kind="path")
    assert tour in Tours(board)
    assert tour not in Tours(board, "path")
    assert cut in Tours(board, "path")
    assert cut not in Tours(board, "open")  # its ends are a move apart
    assert tour not in Tours(Board(6, 5))
    for other in (tour.reversed(), tour.starting_at("c3")):
        assert other in Tours(board, start="a1")  # a start restricts no closed tour
    start, second = tour[0], tour[1]
    assert tour in Tours(board, begin=[start, second])
    assert tour.reversed() in Tours(board, begin=[start, second])
    assert tour.reversed() not in Tours(board, begin=[start, second], directed=True)
    assert tour not in Tours(board, avoiding=[(start, second)])
    assert "a1" not in Tours(board)
    assert None not in Tours(board)


SIX = Board(6, 6)
SQUARE = networkx.cycle_graph(4)


@pytest.mark.parametrize(
    ("kind", "words", "message"),
    [
        ("round", {}, "kind is one of closed, path, open, not 'round'"),
        (None, {}, "kind is one of closed, path, open, not None"),
        (True, {}, "kind is one of"),
        ("closed", {"directed": 1}, "directed is True or False, not 1"),
        ("closed", {"start": "z9"}, "start: .*off the 6x6 board"),
        ("path", {"end": (6, 0)}, "end: .*off the 6x6 board"),
        ("path", {"start": 36}, "start: .*36"),
        ("path", {"start": 1.5}, "start: "),
        ("closed", {"begin": "a1 b2"}, "begin is no walk: a1 and b2 are not a move apart"),
        ("closed", {"begin": "a1 b3 a1"}, "begin visits a square twice"),
        ("closed", {"begin": "a1 z9"}, "begin: .*off the 6x6 board"),
        ("closed", {"begin": 5}, "begin is a list of squares or text such as 'a1 b3 c5', not 5"),
        ("path", {"begin": "a1 b3", "start": "b3"}, "begin starts at a1, start is b3"),
        ("path", {"begin": "a1 b3", "end": "b3"}, "begin passes through the end"),
        ("path", {"begin": "a1 b3", "end": "a1"}, "begin passes through the end|same square"),
        ("path", {"start": "a1", "end": "a1"}, "start and end are the same square, a1"),
        ("closed", {"end": "a1"}, "a closed tour has no end: leave end out, or ask for kind path"),
        ("closed", {"through": "a1-a2"}, "through: a1 and a2 are not a move apart"),
        ("closed", {"through": "a1"}, "through: a move is two squares such as a1-b3, not 'a1'"),
        ("closed", {"through": "a1-b3-c5"}, "through: a move is two squares"),
        ("closed", {"through": ("a1", "b3")}, "through: a move is two squares"),
        ("closed", {"avoiding": [("a1", "b3", "c5")]}, "avoiding: a move is two squares"),
        ("closed", {"avoiding": 5}, "avoiding: edges are text such as a1-b3,c1-d3 or pairs"),
        (
            "closed",
            {"through": "a1-b3", "avoiding": "c1-d3,b3-a1"},
            "a1-b3 is both required and in avoiding",
        ),
        (
            "closed",
            {"begin": "a1 b3", "avoiding": "a1-b3"},
            "a1-b3 is both required and in avoiding",
        ),
        ("closed", {"symmetry": "mirror"}, "symmetry: .* has no 'mirror'; it has identity, "),
        ("closed", {"symmetry": 5}, "symmetry is a name such as half-turn, not 5"),
        ("path", {"symmetry": "Eulerian half-turn"}, "only closed tours are Eulerian"),
        ("closed", {"symmetry": "-0 -1 -2"}, "symmetry: "),
    ],
)
def test_bad_questions_are_one_clear_line(kind: Any, words: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInputError, match=message) as caught:
        Question.ask(SIX, kind, **words)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250
    with pytest.raises(BadInputError, match=message):
        Tours(SIX, kind, **words)


# Fractions are of closed tours, and the givens of a puzzle are steps.
@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in ("fractions", "puzzle")])
@pytest.mark.parametrize(
    ("kind", "words", "message"),
    [
        ("path", {"start": "a1", "end": "a1"}, "start and end are the same square"),
        ("closed", {"through": "a1-b3", "avoiding": "b3-a1"}, "both required and in avoiding"),
        ("closed", {"end": "a1"}, "a closed tour has no end"),
        ("round", {}, "kind is one of"),
    ],
)
def test_every_verb_refuses_alike(verb: str, kind: Any, words: Any, message: str) -> None:
    needed = {"unrank": {"number": 0}, "count_by": {"by": "start"}, "check": {"squares": "a1"}}
    needed["export"] = {"to": "cnf"}
    more: Any = needed.get(verb, {})
    place = Tours(SIX).find() if verb == "rank" else SIX
    with pytest.raises(BadInputError, match=message):
        getattr(babieca, verb)(place, kind, **words, **more)


@pytest.mark.parametrize(
    ("place", "words", "message"),
    [
        (SQUARE, {"start": 7}, "start: the graph has no vertex 7"),
        (SQUARE, {"symmetry": "half-turn"}, "symmetry: a plain graph has none here"),
        (SQUARE, {"through": [(0, 2)]}, "through: 0 and 2 are not a move apart"),
        (networkx.DiGraph([(0, 1)]), {"directed": True}, "have one direction"),
        (networkx.DiGraph([(0, 1)]), {"at": {0: 1}}, "undirected"),
        (64, {}, "expected a Board, text such as 8x8, a Graph or a networkx graph, not int"),
        ("8", {}, "did you mean 8x8"),
        (None, {}, "expected a Board"),
        (Board(5, 6), {"symmetry": "quarter-turn"}, "has no 'quarter-turn'; it has identity"),
        (Board(4, 4, leaper="wazir"), {"symmetry": "reflection"}, "more than one reflection"),
    ],
)
def test_bad_places_are_one_clear_line(place: Any, words: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInputError, match=message) as caught:
        Tours(place, **words)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("word", ["start", "begin", "through", "symmetry"])
def test_long_nonsense_is_not_echoed(word: str) -> None:
    with pytest.raises(BadInputError) as caught:
        Tours(SIX, **{word: "nonsense" * 2000})
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kinds": "closed"}, "a question has no word 'kinds'"),
        ({"first": "b3"}, "a question has no word 'first'"),
        ({"kind": 5}, "kind is one of"),
        ({"kind": ["closed"]}, "kind is one of"),
        ({"directed": "yes"}, "directed is True or False"),
        ({"start": [9, 9]}, "start: "),
        ({"start": {"row": 1}}, "start: "),
        ({"start": [[0], 0]}, "start: "),
        ({"begin": 7}, "begin is a list or text, not 7"),
        ({"begin": [None]}, "begin: "),
        ({"through": {"a1": "b3"}}, "through is a list or text"),
        ({"through": [1]}, "through: a move is two squares"),
        ({"through": [["a1"]]}, "through: a move is two squares"),
        ({"through": [["a1", {}]]}, "through: "),
        ({"avoiding": None}, "avoiding is a list or text, not None"),
        ({"symmetry": 3}, "symmetry is a name"),
        ({"symmetry": ["half-turn"]}, "symmetry is a name"),
        ({"board": 6}, "board"),
        ({"board": "6x"}, "board"),
        ({"board": None}, "board"),
        ({"wrap": 5}, "wrap"),
        ({"leaper": []}, "leaper"),
        ({"holes": [99]}, "holes|off"),
        ({"vertices": 4}, '"vertices" does not go with a board'),
        ({5: 1}, "a question has no word"),
    ],
)
def test_json_that_is_no_question_is_refused(changes: dict[Any, Any], message: str) -> None:
    record = Question.ask(SIX, "closed", start="a1").to_json()
    with pytest.raises(BadInputError, match=message) as caught:
        Question.from_json(record | changes)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([], "expected an object, not"),
        ("6x6", "expected an object, not '6x6'"),
        (None, "expected an object"),
        ({}, 'expected "board", such as "8x8", or "vertices" and "edges" or "arcs"'),
        (
            {"vertices": 3, "edges": [], "arcs": []},
            '"arcs" does not go with "edges": give every edge',
        ),
        ({"vertices": 3, "arcs": [[0, 3]]}, '"arcs" are pairs of vertices from 0 to 2, not'),
        ({"kind": "closed"}, 'expected "board"'),
        ({"vertices": -1, "edges": []}, 'expected "board"'),
        ({"vertices": "4", "edges": []}, 'expected "board"'),
        ({"vertices": 10**12, "edges": []}, 'expected "board"'),
        ({"vertices": 4}, '"edges" are pairs of vertices'),
        ({"vertices": 4, "edges": [[0]]}, '"edges" are pairs of vertices from 0 to 3'),
        ({"vertices": 4, "edges": [[0, 4]]}, '"edges" are pairs of vertices from 0 to 3'),
        ({"vertices": 2, "edges": [], "labels": ["a"]}, '"labels" are 2 different'),
        ({"vertices": 2, "edges": [], "labels": ["a", "a"]}, '"labels" are 2 different'),
        ({"vertices": 2, "edges": [], "labels": [[], {}]}, "a label is a number, a text or"),
        ({"vertices": 1, "edges": [], "labels": [None]}, "a label is a number, a text or"),
        ({"vertices": 1, "edges": [], "labels": [True]}, "a label is a number, a text or"),
        ({"vertices": 1, "edges": [], "labels": [[math.nan]]}, "a label is a number, a text or"),
        ({"vertices": 1, "edges": [], "labels": [math.inf]}, "a label is a number, a text or"),
        ({"vertices": 1, "edges": [], "labels": [10**5000]}, "a label is a number, a text or"),
        ({"vertices": 1, "edges": [], "labels": [DEEP]}, "a label is a number, a text or"),
        ({"vertices": 2, "edges": [], "labels": [[1], [1.0]]}, '"labels" are 2 different'),
        ({"vertices": 2, "edges": [], "wrap": True}, '"wrap" does not go with a plain graph'),
        ({"vertices": 2, "edges": [], "start": "a"}, "start: the graph has no vertex 'a'"),
    ],
)
def test_foreign_json_is_refused(record: Any, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        Question.from_json(record)


def test_the_same_words_on_another_graph_are_another_question() -> None:
    record = Question.ask(Board(5, 6), "path", start="a1").to_json()
    assert Question.from_json(record | {"board": "6x5"}) != Question.from_json(record)
    labelled = Question.ask(Graph.from_edges(["ab", "bc", "ca"]), start="b")
    assert Question.from_json(labelled.to_json()) == labelled


GRID = networkx.grid_2d_graph(3, 4)


@pytest.mark.parametrize("names", LABELS)
@pytest.mark.parametrize("directed", [False, True])
def test_labels_survive_json(names: Any, directed: bool) -> None:
    kind = Digraph if directed else Graph
    numbers = {node: number for number, node in enumerate(GRID)}
    edges = [(names[numbers[u]], names[numbers[v]]) for u, v in GRID.edges]
    graph = kind.from_edges(edges + [(v, u) for u, v in edges])
    first, last = graph.labels[0], graph.labels[-1]
    moves = {"through": [edges[0]], "avoiding": [edges[-1]], "begin": edges[0]}
    words: list[dict[str, Any]] = [{"start": first}, {"end": last}, moves]
    words += [] if directed else [{"at": [(graph.labels[5], 4), (last, 7)]}]
    for said in words:
        question = Question.ask(graph, "path", **said)
        record = json.loads(json.dumps(question.to_json()))
        assert record == question.to_json()
        found = Question.from_json(record)
        assert found == question
        assert tuple(found.graph.toured.labels) == tuple(graph.labels)
        assert str(found) == str(question)


@pytest.mark.parametrize(
    "label",
    [frozenset([1]), None, True, b"a", math.nan, (0, None), (10**5000,), 1j, (0, (1, math.inf))],
)
def test_a_label_that_json_cannot_hold_is_refused(label: Any, tmp_path: Path) -> None:
    graph = Graph.from_edges([(label, 2), (2, 3), (3, label)])
    tours = Tours(graph)
    for write in (
        graph.to_json,
        tours.question.to_json,
        tours.find().to_json,
        lambda: tours.save(tmp_path / "atlas"),
        lambda: graph.save(tmp_path / "graph.json"),
        lambda: tours.find().save(tmp_path / "tour.json"),
    ):
        with pytest.raises(BadInputError, match="JSON cannot hold the label") as error:
            write()
        assert "\n" not in str(error.value)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert tours.count() == 1
    assert len(tours.question.fingerprint) == 64


def test_numbers_of_numpy_are_labels_in_json() -> None:
    graph = Graph.from_edges(np.array([[0, 1], [1, 2], [2, 0]]))
    assert Graph.from_json(json.loads(json.dumps(graph.to_json()))) == graph


def test_a_fingerprint_of_steps_tells_vertices_apart() -> None:
    """It leaves out the labels: the same label may name another vertex."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]

    def asked(names: str) -> Question:
        graph = Graph.from_edges([(names[u], names[v]) for u, v in edges], vertices=names)
        return Question.ask(graph, "path", at={"a": 2})

    assert asked("abcd").fingerprint != asked("bacd").fingerprint
    assert asked("abcd").fingerprint == asked("abdc").fingerprint


FINGERPRINTS = [
    (
        {"board": "8x8", "kind": "closed"},
        "198850804c89dcad71e99b618daf3452a341897646bb7f33489b9361416c8cd3",
    ),
    (
        {"board": "8x8", "kind": "path", "start": "a1"},
        "36ec816a61de8116050a03c0afb5c250ef7aab6fea20491a479feb72cbe287ef",
    ),
    (
        {
            "board": "6x6",
            "kind": "path",
            "directed": True,
            "start": "a1",
            "end": "f6",
            "begin": ["a1", "b3", "c5"],
        },
        "9388f88f8c747a39c5776419fd2ba7f37870364be9da73e0abef60888b8f01ac",
    ),
    (
        {
            "board": "6x6",
            "kind": "closed",
            "start": "c3",
            "through": [["a1", "b3"], ["c1", "d3"]],
            "avoiding": [["e1", "f3"]],
        },
        "9a60addaec370bc8c6cac5bd758a6488fa0d68c8a8253e608d26b9f02796ddb6",
    ),
    (
        {"board": "6x6", "kind": "closed", "symmetry": "Eulerian half-turn"},
        "5d78a95da5d9a827086095b188e694e4531c8d11c62d801e632f46e354415c31",
    ),
    (
        {
            "board": "5x6",
            "wrap": [False, True],
            "holes": [[2, 2]],
            "kind": "open",
            "avoiding": [["a1", "b3"]],
        },
        "bcb5c64285b9ee1909492e768d954a2f7cebc4d8b52331cc72e7e815c2a1a042",
    ),
    (
        {"board": "4x4x4", "leaper": [0, 1], "kind": "path", "end": [0, 0, 0]},
        "829b7a821cc1dce14ee41aa95a2467050ebeac5b872d1442c50d0ae5521e86b6",
    ),
    (
        {
            "vertices": 3,
            "edges": [[0, 1], [0, 2], [1, 2]],
            "labels": ["a", "b", "c"],
            "kind": "closed",
            "start": "b",
        },
        "3cfb9f484e259872ab44dc48c5844bdabbace48fc5013bd7d442c8df6b4e9bf0",
    ),
]


@pytest.mark.parametrize(("record", "fingerprint"), FINGERPRINTS)
def test_fingerprints_stay(record: dict[str, Any], fingerprint: str) -> None:
    """Checkpoints and atlases are found by these fingerprints."""
    question = Question.from_json(record)
    assert question.fingerprint == fingerprint
    assert question.to_json() == record


@pytest.mark.parametrize(
    ("sides", "leaper", "tours"), [((2, 3), "wazir", 1), ((6, 6), "knight", 9862)]
)
def test_a_first_move_fixes_the_direction(sides: Any, leaper: str, tours: int) -> None:
    for directed in (False, True):
        asked = Tours(Board(*sides, leaper=leaper), start="a1", directed=directed)
        assert [*asked.count_by("first-move").values()] == [tours, tours]


def test_tours_of_no_or_one_square_are_admitted() -> None:
    empty = Graph.from_edges([])
    assert Tour(empty, []) in Tours(empty, "path")
    assert Tour("1x1", "a1") in Tours("1x1", "path", start="a1")


@pytest.mark.parametrize("words", [{"start": "c3"}, {"begin": "c3 a2"}, {"at": "c3=7"}], ids=str)
@pytest.mark.parametrize("kind", ["closed", "path"])
def test_a_table_of_tours_is_written_like_each_tour(kind: Any, words: dict[str, Any]) -> None:
    question = Question.ask(Board(5, 6), kind, **words)
    found = list(itertools.islice(Tours(Board(5, 6), kind, **words).list(), 8))
    rows = np.array([question.vertices_of(tour) for tour in found])
    turned = np.concatenate([rows, rows[:, ::-1]])
    assert np.array_equal(question.written(turned), [question.written(row) for row in turned])
    assert np.array_equal(question.written(rows), rows)
