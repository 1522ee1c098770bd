"""The command on a terminal: a process whose standard output is a pseudo-terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

from babieca import Board, Tour, find, formats
from babieca.drawing.text import TextStyle, draw_text, fitting_width, over
from babieca.errors import BadInputError
from tests.test_cli import PATH, run


def on_terminal(
    *arguments: str,
    text: str = "",
    size: tuple[int, int] = (24, 80),
    until: Callable[[str], bool] | None = None,
    **environment: str,
) -> tuple[int, str, str]:
    """Run on a terminal of so many lines and columns; return the code, the screen, the errors.

    Once what was written satisfies `until`, the process is interrupted.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    unset = {"NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES"}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    with subprocess.Popen(
        [sys.executable, "-m", "babieca", *arguments],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env={**kept, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environment},
    ) as process:
        os.close(theirs)
        assert process.stdin is not None
        process.stdin.write(text.encode())
        process.stdin.close()
        screen = b""
        while True:
            try:
                read = os.read(ours, 1 << 16)
            except OSError:  # on Linux, the other side is closed
                read = b""
            if not read:
                break
            screen += read
            if until is not None and until(screen.decode(errors="ignore")):
                process.send_signal(signal.SIGINT)
                until = None
        assert process.stderr is not None
        errors = process.stderr.read().decode()
    os.close(ours)
    return process.returncode, screen.decode().replace("\r\n", "\n"), errors


def without_colour(screen: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", screen)


def steps_on(screen: str) -> list[list[str]]:
    """Return the rows of numbers that were drawn."""
    rows = [line.partition("│")[2].split() for line in without_colour(screen).splitlines()]
    return [row for row in rows if row]


def test_find_draws_what_it_pipes_under_a_title() -> None:
    code, screen, errors = on_terminal("find", "8x8", "--seed", "7")
    assert (code, errors) == (0, "")
    assert re.match(r"closed tour of 8x8, \S+: [0-9.]+ s.*, seed 7\n", screen)
    assert "\x1b[48;5;" in screen
    assert screen.splitlines()[-1].split() == list("abcdefgh")
    piped = run("find", "8x8", "--seed", "7").stdout
    assert steps_on(screen) == [row.split() for row in piped.splitlines()]
    assert "\x1b" not in on_terminal("find", "8x8", NO_COLOR="1")[1]


@pytest.mark.parametrize("written", [("--json",), ("--format", "grid"), ("--format", "moves")])
@pytest.mark.parametrize("verb", [("find", "5x6"), ("list", "5x6", "-n", "2")])
def test_a_format_that_is_named_is_written_on_a_terminal_too(
    verb: tuple[str, ...], written: tuple[str, ...]
) -> None:
    assert on_terminal(*verb, *written)[1] == run(*verb, *written).stdout


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (
            ("sample", "5x6", "-n", "2", "--seed", "3"),
            r"uniformly at random, (sparse|blocks): [0-9.]+ s, seed 3",
        ),
        (("list", "5x6", "-n", "2"), r"search: [0-9.]+ s"),
    ],
)
def test_every_tour_of_many_is_drawn(arguments: tuple[str, ...], title: str) -> None:
    code, screen, errors = on_terminal(*arguments)
    assert (code, errors) == (0, "")
    assert len(re.findall(rf"^closed tour of 5x6, {title}$", screen, re.MULTILINE)) == 2
    piped = formats.parse(run(*arguments).stdout)
    expected = [row.split() for tour in piped for row in str(tour).splitlines()]
    assert steps_on(screen) == expected


def test_unrank_draws_the_number_it_was_given() -> None:
    screen = on_terminal("unrank", "6x6", "12")[1]
    assert re.match(r"closed tour of 6x6, number 12, (sparse|blocks): [0-9.]+ s\n", screen)
    piped = run("unrank", "6x6", "12")
    assert piped.returncode == 0, piped.stderr
    assert steps_on(screen) == [row.split() for row in piped.stdout.splitlines()]


def test_what_is_piped_has_no_title() -> None:
    lines = run("list", "5x6", "-n", "2").stdout.splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["closed", "closed"]
    assert re.fullmatch(r"[0-9 \n]+", run("sample", "5x6", "-n", "2").stdout)


@pytest.mark.parametrize("board", ["8x8", "20x20", "40x40", "400x400"])
def test_drawings_fit_the_width(board: str) -> None:
    for columns in (40, 80):
        screen = without_colour(on_terminal("find", board, size=(24, columns))[1])
        assert max(map(len, screen.splitlines())) <= columns


