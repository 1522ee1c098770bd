"""The shapes of the answers, for the schema: what `--json` prints on the command line.

Counts are text, because JSON numbers are too small for them.
"""

from types import GenericAlias
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

from babieca.engines.costs import ThroughScratch
from babieca.engines.counts import CountReport
from babieca.engines.describing import Description
from babieca.engines.protocol import Estimate
from babieca.givens import Level
from babieca.questions import Kind
from babieca.web.words import BoardBody, QuestionBody

Vertex = str | int | list[int]
"""A square or a vertex: its name, its number or its coordinates."""
Fields = dict[Any, str]
"""The names of fields by their type; a field whose type allows None may be missing."""


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


def _shape(name: str, base: type[BaseModel], fields: Fields) -> Any:
    types = {field: shape for shape, names in fields.items() for field in names.split()}
    return _made(name, base, types)


def _made(name: str, base: type[BaseModel], types: dict[str, Any]) -> Any:
    def usual(shape: Any) -> Any:
        return None if type(None) in getattr(shape, "__args__", ()) else ...

    told: dict[str, Any] = {field: (shape, usual(shape)) for field, shape in types.items()}
    return create_model(name, __base__=base, **told)


def _list(shape: Any) -> Any:
    return GenericAlias(list, (shape,))


def _said(body: type[BaseModel]) -> dict[str, Any]:
    """Return the words of a body, which an answer repeats if they were said."""
    fields: dict[str, Any] = {**body.model_fields}
    return {name: field.annotation | None for name, field in fields.items()}


Why = _made(
    "Reason",
    Answer,
    {"code": str, "arguments": dict[str, Any], "source": str | None, "text": str},
)
Place = _made("Place", Answer, _said(BoardBody))
Asked = _made("AskedQuestion", Answer, _said(QuestionBody) | {"kind": Kind})
Tour = _shape(
    "Tour",
    Place,
    {
        int | None: "vertices",
        list[list[int]] | None: "edges arcs",
        list[int | str] | None: "labels",
        Kind: "kind",
        list[Vertex]: "squares",
    },
)
Event = _shape(
    "Event",
    Answer,
    {
        str: "event",
        int: "depth nodes backtracks restarts tours",
        Vertex | None: "square kept twin",
        int | None: "step",
        list[Vertex] | None: "squares",
        str | None: "criterion",
        Why | None: "proof",
    },
)
State = _shape(
    "State", Answer, {list[int]: "types sources", list[list[Vertex]]: "fragments", str: "ways"}
)
Layer = _shape(
    "Layer",
    Answer,
    {
        Literal["layer"]: "event",
        int: "step states",
        Vertex | None: "retired",
        list[Vertex | None]: "slots",
        _list(State): "examples",
    },
)
Valid = _shape(
    "ValidTour",
    Answer,
    {
        Literal[True]: "valid",
        str: "board",
        Kind: "kind",
        int: "squares",
        Vertex | None: "start end",
        list[str] | None: "symmetries",
        bool | None: "magic semimagic",
        int | None: "crossings",
    },
)
Invalid = _shape(
    "InvalidTour",
    Answer,
    {
        Literal[False]: "valid",
        str: "fault",
        int | None: "step squares sound",
        str | None: "board",
        Why | None: "proof reason",
        Kind | None: "kind",
        list[Vertex] | None: "moves completion",
        bool | None: "completable guessed",
    },
)
_SOLVED: Fields = {
    str | None: "solutions",
    Why | None: "proof",
    list[list[Vertex]]: "completions",
    dict[str, int]: "conflict",
    Level | None: "level",
}
Gaps = _shape(
    "GridWithGaps", Answer, {bool: "valid", str: "board", Kind: "kind", int: "given", **_SOLVED}
)
Puzzle = _shape(
    "MadePuzzle",
    Place,
    {
        Kind: "kind",
        list[list[Vertex]]: "at",
        list[Vertex]: "solution",
        Level: "level",
        int: "forced look_aheads nodes seed",
    },
)
TextPuzzle = _shape(
    "MadeTextPuzzle",
    Place,
    {
        str: "text readings",
        list[str]: "cells",
        Kind: "kind",
        list[Vertex]: "solution",
        bool: "exact",
        list[int]: "givens",
        int: "seed",
    },
)
Planned = _shape(
    "PlannedCount",
    Asked,
    {
        str | None: "value",
        Why | None: "proof",
        list[Vertex]: "order",
        int: "slots counter_bits sweeps",
        list[int]: "occupied",
        list[int] | None: "counters widths",
        int | None: "total_counters peak_counters bytes",
        float | None: "estimated_seconds",
        bool: "mirrored",
        list[ThroughScratch]: "scratch",
        dict[str, Any] | None: "gpu table",
        dict[str, dict[str, Estimate]]: "estimates",
    },
)
_COUNTED = get_type_hints(CountReport)
_COUNTED |= {"value": str, "moduli": list[str], "total": str | None, "proof": Why | None}
_COUNTED |= {"kept": dict[str, str] | None}
Turn = _shape("Turn", Answer, {str: "cosine", float: "degrees", int: "turns"})
_DESCRIBED = get_type_hints(Description) | {
    **{"start": Vertex, "end": Vertex, "rank": str | None, "of": str | None},
    **{"turns": _list(Turn) | None, "straight_runs": dict[str, int] | None},
}
Fraction = _shape(
    "Fraction",
    Answer,
    {
        str: "first last symmetry impossible",
        list[str]: "equal_to",
        bool: "explored",
    },
)
Studied = _shape(
    "StudiedRules",
    Answer,
    {
        str: "name order",
        list[str]: "rules",
        bool: "finished",
        int: "tours nodes attempts",
        float: "seconds",
        dict[str, float]: "shares mean_steps",
    },
)
Facts = _shape(
    "BoardFacts",
    Place,
    {
        int: "squares moves",
        list[list[int]]: "degrees",
        list[int] | None: "colours",
        bool: "connected",
        list[str]: "symmetries",
        str: "closed path",
    },
)
FirstMove = _shape("FirstMove", Answer, {str: "first", Tour | None: "tour", float: "seconds"})
Counted = _made("CountedTours", Asked, _COUNTED)

