"""The verbs of the API, and the bodies of their requests, made from the declared words.

A question is the library's own JSON (`Question.to_json`). The bodies check the shape and size of
the words; the library checks their meaning.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypedDict

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from babieca.board_text import read_sides
from babieca.boards import BoardWords
from babieca.formats.answers import Numbering
from babieca.limits import LongCountWords as ClassWords
from babieca.looks import MovingLook
from babieca.questions import Kind, QuestionWords
from babieca.verbs.count_by import By
from babieca.verbs.words import (
    AtlasWords,
    CheckWords,
    CountWords,
    FindWords,
    FirstMovesWords,
    FractionsWords,
    ListLimit,
    ListWords,
    NumberWords,
    PlanWords,
    SampleLimit,
    SampleWords,
    StudyWords,
    TraceLimit,
    TraceWords,
    UsageWords,
)
from babieca.web.settings import MOST_LISTED, MOST_SQUARES
from babieca.words import Declared, Word, declared

Text = Annotated[str, Field(max_length=64)]
LongText = Annotated[str, Field(max_length=40_000)]
Whole = Annotated[int, Field(ge=-(2**62), le=2**62)]
Pair = Annotated[list[Whole], Field(min_length=2, max_length=2)]
Square = Text | Whole | Annotated[list[Whole], Field(min_length=1, max_length=64)]
Squares = LongText | Annotated[list[Square], Field(max_length=MOST_SQUARES)]
Move = Annotated[list[Square], Field(min_length=2, max_length=2)]
Moves = LongText | Annotated[list[Move], Field(max_length=8 * MOST_SQUARES)]
Bytes = Annotated[int, Field(ge=1, le=2**62)]
Memory = Bytes | Annotated[str, Field(pattern=r"^[0-9]{1,9}(\.[0-9]{1,3})? ?[KMGT]?(i?B)?$")]
FileFormat = Literal["svg", "pdf", "png", "gif", "webp", "json", "txt", "moves", "tour"]
Tours = Annotated[str, Field(min_length=1, max_length=200_000)]

SHAPES: dict[str, Any] = {
    "square": Square,
    "squares": Squares,
    "walk": Squares,
    "moves": Moves,
    "memory": Memory,
    "leaper": Text | Pair,
    "wrap": bool | Text | Annotated[list[bool], Field(max_length=64)],
}
"""The types of words in JSON, by name or by kind, that differ from their types in Python."""


class Body(BaseModel):
    """A body: only the declared words, and no conversion between types."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def given(self) -> dict[str, Any]:
        """Return the words that were said, and the defaults that only HTTP has."""
        usual = {
            name: field.default
            for name, field in type(self).model_fields.items()
            if field.default is not None and not field.is_required()
        }
        return usual | self.model_dump(exclude_unset=True, exclude_none=True)


def _field(word: Declared) -> tuple[Any, Any]:
    """Return the type of a word in a body, and its field of the schema."""
    own = word.word
    shape = SHAPES.get(word.name) or SHAPES.get(word.kind)
    if shape is None and word.kind == "text":
        shape = Annotated[str, Field(max_length=own.longest)]
    elif shape is None and word.kind == "number":
        least, most = own.sent_bounds or own.bounds or (-(2**62), 2**62)
        shape = Annotated[word.type, Field(ge=least, le=most)]
    told: dict[str, Any] = {
        "description": own.help,
        "examples": list(own.values) or None,
        "json_schema_extra": {"x-kind": "text" if word.kind == "memory" else word.kind},
    }
    return (shape or word.type) | None, Field(own.sent_default, **told)


def _body(name: str, base: type[Body], *groups: type, **fields: Any) -> Any:
    """Return a body with the words of groups that may be said over HTTP, and other fields."""
    words = [word for group in groups for word in declared(group).values()]
    sent = {word.name: _field(word) for word in words if word.word.where == "everywhere"}
    everything: dict[str, Any] = {**fields, **sent}
    return create_model(name, __base__=base, **everything)


def require_small(squares: int) -> None:
    """Refuse boards and graphs that are larger than the page shows."""
    if squares > MOST_SQUARES:
        raise ValueError(f"at most {MOST_SQUARES} squares (40x40) here, not {squares}")


class BoardBase(Body):
    """A board of a bounded size."""

    board: Text = Field(examples=["8x8"])

    @model_validator(mode="after")
    def _is_small(self) -> BoardBase:
        require_small(math.prod(read_sides(self.board)))
        return self


class QuestionBase(Body):
    """A board or a plain graph of a bounded size, and the kind of tours."""

    board: Text | None = Field(None, examples=["8x8"])
    vertices: Annotated[int, Field(ge=0, le=MOST_SQUARES)] | None = None
    edges: Annotated[list[Pair], Field(max_length=32 * MOST_SQUARES)] | None = None
    labels: Annotated[list[Whole | Text], Field(max_length=MOST_SQUARES)] | None = None
    kind: Kind | None = None

    @model_validator(mode="after")
    def _is_small(self) -> QuestionBase:
        require_small(self.squares)
        return self

    @property
    def squares(self) -> int:
        """The number of squares or vertices, holes included."""
        if self.board is not None:
            return math.prod(read_sides(self.board))
        return self.vertices or 0


