"""Run every answer in a process of its own, with limits: `python -m benchmarks.peers.measuring`.

Run this with the Python of an environment that has the peers (`make peers`). Limits apply to the
processor seconds of all threads together and to the memory. After a failure, the larger questions
of the same series are skipped.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import json
import os
import platform
import resource
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from subprocess import PIPE
from typing import Any

from benchmarks.peers.asking import QUESTIONS
from benchmarks.peers.contestants import CONTESTANTS, PACKAGES

ROOT = Path(__file__).parent.parent.parent
Cell = dict[str, Any]


def measured(number: int, name: str, seconds: int, memory: int) -> Cell:
    """Return the answer of a program and its cost, or the reason of its failure."""
    module = [sys.executable, "-m", "benchmarks.peers.contestants"]
    command = [*module, str(number), name, str(seconds)]
    process = subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True, cwd=ROOT)
    beyond = threading.Event()
    watch = threading.Thread(target=watched, args=(process, memory, beyond))
    watch.start()
    output, complaint = process.communicate()
    watch.join()
    if process.returncode == 0:
        cell: Cell = json.loads(output.splitlines()[-1])
        return {"failed": "no tour"} if cell["answer"] == "no tour" else cell
    reasons = {
        "memory": beyond.is_set() or "MemoryError" in complaint or "bad_alloc" in complaint,
        "time": process.returncode in (-signal.SIGXCPU, -signal.SIGKILL),
        "not installed": "ModuleNotFoundError" in complaint,
        "crash": process.returncode < 0,
    }
    words = complaint.strip().splitlines()
    return {"failed": next((reason for reason, so in reasons.items() if so), "error")} | (
        {"said": words[-1]} if words else {}
    )


def watched(process: subprocess.Popen[str], memory: int, beyond: threading.Event) -> None:
    """Kill a process that uses more memory than allowed; address space is not limited."""
    pages = Path(f"/proc/{process.pid}/statm")
    while process.poll() is None:
        with contextlib.suppress(OSError, IndexError):
            if int(pages.read_text().split()[1]) * resource.getpagesize() > memory:
                beyond.set()
                process.kill()
        time.sleep(0.05)


def version(package: str) -> str:
    """Return the installed version, or "not installed"."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main() -> None:
    """Measure all cells and write them as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=30, help="of the processor, for one answer")
    parser.add_argument("--gigabytes", type=int, default=4, help="of memory, for one answer")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "build/peers/measured.json")
    parser.add_argument("--only", default="", help="tasks and graphs with this text in their names")
    words = parser.parse_args()
    cells: list[list[Any]] = []
    beaten: dict[tuple[str, str, int], str] = {}
    for number, asked in enumerate(QUESTIONS):
        for name, answers in CONTESTANTS.items():
            if asked.task not in answers or words.only not in f"{asked.task}: {asked.name}":
                continue
            before = beaten.get((name, asked.task, asked.series))
            if before:
                cells.append([number, name, {"failed": f"not after {before}"}])
                continue
            cell = measured(number, name, words.seconds, words.gigabytes * 2**30)
            if "failed" in cell:
                beaten[name, asked.task, asked.series] = asked.name
            cells.append([number, name, cell])
            print(f"{asked.task:<26} {asked.name:<30} {name:<13} {cell}", flush=True)
    report = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{processor()}, {os.cpu_count()} threads, Python {platform.python_version()}",
        "seconds": words.seconds,
        "gigabytes": words.gigabytes,
        "versions": {package: version(package) for package, _ in PACKAGES.values()},
        "cells": cells,
    }
    words.output.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
