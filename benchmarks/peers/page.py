"""Put the measurements into docs/peers.md: `python -m benchmarks.peers.page`.

Only the text between the two marks of the page is replaced; the text around it is written by hand.
The chart is docs/pictures/peers.svg.
"""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any

import matplotlib as mpl
from benchmarks.peers.asking import CHEAPEST, COUNT, FIND, FIND_PATH, QUESTIONS, Asked
from benchmarks.peers.contestants import CONTESTANTS

ROOT = Path(__file__).parent.parent.parent
PAGE, CHART = ROOT / "docs/peers.md", ROOT / "docs/pictures/peers.svg"
BEGIN, END = "<!-- measured -->", "<!-- end of what was measured -->"

SHORTEST = 0.01  # seconds; processor clocks do not resolve less

Cells = dict[tuple[int, str], dict[str, Any]]


def written(cell: dict[str, Any] | None) -> str:
    """Return a cell of the table: processor seconds, or why there are none."""
    if cell is None:
        return ""
    if "failed" in cell:
        failed = str(cell["failed"])
        return "–" if failed.startswith("not after") else f"*{failed}*"
    seconds = cell["seconds"]
    if seconds < SHORTEST:
        return f"< {SHORTEST}"
    return f"{seconds:.2f}" if seconds < 1 else f"{seconds:.1f}"


def table(number: int, questions: list[Asked], cells: Cells) -> list[str]:
    """Return the table of one task, whose first question has a number."""
    names = [n for n in CONTESTANTS if questions[0].task in CONTESTANTS[n]]
    lines = [f"| {questions[0].task} | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for at, asked in enumerate(questions, number):
        shown = [written(cells.get((at, name))) for name in names]
        lines.append(f"| {asked.name} | {' | '.join(shown)} |")
    return [*lines, ""]


def text(report: dict[str, Any], cells: Cells) -> str:
    """Return the text between the marks."""
    versions = ", ".join(f"{name} {number}" for name, number in report["versions"].items())
    lines = [
        f"Measured on {report['date']}: {report['machine']}. {versions}.",
        "",
        f"Seconds of the processor, all threads together, without imports. Limits for one answer: "
        f"{report['seconds']} such seconds (*time*) and {report['gigabytes']} GiB "
        "(*memory*). *No tour*: it found none. *Dearer*: not the cheapest. –: skipped after a "
        "failure.",
        "",
    ]
    for _, group in groupby(enumerate(QUESTIONS), key=lambda pair: pair[1].task):
        numbered = list(group)
        lines += table(numbered[0][0], [asked for _, asked in numbered], cells)
    agreed = {answers_to(number, cells) for number in range(len(QUESTIONS))}
    if not all(len(answers) <= 1 for answers in agreed):
        raise SystemExit("the contestants do not agree")
    return "\n".join(lines)


def answers_to(number: int, cells: Cells) -> frozenset[Any]:
    """Return the different answers to a question."""
    return frozenset(
        cell["answer"] for (n, _), cell in cells.items() if n == number and "answer" in cell
    )


def without_dearer(cells: Cells) -> Cells:
    """Replace the answers of LKH that are not the cheapest: it proves nothing."""
    found = dict(cells)
    for (number, name), cell in cells.items():
        proves = QUESTIONS[number].task != CHEAPEST or name != "LKH" or "answer" not in cell
        if not proves and cell["answer"] > min(answers_to(number, cells)):
            found[number, name] = {"failed": "dearer"}
    return found


def draw(cells: Cells) -> None:
    """Draw seconds against squares, a panel for each of three tasks."""
    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "peers", "font.size": 9, "svg.fonttype": "none"})
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, 3, figsize=(10, 3.6), sharey=True, layout="constrained")
    for panel, task in zip(panels, (COUNT, FIND, FIND_PATH), strict=True):
        for colour, name in enumerate(CONTESTANTS):
            points = [
                (asked.vertices, max(cells[number, name]["seconds"], SHORTEST))
                for number, asked in enumerate(QUESTIONS)
                if asked.task == task and "seconds" in cells.get((number, name), {})
            ]
            if points:
                panel.plot(*zip(*points, strict=True), "o-", ms=4, color=f"C{colour}", label=name)
        scale = "linear" if task == COUNT else "log"
        panel.set(xscale=scale, yscale="log", xlabel="squares", title=task)
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("processor seconds")
    handles = {
        label: handle
        for panel in panels
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True)
    }
    figure.legend(handles.values(), handles, loc="outside right center", frameon=False)
    figure.savefig(CHART, metadata={"Date": None})


def main() -> None:
    """Write the page and its chart."""
    report = json.loads((ROOT / "build/peers/measured.json").read_text())
    cells = without_dearer({(number, name): cell for number, name, cell in report["cells"]})
    draw(cells)
    page = PAGE.read_text()
    between = f"{BEGIN}\n{text(report, cells)}\n{END}"
    PAGE.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: between, page, flags=re.DOTALL))


if __name__ == "__main__":
    main()
