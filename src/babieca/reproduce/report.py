"""All papers on one page: every table and figure, ours beside theirs.

Each part is an experiment of `EXPERIMENTS`. A finished part is kept as JSON beside the page and
loaded the next time, so that an interrupted report goes on where it stopped; a part run with other
settings or by another version is run again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from babieca.errors import BadInputError
from babieca.files import atomic_file
from babieca.reproduce.experiments import Experiment, Settings, Table
from babieca.reproduce.figures import FIGURES, Figure
from babieca.reproduce.pages import Section, page


@dataclass(frozen=True)
class Part:
    """One experiment of the report. `quick_leaves_out` says what --quick does not run."""

    name: str
    paper: str
    run: Experiment
    quick_leaves_out: str = ""


def write_report(
    parts: list[Part], folder: str | Path, settings: Settings, *, version: str
) -> Path:
    """Run what is not there yet, write `index.html` into the folder, return its path."""
    folder = Path(folder)
    sections = []
    for number, part in enumerate(parts, start=1):
        settings.note(f"part {number} of {len(parts)}: {part.name}")
        sections.append(_section(part, folder, settings, version))
        # The page is written after every part: an interrupted report is a shorter report.
        with atomic_file(folder / "index.html") as file:
            left = [other.name for other in parts[number:]]
            file.write(page(sections, left, quick=settings.quick).encode())
    return folder / "index.html"


def keep_part(
    part: Part,
    run: Callable[[], list[Table]],
    *,
    folder: Path,
    settings: Settings,
    version: str,
) -> dict[str, Any]:
    """Return a finished part as it is kept in the folder; run it if it is not there yet."""
    key = {
        "version": version,
        "quick": settings.quick,
        "timeout": settings.timeout,
        "samples": settings.samples,
        "largest": settings.largest,
        "seed": settings.seed,
    }
    kept = folder / "parts" / f"{part.name}.json"
    record = _load(kept)
    if record is not None and record["settings"] == key:
        return record
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(f"cannot write to {folder}: {error.strerror or error}") from None
    began = time.perf_counter()
    tables = run()
    record = {
        "settings": key,
        "seconds": time.perf_counter() - began,
        "tables": [asdict(table) for table in tables],
    }
    with atomic_file(kept) as file:
        file.write(json.dumps(record, ensure_ascii=False).encode())
    return record


def _section(part: Part, folder: Path, settings: Settings, version: str) -> Section:
    record = keep_part(
        part, lambda: part.run(settings), folder=folder, settings=settings, version=version
    )
    tables = [Table(**table) for table in record["tables"]]
    draw: Callable[[list[Table]], list[Figure]] = FIGURES.get(part.name, lambda tables: [])
    return Section(
        name=part.name,
        paper=part.paper,
        about=" ".join((part.run.__doc__ or "").split()),
        left_out=part.quick_leaves_out if settings.quick else "",
        seconds=float(record["seconds"]),
        tables=tables,
        figures=draw(tables),
    )


def _load(kept: Path) -> dict[str, Any] | None:
    """Return a finished part, or None where there is none that can be read."""
    try:
        record = json.loads(kept.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    whole = isinstance(record, dict) and {"settings", "seconds", "tables"} <= record.keys()
    return record if whole else None
