"""Texts along tours: cells, boards that fit, and readings against all tours one by one."""

from __future__ import annotations

import json
import random
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babieca import Board, TextPuzzle, Tour, text_puzzle
from babieca.engines.readings import fitting_boards, read, with_givens
from babieca.engines.reference import adjacency, directed_paths
from babieca.errors import BadInputError, NoTourError
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.questions import Kind, Question
from babieca.symmetries import Symmetry
from babieca.texts import cells_of
from tests.commands import run

QUIXOTE = "En un lugar de la Mancha, de cuyo nombre no quiero acordarme"
MACHADO = "Ca-mi-nan-te, son tus hue-llas el ca-mi-no y na-da más"
GREEK = "Ἄνδρα μοι ἔννεπε, μοῦσα, πολύτροπον, ὃς μάλα πολλὰ"
RUSSIAN = "Все счастливые семьи похожи друг на друга, каждая"
ARABIC = "كان يا ما كان في قديم الزمان"
GERMAN = "Fußgänger grüßen große Straßenköter"


@cache
def all_tours(board: Board, kind: Kind, start: int) -> list[tuple[int, ...]]:
    """The directed tours from a vertex, by the slow engine."""
    near = adjacency(Graph.of(board))
    found = directed_paths(near, start)
    return [walk for walk in found if kind == "path" or walk[-1] in near[start]]


@pytest.mark.parametrize(
    ("board", "kind", "start"),
    [
        (Board(4, 5), "path", 0),
        (Board(5, 5), "path", 0),
        (Board(5, 5), "path", 12),
        (Board(3, 4, wrap="torus"), "closed", 7),
        (Board(5, 5, holes="c3"), "path", 3),
        (Board(3, 4, wrap="cylinder"), "path", 2),
        (Board(3, 3, holes="b2"), "closed", 0),
    ],
)
def test_readings_are_those_among_all_tours(board: Board, kind: Kind, start: int) -> None:
    walks, dice = all_tours(board, kind, start), random.Random(start)
    question, size = Question.ask(board, kind), len(board)
    for letters in (1, 2, 2, 3, 5, 9):
        walk = dice.choice(walks)
        cells = [str(dice.randrange(letters)) for _ in walk]
        on = dict(zip(walk, cells, strict=True))
        givens = dice.sample(range(size), dice.randrange(4))
        same = [
            other
            for other in walks
            if [on[vertex] for vertex in other] == cells
            and all(other[step] == walk[step] for step in givens)
        ]
        wanted = [sum(other[step] == walk[step] for other in same) for step in range(size)]
        found = read(question, np.array(walk), cells, Limits(), givens)
        assert found.exact
        assert [*found.through] == wanted
        bounds = read(question, np.array(walk), cells, Limits(), givens, states=2 * size)
        assert all(1 <= least <= true for least, true in zip(bounds.through, wanted, strict=True))
        assert bounds.exact <= (bounds.through == found.through)
        # Each given leaves the readings that agree with it, down to the walk itself.
        alone = with_givens(question, found, cells, size, Limits())
        fixed = alone.givens
        left = [other for other in same if all(other[step] == walk[step] for step in fixed)]
        assert (alone.unique, left) == (True, [walk])
        assert {*givens} <= {*fixed}


def test_a_layer_that_is_cut_gives_a_lower_bound() -> None:
    walk = np.array(all_tours(Board(5, 5), "path", 0)[0])
    question, cells = Question.ask("5x5", "path"), "A" * 25
    assert read(question, walk, cells, Limits()).count == 304
    few = read(question, walk, cells, Limits(), states=25 * 40)
    assert not few.exact
    assert 1 < few.count < 304


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("¡Niño, qué pingüino!", "N I Ñ O Q U É P I N G Ü I N O"),
        ("nin\u0303o", "N I Ñ O"),  # n and a combining tilde
        ("Fußgänger", "F U S S G Ä N G E R"),
        ("Ἄνδρα ὃς", "Ἄ Ν Δ Ρ Α Ὃ Σ"),
        ("ΐ", "Ϊ́"),  # its capital has three code points
        ("Ещё йод", "Е Щ Ё Й О Д"),
        ("كِتاب", "كِ ت ا ب"),  # a letter keeps its vowel sign
        ("x\u0323\u0302y", "X\u0323\u0302 Y"),  # no single code point
        ("Catch-22: l'été", "C A T C H 2 2 L É T É"),
        ("한글", "한 글"),
    ],
)
def test_letters_keep_their_marks(text: str, cells: str) -> None:
    assert cells_of(text) == tuple(unicodedata.normalize("NFC", cells).split())
    assert cells_of(unicodedata.normalize("NFD", text)) == cells_of(text)


