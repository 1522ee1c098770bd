"""The lessons, from the texts of the page in the browser: written once, read in both places."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import babieca

PLACE = re.compile(r"<!-- lessons in (\w+) -->")
LOOK = {"en": "Look", "es": "Mira"}
TEXTS = Path(babieca.__file__).parent / "web" / "static" / "texts"


def lessons(language: str) -> dict[str, Any]:
    """Return the lessons in a language, read from the page's script as JSON.

    >>> sorted(lessons("es")) == sorted(lessons("en"))
    True
    """
    script = (TEXTS / f"lessons_{language}.js").read_text()
    literal = script.partition("LESSONS = ")[2].rstrip().rstrip(";")
    named = re.sub(r"^(\s*)(\w+):", r'\1"\2":', literal, flags=re.MULTILINE)
    found: dict[str, Any] = json.loads(re.sub(r",(\s*[}\]])", r"\1", named))
    return found


def written(language: str) -> str:
    """Return all lessons as Markdown."""
    parts = []
    for lesson in lessons(language).values():
        parts += [f"## {lesson['title']}", f"*{lesson['paper']}*"]
        for screen in lesson["screens"]:
            parts += [f"### {screen['title']}", screen["text"], screen["more"]]
            parts.append(f"**{LOOK[language]}.** {screen['look']}")
    return "\n\n".join(parts)


def fill(app: Any, docname: str, source: list[str]) -> None:
    """Put the lessons where a docs page has a marker."""
    source[0] = PLACE.sub(lambda place: written(place[1]), source[0])