@pytest.mark.parametrize("suffix", ["png", "svg", "gif", "pdf", "txt"])
def test_find_says_what_it_wrote(suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    file = tmp_path / f"tour.{suffix}"
    result = run("find", "5x6", "-o", str(file))
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (0, "", 1)
    assert f"wrote {file}: {suffix.upper()}, {file.stat().st_size:,} bytes" in result.stderr


def screen_after(written: str) -> list[str]:
    """Return the lines of a screen after the control codes that `draw --play` writes."""
    lines, row = [""], 0
    for piece in re.split(r"(\x1b\[[0-9]+F|\n)", re.sub(r"\x1b\[(K|\?25[lh])", "", written)):
        if piece == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif piece.startswith("\x1b"):
            row -= int(piece[2:-1])
            assert row >= 0
        elif piece:
            lines[row] = piece
    return lines


@pytest.mark.parametrize("style", ["auto", "numbers", "line", "both", "map"])
def test_a_playing_tour_ends_as_it_is_drawn(style: str) -> None:
    words = ("draw", "--style", style)
    code, played, errors = on_terminal(*words, "--play", "--speed", "100", text=PATH)
    assert (code, errors) == (0, "")
    assert played.startswith("\x1b[?25l")
    assert played.endswith("\x1b[?25h")
    drawn = on_terminal(*words, text=PATH)[1]
    assert screen_after(without_colour(played)) == without_colour(drawn).split("\n")
    assert style in ("line", "map") or "♞" in played


def test_a_playing_tour_is_interrupted_with_the_cursor_shown() -> None:
    code, played, errors = on_terminal(
        *("draw", "--play", "--speed", "0.01"), text=PATH, until=lambda screen: "♞" in screen
    )
    assert (code, errors) == (130, "babieca: interrupted\n")
    assert played.endswith("\x1b[?25h")


def test_playing_needs_a_terminal() -> None:
    result = run("draw", "--play", text=PATH)
    assert (result.returncode, result.stdout) == (2, "")
    assert "--play needs a terminal" in result.stderr
    for words, message in (
        (("-o", "tour.gif"), "does not go together with --output"),
        (("--speed", "0"), "speed is 0.01 to 100,000, not 0.0"),
        (("--theme", "night"), "--theme is for files"),
    ):
        code, screen, errors = on_terminal("draw", "--play", *words, text=PATH)
        assert (code, screen, errors.count("\n")) == (2, "", 1)
        assert message in errors
    assert "needs a terminal" in on_terminal("draw", "--play", text=PATH, TERM="dumb")[2]


@pytest.mark.parametrize("style", ["numbers", "line", "map"])
def test_the_first_steps_stay_where_they_are(style: TextStyle) -> None:
    for tour in (Tour(Board(3, 4), PATH), find(Board(5, 6)), find(Board(2, 3, 4))):
        whole = draw_text(tour, style=style)
        assert draw_text(tour, style=style, steps=len(tour)) == whole
        frames = [draw_text(tour, style=style, steps=last) for last in range(len(tour) + 1)]
        assert {frame.count("\n") for frame in frames} == {whole.count("\n")}
        assert len(set(frames)) > len(tour) // 2
        with pytest.raises(BadInputError, match="steps is a whole number from 0"):
            draw_text(tour, style=style, steps=len(tour) + 1)


def test_what_plays_fits_the_terminal() -> None:
    for tour in (find(Board(8, 8)), find(Board(30, 10)), find(Board(100, 100), "path")):
        for height in (10, 23):
            width = fitting_width(tour, "auto", 80, height)
            assert draw_text(tour, width=width).count("\n") <= height
    with pytest.raises(BadInputError, match="10 lines and the terminal 9"):
        fitting_width(find(Board(8, 8)), "numbers", 80, 9)


def test_frames_differ_only_where_they_are_written() -> None:
    assert over("", "ab\ncd\n") == "ab\x1b[K\ncd\x1b[K\n"
    assert over("ab\ncd\n", "ab\ncd\n") == "\x1b[2F\n\n"


def test_numbers_are_legible_in_sixteen_colours() -> None:
    bright = {"47", "103", "106", "107"}
    for below, letters in re.findall(
        r"\x1b\[([0-9]+)m\x1b\[([0-9]+)m", draw_text(find(Board(8, 8)), colours=16)
    ):
        assert below not in bright or letters == "30"
