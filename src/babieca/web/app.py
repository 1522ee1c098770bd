"""The routes: the verbs at once, the verbs as jobs, the jobs, and the page itself."""

# No lazy annotations: FastAPI evaluates the types of the bodies, which are local values.

import base64
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

from fastapi import FastAPI
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles

import babieca
from babieca.asking import VERBS
from babieca.drawing import THEMES
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS, TRACERS
from babieca.memory import human_bytes, parse_memory
from babieca.palette import Theme
from babieca.web.guard import Guard
from babieca.web.history import History
from babieca.web.job_routes import add_jobs
from babieca.web.jobs import Jobs
from babieca.web.refusals import REFUSALS, NoAnswerError, add_refusals
from babieca.web.settings import (
    MOST_LISTED,
    MOST_SQUARES,
    Allowance,
    Settings,
    allowed_bytes,
)
from babieca.web.shapes import JobShape, Status
from babieca.web.words import BODIES, OTHERS, Body, FileFormat
from babieca.web.workers import Pool

STATIC = Path(__file__).parent / "static"
RAMP_COLOURS = 48

MEDIA = {
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
    "json": "application/json",
}


class Server:
    """The pools of workers and the jobs, which the routes share."""

    def __init__(self, settings: Settings, history: History) -> None:
        self.settings = settings
        allowance = Allowance(allowed_bytes(settings.answer_memory), str(settings.atlases))
        waiting, seconds = settings.waiting_answers, settings.answer_seconds
        self.quick = Pool(settings.quick_workers, waiting, seconds, allowance)
        self.steady = Pool(settings.steady_workers, waiting, seconds, allowance)
        self.jobs = Jobs(settings, history)

    @contextlib.asynccontextmanager
    async def running(self, app: FastAPI) -> AsyncIterator[None]:
        """Keep workers while the server runs."""
        await self.quick.start()
        await self.steady.start()
        self.jobs.start()
        try:
            yield
        finally:
            await self.jobs.end()
            await self.quick.end()
            await self.steady.end()

    async def at_once(self, verb: str, asked: Body) -> bytes:
        """Answer within the time and memory limits of answers at once."""
        seconds, memory = self.settings.answer_seconds, self.settings.answer_memory
        given = asked.given()
        if given.get("timeout", 0) > seconds:
            raise NoAnswerError(f"timeout: at most {seconds:g} s at once; ask for it as a job")
        if _settled_memory(asked, given, memory) > memory:
            most = human_bytes(memory)
            raise NoAnswerError(f"memory: at most {most} at once; ask for it as a job")
        steady = verb in VERBS and VERBS[verb].pool == "steady"
        pool = self.steady if steady else self.quick
        return await pool.ask(verb, given)

    async def as_job(self, verb: str, asked: Body) -> dict[str, Any]:
        """Queue a job; a worker checks its question first."""
        given = asked.given()
        read = json.loads(await self.quick.ask("read", {"question": given["question"]}))
        memory = _settled_memory(asked, given, self.settings.job_memory)
        return self.jobs.add(verb, given, read["text"], memory).to_json()


def _settled_memory(asked: Body, given: dict[str, Any], usual: int) -> int:
    """Return the memory budget, and write it into the words if the verb takes `memory`."""
    memory = parse_memory(given.get("memory")) or usual
    if "memory" in type(asked).model_fields:
        given["memory"] = memory
    return memory


def create_app(settings: Settings, history: History) -> FastAPI:
    """Return the server's application."""
    server = Server(settings, history)
    app = FastAPI(
        title="Babieca",
        version=babieca.__version__,
        summary="Knight's tours: find, count, list, draw.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=server.running,
    )
    app.state.server = server
    app.add_middleware(Guard, settings=settings)
    add_refusals(app)
    at_once = {name: verb.summary for name, verb in VERBS.items() if verb.pool is not None}
    for name, summary in (at_once | OTHERS).items():
        _add_verb(app, server, name, summary)
    for name, verb in VERBS.items():
        if verb.job:
            _add_job(app, server, name, verb.summary)
    add_jobs(app, server.jobs, history)
    _add_status(app, server)
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    return app


def _add_verb(app: FastAPI, server: Server, name: str, summary: str) -> None:
    body = BODIES[name]
    answer: dict[str, Any] = {"description": f"As babieca {name} --json prints it"}
    if name == "draw":
        answer = {"description": "The file", "content": {"*/*": {}}}

    async def at_once(asked: body) -> Response:  # type: ignore[valid-type]
        text = await server.at_once(name, asked)
        return _file(text) if name == "draw" else Response(text, media_type="application/json")

    app.post(
        f"/api/{name}",
        operation_id=name,
        summary=summary,
        responses={**REFUSALS, 200: answer},
        tags=["at once"],
    )(at_once)


def _add_job(app: FastAPI, server: Server, name: str, summary: str) -> None:
    body = BODIES[name]

    async def as_job(asked: body) -> Any:  # type: ignore[valid-type]
        return await server.as_job(name, asked)

    app.post(
        f"/api/jobs/{name}",
        operation_id=f"start_{name}",
        summary=f"As a job: {summary}",
        status_code=202,
        responses=REFUSALS,
        response_model=JobShape,
        tags=["jobs"],
    )(as_job)


def _file(text: bytes) -> Response:
    """Return the file of a `draw` as a download."""
    file = json.loads(text)
    return Response(
        base64.b64decode(file["data"]),
        media_type=MEDIA.get(file["name"].rpartition(".")[2], "text/plain; charset=utf-8"),
        headers={"content-disposition": f'attachment; filename="{file["name"]}"'},
    )


def _add_status(app: FastAPI, server: Server) -> None:
    settings, jobs = server.settings, server.jobs

    @app.get("/api/status", response_model=Status, responses=REFUSALS)
    async def status() -> Any:
        """The abilities of this server, and its load."""
        return {
            "version": babieca.__version__,
            "jobs": jobs.counts | {"most_waiting": settings.waiting_jobs},
            "memory": {"all_jobs": settings.memory, "promised": jobs.promised},
            "most_squares": MOST_SQUARES,
            "most_listed": MOST_LISTED,
            "answer_seconds": settings.answer_seconds,
            "themes": {name: _palette(theme) for name, theme in THEMES.items()},
            "formats": list(get_args(FileFormat)),
            "methods": {
                "find": list(FINDERS),
                "count": list(COUNTERS),
                "list": ["auto", *LISTERS],
                "sample": list(NUMBERERS),
                "trace": list(TRACERS),
            },
        }


def _palette(theme: Theme) -> dict[str, Any]:
    """Return the colours of a theme: the page draws with the same ones as the pictures."""
    return {
        "background": theme.background,
        "light": theme.light_square,
        "dark": theme.dark_square,
        "frame": theme.frame,
        "ink": theme.ink,
        "faint": theme.faint,
        "ramp": theme.colours(RAMP_COLOURS),
        "heat": theme.heat_on_squares(RAMP_COLOURS),
    }
