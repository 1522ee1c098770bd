"""The work behind the routes: answers at once, recordings, jobs, and streams of events."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import Response, StreamingResponse

from babieca.asking import VERBS
from babieca.errors import BAD_INPUT, UNDECIDED
from babieca.memory import human_bytes, parse_memory
from babieca.reasons import Reason
from babieca.web.files import SMALL, Document, in_json
from babieca.web.history import MOST_NUMBER, History, Job
from babieca.web.jobs import Jobs
from babieca.web.reference import reference
from babieca.web.refusals import NoAnswerError
from babieca.web.settings import Settings
from babieca.web.words import Body
from babieca.web.workers import Pool

STATIC = Path(__file__).parent / "static"
MOST_RECORDINGS = 100
MOST_STREAMS = 500


@dataclass
class Recording:
    """A trace that is made or kept, and how many clients wait for it."""

    task: asyncio.Task[Document]
    clients: int = 0

    @property
    def is_kept(self) -> bool:
        task = self.task
        return task.done() and not task.cancelled() and task.exception() is None


class Service:
    """The pools of workers, the jobs, the recordings and the streams, which the routes share."""

    def __init__(self, settings: Settings, history: History) -> None:
        self.settings, self.history = settings, history
        self.quick = Pool(settings.quick_workers, settings)
        self.steady = Pool(settings.steady_workers, settings)
        self.jobs = Jobs(settings, history)
        self._streams = 0
        self._recordings: dict[str, Recording] = {}
        self._described: asyncio.Task[tuple[Document, Document]] | None = None

    @contextlib.asynccontextmanager
    async def running(self, app: FastAPI) -> AsyncIterator[None]:
        await asyncio.gather(self.quick.start(), self.steady.start())
        self.jobs.start()
        try:
            yield
        finally:
            await self.jobs.end()
            await self.quick.end()
            await self.steady.end()

    async def described(self, app: FastAPI) -> tuple[Document, Document]:
        """Return the schema and the page of documentation; the first request has them made."""
        if self._described is None:
            self._described = asyncio.create_task(asyncio.to_thread(self._describe, app))
        return await asyncio.shield(self._described)

    def _describe(self, app: FastAPI) -> tuple[Document, Document]:
        schema = app.openapi()
        bearer = {"type": "http", "scheme": "bearer", "description": "The token of the server."}
        cookie = {"type": "apiKey", "in": "cookie", "name": f"babieca-{self.settings.port}"}
        cookie["description"] = "Browsers that opened `/?token=TOKEN` have this cookie."
        schema["components"]["securitySchemes"] = {"token": bearer, "cookie": cookie}
        if self.settings.token is not None:
            schema["security"] = [{"token": []}, {"cookie": []}]
        page = reference((STATIC / "reference.html").read_text(), schema)
        told = Document(json.dumps(schema).encode(), "application/json")
        return told, Document(page.encode(), "text/html")

    async def at_once(self, verb: str, asked: Body) -> bytes:
        seconds, memory = self.settings.answer_seconds, self.settings.answer_memory
        given = asked.given()
        if given.get("timeout", 0) > seconds:
            raise NoAnswerError(Reason("at_once", name="timeout", most=f"{seconds:g} s"))
        if _settled_memory(asked, given, memory) > memory:
            raise NoAnswerError(Reason("at_once", name="memory", most=human_bytes(memory)))
        steady = verb in VERBS and VERBS[verb].pool == "steady"
        return await (self.steady if steady else self.quick).ask(verb, given)

    async def recording(self, asked: Body) -> Document:
        """Return a trace; all clients that want the same one share the work and its answer."""
        if "timeout" in asked.model_fields_set:
            raise NoAnswerError(Reason("recording_timeout"))
        key = asked.model_dump_json(exclude_unset=True)
        if key not in self._recordings:
            if len(self._recordings) >= MOST_RECORDINGS:
                del self._recordings[next(iter(self._recordings))]
            self._recordings[key] = Recording(asyncio.create_task(self._record(asked)))
        recording = self._recordings[key]
        recording.clients += 1
        try:
            return await asyncio.shield(recording.task)
        finally:
            recording.clients -= 1
            # A client that leaves ends its own wait; without clients the work ends.
            if not recording.clients and not recording.is_kept:
                recording.task.cancel()
                if self._recordings.get(key) is recording:
                    del self._recordings[key]

    async def _record(self, asked: Body) -> Document:
        return await in_json(await self.at_once("trace", asked), SMALL)

    async def as_job(self, verb: str, asked: Body, browser: str | None) -> Job:
        """Queue a job; a worker checks its question first."""
        given = asked.given()
        read = json.loads(await self.quick.ask("read", {"question": given["question"]}))
        usual = self.settings.memory // self.settings.jobs_at_once
        memory = _settled_memory(asked, given, usual)
        return self.jobs.add(verb, given, read["text"], memory, browser)

    def streamed(self, told: AsyncIterator[Job | None]) -> Response:
        """Return jobs as server-sent events; None is a comment, which keeps the stream open."""
        if self._streams >= MOST_STREAMS:
            raise NoAnswerError(Reason("too_many_questions"), UNDECIDED, 429)

        async def lines() -> AsyncIterator[str]:
            self._streams += 1
            try:
                async for job in told:
                    text = ":" if job is None else f"event: job\ndata: {json.dumps(asdict(job))}"
                    yield f"{text}\n\n"
            finally:
                self._streams -= 1

        return StreamingResponse(lines(), media_type="text/event-stream")

    def job(self, number: int) -> Job:
        is_number = 0 < number < MOST_NUMBER
        job = self.jobs.job(number) if is_number else None
        if job is None and is_number and self.history.is_damaged(number):
            raise NoAnswerError(Reason("job_damaged", job=number), BAD_INPUT, 404)
        if job is None:
            raise NoAnswerError(Reason("no_job", job=number), BAD_INPUT, 404)
        return job


def _settled_memory(asked: Body, given: dict[str, Any], usual: int) -> int:
    """Return the memory budget, and write it into the words if the verb takes `memory`."""
    memory = parse_memory(given.get("memory")) or usual
    if "memory" in type(asked).model_fields:
        given["memory"] = memory
    return memory
