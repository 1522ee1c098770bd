"""Refusals of the API: each is one object with an error message and an exit code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import Match

from babieca.errors import BAD_INPUT, CONTRADICTION, FAULT, NO, UNDECIDED, BabiecaError
from babieca.processes import RefusedError, error_record
from babieca.reasons import Reason

STATUSES = {NO: 404, BAD_INPUT: 422, UNDECIDED: 409, CONTRADICTION: 500, FAULT: 500}
"""The HTTP status of each code."""


@dataclass(frozen=True)
class Fault:
    """A refusal: an error message, and the exit code of the command line.

    1: proved that there is no such tour. 2: bad input. 3: not decided within the limits. 4: a
    contradiction. 70: a fault of the program.
    """

    error: str
    code: int
    reason: dict[str, Any] | None = None
    """The error as data, if it has a code: see `Reason`."""


SECONDS_TO_RETRY = 5
LATER = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer"}}}


def refused(description: str, **told: Any) -> dict[str, Any]:
    """Return a refusal for the schema. It names `Fault`: a model each time would take long."""
    shape = {"$ref": "#/components/schemas/Fault"}
    return {"description": description, "content": {"application/json": {"schema": shape}}, **told}


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: refused("The body cannot be read (code 2)"),
    401: refused("The token is missing or wrong (code 2)"),
    403: refused("The request names another host or site (code 2)"),
    404: refused("Proved: there is no such tour (code 1)"),
    409: refused("Not decided within the limits (code 3)"),
    413: refused("The request is too large (code 2)"),
    415: refused("The body is not declared as JSON (code 2)"),
    422: {"model": Fault, "description": "Bad input (code 2)"},
    429: refused("Too many jobs or questions wait (3)", headers=LATER),
    500: refused("A contradiction (code 4) or a fault of the program (70)"),
}
"""The refusals that every verb may answer with."""


class NoAnswerError(RefusedError):
    """A refusal of the server itself, with the HTTP status that it is sent with."""

    def __init__(self, message: Reason, code: int = BAD_INPUT, status: int | None = None) -> None:
        super().__init__(message, code)
        self.status = status or STATUSES[code]


def refusal(
    message: str,
    code: int,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
    reason: dict[str, Any] | None = None,
) -> Response:
    return JSONResponse(error_record(message, code, reason), status or STATUSES[code], headers)


async def _with_code(request: Request, error: Any) -> Response:
    status = getattr(error, "status", None)
    later = {"retry-after": str(SECONDS_TO_RETRY)} if status == 429 else None
    reason = error.to_json().get("reason") if isinstance(error, BabiecaError) else error.reason
    return refusal(str(error), error.code, status, later, reason)


async def _of_program(request: Request, error: Exception) -> Response:
    return refusal(Reason("please_report"), FAULT)


_PLAINER = {
    "extra_forbidden": "there is no such word here; /api lists the words",
    "missing": "this word is needed",
}
"""Faults of a body by their pydantic type, for readers who do not know pydantic."""


async def _of_body(request: Request, error: Any) -> Response:
    """Name the first wrong word, and everything that would be right there."""
    errors = error.errors()
    word = _word(errors[0])
    for told in errors:
        for fault in getattr(told.get("ctx", {}).get("error"), "args", ()):
            if isinstance(fault, Reason):
                named = Reason("name_error", name=".".join(_word(told)), error=fault)
                return refusal(named if _word(told) else fault, BAD_INPUT)
    alternatives = dict.fromkeys(
        _PLAINER.get(each["type"])
        or str(each["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
        for each in errors
        if _word(each)[: len(word)] == word
    )
    said = " or ".join(alternatives)
    if str(errors[0]["msg"]).startswith("Input should be "):
        said = f"should be {said}"
    return refusal(": ".join(filter(None, (".".join(word), said))), BAD_INPUT)


def _word(error: Any) -> list[str]:
    """Return where a body is wrong.

    A text that is no identifier names the branch of a pydantic union, not a word of the body.
    """
    parts = error["loc"][1:]
    return [str(part) for part in parts if not isinstance(part, str) or part.isidentifier()]


async def _of_address(request: Request, error: Any) -> Response:
    status, message, headers = error.status_code, error.detail, error.headers
    if status in (404, 405) and request.url.path.startswith("/api"):
        # The page is mounted at every address, so only the API's routes know which addresses exist.
        routes = [route for route in request.app.routes if isinstance(route, APIRoute)]
        matching = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
        methods = sorted({method for route in matching for method in route.methods or ()})
        headers = {"allow": ", ".join(methods)}
        status = 405 if methods else 404
        message = Reason("no_such_address")
        if methods:
            message = Reason("use_methods", methods=methods)
    return refusal(message, BAD_INPUT, status, headers)


HANDLERS: dict[Any, Any] = {
    BabiecaError: _with_code,
    RefusedError: _with_code,
    RequestValidationError: _of_body,
    HTTPException: _of_address,
    Exception: _of_program,
}
"""Answer every error with a refusal."""
