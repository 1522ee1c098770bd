"""The page without a server, as static files: any web host serves them, and they work offline.

    python docs/static_page.py FOLDER MODULE

FOLDER gets the page, MODULE is the folder of the module (`make module`: build/wasm; the module with
threads, if there is one, is in build/wasm-threads). Every file except the page
itself, its manifest and its service worker has an address that names the version, so that a
browser never mixes two versions.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import babieca
from babieca import _core
from babieca.asking import VERBS
from babieca.drawing import THEMES
from babieca.public import Tours
from babieca.questions import Question
from babieca.web.app import palette_of
from babieca.web.words import BODIES

sys.path.insert(0, str(Path(__file__).parent))

from bundling import bundle
from lessons import STATIC, literal

WITHOUT_SERVER = {"js/api_server.js": "js/api_module.js"}
FORMATS = ["svg", "png", "json"]
"""The files that the page makes itself."""
ICONS = (192, 512)
TOLD = ("description", "examples", "enum", "const", "minimum", "maximum", "x-kind", "default")


def schema() -> dict[str, Any]:
    """Return the verbs of the module and their words, in the form of the server's schema.

    Other words of the library are marked `x-absent`: the page refuses links that say them.

    >>> told = schema()
    >>> sorted(told["paths"])[:3], "/api/classes" in told["paths"]
    (['/api/check', '/api/count', '/api/exists'], False)
    >>> told["components"]["schemas"]["FindQuestion"]["properties"]["symmetry"]["x-absent"]
    True
    """
    known = literal("workers/abilities.js", "WORDS")
    question = literal("workers/abilities.js", "QUESTION")
    question |= dict.fromkeys(_core.obeyed_words, "")
    bodies: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    for verb, words in known.items():
        made = BODIES[verb].model_json_schema()
        if asked := made.get("$defs", {}).get(f"{made['title']}Question"):
            bodies[asked["title"]] = {"properties": dict(_told(asked["properties"], question))}
        bodies[made["title"]] = {"properties": dict(_told(made["properties"], words))}
        body = {"schema": {"$ref": f"#/components/schemas/{made['title']}"}}
        paths[f"/api/{verb}"] = {"post": {"requestBody": {"content": {"application/json": body}}}}
    return {"paths": paths, "components": {"schemas": bodies}}


def _told(properties: dict[str, Any], known: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what a form needs of each word; `known` has the words, and their values if few."""
    for name, property in properties.items():
        if name == "question":
            yield name, {"$ref": property["$ref"].replace("$defs", "components/schemas")}
            continue
        parts = [property, *property.get("anyOf", ())]
        told = {key: part[key] for key in TOLD for part in parts if part.get(key) is not None}
        if name not in known:
            told["x-absent"] = True
        elif isinstance(known[name], list):
            told["enum" if "enum" in told else "examples"] = known[name]
        yield name, told


def recordings() -> Iterator[tuple[str, bytes]]:
    """Yield the words and the events of every recording of the lessons."""
    methods = literal("js/lane.js", "METHODS")
    with_seed = ("warnsdorff", "two-knights")
    for screens in literal("js/demos.js", "DEMOS").values():
        for screen in screens:
            shows = dict(screen["shows"])
            lanes, seed = shows.pop("lanes"), int(shows.pop("seed", 0))
            for lane in lanes.split(";"):
                words = {**methods[lane]["words"], "limit": 15_000}
                if words["method"] in with_seed:
                    words["seed"] = seed
                tours = Tours.of(Question.from_json(shows))
                events = [*VERBS["trace"].answer(tours, dict(words))]
                yield _canonical({"question": shows, **words}), _canonical(events).encode()


