"""An atlas: the kept layers of one sweep on disk, for numbers of tours without a new sweep.

It is a directory with a manifest `atlas.json` and one file per kept layer. Each file is written
whole or not at all, names its problem, and has checksums that are compared before it is used.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from babieca import _core
from babieca.engines.sweep.layers import (
    STRIDES,
    first_vertex,
    keeping_for,
    numbering_order,
)
from babieca.engines.sweep.numbering import Numbering
from babieca.engines.sweep.sweeps import Prepared, prepare, require_narrow
from babieca.engines.sweep.terms import trivial_answer
from babieca.errors import BadInputError, NoTourError
from babieca.files import atomic_file, locked
from babieca.limits import Limits
from babieca.memory import human_bytes, require_disk
from babieca.questions import Question
from babieca.words import whole_number

FORMAT = "babieca atlas 2"
MANIFEST = "atlas.json"
MOST_STRIDE = 10**6

PathLike = str | os.PathLike[str]


@dataclass(frozen=True)
class Manifest:
    """The question of an atlas, its retirement order as vertices, its layers and their size."""

    format: str
    question: Mapping[str, Any]
    order: list[int]
    layers: list[int]
    bytes: int
    total: str


def build_atlas(
    question: Question,
    directory: PathLike,
    limits: Limits,
    *,
    stride: int = STRIDES[-1],
) -> Numbering:
    """Sweep, keep layers on disk, and return the numbering.

    Of the large layers one in `stride` is kept: a smaller stride takes more disk and is faster.
    `limits.say` is told the size before anything is written.
    """
    every = whole_number("stride", stride, 1, MOST_STRIDE) or 1
    _require_numbers(question)
    undirected = question.undirected()
    if trivial_answer(undirected) is not None:
        raise BadInputError(f"{question.graph} is too small to need an atlas")
    require_narrow(undirected, limits)
    ready = prepare(undirected, limits, numbering_order(question, None))
    if ready.sweep.impossible:
        raise NoTourError("no sweep of this board with these constraints can end in a tour")
    keeping = keeping_for(ready.block_plan(), every, limits.workers)
    limits.require(keeping.working_bytes, "the sweep")
    folder = Path(directory)
    with locked(folder):
        require_disk(keeping.bytes, folder)
        if limits.say is not None:
            limits.say(
                f"the atlas will take at most {human_bytes(keeping.bytes)} of disk; the sweep "
                f"needs {human_bytes(keeping.working_bytes)} of memory"
            )
        numbering = _built(question, ready, keeping.layers, folder, limits)
        manifest = Manifest(
            FORMAT,
            question.to_json(),
            ready.order.tolist(),
            keeping.layers,
            numbering.bytes,
            str(numbering.total),
        )
        with atomic_file(folder / MANIFEST) as file:
            file.write(json.dumps(asdict(manifest)).encode())
    return numbering


def _require_numbers(question: Question) -> None:
    if question.symmetry is not None:
        raise BadInputError("an atlas does not take symmetry")
    if question.kind == "open":
        raise BadInputError("an atlas is of kind closed or path, not open")


def _built(
    question: Question, ready: Prepared, layers: list[int], folder: Path, limits: Limits
) -> Numbering:
    try:
        index = _core.TourIndex.blocks(
            ready.sweep,
            first_vertex(question),
            ready.block_plan(),
            layers,
            os.fspath(folder),
            limits.workers,
            limits.reporter(),
            nameless=False,
        )
    except _core.TooNarrow:
        raise BadInputError("an atlas holds counts of at most 64 bits; this needs more") from None
    except _core.FileError as error:
        raise BadInputError(str(error)) from None
    return Numbering(question, index, "atlas")


def open_atlas(directory: PathLike) -> Numbering:
    """Return the numbering of an atlas; refuse files that do not match their checksums."""
    folder = Path(directory)
    manifest = read_manifest(folder)
    try:
        numbering = _opened(manifest, folder)
    except (_core.FileError, BadInputError) as error:
        raise BadInputError(f"the atlas in {folder} cannot be used: {error}") from None
    if str(numbering.total) != manifest.total:
        raise BadInputError(f"the atlas in {folder} cannot be used: its total does not agree")
    return numbering


def _opened(manifest: Manifest, folder: Path) -> Numbering:
    question = Question.from_json(manifest.question)
    _require_numbers(question)
    count = len(question.graph)
    if len(manifest.order) != count or sorted(manifest.order) != list(range(count)):
        raise BadInputError("its order does not name every square once")
    steps = count + (not question.closed)
    layers = manifest.layers
    if not layers or layers != sorted(set(layers)) or layers[0] < 1 or layers[-1] != steps:
        raise BadInputError(f"its layers do not go up to {steps}")
    undirected = question.undirected()
    if trivial_answer(undirected) is not None:
        raise BadInputError("its question needs no atlas")
    ready = prepare(undirected, Limits(), np.array(manifest.order, dtype=np.int32))
    if ready.sweep.impossible:
        raise BadInputError("its question needs no atlas")
    index = _core.TourIndex.open(
        ready.sweep, first_vertex(question), ready.block_plan(), layers, os.fspath(folder)
    )
    return Numbering(question, index, "atlas")


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest; refuse one that this program cannot have written."""
    try:
        record = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError(f"there is no atlas in {folder}: {reason}") from None
    names = [field.name for field in fields(Manifest)]
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise BadInputError(f"the manifest of the atlas in {folder} is of another format")
    numbers = [record.get("order"), record.get("layers"), [record.get("bytes")]]
    right = (
        sorted(record) == sorted(names)
        and isinstance(record["total"], str)
        and all(isinstance(each, list) and all(type(n) is int for n in each) for each in numbers)
    )
    if not right:
        raise BadInputError(f"the manifest of the atlas in {folder} is damaged")
    return Manifest(**record)
