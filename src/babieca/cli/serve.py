"""`babieca serve`: the page in the browser."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from babieca.cli.progress import note
from babieca.errors import BadInputError
from babieca.limits import MemoryWords
from babieca.memory import parse_memory
from babieca.words import Word

_page = partial(Word, panel="The page")


class ServeWords(MemoryWords, total=False):
    """The words of `serve`."""

    host: Annotated[
        str, _page("Where to listen; 0.0.0.0 lets other machines in.", metavar="ADDRESS")
    ]
    port: Annotated[int, _page("0: any that is free. Default: 8000.")]
    open_page: Annotated[bool, _page("Open the page.", names=("--open/--no-open",))]
    data_dir: Annotated[Path, _page("Where jobs and their history are kept.", metavar="DIR")]
    token: Annotated[str, _page("The secret that visitors must show.", metavar="TEXT")]


def serve(words: ServeWords) -> None:
    """Serve the page: play, find, count and draw in the browser. Ctrl-C ends it.

    Only this machine can reach it. With another --host a token is made, unless one is given, and
    the printed address contains it. All jobs together take at most --memory. An interrupted job
    goes on at the next start.

    Examples:
    - `babieca serve`
    - `babieca serve --port 9000 --no-open`
    - `babieca serve --host 0.0.0.0`
    """
    port = words.get("port", 8000)
    if not 0 <= port < 2**16:
        raise BadInputError(f"--port is 0 to 65535, not {port}")
    try:
        from babieca.web.server import serve as run
        from babieca.web.settings import (
            Settings,
            usual_directory,
            usual_memory,
            usual_quick_workers,
        )
    except ModuleNotFoundError as error:
        raise BadInputError(f"the page needs {error.name}: pip install 'babieca[web]'") from None
    settings = Settings(
        words.get("data_dir") or usual_directory(),
        host=words.get("host", "127.0.0.1"),
        port=port,
        token=words.get("token"),
        memory=parse_memory(words.get("memory")) or usual_memory(),
        quick_workers=usual_quick_workers(),
    )
    try:
        run(settings, open_page=words.get("open_page", True), say=note)
    except KeyboardInterrupt:
        note("ended")
