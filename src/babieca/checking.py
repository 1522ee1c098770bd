"""Is a sequence of squares a tour? If not, which is its first fault, in words?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.errors import BadInputError, InvalidTourError
from babieca.graphs import Graph
from babieca.memory import require

_OUTSIDE, _REPEATED, _NOT_A_MOVE = 1, 2, 3
MOST_CELLS_SEARCHED = 10**8
"""On larger boards the squares that are missing are counted, not named."""


def cells(place: Board | Graph) -> int:
    """Return the bound of the indices: squares of the box, holes included, or vertices."""
    return place.cells if isinstance(place, Board) else len(place)


def to_index(place: Board | Graph, square: Any) -> int:
    """Return the index of a square, or the vertex of a label."""
    return place.index(square) if isinstance(place, Board) else place.vertex(square)


def to_indices(place: Board | Graph, squares: Any) -> NDArray[np.integer[Any]]:
    """Return the indices of squares, labels, text such as `a1 b3`, or of an array of indices.

    An array of the right type that nobody can write to is returned as it is, so that 10^8 squares
    need no copy.
    """
    bound = cells(place)
    dtype = np.int32 if bound < 2**31 else np.int64
    if isinstance(squares, np.ndarray) and squares.ndim == 1 and squares.dtype.kind in "iu":
        if len(squares) and not (int(squares.min()) >= 0 and int(squares.max()) < bound):
            step = int(np.flatnonzero((squares < 0) | (squares >= bound))[0])
            raise InvalidTourError(
                f"step {step + 1} is {squares[step]}, which is no square of {place}", step=step + 1
            )
        if squares.dtype == dtype and squares.flags.c_contiguous and _is_frozen(squares):
            return squares
        return np.array(squares, dtype=dtype, order="C")
    if isinstance(squares, str):
        squares = squares.split()
    try:
        numbered = enumerate(squares, start=1)
    except TypeError:
        raise BadInputError(f"squares come in a list, not as {squares!r}") from None
    indices = []
    for step, square in numbered:
        try:
            indices.append(to_index(place, square))
        except BadInputError as error:
            raise InvalidTourError(f"step {step}: {error}", step=step) from None
    return np.array(indices, dtype=dtype)


def _is_frozen(array: NDArray[Any]) -> bool:
    """Whether neither the array nor one that it is a view of can be written to.

    >>> shared = np.arange(3)
    >>> view = shared.view()
    >>> view.flags.writeable = False
    >>> _is_frozen(view)
    False
    """
    while not array.flags.writeable:
        if not isinstance(array.base, np.ndarray):
            # Memory of our own, or handed over by the core; a file or a buffer may still change.
            owner: Any = array.base
            if isinstance(owner, memoryview):
                owner = owner.obj
            return owner is None or type(owner).__module__.startswith("nanobind")
        array = array.base
    return False


def check(place: Board | Graph, order: NDArray[np.integer[Any]], *, closed: bool | None) -> bool:
    """Raise the first fault in words; return whether the tour is closed.

    With `closed=None` it is if its ends are a move apart; with `closed=True` they must be.
    """
    require(cells(place) // 8, f"checking a tour of {place}")
    fault, step, closes = _first_fault(place, order)
    if fault == _OUTSIDE:
        assert isinstance(place, Board)
        hole = place.square(int(order[step]))
        raise InvalidTourError(f"step {step + 1} is {hole}, which is a hole", step=step + 1)
    if fault == _REPEATED:
        earlier = int(np.flatnonzero(order == order[step])[0])
        raise InvalidTourError(
            f"step {step + 1} is on {_name(place, order[step])}, already visited at step "
            f"{earlier + 1}",
            step=step + 1,
        )
    if fault == _NOT_A_MOVE:
        raise InvalidTourError(
            f"step {step + 1} goes from {_name(place, order[step - 1])} to "
            f"{_name(place, order[step])}, which is not a move",
            step=step + 1,
        )
    if len(order) < len(place):
        raise InvalidTourError(_missing_message(place, order))
    if closed and not closes:
        raise InvalidTourError(
            f"not closed: from the last square {_name(place, order[-1])} to the first "
            f"{_name(place, order[0])} is not a move",
            step=len(order),
        )
    return closes if closed is None else closed


def _first_fault(place: Board | Graph, order: NDArray[Any]) -> tuple[int, int, bool]:
    if isinstance(place, Graph):
        return _core.check_on_graph(order, place.offsets, place.targets)
    sides, wrap, holes = list(place.sides), list(place.wrap), list(place.hole_indices)
    return _core.check_on_board(order, sides, wrap, *place.leaper, holes)


def _name(place: Board | Graph, index: Any) -> str:
    if isinstance(place, Graph):
        return repr(place.labels[int(index)])
    return place.name_of(place.square(int(index)))


def _missing_message(place: Board | Graph, order: NDArray[Any]) -> str:
    count = len(place) - len(order)
    if cells(place) > MOST_CELLS_SEARCHED:
        return f"{count} squares are missing"
    absent = np.ones(cells(place), dtype=bool)
    absent[order] = False
    if isinstance(place, Board):
        absent[list(place.hole_indices)] = False
    missing = np.flatnonzero(absent)
    shown = ", ".join(_name(place, index) for index in missing[:5])
    more = ", …" if len(missing) > 5 else ""
    squares = "square is" if len(missing) == 1 else "squares are"
    return f"{len(missing)} {squares} missing: {shown}{more}"
