"""A real browser, for tests of the page with a server and without one."""

from __future__ import annotations

import contextlib
import functools
import http.server
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serving import Served

ROOT = Path(__file__).parent.parent
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
MODULE = ROOT / "build" / "wasm"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
PATIENCE = 120.0
"""Seconds that a test waits for the page; a test that waits for the wrong thing takes so long."""
CALLS = (b"find", b"longest", b"check", b"trace", b"solve", b"grade")
PHONE = {"width": 360, "height": 740}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Visitor:
    """A visitor of the page; every error message of the browser fails the test."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser, self.address = browser, address

    @contextlib.contextmanager
    def page(self, state: str = "", *, expected: str = "nothing", **look: Any) -> Iterator[Any]:
        """Open the page in a state; error messages that contain `expected` are allowed."""
        look = {"locale": "en-GB", "viewport": {"width": 1200, "height": 900}} | look
        look = {"service_workers": "block"} | look  # tests of offline use allow them
        context = self.browser.new_context(reduced_motion=look.pop("motion", "reduce"), **look)
        try:
            context.set_default_timeout(PATIENCE * 1000)
            page = context.new_page()
            complaints: list[str] = []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on(
                "console",
                lambda said: complaints.append(said.text) if said.type == "error" else None,
            )
            page.goto(f"{self.address}/{state}")
            settled(page)
            yield page
            assert [said for said in complaints if expected not in said] == []
        finally:
            context.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Return a browser; skip the test if this machine has none."""
    playwright = pytest.importorskip("playwright.sync_api")
    if BROWSER is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=BROWSER, args=QUIET)
        yield started
        started.close()


@pytest.fixture(scope="session")
def visitor(served: Served, browser: Any) -> Visitor:
    """Return a visitor of the server."""
    return Visitor(browser, served.address)


@contextlib.contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Serve the files of a folder; yield the address."""

    class Host(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    host = functools.partial(Host, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def static_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the page without a server; skip the test if the module was not built."""
    module = MODULE / "babieca.wasm"
    if not module.exists():
        pytest.skip("the module was not built: make module")
    built = module.read_bytes()
    if lost := [call.decode() for call in CALLS if b"\0" + call + b"\0" not in built]:
        pytest.fail(f"the module has no {', '.join(lost)}: make module, or mend CALLS")
    made = tmp_path_factory.mktemp("site") / "page"
    script = ROOT / "docs" / "static_page.py"
    subprocess.run([sys.executable, script, made, MODULE], check=True)
    return made


@pytest.fixture(scope="session")
def lonely(static_page: Path, browser: Any) -> Iterator[Visitor]:
    """Return a visitor of the page without a server, in a folder of a plain file server."""
    with hosting(static_page.parent) as address:
        yield Visitor(browser, f"{address}/page")


@pytest.fixture(scope="session", params=["server", "module"])
def anyone(request: pytest.FixtureRequest) -> Visitor:
    """Return a visitor of the server, then one of the page without a server."""
    visitor: Visitor = request.getfixturevalue("visitor" if request.param == "server" else "lonely")
    return visitor


def until(page: Any, condition: str) -> None:
    """Wait until a condition holds; the page forbids the `eval` of Playwright's own waiting."""
    last = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < last, condition
        page.wait_for_timeout(30)


def settled(page: Any) -> None:
    """Wait until the view of the address is complete, with its answers."""
    page.evaluate("new Promise((done) => setTimeout(done, 0))")
    until(page, "document.querySelector('main h1:not([aria-busy] *)') !== null")


def violations(page: Any) -> list[str]:
    """Return the accessibility faults that axe finds on a page."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run().then((result) => result.violations)")
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found]


def square(page: Any, name: str) -> Any:
    return page.locator(f".stage [data-square='{name}']")


def middle(page: Any, name: str) -> tuple[float, float]:
    """Return the position of a square on the screen."""
    box = square(page, name).locator("rect").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Any, *names: str) -> None:
    """Click at the positions of squares, whatever lies above them.

    A click can draw the board anew: the next one waits for the new squares.
    """
    for name in names:
        settled(page)
        square(page, name).scroll_into_view_if_needed()
        page.mouse.click(*middle(page, name))


def choose(page: Any, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()
