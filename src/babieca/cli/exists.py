"""`babieca exists BOARD`: what theory knows."""

from __future__ import annotations

from babieca.cli.printing import show
from babieca.cli.words import Json
from babieca.formats import answers
from babieca.verbs.tourset import Tours

EXIT_CODES = {"yes": 0, "no": 1, "undecided": 3}


def exists(tours: Tours, as_json: Json = False) -> int:
    """Say from theorems alone whether there is such a tour, and why.

    Examples:
    - `babieca exists 4x8`
    - `babieca exists 5x5 --path --start a2`
    """
    verdict = tours.exists()
    show(answers.existing(tours.question, verdict), verdict, as_json)
    return EXIT_CODES[verdict.answer]
