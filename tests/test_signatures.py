"""One word, one meaning: every public call spells its words out, and all spell them alike."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import babieca
from babieca import Limits, Question, Tours
from babieca.verbs import calls

VERBS = [
    name
    for name, call in vars(calls).items()
    if inspect.isfunction(call) and call.__module__ == calls.__name__ and not name.startswith("_")
]
METHODS = {"tours": "list"}  # the others are called alike
WORDS = {
    name: word
    for name, word in inspect.signature(Tours.__init__).parameters.items()
    if name != "self"
}


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
    try:
        found = parameters(call)
    except ValueError:  # from the core, or an exception's own
        return
    caught = [word.name for word in found.values() if word.kind is word.VAR_KEYWORD]
    assert caught == [], name


def test_every_verb_is_a_function_and_a_method() -> None:
    assert set(VERBS) < set(babieca.__all__)
    for verb in VERBS:
        assert callable(getattr(Tours, METHODS.get(verb, verb)))


@pytest.mark.parametrize("verb", VERBS)
def test_the_words_of_the_question_are_those_of_tours(verb: str) -> None:
    found = parameters(getattr(babieca, verb))
    for name, word in WORDS.items():
        if verb == "rank" and name in ("board", "kind"):
            continue  # the tour knows both
        assert found[name].default == word.default, name
        assert found[name].annotation == word.annotation, name
        assert found[name].kind == word.kind, name
    assert list(found)[:2] == (["tour", "kind"] if verb == "rank" else ["board", "kind"])


@pytest.mark.parametrize("verb", VERBS)
def test_the_words_of_a_verb_are_those_of_the_method(verb: str) -> None:
    function, method = (
        parameters(getattr(owner, name))
        for owner, name in ((babieca, verb), (Tours, METHODS.get(verb, verb)))
    )
    own = {name: word for name, word in function.items() if name not in WORDS}
    assert list(own) == list(method)
    for name, word in method.items():
        assert own[name].default == word.default, name
        assert own[name].annotation == word.annotation, name
    assert returned(getattr(babieca, verb)) == returned(getattr(Tours, METHODS.get(verb, verb)))


def returned(call: Any) -> object:
    """The type a function returns, whatever its module calls it."""
    return eval(call.__annotations__["return"], call.__globals__)


def test_the_words_of_the_question_are_the_fields_of_a_question() -> None:
    asked = parameters(Question.ask)
    assert list(asked) == list(WORDS)
    for name, word in WORDS.items():
        assert (asked[name].default, asked[name].annotation) == (word.default, word.annotation)
    fields = parameters(Question)
    assert list(fields) == ["graph", *list(WORDS)[1:]]


def test_a_limit_is_called_and_written_alike_in_every_verb() -> None:
    limits = parameters(Limits.of)
    spelled = {"memory": {"Memory | None", "float | str | None"}}
    own_default = {("study", "timeout"): 10.0}
    seen = set()
    for verb in (*VERBS, "save", "find_report", "count_report"):
        method = parameters(getattr(Tours, METHODS.get(verb, verb)))
        for name in method.keys() & limits.keys():
            seen.add(name)
            wanted = own_default.get((verb, name), limits[name].default)
            assert method[name].default == wanted, (verb, name)
            if (verb, name) not in own_default:
                kinds = spelled.get(name, {limits[name].annotation})
                assert method[name].annotation in kinds, (verb, name)
    assert seen == limits.keys()


def test_keywords_only_after_the_kind() -> None:
    """What a verb is about comes first; everything else is said by name."""
    for verb in VERBS:
        positional = [
            name
            for name, word in parameters(getattr(babieca, verb)).items()
            if word.kind is word.POSITIONAL_OR_KEYWORD
        ]
        assert positional in (["board", "kind"], ["tour", "kind"]), verb


def test_faces_are_there_after_import_babieca() -> None:
    for face in ("drawing", "formats", "reproduce"):
        assert inspect.ismodule(getattr(babieca, face))
    with pytest.raises(AttributeError, match="no attribute 'finding'"):
        _ = babieca.finding  # type: ignore[attr-defined]
