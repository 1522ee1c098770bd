"""Links from the documentation into the page without a server, and the board on the front page.

A marker is a comment of Markdown: `<!-- try it: view=play&board=5x5 -->` becomes a link to the page
in that state, `<!-- play here: ... -->` the page itself in a frame. Only a site with the page has
them: `make site` says so by the tag `page`.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

MARKER = re.compile(r"<!-- (try it|play here): (\S+) -->")
TEXTS = {
    "en": ("Try it in your browser", "A knight's tour to play", "Open the whole page"),
    "es": ("Pruébalo en tu navegador", "Un recorrido para jugar", "Abrir la página entera"),
}


def shown(kind: str, state: str, docname: str) -> str:
    """Return the HTML of a marker.

    >>> shown("try it", "board=6x6", "recipes/list-lazily")
    '<p class="try-it"><a href="../page/index.html#board=6x6">Try it in your browser</a></p>'
    """
    language = "es" if docname.startswith("es/") else "en"
    text, title, whole = TEXTS[language]
    page = f"{'../' * docname.count('/')}page/index.html"
    address = escape(f"{page}#{state}")
    if kind == "try it":
        return f'<p class="try-it"><a href="{address}">{text}</a></p>'
    frame = f'<iframe src="{address}&amp;frame=auto" title="{title}" loading="lazy"></iframe>'
    return f'<div class="playable">{frame}<p><a href="{page}">{whole}</a></p></div>'


def fill(app: Any, docname: str, source: list[str]) -> None:
    """Replace the markers of a docs page."""

    def html(found: re.Match[str]) -> str:
        return shown(found[1], found[2], docname) if app.tags.has("page") else ""

    source[0] = MARKER.sub(html, source[0])
