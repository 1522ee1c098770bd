"""What may be asked: the body of every request, checked in shape and size before any work.

The question is the library's own JSON (`Question.to_json`); the other words are those of the
library's verbs. What a word means, and whether words go together, the library says.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from babieca.board_text import read_sides
from babieca.checking import Kind
from babieca.engines.magic import Magic
from babieca.engines.sweep.machine import CounterBits
from babieca.formats.answers import Numbering
from babieca.verbs.count_by import By
from babieca.web.settings import MOST_EVENTS, MOST_LISTED, MOST_SQUARES

Text = Annotated[str, Field(max_length=64)]
LongText = Annotated[str, Field(max_length=40_000)]
Whole = Annotated[int, Field(ge=-(2**62), le=2**62)]
Square = Text | Whole | Annotated[list[Whole], Field(min_length=1, max_length=64)]
Squares = LongText | Annotated[list[Square], Field(max_length=MOST_SQUARES)]
Move = Annotated[list[Square], Field(min_length=2, max_length=2)]
Moves = LongText | Annotated[list[Move], Field(max_length=8 * MOST_SQUARES)]
Seconds = Annotated[float, Field(gt=0, le=86_400 * 7)]
Bytes = Annotated[int, Field(ge=1, le=2**62)]
Memory = Bytes | Annotated[str, Field(pattern=r"^[0-9]{1,9}(\.[0-9]{1,3})? ?[KMGT]?(i?B)?$")]
Threads = Annotated[int, Field(ge=1, le=1024)]
HowMany = Annotated[int, Field(ge=1, le=1000)]
FileFormat = Literal["svg", "pdf", "png", "gif", "webp", "json", "txt", "moves", "tour"]
Tours = Annotated[str, Field(min_length=1, max_length=200_000)]


class Words(BaseModel):
    """A body: no word but those named, and none read as another type than it has."""

    model_config = ConfigDict(extra="forbid", strict=True)

    def given(self) -> dict[str, Any]:
        """Return the words that were said."""
        return self.model_dump(exclude_unset=True, exclude_none=True)


class BoardWords(Words):
    """A board."""

    board: Text = Field(examples=["8x8"])
    leaper: Text | Annotated[list[Whole], Field(min_length=2, max_length=2)] = (1, 2)  # type: ignore[assignment]
    wrap: bool | Text | Annotated[list[bool], Field(max_length=64)] = False
    holes: Squares = []

    @model_validator(mode="after")
    def _is_small(self) -> BoardWords:
        require_small(math.prod(read_sides(self.board)))
        return self


class Restrictions(Words):
    """The words of a question besides its board and kind."""

    directed: bool = False
    start: Square | None = Field(None, json_schema_extra={"x-kind": "square"})
    end: Square | None = Field(None, json_schema_extra={"x-kind": "square"})
    begin: Squares | None = Field(None, json_schema_extra={"x-kind": "walk"})
    through: Moves | None = Field(None, json_schema_extra={"x-kind": "moves"})
    avoiding: Moves | None = Field(None, json_schema_extra={"x-kind": "moves"})
    symmetry: Text | None = None


class QuestionWords(Restrictions):
    """Which tours are meant: a board or a plain graph, the kind, and what restricts them."""

    board: Text | None = Field(None, examples=["8x8"])
    leaper: Text | Annotated[list[Whole], Field(min_length=2, max_length=2)] | None = None
    wrap: bool | Text | Annotated[list[bool], Field(max_length=64)] | None = None
    holes: Squares | None = Field(None, json_schema_extra={"x-kind": "squares"})
    vertices: Annotated[int, Field(ge=0, le=MOST_SQUARES)] | None = None
    edges: (
        Annotated[
            list[Annotated[list[Whole], Field(min_length=2, max_length=2)]],
            Field(max_length=32 * MOST_SQUARES),
        ]
        | None
    ) = None
    labels: Annotated[list[Whole | Text], Field(max_length=MOST_SQUARES)] | None = None
    kind: Kind = "closed"

    @model_validator(mode="after")
    def _is_small(self) -> QuestionWords:
        if self.board is not None:
            require_small(math.prod(read_sides(self.board)))
        return self

    @property
    def squares(self) -> int:
        """How many squares or vertices there are, holes included."""
        if self.board is not None:
            return math.prod(read_sides(self.board))
        return self.vertices or 0


def require_small(squares: int) -> None:
    """Refuse what is larger than the page shows."""
    if squares > MOST_SQUARES:
        raise ValueError(f"at most {MOST_SQUARES} squares (40x40) here, not {squares}")


class Asking(Words):
    """A question, and nothing else."""

    question: QuestionWords


class Timed(Asking):
    """How long it may take."""

    timeout: Seconds | None = None


class Roomy(Timed):
    """How long it may take, how much memory and how many threads."""

    memory: Memory | None = Field(None, examples=["2G"])
    threads: Threads | None = None


class Find(Timed):
    """One tour."""

    method: Text | None = None
    magic: Magic | None = None
    criteria: Text | None = None
    warnsdorff: bool | None = None
    restarts: Whole | None = None
    nodes: Whole | None = None
    states: Whole | None = None
    memory: Memory | None = None
    seed: Whole | None = None


class Plan(Asking):
    """What each verb would take."""

    memory: Memory | None = None
    threads: Threads | None = None


class Count(Roomy):
    """How many: a number, a table (`by`), or classes (`up_to`)."""

    by: By | None = None
    up_to: Literal["symmetry"] | None = None
    method: Text | None = None
    counter_bits: CounterBits | None = None
    mirror: bool | None = None


class Classes(Roomy):
    """How many up to symmetry, and how many tours each symmetry keeps."""


class FirstMoves(Timed):
    """How many for each first move from the start."""

    threads: Threads | None = None


class Fractions(Roomy):
    """The closed tours by the two neighbours of the start; `numbering` is that of the answer."""

    count: bool = False
    numbering: Numbering = "name"


class Study(Timed):
    """What each rule of the search is worth; so many seconds for each way to search."""

    subtour_squares: Whole | None = None


class Usage(Roomy):
    """How many tours use each move, or each two moves at a `square`."""

    square: Square | None = None
    method: Text | None = None


class Many(Timed):
    """Several tours: their squares together are bounded."""

    limit: HowMany = 1

    @model_validator(mode="after")
    def _is_short(self) -> Many:
        if self.limit * self.question.squares > MOST_LISTED:
            most = MOST_LISTED // self.question.squares
            raise ValueError(f"at most {most} tours of this board in one answer, not {self.limit}")
        return self


class Trace(Timed):
    """What a method does, event by event."""

    limit: Annotated[int, Field(ge=1, le=MOST_EVENTS)] = 2000
    method: Text | None = None
    criteria: Text | None = None
    warnsdorff: bool | None = None
    rules: Annotated[str, Field(max_length=400)] | None = None
    move_order: Text | None = None
    subtour_squares: Whole | None = None
    examples: Annotated[int, Field(ge=0, le=20)] | None = None
    restarts: Whole | None = None
    nodes: Whole | None = None
    memory: Memory | None = None
    seed: Whole | None = None


class List(Many):
    """The first tours."""

    limit: HowMany = 10
    method: Text | None = None
    rules: Annotated[str, Field(max_length=400)] | None = None
    move_order: Text | None = None


class Sample(Many):
    """Tours at random, all equally likely."""

    method: Text | None = None
    memory: Memory | None = None
    threads: Threads | None = None
    seed: Whole | None = None


class Unrank(Roomy):
    """The tour with a number, which is text: it may be longer than numbers of JSON are."""

    number: Annotated[str, Field(pattern=r"^[0-9]{1,400}$")] = Field(examples=["4321"])
    method: Text | None = None


class Rank(Roomy):
    """The numbers of tours; `text` is of any format that the library reads."""

    text: Tours
    method: Text | None = None


class Atlas(Roomy):
    """Store what numbers the tours; `rank`, `unrank` and `sample` use it from then on."""

    stride: Annotated[int, Field(ge=1, le=10**6)] | None = None


class Info(Words):
    """The facts of a board."""

    board: BoardWords


class Written(Words):
    """Tours in any format that the library reads; `board` where the text does not tell it."""

    text: Tours = Field(examples=["a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"])
    board: BoardWords | None = None
    read_as: Text | None = None


class Check(Written, Restrictions):
    """Tours or parts of them: what they are, and whether they can be completed."""

    kind: Kind | None = None
    timeout: Seconds | None = None


class Draw(Words):
    """A tour of a text as a file (`number`, from 1), all of them on one `sheet`, or a board."""

    text: Tours | None = Field(None, examples=["a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"])
    board: BoardWords | None = None
    read_as: Text | None = None
    format: FileFormat
    number: HowMany | None = None
    sheet: bool | None = None
    degrees: bool | None = None
    style: Text | None = None
    theme: Text | None = None
    view: Text | None = None
    arrows: bool | None = None
    fill: bool | None = None
    orbits: bool | None = None
    labels: bool | None = None
    size: Annotated[int, Field(ge=16, le=2400)] | None = None
    speed: Annotated[float, Field(ge=0.01, le=100_000)] | None = None
