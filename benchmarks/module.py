"""Compare the module for browsers, under Node, with the core: `python benchmarks/module.py`.

Both count closed tours on one thread, one after the other. Seconds are processor seconds. The heap
of the module is the memory of a tab; the memory of the core is that of its counters. `make module`
builds the module first.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from pathlib import Path

import babieca

FOLDER = Path(__file__).parent


def main() -> None:
    """Print one row for each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=["7x8", "8x8"])
    parser.add_argument("--module", default=str(FOLDER.parent / "build/wasm/babieca.js"))
    asked = parser.parse_args()
    print("| board | closed tours | CPU s core | CPU s module | ratio | MB heap of the module |")
    print("|---|---|---|---|---|---|")
    for board in asked.boards:
        began = time.process_time()
        tours = babieca.count(board, threads=1)
        core = time.process_time() - began
        command = ["node", "--no-warnings", str(FOLDER / "module.mjs"), asked.module]
        command += board.split("x")
        told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        if int(told["value"]) != tours:
            raise SystemExit(f"{board}: the core counts {tours}, the module {told['value']}")
        module, heap = told["seconds"], told["heap"] / 1e6
        print(f"| {board} | {tours:,} | {core:.1f} | {module:.1f} | {module / core:.2f} ", end="")
        print(f"| {heap:.0f} |")


if __name__ == "__main__":
    main()
