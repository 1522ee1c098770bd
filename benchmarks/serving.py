"""Measure the answer times of the web page: 200 finds at once while a count runs.

    python benchmarks/serving.py            # finds on 8x8, 20x20 and 40x40

Every question is asked on a connection of its own; the count takes all processors.
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
from typing import Any

QUESTIONS = 200


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


async def at_once(port: int, board: str) -> None:
    begun = asyncio.Event()
    finds = [
        asyncio.create_task(
            asked(port, "/api/find", {"question": {"board": board}, "seed": seed}, begun)
        )
        for seed in range(QUESTIONS)
    ]
    await asyncio.sleep(2.0)
    begun.set()
    answers = await asyncio.gather(*finds)
    refused = sum(status != 200 for status, _ in answers)
    seconds = sorted(spent for _, spent in answers)
    print(
        f"{board:>6}: {len(answers)} finds, {refused} refused, median "
        f"{statistics.median(seconds):.3f} s, slowest {seconds[-1]:.3f} s"
    )


async def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "babieca", "serve", "--no-open", "--port", "0"),
            *("--data-dir", directory, "--memory", "3G"),
            stderr=asyncio.subprocess.PIPE,
        )
        assert server.stderr is not None
        said = (await server.stderr.readline()).decode()
        port = int(re.findall(r":(\d+)/", said)[0])
        now = asyncio.Event()
        now.set()
        long = {"question": {"board": "8x8"}, "memory": "3G"}
        assert (await asked(port, "/api/jobs/count", long, now))[0] == 202
        await asyncio.sleep(3.0)
        for board in ("8x8", "20x20", "40x40"):
            await at_once(port, board)
        server.terminate()
        await server.wait()


asyncio.run(main())
