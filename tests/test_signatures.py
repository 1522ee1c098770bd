"""Every public call has a signature that lists its words, made from their one declaration."""

from __future__ import annotations

import dataclasses
import inspect
import operator
import pydoc
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, is_typeddict

import pytest

import babieca
from babieca import BadInputError, Board, Limits, Question, Tours, engines
from babieca.engines import TAKEN
from babieca.engines.entries import TABLES
from babieca.limits import LimitWords
from babieca.questions import QuestionWords
from babieca.verbs.tables import Table
from babieca.words import declared, spelled

VERBS = [
    "check", "classes", "count", "count_by", "exists", "export", "find", "fractions",
    "plan", "puzzle", "rank", "sample", "study", "tours", "trace", "unrank", "usage",
]  # fmt: skip
METHODS = {"tours": "list"}  # other methods have the name of their function
MODULES = {sys.modules[getattr(Tours, METHODS.get(verb, verb)).__module__] for verb in VERBS}
TYPES = Path(babieca.__file__).parent / "functions.pyi"
# Reports, batches, files, puzzles and the question itself have no function.
ONLY_METHODS = {
    "batches", "count_report", "find_report", "load", "of", "rank_all", "save", "solve",
    "solved_by", "unrank_all",
}  # fmt: skip


def parameters(call: Any) -> dict[str, inspect.Parameter]:
    found = dict(inspect.signature(call).parameters)
    found.pop("self", None)
    return found


def public_callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in babieca.__all__:
        thing = getattr(babieca, name)
        if inspect.isclass(thing):
            for inner, method in inspect.getmembers(thing, callable):
                if not inner.startswith("_"):
                    yield f"{name}.{inner}", method
        if callable(thing):
            yield name, thing


