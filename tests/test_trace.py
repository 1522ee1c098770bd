"""Traces agree with the engines: the same squares and the same counts."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import babieca
from babieca import BadInputError, Board, Event, Graph, Layer, Question, Tour, Tours
from babieca.cli.app import make_app
from babieca.engines.search.instances import search_for
from babieca.engines.search.visiting import visit
from babieca.events import Example
from babieca.limits import Limits

WALKS = [
    ("8x8", {"kind": "path", "start": "a1"}, {"method": "warnsdorff", "seed": 3}),
    ("8x8", {}, {"method": "warnsdorff", "criteria": "degree,corner,edge", "restarts": 5}),
    ("5x6", {"kind": "path"}, {"method": "warnsdorff", "criteria": "random", "seed": 5}),
    ("6x6", {"kind": "path", "start": "a1", "end": "b3"}, {"method": "warnsdorff", "seed": 1}),
    ("6x6", {"kind": "path", "start": "a1"}, {"method": "backtrack"}),
    ("5x5", {"kind": "path", "start": "c3"}, {"method": "backtrack", "warnsdorff": False}),
    ("4x4", {"kind": "path", "start": "a1"}, {"method": "backtrack"}),
    ("3x6", {}, {"method": "backtrack"}),
    ("6x6", {}, {"method": "two-knights", "seed": 2}),
]
"""Boards, questions and methods that are also finders."""


def events_of(board: str, question: dict[str, str], how: dict[str, object]) -> list[Event]:
    found = [*babieca.trace(Board.parse(board), **question, **how)]  # type: ignore[arg-type]
    assert all(isinstance(event, Event) for event in found)
    return found  # type: ignore[return-value]


def walked(events: list[Event]) -> Iterator[tuple[Event, list[object]]]:
    """Yield every event with the walk after it, rebuilt from the events alone."""
    path: list[object] = []
    for event in events:
        if event.what in ("start", "restart"):
            path = list(event.squares)
        elif event.what in ("move", "forced"):
            path.append(event.square)
        elif event.what == "ride":
            path += event.squares
        elif event.what == "backtrack":
            del path[event.depth :]
        yield event, path


def test_a_trace_without_a_move_says_why() -> None:
    for method in ("search", "sweep"):
        *_, last = babieca.trace("6x6", avoiding="a1-b3", method=method)  # type: ignore[arg-type]
        assert isinstance(last, Event)
        assert (last.what, last.counters.nodes) == ("exhausted", 0)
        assert last.proof == Tours("6x6", avoiding="a1-b3").count_report().proof
    (event,) = babieca.trace("9x9")
    assert event.to_json(Graph.of(Board(9, 9)))["proof"]["text"].startswith(
        "41 squares have one colour"
    )
    *_, tried = babieca.trace("4x8")
    assert isinstance(tried, Event)
    assert (tried.what, tried.counters.nodes > 0, tried.proof) == ("exhausted", True, None)


@pytest.mark.parametrize(("board", "question", "how"), WALKS)
def test_a_walk_is_told_as_the_finder_makes_it(
    board: str, question: dict[str, str], how: dict[str, object]
) -> None:
    events = events_of(board, question, how)
    report = Tours(Board.parse(board), **question).find_report(**how)  # type: ignore[arg-type]
    counters = events[-1].counters
    for name, value in report.statistics.items():
        assert getattr(counters, name) == value, name
    if report.tour is None:
        assert events[-1].what == ("exhausted" if report.proof else "gave-up")
    else:
        assert events[-1].what == "found"
        assert Tour(
            Board.parse(board), events[-1].squares, kind=question.get("kind", "closed")
        ) == (report.tour)


@pytest.mark.parametrize(("board", "question", "how"), WALKS)
def test_every_step_is_a_move_to_one_of_the_squares_offered(
    board: str, question: dict[str, str], how: dict[str, object]
) -> None:
    graph = Graph.of(Board.parse(board))
    before: list[object] = []
    for event, path in walked(events_of(board, question, how)):
        if event.what not in ("exhausted", "gave-up", "found"):
            assert event.depth == len(path)
            assert event.square == (path[-1] if path else None)
            assert len(set(path)) == len(path)
        if event.what in ("move", "forced"):
            near = {graph.label(v) for v in graph.near(graph.vertex(before[-1]))}
            assert event.square in event.squares
            assert set(event.squares) <= near - set(before)
            assert (len(event.squares) == 1) == (event.what == "forced")
        before = list(path)


@pytest.mark.parametrize(
    ("board", "kind", "at"),
    [
        ("5x5", "path", "a1=1, c3=25"),
        ("6x6", "closed", "a1=1, c4=10, f3=4"),
        ("6x6", "open", "b2=7, e5=21, a6=32"),
        ("5x5", "path", "b1=2, e5=25"),
        ("5x5", "path", "a1=1, b3=2, c3=21, e5=25"),
    ],
)
def test_squares_are_put_on_steps_as_the_finder_does(board: str, kind: str, at: str) -> None:
    """Choices are among all squares that are free; what the events place is the tour found."""
    tours = Tours(board, kind, at=at)  # type: ignore[arg-type]
    events = events_of(board, {"kind": kind, "at": at}, {"method": "steps"})
    assert not tours.question.at or events == [*tours.trace()]
    placed: list[tuple[Any, int]] = []
    for event in events:
        if event.what == "start":
            placed = []
        elif event.what == "backtrack":
            assert placed[event.depth] == (event.square, event.step)
            del placed[event.depth :]
        elif event.what in ("move", "forced"):
            assert event.square in event.squares
            assert (len(event.squares) == 1) == (event.what == "forced")
            assert not {square for square, _ in placed} & set(event.squares)
            assert event.step is not None
            placed.append((event.square, event.step))
        if event.what not in ("exhausted", "found"):
            assert len(placed) == event.depth
    last, report = events[-1], tours.find_report(method="steps")
    assert last.counters.nodes == report.statistics["nodes"]
    if report.tour is None:
        assert last.what == "exhausted"
        return
    assert last.what == "found"
    assert last.squares == tuple(square for square, _ in sorted(placed, key=lambda put: put[1]))
    vertex = tours.question.graph.vertex
    assert {*tours.question.at} <= {(vertex(square), step) for square, step in placed}
    assert Tour(board, last.squares, kind=kind) == report.tour


@settings(max_examples=25, deadline=None)
@given(
    rules=st.sets(
        st.sampled_from(
            ["island", "dangling-colour", "dangling-end", "second-dangling", "divided", "forced"]
        )
    ),
    move_order=st.sampled_from(["fixed", "warnsdorff", "clockwise"]),
    board=st.sampled_from([("3x4", "path"), ("4x4", "path"), ("3x5", "open")]),
)
def test_a_whole_search_is_told_as_it_is_counted(
    rules: set[str], move_order: str, board: tuple[str, str]
) -> None:
    """With the rule equivalent the trace goes through the whole tree, as the count does."""
    question = Question.ask(Board.parse(board[0]), board[1], start="a1")  # type: ignore[arg-type]
    named = sorted({*rules, "equivalent", "last-three"})
    counted = visit(search_for(question, rules=named, move_order=move_order), Limits(threads=1))
    events = [*Tours.of(question).trace(rules=named, move_order=move_order)]
    told = Counter(event.what for event in events if isinstance(event, Event))
    last = events[-1]
    assert isinstance(last, Event)
    assert (last.what, last.counters.tours) == ("exhausted", counted.count)
    assert last.counters.nodes == counted.tally.nodes
    attempts = counted.tally.attempts
    assert told["dead-end"] == attempts["stuck"] + attempts["forced"]
    for what, ending in (
        ("island", "island"),
        ("dangling", "dangling"),
        ("divided", "divided"),
        ("known", "known"),
    ):
        assert told[what] == attempts[ending], what  # type: ignore[index]


@pytest.mark.parametrize(
    ("board", "kind", "start", "rules"),
    [
        ("5x5", "path", "c3", "forced,equivalent"),
        ("4x6", "path", "a1", "all"),
        ("5x6", "closed", "a1", "all"),
    ],
)
def test_forced_moves_are_those_that_all_tours_make(
    board: str, kind: babieca.questions.Kind, start: str, rules: str
) -> None:
    """All tours that begin with the walk make its forced moves; another engine lists the tours."""
    tours = Tours(Board.parse(board), kind, start=start)
    orders = [tuple(tours.unrank(number)) for number in range(tours.count())]
    if kind == "closed":
        orders += [(order[0], *reversed(order[1:])) for order in orders]
    graph = tours.question.graph
    seen: Counter[str] = Counter()
    before: list[object] = []
    rails: list[tuple[int, tuple[object, ...]]] = []
    events = [event for event in tours.trace(6000, rules=rules) if isinstance(event, Event)]
    for event, path in walked(events):
        begun = [order for order in orders if order[: len(path)] == tuple(path)]
        seen[event.what] += 1
        if event.what == "joined":
            one, other = event.squares
            rails.append((event.depth, event.squares))
            for order in begun:
                if other == "apex":
                    assert order[-1] == one
                else:
                    assert abs(order.index(one) - order.index(other)) in (1, len(order) - 1)
        elif event.what == "ride":
            joined = {frozenset(pair) for _, pair in rails}
            for pair in itertools.pairwise([before[-1], *event.squares]):
                assert frozenset(pair) in joined
        elif event.what == "move":
            near = {graph.label(v) for v in graph.near(graph.vertex(before[-1]))}
            assert event.square in event.squares
            assert set(event.squares) <= near - set(before)
        elif event.what == "backtrack":
            rails = [(depth, pair) for depth, pair in rails if depth <= event.depth]
        elif event.what in ("dead-end", "divided"):
            assert not begun
        before = list(path)
    assert min(seen["joined"], seen["ride"], seen["move"], seen["backtrack"]) > 0
    assert min(seen["dead-end"], seen["found"]) > 0


@pytest.mark.parametrize("kind", ["path", "closed"])
def test_the_squares_of_a_rule_are_those_of_the_w_table(kind: babieca.questions.Kind) -> None:
    graph = Graph.of(Board(6, 6))
    near = {graph.label(v): {graph.label(u) for u in graph.near(v)} for v in range(36)}
    tours = Tours(Board(6, 6), kind, start="a1")
    rules = "island,dangling-end,dangling-colour,divided"
    seen: Counter[str] = Counter()
    kept: object = None
    events = [event for event in tours.trace(4000, rules=rules) if isinstance(event, Event)]
    for event, path in walked(events):
        kept = event.kept if event.what in ("start", "restart") else kept
        free = set(near) - set(path) - {kept}
        ways = {square: len(near[square] & (free | {path[-1]})) for square in free}
        zeros = {square for square, way in ways.items() if way == 0}
        ones = {square for square, way in ways.items() if way == 1}
        if event.what == "island":
            assert set(event.squares) == zeros != set()
        elif event.what == "dangling":
            assert set(event.squares) == ones != set()
        elif event.what in ("dead-end", "divided"):
            assert not zeros
        if event.what == "divided":
            reached: set[object] = set()
            wave = near[path[-1]] & free  # type: ignore[index]
            while wave - reached:
                reached |= wave
                wave = {square for here in wave for square in near[here]} & free
            assert set(event.squares) == free - reached != set()
        seen[event.what] += 1
    assert min(seen["island"], seen["dangling"], seen["backtrack"]) > 0


@pytest.mark.parametrize(
    ("board", "kind", "start"),
    [("5x6", "closed", None), ("6x6", "closed", None), ("4x5", "path", "a1")],
)
def test_a_sweep_is_told_layer_by_layer(
    board: str, kind: babieca.questions.Kind, start: str | None
) -> None:
    tours = Tours(Board.parse(board), kind, start=start)
    *layers, last = tours.trace(method="sweep", examples=50)
    report = tours.count_report(method="sparse")
    assert isinstance(last, Event)
    assert last.counters.tours == report.value
    assert last.counters.nodes - 1 == report.counters  # the count does not count the first layer
    retired = []
    for layer in layers:
        assert isinstance(layer, Layer)
        retired.append(layer.retired)
        assert len(layer.examples) == min(50, layer.states)
        ways = [example.ways for example in layer.examples]
        assert ways == sorted(ways, reverse=True)
        for example in layer.examples:
            ends = [
                slot for slot, kind in zip(layer.slots, example.types, strict=True) if kind == 1
            ]
            assert sorted(map(str, itertools.chain(*example.fragments))) == sorted(map(str, ends))
    squares = {*Board.parse(board)} | ({"apex"} if kind == "path" else set())  # type: ignore[arg-type]
    assert retired[0] is None
    assert set(retired[1:]) == squares
    assert len(retired) == len(squares) + 1


def drawn(order: list[Any], near: dict[Any, set[Any]]) -> list[list[list[tuple[Any, Any]]]]:
    """Return, for each number of retired vertices, all drawings that are complete at them.

    Slow and obvious: each retired vertex has two moves, and no ring is closed before the end.
    """
    layers: list[list[list[tuple[Any, Any]]]] = [[[]]]
    for at, vertex in enumerate(order):
        layers.append([])
        for drawing in layers[-2]:
            degree = Counter(itertools.chain(*drawing))
            open_ends = [other for other in order[at + 1 :] if degree[other] < 2]
            later = [other for other in open_ends if other in near[vertex]]
            for chosen in itertools.combinations(later, 2 - degree[vertex]):
                longer = drawing + [(vertex, other) for other in chosen]
                parts = fragments(longer)
                closed = any(first == last for first, last in parts)
                if not closed or (len(parts) == 1 and len(longer) == len(order)):
                    layers[-1].append(longer)
    return layers


def fragments(drawing: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return the two ends of each fragment of a drawing; a ring begins and ends at one vertex."""
    parts: list[list[Any]] = []
    for edge in drawing:
        part = list(edge)
        for other in [other for other in parts if {other[0], other[-1]} & {part[0], part[-1]}]:
            parts.remove(other)
            if other[0] in (part[0], part[-1]):
                other.reverse()
            part = other + (part if part[0] == other[-1] else part[::-1])[1:]
        parts.append(part)
    return [(part[0], part[-1]) for part in parts]


