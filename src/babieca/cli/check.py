"""`babieca check FILE`: is this a tour, and what kind?"""

from __future__ import annotations

from typing import Any

from babieca.checking import in_words
from babieca.cli.printing import read_tours, show
from babieca.cli.words import FileWords, Json
from babieca.errors import InvalidTourError
from babieca.symmetries import symmetry_count
from babieca.tours import Tour

LARGEST_MEASURED = 1_000_000
LARGEST_GROUP = 400


def check(source: FileWords, as_json: Json = False) -> int:
    """Check every tour in a file and describe it.

    Reads JSON Lines, numbered grids (top row first), move lists (a1 b3 …), TSPLIB tours and .npy
    arrays. Exit code 1 if one is not a tour; the message names the first fault.

    Examples:
    - `babieca find 6x6 | babieca check`
    - `babieca check tour.npy --board 8x8`
    """
    try:
        tours = read_tours(source)
    except InvalidTourError as error:
        fault = {"valid": False, "fault": str(error), "step": error.step}
        show(fault, f"not a tour: {error}", as_json)
        return 1
    for tour in tours:
        record = describe(tour)
        show(record, _sentence(record), as_json)
    return 0


def describe(tour: Tour) -> dict[str, Any]:
    """Return what there is to say about a valid tour."""
    record: dict[str, Any] = {
        "valid": True,
        "board": str(tour.board) if tour.board is not None else "graph",
        "kind": tour.kind,
        "squares": len(tour),
    }
    board = tour.board
    if board is None or len(tour) > LARGEST_MEASURED:
        return record
    record["start"] = board.name_of(tour[0])
    record["end"] = board.name_of(tour[-1])
    if symmetry_count(board.sides) <= LARGEST_GROUP:
        record["symmetries"] = [symmetry.name for symmetry in tour.symmetries()]
    if board.dimensions >= 2:
        record["magic"] = tour.is_magic()
        record["semimagic"] = tour.is_semimagic()
    if board.dimensions == 2 and not any(board.wrap):
        record["crossings"] = tour.crossings()
    return record


def _sentence(record: dict[str, Any]) -> str:
    words = [f"valid {in_words(record['kind'], record['board'])}, {record['squares']} squares"]
    if "start" in record:
        words.append(f"from {record['start']} to {record['end']}")
    if proper := [name for name in record.get("symmetries", []) if name != "identity"]:
        words.append(f"symmetric by {', '.join(proper)}")
    words += [word for word in ("magic", "semimagic") if record.get(word)][:1]
    if "crossings" in record:
        words.append(f"{record['crossings']} crossings")
    return ", ".join(words)