@pytest.mark.parametrize(
    ("name", "call"),
    [*public_callables()],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nothing_public_catches_keywords(name: str, call: Callable[..., Any]) -> None:
    if isinstance(call, type) and issubclass(call, babieca.BabiecaError):
        return  # the arguments of its reason
    try:
        found = parameters(call)
    except ValueError:  # functions of the core have no signature
        return
    caught = [word.name for word in found.values() if word.kind is word.VAR_KEYWORD]
    assert caught == [], name


def test_every_verb_is_a_function_and_a_method() -> None:
    functions = [name for name in babieca.__all__ if inspect.isfunction(getattr(babieca, name))]
    # A text chooses its board, so it has no method.
    assert functions == sorted([*VERBS, "text_puzzle"])
    methods = {name for name, _ in inspect.getmembers(Tours, callable) if not name.startswith("_")}
    assert methods - ONLY_METHODS == {METHODS.get(verb, verb) for verb in VERBS}


@pytest.mark.parametrize("verb", VERBS)
def test_a_function_takes_the_words_of_the_question_and_of_the_method(verb: str) -> None:
    """Help, notebooks and editors read the signature: it has every word, type and default."""
    function = parameters(getattr(babieca, verb))
    method = parameters(getattr(Tours, METHODS.get(verb, verb)))
    subject = {"rank": {"tour", "kind"}, "fractions": {"board"}}.get(verb, {"board", "kind"})
    taken = TAKEN[METHODS.get(verb, verb)].words
    assert set(function) == subject | taken | set(method)
    for name, word in (method | parameters(Question.ask)).items():
        if name in function and name not in ("board", "kind", "tour"):
            assert function[name].annotation == word.annotation, name
            assert function[name].default == word.default, name
            assert function[name].annotation


def test_the_types_of_the_functions_are_their_signatures() -> None:
    typed: dict[str, Any] = {"__name__": "babieca.functions"}
    # The last overload takes every value.
    source = TYPES.read_text().replace("@overload\n", "").replace(", overload\n", "\n")
    exec("from __future__ import annotations\n" + source, typed)
    assert [name for name, value in typed.items() if inspect.isfunction(value)] == VERBS
    for verb in VERBS:
        stub, function = (
            inspect.signature(call) for call in (spelled(typed[verb]), getattr(babieca, verb))
        )
        assert stub.parameters == function.parameters
        overloaded = f"@overload\ndef {verb}(" in TYPES.read_text()
        assert overloaded or stub == function


def test_the_types_of_methods_are_the_names_in_the_tables() -> None:
    tables: list[tuple[Any, Iterable[str]]] = [
        (engines.FindMethod, engines.FINDERS),
        (engines.CountMethod, engines.COUNTERS),
        (engines.ListMethod, ("auto", *engines.LISTERS)),
        (engines.NumberMethod, engines.NUMBERERS),
        (engines.TraceMethod, ("auto", *engines.TRACERS)),
        (Table, TABLES),
    ]
    for methods, table in tables:
        assert get_args(methods) == tuple(table)


@pytest.mark.parametrize("verb", VERBS)
def test_help_explains_every_word(verb: str) -> None:
    said = pydoc.plain(pydoc.render_doc(getattr(babieca, verb)))
    taken = TAKEN[METHODS.get(verb, verb)].words
    for name, word in declared(QuestionWords).items():
        assert any(line.split()[:1] == [name] for line in said.splitlines()) == (name in taken), (
            name
        )
        assert word.word.help.split()[0] in said or name not in taken


@pytest.mark.parametrize("call", [*VERBS, "Tours", "Board", "Question.ask", "Limits.of"])
def test_an_unknown_word_is_refused_by_name(call: str) -> None:
    needed: dict[str, Any] = {"unrank": {"number": 0}, "count_by": {"by": "start"}}
    needed |= {"check": {"squares": "a1"}, "export": {"to": "cnf"}}
    place = {"rank": [Tours(Board(5, 6)).find()], "Board": [5, 6], "Limits.of": []}
    arguments = place.get(call, [Board(5, 6)])
    with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
        operator.attrgetter(call)(babieca)(*arguments, nonsense=1, **needed.get(call, {}))


def test_a_word_of_another_verb_is_refused() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'threads'; expected "):
        babieca.find(Board(5, 6), threads=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"argument 'Start'; did you mean start\?"):
        babieca.count(Board(5, 6), Start="a1")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"the board: write Board\('5x6', holes=…\)"):
        babieca.count("5x6", holes="c3")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"argument 'n'; expected .*start, .*limit, seed"):
        babieca.sample(Board(5, 6), n=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="missing a required argument: 'by'"):
        babieca.count_by(Board(5, 6))  # type: ignore[call-arg]


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in ("exists", "check")])
def test_no_verb_ignores_a_new_word(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that is declared and that no engine obeys yet is refused by name."""
    needed: dict[str, Any] = {"unrank": {"number": 0}, "count_by": {"by": "start"}}
    needed["export"] = {"to": "cnf"}
    place = Tours(Board(5, 6)).find() if verb == "rank" else Board(5, 6)
    monkeypatch.setattr(Question, "words", property(lambda question: ["novelty"]))
    with pytest.raises(BadInputError, match="does not take novelty"):
        getattr(babieca, verb)(place, **needed.get(verb, {}))


def test_the_words_of_the_question_are_the_fields_of_a_question() -> None:
    fields = [field.name for field in dataclasses.fields(Question)]
    assert fields == ["graph", "kind", *QuestionWords.__annotations__]


def test_every_word_is_a_limit_of_limits() -> None:
    fields = {field.name: field.default for field in dataclasses.fields(Limits)}
    for name, word in declared(LimitWords).items():
        assert fields[name] == word.word.default, name


def test_a_word_means_the_same_wherever_it_is_declared() -> None:
    """Words of one name have one type; `method` and `limit` depend on the verb."""
    groups = {group for module in MODULES for group in vars(module).values() if is_typeddict(group)}
    met: dict[str, str] = {}
    for group in (*groups, QuestionWords, LimitWords):
        for name, word in declared(group).items():
            if name not in ("method", "limit", "timeout"):
                assert met.setdefault(name, word.written) == word.written, name


def test_keywords_only_after_the_kind() -> None:
    """The board or tour, the kind and the limit are positional; all other words keyword-only."""
    for verb in VERBS:
        positional = [
            name
            for name, word in parameters(getattr(babieca, verb)).items()
            if word.kind is word.POSITIONAL_OR_KEYWORD
        ]
        limit = ["limit"] if verb in ("sample", "tours", "trace") else []
        heads = (["board", "kind", *limit], ["tour", "kind"], ["board"])
        assert positional == heads[{"rank": 1, "fractions": 2}.get(verb, 0)], verb


def test_faces_are_there_after_import_babieca() -> None:
    for face in ("drawing", "formats", "reproduce"):
        assert inspect.ismodule(getattr(babieca, face))
    with pytest.raises(AttributeError, match="no attribute 'finding'"):
        _ = babieca.finding  # type: ignore[attr-defined]
