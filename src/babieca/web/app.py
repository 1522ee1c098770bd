"""The routes: the verbs at once, the verbs as jobs, the jobs, and the page itself."""

# No lazy annotations: FastAPI evaluates the types of the bodies, which are local values.

import asyncio
import base64
import functools
import json
import mimetypes
from collections.abc import Coroutine
from dataclasses import dataclass
from operator import or_
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError

import babieca
from babieca.asking import VERBS
from babieca.drawing import THEMES
from babieca.engines import COUNTERS, FINDERS, LISTERS, NUMBERERS, TRACERS
from babieca.errors import BAD_INPUT, UNDECIDED
from babieca.formats.records import ANSWERS
from babieca.palette import Theme
from babieca.reasons import Reason
from babieca.web.files import Page, in_json
from babieca.web.guard import Guard
from babieca.web.history import History, Job
from babieca.web.refusals import HANDLERS, REFUSALS, NoAnswerError, refused
from babieca.web.service import STATIC, Service
from babieca.web.settings import MOST_LISTED, MOST_SQUARES, Settings
from babieca.web.words import BODIES, FILES, OTHERS, Body

Answer = TypeVar("Answer")

RAMP_COLOURS = 48
HEARTBEAT_SECONDS = 15.0

MEDIA = mimetypes.MimeTypes()
NO_JOB: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    404: refused("There is no such job (code 2)"),
    409: refused("The job has not ended, or has ended already (code 2)"),
}
QUEUED: dict[str, Any] = {
    "description": "The job, which waits or runs",
    "headers": {"Location": {"description": "Its address", "schema": {"type": "string"}}},
}
ROUTE: dict[str, Any] = {"tags": ["jobs"], "responses": NO_JOB}
RESULT = ROUTE | {"responses": {**NO_JOB, 200: {"model": functools.reduce(or_, ANSWERS.values())}}}
STREAM = ROUTE | {
    "responses": {**NO_JOB, 200: {"content": {"text/event-stream": {}}}},
    "response_class": Response,
}


