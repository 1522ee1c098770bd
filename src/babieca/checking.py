"""Squares of tours: read them as indices, find the first fault, describe it, show them again."""

from __future__ import annotations

import itertools
import operator
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.board_text import matches, walk_in
from babieca.boards import Board
from babieca.errors import BadInputError, InvalidTourError, quantity, shown
from babieca.graphs import Graph
from babieca.reasons import Reason
from babieca.words import one_of

Kind = Literal["closed", "path", "open"]
KIND_NAMES: dict[Kind, str] = {"closed": "closed tour", "path": "path", "open": "open tour"}
Indices = NDArray[np.integer[Any]]
SquaresLike = str | Iterable[Any] | Indices
NumbersLike = str | Mapping[Any, int] | Iterable[Any]
"""Numbers on squares."""

_NUMBER = re.compile(r"(\([^()]*+\)|[^\s,;()=]++)=([0-9]{1,9})(?![^\s,;])[\s,;]*+")
_OUTSIDE, _REPEATED = 1, 2  # faults of the core; the third is a step that is not a move
_AT_A_TIME = 4096


def checked_kind(kind: str | None) -> Kind | None:
    if kind is not None:
        one_of("kind", kind, KIND_NAMES)
    return cast(Kind | None, kind)


def describe_tour(kind: Kind, board: str) -> str:
    """Describe a tour of a kind.

    >>> describe_tour("closed", "8x8"), describe_tour("path", "8x8")
    ('closed tour of 8x8', 'path of 8x8, ends a move apart')
    """
    return f"{KIND_NAMES[kind]} of {board}{', ends a move apart' if kind == 'path' else ''}"


def tour_of(kind: Kind, board: object) -> Reason:
    """Describe a tour of a kind in the language spoken."""
    codes = {"closed": "closed_tour_of", "path": "path_of", "open": "open_tour_of"}
    return Reason(codes[kind], board=board)


class Squares(Sequence[Any]):
    """The squares of a tour in order: a view of its array that makes tuples when they are read."""

    __slots__ = ("_board", "_indices")

    def __init__(self, board: Board | Graph, indices: NDArray[np.integer[Any]]) -> None:
        self._board, self._indices = board, indices

    def __len__(self) -> int:
        return len(self._indices)

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return Squares(self._board, self._indices[at])
        try:
            index = int(self._indices[operator.index(at)])
        except TypeError:
            raise TypeError(
                f"positions are whole numbers, not {shown(at)}; tour.step('c3') finds a square"
            ) from None
        board = self._board
        return board.square(index) if isinstance(board, Board) else board.labels[index]

    def __iter__(self) -> Iterator[Any]:
        for first in range(0, len(self), _AT_A_TIME):
            some = self._indices[first : first + _AT_A_TIME]
            if isinstance(self._board, Board):
                yield from self._board.squares_at(some)
            else:
                yield from map(self._board.labels.__getitem__, some.tolist())

    def __repr__(self) -> str:
        listed = ", ".join(map(repr, self[:4]))
        return f"<{quantity(len(self), 'square')}: {listed}{', …' if len(self) > 4 else ''}>"


def cells(board: Board | Graph) -> int:
    """Return the bound of the indices: squares of the box, holes included, or vertices."""
    return board.cells if isinstance(board, Board) else len(board)


def to_index(board: Board | Graph, square: Any) -> int:
    return board.index(square) if isinstance(board, Board) else board.vertex(square)


# From squares to indices ----------------------------------------------------------------------


def to_indices(board: Board | Graph, squares: SquaresLike) -> Indices:
    """Return the indices of squares, labels, text such as `a1 b3`, or of an array of indices.

    At most two squares more than the board has are read: one more may repeat the first square of a
    closed tour, two more are no tour.
    """
    indices, fault = readable_indices(board, squares)
    if fault is not None:
        raise fault
    return indices


def grid_of(steps: Any) -> Indices:
    """Return a grid of step numbers as an array; refuse anything else."""
    try:
        grid = np.asarray(steps)
    except ValueError:
        grid = np.empty(0)
    if grid.dtype.kind not in "iu" or grid.ndim < 2 or grid.size == 0:
        raise BadInputError("not_a_grid", steps=shown(steps))
    return grid


