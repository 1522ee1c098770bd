"""The routes of jobs: list, show, result, events, cancel, forget."""

# No lazy annotations: FastAPI evaluates the annotations of the inner functions.

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import FastAPI, Query
from fastapi.responses import Response, StreamingResponse

from babieca.errors import BAD_INPUT
from babieca.web.history import History
from babieca.web.jobs import Jobs
from babieca.web.refusals import REFUSALS, NoAnswerError
from babieca.web.shapes import Fault, JobList, JobShape

HEARTBEAT_SECONDS = 15.0
NO_JOB: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    404: {"model": Fault, "description": "There is no such job (code 2)"},
    409: {"model": Fault, "description": "The job has not ended, or has ended already (code 2)"},
}
ROUTE: dict[str, Any] = {"tags": ["jobs"], "responses": NO_JOB}
EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}
STREAM: dict[str, Any] = {"tags": ["jobs"], "responses": {**NO_JOB, **EVENTS}}


def add_jobs(app: FastAPI, jobs: Jobs, history: History) -> None:
    """Add the routes of jobs to an application."""
    number = Annotated[int, Query(ge=1, le=2**62)]

    def described(job: int) -> dict[str, Any]:
        told = jobs.describe(job) if 0 < job < 2**62 else None
        if told is None:
            raise NoAnswerError(f"there is no job {job}", BAD_INPUT, 404)
        return told

    @app.get("/api/jobs", response_model=JobList, **ROUTE)
    async def jobs_(
        limit: Annotated[int, Query(ge=1, le=200)] = 50, before: number | None = None
    ) -> Any:
        """The newest jobs first; `before` gives jobs with smaller numbers."""
        return {"jobs": jobs.describe_all(limit, before)}

    @app.get("/api/jobs/{job:int}", response_model=JobShape, **ROUTE)
    async def job(job: int) -> Any:
        """One job and its progress."""
        return described(job)

    @app.get("/api/jobs/{job:int}/result", **ROUTE)
    async def result(job: int) -> Response:
        """The answer of a finished job, as the verb gives it at once."""
        told = described(job)
        text = history.result(job)
        if text is None:
            raise NoAnswerError(f"job {job} is {told['state']}: it has no result", BAD_INPUT, 409)
        return Response(text, media_type="application/json")

    @app.get("/api/jobs/{job:int}/events", **STREAM)
    async def events(job: int) -> Response:
        """Server-sent events: `job` with the job as data whenever it changes, until it ends."""
        described(job)
        return _streamed(jobs.watch(HEARTBEAT_SECONDS, job))

    @app.get("/api/jobs/events", **STREAM)
    async def all_events() -> Response:
        """The events of all unended and later jobs; the stream does not end."""
        return _streamed(jobs.watch(HEARTBEAT_SECONDS))

    @app.post("/api/jobs/{job:int}/cancel", response_model=JobShape, **ROUTE)
    async def cancel(job: int) -> Any:
        """Cancel a job."""
        told = described(job)
        if not jobs.cancel(job):
            raise NoAnswerError(f"job {job} is {told['state']}", BAD_INPUT, 409)
        await jobs.wait(job)
        return described(job)

    @app.delete("/api/jobs/{job:int}", status_code=204, **ROUTE)
    async def forget(job: int) -> Response:
        """Delete an ended job from the history."""
        told = described(job)
        if told["ended"] is None:
            raise NoAnswerError(f"job {job} is {told['state']}: cancel it first", BAD_INPUT, 409)
        history.forget(job)
        return Response(status_code=204)


def _streamed(told: AsyncIterator[dict[str, Any] | None]) -> Response:
    """Return jobs as server-sent events; for None a comment, which keeps the connection open."""

    async def lines() -> AsyncIterator[str]:
        async for job in told:
            yield ":\n\n" if job is None else f"event: job\ndata: {json.dumps(job)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")
