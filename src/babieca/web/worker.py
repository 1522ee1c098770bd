"""A worker: a process that answers the verbs of the API with plain values.

Its first question is an `Allowance`; the answer says that it is ready. Every later question is a
verb with its words. The server has checked the shape of the words (`words`); the library checks
their meaning here. The answers are those of `--json` on the command line; several lines there are
a list here.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from babieca import formats
from babieca.asking import VERBS
from babieca.boards import Board
from babieca.drawing.saving import save_drawing
from babieca.engines.atlas import MANIFEST, read_manifest
from babieca.errors import BadInputError
from babieca.files import locked
from babieca.formats import Entry, answers
from babieca.formats.answers import Record
from babieca.formats.judging import judge
from babieca.processes import Caller
from babieca.progress import Listener, at_intervals
from babieca.public import Tours
from babieca.questions import Question
from babieca.tour import Tour
from babieca.verbs.numbers import use_atlas
from babieca.verbs.texts import text_puzzle
from babieca.web.settings import Allowance

Answer = Record | list[Record]

SECONDS_BETWEEN_REPORTS = 0.2
SECONDS_TO_WAIT = 10.0
"""The wait for the worker of a server that died to leave the job's directory."""
UNSAVED_METHODS = ("fold", "reference")


def main() -> None:
    sys.set_int_max_str_digits(0)
    caller = Caller()
    allowance = Allowance(**caller.question())
    if hasattr(os, "nice"):
        os.nice(allowance.niceness)
    limit_memory(allowance.memory)
    progress = at_intervals(
        SECONDS_BETWEEN_REPORTS, lambda progress: caller.tell("p", asdict(progress))
    )
    with contextlib.ExitStack() as stack:
        if allowance.directory is not None:
            stack.enter_context(locked(Path(allowance.directory), SECONDS_TO_WAIT))
        caller.tell("a", "ready")
        while True:
            asked = caller.question()
            caller.answer(
                functools.partial(answer, asked["verb"], asked["words"], allowance, progress)
            )


def limit_memory(count: int) -> None:
    """Let this process write to `count` more bytes; outside Linux, only budgets limit it."""
    with contextlib.suppress(ModuleNotFoundError, FileNotFoundError):
        import resource

        status = Path("/proc/self/status").read_text()
        fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
        used = int(fields["VmData"].split()[0]) * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (used + count, used + count))


def answer(verb: str, words: Record, allowance: Allowance, progress: Listener) -> Answer:
    """Answer a verb.

    >>> told = answer("exists", {"question": {"board": "4x8"}}, Allowance(2**30, "atlases"), print)
    >>> told["answer"]
    'no'
    """
    if verb in WITHOUT_QUESTION:
        return WITHOUT_QUESTION[verb](words)
    tours = Tours.of(Question.from_json(words.pop("question")))
    if verb == "read":  # a job is refused before it is queued if its question is wrong
        return {"question": tours.question.to_json(), "text": str(tours.question)}
    asked = VERBS[verb]
    if not asked.silent:
        words["progress"] = progress
    unsaved = tours.question.symmetry is not None or words.get("method") in UNSAVED_METHODS
    unsaved |= words.get("show_first", False)
    if asked.saved and allowance.directory is not None and not unsaved:
        words["checkpoint"] = Path(allowance.directory, "checkpoint")
        words["checkpoint_seconds"] = allowance.checkpoint_seconds
    if asked.numbered:
        _number(tours, Path(allowance.atlases))
    if verb == "plan":
        words["device"] = "cpu"
    if verb == "atlas":
        folder = Path(allowance.atlases, tours.question.fingerprint[:24])
        tours.save(folder, **words)
        return answers.stored(tours.question, read_manifest(folder))
    found = asked.answer(tours, words)
    return found if isinstance(found, dict) else list(found)


def _number(tours: Tours, atlases: Path) -> None:
    numbered = replace(tours.question, up_to=None).to_json()
    for manifest in sorted(atlases.glob(f"*/{MANIFEST}")):
        try:
            if read_manifest(manifest.parent).question == numbered:
                use_atlas(tours, _opened(manifest.parent, manifest.stat().st_mtime_ns))
        except BadInputError:
            continue  # damaged or unfinished: the answer takes longer, and is the same


@functools.lru_cache(maxsize=2)
def _opened(folder: Path, written: int) -> Tours:
    """Return the tours of an atlas; opened again only if it was `written` again."""
    return Tours.load(folder)


def check(words: Record) -> list[Record]:
    kind, timeout = words.pop("kind", None), words.pop("timeout", None)
    return [judge(entry, kind, words, timeout)[0] for entry in _entries(words)]


def lay_text(words: Record) -> Record:
    """Lay a text along a tour; without a board, on one that the text fits."""
    board = words.pop("board", None)
    place = None if board is None else Board.from_json(board)
    return text_puzzle(words.pop("text"), place, words.pop("kind", "path"), **words).to_json()


def draw(words: Record) -> Record:
    """Draw a tour, several or a board into a file; its bytes are in base 64."""
    format = words.pop("format")
    drawn: Board | list[Tour | Entry]
    if "text" in words:
        drawn = [entry.drawn() for entry in _entries(words)]
        place = drawn[0].board.name if isinstance(drawn[0].board, Board) else "graph"
        several = words.get("sheet") or (len(drawn) > 1 and "number" not in words)
        name = f"{'tours' if several else 'tour'}-{place}.{format}"
    elif "board" in words:
        drawn = Board.from_json(words.pop("board"))
        name = f"board-{drawn.name}.{format}"
    else:
        raise BadInputError("draw_needs")
    with TemporaryDirectory() as directory:
        path = Path(directory, name)
        save_drawing(drawn, path, words)
        return {"name": name, "data": base64.b64encode(path.read_bytes()).decode()}


def _entries(words: Record) -> Iterator[Entry]:
    """Read the tours of a text; `board` is for texts that do not name their board."""
    board = words.pop("board", None)
    return formats.entries(
        words.pop("text"),
        board=None if board is None else Board.from_json(board),
        format=words.pop("read_as", None),
    )


WITHOUT_QUESTION: dict[str, Callable[[Record], Answer]] = {
    "info": lambda words: answers.described(Board.from_json(words["board"])),
    "check": check,
    "describe": lambda words: [entry.tour().describe().to_json() for entry in _entries(words)],
    "text_puzzle": lay_text,
    "draw": draw,
}

if __name__ == "__main__":
    main()
