"""One self-contained HTML page from sections of tables and figures."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from html import escape

from babieca.reproduce.experiments import Cell, Figure, Part, Table

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


@dataclass(frozen=True)
class Section:
    """One experiment and its results."""

    part: Part
    quick: bool
    seconds: float
    tables: list[Table]
    figures: list[Figure]

    def verdicts(self) -> tuple[int, int]:
        """Return how many numbers agree with the paper and how many differ."""
        records = (record for table in self.tables for record in table.records())
        cells = [record.get("agrees") for record in records]
        return cells.count("yes"), cells.count("NO")


def page(sections: list[Section], still_to_run: list[str], *, quick: bool = False) -> str:
    """Return the whole page.

    >>> part = Part("x", "A paper", lambda settings: [])
    >>> "A paper" in page([Section(part, False, 1.0, [Table("T", ["n"], [[1]])], [])], [])
    True
    """
    agree = sum(section.verdicts()[0] for section in sections)
    differ = sum(section.verdicts()[1] for section in sections)
    seconds = sum(section.seconds for section in sections)
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>{TITLE}</title><style>{STYLE}</style></head><body><h1>{TITLE}</h1>",
        f"<p>{agree} numbers agree with the papers, {differ} differ. "
        f"{seconds:.0f} seconds of computing.</p>",
    ]
    if quick:
        parts.append(
            "<p><strong>A quick run.</strong> Each part names the work that it left out.</p>"
        )
    if still_to_run:
        parts.append(f"<p><strong>Not finished.</strong> To come: {', '.join(still_to_run)}.</p>")
    parts_shown = [section.part for section in sections]
    links = (f"<li><a href='#{p.name}'>{p.name}</a>: {escape(p.paper)}</li>" for p in parts_shown)
    parts.append(f"<ul>{''.join(links)}</ul>")
    parts += [_section(section, number) for number, section in enumerate(sections)]
    parts.append("</body></html>")
    return "\n".join(parts)


def _section(section: Section, number: int) -> str:
    agree, differ = section.verdicts()
    part = section.part
    words = [f"<code>babieca reproduce {part.name}</code>", f"{section.seconds:.1f} s"]
    if agree or differ:
        words.append(f"<span class='yes'>{agree} agree</span>")
    if differ:
        words.append(f"<span class='no'>{differ} differ</span>")
    about = escape(inspect.getdoc(part.run) or "")
    parts = [
        f"<h2 id='{part.name}'>{escape(part.paper)}</h2><p>{about}</p>",
        f"<p class='meta'>{' · '.join(words)}</p>",
    ]
    if section.quick and part.quick_leaves_out:
        left_out = escape(part.quick_leaves_out)
        parts.append(f"<p class='meta'>Left out in this quick run: {left_out}.</p>")
    figures = (
        f"<figure>{_unique(figure.svg, f'{number}-{place}')}"
        f"<figcaption>{escape(figure.caption)}</figcaption></figure>"
        for place, figure in enumerate(section.figures)
    )
    parts.append(f"<div class='figures'>{''.join(figures)}</div>")
    parts += [_table(table) for table in section.tables]
    return "\n".join(parts)


def _table(table: Table) -> str:
    remark = f"<p class='remark'>{escape(table.remark)}</p>" if table.remark else ""
    return f"<div class='table'>{table.html(cell=_cell)}</div>{remark}"


def _cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if cell in ("yes", "NO"):
        agrees = cell == "yes"
        words = "✓ agrees" if agrees else "✗ differs"
        return f"<span class='{'yes' if agrees else 'no'}'>{words}</span>"
    text = f"{cell:,}" if isinstance(cell, int) else escape(str(cell))
    return f"<pre>{text}</pre>" if "\n" in text else text


def _unique(svg: str, suffix: str) -> str:
    """Add a suffix to the ids of a drawing: a page holds many drawings."""
    for name in set(re.findall(r'\bid="([^"]+)"', svg)):
        quoted = re.escape(name)
        svg = re.sub(rf'\bid="{quoted}"', f'id="{name}-{suffix}"', svg)
        svg = re.sub(rf'(["(])#{quoted}(["\)])', rf"\1#{name}-{suffix}\2", svg)
        svg = re.sub(
            rf'(aria-(?:labelledby|describedby)="[^"]*)\b{quoted}\b', rf"\1{name}-{suffix}", svg
        )
    return svg
