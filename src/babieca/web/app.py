"""The table of addresses: the verbs at once, the verbs as jobs, the jobs, and the page itself."""

# Without lazy annotations: the types of the bodies are values here.

import base64
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any, get_args

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import Match

import babieca
from babieca.drawing import THEMES
from babieca.drawing.palette import Theme
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS, TRACERS
from babieca.errors import BAD_INPUT, FAULT, BabiecaError
from babieca.memory import human_bytes, parse_memory
from babieca.web import words
from babieca.web.guard import Guard
from babieca.web.history import History
from babieca.web.jobs import Jobs
from babieca.web.settings import MOST_LISTED, MOST_SQUARES, Settings
from babieca.web.shapes import Fault, JobList, JobShape, Status
from babieca.web.worker import Allowance, fault
from babieca.web.workers import STATUSES, NoAnswerError, Pool

STATIC = Path(__file__).parent / "static"
HEARTBEAT_SECONDS = 15.0
RAMP_COLOURS = 48

QUICK: dict[str, type[words.Words]] = {
    "exists": words.Asking,
    "find": words.Find,
    "info": words.Info,
    "check": words.Check,
}
STEADY: dict[str, type[words.Asking]] = {
    "plan": words.Plan,
    "count": words.Count,
    "first_moves": words.FirstMoves,
    "classes": words.Classes,
    "fractions": words.Fractions,
    "study": words.Study,
    "usage": words.Usage,
    "list": words.List,
    "sample": words.Sample,
    "unrank": words.Unrank,
    "rank": words.Rank,
    "trace": words.Trace,
}
"""Verbs that may keep a process busy have workers of their own, so that finding never waits."""
AS_JOBS: dict[str, type[words.Asking]] = {**STEADY, "find": words.Find, "atlas": words.Atlas}
MEDIA = {
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
    "json": "application/json",
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Fault, "description": "The body cannot be read (code 2)"},
    401: {"model": Fault, "description": "The token is missing or wrong (code 2)"},
    403: {"model": Fault, "description": "Another host or another page (code 2)"},
    404: {"model": Fault, "description": "Proved: there is no such tour (code 1)"},
    409: {"model": Fault, "description": "Not decided within the limits (code 3)"},
    413: {"model": Fault, "description": "The request is too large (code 2)"},
    422: {"model": Fault, "description": "Bad input (code 2)"},
    429: {"model": Fault, "description": "Too many jobs are waiting (code 3)"},
    500: {"model": Fault, "description": "A contradiction (code 4) or a fault of the program (70)"},
    503: {"model": Fault, "description": "Too many questions at once (code 3)"},
}
NO_JOB: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    404: {"model": Fault, "description": "There is no such job (code 2)"},
    409: {"model": Fault, "description": "The job has not ended, or has ended already (code 2)"},
}


class Server:
    """What the addresses share: the pools of workers and the jobs."""

    def __init__(self, settings: Settings, history: History) -> None:
        self.settings, self.history = settings, history
        allowance = Allowance(settings.answer_memory, atlases=str(settings.atlases))
        waiting, seconds = settings.waiting_answers, settings.answer_seconds
        self.quick = Pool(settings.quick_workers, waiting, seconds, allowance)
        self.steady = Pool(settings.steady_workers, waiting, seconds, allowance)
        self.jobs = Jobs(settings, history)

    @contextlib.asynccontextmanager
    async def running(self, app: FastAPI) -> AsyncIterator[None]:
        """Have workers for as long as the server runs."""
        await self.quick.start()
        await self.steady.start()
        self.jobs.start()
        try:
            yield
        finally:
            await self.jobs.end()
            await self.quick.end()
            await self.steady.end()

    async def at_once(self, verb: str, asked: words.Words) -> bytes:
        """Answer within the time that answers at once may take."""
        seconds, memory = self.settings.answer_seconds, self.settings.answer_memory
        given = asked.given()
        if given.get("timeout", 0) > seconds:
            raise _refused(f"timeout: at most {seconds:g} s at once; ask for it as a job")
        if _settled_memory(asked, given, memory) > memory:
            raise _refused(f"memory: at most {human_bytes(memory)} at once; ask for it as a job")
        return await (self.steady if verb in STEADY else self.quick).ask(verb, given)

    async def as_job(self, verb: str, asked: words.Asking) -> dict[str, Any]:
        """Queue a job, if its question is one."""
        given = asked.given()
        read = json.loads(await self.quick.ask("read", {"question": given["question"]}))
        memory = _settled_memory(asked, given, self.settings.job_memory)
        return self.jobs.add(verb, given, read["text"], memory).to_json()