@pytest.mark.parametrize(("board", "kind"), [("3x4", "path"), ("3x4", "closed"), ("4x4", "closed")])
def test_the_states_of_a_sweep_are_those_of_all_drawings(
    board: str, kind: babieca.questions.Kind
) -> None:
    graph = Graph.of(Board.parse(board))
    near: dict[Any, set[Any]] = {
        v: set(map(graph.label, graph.neighbours(graph.vertex(v)))) for v in graph.board
    }
    if kind == "path":
        for vertex in near:
            near[vertex].add("apex")
        near["apex"] = set(near)
    *layers, last = Tours(Board.parse(board), kind).trace(method="sweep", examples=1000)
    order = [layer.retired for layer in layers if isinstance(layer, Layer)][1:]
    drawings = drawn(order, near)
    assert isinstance(last, Event)
    assert len(drawings[-1]) == last.counters.tours == babieca.count(Board.parse(board), kind)

    def state(drawing: list[tuple[Any, Any]], waiting: set[Any]) -> object:
        degree = Counter(itertools.chain(*drawing))
        ends = frozenset(frozenset(part) for part in fragments(drawing) if part[0] != part[1])
        return frozenset((one, degree[one]) for one in waiting), ends

    before: Sequence[Example] = ()
    for at, layer in enumerate(layers):
        assert isinstance(layer, Layer)
        waiting = {slot for slot in layer.slots if slot is not None}
        told = {}
        for example in layer.examples:
            types = {s: kind for s, kind in zip(layer.slots, example.types, strict=True) if s}
            ends = frozenset(map(frozenset, example.fragments))
            told[frozenset(types.items()), ends] = example.ways
            assert at == 0 or example.ways == sum(before[one].ways for one in example.sources)
        before = layer.examples
        ways = Counter(state(drawing, waiting) for drawing in drawings[at])
        assert told.items() <= ways.items()
        # The sweep drops states that lead to no tour.
        gone = {*order[:at]}
        for tour in drawings[-1]:
            assert state([edge for edge in tour if gone & set(edge)], waiting) in told


