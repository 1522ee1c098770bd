"""The report of all experiments: one self-contained HTML file of tables and the papers' figures.

Each finished part is kept beside the report and loaded the next time. A part that was run only with
other settings or by another version is run again.
"""

import inspect
import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from html import escape
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

from babieca.boards import Board
from babieca.drawing import charts, draw_degrees, draw_tour
from babieca.files import atomic_file
from babieca.formats import parse
from babieca.reproduce.banon_search import FITTED
from babieca.reproduce.experiments import Cell, Figure, Part, Settings, Table
from babieca.store import parts_in

TITLE = "Five papers on knight's tours, run again"
STYLE = """
:root { color-scheme: light dark; --line: #8884; --yes: #1a7f37; --no: #c62828; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
.table { overflow-x: auto; } table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; }
caption { text-align: left; white-space: nowrap; font-weight: 600; padding-bottom: .3rem; }
th, td { padding: .15rem .7rem; border-bottom: 1px solid var(--line); text-align: left; }
td { font-variant-numeric: tabular-nums; } td pre { margin: 0; font-size: .8rem; }
.yes { color: var(--yes); } .no { color: var(--no); font-weight: 700; }
.remark, .meta { color: #777; font-size: .9rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 1rem 0; flex: 1 1 20rem; }
figure svg { max-width: 100%; height: auto; background: #fff; border-radius: 4px; }
figcaption { font-size: .9rem; }
code { background: #8882; padding: .1rem .3rem; border-radius: 3px; }
"""

LEFT_OUT_IF_QUICK = {
    "banon-2": "nine tenths of the random probes",
    "banon-7": "23 of 24 fractions",
    "banon-8": "26 of 27 fractions",
    "banon-9": "most of the sampled subtrees",
    "gonzalez": "the same search is stopped after half a second instead of twenty",
    "costa": "boards with sides over 200, and most starts on the larger ones",
    "caballosec": "the speed-up is measured on 5x6 instead of 6x6",
}


def write_report(
    parts: list[Part], folder: str | Path, settings: Settings, version: str | None = None
) -> Path:
    """Run the parts that are not kept yet, write `index.html`, return its path."""
    path = Path(folder, "index.html")
    records = []
    for number, part in enumerate(parts, start=1):
        settings.note(f"part {number} of {len(parts)}: {part.name}")
        records.append(finished_part(part, folder, settings, partial(part.run, settings), version))
        # The report is written after every part, so an interrupted report has the finished parts.
        with atomic_file(path) as file:
            file.write(_html(parts, records, settings.quick).encode())
    return path


def finished_part(
    part: Part,
    folder: str | Path,
    settings: Settings,
    run: Callable[[], list[Table]],
    version: str | None = None,
) -> dict[str, Any]:
    """Return the record of a part; run it and keep it in the folder if it is not there yet."""
    scope = {"version": version or installed("babieca"), **settings.scope}
    key = f"{part.name} {json.dumps(scope)}"
    kept = parts_in(Path(folder))
    if record := kept.find({key: _record}).get(key):
        return record
    began = time.perf_counter()
    tables = [asdict(table) for table in run()]
    record = {"seconds": time.perf_counter() - began, "tables": tables}
    return kept.settle({key: record}, {key: _record})[key]


def _record(kept: Any) -> dict[str, Any]:
    """Return the record of a part as it was kept, if it has all that the report shows."""
    seconds, tables = float(kept["seconds"]), [Table(**table) for table in kept["tables"]]
    return {"seconds": seconds, "tables": [asdict(table) for table in tables]}


def _html(parts: list[Part], records: list[dict[str, Any]], quick: bool) -> str:
    tables = [[Table(**table) for table in record["tables"]] for record in records]
    agree, differ = _verdicts([table for part in tables for table in part])
    seconds = [record["seconds"] for record in records]
    lines = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>{TITLE}</title><style>{STYLE}</style></head><body><h1>{TITLE}</h1>",
        f"<p>{agree} numbers agree with the papers, {differ} differ. "
        f"{sum(seconds):.0f} seconds of computing.</p>",
    ]
    if quick:
        lines.append(
            "<p><strong>A quick run.</strong> Each part names the work that it left out.</p>"
        )
    if to_come := ", ".join(part.name for part in parts[len(records) :]):
        lines.append(f"<p><strong>Not finished.</strong> To come: {to_come}.</p>")
    done = list(zip(parts, tables, seconds, strict=False))
    links = (f"<li><a href='#{p.name}'>{p.name}</a>: {escape(p.paper)}</li>" for p, *_ in done)
    lines.append(f"<ul>{''.join(links)}</ul>")
    for number, (part, found, taken) in enumerate(done):
        lines += _section(part, found, taken, number, quick)
    return "\n".join([*lines, "</body></html>"])


