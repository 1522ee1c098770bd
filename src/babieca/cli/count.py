"""`babieca count BOARD`: how many tours, exactly."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from babieca.cli.cluster import progress_of
from babieca.cli.printing import aligned, show, what_was_written
from babieca.cli.progress import note
from babieca.cli.words import (
    Device,
    Json,
    Mirror,
    Output,
    Saved,
    asking,
    method,
    refuse,
    word,
    writing,
)
from babieca.drawing import draw_values
from babieca.drawing.picture import picture_format
from babieca.engines import COUNTERS
from babieca.errors import BadInputError
from babieca.formats import answers
from babieca.formats.answers import name_of
from babieca.verbs.count_by import By
from babieca.verbs.tourset import Tours


class CountWords(TypedDict, total=False):
    """What the engines that count take of their own."""

    method: Annotated[str, method(COUNTERS)]
    counter_bits: Annotated[
        Literal[8, 16, 32, 64], word(None, "Of blocks: narrower take less memory, more moduli.")
    ]
    mirror: Mirror
    device: Device


OF_BLOCKS = ("counter_bits", "mirror", "device")


def count(
    tours: Tours,
    limits: Saved,
    words: CountWords,
    by: Annotated[By | None, asking(None, "A table of counts.")] = None,
    up_to: Annotated[Literal["symmetry"] | None, asking(None, "Mirror images count once.")] = None,
    show_first: Annotated[
        bool, writing(None, "With --by first-move: a tour and the time of each.", "--show-first")
    ] = False,
    as_json: Json = False,
    output: Output | None = None,
) -> None:
    """Count closed tours (or paths, or open tours) exactly.

    Undirected and labelled: a tour and its mirror image are two, a tour and its reversal one. With
    --by start or first-move, --output draws the table as a heat map: .svg, .pdf, .png, .gif, .webp.

    Examples:
    - `babieca count 8x8`
    - `babieca count 6x6 --path --start a1`
    - `babieca count 3x5 --wrap all`
    - `babieca count 8x8 --symmetry half-turn`
    - `babieca count 8x8 --up-to symmetry`
    - `babieca count 8x8 --by edge-pair --start d4`
    - `babieca count 5x6 --path --by start -o starts.svg`
    - `babieca count 6x6 --path --start d3 --by first-move --show-first`
    - `babieca count 8x9 --checkpoint saved`
    - `babieca count 8x9 --memory 500M --scratch /tmp`
    - `babieca count 9x10 --cluster tcp://scheduler:8786 --checkpoint saved`
    - `babieca count 9x10 --device auto`
    """
    board = tours.question.board
    if output is not None:
        if by not in ("start", "first-move") or show_first or as_json or board is None:
            raise BadInputError("--output draws the table of --by start or first-move, no JSON")
        # Before the count, which may take long: what cannot be drawn is refused at once.
        picture_format(output)
    others: dict[str, Any] = {**words, **({"up_to": up_to} if up_to else {})}
    if show_first:
        if by != "first-move":
            raise BadInputError("--show-first goes together with --by first-move")
        unused = ("memory", "checkpoint", "checkpoint_seconds", "scratch", "cluster")
        refuse({**limits, **others}, "--show-first", *unused, "method", "up_to", *OF_BLOCKS)
        _show_first(tours, limits, as_json)
        return
    with progress_of(limits, as_json) as progress:
        if by is not None:
            refuse(others, "--by", "up_to", *OF_BLOCKS)
            way = words.get("method", "auto")
            table = tours.count_by(by, method=way, **limits, progress=progress)
            if output is not None and board is not None:
                title = f"{tours.question} by {by}"
                draw_values(board, table, title=title[:1].upper() + title[1:]).save(output)
                note(what_was_written(output))
                return
            record = answers.tabulated(tours.question, by, table)
            text: object = aligned(answers.named(tours.question, table))
        elif up_to is not None:
            refuse(words, "--up-to", "method", *OF_BLOCKS)
            classes = tours.classes(**limits, progress=progress)
            record = answers.counted_up_to_symmetry(tours.question, classes)
            text = classes.value
        else:
            report = tours.count_report(**words, **limits, progress=progress)
            record, text = answers.counted(tours.question, report), report.value
            if report.proof is not None:
                note(report.proof)
            if words.get("device") == "auto":
                note(f"device auto: {report.method}")
    show(record, text, as_json)


def _show_first(tours: Tours, limits: Saved, as_json: bool) -> None:
    """Print a line, a tour and a time for each first move, as the course exercise does."""
    timeout, threads = limits.get("timeout"), limits.get("threads")
    with progress_of(limits, as_json) as progress:
        rows = tours.first_moves(timeout=timeout, threads=threads, progress=progress)
    total = sum(row.count for row in rows)
    lines = []
    for row in rows:
        first, seconds = name_of(tours.question, row.square), row.seconds
        lines.append(f"{tours.question.to_json()['start']} {first}")
        lines += [] if row.first_tour is None else [str(row.first_tour)]
        lines.append(f"{row.count} tours, {seconds:.3f} s\n")
    lines.append(f"{total} tours, {sum(row.seconds for row in rows):.3f} s in all")
    show(answers.with_first_tours(tours.question, rows), "\n".join(lines), as_json)