def test_two_knights_stand_opposite() -> None:
    for event in Tours(Board(8, 8)).trace(20_000, method="two-knights"):
        assert isinstance(event, Event)
        if event.square is not None:
            row, column = event.square
            assert event.twin == (7 - row, 7 - column)


def test_a_trace_is_lazy() -> None:
    """A trace of a search that would never end can be started and abandoned."""
    endless = Tours(Board(12, 12), "path", start="b1").trace(method="backtrack", warnsdorff=False)
    assert [event.depth for event in itertools.islice(endless, 5000)][:3] == [1, 2, 3]  # type: ignore[union-attr]
    assert len([*Tours(Board(8, 8)).trace(300, rules="none")]) == 300
    assert [*Tours(Board(8, 8)).trace(0)] == []


def test_a_longer_log_says_the_same_again() -> None:
    """A trace of more than one log repeats the run: no event is repeated or missing."""
    tours = Tours(Board(4, 4), "path", start="a1")
    events = [*tours.trace(method="backtrack")]
    assert len(events) > 4096
    assert events[-1].counters.nodes == 2223  # type: ignore[union-attr]


def test_limits_end_a_trace() -> None:
    tours = Tours(Board(8, 8), "path", start="a1")
    for method in ("backtrack", "search"):
        last = [*tours.trace(method=method, nodes=40)][-1]
        assert isinstance(last, Event)
        assert (last.what, last.counters.nodes) == ("gave-up", 40)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"method": "rotation"}, "method is one of warnsdorff, backtrack"),
        ({"rules": "luck"}, "luck"),
        ({"method": "sweep", "criteria": "degree"}, "method sweep does not take criteria"),
        ({"method": "sweep", "examples": -1}, "examples is a whole number from 0"),
        ({"limit": -1}, "limit is a whole number from 0"),
        ({"kind": "path", "end": "a1", "method": "warnsdorff"}, "give start together with end"),
        ({"through": "a1-b3", "method": "backtrack"}, "method backtrack does not take through"),
    ],
)
def test_what_cannot_be_told_is_refused_at_once(words: dict[str, object], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        babieca.trace(Board(6, 6), **words)  # type: ignore[arg-type]


def test_the_command_prints_one_event_on_each_line() -> None:
    asked = ["trace", "5x5", "--path", "--start", "a1", "--method", "warnsdorff", "--seed", "1"]
    lines = CliRunner().invoke(make_app(), asked).stdout.splitlines()
    records = [
        json.loads(line)
        for line in CliRunner().invoke(make_app(), [*asked, "--json"]).stdout.splitlines()
    ]
    assert len(lines) == len(records)
    assert lines[0].split() == ["1", "start", "a1"]
    assert records[0]["event"] == "start"
    assert records[-1]["event"] == "found"
    assert len(records[-1]["squares"]) == 25
    assert {record.get("criterion") for record in records} >= {None, "degree", "random"}