class ManyBase(Body):
    """Several tours: the number of their squares is bounded."""

    question: Any
    limit: int | None = 1

    @model_validator(mode="after")
    def _is_short(self) -> ManyBase:
        most = MOST_LISTED // max(1, self.question.squares)
        limit = self.given().get("limit", 1)
        if limit > most:
            raise ValueError(f"at most {most} tours of this board in one answer, not {limit}")
        return self


BoardBody = _body("Board", BoardBase, BoardWords)
QuestionBody = _body("Question", QuestionBase, QuestionWords, BoardWords)


class TableWords(TypedDict, total=False):
    """The words of `count` for tables and classes."""

    by: Annotated[By | None, Word("A table of counts.")]
    up_to: Annotated[Literal["symmetry"] | None, Word("Count symmetric tours once.")]


class SquareWord(TypedDict, total=False):
    """The word of `usage` for pairs of moves."""

    square: Annotated[Any, Word("Pairs of moves at this square.", kind="square")]


class NumberingWord(TypedDict, total=False):
    """The word of `fractions` for names of squares."""

    numbering: Annotated[Numbering | None, Word("How the answer names squares.")]


class PictureWords(MovingLook, total=False):
    """The words of `draw`."""

    number: Annotated[int | None, Word("Which tour of the text, from 1.", bounds=(1, 1000))]
    sheet: Annotated[bool | None, Word("All tours of the text on one sheet.")]
    degrees: Annotated[bool | None, Word("The number of moves of each square of a board.")]


NUMBER = (Annotated[str, Field(pattern=r"^[0-9]{1,400}$")], Field(examples=["4321"]))
"""The number of a tour is text: it may be longer than numbers in JSON."""
TOUR = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"
READ: dict[str, Any] = {"board": (BoardBody | None, None), "read_as": (Text | None, None)}
"""The words for texts of tours that do not name their board or format."""


@dataclass(frozen=True)
class Verb:
    """A verb of the API: its help text, its words, and the workers that answer it at once.

    `fields` are words that no group declares. Steady verbs may take long; they have workers of
    their own, so that quick verbs never wait.
    """

    help: str
    groups: tuple[type, ...] = ()
    workers: Literal["quick", "steady", None] = "steady"
    as_job: bool = True
    fields: Mapping[str, Any] = field(default_factory=dict)
    base: type[Body] = Body

    def body(self, name: str) -> Any:
        """Return the type of the verb's bodies."""
        return _body(name.title().replace("_", ""), self.base, *self.groups, **self.fields)


def _asking(
    help: str, *groups: type, base: type[Body] = Body, more: Any = (), **options: Any
) -> Verb:
    """Return a verb that asks a question."""
    fields = {"question": (QuestionBody, ...), **dict(more)}
    return Verb(help, groups, fields=fields, base=base, **options)


VERBS = {
    "exists": _asking("Whether theorems decide if a tour exists.", workers="quick", as_job=False),
    "find": _asking("Find one tour.", FindWords, workers="quick"),
    "info": Verb("Facts of a board.", (), "quick", False, {"board": (BoardBody, ...)}),
    "check": Verb(
        "Check tours, and whether partial tours can be completed.",
        (QuestionWords, CheckWords),
        "quick",
        False,
        {"text": (Tours, Field(examples=[TOUR])), "kind": (Kind | None, None), **READ},
    ),
    "draw": Verb(
        "Draw a tour of a text, all of them on one sheet, or a board.",
        (PictureWords,),
        "quick",
        False,
        {"text": (Tours | None, Field(None, examples=[TOUR])), "format": (FileFormat, ...), **READ},
    ),
    "plan": _asking("Estimate memory and time of each verb.", PlanWords),
    "count": _asking(
        "Count: a number, a table (`by`), or classes (`up_to`).", TableWords, CountWords
    ),
    "first_moves": _asking("Count the tours of each first move from the start.", FirstMovesWords),
    "classes": _asking("Count up to symmetry, and the tours that each symmetry keeps.", ClassWords),
    "fractions": _asking(
        "Divide the closed tours by the two neighbours of the start.", NumberingWord, FractionsWords
    ),
    "study": _asking("Measure the search with and without each rule.", StudyWords),
    "usage": _asking(
        "Count the tours that use each move, or each two moves at a `square`.",
        SquareWord,
        UsageWords,
    ),
    "list": _asking("List the first tours.", ListLimit, ListWords, base=ManyBase),
    "sample": _asking(
        "Draw tours at random, all equally likely.", SampleLimit, SampleWords, base=ManyBase
    ),
    "unrank": _asking("The tour with a number.", NumberWords, more={"number": NUMBER}),
    "rank": _asking(
        "The numbers of tours in a text of any format that the library reads.",
        NumberWords,
        more={"text": (Tours, Field(examples=[TOUR]))},
    ),
    "trace": _asking("Record the events of a method.", TraceLimit, TraceWords),
    "atlas": _asking(
        "Store the numbering of the tours: `rank`, `unrank` and `sample` use it from then on.",
        AtlasWords,
        workers=None,
    ),
}
BODIES: dict[str, type[Body]] = {name: verb.body(name) for name, verb in VERBS.items()}