def test_kept_spaces_cases_and_syllables() -> None:
    assert cells_of("Ja, das\n ist's", keep=True, case="same") == tuple("Ja, das ist's")
    assert cells_of("Straße", case="same") == tuple("Straße")
    assert cells_of("ÁRBOL", case="lower") == tuple("árbol")
    assert cells_of(MACHADO, "syllables")[:6] == ("CA", "MI", "NAN", "TE", "SON", "TUS")
    assert cells_of("fe-\u00adrro|ca rril.", "syllables") == ("FE", "RRO", "CA", "RRIL")
    assert cells_of("an-dar, ¡ya!", "syllables", keep=True) == ("AN", "DAR,", "¡YA!")
    with pytest.raises(BadInputError, match=r"cannot be shown: '\\x07'"):
        cells_of("a\x07b", keep=True)


@pytest.mark.parametrize(
    "syllables",
    [
        "ca-mi-nan-te hue-llas cons-tan-te abs-trac-to pe-rro in-glés o-bre-ro at-le-ta",
        "gue-rra que-so a-ve-ri-güe a-gua psi-co-lo-gí-a muy hay ley ra-yo cu-yo es-toy",
        "ex-pe-rien-cia trans-por-te ins-truc-ción o-ír a-é-re-o po-e-ta le-ón viu-da ciu-dad",
        "dí-a ba-úl guion lin-güís-ti-ca ac-ción pa-ra-no-ia Pa-ra-guay vi-ví-ais al-co-hol",
        "a-hí za-na-ho-ria pin-güi-no cons-tru-ye zo-o-ló-gi-co chi-i-ta a-pre-ciáis ni-ño",
    ],
)
def test_spanish_words_are_divided(syllables: str) -> None:
    wanted = tuple(syllables.replace("-", " ").split())
    assert cells_of(syllables.replace("-", ""), "spanish", case="same") == wanted


@pytest.mark.parametrize("text", [QUIXOTE, GREEK, RUSSIAN, ARABIC, GERMAN])
def test_the_tour_reads_the_text(text: str) -> None:
    puzzle = text_puzzle(text, seed=3)
    rows = puzzle.grid()
    assert "".join(rows[row][column] for row, column in puzzle.solution) == "".join(cells_of(text))
    assert len(puzzle.board) == len(puzzle.cells)
    assert puzzle == text_puzzle(text, seed=3)
    assert puzzle != text_puzzle(text, seed=4)
    assert TextPuzzle.from_json(puzzle.to_json()) == puzzle
    assert eval(repr(puzzle), {"TextPuzzle": TextPuzzle, "Tour": Tour, "Board": Board}) == puzzle
    assert puzzle.unique
    assert "exactly 1 tour reads this text from" in str(puzzle)


def test_the_seed_of_a_puzzle_makes_it_again() -> None:
    puzzle = text_puzzle(MACHADO, split="syllables", start="a1")
    assert puzzle.solution.names[0] == "a1"
    again = text_puzzle(MACHADO, split="syllables", start="a1", seed=puzzle.seed)
    assert again == puzzle
    assert text_puzzle(QUIXOTE, kind="closed", seed=1).solution.closed


def test_givens_until_one_tour_reads_the_text() -> None:
    many = text_puzzle("ab" * 12 + "a", "5x5", start="a1")
    assert (many.readings, many.exact, many.givens) == (304, True, ())
    assert "304 tours read this text from a1" in str(many)
    one = text_puzzle("ab" * 12 + "a", "5x5", start="a1", givens=25)
    assert one.unique
    assert 0 < len(one.givens) < 25
    step = one.givens[0]
    assert f"step {step} is on {one.solution.names[step - 1]}" in one.verdict
    some = text_puzzle("ab" * 12 + "a", "5x5", start="a1", givens=1)
    assert len(some.givens) == 1


