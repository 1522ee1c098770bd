"""`babieca puzzle`: puzzles as text, as JSON, as pictures, or on PDF pages with their answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from babieca.cli.printing import only_in_files, wrote
from babieca.cli.progress import note, progress_of
from babieca.cli.words import JsonWords, refuse
from babieca.drawing.picture import WRITERS
from babieca.drawing.puzzles import Printable, draw_puzzles
from babieca.drawing.sheets import draw_sheet
from babieca.errors import BadInputError, quantity, shown
from babieca.files import atomic_file
from babieca.formats.grids import write_puzzle
from babieca.givens import Puzzle
from babieca.looks import PICTURE, BoardLook, PaperWords
from babieca.public import Tours
from babieca.verbs.puzzles import ManyPuzzleWords, puzzles
from babieca.words import Word, split_words

_TEXTS = (".json", ".jsonl", ".txt")
_SUFFIXES = (".pdf", *(f".{name}" for name in WRITERS if name not in ("gif", "pdf")), *_TEXTS)
_ANSWERS = "The answers: last pages of a PDF (by default), or a picture in place of the puzzles."


class AskedPuzzles(ManyPuzzleWords, total=False):
    symmetric: Annotated[
        bool, Word("Short for --pattern half-turn.", "The puzzle", names=("--symmetric",))
    ]


class PuzzlesOut(JsonWords, PaperWords, BoardLook, total=False):
    answers: Annotated[bool, Word(_ANSWERS, PICTURE, names=("--answers/--no-answers",))]
    output: Annotated[
        Path,
        Word(
            f"Write to this file, as its suffix says: {', '.join(_SUFFIXES)}.",
            "Output",
            metavar="PATH",
            names=("--output", "-o"),
        ),
    ]


def puzzle(tours: Tours, words: AskedPuzzles, written: PuzzlesOut) -> None:
    """Make puzzles: some steps are given, and exactly one tour has them. That is proved.

    The grid has the top row first, and _ for a gap; `babieca check` reads it. The seed makes the
    same puzzle again. A PDF has up to six puzzles on a page, and the answers on the last pages.

    Examples:
    - `babieca puzzle 6x6 --givens 8 --seed 5`
    - `babieca puzzle 5x5 --path --fewest`
    - `babieca puzzle 8x8 --level easy --symmetric`
    - `babieca puzzle 6x6 --given-squares a1,a6,b2,c3,d4,e5,f6`
    - `babieca puzzle 6x6 --how-many 6 -o sheet.pdf --per-page 6 --paper a4 --name-line`
    - `babieca puzzle 6x6 -o puzzle.svg`
    """
    check_output(written)
    chosen: Any = words
    if chosen.pop("symmetric", False):
        refuse(chosen, "--symmetric", "pattern")
        chosen["pattern"] = "half-turn"
    what = f"puzzle of {tours.question}"
    with progress_of(words, written.get("json", False), what, words.get("timeout")) as progress:
        made = puzzles(tours, {**chosen, "progress": progress})
        if "output" in written:
            save_puzzles(list(made), written)
            return
        for number, one in enumerate(made):
            if written.get("json"):
                print(json.dumps(one.to_json()))
            else:
                print(f"{chr(10) * bool(number)}{write_puzzle(one)}", end="")


def check_output(written: PuzzlesOut) -> None:
    """Refuse, before the work, a suffix and words that do not go together."""
    look: Any = {**written}
    output, as_json = look.pop("output", None), look.pop("json", False)
    if output is None:
        if look:
            raise only_in_files(min(look))
        return
    suffix = output.suffix.lower()
    if suffix not in _SUFFIXES:
        raise BadInputError(
            f"cannot tell the format of {shown(str(output))}: use one of {', '.join(_SUFFIXES)}"
        )
    if as_json:
        raise BadInputError("the suffix of -o tells the format: leave out --json")
    if suffix in _TEXTS and look:
        raise BadInputError(f"{suffix} files hold text; they take no drawing options")
    for name in ("paper", "per_page", "name_line"):
        if name in look and suffix != ".pdf":
            raise BadInputError(f"{name} is for .pdf files: only they have pages")


def save_puzzles(made: list[Puzzle], written: PuzzlesOut) -> None:
    """Write puzzles to a file, as its suffix says."""
    output = written["output"]
    suffix = output.suffix.lower()
    if suffix in _TEXTS:
        lines = (f"{json.dumps(one.to_json())}\n" for one in made)
        text = "\n".join(map(write_puzzle, made)) if suffix == ".txt" else "".join(lines)
        with atomic_file(output) as file:
            file.write(text.encode())
    else:
        draw_file(made, written)
    seeds = f"seed {made[0].seed}" + (f" to {made[-1].seed}" if len(made) > 1 else "")
    note(f"{quantity(len(made), 'puzzle')}, {seeds}; {wrote(output)}")


def draw_file(made: Sequence[Printable], written: PuzzlesOut) -> None:
    """Draw puzzles of any kind: a PDF with the answers on the last pages, or one picture."""
    paper, look = split_words(PaperWords, written)[0], split_words(BoardLook, written)[0]
    output = written["output"]
    if output.suffix.lower() == ".pdf":
        sheet = draw_puzzles(made, answers=written.get("answers", True), **paper, **look)
        sheet.save(output)
        return
    pictures = [
        one.answer(**look) if written.get("answers") else one.picture(**look) for one in made
    ]
    if len(pictures) > 1:
        title = paper.get("title") or quantity(len(pictures), "puzzle")
        pictures = [draw_sheet(pictures, title=title, **look)]
    elif paper:
        raise BadInputError("title is for several puzzles or PDF pages")
    pictures[0].save(output)