def walk_of(board: Board | Graph, given: Any) -> Any:
    """Return squares in the order of a tour, from a grid of step numbers or from chess moves.

    A grid has as many rows as the board, each as long as a row of the board. A list with as many
    entries as the board has squares is a list of squares.

    >>> walk_of(Board(2, 2), [[1, 2], [4, 3]])
    array([0, 1, 3, 2])
    >>> walk_of(Board(2, 2), "a1 b1 b2 a2")
    'a1 b1 b2 a2'
    """
    listed = isinstance(given, list | tuple | np.ndarray) and len(given) > 0
    if listed and hasattr(given[0], "from_square") and hasattr(given[0], "to_square"):
        for step, (one, other) in enumerate(itertools.pairwise(given), start=2):
            if one.to_square != other.from_square:
                raise InvalidTourError(Reason("moves_do_not_meet", step=step))
        squares = [given[0].from_square, *(move.to_square for move in given)]
        return squares[:-1] if squares[0] == squares[-1] else squares
    if not listed or not isinstance(board, Board) or board.dimensions < 2:
        return given
    lengths = len(given), len(given[0]) if isinstance(given[0], list | tuple | np.ndarray) else 0
    if lengths != board.sides[:2] or len(given) == len(board):
        return given
    return walk_of_grid(board, grid_of(given))


def walk_of_grid(board: Board | Graph, grid: Indices) -> Indices:
    """Return the squares of a grid of step numbers in the order of the tour."""
    if not isinstance(board, Board) or grid.shape != board.sides:
        shape = "x".join(map(str, grid.shape))
        name = board.name if isinstance(board, Board) else Reason("a_graph")
        raise BadInputError("grid_of_other_sides", sides=shape, name=name)
    steps, size = grid.reshape(-1), len(board)
    walk = np.argsort(steps, kind="stable")[board.cells - size :]
    if not np.array_equal(steps[walk], np.arange(1, size + 1)):
        missing = np.setdiff1d(np.arange(1, size + 1), steps)
        fault = Reason("grid_has_others")
        if len(missing):
            fault = Reason("step_missing", step=int(missing[0]))
        raise InvalidTourError(Reason("grid_without_steps", count=size, fault=fault))
    return walk


def readable_indices(
    board: Board | Graph, squares: SquaresLike
) -> tuple[Indices, InvalidTourError | None]:
    """Return the indices of `to_indices` before the first fault, and that fault.

    >>> readable_indices(Board(3, 4), "a1 c2 e9 b1")
    (array([0, 6], dtype=int32), InvalidTourError("step 3: square 'e9' is off the 3x4 board (a1 to
    d3)"))
    """
    fault = None
    if isinstance(squares, np.ndarray) and squares.ndim == 1 and squares.dtype.kind in "iu":
        try:
            return frozen_indices(board, squares), None
        except InvalidTourError as error:
            return frozen_indices(board, squares[: (error.step or 1) - 1]), error
    if isinstance(squares, str):
        texts = re.finditer(r"\S++", squares)
        squares = walk_in(squares) if isinstance(board, Board) else (text[0] for text in texts)
    try:
        first = itertools.islice(squares, len(board) + 2)
    except TypeError:
        raise BadInputError("squares_not_list", squares=shown(squares)) from None
    indices = array("q")
    for step, square in enumerate(first, start=1):
        try:
            indices.append(to_index(board, square))
        except BadInputError as error:
            fault = InvalidTourError(Reason("at_step", step=step, error=error), step=step)
            break
    return frozen_indices(board, np.asarray(indices)), fault


def frozen_indices(board: Board | Graph, given: Indices) -> Indices:
    """Return indices in a read-only array, of 32 bits if they suffice.

    If the given array is such an array, it is returned without a copy.
    """
    bound = cells(board)
    if given.size and not (int(given.min()) >= 0 and int(given.max()) < bound):
        *row, step = (int(at) for at in np.argwhere((given < 0) | (given >= bound))[0])
        at = {"step": step + 1, "index": int(given[*row, step])}
        of_graph = Reason("graph_of_vertices", vertices=len(board))
        own = board if isinstance(board, Board) else of_graph
        fault = Reason("no_square_of_board", **at, board=own)
        raise InvalidTourError(_in_row(row, fault), step=step + 1)
    dtype = np.int32 if bound < 2**31 else np.int64
    if given.dtype == dtype and given.flags.c_contiguous and _is_frozen(given):
        return given
    copy: Indices = np.array(given, dtype=dtype, order="C")
    copy.flags.writeable = False
    return copy


