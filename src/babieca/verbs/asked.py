"""`Asked`, the base of all verbs: a question, and how a verb reads its words.

Each verb has a file with its words, a class with its methods, and its function. `Tours` inherits
all these classes. Words that several verbs take are declared here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import Parameter
from typing import Annotated, Any, Self, TypedDict, Unpack, get_args

from babieca.boards import BoardWords
from babieca.engines import TAKEN
from babieca.engines.numbering import Numbering
from babieca.engines.optima import EXAMPLES, WeightsLike
from babieca.engines.protocol import refuse_words
from babieca.engines.search.instances import (
    MOST_VERTICES,
    MOVE_ORDERS,
    RULE_SETS,
    RULES,
    MoveOrderLike,
    RulesLike,
)
from babieca.engines.statistics import MoveValue
from babieca.engines.sweep.gpu.gpus import Device
from babieca.errors import BadInputError, shown
from babieca.limits import Limits, LimitWords
from babieca.questions import BoardLike, Kind, Question, QuestionWords
from babieca.reasons import expected
from babieca.showing import Shown
from babieca.tour import Tour
from babieca.words import (
    Word,
    check_names,
    declared,
    spelled,
    split_words,
    with_defaults,
    with_words,
)


@dataclass(init=False, repr=False, unsafe_hash=True)
class Asked(Shown):
    question: Question
    _numbering: Numbering | None = field(default=None, compare=False)

    @spelled
    def __init__(
        self, board: BoardLike, kind: Kind = "closed", **words: Unpack[QuestionWords]
    ) -> None:
        """Ask for the tours of a board or graph."""
        self.question = Question.ask(board, kind, **words)

    @classmethod
    def of(cls, question: Question) -> Self:
        """Return the tours that a question asks for."""
        tours = object.__new__(cls)
        tours.question = question
        return tours

    def __repr__(self) -> str:
        return f"<Tours: {self.question}>"

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self).of, (self.question,))

    def _parted(
        self, group: type, words: Mapping[str, object], verb: str = "", said: str = ""
    ) -> tuple[Limits, dict[str, Any]]:
        """Return the limits among the words of a verb, and its other choices.

        A `verb` without a table of engines refuses here the question words that it does not take;
        the refusal calls the verb as `said`.
        """
        if verb:
            others = (word for word in self.question.words if word not in TAKEN[verb].words)
            refuse_words(self.question, said or verb, *others)
        limits, choices = split_words(LimitWords, with_defaults(group, words))
        if "order" in choices:
            order = choices["order"]
            try:
                choices["order"] = tuple(order)
            except TypeError:
                told = shown(order)
                raise BadInputError("order_list_all_squares", order=told) from None
        return Limits.of(**limits), choices


def function_of(verb: type[Asked], method: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a method as a function, which takes the board, the kind and the words of a question.

    It has the words and kinds that the verb takes; a verb for one kind has no argument `kind`.
    The method's own arguments follow: by position too if they have a default. The function of a
    method that takes a tour asks about the tour's board.
    """
    signature, group = inspect.signature(method), getattr(method, "group", None)
    taken = TAKEN[method.__name__]
    asking = {name: word for name, word in declared(QuestionWords).items() if name in taken.words}
    words = {} if group is None else declared(group)
    own = [word for word in signature.parameters.values() if word.name not in ("self", *words)]
    of_tour = "tour" in signature.parameters
    place = Parameter("board", Parameter.POSITIONAL_OR_KEYWORD, annotation="BoardLike")
    kind = place.replace(name="kind", default="closed", annotation="Kind")
    kinds = [kind] if len(taken.kinds) > 1 else []
    if of_tour:
        place, kinds = own.pop(0), [kind.replace(default=None, annotation="Kind | None")]
    free = [word for word in own if word.default is not word.empty]
    named = [word.replace(kind=word.KEYWORD_ONLY) for word in own if word not in free]
    heads = [place, *kinds, *free, *named]
    binding = inspect.Signature([*heads, Parameter("words", Parameter.VAR_KEYWORD)])

    def function(*given: Any, **others: Any) -> Any:
        arguments = binding.bind(*given, **others).arguments
        said = arguments.pop("words", {})
        question = {name: value for name, value in said.items() if name in asking}
        others = {name: value for name, value in said.items() if name not in asking}
        about, asked = arguments.pop(place.name), arguments.pop("kind", None)
        for word in declared(BoardWords).keys() & others:
            raise TypeError(f"{word} is a word of the board: write Board({str(about)!r}, {word}=…)")
        check_names(others, [*asking, *(word.name for word in own), *words])
        if of_tour:
            if not isinstance(about, Tour):
                raise BadInputError(expected(Tour, about, name))
            arguments["tour"], asked = about, asked or ("closed" if about.closed else "path")
            about = about.graph
        return method(verb(about, asked or "closed", **question), **arguments, **others)

    function.__name__ = function.__qualname__ = name
    function.__module__ = "babieca.public"
    text = getattr(method, "text", inspect.cleandoc(method.__doc__ or ""))
    heads_only = signature.replace(parameters=heads)
    return with_words(function, heads_only, text, {**asking, **words})


