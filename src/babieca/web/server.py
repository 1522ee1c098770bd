"""The server: it listens on one socket, locks one directory, and ends cleanly."""

import contextlib
import errno
import functools
import io
import logging
import os
import re
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any
from urllib.parse import quote

import segno
import uvicorn
from fastapi import FastAPI

from babieca.errors import BadInputError, shown
from babieca.files import locked
from babieca.limits import read_path
from babieca.reasons import Reason
from babieca.web.app import create_app
from babieca.web.connections import Connection, Seldom, limit_files
from babieca.web.history import History
from babieca.web.settings import LEAST_TOKEN, Settings, is_loopback

BACKLOG = 1024
SECONDS_TO_END = 3
TICKS_BETWEEN_CHECKS = 10
"""The server ticks ten times a second."""
EVERYWHERE = ("0.0.0.0", "::", "")
NETWORKS = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")
"""Addresses in networks that this machine may belong to; nothing is sent to them."""


def serve(settings: Settings, *, open_page: bool, say: Callable[[str], object]) -> None:
    """Serve until interrupted; `say` prints the address and warnings.

    Only one server may use a directory: a second one is refused, as is a port in use. Only the
    owner can enter a directory that the server makes; one that exists keeps its mode. A server that
    other machines can reach has a token.
    """
    read_path("data_dir", settings.directory)
    token = settings.token
    if token is not None and (len(token) < LEAST_TOKEN or not re.fullmatch("[ -~]+", token)):
        raise BadInputError("bad_token", least=LEAST_TOKEN)
    if settings.token is None and not is_loopback(settings.host):
        settings = replace(settings, token=secrets.token_urlsafe(24))
    with contextlib.suppress(OSError):  # `locked` tells why it cannot be made
        settings.directory.mkdir(0o700, parents=True)
    with locked(settings.directory), _listening(settings.host, settings.port) as listener:
        settings = replace(settings, port=listener.getsockname()[1])
        history = History(settings.directory / "history.jsonl", say)
        app = create_app(settings, history)
        ready = functools.partial(_welcome, settings, open_page, say)
        _Server(app, settings.client_seconds, ready).run(sockets=[listener])


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, OverflowError, UnicodeError):
        raise BadInputError("not_this_address", host=shown(host)) from None
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        listener = socket.create_server(address, family=family, dualstack_ipv6=both)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BadInputError("port_in_use", port=port) from None
        reason = os.strerror(error.errno or 0)
        raise BadInputError("cannot_listen", host=host, port=port, reason=reason) from None
    # Without it, an answer on a connection that stays open waits 40 ms for an acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _welcome(settings: Settings, open_page: bool, say: Callable[[str], object]) -> None:
    host = settings.host
    hosts = own_addresses() if host in EVERYWHERE else [host]
    first, *others = [_address(settings, each) for each in hosts]
    if not is_loopback(host):
        say(Reason("others_reach_it"))
    say(Reason("served_at", address=first))
    for other in others:
        say(Reason("also_served_at", address=other))
    unicode = sys.stderr.isatty() and "utf" in sys.stderr.encoding.lower()
    if unicode and not is_loopback(host):
        say(qr_code(first))
    if open_page:
        page = _address(settings, "localhost" if host in EVERYWHERE else host)
        threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()


def _address(settings: Settings, host: str) -> str:
    token = "" if settings.token is None else f"?token={quote(settings.token, safe='')}"
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/{token}"


def own_addresses() -> list[str]:
    """Return the addresses by which other machines reach this one, the most usual first."""
    found = []
    for network in NETWORKS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((network, 9))
                found.append(probe.getsockname()[0])
            except OSError:
                continue
    seen = [address for address in dict.fromkeys(found) if not is_loopback(address)]
    return seen or [socket.gethostname()]


def qr_code(text: str) -> str:
    """Return a QR code for a terminal, two rows of modules in each line."""
    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


class _Server(uvicorn.Server):
    """A server that calls `ready` when it listens, and ends all event streams when it stops.

    Once a second it looks for connections whose clients have gone to sleep.
    """

    def __init__(self, app: FastAPI, seconds: float, ready: Callable[[], object]) -> None:
        Connection.most, accepted = limit_files()
        seldom = Seldom()
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).addFilter(seldom)
        super().__init__(
            uvicorn.Config(
                app,
                http=Connection,
                ws="none",
                backlog=accepted,
                log_config=None,
                access_log=False,  # addresses may hold tokens
                server_header=False,
                proxy_headers=False,
                lifespan="on",
                timeout_graceful_shutdown=SECONDS_TO_END,
            )
        )
        self._app, self._seconds, self._ready = app, seconds, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)  # uvicorn has set it to the number accepted at once
        if self.started:
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_BETWEEN_CHECKS == 0:
            connections: list[Any] = [*self.server_state.connections]
            for connection in connections:
                connection.check(self._seconds)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._app.state.service.jobs.close()
