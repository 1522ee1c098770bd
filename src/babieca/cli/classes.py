"""`babieca classes BOARD`: tours up to rotation and reflection."""

from __future__ import annotations

from babieca.cli.printing import aligned, print_json
from babieca.cli.progress import progress_line
from babieca.cli.words import Json, Saved
from babieca.verbs.tourset import Tours


def classes(tours: Tours, limits: Saved, as_json: Json = False) -> None:
    """Count the tours up to the board's symmetries, and those that each symmetry keeps.

    Examples:
    - `babieca classes 6x6`
    - `babieca classes 5x5 --path`
    """
    with progress_line() as progress:
        found = tours.classes(**limits, progress=progress)
    if as_json:
        kept = {name: str(number) for name, number in found.kept.items()}
        print_json(tours.question.to_json() | {"value": str(found.value), "kept": kept})
        return
    print(f"{found.value} classes")
    width = max(map(len, found.kept))
    print(aligned((f"{name:<{width}}", number) for name, number in found.kept.items()))