def refuse_task_log(limits: Limits) -> None:
    """Refuse a checkpoint where only a cluster keeps a log of finished tasks."""
    if limits.checkpoint is not None and limits.cluster is None:
        raise BadInputError("checkpoint_works_verb_only")


_DEVICE = "Count on this processor, on an NVIDIA GPU, or on a GPU if there is one."
_RULES = f"Of search: {', '.join((*RULE_SETS, *RULES))}."
_MOVE_ORDERS = f"Of search: {', '.join(MOVE_ORDERS)}."
_SUBTOUR = "Of search: squares of the partial tours in the table."
_MIRROR = "Of blocks: whether to store only half of each layer where a mirror allows it."


def method_word(methods: Any) -> Word:
    """Return the word for a method; `methods` is the `Literal` with their names."""
    names = get_args(methods)
    help = f"{', '.join(names)}."
    return Word(help, default="auto", input="text", metavar="NAME", values=names)


def limit_word(help: str, most: int, most_sent: int, least: int = 0, **more: Any) -> Word:
    bounds, sent = (least, most), (1, most_sent)
    return Word(help, "Limits", names=("--limit", "-n"), bounds=bounds, sent_bounds=sent, **more)


class WalkWords(TypedDict, total=False):
    criteria: Annotated[
        str | Sequence[str] | None,
        Word("Of warnsdorff: criteria in order, for example degree,random.", metavar="NAMES"),
    ]
    warnsdorff: Annotated[
        bool | None, Word("Of backtrack: whether to try moves in Warnsdorff's order.")
    ]


class SearchWords(TypedDict, total=False):
    rules: Annotated[RulesLike | None, Word(_RULES, metavar="NAMES", longest=400)]
    move_order: Annotated[
        MoveOrderLike | None, Word(_MOVE_ORDERS, metavar="NAME", values=MOVE_ORDERS)
    ]


class SubtourWords(TypedDict, total=False):
    subtour_squares: Annotated[int | None, Word(_SUBTOUR, bounds=(0, MOST_VERTICES))]


class OrderWords(TypedDict, total=False):
    order: Annotated[
        Iterable[Any] | None, Word("All squares in their retirement order.", where="python")
    ]


class DeviceWords(TypedDict, total=False):
    device: Annotated[Device | None, Word(_DEVICE, "Limits", where="here")]


class MirrorWords(TypedDict, total=False):
    mirror: Annotated[bool | None, Word(_MIRROR, names=("--mirror/--no-mirror",))]


def _weights_word(which: str) -> Word:
    return Word(
        f"A tour with the {which} total weight: a file of lines such as a1 b3 5.",
        "The question",
        input="weights",
        metavar="FILE",
        longest=40_000,
    )


def _statistic_word(which: str) -> Word:
    *moves, turns, turn = EXAMPLES
    help = f"A tour with the {which} moves of {', '.join(moves)}; or {turns}, {turn}."
    return Word(help, "The question", metavar="NAME", values=("slope", "turns"), longest=2000)


class OptimumWords(TypedDict, total=False):
    cheapest: Annotated[WeightsLike | None, _weights_word("least")]
    dearest: Annotated[WeightsLike | None, _weights_word("largest")]
    fewest: Annotated[str | MoveValue | None, _statistic_word("fewest")]
    most: Annotated[str | MoveValue | None, _statistic_word("most")]
