"""The page of all experiments.

Each finished part is kept as JSON beside the page and loaded the next time. A part that was run
with other settings or by another version is run again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

from babieca.errors import BadInputError
from babieca.files import atomic_file
from babieca.reproduce.experiments import Part, Settings, Table
from babieca.reproduce.pages import Section, page


def write_report(
    parts: list[Part], folder: str | Path, settings: Settings, version: str | None = None
) -> Path:
    """Run the parts that are not kept yet, write `index.html`, return its path."""
    path = Path(folder, "index.html")
    sections = []
    for number, part in enumerate(parts, start=1):
        settings.note(f"part {number} of {len(parts)}: {part.name}")
        record = finished_part(part, folder, settings, partial(part.run, settings), version)
        tables = [Table(**table) for table in record["tables"]]
        section = Section(part, settings.quick, record["seconds"], tables, part.figures(tables))
        sections.append(section)
        # The page is written after every part, so an interrupted report has the finished parts.
        with atomic_file(path) as file:
            left = [other.name for other in parts[number:]]
            file.write(page(sections, left, quick=settings.quick).encode())
    return path


def finished_part(
    part: Part,
    folder: str | Path,
    settings: Settings,
    run: Callable[[], list[Table]],
    version: str | None = None,
) -> dict[str, Any]:
    """Return the record of a part; run it and keep it in the folder if it is not there yet."""
    key = {"version": version or installed("babieca"), **settings.scope}
    path = Path(folder, "parts", f"{part.name}.json")
    record = _load(path)
    if record is not None and record["settings"] == key:
        return record
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(f"cannot write to {folder}: {error.strerror or error}") from None
    began = time.perf_counter()
    tables = [asdict(table) for table in run()]
    record = {"settings": key, "seconds": time.perf_counter() - began, "tables": tables}
    with atomic_file(path) as file:
        file.write(json.dumps(record, ensure_ascii=False).encode())
    return record


def _load(path: Path) -> dict[str, Any] | None:
    """Return a kept part; None if there is none or it is damaged."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    whole = isinstance(record, dict) and {"settings", "seconds", "tables"} <= record.keys()
    return record if whole else None
