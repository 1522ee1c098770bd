"""`babieca fractions BOARD --start SQUARE`: Bañón's tables 3 to 6 for any square."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from babieca.boards import Board
from babieca.cli.cluster import progress_of
from babieca.cli.printing import print_json
from babieca.cli.words import (
    Device,
    Json,
    QuestionWords,
    Saved,
    asking,
    board_of,
    tours_of,
    writing,
)
from babieca.errors import BadInputError, shown
from babieca.formats import answers
from babieca.formats.answers import Numbering
from babieca.verbs.fractions import Fraction


class FractionWords(Saved, total=False):
    """Limits, and where the tours are counted."""

    device: Device


def fractions(
    asked: QuestionWords,
    limits: FractionWords,
    count: Annotated[bool, asking(None, "Count the tours of each too.", "--count")] = False,
    numbering: Annotated[Numbering, writing(None, "a1, b1 … or from 1 along a row.")] = "name",
    as_json: Json = False,
) -> None:
    """Divide the closed tours by the two neighbours of the start; mark what symmetry makes equal.

    Examples:
    - `babieca fractions 6x6 --start c3 --count`
    - `babieca fractions 8x8 --start 28 --numbering banon`
    - `babieca fractions 8x8 --start d4 --count --device cuda`
    """
    board = board_of(asked)
    name = answers.squares_named(board, numbering)
    if numbering == "banon" and "start" in asked:
        asked["start"] = _from_one(board, asked["start"])
    with progress_of(limits, as_json) as progress:
        found = tours_of(asked).fractions(count=count, **limits, progress=progress)
    if as_json:
        print_json(answers.divided(fraction, name) for fraction in found)
        return
    print(f"{'first':>6} {'last':>6}  {'tours':>20}  how")
    for fraction in found:
        tours = "" if fraction.tours is None else f"{fraction.tours:,}"
        how = _how(fraction, name)
        print(f"{name(fraction.first):>6} {name(fraction.last):>6}  {tours:>20}  {how}")
    possible = sum(not fraction.impossible for fraction in found)
    print(f"{possible} fractions, {sum(fraction.explored for fraction in found)} to explore")


def _how(fraction: Fraction, name: Callable[[Any], str]) -> str:
    if fraction.impossible:
        return f"none: {fraction.impossible}"
    if fraction.explored:
        return "to explore"
    return f"as {'-'.join(map(name, fraction.equal_to))} by {fraction.symmetry}"


def _from_one(board: Board, start: str) -> str:
    if not start.isdecimal() or not 1 <= int(start) <= board.cells:
        raise BadInputError(
            f"start: in this numbering squares are 1 to {board.cells}, not {shown(start)}"
        )
    return str(int(start) - 1)