def _canonical(value: Any) -> str:
    """Return JSON with its keys in order, as `canonical` of the page's scripts does."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def icons() -> Iterator[tuple[str, bytes]]:
    """Yield the icons: a tour of 6x6 that a quarter-turn maps to itself."""
    tour = babieca.find("6x6", symmetry="quarter-turn")
    with tempfile.TemporaryDirectory() as folder:
        for size in ICONS:
            path = Path(folder, f"icon-{size}.png")
            tour.save(path, size=size, style="line", fill=True, labels=False)
            yield path.name, path.read_bytes()


def manifest(version: str) -> dict[str, Any]:
    return {
        "name": "Babieca: knight's tours",
        "short_name": "Babieca",
        "description": "Knight's tours: play, watch, count.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f8f1e5",
        "theme_color": "#fffdf8",
        "icons": [
            {"src": f"{version}icon-{size}.png", "sizes": f"{size}x{size}", "purpose": purpose}
            | {"type": "image/png"}
            for size in ICONS
            for purpose in ("any", "maskable")
        ],
    }


def assemble(folder: Path, module: Path, home: str = "../index.html") -> None:
    """Write the page into a folder; `home` is the address of the documentation."""
    scripts = {
        path.relative_to(STATIC).as_posix(): path.read_text() for path in STATIC.rglob("*.js")
    }
    page = (STATIC / "index.html").read_text()
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)">\n', page)
    first, later = bundle(scripts, "js/main.js", WITHOUT_SERVER)
    files = {
        "page.js": first.encode(),
        "later.js": later.encode(),
        "page.css": "".join((STATIC / style).read_text() for style in styles).encode(),
        "worker.js": bundle(scripts, "workers/module_worker.js", {})[0].encode(),
        "knight.svg": (STATIC / "knight.svg").read_bytes(),
        "api/openapi.json": _canonical(schema()).encode(),
        **dict(icons()),
    }
    modules = {"single": module, "threads": module.with_name(f"{module.name}-threads")}
    for kind, built in modules.items():
        files |= {f"{kind}/{path.name}": path.read_bytes() for path in built.glob("babieca.*s*")}
    recorded = {}
    for words, events in recordings():
        recorded[words] = f"recordings/{hashlib.sha256(events).hexdigest()[:16]}.json"
        files[recorded[words]] = events
    whole = hashlib.sha256(b"".join(files.values())).hexdigest()
    version = f"v/{whole[:16]}/"
    status = {
        "version": babieca.__version__,
        "themes": {name: palette_of(theme) for name, theme in THEMES.items()},
        "formats": FORMATS,
        "home": home,
        "recordings": {words: version + file for words, file in recorded.items()},
        "module": {"worker": f"{version}worker.js"}
        | {
            kind: f"{version}{kind}/babieca.js" for kind in modules if f"{kind}/babieca.js" in files
        },
    }
    files["api/status.json"] = _canonical(status).encode()
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        (folder / version / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / version / name).write_bytes(content)
    (folder / "index.html").write_text(_page(page, version))
    (folder / "manifest.json").write_text(_canonical(manifest(version)))
    kept = ["./", "manifest.json", *(version + name for name in files if "threads/" not in name)]
    offline = scripts["workers/offline.js"].replace('"the files"', json.dumps(kept), 1)
    offline = offline.replace("babieca-the version", f"babieca-{whole[:16]}")
    (folder / "offline.js").write_text(offline)


def _page(page: str, version: str) -> str:
    """Return index.html with one script, one style sheet, and what the server would answer."""
    page = re.sub(r'<link rel="stylesheet" href="[^"]+">\n', "", page)
    page = page.replace("api/status", "api/status.json")
    page = page.replace('src="js/main.js"', 'src="page.js"')
    head = [
        '<link rel="stylesheet" href="page.css">',
        '<link rel="manifest" href="../../manifest.json">',
        '<link rel="apple-touch-icon" href="icon-192.png">',
        '<meta name="theme-color" content="#fffdf8">',
    ]
    page = page.replace("<script", "\n".join(head) + "\n<script", 1)
    page = re.sub(r'\b(href|src)="(?!#|\.\./)', rf'\1="{version}', page)
    return page.replace("../../manifest.json", "manifest.json")


if __name__ == "__main__":
    assemble(*map(Path, sys.argv[1:3]))
