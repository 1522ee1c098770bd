"""Texts along tours: the squares of a board carry letters or syllables, and a tour reads them."""

from __future__ import annotations

import itertools
from typing import Annotated, Any, TypedDict, Unpack, get_args

from babieca.board_text import column_name
from babieca.boards import Board
from babieca.engines.protocol import refuse_kind
from babieca.engines.readings import FEWEST_CELLS, MOST_CELLS, fitting_boards, laid, with_givens
from babieca.engines.refuter import no_tour, refuted
from babieca.errors import BadInputError
from babieca.limits import Limits, LimitWords, ProgressWords, SeedWords, TimeWords
from babieca.questions import BoardLike, Kind, Question
from babieca.reasons import Reason
from babieca.texts import TextCase, TextPuzzle, TextSplit, cells_of
from babieca.words import Word, one_of, spelled, split_words, whole_number, with_defaults

__all__ = ["TextPuzzle", "text_puzzle"]

MOST_TRIES = 1000
_PANEL = "The puzzle"
_SPLIT = "Of a text: letters, syllables that end at hyphens, or syllables of Spanish words."
_KEEP = "Of a text: keep spaces and punctuation."
_TRIES = "Of a text: how many tours are tried at most. Default: 20."
_GIVENS = "At most so many step numbers on the board, until one tour reads the text."


class TextWords(TypedDict, total=False):
    split: Annotated[TextSplit, Word(_SPLIT, _PANEL, "letters")]
    keep: Annotated[bool, Word(_KEEP, _PANEL, False, names=("--keep",))]
    case: Annotated[TextCase, Word("Of a text: how letters are written.", _PANEL, "upper")]
    tries: Annotated[int, Word(_TRIES, _PANEL, 20, bounds=(1, MOST_TRIES))]


class TextCall(TextWords, TimeWords, SeedWords, ProgressWords, total=False):
    start: Annotated[Any, Word("First square, for example a1.", "The question")]
    end: Annotated[Any, Word("Last square of a path.", "The question")]
    givens: Annotated[int, Word(_GIVENS, _PANEL, 0, bounds=(0, MOST_CELLS))]


@spelled
def text_puzzle(
    text: str, board: BoardLike | None = None, kind: Kind = "path", **words: Unpack[TextCall]
) -> TextPuzzle:
    """Lay a text along a tour, so that as few other tours as possible read the same text.

    Without a board, the squarest board with as many squares as the text has letters is taken; if no
    rectangle has, a board with a few symmetric holes. `kind` is "path" or "closed". Without a seed,
    the seed is 0.

    >>> print(text_puzzle("Springer reitet weiter", start="a1"))
     T  E  T  R  R
     I  P  E  R  W
     G  I  E  E  I
    [S] T  N  E  R
    exactly 1 tour reads this text from a1.
    >>> text_puzzle("Ich bin ein Springer", "4x4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    babieca.errors.BadInputError: the text has 17 letters, and 4x4 has 16 squares: use 4x5 with ...
    """
    limits, choices = split_words(LimitWords, with_defaults(TextCall, words))
    return _laid(text, board, kind, Limits.of(**limits), **choices)


def _laid(
    text: str,
    board: BoardLike | None,
    kind: Kind,
    limits: Limits,
    *,
    split: TextSplit,
    keep: bool,
    case: TextCase,
    tries: int,
    givens: int,
    start: Any = None,
    end: Any = None,
) -> TextPuzzle:
    one_of("split", split, get_args(TextSplit))
    one_of("case", case, get_args(TextCase))
    whole_number("tries", tries, 1, MOST_TRIES)
    whole_number("givens", givens, 0, MOST_CELLS)
    refuse_kind(kind, Reason("word", word="text"), ("closed", "path"))
    cells = cells_of(text, split, keep=keep, case=case)
    code = "text_has_letters" if split == "letters" else "text_has_syllables"
    length = Reason(code, count=len(cells))
    if not FEWEST_CELLS <= len(cells) <= MOST_CELLS:
        raise BadInputError("text_length", length=length, least=FEWEST_CELLS, most=MOST_CELLS)
    if board is None:
        if kind == "closed" and len(cells) % 2:
            raise BadInputError("length_closed_tour_even", length=length)
        board = next(fitting_boards(len(cells), kind, start, end), None)
        if board is None:
            raise BadInputError("text_no_board", length=length)
    question = Question.ask(board, kind, start=start, end=end)
    own = question.board
    if own is None or own.dimensions != 2:
        raise BadInputError("text_needs_two_sides")
    if len(own) != len(cells):
        fitting = [*map(_described, itertools.islice(fitting_boards(len(cells), kind), 2))]
        boards: Any = fitting
        if len(fitting) == 2:
            boards = Reason("either", first=fitting[0], rest=fitting[1])
        told: Any = {"length": length, "board": own, "squares": len(own), "boards": boards}
        raise BadInputError("text_board_differs", **told)
    if reason := refuted(question):
        raise no_tour(question, reason)
    reading = laid(question, cells, limits, tries)
    reading = with_givens(question, reading, cells, givens, limits)
    return TextPuzzle(
        text,
        cells,
        question.tour(reading.vertices),
        reading.count,
        reading.exact,
        tuple(step + 1 for step in reading.givens),
        limits.seed or 0,
    )


def _described(board: Board) -> str:
    """Return a board with the names of its holes.

    >>> _described(Board(3, 3, holes="b2"))
    '3x3 with holes b2'
    """
    holes = ",".join(f"{column_name(column)}{row + 1}" for row, column in sorted(board.holes))
    return Reason("board_with_holes", board=board.name, holes=holes) if holes else board.name