def _settled_memory(asked: words.Words, given: dict[str, Any], usual: int) -> int:
    """Return the bytes that work may take, and write them where the verb takes that word."""
    memory = parse_memory(given.get("memory")) or usual
    if "memory" in type(asked).model_fields:
        given["memory"] = memory
    return memory


def _refused(message: str) -> NoAnswerError:
    return NoAnswerError(message, BAD_INPUT, 422)


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
    _add_faults(app)
    for verb, body in {**QUICK, **STEADY}.items():
        _add_verb(app, server, verb, body)
    for verb, body in AS_JOBS.items():
        _add_job(app, server, verb, body)
    _add_draw(app, server)
    _add_jobs(app, server)
    _add_status(app, server)
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    return app


def _add_verb(app: FastAPI, server: Server, verb: str, body: type[words.Words]) -> None:
    async def at_once(asked: body) -> Response:  # type: ignore[valid-type]
        return Response(await server.at_once(verb, asked), media_type="application/json")

    app.post(
        f"/api/{verb}",
        operation_id=verb,
        summary=body.__doc__,
        responses={**REFUSALS, 200: {"description": f"As babieca {verb} --json prints it"}},
        tags=["at once"],
    )(at_once)


def _add_job(app: FastAPI, server: Server, verb: str, body: type[words.Asking]) -> None:
    async def as_job(asked: body) -> Any:  # type: ignore[valid-type]
        return await server.as_job(verb, asked)

    app.post(
        f"/api/jobs/{verb}",
        operation_id=f"start_{verb}",
        summary=f"As a job: {body.__doc__}",
        status_code=202,
        responses=REFUSALS,
        response_model=JobShape,
        tags=["jobs"],
    )(as_job)


def _add_draw(app: FastAPI, server: Server) -> None:
    @app.post("/api/draw", responses={**REFUSALS, 200: {"content": {"*/*": {}}}}, tags=["at once"])
    async def draw(asked: words.Draw) -> Response:
        """The first tour of a text as a file."""
        file = json.loads(await server.at_once("draw", asked))
        return Response(
            base64.b64decode(file["data"]),
            media_type=MEDIA.get(asked.format, "text/plain; charset=utf-8"),
            headers={"content-disposition": f'attachment; filename="{file["name"]}"'},
        )


def _add_jobs(app: FastAPI, server: Server) -> None:
    jobs, history = server.jobs, server.history
    number = Annotated[int, Query(ge=1, le=2**62)]

    def described(job: int) -> dict[str, Any]:
        told = jobs.describe(job) if 0 < job < 2**62 else None
        if told is None:
            raise NoAnswerError(f"there is no job {job}", BAD_INPUT, 404)
        return told

    @app.get("/api/jobs", response_model=JobList, responses=REFUSALS, tags=["jobs"])
    async def jobs_(
        limit: Annotated[int, Query(ge=1, le=200)] = 50, before: number | None = None
    ) -> Any:
        """The last jobs, the newest first; `before` a number for those before it."""
        return {"jobs": jobs.describe_all(limit, before)}

    @app.get("/api/jobs/{job:int}", response_model=JobShape, responses=NO_JOB, tags=["jobs"])
    async def job(job: int) -> Any:
        """One job and how far it is."""
        return described(job)

    @app.get("/api/jobs/{job:int}/result", responses=NO_JOB, tags=["jobs"])
    async def result(job: int) -> Response:
        """The answer of a job that is done: what the verb answers at once."""
        told = described(job)
        text = history.result(job)
        if text is None:
            raise NoAnswerError(f"job {job} is {told['state']}: it has no result", BAD_INPUT, 409)
        return Response(text, media_type="application/json")

    @app.get(
        "/api/jobs/{job:int}/events",
        responses={**NO_JOB, 200: {"content": {"text/event-stream": {}}}},
        tags=["jobs"],
    )
    async def events(job: int) -> Response:
        """Server-sent events: `job` with the job as data whenever it has changed, until it ends."""
        described(job)
        return _streamed(jobs.watch(job, HEARTBEAT_SECONDS))

    @app.get(
        "/api/jobs/events",
        responses={**REFUSALS, 200: {"content": {"text/event-stream": {}}}},
        tags=["jobs"],
    )
    async def all_events() -> Response:
        """The events of all jobs that have not ended, and of those that come, without end."""
        return _streamed(jobs.watch_all(HEARTBEAT_SECONDS))

    @app.post(
        "/api/jobs/{job:int}/cancel", response_model=JobShape, responses=NO_JOB, tags=["jobs"]
    )
    async def cancel(job: int) -> Any:
        """End a job before its time."""
        told = described(job)
        if not jobs.cancel(job):
            raise NoAnswerError(f"job {job} is {told['state']}", BAD_INPUT, 409)
        await jobs.wait(job)
        return described(job)

    @app.delete("/api/jobs/{job:int}", status_code=204, responses=NO_JOB, tags=["jobs"])
    async def forget(job: int) -> Response:
        """Strike a job that has ended out of the history."""
        told = described(job)
        if told["ended"] is None:
            raise NoAnswerError(f"job {job} is {told['state']}: cancel it first", BAD_INPUT, 409)
        history.forget(job)
        return Response(status_code=204)


