"""A notebook as a page, with the outputs that are stored in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

PLACE = re.compile(r"<!-- notebook (\S+) -->")
EXAMPLES = Path(__file__).parent.parent / "examples"


def written(name: str) -> str:
    """Return a notebook as Markdown: its text, its code, and the output of each cell."""
    cells = json.loads((EXAMPLES / name).read_text())["cells"]
    return "\n\n".join(part for cell in cells for part in _cell(cell))


def _cell(cell: dict[str, Any]) -> list[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [re.sub(r"^#", "##", source, flags=re.MULTILINE)]
    shown = [_shown(output) for output in cell["outputs"]]
    return [f"```python\n{source}\n```", *filter(None, shown)]


def _shown(output: dict[str, Any]) -> str:
    """Return an output as Markdown: the picture or table, else the text."""
    data = output.get("data", {})
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            text = "".join(data[kind]).replace("\n\n", "\n")
            return f'```{{raw}} html\n<div class="shown">{text}</div>\n```'
    if "image/png" in data:
        encoded = "".join(data["image/png"]).strip()
        image = f'<img alt="" src="data:image/png;base64,{encoded}">'
        return f'```{{raw}} html\n<div class="shown">{image}</div>\n```'
    text = "".join(data.get("text/plain", output.get("text", "")))
    return f"```text\n{text.rstrip()}\n```" if text else ""


def fill(app: Any, docname: str, source: list[str]) -> None:
    """Put a notebook where a docs page has a marker."""
    source[0] = PLACE.sub(lambda place: written(place[1]), source[0])
