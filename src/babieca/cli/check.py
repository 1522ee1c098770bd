"""`babieca check FILE`: is this a tour, of what kind, and if not, can it be completed?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from babieca.checking import KIND_WORDS, in_words
from babieca.cli.printing import read_entries, show
from babieca.cli.progress import span
from babieca.cli.words import FileWords, Json, KindWords, Restrictions, Timed, kind_of, of_group
from babieca.formats.judgements import Judgement, judged
from babieca.verbs.check import CheckReport
from babieca.verbs.tourset import Tours


class CheckWords(KindWords, Restrictions, Timed, total=False):
    """Which tours it is to be one of, and how long that may take to decide."""


def check(source: FileWords, words: CheckWords, as_json: Json = False) -> int:
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
    valid, restrictions = True, of_group(words, Restrictions)
    for entry in read_entries(source):
        judgement = judged(entry, kind_of(words), restrictions, words.get("timeout"))
        show(judgement.record, _sentence(judgement), as_json)
        valid = valid and judgement.record["valid"]
    return 0 if valid else 1


def _sentence(judgement: Judgement) -> str:
    """Return what there is to say of an entry, for people."""
    fault, tours, report = judgement.fault, judgement.tours, judgement.report
    if judgement.record["valid"]:
        return _description(judgement.record)
    if tours is None or report is None:
        return f"not a tour: {fault}"
    if fault is None:
        return f"none of the {tours.question}: {report.proof}"
    return "; ".join([f"not a tour: {fault}", *_outlook_in_words(tours, report)])


def _outlook_in_words(tours: Tours, report: CheckReport) -> Iterator[str]:
    """Say whether a tour begins so, and the next square or the reason."""
    count, graph = len(report.squares), tours.question.graph
    if count == 0:
        return
    squares = f"the first {count} of the {len(graph)} squares of {graph}"
    tour = KIND_WORDS[tours.question.kind]
    if report.completable is None:
        yield f"whether {squares} begin a {tour} is not decided after {span(report.seconds)}"
    elif report.completion is not None:
        onward = graph.name_of(graph.vertex(report.completion[count]))
        yield f"{squares} can be completed to a {tour}, with {onward} next"
    else:
        yield f"{squares} cannot be completed to a {tour}: {report.proof}"
        if report.sound:
            yield f"the first {report.sound} can"


def _description(record: dict[str, Any]) -> str:
    words = [f"valid {in_words(record['kind'], record['board'])}, {record['squares']} squares"]
    if "start" in record:
        words.append(f"from {record['start']} to {record['end']}")
    if proper := [name for name in record.get("symmetries", []) if name != "identity"]:
        words.append(f"symmetric by {', '.join(proper)}")
    words += [word for word in ("magic", "semimagic") if record.get(word)][:1]
    if "crossings" in record:
        words.append(f"{record['crossings']} crossings")
    return ", ".join(words)
