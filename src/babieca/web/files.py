"""The files of the page: read once, compressed once, and kept by the browser."""

import asyncio
import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

CHECKED = "no-cache"
"""A browser asks whether its copy is current; the server answers 304 without the content."""
FOREVER = "public, max-age=31536000, immutable"
LEAST_COMPRESSED = 1024
LEAST_IN_THREAD = 32 * 1024
QUICK, SMALL = 3, 9
"""The levels of compression: for an answer that is sent once, and for a file."""
IMPORT = re.compile(
    r'(?:^import |^import\b.*?\bfrom |^\}.*?\bfrom |\bimport\()"(\.[^"]+)"', re.MULTILINE
)
OWN_FILE = re.compile(r'\b(href|src)="(?=(?:js|style|texts)/|knight\.svg")')
ENTRY = "js/main.js"


class Document:
    """Content that is stored compressed, with its media type and how long a browser keeps it."""

    def __init__(self, content: bytes, media: str, keep: str = CHECKED, level: int = SMALL) -> None:
        self._media, self._keep = media, keep
        self._tag = f'W/"{hashlib.sha256(content).hexdigest()[:20]}"'
        self._is_compressed = len(content) >= LEAST_COMPRESSED
        self._content = gzip.compress(content, level, mtime=0) if self._is_compressed else content

    def response(self, headers: Headers) -> Response:
        """Return the response to a request with these headers."""
        told = {"etag": self._tag, "cache-control": self._keep, "vary": "accept-encoding"}
        if self._tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=told)
        content = self._content
        if self._is_compressed and "gzip" in headers.get("accept-encoding", ""):
            told["content-encoding"] = "gzip"
        elif self._is_compressed:
            content = gzip.decompress(content)
        return Response(content, headers=told, media_type=self._media)


async def in_json(text: bytes, level: int = QUICK) -> Document:
    """Return an answer as a document; another thread compresses a long one."""
    if len(text) < LEAST_IN_THREAD:
        return Document(text, "application/json", level=level)
    return await asyncio.to_thread(Document, text, "application/json", level=level)


class Page:
    """The files of a directory, each at its own address and at one that names the version.

    The page itself names only addresses with the version, which a browser keeps for ever. A changed
    file makes another version.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._written = -1
        self._documents: dict[str, Document] = {}
        self._read()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        path = scope["path"].removeprefix("/") or "index.html"
        if path == "index.html":
            self._read()
        if path not in self._documents:
            raise HTTPException(404)
        await self._documents[path].response(Headers(scope=scope))(scope, receive, send)

    def _read(self) -> None:
        """Read the files if one of them has changed."""
        paths = [path for path in sorted(self._directory.rglob("*")) if path.is_file()]
        written = max(path.stat().st_mtime_ns for path in paths)
        if written == self._written:
            return
        files = {path.relative_to(self._directory).as_posix(): path.read_bytes() for path in paths}
        whole = hashlib.sha256(b"".join(files.values())).hexdigest()
        version = f"v/{whole[:16]}/"
        page = files["index.html"].decode()
        modules = "".join(
            f'<link rel="modulepreload" href="{name}">\n'
            for name in sorted(_imported(files, ENTRY))
        )
        page = page.replace("<script", f"{modules}<script", 1)
        files["index.html"] = OWN_FILE.sub(rf'\1="{version}', page).encode()
        documents = {}
        for name, content in files.items():
            media = mimetypes.guess_type(name)[0] or "application/octet-stream"
            documents[name] = Document(content, media)
            documents[version + name] = Document(content, media, FOREVER)
        self._documents, self._written = documents, written


def _imported(files: dict[str, bytes], module: str) -> set[str]:
    """Return a module and all modules that it imports."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        found.add(name := waiting.pop())
        folder = posixpath.dirname(name)
        names: Iterator[str] = (
            posixpath.normpath(posixpath.join(folder, other))
            for other in IMPORT.findall(files[name].decode())
        )
        waiting += [other for other in names if other not in found]
    return found
