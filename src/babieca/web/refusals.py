"""Every refusal is one object: a line for people, and the exit code of the command line."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import Match

from babieca.errors import BAD_INPUT, FAULT, BabiecaError
from babieca.web.shapes import Fault
from babieca.web.worker import fault
from babieca.web.workers import STATUSES, NoAnswerError

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
"""What every verb may answer instead of an answer."""


def add_faults(app: FastAPI) -> None:
    """Answer every error in this form."""

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
