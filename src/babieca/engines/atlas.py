"""An atlas: the kept layers of one sweep on disk, which number tours without a new sweep.

It is a directory with a manifest `atlas.json` and one file per kept layer. Each file is written
whole or not at all, names its problem, and has checksums that are compared before it is used.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from babieca import _core
from babieca.engines.numbering import Numbering, first_vertex, kept_layers
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.plans import numbering_plans
from babieca.engines.sweep.sweeps import prepare, trivial_answer
from babieca.errors import BadInputError, NoTourError
from babieca.files import atomic_file, locked, read_json
from babieca.limits import Limits, PathLike
from babieca.memory import human_bytes, require_disk
from babieca.questions import Question
from babieca.reasons import Reason
from babieca.words import whole_number

FORMAT = "babieca atlas 3"
MANIFEST = "atlas.json"
MOST_STRIDE = 10**6


@dataclass(frozen=True)
class Manifest:
    format: str
    question: Mapping[str, Any]
    order: list[int]
    layers: list[int]
    bytes: int
    total: str


def build_atlas(
    question: Question, directory: PathLike, limits: Limits, *, stride: int = 8
) -> Numbering:
    """Sweep, keep layers on disk, and return the numbering."""
    every = whole_number("stride", stride, 1, MOST_STRIDE) or 1
    _require_numbers(question)
    written = question.to_json()  # refuses a label that JSON cannot hold, before the sweep
    if trivial_answer(question.undirected()) is not None:
        raise BadInputError(f"{question.graph} is too small to need an atlas")
    (plan,) = numbering_plans(question, limits, Machine.of(limits), method="blocks", every=every)
    if plan.method == "theory":
        raise NoTourError(Reason("no_state_left"))
    limits.require(plan.bytes, "the sweep")
    folder = Path(directory)
    with locked(folder):
        require_disk(plan.disk_bytes, folder)
        if limits.say is not None:
            limits.say(
                f"the atlas will take at most {human_bytes(plan.disk_bytes)} of disk; the sweep "
                f"needs {human_bytes(plan.bytes)} of memory"
            )
        try:
            index = kept_layers(question, plan, os.fspath(folder), limits, nameless=False)
        except _core.TooNarrow:
            message = "an atlas holds counts of at most 64 bits; this needs more"
            raise BadInputError(message) from None
        numbering = Numbering(question, index, "atlas")
        order, layers, total = list(plan.order), list(plan.layers), str(numbering.total)
        manifest = Manifest(FORMAT, written, order, layers, index.bytes, total)
        with atomic_file(folder / MANIFEST) as file:
            file.write(json.dumps(sealed(asdict(manifest))).encode())
    return numbering


def sealed(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a manifest with its checksum."""
    written = json.dumps(record, sort_keys=True).encode()
    return record | {"checksum": hashlib.sha256(written).hexdigest()}


def _require_numbers(question: Question) -> None:
    if question.symmetry is not None:
        raise BadInputError(Reason("atlas_does_not_take"))
    if question.kind == "open":
        raise BadInputError("an atlas is of kind closed or path, not open")


def open_atlas(directory: PathLike) -> Numbering:
    folder = Path(directory)
    manifest = read_manifest(folder)
    try:
        numbering = _opened(manifest, folder)
    except (_core.FileError, BadInputError) as error:
        raise BadInputError(f"the atlas in {folder} cannot be used: {error}") from None
    if str(numbering.total) != manifest.total:
        raise BadInputError(f"the atlas in {folder} cannot be used: its total is wrong")
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
    try:
        record = read_json((folder / MANIFEST).read_bytes())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError(f"there is no atlas in {folder}: {reason}") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise BadInputError(f"the manifest of the atlas in {folder} is of another format")
    numbers = [record.get("order"), record.get("layers"), [record.get("bytes")]]
    seal = record.pop("checksum", None)
    if not (
        seal == sealed(record)["checksum"]
        and sorted(record) == sorted(field.name for field in fields(Manifest))
        and isinstance(record["total"], str)
        and all(isinstance(each, list) and all(type(n) is int for n in each) for each in numbers)
    ):
        raise BadInputError(f"the manifest of the atlas in {folder} is damaged")
    return Manifest(**record)
