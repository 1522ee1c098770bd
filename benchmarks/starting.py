"""Measure the page without a server on a slow phone: bytes and seconds of its first visit.

    make site && python benchmarks/starting.py site/page

The files are compressed, as web hosts do. Chromium's processor is 4 times slower, and its network
is one of Lighthouse: "slow 3G" has 400 kbit/s and 400 ms for each request, "regular 3G" 700 kbit/s
and 300 ms. A start ends when the board of Play can be pressed. The first visit ends when the module
has proved that the game can be completed, and the service worker keeps everything.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import http.server
import mimetypes
import shutil
import statistics
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
NETWORKS = {"slow 3G": (400, 400), "regular 3G": (700, 300)}
"""The kbit/s and the milliseconds of each request."""
SLOWER = 4
SEEN = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("[data-square][tabindex='0']")) return;
  observer.disconnect();
  requestAnimationFrame(() => (window.seen = performance.now()));
}).observe(document, { attributes: true, childList: true, subtree: true });
"""
PROVED = "document.querySelector('.verdict.yes') !== null"
KEPT = "navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"


@contextlib.contextmanager
def hosting(folder: Path) -> Iterator[tuple[str, dict[str, int]]]:
    """Serve compressed files; yield the address, and the bytes that were sent of each file."""
    sent: dict[str, int] = {}

    class Host(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            name = self.path.partition("?")[0].removeprefix("/") or "index.html"
            content = gzip.compress((folder / name).read_bytes(), 9)
            self.send_response(200)
            self.send_header("content-type", mimetypes.guess_type(name)[0] or "application/wasm")
            self.send_header("content-encoding", "gzip")
            self.send_header("cache-control", "max-age=600")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            sent[name] = sent.get(name, 0) + len(content)

        def log_message(self, *_: object) -> None: ...

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", sent
    server.shutdown()


def waited(page: Any, condition: str) -> Any:
    while not (found := page.evaluate(condition)):
        time.sleep(0.02)
    return found


def slow(page: Any, kilobits: int, milliseconds: int) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    rate = kilobits * 1000 / 8
    network = {"offline": False, "latency": milliseconds}
    network |= {"downloadThroughput": rate, "uploadThroughput": rate}
    session.send("Network.emulateNetworkConditions", network)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def measure(browser: Any, folder: Path, name: str, visits: int) -> None:
    first, again, sizes = [], [], []
    for _ in range(visits):
        with hosting(folder) as (address, sent):
            context = browser.new_context(viewport={"width": 390, "height": 844})
            context.add_init_script(SEEN)
            page = context.new_page()
            slow(page, *NETWORKS[name])
            page.goto(address, wait_until="commit")
            first.append(waited(page, "window.seen") / 1000)
            start = sum(sent.values())
            waited(page, PROVED)
            waited(page, KEPT)
            sizes.append((start, sum(sent.values())))
            page.close()
            page = context.new_page()
            slow(page, *NETWORKS[name])
            page.goto(address, wait_until="commit")
            again.append(waited(page, "window.seen") / 1000)
            context.close()
    start, whole = sizes[-1]
    print(
        f"{name:>10}: first visit {statistics.median(first):.2f} s, again "
        f"{statistics.median(again):.2f} s; {start:,} bytes to start, {whole:,} in all"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--visits", type=int, default=5)
    asked = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        path = next(filter(None, map(shutil.which, BROWSERS)))
        browser = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        for name in NETWORKS:
            measure(browser, asked.folder, name, asked.visits)
        browser.close()


if __name__ == "__main__":
    main()
