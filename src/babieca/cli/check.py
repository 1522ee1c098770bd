"""`babieca check FILE`: is this a tour, and what kind?"""

from __future__ import annotations

from typing import Any

from babieca.checking import in_words
from babieca.cli.printing import read_tours, show
from babieca.cli.words import FileWords, Json
from babieca.errors import InvalidTourError
from babieca.formats import answers


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
        show(answers.faulty(error), f"not a tour: {error}", as_json)
        return 1
    for tour in tours:
        record = answers.checked(tour)
        show(record, _sentence(record), as_json)
    return 0


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
