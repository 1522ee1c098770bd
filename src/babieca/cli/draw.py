"""`babieca draw`: tours or a board as picture, animation or text; `babieca serve`: the page."""

from __future__ import annotations

import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from babieca.boards import Board
from babieca.cli.printing import only_in_files, read_entries, wrote
from babieca.cli.progress import note
from babieca.cli.words import DrawingOut, FileWords, board_of, refuse
from babieca.drawing.saving import check_of_board, chosen, save_drawing
from babieca.drawing.text import (
    TextStyle,
    draw_board_text,
    draw_degrees_text,
    for_this_terminal,
    this_terminal,
)
from babieca.drawing.text import play as play_tour
from babieca.errors import BadInputError, shown
from babieca.formats import Entry
from babieca.limits import MemoryWords
from babieca.looks import PICTURE, DrawingWords
from babieca.memory import parse_memory
from babieca.reasons import Reason
from babieca.tour import Tour
from babieca.words import Word, whole_number

_page = partial(Word, panel="The page")

TOKEN = "BABIECA_TOKEN"
"""The variable of the environment that may hold the token of `serve`."""
MOST_TOKEN_BYTES = 4096


class DrawWords(DrawingOut, DrawingWords, total=False):
    """The words of `draw`; a terminal has more styles than files."""

    style: Annotated[TextStyle, Word("How a tour is drawn.", PICTURE)]  # type: ignore[misc]
    play: Annotated[bool, Word("Animate in the terminal.", PICTURE, names=("--play",))]


def draw(source: FileWords, words: DrawWords) -> None:
    """Draw tours: in the terminal, or into a file, several on one sheet or on PDF pages.

    Sides such as 8x8 in place of the file draw the board. In a grid, 0 is a gap.

    Examples:
    - `babieca draw tour.txt`
    - `babieca draw tour.txt -o tour.svg --orbits`
    - `babieca find 8x8 | babieca draw -o tour.gif --speed 10`
    - `babieca find 8x8 | babieca draw --play`
    - `babieca list 5x6 | babieca draw -o all.svg`
    - `babieca draw 8x8 --holes d4,e5 --degrees -o board.svg`
    - `babieca draw 6x6 --at a1=1,b3=2 --paper a4 --per-page 2 --name-line -o play.pdf`
    """
    look: Any = words
    output, playing = look.pop("output", None), look.pop("play", False)
    board = _board_named(source)
    for name in ("degrees", "at"):
        if board is None and name in look:
            raise BadInputError("name_boards_give_board", name=name)
    if board is not None:
        check_of_board({**look, "play": True} if playing else look)
    if playing and output is not None:
        raise BadInputError("not_together", one="play", other="output")
    if playing and (not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"):
        raise BadInputError("play_terminal")
    drawn = board or [entry.drawn() for entry in read_entries(source)]
    if output is not None:
        save_drawing(drawn, output, look)
        note(wrote(output))
        return
    here = ("degrees", "at") if board is not None else ("number", "style", *(["speed"] * playing))
    if others := look.keys() - here:
        raise only_in_files(min(others))
    if isinstance(drawn, Board):
        colours, unicode = this_terminal()
        if "degrees" in look:
            print(draw_degrees_text(drawn, colours=colours, unicode=unicode), end="")
        else:
            print(draw_board_text(drawn, at=look.get("at"), unicode=unicode), end="")
        return
    number, style = look.get("number"), look.get("style", "auto")
    tours = drawn if number is None else [chosen(drawn, number)]
    if playing and len(tours) > 1:
        raise BadInputError("play_one", count=len(tours))
    if playing:
        tour = tours[0] if isinstance(tours[0], Tour) else tours[0].tour()
        play_tour(tour, style=style, speed=look.get("speed"))
    else:
        print("\n".join(_shown(one, style) for one in tours), end="")


def _shown(one: Tour | Entry, style: TextStyle) -> str:
    if isinstance(one, Tour):
        return for_this_terminal(one, style=style)
    assert isinstance(one.board, Board)
    return draw_board_text(one.board, at=one.numbers, unicode=this_terminal()[1])


def _board_named(source: FileWords) -> Board | None:
    """Return the board whose sides stand where a file may; a file of that name comes first."""
    file = source.get("file", "-")
    if not re.fullmatch(r"[0-9]++(?>(?:x[0-9]++)+)", file) or os.path.exists(file):
        return None
    refuse(source, Reason("board_to_draw"), "board", "format")
    return board_of({**source, "board": file})


class ServeWords(MemoryWords, total=False):
    host: Annotated[str, _page("Address; 0.0.0.0 lets other machines in.", metavar="ADDRESS")]
    port: Annotated[int, _page("0 takes any free port. Default: 8000.")]
    open_page: Annotated[bool, _page("Open the page in a browser.", names=("--open/--no-open",))]
    data_dir: Annotated[Path, _page("Directory of the jobs and their history.", metavar="DIR")]
    token: Annotated[str, _page("Secret of visitors; other users of this machine see it in ps.")]
    token_file: Annotated[
        Path, _page("File with the secret of visitors in one line.", metavar="FILE")
    ]


def serve(words: ServeWords) -> None:
    """Serve the page: play, find, count and draw in the browser. Ctrl-C ends it.

    Only this machine can reach it. With another --host, the addresses that other machines can open
    are printed, with a token and a QR code. The token is new at every start, unless --token-file,
    the variable BABIECA_TOKEN or --token gives one of 12 characters or more. All jobs together take
    at most --memory. An interrupted job goes on at the next start.

    Examples:
    - `babieca serve`
    - `babieca serve --port 9000 --no-open`
    - `babieca serve --host 0.0.0.0`
    - `babieca serve --host 0.0.0.0 --token-file token.txt`
    """
    port = words.get("port", 8000)
    whole_number("port", port, 0, 2**16 - 1)
    try:
        from babieca.web.server import serve as run
        from babieca.web.settings import Settings
    except ModuleNotFoundError:
        packages = "fastapi uvicorn segno pillow"
        raise BadInputError("needs_package", packages=packages) from None
    given: dict[str, Any] = {**words, "memory": parse_memory(words.get("memory"))}
    given["token"] = _token(given.get("token"), given.pop("token_file", None))
    given["directory"], open_page = given.pop("data_dir", None), given.pop("open_page", True)
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    try:
        run(settings, open_page=open_page, say=note)
    except KeyboardInterrupt:
        note(Reason("ended"))


def _token(typed: str | None, file: Path | None) -> str | None:
    """Return the token that was typed, or that a file or the environment holds."""
    kept = os.environ.pop(TOKEN, None)  # the processes of the server do not need it
    if typed is not None and file is not None:
        raise BadInputError("not_together", one="token", other="token_file")
    if file is None:
        return kept if typed is None else typed
    try:
        with open(file, "rb") as opened:
            content = opened.read(MOST_TOKEN_BYTES + 1)
        token = content.decode().strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or Reason("not_utf8")
        raise BadInputError("cannot_read", file=shown(str(file)), reason=reason) from None
    if len(content) > MOST_TOKEN_BYTES or len(token.splitlines()) > 1:
        raise BadInputError("token_line", file=shown(str(file)))
    return token
