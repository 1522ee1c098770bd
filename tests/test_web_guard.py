"""The guard: hosts, origins, tokens, sizes, and the headers of every response."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno

from babieca.cli import run
from babieca.web import server
from babieca.web import service as web_service
from babieca.web.settings import MOST_BODY_BYTES
from tests.serving import Served, serving

TOKEN = "the horse of the Cid"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("guarded"), token=TOKEN) as server:
        yield server


def status(served: Served, path: str = "/api/status", **headers: str) -> int:
    return served.client.get(path, headers=headers).status_code


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "127.0.0.1:9", "192.168.1.7"])
def test_its_own_names_and_numbers_are_answered(served: Served, host: str) -> None:
    assert status(served, Host=host) == 200


@pytest.mark.parametrize(
    "host",
    ["rebound.example", "rebound.example:8000", "localhost.rebound.example", "", "a:b:c", "["],
)
def test_other_names_are_not(served: Served, host: str) -> None:
    """A foreign name that points at 127.0.0.1 is refused (DNS rebinding)."""
    assert status(served, Host=host) == 403
    assert status(served, "/", Host=host) == 403


def test_pages_of_other_sites_are_not_answered(served: Served) -> None:
    own = served.address
    assert status(served, Origin=own) == 200
    others = ("https://other.example", "null", "http://127.0.0.1:1", own + ".other.example")
    for origin in (*others, "http://[", "http://[::1", "[", "", own.removeprefix("http:")):
        assert status(served, Origin=origin) == 403
    assert status(served, **{"Sec-Fetch-Site": "same-origin"}) == 200
    for site in ("cross-site", "same-site"):
        assert status(served, **{"Sec-Fetch-Site": site}) == 403
        assert status(served, "/", **{"Sec-Fetch-Site": site}) == 200  # a link to the page
    # A form of another page cannot send JSON.
    plain = served.client.post(
        "/api/jobs/count",
        content='{"question": {"board": "6x6"}}',
        headers={"Content-Type": "text/plain"},
    )
    assert plain.status_code == 415


@pytest.mark.parametrize("path", ["/", "/main.js", "/api/status", "/api/openapi.json", "/missing"])
def test_every_answer_tells_the_browser_to_run_nothing_else(served: Served, path: str) -> None:
    headers = served.client.get(path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_the_page_keeps_its_own_policy_and_names_no_other_host() -> None:
    files = [
        path for path in web_service.STATIC.rglob("*") if path.suffix in (".html", ".js", ".css")
    ]
    assert files
    for path in files:
        text = path.read_text()
        assert not re.search(
            r"<script(?![^>]*\bsrc=)|\son\w+=\"|<style|\sstyle=\"|javascript:", text
        )
        hosts = set(re.findall(r"https?://([^/\s\"'`]+)", text))
        assert hosts <= {"www.w3.org"}, path  # the namespace of SVG, which is not fetched


def test_sizes_are_limited_before_any_work(served: Served) -> None:
    body = b'{"question": {"board": "6x6"}, "x": "' + b"a" * MOST_BODY_BYTES + b'"}'
    headers = {"Content-Type": "application/json"}

    def pieces() -> Iterator[bytes]:
        for at in range(0, len(body), 4096):
            yield body[at : at + 4096]

    for content in (body, pieces()):
        answer = served.client.post("/api/find", content=content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, 2)


@pytest.mark.parametrize("path", ["/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "//etc/passwd"])
def test_no_address_leads_out_of_the_page(served: Served, path: str) -> None:
    assert served.client.get(path).status_code == 404


def test_nobody_is_answered_without_the_token(guarded: Served) -> None:
    assert [status(guarded, path) for path in ("/", "/main.js", "/api/status")] == [401] * 3
    for wrong in ("x", TOKEN[:-1], TOKEN + "x", "é"):
        assert status(guarded, Authorization=f"Bearer {wrong}".encode()) == 401  # type: ignore[arg-type]
        assert guarded.client.get("/", params={"token": wrong}).status_code == 401
    assert status(guarded, Authorization=f"Bearer {TOKEN}") == 200
    assert guarded.client.get("/api/status", params={"token": TOKEN}).status_code == 401
    assert TOKEN not in guarded.client.get("/").text


def test_a_browser_shows_the_token_once(guarded: Served) -> None:
    with httpx.Client(base_url=guarded.address) as browser:
        opened = browser.get("/", params={"token": TOKEN, "board": "6x6"})
        assert (opened.status_code, opened.headers["location"]) == (303, "/?board=6x6")
        cookie = opened.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert TOKEN not in cookie
        assert browser.get("/").status_code == 200
        found: Any = browser.post("/api/find", json={"question": {"board": "6x6"}}).json()
        assert found["board"] == "6x6"


def test_others_need_a_token_and_the_terminal_shows_their_address_as_a_code(tmp_path: Path) -> None:
    program = [*(sys.executable, "-m", "babieca", "serve", "--no-open", "--port", "0")]
    program += ["--data-dir", str(tmp_path), "--host", "0.0.0.0"]
    master, slave = os.openpty()
    with (
        os.fdopen(master, "rb", buffering=0) as terminal,
        subprocess.Popen(program, stderr=slave, env={**os.environ, "PYTHONUTF8": "1"}) as process,
    ):
        os.close(slave)
        shown = b""
        while not shown.endswith("▀\r\n\r\n".encode()):  # the last line of the code
            shown += terminal.read(65536)
        warning, text = shown.decode().replace("\r", "").split("\n", 1)
        assert "Others can reach this server" in warning
        address = re.findall(r"Babieca is at (\S+)", text)[0]
        assert drawn(text[text.index("█") :]) == drawn(server.qr_code(address))
        place, token = re.fullmatch(r"(http://[^/]+:\d+/)\?token=(\S{20,})", address).groups()  # type: ignore[union-attr]
        assert "//localhost" not in place
        assert "//127." not in place
        assert httpx.get(f"{place}api/status").status_code == 401
        opened = httpx.get(address, follow_redirects=True)
        assert (opened.status_code, opened.url) == (200, place)
        known = {"Authorization": f"Bearer {token}"}
        name = socket.gethostname().partition(".")[0]
        for host in (name, f"{name}.local:8000", f"{name.upper()}.LOCAL", socket.getfqdn()):
            assert httpx.get(f"{place}api/status", headers=known | {"Host": host}).is_success
        other = known | {"Host": f"{name}.example"}
        assert httpx.get(f"{place}api/status", headers=other).status_code == 403
        process.terminate()
        said = terminal.read(65536).decode()
    assert said.endswith("babieca: terminated\r\n")
    assert said.count("\n") == 1  # and no line about requests
    assert (process.returncode, (tmp_path.stat().st_mode & 0o777)) == (143, 0o700)


@pytest.mark.parametrize("way", ["file", "environment"])
def test_a_token_need_not_stand_in_the_command(tmp_path: Path, way: str) -> None:
    token = "+/=&# the horse of the Cid"
    file = tmp_path / "token.txt"
    file.write_text(f"{token}\n")
    program = [*(sys.executable, "-m", "babieca", "serve", "--no-open", "--port", "0")]
    program += ["--data-dir", str(tmp_path / "data")]
    program += ["--token-file", str(file)] if way == "file" else []
    told = {} if way == "file" else {"BABIECA_TOKEN": token}
    with subprocess.Popen(
        program, stderr=subprocess.PIPE, text=True, env={**os.environ, **told}
    ) as process:
        assert process.stderr is not None
        address = re.findall(r"Babieca is at (\S+)", process.stderr.readline())[0]
        place = address.partition("?")[0]
        assert httpx.get(f"{place}api/status").status_code == 401
        known = {"Authorization": f"Bearer {token}"}
        assert httpx.get(f"{place}api/status", headers=known).is_success
        assert httpx.get(address).status_code == 303
        assert token.encode() not in Path(f"/proc/{process.pid}/cmdline").read_bytes()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for child in children:
            assert token.encode() not in Path(f"/proc/{child}/environ").read_bytes()
        process.terminate()


def drawn(code: str) -> list[tuple[int, ...]]:
    """Return the rows of modules of a code in half blocks; 1 is dark."""
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    lines = code.rstrip("\n").split("\n")
    return [row for line in lines for row in zip(*(halves[sign] for sign in line), strict=True)]


def test_a_code_has_the_modules_of_its_text() -> None:
    wanted = [tuple(row) for row in segno.make_qr("http://a.b/", error="l").matrix_iter(border=2)]
    assert drawn(server.qr_code("http://a.b/"))[: len(wanted)] == wanted


@contextlib.contextmanager
def connected(served: Served, count: int) -> Iterator[list[socket.socket]]:
    host, _, port = served.address.removeprefix("http://").partition(":")
    with contextlib.ExitStack() as stack:
        opened = [socket.create_connection((host, int(port))) for _ in range(count)]
        yield [*map(stack.enter_context, opened)]


def sockets(served: Served) -> int:
    """Return how many sockets the server has open."""
    found = 0
    for file in Path(f"/proc/{served.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found += os.readlink(file).startswith("socket:")
    return found


def test_more_idle_connections_than_files_do_not_stop_the_answers(tmp_path: Path) -> None:
    with serving(tmp_path, inside=["sh", "-c", 'ulimit -n 256 && exec "$@"', "-"]) as served:
        with connected(served, 400):
            assert served.ask("find", question={"board": "6x6"})["board"] == "6x6"
            assert sockets(served) < 128
        with connected(served, 50) as others:
            for other in others:
                other.sendall(b"no request\r\n\r\n")
                assert b" 400 " in other.recv(100)
        served.process.terminate()
        _, said = served.process.communicate()
    assert said.count("\n") < 10, said


def test_a_client_that_is_too_slow_is_closed(tmp_path: Path) -> None:
    """One says nothing, one sends letter by letter, one half a body, one reads no answer."""
    head = b"POST /api/trace HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    body = b'{"question":{"board":"8x8"},"method":"search","limit":20000}'
    whole = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with serving(tmp_path, client_seconds=0.5) as served:
        before = sockets(served)
        with connected(served, 4) as (silent, dripping, half, deaf):
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.sendall(whole)
            half.sendall(whole[:-1])
            for letter in itertools.cycle(b"GET / HTTP/1.1 "):
                with contextlib.suppress(ConnectionError):
                    dripping.sendall(bytes([letter]))
                time.sleep(0.02)
                if sockets(served) == before:
                    break
            assert silent.recv(1) == b""
            with contextlib.suppress(ConnectionError):
                assert len(b"".join(iter(lambda: deaf.recv(65536), b""))) < 2**20
        assert served.ask("find", question={"board": "6x6"})["board"] == "6x6"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--token", "short"], "a token has at least 12 characters"),
        (["--token", "twelve letters\n"], "a token has at least 12 characters"),
        (["--token", "ñandú ñandú ñandú"], "12 characters, all printable ASCII"),
        (["--token-file", "/no/such/file"], "cannot read '/no/such/file': No such"),
        (["--token-file", "/dev/null"], "a token has at least 12 characters"),
        (["--token-file", "/dev/zero"], "the token in '/dev/zero' must be one short line"),
        (["--token-file", sys.executable], "cannot read "),
        (["--token-file", __file__], "must be one short line"),
        (["--token-file", "x", "--token", "y"], "--token does not go together with --token-file"),
        (["--port", "99999"], "--port is a whole number from 0 to 65535, not 99999"),
        (["--host", "no.such.host.invalid"], "cannot listen on 'no.such.host.invalid'"),
        (["--data-dir", "/proc/nowhere"], "cannot write '/proc/nowhere'"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(
    tmp_path: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--no-open", "--data-dir", str(tmp_path), *options]) == 2
    said = capsys.readouterr().err
    assert (said.count("\n"), message in said) == (1, True), said
