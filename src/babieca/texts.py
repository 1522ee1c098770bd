"""Texts along tours: a text cut into letters or syllables, and the puzzle that carries them."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Unpack

from babieca.boards import Board
from babieca.errors import BadInputError, shown
from babieca.looks import BoardLook
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import spelled

if TYPE_CHECKING:
    from babieca.drawing.picture import Picture

TextSplit = Literal["letters", "syllables", "spanish"]
TextCase = Literal["upper", "lower", "same"]

SPACE = " "
_SYLLABLE_MARKS = r"|\-\u00ad\u2010"
_MOST_MARKS = 99
_JOINER = "\u200d"


def cells_of(
    text: str, split: TextSplit = "letters", *, keep: bool = False, case: TextCase = "upper"
) -> tuple[str, ...]:
    """Cut a text into letters or syllables.

    A letter keeps its accents, and is one cell. Syllables end at a hyphen, a bar or a space;
    `spanish` also divides words by the rules of Spanish. Spaces and punctuation are left out; with
    `keep` they are cells among the letters, and punctuation stays with its syllable. Capitals are
    Unicode's: ß is written SS.

    >>> cells_of("Straße, 7"), cells_of("Ca-ba-llo blan|co", "syllables")
    (('S', 'T', 'R', 'A', 'S', 'S', 'E', '7'), ('CA', 'BA', 'LLO', 'BLAN', 'CO'))
    >>> cells_of("¿Qué?", case="same"), cells_of("a, b", keep=True)
    (('Q', 'u', 'é'), ('A', ',', ' ', 'B'))
    """
    cased = {"upper": text.upper, "lower": text.lower, "same": text.__str__}[case]()
    if any(len(one) > 1 + _MOST_MARKS for one in clusters(cased)):  # their order takes their square
        raise BadInputError("too_many_marks", most=_MOST_MARKS)
    written = unicodedata.normalize("NFC", cased)
    pieces = [SPACE.join(written.split())]
    if split != "letters":
        pieces = re.split(rf"[\s{_SYLLABLE_MARKS}]++", written)
    if split == "spanish":
        pieces = [syllable for piece in pieces for syllable in spanish_syllables(piece)]
    cut = [[one for one in clusters(piece) if keep or is_letter(one)] for piece in pieces]
    cells = cut[0] if split == "letters" else ["".join(syllable) for syllable in cut if syllable]
    for cell in cells:
        if not cell.isprintable() and _JOINER not in cell:
            raise BadInputError("unseen_character", character=shown(cell))
    return tuple(cells)


_VOWEL = "[aeiouáéíóúü]"
_FINAL_Y = f"y(?!{_VOWEL})"
_WEAK = f"(?:[iuü]|{_FINAL_Y})"
_NUCLEUS = f"(?:{_WEAK}?[aeoáéó](?:{_WEAK}(?!{_VOWEL}))?|i[uú]|[uü](?:[ií]|{_FINAL_Y})|[iuüíúy])"
_ONSET = "(?:[bcfgkp][lr]|[dt]r|ch|ll|rr|[qg]u(?=[eiéí])|[bcdfghjklmnñpqrstvwxyz])"
_SYLLABLE = re.compile(
    rf"{_ONSET}?{_NUCLEUS}(?>(?:(?!{_ONSET}{_NUCLEUS})[bcdfghjklmnñpqrstvwxyz])*)", re.IGNORECASE
)


def spanish_syllables(text: str) -> list[str]:
    """Divide a word by the rules of Spanish; other characters stay with the syllable before them.

    An h between vowels begins a syllable. Prefixes are not known: su-bra-yar.

    >>> [*map("-".join, map(spanish_syllables, ("caminante", "averigüéis", "instrucción")))]
    ['ca-mi-nan-te', 'a-ve-ri-güéis', 'ins-truc-ción']
    """
    starts = [found.start() for found in _SYLLABLE.finditer(text)]
    cuts = [0, *starts[1:], len(text)]
    return [text[one:other] for one, other in itertools.pairwise(cuts)]


def is_letter(cluster: str) -> bool:
    """Whether a cluster begins with a letter or a digit."""
    return unicodedata.category(cluster[0])[0] in "LN"


def clusters(text: str) -> list[str]:
    r"""Divide a text into characters with the marks that belong to them.

    These are the grapheme clusters of Unicode (UAX #29) in its simple cases: marks, joiners, the
    modifiers of emoji, and flags.

    >>> [len(cluster) for cluster in clusters("re\u0301gne")], len(clusters("👩‍🚀🇪🇸🇩🇪👍🏽"))
    ([1, 2, 1, 1, 1], 4)
    """
    cuts = [0] if text else []
    for at, character in enumerate(text[1:], 1):
        before = text[at - 1]
        flag = cuts[-1] == at - 1 and _is_flag_letter(before) and _is_flag_letter(character)
        mark = unicodedata.category(character).startswith("M")
        mark = mark or character == _JOINER or "\U0001f3fb" <= character <= "\U0001f3ff"
        if not (flag or mark or before == _JOINER):
            cuts.append(at)
    return [text[one:other] for one, other in itertools.pairwise([*cuts, len(text)])]


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


@dataclass(frozen=True)
class TextPuzzle:
    """A text laid along a tour: each square carries one cell of the text.

    text      the text as it was given
    cells     its letters or syllables, in the order of the tour
    solution  the tour that reads them
    readings  how many tours from the same square read the same cells, this one included
    exact     whether `readings` is their number; if not, there are at least so many
    givens    the steps, from 1, whose numbers stand on the board
    seed      the seed that makes the puzzle again

    >>> tour = Tour("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    >>> puzzle = TextPuzzle("Knight's tours", cells_of("Knight's tours"), tour, 1, True)
    >>> print(puzzle)
     I  T  O  S
     T  R  N  H
    [K] G  S  U
    exactly 1 tour reads this text from a1.
    >>> TextPuzzle.from_json(puzzle.to_json()) == puzzle
    True
    """

    text: str
    cells: tuple[str, ...]
    solution: Tour
    readings: int
    exact: bool
    givens: tuple[int, ...] = ()
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.solution.board is None or self.solution.board.dimensions != 2:
            raise BadInputError("text_needs_two_sides")
        if len(self.cells) != len(self.solution):
            raise BadInputError(
                "text_of_other_length", cells=len(self.cells), squares=len(self.solution)
            )

    @property
    def unique(self) -> bool:
        """Whether exactly one tour reads the text."""
        return self.exact and self.readings == 1

    @property
    def board(self) -> Board:
        """The board."""
        assert self.solution.board is not None
        return self.solution.board

    @property
    def sentence(self) -> str:
        """The text in one line, without the marks between syllables."""
        by_letters = all(len(clusters(cell)) == 1 for cell in self.cells)
        return " ".join(
            (self.text if by_letters else re.sub(f"[{_SYLLABLE_MARKS}]", "", self.text)).split()
        )

    @property
    def verdict(self) -> str:
        """How many tours read the text, in one line."""
        name = self.board.name_of
        code = "reads_so_many" if self.exact else "reads_at_least"
        start = name(self.solution[0])
        text = Reason("reads_exactly" if self.unique else code, count=self.readings, start=start)
        steps = [
            Reason("step_is_on", step=step, square=name(self.solution[step - 1]))
            for step in self.givens
        ]
        return Reason("if_step", text=text, steps=steps) if steps else text

    @property
    def caption(self) -> str:
        """The number of cells, the first square and the seed in one line."""
        start = self.board.name_of(self.solution[0])
        told = [Reason("cells_from", count=len(self.cells), square=start)]
        told += [] if self.seed is None else [Reason("with_seed", seed=self.seed)]
        return ", ".join(told)

    def grid(self) -> list[list[str]]:
        """Return the cells row by row, row 0 at the bottom; a hole is an empty text."""
        rows, columns = self.board.sides
        table = [""] * (rows * columns)
        for index, cell in zip(self.solution.indices.tolist(), self.cells, strict=True):
            table[index] = cell
        return [table[row * columns : (row + 1) * columns] for row in range(rows)]

    def __str__(self) -> str:
        """Return the grid, top row first, the start in brackets, `_` for a space, and a verdict."""
        wide, lines = max(map(_columns, self.cells)), []
        for row, cells in enumerate(self.grid()):
            line = ""
            for column, cell in enumerate(cells):
                written = "_" if cell == SPACE else cell
                around = wide - _columns(written)
                padded = " " * (around // 2) + written + " " * (around - around // 2)
                start = (row, column) == self.solution[0]
                line += f"[{padded}]" if start else f" {padded} "
            lines.append(line.rstrip())
        return "\n".join([*reversed(lines), f"{self.verdict}."])

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as plain values."""
        return {
            **self.board.to_json(),
            "text": self.text,
            "cells": [*self.cells],
            "kind": "closed" if self.solution.closed else "path",
            "solution": self.solution.to_json()["squares"],
            "readings": str(self.readings),
            "exact": self.exact,
            "givens": [*self.givens],
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, record: Any) -> TextPuzzle:
        """Return the puzzle that `to_json` wrote."""
        own = ("text", "cells", "kind", "solution", "readings", "exact", "givens", "seed")
        if not isinstance(record, Mapping) or not {"board", *own} <= {*record}:
            raise BadInputError("expected_object", names=["board", *own], record=shown(record))
        board = Board.from_json({name: record[name] for name in record if name not in own})
        return cls(
            record["text"],
            tuple(record["cells"]),
            Tour(board, record["solution"], kind=record["kind"]),
            int(record["readings"]),
            record["exact"],
            tuple(record["givens"]),
            record["seed"],
        )

    @spelled
    def picture(self, **look: Unpack[BoardLook]) -> Picture:
        """Draw the cells on the board, the start framed."""
        from babieca.drawing.text_puzzles import draw_text_puzzle

        return draw_text_puzzle(self, **look)

    @spelled
    def answer(self, **look: Unpack[BoardLook]) -> Picture:
        """Draw the tour with the cells, and the text below it."""
        from babieca.drawing.text_puzzles import draw_text_answer

        return draw_text_answer(self, **look)

    def _repr_svg_(self) -> str:
        return self.picture().svg()


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return wide + sum(not unicodedata.combining(character) for character in text)
