"""`babieca check FILE`: is this a tour, of what kind, and if not, can it be completed?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from babieca.checking import KIND_WORDS, in_words
from babieca.cli.printing import read_entries, show
from babieca.cli.words import (
    FileWords,
    JsonWords,
    KindFlags,
    kind_of,
    of_group,
)
from babieca.formats.judging import Judgement, judge
from babieca.limits import TimeWords
from babieca.progress import human_seconds
from babieca.questions import Kind, QuestionWords
from babieca.verbs.check import CheckReport
from babieca.verbs.tourset import Tours
from babieca.words import Word


class CheckedAgainst(KindFlags, QuestionWords, TimeWords, total=False):
    """The tours that each one is checked against, and the time limit."""

    kind: Annotated[Kind, Word("Which tours. Default: any kind.", "The question")]


def check(source: FileWords, words: CheckedAgainst, shown: JsonWords) -> int:
    """Check every tour in a file and describe it; say of a part whether it can be completed.

    Reads JSON Lines, numbered grids (top row first; 0 is not visited yet), move lists (a1 b3 …),
    TSPLIB tours and .npy arrays. Exit code 1 if one is not a tour: the message names the first
    fault, and whether a tour begins with the squares before it: a closed tour or else a path, if no
    kind is given. With words such as --symmetry, only the tours that obey them count.

    Examples:
    - `babieca find 6x6 | babieca check`
    - `babieca check tour.npy --board 8x8`
    - `echo a1 b3 c5 | babieca check --board 8x8 --closed`
    """
    kind, restrictions = kind_of(words), of_group(words, QuestionWords)
    valid = True
    for entry in read_entries(source):
        judgement = judge(entry, kind, restrictions, words.get("timeout"))
        record = judgement.record
        show(record, _in_words(judgement, record), shown)
        valid = valid and record["valid"]
    return 0 if valid else 1


def _in_words(judgement: Judgement, record: dict[str, Any]) -> str:
    tours, report = judgement.tours, judgement.report
    if judgement.tour is not None:
        return _sentence(record)
    if tours is None or report is None:
        return f"not a tour: {judgement.fault}"
    if judgement.fault is None:
        return f"none of the {tours.question}: {report.proof}"
    return "; ".join([f"not a tour: {judgement.fault}", *_outlook(tours, report)])


def _outlook(tours: Tours, report: CheckReport) -> Iterator[str]:
    """Say whether a tour begins so, and the next square or the reason."""
    count, graph = len(report.squares), tours.question.graph
    if count == 0:
        return
    squares = f"the first {count} of the {len(graph)} squares of {graph}"
    tour = KIND_WORDS[tours.question.kind]
    if report.completable is None:
        spent = human_seconds(report.seconds)
        yield f"whether {squares} begin a {tour} is not decided after {spent}"
    elif report.completion is not None:
        onward = graph.name_of(graph.vertex(report.completion[count]))
        yield f"{squares} can be completed to a {tour}, with {onward} next"
    else:
        yield f"{squares} cannot be completed to a {tour}: {report.proof}"
        if report.sound:
            yield f"the first {report.sound} can"


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
