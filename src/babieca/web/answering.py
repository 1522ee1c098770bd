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
    if verb in UNASKING:
        return UNASKING[verb](own)
    tours = Tours.of(Question.from_json(own.pop("question")))
    return ASKING[verb](tours, own, place, progress)


# Verbs that ask a question ------------------------------------------------------------------------


def read(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Return the question in words; a job is refused before it is queued if this fails."""
    return {"question": tours.question.to_json(), "text": str(tours.question)}


def exists(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Whether theorems prove or exclude a tour."""
    return answers.existing(tours.question, tours.exists())


def find(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Find one tour."""
    return answers.found(tours.find_report(**words, progress=progress))


def plan(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Estimate the memory and time of each verb."""
    return answers.planned(tours.plan(**words, device="cpu"))


def count(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Count: a number, a table, or a number up to symmetry."""
    by, up_to = words.pop("by", None), words.pop("up_to", None)
    _go_together(words, by, up_to)
    _saved(tours, words, place)
    if by is not None:
        table = tours.count_by(by, **words, progress=progress)
        return answers.tabulated(tours.question, by, table)
    if up_to is not None:
        return answers.counted_up_to_symmetry(
            tours.question, tours.classes(**words, progress=progress)
        )
    return answers.counted(tours.question, tours.count_report(**words, progress=progress))


def _go_together(words: Words, by: str | None, up_to: str | None) -> None:
    refused = ["counter_bits", "in_place", "mirror"] if by or up_to else []
    refused += ["method"] if up_to else []
    for name in refused:
        if name in words:
            raise BadInputError(f"{name} does not go together with {'by' if by else 'up_to'}")
    if by and up_to:
        raise BadInputError("by does not go together with up_to")


def first_moves(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Count the tours of each first move, with a tour and the time."""
    return answers.with_first_tours(tours.question, tours.first_moves(**words, progress=progress))


def classes(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Count up to symmetry, and count the tours that each symmetry keeps."""
    _saved(tours, words, place)
    return answers.classified(tours.question, tours.classes(**words, progress=progress))


def fractions(tours: Tours, words: Words, place: Place, progress: Listener) -> list[Record]:
    """Divide the closed tours by the two neighbours of the start."""
    _saved(tours, words, place)
    board, numbering = tours.question.board, words.pop("numbering", "name")
    if board is None and numbering != "name":
        raise BadInputError("numbering: a graph has only its own names; leave it out")
    name = (
        functools.partial(answers.name_of, tours.question)
        if board is None
        else answers.squares_named(board, numbering)
    )
    parts = tours.fractions(**words, progress=progress)
    return [answers.divided(part, name) for part in parts]


def study(tours: Tours, words: Words, place: Place, progress: Listener) -> list[Record]:
    """Measure the search with and without each rule."""
    return [answers.studied(row) for row in tours.study(**words, progress=progress)]


def usage(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Count the tours that use each move, or each two moves at a square."""
    square = words.pop("square", None)
    if square is None:
        return answers.used(tours.question, tours.usage(**words, progress=progress))
    refuse_words(tours.question, "usage of a square", "start", "end")
    if "method" in words:
        raise BadInputError("method does not go together with square")
    question = replace(tours.question, start=tours.question.graph.vertex(square))
    pairs = Tours.of(question).count_by("edge-pair", **words, progress=progress)
    return answers.used(question, pairs)


def list_(tours: Tours, words: Words, place: Place, progress: Listener) -> list[Record]:
    """List the first tours."""
    found = [formats.to_json(tour) for tour in tours.list(**words, progress=progress)]
    if not found:
        raise NoTourError("the search visited the whole tree of partial tours")
    return found


def trace(tours: Tours, words: Words, place: Place, progress: Listener) -> list[Record]:
    """Record the events of a method."""
    return [event.to_json(tours.question.graph) for event in tours.trace(**words)]


def sample(tours: Tours, words: Words, place: Place, progress: Listener) -> list[Record]:
    """Draw tours at random."""
    drawn = _numbered(tours, place).sample(**words, progress=progress)
    return [formats.to_json(tour) for tour in drawn]


def unrank(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Return the tour with a number."""
    number = int(words.pop("number"))
    return formats.to_json(_numbered(tours, place).unrank(number, **words, progress=progress))


def rank(tours: Tours, words: Words, place: Place, progress: Listener) -> list[Record]:
    """Return the numbers of tours."""
    read = formats.parse(words.pop("text"), board=tours.question.board)
    numbered = _numbered(tours, place)
    numbers = numbered.rank_all(read, **words, progress=progress)
    return [answers.ranked(numbered, number) for number in numbers]


def atlas(tours: Tours, words: Words, place: Place, progress: Listener) -> Record:
    """Store the numbering of the tours for later questions."""
    if place.atlases is None:
        raise BadInputError("an atlas is built by a job")
    folder = place.atlases / f"{tours.question.fingerprint[:24]}"
    tours.save(folder, **words, progress=progress)
    return answers.stored(tours.question, read_manifest(folder))


def _saved(tours: Tours, words: Words, place: Place) -> None:
    """Add a checkpoint to the words if the job and the method have one."""
    unsaved = tours.question.symmetry is not None or words.get("method") in UNSAVED_METHODS
    if place.directory is not None and not unsaved:
        words["checkpoint"] = place.directory / "checkpoint"
        words["checkpoint_seconds"] = place.checkpoint_seconds


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


# Verbs that take a board or tours -----------------------------------------------------------------


def info(words: Words) -> Record:
    """Return the facts of a board."""
    return answers.described(Board.from_json(words["board"]))


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


ASKING: dict[str, Callable[[Tours, Words, Place, Listener], Answer]] = {
    "read": read, "exists": exists, "find": find, "plan": plan, "count": count,
    "first_moves": first_moves, "classes": classes, "fractions": fractions, "study": study,
    "usage": usage, "list": list_, "sample": sample, "unrank": unrank, "rank": rank,
    "atlas": atlas, "trace": trace,
}  # fmt: skip
UNASKING: dict[str, Callable[[Words], Answer]] = {"info": info, "check": check, "draw": draw}
