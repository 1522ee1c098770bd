"""`babieca serve`: the page in the browser."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from babieca.cli.progress import note
from babieca.cli.words import Memory, word
from babieca.errors import BadInputError
from babieca.memory import parse_memory

_page = partial(word, panel="The page")


def serve(
    host: Annotated[
        str, _page("ADDRESS", "Where to listen; others than this machine: 0.0.0.0.")
    ] = ("127.0.0.1"),
    port: Annotated[int, _page(None, "0: any that is free.")] = 8000,
    open_page: Annotated[bool, _page(None, "Open the page.", "--open/--no-open")] = True,
    data_dir: Annotated[Path | None, _page("DIR", "Where jobs and their history are kept.")] = None,
    token: Annotated[str | None, _page("TEXT", "What visitors must show.")] = None,
    memory: Memory | None = None,
) -> None:
    """Serve the page: play, find, count and draw in the browser. Ctrl-C ends it.

    Only this machine can reach it. With another --host a token is made, unless one is given, and
    the address that is printed carries it. What --memory allows, all jobs take together; an
    interrupted job goes on at the next start.

    Examples:
    - `babieca serve`
    - `babieca serve --port 9000 --no-open`
    - `babieca serve --host 0.0.0.0`
    """
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
        data_dir if data_dir is not None else usual_directory(),
        host=host,
        port=port,
        token=token,
        memory=parse_memory(memory) or usual_memory(),
        quick_workers=usual_quick_workers(),
    )
    try:
        run(settings, open_page=open_page, say=note)
    except KeyboardInterrupt:
        note("ended")
