"""Pictures of puzzles and of their answers, and PDF pages with the answers at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol, Unpack, cast

from babieca.drawing.board_pictures import draw_board
from babieca.drawing.marks import Texts
from babieca.drawing.picture import Picture
from babieca.drawing.sheets import MOST_PRINTED, Printout, draw_paper
from babieca.errors import BadInputError
from babieca.givens import Puzzle
from babieca.looks import BoardLook, PaperWords
from babieca.reasons import Reason
from babieca.words import spelled, split_words

PER_PAGE = 6
"""How many puzzles a PDF page has at most by default."""
ANSWERS_PER_PAGE = 12


class Printable(Protocol):
    """A puzzle of any kind: a sheet needs its picture, its answer and a caption."""

    @property
    def caption(self) -> str: ...

    def picture(self, **look: Unpack[BoardLook]) -> Picture: ...

    def answer(self, **look: Unpack[BoardLook]) -> Picture: ...


def draw_puzzle(puzzle: Puzzle, **look: Unpack[BoardLook]) -> Picture:
    """Draw the given steps of a puzzle on its board."""
    picture = draw_board(puzzle.board, at=puzzle.at, **look)
    return replace(picture, title=Reason("puzzle_on", board=puzzle.board, caption=puzzle.caption))


def draw_answer(puzzle: Puzzle, **look: Unpack[BoardLook]) -> Picture:
    """Draw the solution of a puzzle: all steps, the givens in bold."""
    steps = dict(enumerate(puzzle.solution, start=1))
    found = {steps[step]: step for step in steps.keys() - {*puzzle.at.values()}}
    picture = draw_puzzle(puzzle, **look)
    if found:
        *_, numbers = draw_board(puzzle.board, at=found, **look).marks
        picture.marks.append(replace(cast(Texts, numbers), bold=False))
    return replace(picture, title=Reason("answer_to", title=picture.title))


class PuzzlePaper(PaperWords, BoardLook, total=False): ...


@spelled
def draw_puzzles(
    puzzles: Iterable[Printable], *, answers: bool = True, **words: Unpack[PuzzlePaper]
) -> Printout:
    """Draw puzzles on PDF pages, at most six on each by default, with answers on the last pages.

    >>> from babieca import puzzle
    >>> sheet = draw_puzzles([puzzle("5x5", "path", seed=seed) for seed in (1, 2)], paper="letter")
    >>> [page.title for page in sheet.pages]
    ['Puzzle on the 5x5 board: 4 givens, medium, seed 1', 'Answers']
    """
    listed = list(puzzles)
    if not listed:
        raise BadInputError("no_puzzle_printed")
    if len(listed) > MOST_PRINTED:
        raise BadInputError("too_many_puzzles", most=MOST_PRINTED, count=len(listed))
    paper, look = split_words(PaperWords, words)
    numbered = [f"{number}. {one.caption}" for number, one in enumerate(listed, start=1)]
    if paper.get("per_page") is None:
        paper["per_page"] = min(PER_PAGE, len(listed))
    pictures = [one.picture(**look) for one in listed]
    themed: Any = {name: look[name] for name in ("theme",) if name in look}
    sheet = draw_paper(pictures, captions=numbered, **paper, **themed)
    if not answers:
        return sheet
    last: Any = {"paper": paper.get("paper"), "title": f"Answers{_to(paper.get('title'))}"}
    last["per_page"] = min(ANSWERS_PER_PAGE, len(listed))
    numbers = [f"{number}" for number in range(1, len(listed) + 1)]
    solved = [one.answer(**look) for one in listed]
    return sheet + draw_paper(solved, captions=numbers, **last, **themed)


def _to(title: str | None) -> str:
    return f": {title}" if title else ""
