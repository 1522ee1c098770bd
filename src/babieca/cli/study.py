"""`babieca study BOARD`: what each rule of the search is worth."""

from __future__ import annotations

from typing import Annotated

from babieca.cli.cluster import progress_of
from babieca.cli.printing import print_json
from babieca.cli.words import Divided, Json, Timed, word
from babieca.formats import answers
from babieca.verbs.study import StudyRow
from babieca.verbs.tourset import Tours

ENDINGS_SHOWN = ("stuck", "island", "dangling", "divided", "forced", "known")


class StudyWords(Timed, Divided, total=False):
    """What `study` takes besides the question."""

    subtour_squares: Annotated[int, word(None, "Squares of the subtours that are compared.")]


def study(tours: Tours, words: StudyWords, as_json: Json = False) -> None:
    """Run the same search with rules and orders on and off, and compare.

    Each way to search may take --timeout seconds, 10 if not given. Nodes and time are given as
    parts of the first row's. Attempts are the leaves of the tree: the table says how many there
    are per tour and why they ended, with the mean square where.

    Examples:
    - `babieca study 6x6`
    - `babieca study 5x5 --path --start a1`
    """
    with progress_of(words, as_json) as progress:
        rows = tours.study(**words, progress=progress)
    if as_json:
        print_json(map(answers.studied, rows))
        return
    width = max(len(row.name) for row in rows)
    print(f"{'':{width}}  {'nodes':>13} {'part':>9} {'seconds':>8} {'part':>9} {'per tour':>9}")
    for row in rows:
        print(_line(row, rows[0], width))
    print("\nwhere attempts end: share and mean square")
    for row in rows:
        print(f"{row.name:{width}}  {_endings(row)}")
    if any(not row.finished for row in rows):
        print("\n> stopped by the timeout; its numbers are of the part walked until then")


def _line(row: StudyRow, first: StudyRow, width: int) -> str:
    more = " " if row.finished else ">"
    nodes, seconds = row.tally.nodes, row.seconds
    part = [
        f"{a / b:>9.2g}" if b and first.finished and row.finished else f"{'':>9}"
        for a, b in ((nodes, first.tally.nodes), (seconds, first.seconds))
    ]
    tours = row.tally.solutions
    per_tour = f"{row.tally.attempt_count / tours:>9.1f}" if tours else f"{'':>9}"
    return f"{row.name:{width}} {more}{nodes:>13} {part[0]} {seconds:>8.3f} {part[1]} {per_tour}"


def _endings(row: StudyRow) -> str:
    shown = [
        f"{ending} {row.tally.share(ending):.1%} at {row.tally.mean_step(ending):.1f}"
        for ending in ENDINGS_SHOWN
        if row.tally.attempts[ending]
    ]
    return ", ".join(shown)
