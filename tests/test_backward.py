"""A sweep and back: the use of each move, against listed tours and single counts."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings

from babieca import BadInputError, Board, Limits, Question, Tours, _core, count, count_by, usage
from babieca.engines import LISTERS, reference
from babieca.engines.protocol import Counted
from babieca.engines.retirement import mirrored_order, retirement_order
from babieca.engines.sweep import backward
from babieca.engines.sweep.backward import Made, by_blocks, by_states, moves_made
from babieca.engines.sweep.count_plan import CountPlan, Machine
from babieca.engines.sweep.moduli import OutgrownError, bounds_of
from babieca.engines.sweep.plans import batch_plans, usage_plans
from babieca.engines.sweep.sweeps import Prepared, prepare, trivial_answer
from babieca.errors import ContradictionError
from tests.strategies import asked

Asked = tuple[Any, Any, dict[str, Any]]


def added_up(
    question: Question, tours: Iterable[Sequence[int]]
) -> tuple[dict[Any, int], dict[int, int]]:
    """Count the moves and the ends of listed tours."""
    moves: Counter[tuple[int, int]] = Counter()
    ends: Counter[int] = Counter()
    for walk in tours:
        steps = [*walk, walk[0]] if question.closed else walk
        moves.update((min(pair), max(pair)) for pair in itertools.pairwise(steps))
        ends.update([] if question.closed else (walk[0], walk[-1]))
    return dict(moves), dict(ends)


def usage_plan(ready: Prepared, limits: Limits, bits: int = 64) -> CountPlan:
    """Plan a sweep and back; it keeps the layers that fit the limits."""
    layout, machine = ready.block_plan(), Machine.of(limits)
    widths = bounds_of(ready.question).expected_widths(layout, bits, lent=True)
    sections = _core.choose_sections(layout, widths, machine.threads, machine.kept)
    order = tuple(ready.order.tolist())
    return CountPlan(ready.question, order, ready.mirror, method="usage", sections=sections)


def states_plan(question: Question) -> CountPlan:
    order = tuple(retirement_order(question.graph).tolist())
    return CountPlan(question, order, method="sparse usage")


def every_way(question: Question) -> Iterator[Made]:
    """Yield the use by blocks (all or few layers kept, one or two threads) and by states.

    If a mirror keeps the question, also by blocks with half of each layer.
    """
    ways = [prepare(question, Limits())]
    if mirrored_order(question) is not None:
        ways.append(prepare(question, Limits(), mirror=True))
    for ready in ways:
        if ready.plan is None:
            continue
        for memory, threads in itertools.product((None, 1), (1, 2)):
            plan = usage_plan(ready, Limits(memory=memory, threads=threads))
            yield by_blocks(plan, 0, Limits(threads=threads))
    yield by_states(states_plan(question), Limits())


@settings(max_examples=100)
@given(asked())
def test_moves_and_ends_are_those_of_the_tours(asked: Asked) -> None:
    place, kind, words = asked
    words.pop("symmetry", None)
    question = Question.ask(place, "path" if kind == "open" else kind, **words).undirected()
    assume(trivial_answer(question) is None)
    assume(not prepare(question, Limits()).sweep.impossible)
    moves, ends = added_up(question, reference.tours(question))
    for made in every_way(question):
        assert {edge: n for edge, n in made.moves.items() if n} == moves
        assert {vertex: n for vertex, n in made.ends.items() if n} == ends


@pytest.mark.parametrize(
    ("board", "kind", "words"),
    [
        (Board(5, 6), "closed", {}),
        (Board(6, 6), "closed", {"through": "a3-c2"}),
        (Board(6, 6), "closed", {"through": ["c3-d5", "d3-c5"]}),
        (Board(3, 10), "closed", {"avoiding": "e1-g2"}),
        (Board(4, 6), "path", {"through": ["a1-b3", "f1-e3"]}),
        (Board(5, 5), "path", {}),
        (Board(5, 5), "path", {"start": "a1", "through": "c3-d5"}),
        (Board(4, 5), "path", {"begin": "a1 b3"}),
        (Board(3, 3, wrap=True), "path", {"start": "a1"}),
    ],
    ids=str,
)
def test_boards(board: Board, kind: Any, words: dict[str, Any]) -> None:
    question = Question.ask(board, kind, **words).undirected()
    lister = LISTERS["search"]
    rows = itertools.chain.from_iterable(lister(question, Limits()))
    moves, ends = added_up(question, (row.tolist() for row in rows))
    assert moves
    for made in every_way(question):
        assert {edge: n for edge, n in made.moves.items() if n} == moves
        assert {vertex: n for vertex, n in made.ends.items() if n} == ends


@pytest.mark.parametrize("mirror", [False, True])
def test_larger_blocks_than_the_tables_have(mirror: bool) -> None:
    """Seven pairs and counters of every width: every square lies on two moves of every tour."""
    board = Board(7, 8)
    ready = prepare(Question.ask(board), Limits(), mirror=mirror)
    made = by_blocks(usage_plan(ready, Limits(memory=1)), 0, Limits())
    total = 34524432316
    at: Counter[int] = Counter()
    for edge, tours in made.moves.items():
        at.update({edge[0]: tours, edge[1]: tours})
    assert set(at.values()) == {2 * total}
    edge = next(edge for edge, tours in made.moves.items() if 0 < tours < total // 3)
    named = tuple(map(board.square, edge))
    assert made.moves[edge] == count(board, through=[named])


def test_numbers_of_more_than_63_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """64-bit counters raise an error; residues agree with the exact numbers of states."""
    board = Board(5, 24)
    question = Question.ask(board)
    ready = prepare(question, Limits(), retirement_order(question.graph))
    with pytest.raises(OutgrownError):
        by_blocks(usage_plan(ready, Limits()), 0, Limits())
    total = count(board)
    assert total >= 2**63
    made = moves_made(question, Limits())
    assert made.peak_bytes > 0  # by blocks
    assert made.moves[0, 26] == total  # a corner has no other moves
    assert made.moves == by_states(states_plan(question), Limits()).moves
    wrong = Counted(total + 1, "blocks")
    monkeypatch.setattr(backward, "automatic", lambda *_: wrong)
    with pytest.raises(ContradictionError):
        moves_made(question, Limits())


@pytest.mark.parametrize(
    ("board", "kind", "words"),
    [
        (Board(5, 6), "closed", {}),
        (Board(6, 6), "closed", {"through": ["c3-d5", "d3-c5"]}),
        (Board(5, 5), "path", {}),
        (Board(5, 5), "path", {"start": "c3", "avoiding": "a1-b3"}),
    ],
    ids=str,
)
def test_residues_are_those_of_the_numbers(board: Board, kind: Any, words: dict[str, Any]) -> None:
    question = Question.ask(board, kind, **words).undirected()
    exact = by_states(states_plan(question), Limits())
    mirrors = (False, True) if mirrored_order(question) is not None else (False,)
    for mirror, memory, modulus in itertools.product(mirrors, (None, 1), (3, 1009, 2**31 - 1)):
        ready = prepare(question, Limits(), mirror=mirror)
        made = by_blocks(usage_plan(ready, Limits(memory=memory), 32), modulus, Limits())
        assert made.moves == {edge: n % modulus for edge, n in exact.moves.items()}
        assert made.ends == {vertex: n % modulus for vertex, n in exact.ends.items()}


def test_memory_is_kept_or_refused() -> None:
    ready = prepare(Question.ask(Board(6, 8)), Limits())
    plan = usage_plan(ready, Limits(memory=1, threads=1))
    least = plan.sections.bytes
    made = by_blocks(plan, 0, Limits(memory=least, threads=1))
    assert 0 < made.peak_bytes <= least
    with pytest.raises(BadInputError, match="take more than 8"):
        by_blocks(plan, 0, Limits(memory=8 * 2**20))
    with pytest.raises(BadInputError, match="allow more with memory, or use method counts"):
        usage(Board(8, 8), method="sweeps", memory="20M")


def counted(*, table: Any, tours: Tours, monkeypatch: pytest.MonkeyPatch) -> list[dict[Any, int]]:
    """Return the same table twice: by a sweep and back, and by single counts."""
    tables: list[dict[Any, int]] = []

    def swept(question: Question, _: Any, limits: Limits, machine: Machine, **__: Any) -> Any:
        return usage_plans(question, limits, machine)

    for planned in (swept, lambda *_, **__: []):
        monkeypatch.setattr(backward, "batch_plans", planned)
        tables.append(tours.count_by(table))
    return tables


@pytest.mark.parametrize(
    ("tours", "table"),
    [
        (Tours(Board(5, 5), "path"), "start"),
        (Tours(Board(5, 5), "path", end="c3", avoiding="a1-b3"), "start"),
        (Tours(Board(4, 5), "open"), "start"),
        (Tours(Board(5, 6), "open", through="a1-b3", avoiding=["c1-d3", "e5-c4"]), "start"),
        (Tours(Board(5, 6), "open", end="a1"), "start"),
        (Tours(Board(5, 5), "path", start="c3"), "first-move"),
        (Tours(Board(5, 6), "open", start="a2", avoiding="a2-b4"), "first-move"),
        (Tours(Board(6, 6), start="c3", directed=True), "first-move"),
        (Tours(Board(6, 6), start="b1", through="a1-b3"), "first-move"),
    ],
    ids=str,
)
def test_tables_by_sweeps_are_those_by_counts(
    tours: Tours, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept, entries = counted(table=table, tours=tours, monkeypatch=monkeypatch)
    assert swept == entries
    assert any(entries.values())


def test_what_pays() -> None:
    """A table of many entries takes one sweep and back; few entries are counted one by one."""
    board = Board(5, 5)
    paths = Question.ask(board, "path")
    entries = [Question.ask(board, "path", start=square) for square in board]

    def pays(some: list[Question], limits: Limits) -> bool:
        machine = Machine.of(limits)
        return bool(batch_plans(paths, some, limits, machine, single_moves=True))

    assert pays(entries, Limits())
    assert not pays(entries[:1], Limits())
    assert not pays([], Limits())
    assert not pays(entries, Limits(memory=10**5))
    assert sum(count_by(board, "path", by="start").values()) == 2 * 864 == 2 * count(board, "path")
