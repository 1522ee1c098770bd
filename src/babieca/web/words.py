"""The bodies of requests, made from the declared words of the verbs.

A question is the library's own JSON (`Question.to_json`). The bodies check the shape and size of
the words; the library checks their meaning.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model, model_validator

from babieca.asking import VERBS
from babieca.board_text import read_sides
from babieca.boards import BoardWords
from babieca.drawing.saving import ANIMATIONS, PICTURES, TEXTS
from babieca.engines import TAKEN, Taken
from babieca.looks import DrawingWords
from babieca.questions import KINDS, Kind, QuestionWords
from babieca.reasons import Reason
from babieca.verbs.check import CheckWords
from babieca.verbs.texts import TextCall
from babieca.web.settings import MOST_LISTED, MOST_SQUARES
from babieca.words import Declared, declared

Text = Annotated[str, Field(max_length=64)]
LongText = Annotated[str, Field(max_length=40_000)]
Whole = Annotated[int, Field(ge=-(2**62), le=2**62)]
Pair = Annotated[list[Whole], Field(min_length=2, max_length=2)]
Pairs = Annotated[list[Pair], Field(max_length=32 * MOST_SQUARES)]
Number = Annotated[float, Field(ge=-(2**53), le=2**53)]  # of whole ones beyond, digits are lost
Name = Text | Whole | Number
Part = Name | Annotated[list[Name], Field(max_length=64)]
Square = (
    Name | Annotated[list[Name | Annotated[list[Part], Field(max_length=64)]], Field(max_length=64)]
)
Squares = LongText | Annotated[list[Square], Field(max_length=MOST_SQUARES)]
Move = Annotated[list[Square], Field(min_length=2, max_length=2)]
Moves = LongText | Annotated[list[Move], Field(max_length=8 * MOST_SQUARES)]
Step = Annotated[int, Field(ge=1, le=MOST_SQUARES)]
Steps = (
    LongText
    | Annotated[dict[Text, Step], Field(max_length=MOST_SQUARES)]
    | Annotated[list[Move], Field(max_length=MOST_SQUARES)]  # a square and its step
)
Weight = Whole | float | Text
Weights = LongText | Annotated[dict[Text, Weight], Field(max_length=8 * MOST_SQUARES)]
Bytes = Annotated[int, Field(ge=1, le=2**62)]
Memory = Bytes | Annotated[str, Field(pattern=r"^[0-9]{1,9}(\.[0-9]{1,3})? ?[KMGT]?(i?B)?$")]
Tours = Annotated[str, Field(min_length=1, max_length=200_000)]


def _small(board: str) -> str:
    squares = math.prod(read_sides(board))
    if squares > MOST_SQUARES:
        raise ValueError(Reason("too_many_squares_here", most=MOST_SQUARES, squares=squares))
    return board


Sides = Annotated[Text, Field(examples=["8x8"]), AfterValidator(_small)]

FILES = [
    suffix.removeprefix(".")
    for suffix in PICTURES + ANIMATIONS + TEXTS
    if suffix not in (".jsonl", ".npy")
]
"""The formats of files that `draw` returns."""
SENT = ("everywhere", "http")
SHAPES: dict[str, Any] = {
    "square": Square,
    "squares": Squares,
    "walk": Squares,
    "moves": Moves,
    "steps": Steps,
    "weights": Weights,
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
    own = word.word
    shape = SHAPES.get(word.name) or SHAPES.get(word.input)
    if shape is None and word.input == "text":
        shape = Annotated[str, Field(max_length=own.longest, pattern=own.pattern)]
    elif shape is None and word.input == "number":
        least, most = own.sent_bounds or own.bounds or (-(2**62), 2**62)
        shape = Annotated[word.type, Field(ge=least, le=most)]
    told: dict[str, Any] = {
        "description": own.help,
        "examples": list(own.values) or None,
        "json_schema_extra": {"x-kind": "text" if word.input == "memory" else word.input},
    }
    if word.required:
        return shape or word.type, Field(**told)
    return (shape or word.type) | None, Field(own.sent_default, **told)


def _body(name: str, base: type[Body], *groups: type, **fields: Any) -> Any:
    """Return a body with the words of groups that may be said over HTTP, and other fields."""
    words = [word for group in groups for word in declared(group).values()]
    fields |= {word.name: _field(word) for word in words if word.word.where in SENT}
    return create_model(name, __base__=base, **fields)


class QuestionBase(Body):
    """A board, or a plain graph with edges or arcs, of a bounded size, and the kind of tours."""

    board: Sides | None = None
    vertices: Annotated[int, Field(ge=0, le=MOST_SQUARES)] | None = None
    edges: Pairs | None = None
    arcs: Pairs | None = None
    labels: Annotated[list[Square], Field(max_length=MOST_SQUARES)] | None = None
    kind: Kind | None = None

    @property
    def squares(self) -> int:
        """The number of squares or vertices, holes included."""
        return self.vertices or 0 if self.board is None else math.prod(read_sides(self.board))


class ManyBase(Body):
    """Several tours: the number of their squares is bounded."""

    question: Any
    limit: int | None = 1

    @model_validator(mode="after")
    def _is_short(self) -> ManyBase:
        most = MOST_LISTED // max(1, self.question.squares)
        limit = self.given().get("limit", 1)
        if limit > most:
            raise ValueError(Reason("too_many_tours_here", most=most, limit=limit))
        return self


BoardBody = _body("Board", Body, BoardWords, board=(Sides, ...))
QuestionBody = _body("Question", QuestionBase, QuestionWords, BoardWords)


def _asked(taken: Taken) -> dict[str, Any]:
    """Return the fields for the words of a question that a verb takes."""
    words = declared(QuestionWords).values()
    return {word.name: _field(word) for word in words if word.name in taken.words}


def _question(name: str, taken: Taken) -> Any:
    """Return the body of the questions that a verb takes."""
    fields = _asked(taken) | {word.name: _field(word) for word in declared(BoardWords).values()}
    kinds = [kind for kind in KINDS if kind in taken.kinds]
    kind: Any = (Literal[*kinds] | None, None)
    return create_model(f"{name}Question", __base__=QuestionBase, kind=kind, **fields)


TOUR = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"
READ: dict[str, Any] = {"board": (BoardBody | None, None), "read_as": (Text | None, None)}
"""The words for texts of tours that do not name their board or format."""

BODIES: dict[str, type[Body]] = {
    **{
        name: _body(
            name.title(),
            ManyBase if name in ("list", "sample") else Body,
            verb.words,
            question=(_question(name.title(), TAKEN[name]), ...),
        )
        for name, verb in VERBS.items()
    },
    "info": _body("Info", Body, board=(BoardBody, ...)),
    "check": _body(
        "Check",
        Body,
        CheckWords,
        **_asked(TAKEN["check"]),
        text=(Tours, Field(examples=[TOUR])),
        kind=(Kind | None, None),
        **READ,
    ),
    "describe": _body("Describe", Body, text=(Tours, Field(examples=[TOUR])), **READ),
    "text_puzzle": _body(
        "TextPuzzle",
        Body,
        TextCall,
        text=(LongText, Field(examples=["En un lugar de la Mancha"])),
        board=(BoardBody | None, None),
        kind=(Kind | None, None),
    ),
    "draw": _body(
        "Draw",
        Body,
        DrawingWords,
        text=(Tours | None, Field(None, examples=[TOUR])),
        format=(Literal[*FILES], ...),
        **READ,
    ),
}
OTHERS = {
    "info": "Return the facts of a board.",
    "check": "Check tours, and whether partial tours can be completed.",
    "describe": "Describe tours: symmetry, rank, turns, crossings, area, sums.",
    "text_puzzle": "Lay a text along a tour, so that few other tours read it.",
    "draw": "Draw the tours of a text, several on one sheet, or a board.",
}
"""The verbs that ask no question; all of them are quick."""
