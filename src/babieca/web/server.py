"""The server: it listens on one socket, locks one directory, and ends cleanly."""

import errno
import os
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import uvicorn
from fastapi import FastAPI

from babieca.errors import BadInputError, shown
from babieca.files import locked
from babieca.web.app import create_app
from babieca.web.jobs import History
from babieca.web.settings import LEAST_TOKEN, Settings

BACKLOG = 1024
SECONDS_TO_END = 3


def serve(settings: Settings, *, open_page: bool, say: Callable[[str], object]) -> None:
    """Serve until interrupted; `say` prints the address and warnings.

    Only one server may use a directory: a second one is refused, as is a port in use. A server
    that other machines can reach has a token.
    """
    if settings.token is not None and len(settings.token) < LEAST_TOKEN:
        raise BadInputError(f"a token has at least {LEAST_TOKEN} characters")
    if settings.token is None and not is_loopback(settings.host):
        settings = replace(settings, token=secrets.token_urlsafe(24))
    with locked(settings.directory), _listening(settings.host, settings.port) as listener:
        os.chmod(settings.directory, 0o700)
        settings = replace(settings, port=listener.getsockname()[1])
        history = History(settings.directory / "history.sqlite")
        try:
            app = create_app(settings, history)
            _Server(app, lambda: _welcome(settings, open_page, say)).run(sockets=[listener])
        finally:
            history.close()


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host.

    >>> [is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0")]
    [True, True, True, False]
    """
    return host in ("localhost", "::1") or host.startswith("127.")


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, OverflowError, UnicodeError):
        raise BadInputError(
            f"cannot listen on {shown(host)}: not an address of this machine"
        ) from None
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        listener = socket.create_server(
            address, family=family, backlog=BACKLOG, dualstack_ipv6=both
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadInputError(f"port {port} is in use: give another with --port") from None
        reason = os.strerror(error.errno or 0)
        raise BadInputError(f"cannot listen on {host} port {port}: {reason}") from None
    # Without it, an answer on a connection that stays open waits 40 ms for an acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _welcome(settings: Settings, open_page: bool, say: Callable[[str], object]) -> None:
    host = "localhost" if settings.host in ("0.0.0.0", "::") else settings.host
    page = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"
    address = page if settings.token is None else f"{page}?token={settings.token}"
    if not is_loopback(settings.host):
        say("Others can reach this server: everybody with the address below can use this machine.")
    say(f"Babieca is at {address} (Ctrl-C ends it)")
    if open_page:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class _Server(uvicorn.Server):
    """A server that calls `ready` when it listens, and ends all event streams when it stops."""

    def __init__(self, app: FastAPI, ready: Callable[[], object]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,  # addresses may hold tokens
                server_header=False,
                proxy_headers=False,
                lifespan="on",
                timeout_graceful_shutdown=SECONDS_TO_END,
            )
        )
        self._app, self._ready = app, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._app.state.server.jobs.close()