def _verdicts(tables: list[Table]) -> tuple[int, int]:
    cells = [record.get("agrees") for table in tables for record in table.records()]
    return cells.count("yes"), cells.count("NO")


def _section(
    part: Part, tables: list[Table], seconds: float, number: int, quick: bool
) -> list[str]:
    agree, differ = _verdicts(tables)
    facts = [f"<code>babieca reproduce {part.name}</code>", f"{seconds:.1f} s"]
    if agree or differ:
        facts.append(f"<span class='yes'>{agree} agree</span>")
    if differ:
        facts.append(f"<span class='no'>{differ} differ</span>")
    about = escape(inspect.getdoc(part.run) or "")
    lines = [
        f"<h2 id='{part.name}'>{escape(part.paper)}</h2><p>{about}</p>",
        f"<p class='meta'>{' · '.join(facts)}</p>",
    ]
    if quick and (left_out := LEFT_OUT_IF_QUICK.get(part.name)):
        lines.append(f"<p class='meta'>Left out in this quick run: {left_out}.</p>")
    figures = []
    for index, figure in enumerate(part.figures(tables)):
        # A report holds many drawings, so their ids get a suffix.
        svg = re.sub(r'(\bid="|href="#|url\(#)([^")]+)', rf"\1\2-{number}-{index}", figure.svg)
        figures.append(f"<figure>{svg}<figcaption>{escape(figure.caption)}</figcaption></figure>")
    lines.append(f"<div class='figures'>{''.join(figures)}</div>")
    for table in tables:
        remark = f"<p class='remark'>{escape(table.remark)}</p>" if table.remark else ""
        lines.append(f"<div class='table'>{table.html(cell=_cell)}</div>{remark}")
    return lines


def _cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if cell in ("yes", "NO"):
        return f"<span class='{cell.lower()}'>{'✓ agrees' if cell == 'yes' else '✗ differs'}</span>"
    text = f"{cell:,}" if isinstance(cell, int) else escape(str(cell))
    return f"<pre>{text}</pre>" if "\n" in text else text


def growth_figures(tables: list[Table]) -> list[Figure]:
    """Draw figure 2 as printed and with all jumps; and figure 3, the W table."""
    records = tables[0].records()
    rates = {row["jump"]: row["growth"] for row in records if row["growth"] is not None}
    his = {jump: rate for jump, rate in rates.items() if jump <= FITTED} | {62: 1.0, 63: 1.0}
    parabola = charts.growth_chart(list(his), list(his.values()))
    probed = charts.growth_chart(list(rates), list(rates.values()), fit=False)
    return [
        _figure("Figure 2: growth up to jump 16, and the parabola through it", parabola),
        _figure("The growth at every jump, by random probes after the exact ones", probed),
        Figure("Figure 3: the W table before the first jump", draw_degrees(Board(8, 8)).svg()),
    ]


def fraction_figures(caption: str, tables: list[Table]) -> list[Figure]:
    rows = [row for row in tables[0].records() if row["squares"] != "together"]
    if len(rows) < 2:
        return []  # one bar is no comparison
    labels, counts = [row["squares"] for row in rows], [row["ours"] for row in rows]
    return [_figure(caption, charts.fractions_chart(labels, counts, title=caption))]


def success_figures(tables: list[Table]) -> list[Figure]:
    figures = []
    for table in tables:
        rows = table.records()
        if rows and {"board", "found", "starts tried"} <= rows[0].keys():
            columns = ([row[name] for row in rows] for name in ("board", "found", "starts tried"))
            caption = f"{table.title}: share of starts from which a path was found"
            figures.append(_figure(caption, charts.success_chart(*columns, title=table.title)))
    return figures


def tour_figures(tables: list[Table]) -> list[Figure]:
    """Draw the tables that are grids of step numbers."""
    figures = []
    for table in tables:
        if len(table.rows) == 8 and len(table.columns) == 9:
            tour = parse("\n".join(" ".join(map(str, row[1:])) for row in table.rows))[0]
            figures.append(Figure(table.title, draw_tour(tour).svg()))
    return figures


def _figure(caption: str, chart: charts.Chart) -> Figure:
    """Return the chart without the XML head, for use inside a report."""
    text = chart.svg()
    return Figure(caption, text[text.index("<svg") :])
