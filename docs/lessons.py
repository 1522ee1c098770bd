"""The lessons, from the texts of the page in the browser: written once, read in both places."""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import babieca
from babieca import Board, Event, Layer, Tours

PLACE = re.compile(r"<!-- lessons in (\w+) -->")
SAID = {
    "en": {"question": "Predict.", "answer": "Answer.", "tries": "Try it yourself."},
    "es": {"question": "Predice.", "answer": "Respuesta.", "tries": "Pruébalo."},
}
STATIC = Path(babieca.__file__).parent / "web" / "static"


def literal(file: str, name: str) -> Any:
    """Return a constant of the page's scripts, whose form is that of JSON but for bare keys.

    >>> literal("texts/es.js", "es")["view_lessons"]
    'Lecciones'
    """
    script = (STATIC / file).read_text()
    text = re.split(rf"const {name} = ", script)[1].partition("\n};")[0] + "}"
    quoted = re.sub(
        r'"(?:[^"\\]|\\.)*"|\b([a-zA-Z]\w*)(?=:)', lambda m: f'"{m[1]}"' if m[1] else m[0], text
    )
    return json.loads(re.sub(r",(\s*[}\]])", r"\1", quoted))


def lessons(language: str) -> dict[str, Any]:
    """Return the lessons in a language, with the figures of their recordings filled in.

    >>> sorted(lessons("es")) == sorted(lessons("en"))
    True
    """
    told = literal(f"texts/lessons_{language}.js", "LESSONS")
    demos = literal("js/demos.js", "DEMOS")
    for name, lesson in told.items():
        for screen, demo in zip(lesson["screens"], demos[name], strict=True):
            known = figures(**demo["shows"])
            for part in screen.keys() - {"touch"}:
                screen[part] = filled(screen[part], known, language)
    return told


def filled(text: str, known: dict[str, Any], language: str) -> str:
    """Return a text with its figures.

    >>> filled("{squares} squares", {"squares": 1024}, "en")
    '1,024 squares'
    """
    between = literal(f"texts/{language}.js", language)["thousands"]
    return re.sub(r"\{([\w.]+)\}", lambda m: f"{known[m[1]]:,}".replace(",", between), text)


@functools.cache
def figures(
    board: str, kind: Any, lanes: str, start: str | None = None, seed: str = "0"
) -> dict[str, Any]:
    """Return the figures of a screen: of its board, and of each recording.

    >>> figures("3x4", "path", "states")["states.tours"]
    8
    """
    squares = Board.parse(board)
    light = sum((row + column) % 2 for row, column in squares)
    found: dict[str, Any] = {"squares": len(squares), "half": len(squares) // 2}
    found |= {"light": light, "dark": len(squares) - light}
    tours = Tours(squares, kind, start=start)
    methods = literal("js/lane.js", "METHODS")
    for lane in lanes.split(";"):
        words = methods[lane]["words"]
        chance = {"seed": int(seed)} if words["method"] in ("warnsdorff", "two-knights") else {}
        events = [*tours.trace(**words, **chance)]
        found |= {f"{lane}.{name}": value for name, value in recorded(events).items()}
    return found


def recorded(events: list[Event | Layer]) -> dict[str, Any]:
    """Return the figures of a recording."""
    last = events[-1]
    assert isinstance(last, Event)
    layers = [layer for layer in events if isinstance(layer, Layer)]
    told: dict[str, Any] = {"ends": "yes" if last.what == "found" else "no"}
    told["tours"] = last.counters.tours
    if layers:
        told["states"] = sum(layer.states for layer in layers)
        told["most"] = max(layer.states for layer in layers)
        told["drawings"] = max(sum(one.ways for one in layer.examples) for layer in layers)
        return told
    walk = [event for event in events if isinstance(event, Event)]
    names = itertools.chain.from_iterable((event.what, event.criterion) for event in walk)
    told |= Counter(name for name in names if name is not None)
    told |= {"nodes": last.counters.nodes, "backtracks": last.counters.backtracks}
    told |= {"walks": last.counters.restarts + 1, "deepest": max(event.depth for event in walk)}
    return told


def written(language: str) -> str:
    """Return all lessons as Markdown."""
    parts = []
    for lesson in lessons(language).values():
        parts += [f"## {lesson['title']}", f"*{lesson['paper']}*"]
        for screen in lesson["screens"]:
            parts += [f"### {screen['title']}", screen["text"]]
            parts += [screen["more"]] if "more" in screen else []
            said = SAID[language].items()
            parts += [f"**{word}** {screen[part]}" for part, word in said if part in screen]
    return "\n\n".join(parts)


def fill(app: Any, docname: str, source: list[str]) -> None:
    """Put the lessons where a docs page has a marker."""
    source[0] = PLACE.sub(lambda place: written(place[1]), source[0])
