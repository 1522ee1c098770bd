"""How many tours: split a question into terms, count each, and add up; and up to symmetry.

Classes are counted by Burnside's lemma, which docs/symmetry.md explains.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal, TypeVar, Unpack

from babieca.edges import Edge
from babieca.engines import COUNTERS
from babieca.engines.fold import is_swept
from babieca.engines.protocol import Counted, chosen
from babieca.engines.refuter import refuted
from babieca.engines.sweep.backward import Made, counts_together
from babieca.engines.sweep.counting import VERSION
from babieca.engines.sweep.gpu.gpus import Device, each_on_device
from babieca.engines.sweep.sweeps import Term, terms, trivial_answer
from babieca.errors import BadInputError, ContradictionError
from babieca.graphs import Graph
from babieca.invariants import Image, Invariant, fixing, image_of_pair, representatives
from babieca.limits import Limits, LongCountWords
from babieca.questions import BoardLike, Kind, Question, QuestionWords
from babieca.reasons import Reason, as_word
from babieca.representatives import symmetries_of
from babieca.showing import Shown
from babieca.symmetries import Symmetry
from babieca.tasks import Task
from babieca.verbs import asked
from babieca.verbs.asked import Asked, ask
from babieca.verbs.optima import OptimumWords, Total, goal_of, written
from babieca.words import Word, declared, function_of, spelled

Key = TypeVar("Key", bound=Hashable)

__all__ = ["Classes", "CountReport", "classes", "count"]


class CountWords(
    OptimumWords,
    asked.OrderWords,
    asked.MirrorWords,
    asked.DeviceWords,
    LongCountWords,
    total=False,
):
    method: Annotated[str, asked.method_word(COUNTERS)]
    counter_bits: Annotated[
        Literal[8, 16, 32, 64] | None,
        Word("Of blocks: counter width; narrow counters take less memory and more moduli."),
    ]


class CountCall(QuestionWords, CountWords, total=False): ...


class ClassesCall(QuestionWords, LongCountWords, total=False): ...


@dataclass(frozen=True)
class CountReport(Shown):
    """A count, its method and its costs. `int(report)` is the count.

    >>> from babieca import Board, Tours
    >>> report = Tours(Board(6, 6)).count_report(method="blocks")
    >>> report.value, report.method, report.steps
    (9862, 'blocks', 36)
    """

    value: int
    method: str
    moduli: tuple[int, ...]
    steps: int
    slots: int
    counters: int
    seconds: float
    peak_bytes: int
    disk_bytes: int
    proof: Reason | None = None  # why there is no tour, if a short proof gave the answer
    total: Total | None = None  # of each of the cheapest tours, if only they were counted

    def __int__(self) -> int:
        return self.value

    def record(self) -> dict[str, Any]:
        """Return a dictionary for JSON, large integers as text."""
        record = asdict(self) | {
            "value": str(self.value),
            "moduli": [str(modulus) for modulus in self.moduli],
        }
        if self.total is not None:
            record["total"] = written(self.total)
        if self.proof is not None:
            record["proof"] = self.proof.to_json()
        for name in ("proof", "total"):
            if record[name] is None:
                del record[name]
        return record


@dataclass(frozen=True)
class Classes(Shown):
    """The number of classes, and how many tours each symmetry of the board keeps, by its name.

    >>> from babieca import Board, classes
    >>> answer = classes(Board(5, 6))
    >>> int(answer), answer.kept
    (3, {'identity': 8, 'left-right reflection': 4, 'up-down reflection': 0, 'half-turn': 0})
    """

    value: int
    kept: Mapping[str, int]

    def __int__(self) -> int:
        return self.value


@dataclass(frozen=True)
class WholeCount(Task[Counted]):
    """A count by an engine that does not divide its work."""

    question: Question
    method: str
    takes_all = True  # the need is not known beforehand

    @property
    def key(self) -> str:
        return f"{VERSION}-{self.question.fingerprint}-{self.method}"

    def run(self, limits: Limits) -> Counted:
        return chosen(COUNTERS, self.method)(self.question, limits)

    def to_json(self, answer: Counted) -> Any:
        return {**asdict(answer), "value": str(answer.value)}

    def from_json(self, record: Any) -> Counted:
        return Counted(**{**record, "value": int(record["value"]), "moduli": ()})

    def agree(self, one: Counted, other: Counted) -> bool:
        return one.value == other.value


def count_report(question: Question, limits: Limits, method: str, **choices: Any) -> CountReport:
    with asked.locked_checkpoint(limits):
        began = time.perf_counter()
        refutation = refuted(question) if method == "auto" else None
        if question.symmetry is not None and method == "auto":
            method = "fold"
        elif question.at and method == "auto":
            method = "steps"
        engine = chosen(COUNTERS, method)
        whole = method in ("fold", "steps", "reference")
        addends = [Term(1, question, "all")] if whole else terms(question)
        if not whole:  # also where nothing is left to count
            kind: Kind = "closed" if question.closed else "path"
            engine.accept(replace(question.undirected(), kind=kind), choices)
        if refutation is not None:
            seconds = time.perf_counter() - began
            return CountReport(0, "theory", (), 0, 0, 0, seconds, 0, 0, refutation)

        def answered(term: Term, part: Limits) -> Counted:
            one = term.question
            if (trivial := None if whole else trivial_answer(one)) is not None:
                return Counted(trivial, "theory")
            if whole and part.executor is not None and (method != "fold" or is_swept(one)):
                return part.run(WholeCount(one, method))
            return engine(one, part.saving(term.name), **choices)

        answers = limits.each(answered, addends, [term.weight for term in addends])
        return CountReport(
            sum(one.factor * answer.value for one, answer in zip(addends, answers, strict=True)),
            "+".join(dict.fromkeys(answer.method for answer in answers)) or "theory",
            max((answer.moduli for answer in answers), key=len, default=()),
            sum(answer.steps for answer in answers),
            max((answer.slots for answer in answers), default=0),
            sum(answer.counters for answer in answers),
            time.perf_counter() - began,
            max((answer.peak_bytes for answer in answers), default=0),
            max((answer.disk_bytes for answer in answers), default=0),
        )


class Counting(Asked):
    @spelled
    def count(self, **words: Unpack[CountWords]) -> int:
        """Count the tours, exactly: undirected and labelled unless the words say otherwise.

        A count that needs more than `memory` is refused before anything is allocated. The method
        "blocks" takes counters of up to 64 bits where they fit. With a `checkpoint`, a count is
        saved at most every `checkpoint_seconds`, and the same call resumes it. With `cheapest`,
        `dearest`, `fewest` or `most`, only the tours that `find` may find are counted.

        >>> from babieca import Board, Tours, count
        >>> count(Board(6, 6)), count(Board(5, 5), "path"), count(Board(6, 6), symmetry="half-turn")
        (9862, 864, 78)
        >>> Tours(Board(6, 6), through="a1-b3", avoiding=[("c1", "d3")]).count()
        7962
        >>> count(Board(6, 6), fewest="slope:2"), count(Board(6, 6), most="slope:2")
        (8, 10)
        """
        return self.count_report(**words).value

    @spelled
    def count_report(self, **words: Unpack[CountWords]) -> CountReport:
        """Count like `count`, and report the method, its work, its memory and its time."""
        limits, choices = self._parted(CountWords, words)
        if any(name in choices for name in declared(OptimumWords)):
            return self._optimum_report(limits, choices)
        if self.question.up_to is not None:
            return self._class_report(words)
        with limits.at_work() as working:
            return count_report(self.question, working, **choices)

    def _optimum_report(self, limits: Limits, choices: Mapping[str, Any]) -> CountReport:
        question, began = self.question, time.perf_counter()
        goal = goal_of(question, choices, limits)
        assert goal is not None
        found = goal.found(question, limits)
        optimum, steps = goal.optimum(question, found), len(question.graph) + (not question.closed)
        work = (steps, found.slots, found.states) if found.states else (0, 0, 0)
        seconds, total = time.perf_counter() - began, optimum.total if found.tours else None
        costs = (seconds, found.peak_bytes, 0)
        return CountReport(optimum.tours or 0, "sparse", (), *work, *costs, found.proof, total)

    def _class_report(self, words: Mapping[str, Any]) -> CountReport:
        """Count the classes; refuse the choices of a plain count."""
        known = declared(LongCountWords)
        asked.refuse_words(
            self.question, f"count with {as_word('up_to')}", "directed", "symmetry", "at"
        )
        for name, value in words.items():
            if name not in known and value != declared(CountWords)[name].word.default:
                raise BadInputError(Reason("name_does_not_go_together_with", name=name))
        began, every = time.perf_counter(), type(self).of(replace(self.question, up_to=None))
        found = every.classes(**{name: value for name, value in words.items() if name in known})
        seconds = time.perf_counter() - began
        return CountReport(found.value, "classes", (), 0, 0, 0, seconds, 0, 0)

    @spelled
    def classes(self, **words: Unpack[LongCountWords]) -> Classes:
        """Count the undirected tours of a board up to its rotations and reflections.

        Words restrict the tours. Only symmetries that keep the words are used.

        >>> from babieca import Board, Tours, classes
        >>> int(classes(Board(6, 6))), int(classes(Board(5, 5), "path"))
        (1245, 112)
        >>> Tours(Board(5, 6)).classes().kept["left-right reflection"]
        4
        """
        question, (limits, _) = self.question, self._parted(LongCountWords, words)
        asked.refuse_words(question, "classes", "directed", "symmetry", "at", "up_to")
        if question.board is None:
            raise BadInputError("classes needs a board: a plain graph has no known symmetries")
        symmetries = symmetries_of(question)

        def symmetric_count(symmetry: Symmetry, part: Limits) -> int:
            own = replace(part, text=symmetry.name)
            if symmetry.is_identity:
                return count_report(question, own, "auto").value
            # Folded counts are short: they need no checkpoint and no scratch.
            folded = replace(question, symmetry=Invariant(symmetry))
            return count_report(folded, replace(own, checkpoint=None, scratch=None), "auto").value

        weights = [50 if symmetry.is_identity else 1 for symmetry in symmetries]
        with limits.at_work() as working:
            counts = working.each(symmetric_count, symmetries, weights)
        kept = {symmetry.name: n for symmetry, n in zip(symmetries, counts, strict=True)}
        value, rest = divmod(sum(counts), len(counts))
        if rest:
            raise ContradictionError(
                "the counts by symmetry give no whole number of classes: this is a bug"
            )
        return Classes(value, kept)


@function_of(Counting.count)
def count(board: BoardLike, kind: Kind = "closed", **words: Unpack[CountCall]) -> int:
    return ask(Counting, Counting.count, board, kind, words)


@function_of(Counting.classes)
def classes(board: BoardLike, kind: Kind = "closed", **words: Unpack[ClassesCall]) -> Classes:
    return ask(Counting, Counting.classes, board, kind, words)


def neighbour_pairs(graph: Graph, vertex: int) -> list[Edge]:
    return list(itertools.combinations(graph.neighbours(vertex).tolist(), 2))


def between(question: Question, origin: int, *near: int) -> Question | None:
    """Return the question for tours with a vertex beside others; None: a move is avoided."""
    return through(question, *((min(origin, vertex), max(origin, vertex)) for vertex in near))


def through(question: Question, *edges: Edge) -> Question | None:
    """Return the question for tours that also use these edges; None: one is avoided."""
    if not question.avoiding.isdisjoint(edges):
        return None
    return replace(question, through=question.through.union(edges))


def equal_keys(question: Question, keys: Iterable[Key], *fixed: int) -> dict[Key, tuple[Key, str]]:
    """Return, for each key, the first key that is equal by a symmetry, and that symmetry.

    The symmetries fix the end of the question and the `fixed` vertices.
    """

    def moved(key: Any, image: Image) -> Any:
        return image_of_pair(key, image) if isinstance(key, tuple) else int(image[key])

    vertices = fixed if question.end is None else (*fixed, question.end)
    symmetries = fixing(question.graph, question.through, question.avoiding, vertices=vertices)
    return representatives(keys, symmetries, moved)


def counted(
    question: Question,
    equal: Mapping[Key, tuple[Key, str]],
    entry: Callable[[Key], Question | None],
    limits: Limits,
    method: str,
    read: Callable[[Made, Key], int] | None = None,
    device: Device | None = None,
    *,
    together: bool = True,
) -> dict[Key, int]:
    """Count one entry of each class of equal entries, together if that is cheaper.

    An entry of None has no tours. `read` finds an entry in the answer of a sweep forwards and
    backwards.
    """
    if method == "auto" and refuted(question):
        return dict.fromkeys(equal, 0)
    graph = question.graph
    entries = {key: entry(key) for key, (first, _) in equal.items() if key == first}

    def count(key: Key, part: Limits) -> int:
        one = entries[key]
        vertices = key if isinstance(key, tuple) else (key,)
        own = replace(part, text="-".join(map(graph.name_of, vertices)))
        own = own.saving("-".join(map(str, vertices)))
        choices = {} if device is None else {"device": device}
        return 0 if one is None else count_report(one, own, method, **choices).value

    found = None
    if together and method == "auto" and device in (None, "cpu"):
        found = counted_together(question, entries, limits, read)
    if found is None:
        counts = each_on_device(count, list(entries), limits, device)
        found = dict(zip(entries, counts, strict=True))
    return {key: found[first] for key, (first, _) in equal.items()}


def counted_together(
    question: Question,
    entries: Mapping[Key, Question | None],
    limits: Limits,
    read: Callable[[Made, Key], int] | None = None,
) -> dict[Key, int] | None:
    """Count all entries together; return None if entries must be counted one by one.

    For open tours, the paths are counted together; each closed count to subtract is computed once.
    """
    addends = {key: [] if one is None else terms(one) for key, one in entries.items()}
    keys = [key for key, some in addends.items() if some]
    whole = terms(question)[0].question if terms(question) else question
    if not keys or trivial_answer(whole) is not None:
        return None
    swept = counts_together(
        whole,
        [addends[key][0].question for key in keys],
        limits.part(0.0, 0.8 if question.kind == "open" else 1.0),
        None if read is None else lambda made, number: read(made, keys[number]),
    )
    if swept is None:
        return None
    found = dict(zip(keys, swept, strict=True))
    rest = limits.part(0.8, 1.0)
    closed: dict[Question, int] = {}

    def answered(key: Key, one: Question) -> int:
        if one.kind == whole.kind:
            return found[key]
        if one not in closed:
            closed[one] = count_report(one, rest, "auto").value
        return closed[one]

    return {
        key: sum(term.factor * answered(key, term.question) for term in some)
        for key, some in addends.items()
    }