ANSWERS: dict[str, Any] = {
    "exists": _shape(
        "Existence",
        Asked,
        {Literal["yes", "no", "undecided"]: "answer", Why: "reason"},
    ),
    "find": _shape(
        "FoundTour",
        Tour,
        {str: "method", dict[str, Any]: "statistics", dict[str, str | None] | None: "optimum"},
    ),
    "plan": Planned,
    "count": Counted
    | _shape(
        "CountTable",
        Asked,
        {
            str: "by",
            dict[str, str]: "table",
            list[str] | None: "columns",
            _list(FirstMove) | None: "rows",
        },
    ),
    "classes": Counted,
    "fractions": _list(Fraction),
    "study": _list(Studied),
    "usage": _shape("MoveUsage", Asked, {dict[str, str]: "tours"}),
    "list": _list(Tour),
    "sample": _list(Tour),
    "puzzle": _list(Puzzle),
    "solve": _shape("SolvedSteps", Asked, _SOLVED),
    "unrank": Tour,
    "rank": _list(_shape("TourRank", Asked, {str: "rank", str | None: "of"})),
    "trace": _list(Event | Layer),
    "atlas": _shape("StoredAtlas", Asked, {str: "tours", int: "layers bytes"}),
    "export": _shape("ExportedQuestion", Asked, {str: "to text"}),
    "text_puzzle": TextPuzzle,
    "info": Facts,
    "check": _list(Valid | Invalid | Gaps),
    "describe": _list(_made("TourDescription", Answer, _DESCRIBED)),
}
"""The shape of the answer of each verb; `draw` answers with a file."""
