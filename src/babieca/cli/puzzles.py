"""`babieca puzzle`: puzzles as text, as JSON, as pictures, or on PDF pages with their answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

from babieca.boards import BoardWords
from babieca.cli.printing import only_in_files, wrote
from babieca.cli.progress import note, progress_of
from babieca.cli.words import (
    JsonWords,
    KindWords,
    board_of,
    kind_of,
    refuse,
    tours_of,
)
from babieca.drawing.picture import WRITERS
from babieca.drawing.puzzles import Printable, draw_puzzles
from babieca.drawing.sheets import draw_sheet
from babieca.errors import BadInputError, shown, utf8
from babieca.files import atomic_file
from babieca.formats.grids import write_puzzle
from babieca.givens import Puzzle
from babieca.looks import PICTURE, BoardLook, PaperWords
from babieca.progress import Listener
from babieca.questions import QuestionWords
from babieca.reasons import Reason, as_word
from babieca.texts import TextPuzzle
from babieca.verbs.puzzles import MOST_PUZZLES, ManyPuzzleWords, puzzles
from babieca.verbs.texts import TextCall, TextWords, text_puzzle
from babieca.words import Word, declared, split_words, whole_number

Maker = Callable[[Listener | None], Iterable[Puzzle | TextPuzzle]]
"""Makes the puzzles one after another, and tells a listener the progress."""
_TEXTS = (".json", ".jsonl", ".txt")
_SUFFIXES = (".pdf", *(f".{name}" for name in WRITERS if name not in ("gif", "pdf")), *_TEXTS)
_ANSWERS = "The answers: last pages of a PDF (by default), or a picture in place of the puzzles."


_TEXT = "Lay this text along a path, or --closed: each square has a letter or a syllable."
_BOARD = "Sides, such as 8x8. With --text, a board that fits is chosen if none is given."


class PuzzleQuestion(BoardWords, KindWords, QuestionWords, total=False):
    board: Annotated[str, Word(_BOARD, metavar="BOARD", argument=True)]


class AskedPuzzles(ManyPuzzleWords, TextWords, total=False):
    text: Annotated[str, Word(_TEXT, "The puzzle", metavar="TEXT")]
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


def puzzle(question: PuzzleQuestion, words: AskedPuzzles, written: PuzzlesOut) -> None:
    """Make puzzles: some steps are given, and exactly one tour has them. That is proved.

    The grid has the top row first, and _ for a gap; `babieca check` reads it. The seed makes the
    same puzzle again. A PDF has up to six puzzles on a page, and the answers on the last pages.

    With --text, the squares have letters, and a tour from the marked square reads the text.

    Examples:
    - `babieca puzzle 6x6 --givens 8 --seed 5`
    - `babieca puzzle 5x5 --path --minimal`
    - `babieca puzzle 8x8 --level easy --symmetric`
    - `babieca puzzle 6x6 --given-squares a1,a6,b2,c3,d4,e5,f6`
    - `babieca puzzle 6x6 --limit 6 -o sheet.pdf --per-page 6 --paper a4 --name-line`
    - `babieca puzzle 6x6 -o puzzle.svg`
    - `babieca puzzle --text "En un lugar de la Mancha" --seed 2`
    """
    check_output(written)
    maker = _texts(question, words) if "text" in words else _givens(question, words)
    as_json, timeout = written.get("json", False), words.get("timeout")
    with progress_of(words, as_json, "puzzle", timeout) as progress:
        made = maker(progress)
        if "output" in written:
            save_puzzles(list(made), written)
            return
        for number, one in enumerate(made):
            if written.get("json"):
                print(json.dumps(one.to_json()))
            else:
                print(f"{chr(10) * bool(number)}{_written(one)}", end="")


def _givens(question: PuzzleQuestion, words: AskedPuzzles) -> Maker:
    if "board" not in question:
        raise BadInputError("puzzle_needs_place")
    tours, chosen = tours_of(question), {**words}
    if chosen.pop("symmetric", False):
        refuse(chosen, "symmetric", "pattern", "given_squares")
        chosen["pattern"] = "half-turn"
    for name in declared(TextWords).keys() & chosen:
        raise BadInputError("name_for_texts", name=name)
    return lambda progress: puzzles(tours, {**chosen, "progress": progress})


def _texts(question: PuzzleQuestion, words: AskedPuzzles) -> Maker:
    own = declared(TextCall)
    typed: dict[str, Any] = {**question, **words}
    chosen = {name: value for name, value in typed.items() if name in own}
    known = {*own, *declared(BoardWords), *declared(KindWords), "board", "text", "limit"}
    refuse(typed, "text", *sorted(typed.keys() - known))
    board = board_of(question) if "board" in question else None
    for name in declared(BoardWords).keys() & question if board is None else ():
        raise BadInputError("name_needs_a_board", name=name)
    kind, first = kind_of(question) or "path", chosen.pop("seed", 0)
    limit = whole_number("limit", words.get("limit", 1), 1, MOST_PUZZLES) or 1
    return lambda progress: (
        text_puzzle(words["text"], board, kind, seed=seed, progress=progress, **chosen)
        for seed in range(first, first + limit)
    )


def _written(made: Puzzle | TextPuzzle) -> str:
    return write_puzzle(made) if isinstance(made, Puzzle) else f"{made}\n"


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
        raise BadInputError("cannot_tell_format", file=shown(str(output)), names=[*_SUFFIXES])
    if as_json:
        raise BadInputError("suffix_tells", names=as_word("json"))
    if suffix in _TEXTS and look:
        raise BadInputError("files_hold_text", suffix=suffix)
    for name in ("paper", "per_page", "name_line"):
        if name in look and suffix != ".pdf":
            raise BadInputError("name_pdf_files_only", name=name)


def save_puzzles(made: Sequence[Puzzle | TextPuzzle], written: PuzzlesOut) -> None:
    """Write puzzles to a file, as its suffix says."""
    output = written["output"]
    suffix = output.suffix.lower()
    if suffix in _TEXTS:
        lines = (f"{json.dumps(one.to_json())}\n" for one in made)
        text = "\n".join(map(_written, made)) if suffix == ".txt" else "".join(lines)
        with atomic_file(output) as file:
            file.write(utf8(text))
    else:
        draw_file(made, written)
    seeds: Any = made[0].seed
    if len(made) > 1:
        seeds = Reason("one_to_other", one=seeds, other=made[-1].seed)
    told = [Reason("counted_puzzles", count=len(made)), Reason("with_seed", seed=seeds)]
    note(f"{', '.join(told)}; {wrote(output)}")


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
        title = paper.get("title") or Reason("counted_puzzles", count=len(pictures))
        pictures = [draw_sheet(pictures, title=title, **look)]
    elif paper:
        raise BadInputError("title_sheets_pdf_pages")
    pictures[0].save(output)
