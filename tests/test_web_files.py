"""The files of the page and the recordings of lessons: compressed, kept, and made once."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from babieca.web.service import STATIC
from tests.browsing import Visitor, settled
from tests.processes import PATIENCE
from tests.serving import Served, serving

ALONE = {"js/api_module.js", "js/browser_jobs.js", "js/offline.js"}
"""Scripts that only the page without a server needs."""
TRACE = {"question": {"board": "8x8", "kind": "path", "start": "a1"}, "rules": "banon"}


def test_every_file_is_compressed_and_kept_for_ever(served: Served) -> None:
    page = served.client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    named = re.findall(r'(?:href|src)="(v/[0-9a-f]+/([^"]+))"', page.text)
    assert {name for _, name in named} >= {"knight.svg", "style/board.css", "js/main.js"}
    assert not re.search(r'(?:href|src)="(?:js|style|texts)/', page.text)
    for address, name in named:
        file = served.client.get(f"/{address}")
        assert file.content == (STATIC / name).read_bytes(), name
        assert file.headers["cache-control"].endswith("immutable")
        length = int(file.headers["content-length"])
        assert length < len(file.content) * 0.6 or len(file.content) < 1024
        plain = served.client.get(f"/{address}", headers={"Accept-Encoding": "identity"})
        assert plain.content == file.content
        assert "content-encoding" not in plain.headers
        kept = {"If-None-Match": file.headers["etag"]}
        again = served.client.get(f"/{name}", headers=kept)
        assert (again.status_code, again.content) == (304, b"")
    assert served.client.get("/v/0123456789abcdef/js/main.js").status_code == 404


def test_the_page_names_every_module_that_it_needs(served: Served) -> None:
    """A module that is missing from the list is fetched only after its importer has been read."""
    page = served.client.get("/").text
    preloaded = set(re.findall(r'rel="modulepreload" href="v/[0-9a-f]+/([^"]+)"', page))
    folders = (STATIC / "js", STATIC / "texts")
    needed = {
        path.relative_to(STATIC).as_posix() for folder in folders for path in folder.glob("*.js")
    }
    assert preloaded == needed - ALONE


def test_the_page_asks_for_each_file_once(visitor: Visitor) -> None:
    asked: list[str] = []
    with visitor.page() as page:
        page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        page.reload()
        settled(page)
    got = [address for address in asked if not address.endswith(("/", ".svg"))]
    assert any(address.endswith("/api/status") for address in got)
    assert len({*got}) == len(got)


def recorded(served: Served, words: Any, **headers: str) -> httpx.Response:
    query = {"words": json.dumps(words)}
    return httpx.get(
        f"{served.address}/api/recordings", params=query, headers=headers, timeout=PATIENCE
    )


def test_a_recording_is_the_trace(served: Served) -> None:
    words = {**TRACE, "limit": 3000}
    got = recorded(served, words)
    assert got.json() == served.ask("trace", **words)
    assert int(got.headers["content-length"]) < len(got.content) / 10
    kept = recorded(served, words, **{"If-None-Match": got.headers["etag"]})
    assert (kept.status_code, kept.content) == (304, b"")


def test_a_class_opens_a_lesson_and_the_server_records_it_once(tmp_path: Path) -> None:
    """The server refuses a second question while one waits: the pupils share one recording."""
    words = {**TRACE, "limit": 15_000}
    with serving(tmp_path, waiting_answers=1) as served, ThreadPoolExecutor(30) as pupils:
        answers = [*pupils.map(lambda _: recorded(served, words), range(30))]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


def test_refused_recordings(served: Served) -> None:
    question = {"board": "6x6"}
    for words, status in (
        ({}, 422),
        ({"question": question, "timeout": 3}, 422),
        ({"question": question, "method": "magic"}, 422),
        ({"question": {"board": "4x8"}, "method": "sweep", "colour": "red"}, 422),
    ):
        refused = recorded(served, words)
        assert (refused.status_code, refused.json()["code"]) == (status, 2)
    assert served.client.get("/api/recordings", params={"words": "{"}).status_code == 422
