"""Trials of given steps, sequences, sums over moves, optima and puzzles.

Each answer is compared with a second way.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from contextlib import suppress
from typing import Any

from babieca import (
    BadInputError,
    Board,
    Graph,
    Limits,
    NotFoundError,
    NoTourError,
    Tours,
    puzzle,
)
from babieca.engines import COUNTERS, reference
from babieca.engines.statistics import METHODS
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.weighted import WeightedTask, weighted_plan, weighted_sums
from babieca.givens import LEVELS
from babieca.questions import Question
from babieca.verbs.sequence import Sequence
from tests.soak.trials import Totals, drawn, expect
from tests.strategies import KINDS, asked
from tests.test_puzzles import is_minimal, solutions
from tests.test_steps import random_words

PRIME = 2**61 - 1

MOST_SQUARES = 24
"""Of the boards of a sequence: each is counted alone too."""

PUZZLE_BOARDS = {
    "closed": ("5x6", "6x6", "3x10"),
    "path": ("3x4", "3x7", "4x5", "5x5"),
    "open": ("3x4", "3x7", "4x5", "5x5"),
}
"""Boards whose tours are listed in a second or two."""


def given_steps(chance: random.Random, totals: Totals, number: int = 20) -> None:
    """Compare the answers about `at` with all numberings of all tours of the reference."""
    for place, kind, chosen in drawn(asked(), number, chance.getrandbits(32)):
        plain, graph = Question.ask(place, kind), Graph.of(place)
        rows = [one for walk in reference.tours(plain) for one in reference.numberings(plain, walk)]
        walk = list(chance.choice(rows)) if rows else chance.sample(range(len(graph)), len(graph))
        words = random_words(chance, walk, graph, kind) if len(graph) > 1 else {"at": [(0, 1)]}
        if "symmetry" in chosen:
            words["symmetry"] = chosen["symmetry"]
        try:
            question = Question.ask(place, kind, **words)
        except BadInputError:  # a moved step contradicts another word, or no edge joins a begin
            continue
        if not question.at:  # the first and the last step became start and end
            continue
        wanted = {
            one
            for walk in reference.tours(question)
            for one in reference.numberings(question, walk)
        }
        tours = Tours.of(question)
        for method, engine in COUNTERS.items():
            if engine.refusal(question):
                continue
            with suppress(BadInputError):  # fold takes only some graphs
                expect(tours.count(method=method), len(wanted), f"{method} of steps", question)
                totals[f"steps: {method}"] += 1
        expect(tours.count(), len(wanted), "auto of steps", question)
        listed = [tuple(question.vertices_of(tour).tolist()) for tour in tours.list()]
        expect(sorted(listed), sorted(wanted), "list of steps", question)
        try:
            found: Any = tuple(question.vertices_of(tours.find()).tolist())
        except NoTourError:
            found = None
        expect(found in wanted if wanted else found is None, True, f"find, {found},", question)
        if wanted:
            at = chance.randrange(len(wanted))
            expect(tours.rank(tours.unrank(at)), at, "rank of steps", question)
        totals["questions with steps"] += 1


def sequences(chance: random.Random, totals: Totals, number: int = 2) -> None:
    """Compare the terms of a sequence by both methods with counts board by board."""
    for _ in range(number):
        kind: Any = chance.choice(KINDS)
        words: dict[str, Any] = {
            name: value
            for name, value in (("ragged", True), ("directed", True), ("wrap", "0"))
            if chance.random() < 0.3
        }
        words["leaper"] = chance.choice(["knight", "knight", "wazir", "zebra", (1, 1), (2, 2)])
        # Wide strips of these leapers have too many states for a trial.
        wide = "wrap" in words or words["leaper"] not in ("knight", "wazir")
        width = chance.randint(1, 4 if wide else 5)
        sequence: Any = Sequence(width, kind, **words)
        squares = MOST_SQUARES if width < 5 else MOST_SQUARES - 4
        terms = squares if sequence.ragged else squares // width
        wanted = [
            Tours(
                sequence.strip.board(n if sequence.ragged else n * width),
                kind,
                directed=sequence.directed,
            ).count(method="sparse")
            for n in range(1, terms + 1)
        ]
        for method in ("auto", "blocks", "sparse"):
            found = list(sequence.terms(terms, method=method))
            expect(found, wanted, f"sequence by {method}", sequence)
            totals[f"sequences: {method}"] += 1


def recurrences(chance: random.Random, totals: Totals) -> None:
    """Compare a recurrence with the terms of a sweep."""
    kind: Any
    kind, width = chance.choice([("closed", 3), ("path", 2), ("path", 1), ("open", 2)])
    words: Any = {"leaper": chance.choice(["knight", "wazir"])}
    sequence = Sequence(width, kind, **words)
    try:
        law = sequence.recurrence(timeout=10)
    except NotFoundError:
        totals["recurrences not found in time"] += 1
        return
    terms = sequence.terms(chance.randint(20, 400))
    for n in chance.sample(range(1, len(terms) + 1), 10):
        expect(law.term(n), terms[n], f"the recurrence of {sequence}, length", n)
    totals["recurrences"] += 1


def tables(chance: random.Random, totals: Totals, number: int = 12) -> None:
    """Compare sums over moves and sums of products with all tours of the reference."""
    for place, kind, chosen in drawn(asked(), number, chance.getrandbits(32)):
        chosen.pop("symmetry", None)
        if kind == "open":
            continue
        tours = Tours(place, kind, **chosen)
        question, graph, edges = tours.question, Graph.of(place), Graph.of(place).edges()
        columns = chance.choice([1, 1, 1, 2]) if edges else 1
        most = chance.choice([1, 3, 50]) if columns == 1 else 1
        values = {edge: [chance.randint(-most, most) for _ in range(columns)] for edge in edges}
        weights = {edge: chance.choice([0, 1, chance.randrange(PRIME)]) for edge in edges}

        def by(move: Any, graph: Graph = graph, values: Any = values) -> Any:
            found = values[tuple(sorted(map(graph.vertex, move)))]
            return tuple(found) if len(found) > 1 else found[0]

        table: Counter[Any] = Counter()
        products = 0
        for walk in reference.tours(question):
            pairs = itertools.pairwise([*walk, walk[0]] if question.closed else walk)
            moves = [(min(pair), max(pair)) for pair in pairs]
            sums = tuple(sum(values[move][n] for move in moves) for n in range(columns))
            table[sums if columns > 1 else sums[0]] += question.multiplicity
            products += math.prod(weights[move] for move in moves)
        method: Any
        for method in METHODS:
            found = dict(tours.count_by(by, method=method))
            expect(found, dict(sorted(table.items())), f"table by {method}", question)
            plan = weighted_plan(
                question.undirected(), Limits(), Machine.of(Limits()), method=method
            )
            if plan.method != "theory":
                task = WeightedTask(plan, PRIME, tuple(weights.values()))
                (weighted,) = weighted_sums([task], Limits(), Machine.of(Limits()))
                expect(weighted, products % PRIME, f"weighted sum by {method}", question)
            totals[f"tables: {method}"] += 1
        if columns == 1 and edges:
            for word, best in (("cheapest", min), ("dearest", max)):
                try:
                    optimum = tours.find_report(**{word: by}).optimum
                except NotFoundError:
                    continue
                told = None if optimum is None else (optimum.total, optimum.tours)
                total = best(table, default=0)
                expect(told, (total, table[total]) if table else None, word, question)
                totals[f"optima: {word}"] += 1


def puzzles(chance: random.Random, totals: Totals, number: int = 4) -> None:
    """Check with the list of all tours that puzzles have one solution, and what was asked for."""
    for _ in range(number):
        kind: Any = chance.choice(KINDS)
        board = Board.parse(chance.choice(PUZZLE_BOARDS[kind]))
        words: dict[str, Any] = {"seed": chance.getrandbits(32), "timeout": 5}
        if chance.random() < 0.4:
            words["level"] = chance.choice(LEVELS)
        if chance.random() < 0.3:
            words["ends"] = chance.random() < 0.5
        if chance.random() < 0.2:
            words["pattern"] = "half-turn"
        elif chance.random() < 0.3:
            words["minimal"] = True
        elif chance.random() < 0.4:
            words["givens"] = chance.randint(2, 12)
        asked_for = f"{kind} puzzle {board} {words}"
        try:
            made = puzzle(board, kind, **words)
        except (NotFoundError, NoTourError, BadInputError) as refusal:
            totals[f"puzzles: {type(refusal).__name__}"] += 1
            continue
        expect(solutions(made), 1, "the list of all tours", asked_for)
        expect(made.level, words.get("level", made.level), "level", asked_for)
        expect(len(made.squares), words.get("givens", len(made.squares)), "givens", asked_for)
        if "minimal" in words:
            expect(is_minimal(made), True, "minimal", asked_for)
        if "pattern" in words:
            turned = {
                tuple(s - 1 - at for s, at in zip(board.sides, one, strict=True))
                for one in made.squares
            }
            expect(turned, {*made.squares}, "pattern", asked_for)
        with suppress(NotFoundError):  # on a busy machine the time may be over
            expect(puzzle(board, kind, **words), made, "the same seed", asked_for)
        totals[f"puzzles: {made.level}"] += 1
