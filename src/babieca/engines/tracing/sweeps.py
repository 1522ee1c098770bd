"""The trace of a frontier sweep: its layers, with a few of their states."""

from __future__ import annotations

from collections.abc import Iterator

from babieca import _core
from babieca.engines.sweep.sweeps import prepare
from babieca.errors import BadInputError
from babieca.events import Counters, Event, Example, Happened, Layer, labels
from babieca.limits import Limits
from babieca.memory import human_bytes
from babieca.questions import Question
from babieca.words import whole_number

MOST_EXAMPLES = 1000


def trace_sweep(question: Question, limits: Limits, *, examples: int = 4) -> Iterator[Happened]:
    """Trace the layers of a sweep, each with the states that the most partial tours reach.

    >>> from babieca.boards import Board
    >>> *layers, last = trace_sweep(Question.ask(Board(5, 6)), Limits())
    >>> len(layers), max(layer.states for layer in layers), last.what, last.counters.tours
    (31, 2485, 'found', 8)
    """
    most = whole_number("examples", examples, 0, MOST_EXAMPLES)
    assert most is not None
    prepared = prepare(question, limits)
    return _layers(question, limits, _core.TracedSweep(prepared.sweep, most, limits.budget))


def _layers(question: Question, limits: Limits, sweep: _core.TracedSweep) -> Iterator[Happened]:
    graph, report = question.graph, limits.reporter()
    step = states = 0
    while not sweep.finished:
        try:
            told = sweep.next(report)
        except _core.OutOfBudget:
            raise BadInputError(
                f"the states of {graph} outgrow {human_bytes(limits.budget)}: watch a smaller board"
            ) from None
        slots = labels(graph, told.occupants)
        shown = tuple(_example(slots, example) for example in told.examples)
        retired = labels(graph, [told.retired])[0]
        states += told.states
        yield Layer(step, retired, slots, told.states, shown)
        step += 1
    tours = sweep.tours
    counters = Counters(nodes=states, tours=tours)
    yield Event("found" if tours else "exhausted", counters)


def _example(slots: tuple[object, ...], example: _core.SweepExample) -> Example:
    fragments = tuple(
        (slots[slot], slots[mate]) for slot, mate in enumerate(example.mates) if mate > slot
    )
    return Example(tuple(example.types), fragments, example.ways)
