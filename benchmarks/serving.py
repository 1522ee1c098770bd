"""Measure the page: finds beside a count, a class that opens a lesson, opening a board.

    python benchmarks/serving.py

Every question is asked on a connection of its own; the count takes all processors. A pupil opens
the page, its files and the recording of a lesson, one after the other, on one connection. The board
is opened in Chromium, first with an empty cache, then again.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import re
import shutil
import statistics
import sys
import tempfile
import time
import urllib.parse
from collections.abc import AsyncIterator
from typing import Any

QUESTIONS = 200
PUPILS = 30
VISITS = 7
LESSON = {
    "question": {"board": "8x8", "kind": "path", "start": "a1"},
    **{"method": "search", "rules": "banon", "limit": 15_000},
}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SEEN = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("main:not([aria-busy]) [data-square]")) return;
  observer.disconnect();
  requestAnimationFrame(() => (window.seen = performance.now()));
}).observe(document, { attributes: true, childList: true, subtree: true });
"""


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[int]:
    """Run a server; yield its port."""
    with tempfile.TemporaryDirectory() as directory:
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "babieca", "serve", "--no-open", "--port", "0"),
            *("--data-dir", directory, "--memory", "3G"),
            stderr=asyncio.subprocess.PIPE,
        )
        assert server.stderr is not None
        said = (await server.stderr.readline()).decode()
        yield int(re.findall(r":(\d+)/", said)[0])
        server.terminate()
        await server.wait()


async def asked(port: int, address: str, words: Any, begun: asyncio.Event) -> tuple[int, float]:
    """Ask once when all are ready; return the status and the seconds until the answer is whole."""
    body = json.dumps(words).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    await begun.wait()
    began = time.perf_counter()
    head = (
        f"POST {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1]), time.perf_counter() - began


async def finds(port: int, board: str) -> None:
    begun = asyncio.Event()
    tasks = [
        asyncio.create_task(
            asked(port, "/api/find", {"question": {"board": board}, "seed": seed}, begun)
        )
        for seed in range(QUESTIONS)
    ]
    await asyncio.sleep(2.0)
    begun.set()
    answers = await asyncio.gather(*tasks)
    refused = sum(status != 200 for status, _ in answers)
    seconds = sorted(spent for _, spent in answers)
    print(
        f"{board:>6}: {len(answers)} finds, {refused} refused, median "
        f"{statistics.median(seconds):.3f} s, slowest {seconds[-1]:.3f} s"
    )


async def pupil(port: int) -> tuple[float, int, bytes]:
    """Open a lesson; return the seconds and the bytes that it took, and its recording."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began, size = time.perf_counter(), 0

    async def got(address: str) -> bytes:
        nonlocal size
        head = f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n"
        writer.write(head.encode())
        told = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(re.findall(r"content-length: (\d+)", told)[0])
        size += len(told) + length
        assert " 200 " in told, told
        return await reader.readexactly(length)

    page = gzip.decompress(await got("/")).decode()
    for file in dict.fromkeys(re.findall(r'(?:href|src)="((?:v|api)/[^"]+)"', page)):
        await got(f"/{file}")
    events = await got(f"/api/recordings?words={urllib.parse.quote(json.dumps(LESSON))}")
    writer.close()
    return time.perf_counter() - began, size, events


async def lesson(port: int) -> None:
    opened = sorted([*await asyncio.gather(*(pupil(port) for _ in range(PUPILS)))])
    last, size, events = opened[-1]
    assert len(json.loads(gzip.decompress(events))) == LESSON["limit"]
    print(f"lesson: {PUPILS} pupils, the last one after {last:.3f} s, {size:,} bytes each")


async def boards(port: int) -> None:
    """Print the time from opening the page until its view is complete, with a board."""
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser_path is None:
        print("no Chromium: the board is not measured")
        return
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
        )
        times: dict[str, list[float]] = {"first visit": [], "again": []}
        for _ in range(VISITS):
            context = await browser.new_context()
            await context.add_init_script(SEEN)
            for spent in times.values():
                page = await context.new_page()
                await page.goto(f"http://127.0.0.1:{port}/")
                while (seen := await page.evaluate("window.seen")) is None:
                    await asyncio.sleep(0.02)
                spent.append(seen / 1000)
                await page.close()
            await context.close()
        for name, spent in times.items():
            print(
                f" board: {name}, median {statistics.median(spent):.3f} s, least {min(spent):.3f} s"
            )
        await browser.close()


async def main() -> None:
    async with serving() as port:
        await boards(port)
        await lesson(port)
        now = asyncio.Event()
        now.set()
        long = {"question": {"board": "8x8"}, "memory": "3G"}
        assert (await asked(port, "/api/jobs/count", long, now))[0] == 202
        await asyncio.sleep(3.0)
        for board in ("8x8", "20x20", "40x40"):
            await finds(port, board)


if __name__ == "__main__":
    asyncio.run(main())
