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
from babieca.engines.protocol import refuse_kind, refuse_words
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
        raise BadInputError("too_small_for_atlas", graph=question.graph)
    (plan,) = numbering_plans(question, limits, Machine.of(limits), method="blocks", every=every)
    if plan.method == "theory":
        raise NoTourError("no_state_left")
    limits.require(plan.bytes, Reason("the_sweep"))
    folder = Path(directory)
    with locked(folder):
        require_disk(plan.disk_bytes, folder)
        if limits.say is not None:
            told = {"disk": human_bytes(plan.disk_bytes), "bytes": human_bytes(plan.bytes)}
            limits.say(Reason("atlas_will_take", **told))
        try:
            index = kept_layers(question, plan, os.fspath(folder), limits, nameless=False)
        except _core.TooNarrow:
            raise BadInputError("atlas_bits") from None
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
    refuse_words(question, "atlas", "symmetry")
    refuse_kind(question.kind, "atlas", ("closed", "path"))


def open_atlas(directory: PathLike) -> Numbering:
    folder = Path(directory)
    manifest = read_manifest(folder)
    try:
        numbering = _opened(manifest, folder)
    except (_core.FileError, BadInputError) as error:
        raise BadInputError("atlas_unusable", folder=folder, error=error) from None
    if str(numbering.total) != manifest.total:
        raise BadInputError("atlas_unusable", folder=folder, error=Reason("atlas_total"))
    return numbering


def _opened(manifest: Manifest, folder: Path) -> Numbering:
    question = Question.from_json(manifest.question)
    _require_numbers(question)
    count = len(question.graph)
    if len(manifest.order) != count or sorted(manifest.order) != list(range(count)):
        raise BadInputError("atlas_order")
    steps = count + (not question.closed)
    layers = manifest.layers
    if not layers or layers != sorted(set(layers)) or layers[0] < 1 or layers[-1] != steps:
        raise BadInputError("atlas_layers", steps=steps)
    undirected = question.undirected()
    if trivial_answer(undirected) is not None:
        raise BadInputError("atlas_needless")
    ready = prepare(undirected, Limits(), np.array(manifest.order, dtype=np.int32))
    if ready.sweep.impossible:
        raise BadInputError("atlas_needless")
    index = _core.TourIndex.open(
        ready.sweep, first_vertex(question), ready.block_plan(), layers, os.fspath(folder)
    )
    return Numbering(question, index, "atlas")


def read_manifest(folder: Path) -> Manifest:
    try:
        record = read_json((folder / MANIFEST).read_bytes())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError("no_atlas", folder=folder, reason=reason) from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise BadInputError("atlas_format", folder=folder)
    numbers = [record.get("order"), record.get("layers"), [record.get("bytes")]]
    seal = record.pop("checksum", None)
    if not (
        seal == sealed(record)["checksum"]
        and sorted(record) == sorted(field.name for field in fields(Manifest))
        and isinstance(record["total"], str)
        and all(isinstance(each, list) and all(type(n) is int for n in each) for each in numbers)
    ):
        raise BadInputError("atlas_unusable", folder=folder, error=Reason("checksum"))
    return Manifest(**record)