@pytest.mark.parametrize("kind", ["path", "closed"])
def test_boards_fit_every_length(kind: Kind) -> None:
    for squares in [*range(8, 40, 1 + (kind == "closed")), 66, 126, 226, 256]:
        board = next(fitting_boards(squares, kind))
        assert len(board) == squares
        assert max(board.sides) <= 2 * min(board.sides)
        if board.holes:
            symmetries = [*map(Symmetry.named, ("half-turn", "left-right reflection"))]
            symmetries.append(Symmetry.named("up-down reflection"))
            images = [{one.square(hole, board.sides) for hole in board.holes} for one in symmetries]
            assert {*board.holes} in images


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        ("corto", {}, "the text has 5 letters: a puzzle takes 8 to 256"),
        ("a" * 257, {}, "the text has 257 letters: a puzzle takes 8 to 256"),
        ("Ca-ba-llo", {"split": "syllables"}, "the text has 3 syllables: a puzzle takes 8 to 256"),
        (QUIXOTE, {"board": "8x8"}, "48 letters, and 8x8 has 64 squares: use 6x8, or "),
        (QUIXOTE, {"board": "4x4x3"}, "a board with two sides"),
        (QUIXOTE, {"kind": "open"}, "text takes kind closed, path, not 'open'"),
        (QUIXOTE, {"tries": 0}, "tries is a whole number from 1 to 1000, not 0"),
        (QUIXOTE, {"case": "title"}, "case is one of upper, lower, same, not 'title'"),
        (QUIXOTE, {"start": "z99"}, "no board of so many squares has such ends"),
        (QUIXOTE + "s", {"kind": "closed"}, "a closed tour an even number: ask for kind path"),
    ],
)
def test_refusals(text: str, words: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInputError) as refused:
        text_puzzle(text, **words)
    assert message in str(refused.value)


def test_a_board_without_a_tour_has_no_puzzle() -> None:
    with pytest.raises(NoTourError, match="the 4x4 board has no path"):
        text_puzzle("abcdefghijklmnop", "4x4")


def test_pictures_show_the_text_or_refuse(tmp_path: Path) -> None:
    puzzle = text_puzzle(GREEK, seed=1, givens=2)
    svg = puzzle.picture().svg()
    assert all(f">{cell}</text>" in svg for cell in puzzle.cells)
    assert "Ἄνδρα μοι ἔννεπε" in puzzle.answer().svg()
    with pytest.raises(
        BadInputError, match=r"a PDF has Latin letters, not '.': use \.svg or \.png"
    ):
        puzzle.picture().pdf()
    spanish = text_puzzle("Niño pingüino", seed=1)
    spanish.picture().save(tmp_path / "puzzle.pdf")
    spanish.answer().save(tmp_path / "answer.pdf")
    with pytest.raises(BadInputError, match=r"no font here shows '𓀀' in pixels: write \.svg"):
        text_puzzle("𓀀bcdefgh").picture().png()


def test_the_command_makes_texts(tmp_path: Path) -> None:
    shown = run("puzzle", "--text", QUIXOTE, "--seed", "3")
    assert (shown.returncode, shown.stdout) == (0, f"{text_puzzle(QUIXOTE, seed=3)}\n")
    sent = run("puzzle", "--text", QUIXOTE, "-n", "2", "--json", "--closed", "--keep")
    assert sent.returncode == 0
    made = [TextPuzzle.from_json(json.loads(line)) for line in sent.stdout.splitlines()]
    assert made == [text_puzzle(QUIXOTE, None, "closed", keep=True, seed=seed) for seed in (0, 1)]
    for name in ("puzzle.pdf", "puzzle.svg", "puzzle.json", "puzzle.txt"):
        assert run("puzzle", "--text", QUIXOTE, "-o", str(tmp_path / name)).returncode == 0
    assert b"/Count 2" in (tmp_path / "puzzle.pdf").read_bytes()
    assert str(text_puzzle(QUIXOTE)) in (tmp_path / "puzzle.txt").read_text()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["puzzle"], "give a board, such as babieca puzzle 6x6, or --text"),
        (["puzzle", "6x6", "--split", "letters"], "--split is for texts: give --text too"),
        (["puzzle", "--text", QUIXOTE, "--minimal"], "--minimal does not go together with --text"),
        (["puzzle", "--text", QUIXOTE, "--at", "a1=1"], "--at does not go together with --text"),
        (["puzzle", "--text", QUIXOTE, "--holes", "a1"], "--holes needs a board, such as 8x8"),
        (["puzzle", "--text", QUIXOTE + "s", "--closed"], "an even number: ask for --kind path"),
        (["puzzle", "--text", QUIXOTE, "--split", "words"], "--split is one of letters, syl"),
    ],
)
def test_the_command_refuses(typed: list[str], message: str) -> None:
    refused = run(*typed)
    assert refused.returncode == 2
    assert message in refused.stderr


def test_a_letter_has_few_marks() -> None:
    """Unicode sorts the marks of a letter one by one, which takes the square of their number."""
    assert len(cells_of("a" + "\u0301\u0323" * 49)) == 1
    with pytest.raises(BadInputError, match="more than 99 marks"):
        cells_of("a" + "\u0301\u0323" * 50)
