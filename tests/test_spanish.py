"""The command line in Spanish: no text of an answer is English only.

A command is asked in both languages. A word that stands in both answers is one that people type, a
name, or a word of both languages: `SHARED` has them. Every other one was not translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from babieca import Board, find, formats
from babieca.asking import VERBS
from babieca.cli.app import options
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS
from babieca.reasons import speak
from tests.commands import run

METHODS = {*FINDERS, *COUNTERS, *LISTERS, *NUMBERERS}
OPTIONS = {"closed", "path", "start", "kind", "method", "slope", "turns", "fewest", "longest"}
TYPED = {
    *OPTIONS,
    "babieca",
    "build",
    "help",
    "info",
    "sequence",
    "device",
    "cpu",
    "cuda",
    "cluster",
}
SAME = {"auto", "bytes", "bits", "KiB", "MiB", "GiB", "Bañón", "diagonal", "antidiagonal", "BOARD"}
SHARED = {
    part for word in {*METHODS, *VERBS, *TYPED, *SAME, "Warnsdorff"} for part in word.split("-")
}

CLOSED = formats.dump(find(Board(6, 6), symmetry="half-turn"))
OPEN = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"
COMMANDS = (
    "info 5x5",
    "info 4x6 --leaper camel",
    "info 3x4x2",
    "plan 6x6",
    "plan 5x5",
    "plan 6x6 --by slope:2 --memory 2M",
    "plan 5x8 --path --scratch .",
    "plan 8x32 --path",
    "plan 20x20",
    "describe -",
    "describe - --board 3x4",
    "check -",
    "check - --board 3x4 --closed",
    "check - --board 4x4",
    "classes 5x5 --path",
    "study 4x5 --path",
    "fractions 6x6 --start c3",
    "count 5x6 --by slope",
    "count 5x6 --by turns",
    "count 5x5 --path --start d2 --by first-move --show-first",
    "count 5x6 --fewest slope:2",
    "count 4x4",
    "count 5x5",
    "usage 5x5",
    "exists 5x5",
    "exists 8x8 --path",
    "trace 5x5 --path --start a1 --method warnsdorff --seed 1",
    "trace 3x4 --method sweep",
    "trace 3x4 --path --method sweep",
    "trace 6x6 --rules banon --limit 400",
    "trace 4x4",
    "trace 5x5 --path --at a1=1,c3=25,c1=15",
    "sequence 3xn --recurrence",
    "sequence 4xn --path --recurrence --at-n 9 --modulus 7",
    "sequence 5xn -n 6",
    "find 6x6 --seed 3 --method search",
    "find 6x6 --path --start a1 --method backtrack",
    "find 6x6 --symmetry half-turn",
    "find 6x6 --fewest slope:2",
    "find 5x5 --longest",
    "find 5x5",
    "find 6x6 --method sweep --states 1",
    "list 5x6 --limit 1",
    "list 4x4",
    "sample 5x6 --seed 2",
    "rank 6x6 -",
    "unrank 5x6 9",
    "unrank 5x6 5",
    "find 5x",
    "fnd 8x8",
    "8x8",
    "find 8x8 --strat a1",
    "find 8x8 --at-n 4",
    "find 8x8 extra",
    "find 8 8",
    "find",
    "count 8x8 --path=1",
    "atlas",
    "help find",
)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    yield
    speak("en", str)


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text))


def left_in_english(command: str, text: str = "") -> set[str]:
    """Return the words of the answer that are the same in both languages."""
    said = {}
    for language in ("en", "es"):
        done = run(*command.split(), "--lang", language, text=text)
        told = re.sub(r"\([^()]*[0-9]{4},[^()]*\)", "", done.stdout + done.stderr)  # a paper
        said[language] = words(told)
    return said["en"] & said["es"] - words(command) - words(text) - SHARED


@pytest.mark.parametrize("command", COMMANDS)
def test_no_text_is_english_only(command: str) -> None:
    assert left_in_english(command, OPEN if "--board" in command else CLOSED) == set()


def test_atlases_and_ledgers(tmp_path: Path) -> None:
    for command in (
        f"atlas build 5x6 -o {tmp_path}/atlas",
        f"atlas info {tmp_path}/atlas",
        f"ledger add 6x6 --modulus 251 -o {tmp_path}/residues.jsonl",
        f"ledger combine {tmp_path}/residues.jsonl",
    ):
        assert left_in_english(command) == set()


@pytest.mark.parametrize(
    "command",
    [
        "find 6x6 --seed 1",
        "find 10x10 --leaper 2,3",
        "find 3x3x4 --path",
        "list 5x6 --limit 3",
        "draw -",
        "draw 5x5",
        "puzzle 5x5 --path --seed 1",
        "puzzle --seed 1 --closed --text casillatablero",
        "count 5x6 --by slope",
        "count 5x5 --path --by start",
        "usage 5x6",
    ],
)
def test_no_picture_is_english_only(command: str, tmp_path: Path) -> None:
    said = {}
    for language in ("en", "es"):
        file = tmp_path / f"{language}.svg"
        run(*command.split(), "-o", str(file), "--lang", language, text=CLOSED)
        drawn = re.sub(r"<(metadata|style)[^§]*?</\1>", "", file.read_text())
        said[language] = words(" ".join(re.findall(r">([^<>]+)<", drawn)))
    assert said["en"]
    assert said["en"] & said["es"] - words(command) - SHARED == set()


def test_every_command_is_asked() -> None:
    """The others answer with a file, a page or a report."""
    asked = {command.split()[0] for command in COMMANDS}
    known = {name for name in options() if " " not in name}
    assert known - asked == {"draw", "export", "puzzle", "reproduce", "serve"}
