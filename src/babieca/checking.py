"""Validation of tours: read squares as indices, find the first fault, describe it."""

from __future__ import annotations

import itertools
import re
from array import array
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.board_text import squares_in
from babieca.boards import Board
from babieca.errors import BadInputError, InvalidTourError, shown
from babieca.graphs import Graph

Kind = Literal["closed", "open", "path"]
KIND_WORDS: dict[Kind, str] = {"closed": "closed tour", "open": "open tour", "path": "path"}
Indices = NDArray[np.integer[Any]]
SquaresLike = str | Iterable[Any] | Indices

_OUTSIDE, _REPEATED, _NOT_A_MOVE = 1, 2, 3
_MOST_NAMED = 5


def checked_kind(kind: str | None) -> Kind | None:
    """Return the kind if it is a kind of tour, or None; refuse anything else."""
    if kind is None or (isinstance(kind, str) and kind in KIND_WORDS):
        return kind
    raise BadInputError(f"the kind of a tour is closed, open or path, not {shown(kind)}")


def in_words(kind: Kind, place: str) -> str:
    """Describe a tour of a kind.

    >>> in_words("closed", "8x8"), in_words("path", "8x8")
    ('closed tour of 8x8', 'path of 8x8, ends a move apart')
    """
    return f"{KIND_WORDS[kind]} of {place}{', ends a move apart' if kind == 'path' else ''}"


def cells(place: Board | Graph) -> int:
    """Return the bound of the indices: squares of the box, holes included, or vertices."""
    return place.cells if isinstance(place, Board) else len(place)


def to_index(place: Board | Graph, square: Any) -> int:
    """Return the index of a square, or the vertex of a label."""
    return place.index(square) if isinstance(place, Board) else place.vertex(square)


# From squares to indices ----------------------------------------------------------------------


def to_indices(place: Board | Graph, squares: SquaresLike) -> Indices:
    """Return the indices of squares, labels, text such as `a1 b3`, or of an array of indices.

    At most two squares more than the board has are read: one more may repeat the first square of a
    closed tour, two more are no tour.
    """
    indices, fault = readable_indices(place, squares)
    if fault is not None:
        raise fault
    return indices


def readable_indices(
    place: Board | Graph, squares: SquaresLike
) -> tuple[Indices, InvalidTourError | None]:
    """Return the indices of `to_indices` before the first fault, and that fault.

    >>> readable_indices(Board(3, 4), "a1 c2 e9 b1")
    (array([0, 6], dtype=int32), InvalidTourError("step 3: square 'e9' is off the 3x4 board"))
    """
    fault = None
    if isinstance(squares, np.ndarray) and squares.ndim == 1 and squares.dtype.kind in "iu":
        try:
            return frozen_indices(place, squares), None
        except InvalidTourError as error:
            return frozen_indices(place, squares[: (error.step or 1) - 1]), error
    if isinstance(squares, str):
        words = re.finditer(r"\S+", squares)
        squares = squares_in(squares) if isinstance(place, Board) else (word[0] for word in words)
    try:
        first = itertools.islice(squares, len(place) + 2)
    except TypeError:
        raise BadInputError(f"squares come in a list, not as {shown(squares)}") from None
    indices = array("q")
    for step, square in enumerate(first, start=1):
        try:
            indices.append(to_index(place, square))
        except BadInputError as error:
            fault = InvalidTourError(f"step {step}: {error}", step=step)
            break
    return frozen_indices(place, np.asarray(indices)), fault


def frozen_indices(place: Board | Graph, given: Indices) -> Indices:
    """Return indices in a read-only array, of 32 bits if they suffice.

    If the given array is such an array, it is returned without a copy.
    """
    bound = cells(place)
    if given.size and not (int(given.min()) >= 0 and int(given.max()) < bound):
        *row, step = (int(at) for at in np.argwhere((given < 0) | (given >= bound))[0])
        raise InvalidTourError(
            f"{_row(row)}step {step + 1} is {given[*row, step]}, which is no square of "
            f"{_where(place)}",
            step=step + 1,
        )
    dtype = np.int32 if bound < 2**31 else np.int64
    if given.dtype == dtype and given.flags.c_contiguous and _is_frozen(given):
        return given
    copy: Indices = np.array(given, dtype=dtype, order="C")
    copy.flags.writeable = False
    return copy


def _is_frozen(array: NDArray[Any]) -> bool:
    """Whether the array is read-only, and every array that it is a view of.

    >>> shared = np.arange(3)
    >>> view = shared.view()
    >>> view.flags.writeable = False
    >>> _is_frozen(view)
    False
    """
    while not array.flags.writeable:
        if not isinstance(array.base, np.ndarray):
            # The memory belongs to numpy or to the core. A file or a buffer could still change.
            owner: Any = array.base
            if isinstance(owner, memoryview):
                owner = owner.obj
            return owner is None or type(owner).__module__.startswith("nanobind")
        array = array.base
    return False