def _streamed(told: AsyncIterator[dict[str, Any] | None]) -> Response:
    """Return jobs as server-sent events; a comment keeps the line open where there is nothing."""

    async def lines() -> AsyncIterator[str]:
        async for job in told:
            yield ":\n\n" if job is None else f"event: job\ndata: {json.dumps(job)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")


def _add_status(app: FastAPI, server: Server) -> None:
    settings, jobs = server.settings, server.jobs

    @app.get("/api/status", response_model=Status, responses=REFUSALS)
    async def status() -> Any:
        """What this server can do, and how busy it is."""
        return {
            "version": babieca.__version__,
            "jobs": jobs.counts | {"most_waiting": settings.waiting_jobs},
            "memory": {"all_jobs": settings.memory, "promised": jobs.promised},
            "most_squares": MOST_SQUARES,
            "most_listed": MOST_LISTED,
            "answer_seconds": settings.answer_seconds,
            "themes": {name: _palette(theme) for name, theme in THEMES.items()},
            "formats": list(get_args(words.FileFormat)),
            "methods": {
                "find": list(FINDERS),
                "count": list(COUNTERS),
                "list": ["auto", *LISTERS],
                "sample": list(NUMBERERS),
                "trace": list(TRACERS),
            },
        }


def _palette(theme: Theme) -> dict[str, Any]:
    """The colours of a theme, so that the page draws as the pictures do."""
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


def _add_faults(app: FastAPI) -> None:
    """Every refusal is one object: a line for people, and the exit code of the command line."""

    @app.exception_handler(NoAnswerError)
    async def no_answer(request: Request, error: NoAnswerError) -> Response:
        return JSONResponse(error.fault, error.status)

    @app.exception_handler(BabiecaError)
    async def bad(request: Request, error: BabiecaError) -> Response:
        return JSONResponse(fault(str(error), error.code), STATUSES[error.code])

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        return JSONResponse(fault("a fault of the program", FAULT), 500)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return JSONResponse(fault(_in_one_line(error), BAD_INPUT), 422)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        headers, status, said = error.headers, error.status_code, str(error.detail)
        if status in (404, 405) and request.url.path.startswith("/api"):
            # The page answers to every address; which methods one has, only its own routes know.
            methods = _methods(app, request)
            headers = {"allow": ", ".join(methods)}
            status = 405 if methods else 404
            said = f"ask with {' or '.join(methods)}" if methods else "there is no such address"
        return JSONResponse(fault(said, BAD_INPUT), status, headers)


def _methods(app: FastAPI, request: Request) -> list[str]:
    routes = [route for route in app.routes if isinstance(route, APIRoute)]
    at_it = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in at_it for method in route.methods or ()})


def _in_one_line(error: RequestValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:] if not _is_branch(part))
    said = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {said}" if where else said


def _is_branch(part: object) -> bool:
    """Whether a place names one of several types a word may have: nobody wrote that."""
    return isinstance(part, str) and not part.isidentifier()
