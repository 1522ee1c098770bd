"""The types of the answers for the page, made from `formats/records.py`.

    python docs/page_types.py

writes `web/static/js/answers.d.ts`, which `tsc` checks the scripts of the page with. `make lint`
runs it first; the file is not in the repository.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from babieca.formats.records import ANSWERS, Shape, Vertex

FILE = Path(__file__).parents[1] / "src/babieca/web/static/js/answers.d.ts"
HEAD = (
    "/** The answers of the verbs; docs/page_types.py makes this file from formats/records.py. */\n"
)
VERTEX = "export type Vertex = string | number | number[];\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def text() -> str:
    """Return the file: an interface for each record, and the answer of each verb."""
    made: dict[str, str] = {}
    answers = "".join(f"  {verb}: {_type(shape, made)};\n" for verb, shape in ANSWERS.items())
    return "\n".join([HEAD, VERTEX, *made.values(), f"export interface Answers {{\n{answers}}}\n"])


def _type(shape: Any, made: dict[str, str]) -> str:
    """Return a type in TypeScript; interfaces that it names are added to `made`."""
    if shape == Vertex:
        return "Vertex"
    origin, parts = get_origin(shape), get_args(shape)
    if origin is Literal:
        return " | ".join(
            str(part).lower() if part in (True, False) else f'"{part}"' for part in parts
        )
    if origin in (types.UnionType, typing.Union):
        return " | ".join(dict.fromkeys(_type(part, made) for part in parts))
    if origin is list:
        each = _type(parts[0], made)
        return f"({each})[]" if " | " in each else f"{each}[]"
    if origin is dict:
        return f"Record<string, {_type(parts[1], made)}>"
    if dataclasses.is_dataclass(shape):
        _add(typing.cast(type, shape), made)
        return typing.cast(type, shape).__name__
    return PLAIN.get(shape, "any")


def _add(record: type, made: dict[str, str]) -> None:
    name, hints = record.__name__, get_type_hints(record)
    if name in made:
        return
    made[name] = ""  # its place, and the end of a recursion
    bases = [base for base in record.__bases__ if base not in (object, Shape)]
    inherited = {field.name for base in bases for field in dataclasses.fields(base)}
    lines = []
    for field in dataclasses.fields(record):
        if field.name in inherited:
            continue
        written = _type(hints[field.name], made)
        if field.default is None:  # it is missing then
            written = f"?: {written.removesuffix(' | null')}"
        else:
            written = f": {written}"
        lines.append(f"  {field.name}{written};\n")
    extended = f" extends {', '.join(_type(base, made) for base in bases)}" if bases else ""
    made[name] = f"export interface {name}{extended} {{\n{''.join(lines)}}}\n"


if __name__ == "__main__":
    FILE.write_text(text())
