"""`babieca atlas`: store on disk what numbers the tours of a board, and say what is stored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babieca.cli.printing import show
from babieca.cli.progress import note, progress_line
from babieca.cli.words import Json, Output, Roomy, word
from babieca.engines.sweep.atlas import read_manifest
from babieca.formats import answers
from babieca.memory import human_bytes
from babieca.verbs.tourset import Tours


class BuildWords(Roomy, total=False):
    """What an atlas takes besides the question."""

    stride: Annotated[int, word(None, "Keep one large layer in so many; 8 if not given.")]


def build(tours: Tours, output: Output, words: BuildWords, as_json: Json = False) -> None:
    """Sweep a board once and store the counts; the size is said before anything is written.

    Examples:
    - `babieca atlas build 8x8 -o atlas8`
    - `babieca unrank 8x8 0 --atlas atlas8`
    """
    with progress_line() as progress:
        tours.save(output, **words, progress=progress, say=note)
    record = answers.stored(tours.question, read_manifest(output))
    text = f"{record['tours']} tours, {human_bytes(record['bytes'])} in {output}"
    show(record, text, as_json)


def info(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="What atlas build has written.")],
    as_json: Json = False,
) -> None:
    """Say what an atlas is of, after checking that its files are there and belong to it.

    Example:
    - `babieca atlas info atlas8`
    """
    tours = Tours.load(directory)
    record = answers.stored(tours.question, read_manifest(directory))
    lines = [f"{name:<8} {record[name]}" for name in ("tours", "layers", "bytes")]
    show(record, "\n".join([f"question {tours.question}", *lines]), as_json)
