"""Tours in files, by suffix: text, a picture, an animation, or a sheet of several tours."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, Unpack

from babieca import formats
from babieca.boards import Board
from babieca.drawing.animation import FRAME_FORMATS, animate
from babieca.drawing.board_pictures import draw_board, draw_degrees
from babieca.drawing.picture import WRITERS
from babieca.drawing.sheets import draw_gaps, draw_paper, draw_sheet
from babieca.drawing.tour_pictures import draw_tour
from babieca.errors import BadInputError, shown
from babieca.files import atomic_file
from babieca.formats.entry import Entry
from babieca.looks import BoardLook, MovingLook, PaperWords, TourLook, completed
from babieca.tour import Tour
from babieca.words import split_words

PICTURES = tuple(f".{name}" for name in WRITERS if name not in FRAME_FORMATS)
ANIMATIONS = tuple(f".{name}" for name in FRAME_FORMATS)
TEXTS = tuple(formats.SUFFIXES)
Chosen = TypeVar("Chosen")


def checked_suffix(path: Path) -> str:
    """Return the suffix of a file that a tour can be written to; refuse others."""
    known = PICTURES + ANIMATIONS + TEXTS
    if path.suffix.lower() not in known:
        raise BadInputError("cannot_tell_format", file=shown(str(path)), names=[*known])
    return path.suffix.lower()


def save_tour(tour: Tour, path: str | os.PathLike[str], **look: Unpack[MovingLook]) -> None:
    """Write a tour by suffix, computed before the path is touched; `speed`: moves per second."""
    usual, chosen = completed(MovingLook, {}), completed(MovingLook, look)
    path = Path(path)
    check_words(path, {name: value for name, value in chosen.items() if value != usual.get(name)})
    suffix = path.suffix.lower()
    format = suffix.removeprefix(".")
    if suffix in TEXTS:
        formats.save(tour, path)
        return
    if suffix in ANIMATIONS or look.get("speed") is not None:
        data = animate(tour, format, **look)
    else:
        data = draw_tour(tour, **split_words(TourLook, look)[0]).data(format)
    with atomic_file(path) as file:
        file.write(data)


def check_words(path: Path, words: Mapping[str, Any]) -> None:
    """Refuse a suffix that no tour can be written to, and drawing words that its files lack."""
    suffix = checked_suffix(path)
    if suffix in TEXTS and words:
        raise BadInputError("files_hold_text", suffix=suffix)
    if "speed" in words and suffix not in (*ANIMATIONS, ".svg"):
        raise BadInputError("files_do_not_move", suffix=suffix)
    for name in _paper_words(words):
        if suffix != ".pdf":
            raise BadInputError("name_pdf_files_only", name=name)
        if words.get("sheet"):
            raise BadInputError("not_together", one=name, other="sheet")


def save_drawing(
    drawn: Board | Sequence[Tour | Entry],
    path: Path,
    words: Mapping[str, Any],
    title: str | None = None,
) -> None:
    """Draw a board, one tour or several into a file; see `DrawingWords`.

    Several make a sheet, in a PDF several pages. `title` is their heading if the words have none.
    """
    words = {
        name: value
        for name, value in words.items()
        if value is not None and (value is not False or name == "labels")
    }
    check_words(path, {name: words[name] for name in words if name != "number"})
    if isinstance(drawn, Board):
        _save_board(drawn, path, words)
        return
    look: Any = {name: value for name, value in words.items() if name not in ("sheet", "number")}
    for name in _OF_BOARDS & look.keys():
        raise BadInputError("name_boards_give_board", name=name)
    sheet, number = words.get("sheet"), words.get("number")
    if sheet and number is not None:
        raise BadInputError("not_together", one="number", other="sheet")
    drawn = drawn if number is None else [chosen(drawn, number)]
    suffix, several = path.suffix.lower(), len(drawn) > 1 or sheet
    if suffix in TEXTS:
        formats.save([one if isinstance(one, Tour) else one.tour() for one in drawn], path)
    elif several and (suffix in ANIMATIONS or "speed" in look):
        raise BadInputError("moving_shows_one", count=len(drawn))
    elif _paper_words(look) or (several and suffix == ".pdf" and not sheet):
        draw_paper(drawn, **{"title": title, **look}).save(path)
    elif several:
        draw_sheet(drawn, **{"title": title, **look}).save(path)
    elif "title" in look:
        raise BadInputError("title_sheets_pdf_pages")
    elif isinstance(drawn[0], Tour):
        save_tour(drawn[0], path, **look)
    else:
        draw_gaps(drawn[0], **look).save(path)


def check_of_board(words: Mapping[str, Any]) -> None:
    """Refuse the words that need a tour, and two numberings of one board."""
    others = split_words(PaperWords, split_words(BoardLook, words)[1])[1]
    for name in sorted(others.keys() - _OF_BOARDS):
        raise BadInputError("name_tours_board_has", name=name)
    if "title" in words and not _paper_words(words):
        raise BadInputError("title_sheets_pdf_pages")
    if len(_OF_BOARDS & words.keys()) > 1:
        raise BadInputError("not_together", one="at", other="degrees")


def _save_board(board: Board, path: Path, words: Mapping[str, Any]) -> None:
    check_of_board(words)
    of_board, others = split_words(BoardLook, words)
    of_paper = split_words(PaperWords, others)[0]
    paper, at = _paper_words(words), words.get("at")
    if "degrees" in words:
        picture = draw_degrees(board, **of_board)
    else:
        # On paper, squares are paler, to write on.
        picture = draw_board(board, at={} if paper and at is None else at, **of_board)
    if paper:
        copies = words.get("per_page", 1)
        same = {name: words[name] for name in ("theme", "size") if name in words}
        draw_paper([picture] * copies, captions=[""] * copies, **of_paper, **same).save(path)
    else:
        picture.save(path)


_OF_BOARDS = {"at", "degrees"}


def _paper_words(words: Mapping[str, Any]) -> list[str]:
    return [name for name in ("paper", "per_page", "name_line") if name in words]


def chosen(drawn: Sequence[Chosen], number: int) -> Chosen:
    """Return the tour with a number, counted from 1."""
    if not 1 <= number <= len(drawn):
        raise BadInputError("no_tour_numbered", number=number, count=len(drawn))
    return drawn[number - 1]
