"""An atlas: the layers of one sweep on disk, so that tours have their numbers at once.

A directory with a manifest `atlas.json` and one file of counts per kept layer. Each file is written
whole or not at all, names the problem it belongs to, and has a checksum per 64 KiB that is compared
before the bytes are used.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from babieca import _core
from babieca.boards import Board
from babieca.counting.count import parse_memory
from babieca.errors import BadInputError, NoTourError
from babieca.graphs import Graph
from babieca.memory import available_bytes, human_bytes
from babieca.sampling.families import TourFamily
from babieca.sampling.keeping import STRIDES, keeping_for, plan_for, require_disk
from babieca.sampling.manifest import FORMAT, Manifest, read_manifest, write_manifest
from babieca.sampling.questions import Report, ask, core_question, first_vertex, order_for
from babieca.threads import threads_or_all


def build_atlas(
    board: Board,
    directory: str | os.PathLike[str],
    kind: str = "closed",
    *,
    start: Any = None,
    end: Any = None,
    through: Iterable[Any] = (),
    avoiding: Iterable[Any] = (),
    stride: int = STRIDES[-1],
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Report | None = None,
    say: Callable[[str], Any] | None = None,
) -> TourFamily:
    """Sweep a board and keep on disk what numbers its tours; return the family, ready to use.

    Of the large layers one in `stride` is kept: a smaller one takes more disk and answers faster.
    `say` is told the size before anything is written. Other options as in `count`.
    """
    if stride < 1:
        raise BadInputError(f"stride is at least 1, not {stride}")
    graph = Graph.from_board(board)
    question = ask(graph, kind, start, end, through, avoiding)
    order = order_for(graph, None)
    if question.trivial_answer() is not None:
        raise BadInputError(f"{board} is too small to need an atlas")
    asked = core_question(question, order)
    if asked.impossible:
        raise NoTourError("no sweep of this board with these constraints can end in a tour")
    plan = plan_for(asked)
    keeping = keeping_for(plan, stride, threads_or_all(threads))
    budget = parse_memory(memory) or available_bytes()
    if keeping.working_bytes > budget:
        raise BadInputError(
            f"the sweep needs {human_bytes(keeping.working_bytes)} of memory; "
            f"{human_bytes(budget)} are allowed"
        )
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(f"cannot use {folder}: {error.strerror or error}") from None
    require_disk(keeping.bytes, folder)
    if say is not None:
        say(
            f"the atlas will take at most {human_bytes(keeping.bytes)} of disk; the sweep needs "
            f"{human_bytes(keeping.working_bytes)} of memory"
        )
    try:
        index = _core.TourIndex.blocks(
            asked,
            first_vertex(question),
            plan,
            keeping.layers,
            str(folder),
            threads_or_all(threads),
            progress,
        )
    except _core.TooNarrow:
        raise BadInputError(
            "an atlas holds counts of at most 64 bits; this one needs more"
        ) from None
    except _core.LayerFileError as error:
        raise BadInputError(str(error)) from None
    family = TourFamily.of_index(question, index)
    manifest = Manifest(
        FORMAT,
        list(board.sides),
        list(board.leaper),
        list(board.hole_indices),
        list(board.wrap),
        kind,
        None if question.start < 0 else int(board.indices()[question.start]),
        None if question.end < 0 else int(board.indices()[question.end]),
        _squares(board, question.through),
        _squares(board, question.avoiding),
        order.tolist(),
        keeping.layers,
        index.bytes,
        str(family.total),
    )
    write_manifest(manifest, folder)
    return family


def open_atlas(directory: str | os.PathLike[str]) -> TourFamily:
    """Return the family of an atlas; whatever does not agree with its checksums is refused."""
    folder = Path(directory)
    manifest = read_manifest(folder)
    try:
        family = _opened(manifest, folder)
    except (_core.LayerFileError, BadInputError) as error:
        raise BadInputError(f"the atlas in {folder} cannot be used: {error}") from None
    if str(family.total) != manifest.total:
        raise BadInputError(f"the atlas in {folder} cannot be used: its total does not agree")
    return family


def _opened(manifest: Manifest, folder: Path) -> TourFamily:
    question = ask(
        Graph.from_board(manifest.board()),
        manifest.kind,
        manifest.start,
        manifest.end,
        manifest.through,
        manifest.avoiding,
    )
    asked = core_question(question, np.array(manifest.order, dtype=np.int32))
    if question.trivial_answer() is not None or asked.impossible:
        raise BadInputError("its question needs no atlas")
    index = _core.TourIndex.open(
        asked, first_vertex(question), plan_for(asked), manifest.layers, str(folder)
    )
    return TourFamily.of_index(question, index)


def _squares(board: Board, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    indices = board.indices()
    return [[int(indices[u]), int(indices[v])] for u, v in sorted(edges)]