def _is_frozen(array: NDArray[Any]) -> bool:
    """Whether the array is read-only, and so is every array that it views.

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


def check_rows(
    board: Board | Graph, rows: Indices, kind: Kind | None, *, named: bool = True
) -> list[Kind]:
    """Return the kind of each row; raise the first fault, which names its row if `named`.

    `kind` is the kind that all must have. With None, the ends decide between closed and open.
    """
    kind = checked_kind(kind)
    fault, row, step, ends_meet = _first_fault(board, rows)
    meet = ends_meet.view(np.bool_)
    length = rows.shape[1]
    # Two squares a move apart are an edge, not a cycle; two arcs are one.
    shortest = 2 if isinstance(board, Graph) and board.directed else 3
    bad = None
    if fault:
        bad = row
    elif len(rows) and (length < len(board) or (kind == "closed" and length < shortest)):
        bad = 0
    elif kind == "closed" and not meet.all():
        bad = int(np.argmin(meet))
    elif kind == "open" and meet.any():
        bad = int(np.argmax(meet))
    if bad is not None:
        reason, at = _described(board, kind, rows[bad], fault, step)
        raise InvalidTourError(_in_row([bad] if named else [], reason), step=at)
    if kind in ("closed", "open"):
        return [kind] * len(rows)
    otherwise: Kind = "path" if kind == "path" or length < shortest else "closed"
    return [otherwise if meets else "open" for meets in meet.tolist()]


def fault_of_walk(board: Board | Graph, walk: Indices) -> InvalidTourError | None:
    """Return why squares are not a walk without repetition; None if they are.

    >>> board = Board(3, 4)
    >>> str(fault_of_walk(board, to_indices(board, "a1 c2 a1")))
    'step 3 is on a1, already visited at step 1'
    """
    fault, _, step, _ = _first_fault(board, walk.reshape(1, -1))
    if not fault:
        return None
    reason, at = _described(board, None, walk, fault, step)
    return InvalidTourError(reason, step=at)


def _first_fault(board: Board | Graph, rows: Any) -> tuple[int, int, int, NDArray[np.uint8]]:
    return _core.first_fault(rows, board.place if isinstance(board, Graph) else _core.Place(board))


# Descriptions -----------------------------------------------------------------------------------


def _in_row(row: list[int], fault: Reason) -> Reason:
    return Reason("row_at", row=row[0], error=fault) if row else fault


def _described(
    board: Board | Graph, kind: Kind | None, walk: Indices, fault: int, step: int
) -> tuple[Reason, int | None]:
    """Return why indices are no tour of a kind, and where: `fault` is the core's, at `step`."""
    graph = Graph.of(board)
    if isinstance(board, Board):
        if fault == _OUTSIDE:
            square = board.square(int(walk[step]))
            return Reason("step_on_hole", step=step + 1, square=square), step + 1
        walk = walk - np.searchsorted(board.hole_indices, walk)
    told, at = _core.fault_of_tour(graph.place, kind or "path", walk.tolist(), graph.directed)
    return graph.reason(told), at or None


def numbers_at(at: NumbersLike, index_of: Callable[[Any], int], count: int) -> dict[int, int]:
    """Return numbers by the index of their square; refuse a square or a number that comes twice.

    >>> board = Board(3, 4)
    >>> numbers_at("a1=1, (2,1)=12", board.index, 12), numbers_at({"a1": 1}, board.index, 12)
    ({0: 1, 9: 12}, {0: 1})
    """
    try:
        if not isinstance(at, str):
            listed: Iterable[Any] = at.items() if isinstance(at, Mapping) else at
            pairs = [(square, operator.index(number)) for square, number in listed]
        elif (read := matches(_NUMBER, at.strip(" ,;"))) is None:
            raise ValueError
        else:
            pairs = [(square, int(number)) for square, number in read]
    except (TypeError, ValueError):
        raise BadInputError("not_givens", at=shown(at)) from None
    numbers: dict[int, int] = {}
    used = set[int]()
    for square, number in pairs:
        index = index_of(square)
        if index in numbers or number in used:
            raise BadInputError("at_has_square_number", square=square, number=shown(number))
        if not 1 <= number <= count:
            raise BadInputError(
                "at_has_numbers_from", count=count, square=square, number=shown(number)
            )
        numbers[index] = number
        used.add(number)
    return dict(sorted(numbers.items()))
