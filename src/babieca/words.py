"""Words: the arguments of all calls, each declared once.

A word is a field of a `TypedDict`, annotated with its type and a `Word`:

    class Timed(TypedDict, total=False):
        timeout: Annotated[float | None, Word("Give up after this time.", metavar="SECONDS")]

Everything else is made from this declaration: the signatures of the Python calls (`spelled`), the
options of the command line, the HTTP bodies with their schema, the forms of the page, and the
table of words in the docs.
"""

from __future__ import annotations

import ast
import functools
import inspect
import operator
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    Literal,
    Required,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from babieca.errors import BadInputError, shown

Kind = Literal["square", "squares", "walk", "moves", "memory", "choice", "flag", "number", "text"]
"""How a word is entered; the page's forms and the HTTP bodies follow it."""

Where = Literal["everywhere", "here", "python", "http"]
"""Where a word can be said: "here" is Python and the command line, but not HTTP."""

PANELS = ("The question", "The board", "Limits", "The method", "The page", "Output")
"""The headings of words, in the order of every help text."""

Call = TypeVar("Call", bound=Callable[..., Any])

_COLUMNS = 96


@dataclass(frozen=True)
class Word:
    """What is declared of a word besides its name and type.

    `panel` is its heading in help texts. On the command line, an `argument` is typed by its place;
    all others are options called `names`, or `--its-name` if there are none, and the shell
    completes `values`. `bounds` hold in Python; `sent_bounds` and `sent_default` replace them in
    HTTP bodies, whose texts match `pattern` and have at most `longest` characters.
    """

    help: str
    panel: str = "The method"
    default: Any = None
    kind: Kind | None = None
    metavar: str | None = None
    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    argument: bool = False
    where: Where = "everywhere"
    bounds: tuple[float, float] | None = None
    sent_bounds: tuple[float, float] | None = None
    sent_default: Any = None
    longest: int = 64
    pattern: str | None = None


@dataclass(frozen=True)
class Declared:
    """A word with its name and type (without None, if it is `optional`).

    `written` is the type as the source spells it.
    """

    name: str
    type: Any
    written: str
    word: Any
    optional: bool
    required: bool

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values of a `Literal`; empty for all other types."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()

    @property
    def kind(self) -> Kind:
        """How the word is entered: as declared, or as its type tells."""
        if self.word.kind is not None:
            kind: Kind = self.word.kind
            return kind
        if self.choices:
            return "choice"
        return {bool: "flag", int: "number", float: "number"}.get(self.type, "text")  # type: ignore[return-value]


@functools.cache
def declared(group: type) -> Mapping[str, Declared]:
    """Return the words of a group by name, heading by heading.

    >>> from typing import TypedDict, Unpack
    >>> class Timed(TypedDict, total=False):
    ...     timeout: Annotated[float | None, Word("Give up after this time.")]
    >>> declared(Timed)["timeout"].type, declared(Timed)["timeout"].kind
    (<class 'float'>, 'number')
    """
    found = {}
    for name, hint in get_type_hints(group, include_extras=True).items():
        required = get_origin(hint) is Required
        if required:
            hint = get_args(hint)[0]
        kind, word = get_args(hint) if get_origin(hint) is Annotated else (hint, None)
        if isinstance(word, Word):
            written = _written(group.__annotations__[name])
            needed = required or name in group.__required_keys__  # type: ignore[attr-defined]
            optional = type(None) in get_args(kind)
            found[name] = Declared(name, _without_none(kind), written, word, optional, needed)
    return dict(sorted(found.items(), key=lambda item: PANELS.index(item[1].word.panel)))


def spelled(call: Call) -> Call:
    """Give a call with `**words: Unpack[Group]` a signature and a help text that list every word.

    >>> from typing import TypedDict, Unpack
    >>> class Timed(TypedDict, total=False):
    ...     timeout: Annotated[float | None, Word("Give up after this time.")]
    >>> def wait(**words: Unpack[Timed]) -> None: "Wait."
    >>> print(inspect.signature(spelled(wait)))
    (*, timeout: 'float | None' = None) -> 'None'
    >>> print(wait.__doc__)
    Wait.
    <BLANKLINE>
    timeout  Give up after this time.
    """
    signature = inspect.signature(call)
    *own, words = signature.parameters.values()
    annotation = words.annotation
    if isinstance(annotation, str):
        annotation = eval(annotation, call.__globals__)
    (group,) = get_args(annotation)
    told = [
        inspect.Parameter(
            word.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=word.word.default,
            annotation=word.written,
        )
        for word in declared(group).values()
    ]
    call.__signature__ = signature.replace(parameters=[*own, *told])  # type: ignore[attr-defined]
    call.__doc__ = f"{inspect.cleandoc(call.__doc__ or '')}\n\n{table_of(group)}"
    return call


def table_of(group: type) -> str:
    """Return the names of a group's words in one column and their help in another."""
    words = declared(group).values()
    width = max(len(word.name) for word in words) + 2
    return "\n".join(
        textwrap.fill(
            word.word.help,
            _COLUMNS,
            initial_indent=f"{word.name:{width}}",
            subsequent_indent=" " * width,
        )
        for word in words
    )


def with_defaults(group: type, words: Mapping[str, object]) -> dict[str, Any]:
    """Return the words of a call with their defaults; None says nothing. Refuse other words.

    >>> from typing import TypedDict
    >>> class Timed(TypedDict, total=False):
    ...     timeout: Annotated[float | None, Word("Give up after this time.")]
    ...     method: Annotated[str, Word("How.", default="auto")]
    >>> with_defaults(Timed, {"timeout": None})
    {'method': 'auto'}
    """
    known = declared(group)
    for name in words:
        if name not in known:
            raise TypeError(f"unexpected keyword argument {name!r}; expected {', '.join(known)}")
    usual = {name: word.word.default for name, word in known.items()}
    return {
        name: value
        for name, value in {**usual, **words}.items()
        if value is not None or (name in words and not known[name].optional)
    }


def divided(group: type, words: Mapping[str, object]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the words of a group, and the others."""
    known = declared(group)
    ours = {name: value for name, value in words.items() if name in known}
    return ours, {name: value for name, value in words.items() if name not in known}


def whole_number(name: str, value: Any, least: int, most: int) -> int | None:
    """Return an argument that is a whole number between bounds, or None; refuse any other.

    >>> whole_number("limit", 3, 0, 10)
    3
    """
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        highest = f"2^{most.bit_length() - 1}" if most >= 2**40 else str(most)
        raise BadInputError(
            f"{name} is a whole number from {least} to {highest}, not {shown(value)}"
        )
    return number


def _without_none(kind: Any) -> Any:
    if type(None) not in get_args(kind):
        return kind
    parts = (part for part in get_args(kind) if part is not type(None))
    return functools.reduce(operator.or_, parts)


def _written(annotation: Any) -> str:
    """Return the type in the source of an annotation, without `Annotated` and `Required`."""
    text = annotation if isinstance(annotation, str) else annotation.__forward_arg__
    tree = ast.parse(text, mode="eval").body
    while isinstance(tree, ast.Subscript) and ast.unparse(tree.value) in ("Annotated", "Required"):
        tree = tree.slice.elts[0] if isinstance(tree.slice, ast.Tuple) else tree.slice
    return ast.unparse(tree)
