"""Inside a worker: answer a verb with plain values.

The server has checked the shape of the words (`words`); the library checks their meaning here. The
answers are those of `--json` on the command line; several lines there are a list here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babieca import formats
from babieca.asking import VERBS
from babieca.boards import Board
from babieca.engines.sweep.atlas import MANIFEST, read_manifest
from babieca.errors import BadInputError
from babieca.formats import Entry, answers
from babieca.formats.answers import Record
from babieca.formats.judging import judge
from babieca.progress import Listener
from babieca.questions import Question
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
    if verb in WITHOUT_QUESTION:
        return WITHOUT_QUESTION[verb](own)
    tours = Tours.of(Question.from_json(own.pop("question")))
    if verb == "read":  # a job is refused before it is queued if its question is wrong
        return {"question": tours.question.to_json(), "text": str(tours.question)}
    asked = VERBS[verb]
    own.pop("in_place", None)  # jobs of version 0.2 may say it
    if not asked.silent:
        own["progress"] = progress
    if asked.saved:
        own |= _checkpoint(tours, own, place)
    if asked.numbered:
        tours = _numbered(tours, place)
    if verb == "plan":
        own["device"] = "cpu"
    if verb == "atlas":
        return _atlas(tours, own, place)
    found = asked.answer(tours, own)
    return found if isinstance(found, dict) else list(found)


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


def _atlas(tours: Tours, words: Words, place: Place) -> Record:
    """Store the numbering of the tours for later questions."""
    if place.atlases is None:
        raise BadInputError("an atlas is built by a job")
    folder = place.atlases / f"{tours.question.fingerprint[:24]}"
    tours.save(folder, **words)
    return answers.stored(tours.question, read_manifest(folder))


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