def create_app(settings: Settings, history: History) -> FastAPI:
    service = Service(settings, history)
    app = FastAPI(
        title="Babieca",
        version=babieca.__version__,
        summary="Knight's tours: find, count, list, draw.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=service.running,
        exception_handlers=HANDLERS,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.service = service
    app.add_middleware(Guard, settings=settings)
    page = Page(STATIC)
    app.mount("/v", page)  # before the routes, which are tried one after the other
    for name, body in BODIES.items():
        _add_verb(app, service, name, body)
    _add_recordings(app, service)
    _add_jobs(app, service)
    _add_status(app, service)
    app.mount("/", page, name="page")
    return app


def _add_verb(app: FastAPI, service: Service, name: str, body: type[Body]) -> None:
    verb = VERBS.get(name)
    summary = OTHERS[name] if verb is None else verb.summary
    answer: dict[str, Any] = {"description": "The file", "content": {"*/*": {}}}
    if name != "draw":
        told = "The answer, with the fields that `--json` prints"
        answer = {"description": told, "model": ANSWERS[name]}
    if verb is None or verb.pool is not None:

        @app.post(
            f"/api/{name}",
            operation_id=name,
            summary=summary,
            responses={**REFUSALS, 200: answer},
            response_class=Response if name == "draw" else JSONResponse,
            tags=["at once"],
        )
        async def at_once(asked: body, request: Request) -> Response:  # type: ignore[valid-type]
            text = await _while_connected(request, service.at_once(name, asked))
            if name != "draw":
                return (await in_json(text)).response(request.headers)
            file = json.loads(text)
            return Response(
                base64.b64decode(file["data"]),
                media_type=MEDIA.guess_type(file["name"], strict=False)[0] or "text/plain",
                headers={"content-disposition": f'attachment; filename="{file["name"]}"'},
            )

    if verb is not None and verb.job:

        @app.post(
            f"/api/jobs/{name}",
            operation_id=f"start_{name}",
            summary=f"As a job: {summary}",
            status_code=202,
            responses={**REFUSALS, 202: QUEUED},
            tags=["jobs"],
        )
        async def as_job(asked: body, request: Request, response: Response) -> Job:  # type: ignore[valid-type]
            job = await service.as_job(name, asked, request.state.browser)
            response.headers["location"] = f"/api/jobs/{job.id}"
            return job


BodyText = Annotated[str, Query(description="The body of `trace`, as JSON.", max_length=60_000)]


def _add_recordings(app: FastAPI, service: Service) -> None:
    told: dict[int | str, dict[str, Any]] = {**REFUSALS, 200: {"model": ANSWERS["trace"]}}

    @app.get("/api/recordings", responses=told, tags=["at once"])
    async def get_recording(words: BodyText, request: Request) -> Response:
        """The answer of `trace`, whose body stands in the address: a browser can keep it."""
        try:
            asked = BODIES["trace"].model_validate_json(words)
        except ValidationError as error:
            raise RequestValidationError(
                [{**each, "loc": ("query", "words", *each["loc"])} for each in error.errors()]
            ) from None
        document = await _while_connected(request, service.recording(asked))
        return document.response(request.headers)


async def _while_connected(request: Request, answering: Coroutine[Any, Any, Answer]) -> Answer:
    """Return an answer; stop the work if the client leaves."""
    answer = asyncio.create_task(answering)
    left = asyncio.create_task(_left(request))
    try:
        await asyncio.wait([answer, left], return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        raise NoAnswerError(Reason("client_left"), UNDECIDED)
    finally:
        answer.cancel()
        left.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # it is the body


@dataclass
class JobList:
    """Jobs, the newest first."""

    jobs: list[Job]


Limit = Annotated[int, Query(ge=1, le=200)]
Number = Annotated[int | None, Query(ge=1, le=2**62, description="Only jobs with smaller numbers.")]
Mine = Annotated[bool, Query(description="Only jobs that this browser has started.")]


def _add_jobs(app: FastAPI, service: Service) -> None:
    jobs, history = service.jobs, service.history

    @app.get("/api/jobs", **ROUTE)
    async def list_jobs(
        request: Request, limit: Limit = 50, before: Number = None, mine: Mine = False
    ) -> JobList:
        """The newest jobs first."""
        return JobList(jobs.newest(limit, before, _browser(request, mine)))

    @app.get("/api/jobs/{job:int}", **ROUTE)
    async def get_job(job: int) -> Job:
        """One job and its progress."""
        return service.job(job)

    @app.get("/api/jobs/{job:int}/result", **RESULT)
    async def get_result(job: int, request: Request) -> Response:
        """The answer of a finished job, as the verb gives it at once."""
        service.job(job)
        text = history.result(job)
        if text is None:
            state = service.job(job).state  # refuses if the result was damaged
            raise NoAnswerError(
                Reason("job_no_result", job=job, state=Reason(state)), BAD_INPUT, 409
            )
        return (await in_json(text.encode())).response(request.headers)

    @app.get("/api/jobs/{job:int}/events", **STREAM)
    async def follow_job(job: int) -> Response:
        """Server-sent events: `job` with the job as data whenever it changes, until it ends."""
        service.job(job)
        return service.streamed(jobs.watch(HEARTBEAT_SECONDS, job))

    @app.get("/api/jobs/events", **STREAM)
    async def follow_jobs(request: Request, mine: Mine = False) -> Response:
        """The events of all unended and later jobs; the stream does not end."""
        browser = _browser(request, mine)
        return service.streamed(jobs.watch(HEARTBEAT_SECONDS, browser=browser))

    @app.post("/api/jobs/{job:int}/cancel", **ROUTE)
    async def cancel_job(job: int) -> Job:
        """Cancel a job."""
        state = service.job(job).state
        if not await jobs.cancel(job):
            raise NoAnswerError(Reason("job_is", job=job, state=Reason(state)), BAD_INPUT, 409)
        return service.job(job)

    @app.delete("/api/jobs/{job:int}", status_code=204, **ROUTE)
    async def delete_job(job: int) -> Response:
        """Delete an ended job from the history."""
        told = service.job(job)
        if told.ended is None:
            raise NoAnswerError(
                Reason("job_not_ended", job=job, state=Reason(told.state)), BAD_INPUT, 409
            )
        history.forget(job)
        return Response(status_code=204)


def _browser(request: Request, mine: bool) -> str | None:
    """Return the browser whose jobs are wanted; None for all jobs."""
    return (request.state.browser or "none") if mine else None


@dataclass
class Status:
    """The abilities of a server, and its load."""

    version: str
    jobs: dict[str, int]
    memory: dict[str, int]
    most_squares: int
    most_listed: int
    answer_seconds: float
    themes: dict[str, dict[str, str | list[str]]]
    formats: list[str]
    methods: dict[str, list[str]]


def _add_status(app: FastAPI, service: Service) -> None:
    settings, jobs = service.settings, service.jobs

    @app.get("/api/openapi.json", include_in_schema=False)
    async def schema(request: Request) -> Response:
        told, _ = await service.described(app)
        return told.response(request.headers)

    @app.get("/api", include_in_schema=False)
    async def documentation(request: Request) -> Response:
        _, page = await service.described(app)
        return page.response(request.headers)

    @app.get("/api/status", responses=REFUSALS)
    async def get_status() -> Status:
        """The abilities of this server, and its load."""
        return Status(
            version=babieca.__version__,
            jobs=jobs.counts | {"most_waiting": settings.waiting_jobs},
            memory={"all_jobs": settings.memory, "promised": jobs.promised},
            most_squares=MOST_SQUARES,
            most_listed=MOST_LISTED,
            answer_seconds=settings.answer_seconds,
            themes={name: palette_of(theme) for name, theme in THEMES.items()},
            formats=FILES,
            methods={
                "find": list(FINDERS),
                "count": list(COUNTERS),
                "list": ["auto", *LISTERS],
                "sample": list(NUMBERERS),
                "trace": ["auto", *TRACERS],
            },
        )


@functools.cache  # the colours of a theme take 10 ms
def palette_of(theme: Theme) -> dict[str, Any]:
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