# From indices to tours ------------------------------------------------------------------------


def check(place: Board | Graph, order: Indices, kind: Kind | None) -> Kind:
    """Raise the first fault; return the kind of the tour.

    `kind` is the kind it must have. With None, the ends decide between closed and open.
    """
    return _check(place, order.reshape(1, -1), kind, named=False)[0]


def check_rows(place: Board | Graph, rows: Indices, kind: Kind | None) -> list[Kind]:
    """Check many sequences at once, one per row; a fault names its row, counted from 0."""
    return _check(place, rows, kind, named=True)


def _check(place: Board | Graph, rows: Indices, kind: Kind | None, *, named: bool) -> list[Kind]:
    fault, row, step, ends_meet = _first_fault(place, rows)
    meet = ends_meet.view(np.bool_)
    length = rows.shape[1]
    message, at = "", None
    if fault:
        message, at = _fault_in_words(place, rows[row], fault, step), step + 1
    elif len(rows) and length < len(place):
        message = _missing_in_words(place, rows[0])
    elif kind == "closed" and (length < 3 or not meet.all()):
        row = int(np.argmin(meet)) if length >= 3 else 0
        message, at = _not_closed_in_words(place, rows[row]) if len(rows) else "", length
    elif kind == "open" and meet.any():
        row = int(np.argmax(meet))
        message = (
            f"not an open tour: its ends {_name(place, rows[row][-1])} and "
            f"{_name(place, rows[row][0])} are a move apart"
        )
    if message:
        raise InvalidTourError(f"{_row([row] if named else [])}{message}", step=at)
    if kind in ("closed", "open"):
        return [kind] * len(rows)
    # Two squares a move apart are an edge, not a cycle.
    otherwise: Kind = "path" if kind == "path" or length < 3 else "closed"
    return [otherwise if meets else "open" for meets in meet.tolist()]


def fault_of_walk(place: Board | Graph, order: Indices) -> InvalidTourError | None:
    """Return why squares are not a walk without repetition; None if they are.

    >>> board = Board(3, 4)
    >>> str(fault_of_walk(board, to_indices(board, "a1 c2 a1")))
    'step 3 is on a1, already visited at step 1'
    """
    fault, _, step, _ = _first_fault(place, order.reshape(1, -1))
    if not fault:
        return None
    return InvalidTourError(_fault_in_words(place, order, fault, step), step=step + 1)


def _first_fault(place: Board | Graph, rows: Any) -> tuple[int, int, int, NDArray[np.uint8]]:
    if isinstance(place, Graph):
        return _core.check_on_graph(rows, place.offsets, place.targets)
    return _core.check_on_board(rows, place.sides, place.wrap, *place.leaper, place.hole_indices)


# Words ----------------------------------------------------------------------------------------


def _row(row: list[int]) -> str:
    return f"row {row[0]}: " if row else ""


def _where(place: Board | Graph) -> str:
    return str(place) if isinstance(place, Board) else f"the graph of {len(place)} vertices"


def _name(place: Board | Graph, index: Any) -> str:
    if isinstance(place, Graph):
        return shown(place.labels[int(index)])
    return place.name_of(place.square(int(index)))


def _fault_in_words(place: Board | Graph, order: Indices, fault: int, step: int) -> str:
    if fault == _OUTSIDE:
        assert isinstance(place, Board)
        return f"step {step + 1} is {place.square(int(order[step]))}, which is a hole"
    name = _name(place, order[step])
    if fault == _REPEATED:
        earlier = int(np.flatnonzero(order == order[step])[0])
        return f"step {step + 1} is on {name}, already visited at step {earlier + 1}"
    assert fault == _NOT_A_MOVE
    return (
        f"step {step + 1} goes from {_name(place, order[step - 1])} to {name}, which is not a move"
    )


def _not_closed_in_words(place: Board | Graph, order: Indices) -> str:
    if len(order) < 3:
        return "not closed: a closed tour has at least three squares"
    return (
        f"not closed: from the last square {_name(place, order[-1])} to the first "
        f"{_name(place, order[0])} is not a move"
    )


def _missing_in_words(place: Board | Graph, order: Indices) -> str:
    """Name the first missing squares. The memory is a small multiple of the given squares.

    If the given squares are sorted, the number of missing ones before the i-th is its index - i.
    """
    holes = place.hole_indices if isinstance(place, Board) else ()
    there = np.sort(np.concatenate([order.astype(np.int64), np.array(holes, dtype=np.int64)]))
    count = len(place) - len(order)
    which = np.arange(min(count, _MOST_NAMED))
    missing = which + np.searchsorted(there - np.arange(len(there)), which, side="right")
    names = ", ".join(_name(place, index) for index in missing)
    more = ", …" if count > _MOST_NAMED else ""
    return f"{count} {'square is' if count == 1 else 'squares are'} missing: {names}{more}"
