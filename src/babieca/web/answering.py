"""Inside a worker: answer a verb with plain values.

The server has checked the shape of the words (`words`); the library checks their meaning here. The
answers are those of `--json` on the command line; several lines there are a list here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from babieca import formats
from babieca.boards import Board
from babieca.engines.sweep.atlas import MANIFEST, read_manifest
from babieca.errors import BadInputError, NoTourError
from babieca.formats import Entry, answers
from babieca.formats.answers import Record
from babieca.formats.judging import judge
from babieca.progress import Listener
from babieca.questions import Question
from babieca.verbs.count import refuse_words
from babieca.verbs.tourset import Tours
from babieca.web import pictures

Words = dict[str, Any]
Answer = Record | list[Record]

SILENT = ("read", "exists", "plan", "trace")
"""Verbs that report no progress."""
SAVED = ("count", "classes", "fractions")
"""Verbs that save checkpoints."""
NUMBERED = ("sample", "unrank", "rank")
"""Verbs that use an atlas if there is one."""
UNSAVED_METHODS = ("fold", "reference")


@dataclass(frozen=True)
class Place:
    """The directories of a worker: the checkpoint of its job, and the atlases of all jobs."""

    directory: Path | None = None
    atlases: Path | None = None
    checkpoint_seconds: float = 60.0


def answer(verb: str, words: Mapping[str, Any], place: Place, progress: Listener) -> Answer:
    """Answer a verb.

    >>> told = answer("exists", {"question": {"board": "4x8"}}, Place(), print)
    >>> told["answer"]
    'no'
    """
    own = dict(words)
    if verb in WITHOUT_QUESTION:
        return WITHOUT_QUESTION[verb](own)
    tours = Tours.of(Question.from_json(own.pop("question")))
    if verb not in SILENT:
        own["progress"] = progress
    if verb in SAVED:
        own |= _checkpoint(tours, own, place)
    if verb in NUMBERED:
        tours = _numbered(tours, place)
    if verb == "atlas":
        return atlas(tours, own, place)
    return WITH_QUESTION[verb](tours, own)


def _checkpoint(tours: Tours, words: Words, place: Place) -> Words:
    """Return the words of a checkpoint, if the job and the method have one."""
    unsaved = tours.question.symmetry is not None or words.get("method") in UNSAVED_METHODS
    if place.directory is None or unsaved:
        return {}
    file = place.directory / "checkpoint"
    return {"checkpoint": file, "checkpoint_seconds": place.checkpoint_seconds}


def _numbered(tours: Tours, place: Place) -> Tours:
    """Return the same tours with the numbering of their atlas, if there is one."""
    if place.atlases is None:
        return tours
    for manifest in sorted(place.atlases.glob(f"*/{MANIFEST}")):
        try:
            if read_manifest(manifest.parent).question == tours.question.to_json():
                return _opened(manifest.parent, manifest.stat().st_mtime_ns)
        except BadInputError:
            continue  # damaged or unfinished: the answer takes longer, and is the same
    return tours


@functools.lru_cache(maxsize=2)
def _opened(folder: Path, written: int) -> Tours:
    """Return the tours of an atlas; opened again only if it was `written` again."""
    return Tours.load(folder)


# Verbs that ask a question ------------------------------------------------------------------------


def count(tours: Tours, words: Words) -> Record:
    """Count: a number, a table, or a number up to symmetry."""
    words.pop("in_place", None)  # jobs of version 0.2 may say it
    by, up_to = words.pop("by", None), words.pop("up_to", None)
    if by and up_to:
        raise BadInputError("by does not go together with up_to")
    for name in ("counter_bits", "mirror", *(("method",) if up_to else ())):
        if name in words and (by or up_to):
            raise BadInputError(f"{name} does not go together with {'by' if by else 'up_to'}")
    if by:
        return answers.tabulated(tours.question, by, tours.count_by(by, **words))
    if up_to:
        return answers.counted_up_to_symmetry(tours.question, tours.classes(**words))
    return answers.counted(tours.question, tours.count_report(**words))


def fractions(tours: Tours, words: Words) -> list[Record]:
    """Divide the closed tours by the two neighbours of the start."""
    board, numbering = tours.question.board, words.pop("numbering", "name")
    if board is None and numbering != "name":
        raise BadInputError("numbering: a graph has only its own names; leave it out")
    name = (
        functools.partial(answers.name_of, tours.question)
        if board is None
        else answers.squares_named(board, numbering)
    )
    return [answers.divided(part, name) for part in tours.fractions(**words)]


def usage(tours: Tours, words: Words) -> Record:
    """Count the tours that use each move, or each two moves at a square."""
    square = words.pop("square", None)
    if square is None:
        return answers.used(tours.question, tours.usage(**words))
    refuse_words(tours.question, "usage of a square", "start", "end")
    if "method" in words:
        raise BadInputError("method does not go together with square")
    question = replace(tours.question, start=tours.question.graph.vertex(square))
    return answers.used(question, Tours.of(question).count_by("edge-pair", **words))


def list_(tours: Tours, words: Words) -> list[Record]:
    """List the first tours."""
    found = [formats.to_json(tour) for tour in tours.list(**words)]
    if not found:
        raise NoTourError("the search visited the whole tree of partial tours")
    return found


def unrank(tours: Tours, words: Words) -> Record:
    """Return the tour with a number."""
    return formats.to_json(tours.unrank(int(words.pop("number")), **words))


def rank(tours: Tours, words: Words) -> list[Record]:
    """Return the numbers of tours."""
    read = formats.parse(words.pop("text"), board=tours.question.board)
    return [answers.ranked(tours, number) for number in tours.rank_all(read, **words)]


def atlas(tours: Tours, words: Words, place: Place) -> Record:
    """Store the numbering of the tours for later questions."""
    if place.atlases is None:
        raise BadInputError("an atlas is built by a job")
    folder = place.atlases / f"{tours.question.fingerprint[:24]}"
    tours.save(folder, **words)
    return answers.stored(tours.question, read_manifest(folder))


WITH_QUESTION: dict[str, Callable[[Tours, Words], Answer]] = {
    # Asked before a job is queued, so that a wrong question is refused at once.
    "read": lambda tours, _: {"question": tours.question.to_json(), "text": str(tours.question)},
    "exists": lambda tours, _: answers.existing(tours.question, tours.exists()),
    "find": lambda tours, words: answers.found(tours.find_report(**words)),
    "plan": lambda tours, words: answers.planned(tours.plan(**words, device="cpu")),
    "count": count,
    "first_moves": lambda tours, words: answers.with_first_tours(
        tours.question, tours.first_moves(**words)
    ),
    "classes": lambda tours, words: answers.classified(tours.question, tours.classes(**words)),
    "fractions": fractions,
    "study": lambda tours, words: [answers.studied(row) for row in tours.study(**words)],
    "usage": usage,
    "list": list_,
    "sample": lambda tours, words: [formats.to_json(tour) for tour in tours.sample(**words)],
    "unrank": unrank,
    "rank": rank,
    "trace": lambda tours, words: [
        event.to_json(tours.question.graph) for event in tours.trace(**words)
    ],
}


# Verbs that take a board or tours -----------------------------------------------------------------


def check(words: Words) -> list[Record]:
    """Check tours, and whether partial tours can be completed."""
    read = _entries(words)
    kind, timeout = words.pop("kind", None), words.pop("timeout", None)
    return [judge(entry, kind, words, timeout).record for entry in read]


def draw(words: Words) -> Record:
    """Draw a tour, several or a board into a file; its bytes are in base 64."""
    if "text" in words:
        return pictures.tours_of_text([entry.tour() for entry in _entries(words)], words)
    if "board" not in words:
        raise BadInputError("draw needs tours (text) or a board")
    return pictures.bare_board(Board.from_json(words.pop("board")), words)


def _entries(words: Words) -> Iterator[Entry]:
    """Read the tours of a text; `board` is for texts that do not name their board."""
    board = words.pop("board", None)
    return formats.entries(
        words.pop("text"),
        board=None if board is None else Board.from_json(board),
        format=words.pop("read_as", None),
    )


WITHOUT_QUESTION: dict[str, Callable[[Words], Answer]] = {
    "info": lambda words: answers.described(Board.from_json(words["board"])),
    "check": check,
    "draw": draw,
}
