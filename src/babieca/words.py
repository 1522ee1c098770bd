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
import difflib
import functools
import inspect
import operator
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Required, TypeVar, get_args, get_origin, get_type_hints

from babieca.errors import BadInputError, shown

Input = Literal[
    "square", "squares", "walk", "moves", "steps", "weights",
    "memory", "choice", "flag", "number", "text",
]  # fmt: skip
"""How a word is entered; the page's forms and the HTTP bodies follow it."""

PANELS: tuple[str, ...] = ("The question", "The puzzle", "The board", "Limits", "The method")
PANELS += ("The page", "The picture", "Output")
"""The headings of words, in the order of every help text."""

Call = TypeVar("Call", bound=Callable[..., Any])

_COLUMNS = 96


@dataclass(frozen=True)
class Word:
    """The declaration of a word, besides its name and type.

    `panel` is its heading in help texts. On the command line, the position of an `argument` says
    what it is; all others are options called `names`, or `--its-name` if there are none, and the
    shell completes `values`. If `where` is "here", Python and the command line have the word, and
    HTTP does not. `bounds` hold in Python; in HTTP bodies, `sent_bounds` and `sent_default` replace
    them, and texts match `pattern` and have at most `longest` characters.
    """

    help: str
    panel: str = "The method"
    default: Any = None
    input: Input | None = None
    metavar: str | None = None
    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    argument: bool = False
    where: Literal["everywhere", "here", "python", "http"] = "everywhere"
    bounds: tuple[float, float] | None = None
    sent_bounds: tuple[float, float] | None = None
    sent_default: Any = None
    longest: int = 64
    pattern: str | None = None


@dataclass(frozen=True)
class Declared:
    """A word with its name and type (without None, if it is `optional`)."""

    name: str
    type: Any
    written: str  # the type as the source spells it
    word: Any
    optional: bool
    required: bool

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values of a `Literal` that is no text; empty for all other types."""
        is_choice = get_origin(self.type) is Literal and self.word.input is None
        return get_args(self.type) if is_choice else ()

    @property
    def input(self) -> Input:
        """How the word is entered: as declared, or as its type tells."""
        by_type: dict[Any, Input] = {bool: "flag", int: "number", float: "number"}
        own: Input | None = self.word.input
        return own or ("choice" if self.choices else by_type.get(self.type, "text"))


@functools.cache
def declared(group: type) -> Mapping[str, Declared]:
    """Return the words of a group by name, heading by heading."""
    found = {}
    for name, hint in get_type_hints(group, include_extras=True).items():
        required = get_origin(hint) is Required
        if required:
            hint = get_args(hint)[0]
        hint, word = get_args(hint) if get_origin(hint) is Annotated else (hint, None)
        if isinstance(word, Word):
            source = group.__annotations__[name]
            written = _written(source if isinstance(source, str) else source.__forward_arg__)
            needed = required or name in group.__required_keys__  # type: ignore[attr-defined]
            optional = type(None) in get_args(hint)
            if optional:
                types = (one for one in get_args(hint) if one is not type(None))
                hint = functools.reduce(operator.or_, types)
            found[name] = Declared(name, hint, written, word, optional, needed)
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
    text = inspect.cleandoc(call.__doc__ or "")
    call.__dict__.update(group=group, text=text)
    return with_words(call, signature.replace(parameters=own), text, declared(group))


def with_words(
    call: Call, signature: inspect.Signature, text: str, words: Mapping[str, Declared]
) -> Call:
    """Give a call a signature and a help text, with words after its own parameters."""
    listed = sorted(words.values(), key=lambda word: PANELS.index(word.word.panel))
    only = inspect.Parameter.KEYWORD_ONLY
    told = [
        inspect.Parameter(word.name, only, default=word.word.default, annotation=word.written)
        for word in listed
    ]
    width = max(len(word.name) for word in listed) + 2
    filled = textwrap.TextWrapper(_COLUMNS, subsequent_indent=" " * width, break_on_hyphens=False)
    table = "\n".join(filled.fill(f"{word.name:{width}}{word.word.help}") for word in listed)
    parameters = [*signature.parameters.values(), *told]
    call.__dict__["__signature__"] = signature.replace(parameters=parameters)
    call.__doc__ = f"{text}\n\n{table}"
    return call


def with_defaults(group: type, words: Mapping[str, object]) -> dict[str, Any]:
    """Return the words of a call with their defaults, without None; refuse unknown words."""
    known = declared(group)
    check_names(words, known)
    usual = {name: word.word.default for name, word in known.items()}
    return {
        name: value
        for name, value in {**usual, **words}.items()
        if value is not None or (name in words and not known[name].optional)
    }


def check_names(words: Iterable[str], known: Iterable[str]) -> None:
    """Refuse a word that is not known, with the nearest known word or with all of them.

    >>> check_names(["Start"], ["start", "end"])
    Traceback (most recent call last):
        ...
    TypeError: unexpected keyword argument 'Start'; did you mean start?
    """
    names = list(known)
    for word in words:
        if word not in names:
            near = difflib.get_close_matches(word.lower(), names, 1, 0.75)
            told = f"did you mean {near[0]}?" if near else f"expected {', '.join(names)}"
            raise TypeError(f"unexpected keyword argument {word!r}; {told}")


def split_words(group: type, words: Mapping[str, object]) -> tuple[dict[str, Any], dict[str, Any]]:
    known = declared(group)
    ours = {name: value for name, value in words.items() if name in known}
    return ours, {name: value for name, value in words.items() if name not in known}


def one_of(name: str, value: Any, choices: Iterable[Any]) -> None:
    """Refuse a value that is none of the choices.

    >>> one_of("kind", "closed", ("closed", "open"))
    >>> one_of("kind", "cyclic", ("closed", "open"))
    Traceback (most recent call last):
    ...
    babieca.errors.BadInputError: kind is one of closed, open, not 'cyclic'
    """
    known = [*choices]
    if value not in known:
        listed = [str(each) for each in known]
        raise BadInputError("one_of", name=name, listed=listed, value=shown(value))


def true_or_false(name: str, value: Any) -> None:
    """Refuse a value that is not True or False."""
    if not isinstance(value, bool):
        raise BadInputError("true_or_false", name=name, value=shown(value))


def whole_number(name: str, value: Any, least: int, most: int) -> int | None:
    if value is None:
        return None
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        highest = f"2^{most.bit_length() - 1}" if most >= 2**40 else most
        bounds = {"least": least, "highest": highest}
        raise BadInputError("name_whole_number_from", name=name, **bounds, value=shown(value))
    return number


@functools.cache
def _written(annotation: str) -> str:
    """Return the type in the source of an annotation, without `Annotated` and `Required`."""
    tree = ast.parse(annotation, mode="eval").body
    while isinstance(tree, ast.Subscript) and ast.unparse(tree.value) in ("Annotated", "Required"):
        tree = tree.slice.elts[0] if isinstance(tree.slice, ast.Tuple) else tree.slice
    return ast.unparse(tree)
