"""`babieca classes BOARD`: tours up to rotation and reflection."""

from __future__ import annotations

from babieca.cli.cluster import progress_of
from babieca.cli.printing import aligned, show
from babieca.cli.words import Json, Saved
from babieca.formats import answers
from babieca.verbs.tourset import Tours


def classes(tours: Tours, limits: Saved, as_json: Json = False) -> None:
    """Count the tours up to the board's symmetries, and those that each symmetry keeps.

    Examples:
    - `babieca classes 6x6`
    - `babieca classes 5x5 --path`
    """
    with progress_of(limits, as_json) as progress:
        found = tours.classes(**limits, progress=progress)
    record = answers.classified(tours.question, found)
    show(record, f"{found.value} classes\n{aligned(found.kept.items())}", as_json)
