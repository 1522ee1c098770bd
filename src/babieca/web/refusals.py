"""Refusals of the API: each is one object with an error message and a code.

The code is the exit code that the command line has for the same error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import Match

from babieca.errors import BAD_INPUT, CONTRADICTION, FAULT, NO, UNDECIDED, BabiecaError
from babieca.processes import RefusedError, error_record
from babieca.web.shapes import Fault

STATUSES = {NO: 404, BAD_INPUT: 422, UNDECIDED: 409, CONTRADICTION: 500, FAULT: 500}
"""The HTTP status of each code."""

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Fault, "description": "The body cannot be read (code 2)"},
    401: {"model": Fault, "description": "The token is missing or wrong (code 2)"},
    403: {"model": Fault, "description": "The request names another host or page (code 2)"},
    404: {"model": Fault, "description": "Proved: there is no such tour (code 1)"},
    409: {"model": Fault, "description": "Not decided within the limits (code 3)"},
    413: {"model": Fault, "description": "The request is too large (code 2)"},
    422: {"model": Fault, "description": "Bad input (code 2)"},
    429: {"model": Fault, "description": "Too many jobs are waiting (code 3)"},
    500: {"model": Fault, "description": "A contradiction (code 4) or a fault of the program (70)"},
    503: {"model": Fault, "description": "Too many questions at once (code 3)"},
}
"""The refusals that every verb may answer with."""


class NoAnswerError(RefusedError):
    """A refusal of the server itself, with the HTTP status that it is sent with."""

    def __init__(self, message: str, code: int = BAD_INPUT, status: int | None = None) -> None:
        super().__init__(message, code)
        self.status = status or STATUSES[code]


def refusal(
    message: str, code: int, status: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a refusal as an HTTP response."""
    return JSONResponse(error_record(message, code), status or STATUSES[code], headers)


def add_refusals(app: FastAPI) -> None:
    """Answer every error with a refusal."""

    @app.exception_handler(BabiecaError)
    @app.exception_handler(RefusedError)
    async def with_code(request: Request, error: BabiecaError | RefusedError) -> Response:
        return refusal(str(error), error.code, getattr(error, "status", None))

    @app.exception_handler(Exception)
    async def of_program(request: Request, error: Exception) -> Response:
        return refusal("a fault of the program", FAULT)

    @app.exception_handler(RequestValidationError)
    async def of_body(request: Request, error: RequestValidationError) -> Response:
        return refusal(_in_one_line(error), BAD_INPUT)

    @app.exception_handler(HTTPException)
    async def of_address(request: Request, error: HTTPException) -> Response:
        status, message, headers = error.status_code, str(error.detail), error.headers
        if status in (404, 405) and request.url.path.startswith("/api"):
            # The page is mounted at every address, so that only the API's own routes know theirs.
            methods = _methods(app, request)
            headers = {"allow": ", ".join(methods)}
            status = 405 if methods else 404
            message = f"use {' or '.join(methods)} here" if methods else "there is no such address"
        return refusal(message, BAD_INPUT, status, headers)


def _methods(app: FastAPI, request: Request) -> list[str]:
    """Return the methods of the API's routes at an address."""
    routes = [route for route in app.routes if isinstance(route, APIRoute)]
    matching = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in matching for method in route.methods or ()})


def _in_one_line(error: RequestValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:] if not _is_branch(part))
    said = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {said}" if where else said


def _is_branch(part: object) -> bool:
    """Whether a part of a location names a branch of a pydantic union, not a word of the body."""
    return isinstance(part, str) and not part.isidentifier()
