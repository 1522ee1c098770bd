"""The errors of Babieca.

A question about tours has three answers: *found*, *proved impossible*, *not decided within the
limits*. A function that finds a tour returns it, raises `NoTourError`, or raises `NotFoundError`.
"""

import functools
import reprlib
from typing import Any

from babieca.reasons import LANGUAGES, Reason, catalogue

_BRIEF = reprlib.Repr()
_BRIEF.maxstring = _BRIEF.maxother = _BRIEF.maxlong = 60


def shown(value: object) -> str:
    """Return the `repr` of a value for a message, cut to 60 characters.

    >>> shown("z9"), len(shown("z9" * 5000)), len(shown(list(range(10**6))))
    ("'z9'", 60, 23)
    """
    try:
        text = _BRIEF.repr(value)
    except ValueError:  # an integer of more digits than Python writes
        text = f"a very large {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:59]}…"


def quantity(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> quantity(1, "square"), quantity(0, "class", "classes"), quantity(12_345, "tour")
    ('1 square', '0 classes', '12345 tours')
    """
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


YES, NO, BAD_INPUT, UNDECIDED, CONTRADICTION = range(5)
FAULT = 70
"""The exit codes of the command line, which are also the codes of the HTTP API."""


class BabiecaError(Exception):
    """The base class of all errors of Babieca; `code` is the exit code, `reason` the text as data.

    An error is made from the code of a reason and its arguments, from a reason, or from a text.

    >>> NoTourError("too small").code, BadInputError("no board").code
    (1, 2)
    >>> BadInputError("square_is_hole", square="a1").reason
    'square a1 is a hole of the board'
    """

    code = BAD_INPUT

    def __init__(self, reason: str = "", /, *more: object, **arguments: object) -> None:
        if type(reason) is str and reason in catalogue(LANGUAGES[0]):
            reason = Reason(reason, **arguments)
        super().__init__(reason, *more)

    @property
    def reason(self) -> Reason | None:
        """Why, with a code and its arguments; None if this text has no code."""
        return next((each for each in self.args if isinstance(each, Reason)), None)

    def to_json(self) -> dict[str, Any]:
        """Return the error as one line of JSON has it: the text, the exit code and the reason.

        >>> BadInputError("no board").to_json()
        {'error': 'no board', 'code': 2}
        """
        reason = {} if self.reason is None else {"reason": self.reason.to_json()}
        return {"error": " ".join(str(self).split()), "code": self.code, **reason}


class BadInputError(BabiecaError, ValueError):
    """An argument that cannot be used.

    >>> from babieca import Board
    >>> Board(8, 8).index("z9")
    Traceback (most recent call last):
        ...
    babieca.errors.BadInputError: square 'z9' is off the 8x8 board (a1 to h8)
    """


def utf8(text: str) -> bytes:
    r"""Return text as the bytes of a file; refuse a lone half of a character.

    >>> utf8("a\ud800")
    Traceback (most recent call last):
        ...
    babieca.errors.BadInputError: '\ud800' is half a character, which no text holds: leave it out
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise BadInputError(half_character(error)) from None


def half_character(error: UnicodeEncodeError) -> Reason:
    """Return the reason to refuse a text that UTF-8 cannot hold."""
    return Reason("half_character", half=shown(error.object[error.start]))


class InvalidTourError(BadInputError):
    """A sequence of squares that is not a tour. `step` is the first wrong step, counted from 1.

    >>> from babieca import Board, Tour
    >>> Tour(Board(3, 4), "a1 c2 a3 a2")
    Traceback (most recent call last):
        ...
    babieca.errors.InvalidTourError: step 4 goes from a3 to a2, which is not a move
    """

    def __init__(self, message: str, *, step: int | None = None) -> None:
        super().__init__(message)
        self.step = step

    def __reduce__(self) -> tuple[object, ...]:
        return (functools.partial(InvalidTourError, step=self.step), self.args)


class NoTourError(BabiecaError):
    """Proved: no such tour exists. `proof` names the theorem, the argument or the search.

    `advice` says which tours exist instead, or is empty.

    >>> from babieca import Board, find
    >>> find(Board(4, 4))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    babieca.errors.NoTourError: no such tour exists: the 4x4 board has no closed tour (...)
    """

    code = NO

    def __init__(self, proof: str, advice: str = "", **arguments: object) -> None:
        super().__init__(proof, advice, **arguments)
        self.proof, self.advice = self.args

    def __str__(self) -> str:
        return str(Reason("no_such_tour", because=self.reason or self.proof))

    @property
    def reason(self) -> Reason | None:
        """The proof, and the advice if there is any."""
        if not self.advice:
            return super().reason
        return Reason("instead", because=self.proof, advice=self.advice)


class NotFoundError(BabiecaError):
    """Not decided: within the limits, no tour was found and nothing was proved.

    >>> from babieca import Board, find
    >>> find(Board(6, 6), method="sweep", states=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    babieca.errors.NotFoundError: sweep found no tour within its limits (1 state); ...
    """

    code = UNDECIDED


class ContradictionError(BabiecaError):
    """Two computations of one number disagree, by a hardware fault or a bug.

    >>> ContradictionError("two moduli disagree").code
    4
    """

    code = CONTRADICTION
