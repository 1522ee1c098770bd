"""Trials of every method of every verb: on directed graphs, on one vertex, and with `directed`."""

from __future__ import annotations

import itertools
import random
import tempfile
from collections import Counter
from contextlib import suppress
from typing import Any, get_args

from babieca import (
    BabiecaError,
    BadInputError,
    Board,
    Digraph,
    Graph,
    Limits,
    NotFoundError,
    NoTourError,
    Question,
    Tours,
)
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS, reference, statistics
from babieca.formats.json_lines import from_json
from babieca.verbs.tables import UsageMethod
from tests.soak.trials import Totals, by_json, drawn, expect
from tests.strategies import KINDS, LABELS, asked
from tests.test_digraphs import Arc, Walk, as_walk, every_tour, random_arcs
from tests.test_heuristics import CHOOSY, GIVE_UP

USAGE_METHODS = get_args(UsageMethod)
METHODS = tuple(dict.fromkeys((*COUNTERS, *USAGE_METHODS, *statistics.METHODS)))
STATISTICS = ("slope", "turn", "turn:90", "turns", "across:a-b", "across:1-2")


def digraphs(chance: random.Random, totals: Totals, number: int = 12) -> None:
    """Compare every method of every verb on directed graphs with all orders of their vertices."""
    for _ in range(number):
        size = chance.randint(1, 6)
        arcs, names = random_arcs(chance, size), chance.choice(LABELS)
        graph = Digraph.from_edges(
            [(names[u], names[v]) for u, v in arcs], vertices=[names[v] for v in range(size)]
        )
        for kind in KINDS:
            words = _words(chance, kind, size, arcs)
            try:
                tours = Tours(
                    graph, kind, **{word: _named(value, names) for word, value in words.items()}
                )
            except BadInputError:  # the words contradict one another
                continue
            wanted = [walk for walk in every_tour(size, arcs, kind) if _obeys(walk, kind, words)]
            every_method(tours, sorted(wanted), chance, totals)
            _tables_of_arcs(tours, graph, wanted, totals)
            totals["digraphs"] += 1


def _words(chance: random.Random, kind: str, size: int, arcs: list[Arc]) -> dict[str, Any]:
    words: dict[str, Any] = {}
    for word in ("start", "end"):
        if chance.random() < 0.25 and (word == "start" or kind != "closed"):
            words[word] = chance.randrange(size)
    for word in ("begin", "through", "avoiding"):
        if arcs and chance.random() < 0.2 and not (word == "begin" and "start" in words):
            words[word] = chance.choice(arcs) if word == "begin" else [chance.choice(arcs)]
    return words


def _named(value: Any, names: Any) -> Any:
    if isinstance(value, int):
        return names[value]
    return type(value)(_named(part, names) for part in value)


def _obeys(walk: Walk, kind: str, words: dict[str, Any]) -> bool:
    moves = _moves(walk, kind)
    head = words.get("begin") or tuple(words[word] for word in ("start",) if word in words)
    if kind != "closed" and (walk[: len(head)] != head or words.get("end", walk[-1]) != walk[-1]):
        return False
    used = [*words.get("through", []), *itertools.pairwise(head)]
    return {*used} <= {*moves} and not {*words.get("avoiding", [])} & {*moves}


def _moves(walk: Walk, kind: str) -> list[Arc]:
    return [*itertools.pairwise((*walk, walk[0]) if kind == "closed" else walk)]


def every_method(tours: Tours, wanted: list[Walk], chance: random.Random, totals: Totals) -> None:
    """Compare all counters, listers, numberings and finders of tours with the list of walks."""
    question = tours.question
    for name, engine in COUNTERS.items():
        if name != "fold" and not engine.refusal(question):
            expect(tours.count(method=name), len(wanted), f"count by {name}", question)
            totals[f"count: {name}"] += 1
    for name, lister in LISTERS.items():
        if name != "fold" and not lister.refusal(question):
            listed = sorted(map(as_walk, tours.list(method=name)))
            expect(listed, wanted, f"list by {name}", question)
            totals[f"list: {name}"] += 1
    expect(
        tours.exists().answer in ("undecided", "yes" if wanted else "no"), True, "exists", question
    )
    for name, finder in FINDERS.items():
        if not finder.refusal(question):
            found: Any = None
            try:
                found = as_walk(tours.find(method=name, timeout=0.05 if name in GIVE_UP else None))
            except NoTourError:
                pass
            except (NotFoundError, BadInputError) as error:
                patient = GIVE_UP if isinstance(error, NotFoundError) else CHOOSY
                expect(name in patient, True, f"find by {name}, {error},", question)
                continue
            expect(found in wanted if wanted else found is None, True, f"find by {name}", question)
            totals[f"find: {name}"] += 1
    for name, numberer in NUMBERERS.items():
        if wanted and not numberer.refusal(question):
            numbered = list(tours.unrank_all(range(len(wanted)), method=name))
            expect(sorted(map(as_walk, numbered)), wanted, f"unrank by {name}", question)
            ranks = tours.rank_all(numbered, method=name)
            expect(ranks, [*range(len(wanted))], f"rank by {name}", question)
            sampled = next(tours.sample(1, seed=chance.getrandbits(32), method=name))
            expect(as_walk(sampled) in wanted, True, f"sample by {name}", question)
            totals[f"number: {name}"] += 1
    expect(Question.from_json(by_json(question)), question, "JSON", question)
    if wanted:
        tour = tours.find()
        expect(from_json(by_json(tour)), tour, "JSON of a tour", question)
    with tempfile.TemporaryDirectory() as folder, suppress(BadInputError, NoTourError):
        tours.save(folder)  # refused for some questions, such as very small ones
        loaded = Tours.load(folder)
        expect(loaded, tours, "a loaded atlas", question)
        again = sorted(map(as_walk, loaded.unrank_all(range(len(wanted)))))
        expect(again, wanted, "the tours of an atlas", question)
        totals["atlases"] += 1


def _tables_of_arcs(tours: Tours, graph: Digraph, wanted: list[Walk], totals: Totals) -> None:
    question, label = tours.question, graph.label
    used = Counter(move for walk in wanted for move in _moves(walk, question.kind))
    usage = {(label(u), label(v)): times for (u, v), times in used.items()}
    for method in USAGE_METHODS:
        _expect_table(tours.usage(method=method), usage, f"usage by {method}", question)
        totals[f"tables: {method}"] += 1
    starts = Counter(label(walk[0]) for walk in wanted)
    for method in METHODS:
        if question.kind == "closed" or {"start", "begin"} & {*question.words}:
            break
        if (table := _table(tours, "start", method)) is not None:
            _expect_table(table, starts, f"starts by {method}", question)
            totals[f"starts: {method}"] += 1
    if question.kind == "open":
        return
    weights = {arc: at % 3 for at, arc in enumerate(sorted(used))}
    sums = Counter(sum(weights[move] for move in _moves(walk, question.kind)) for walk in wanted)

    def by(move: Any) -> int:
        u, v = map(graph.vertex, move)
        return weights.get((u, v), 0)

    for name in statistics.METHODS:
        _expect_table(tours.count_by(by, method=name), sums, f"sums by {name}", question)


def _expect_table(table: Any, wanted: Any, who: str, question: Question) -> None:
    found = {key: number for key, number in table.items() if number}
    expect(found, {key: number for key, number in wanted.items() if number}, who, question)


def directed_tables(chance: random.Random, totals: Totals, number: int = 12) -> None:
    """Compare every table with `directed` and the same table without it."""
    for place, kind, chosen in drawn(asked(), number, chance.getrandbits(32)):
        chosen.pop("directed", None)
        plain, both = Tours(place, kind, **chosen), Tours(place, kind, **chosen, directed=True)
        for by in ("usage", "start", "first-move", "edge-pair", *STATISTICS):
            for method in METHODS:
                once, twice = (_table(tours, by, method) for tours in (plain, both))
                expect(once is None, twice is None, f"a refusal of {by} by {method}", both.question)
                if once is None or twice is None:
                    continue
                counts = _counts(plain), _counts(both)
                if by == "first-move" and not plain.question.begin and kind == "closed":
                    factor = 1  # a closed tour has two moves at its start, or one in each direction
                elif by == "start":
                    factor = 1  # the paths from a start are directed
                else:
                    factor = counts[1] // counts[0] if counts[0] else 1
                wanted = {key: factor * times for key, times in once.items()}
                _expect_table(twice, wanted, f"directed {by} by {method}", both.question)
                if by in STATISTICS:
                    expect(sum(twice.values()), counts[1], f"{by} by {method}", both.question)
                totals[f"directed: {by}"] += 1


def _counts(tours: Tours) -> int:
    return reference.count(tours.question, Limits()).value


def _table(tours: Tours, by: str, method: Any) -> dict[Any, int] | None:
    try:
        return dict(
            tours.usage(method=method) if by == "usage" else tours.count_by(by, method=method)
        )
    except BadInputError:
        return None


ONE: tuple[Any, ...] = (
    *(
        Board(1, 1, wrap=wrap, leaper=leaper)
        for wrap in (False, True)
        for leaper in ("knight", "wazir")
    ),
    *(
        Board(1),
        Board(1, 1, 1),
        Board(1, 2, holes="a1"),
        Board(3, 3, holes="a1,a2,a3,b1,b3,c1,c2,c3"),
    ),
    *(kind.from_edges([], vertices=["v"]) for kind in (Graph, Digraph)),
)


def one_vertex(chance: random.Random, totals: Totals) -> None:
    """Ask every verb about a graph of one vertex: it answers, or refuses in words."""
    place = chance.choice(ONE)
    label = place.label(0) if isinstance(place, Graph) else next(iter(place))
    for kind, name in itertools.product(KINDS, ("", "start", "end", "directed", "at")):
        given: dict[str, Any] = {
            "": {},
            "directed": {"directed": True},
            "at": {"at": [(label, 1)]},
        }.get(name, {name: label})
        try:
            tours = Tours(place, kind, **given)
        except BadInputError:
            continue
        question = tours.question
        wanted = [(place.index(label) if isinstance(place, Board) else 0,)] * (kind != "closed")
        if isinstance(place, Board) or not place.directed:
            expect(reference.count(question, Limits()).value, len(wanted), "reference", question)
        every_method(tours, wanted, chance, totals)
        for by in ("usage", "start", "first-move", "edge-pair", *STATISTICS):
            for method in METHODS:
                if (table := _table(tours, by, method)) is not None and by in STATISTICS:
                    expect(sum(table.values()), len(wanted), f"{by} by {method}", question)
        for verb in (
            lambda tours: tours.classes(),
            lambda tours: tours.fractions(),
            lambda tours: tours.plan(),
            lambda tours: tours.study(),
            lambda tours: tours.count_by("first-move", show_first=True),
            lambda tours: list(tours.trace()),
            lambda tours: tours.puzzle(),
            lambda tours: tours.check([label]),
            lambda tours: tours.solve(),
            lambda tours: tours.find_report(cheapest=lambda move: 1),
            lambda tours: tours.find().describe(),
            *(lambda tours, to=to: tours.export(to) for to in ("cnf", "lp", "minizinc", "tsplib")),
        ):
            with suppress(BabiecaError):
                verb(tours)
            totals["verbs of one vertex"] += 1
