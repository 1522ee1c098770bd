"""Published theorems about which boards have knight's tours, and short arguments on any graph.

The arguments are about colours, squares with too few moves, and cut vertices. For the theorems, let
m <= n be the sides of a rectangle.

- Schwenk: it has a closed tour unless m n is odd, m is 1, 2 or 4, or m is 3 and n is 4, 6 or 8.
- Cull and De Curtins: it has a path if m >= 5. Narrower rectangles are known one by one.
- Conrad and others: if m >= 6, any two squares whose colours allow it are the ends of a path.
- Erde, Golénia and Golénia: a box with three or more sides above 1 has a closed tour if and only
  if one side is even, the longest is at least 4, and the second longest at least 3.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babieca import _core
from babieca.boards import Board
from babieca.edges import alternates, colour_of, never_changes
from babieca.errors import quantity
from babieca.questions import Question

SCHWENK = "Schwenk 1991, Which rectangular chessboards have a knight's tour?"
CULL = "Cull and De Curtins 1978, Knight's tour revisited"
CONRAD = (
    "Conrad, Hindrichs, Morsy and Wegener 1994, Solution of the knight's Hamiltonian path problem "
    "on chessboards"
)
ERDE = "Erde, Golénia and Golénia 2012, The closed knight tour problem in higher dimensions"
COLOURS = "colour argument"


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence and its source; None where the sentence proves itself."""

    text: str
    source: str | None = None

    def __str__(self) -> str:
        return f"{self.text} ({self.source})" if self.source else self.text


def rectangle_of(board: Board | None) -> tuple[int, int] | None:
    """Return the two sides of a plain rectangle, or None. Further sides of 1 are left out.

    >>> rectangle_of(Board(6, 1, 8)), rectangle_of(Board(4, 4, 4)), rectangle_of(Board(1, 1))
    ((6, 8), None, (1, 1))
    """
    if board is None or not board.is_plain or board.dimensions < 2:
        return None
    proper = [side for side in board.sides if side > 1]
    if len(proper) > 2:
        return None
    rows, columns = [1, 1, *proper][-2:]
    return rows, columns


def plain_inside(board: Board) -> Board | None:
    """Return a knight's board without its wrap; None if it has no wrap, or has holes.

    >>> plain_inside(Board(8, 8, wrap=True))
    Board(8, 8)
    """
    if board.leaper != (1, 2) or board.holes or not any(board.wrap):
        return None
    return Board(*board.sides)


def inner_squares(sides: tuple[int, int]) -> NDArray[np.int32]:
    """Return the squares of the two inner lines of a board with a side of 4."""
    grid = np.arange(sides[0] * sides[1], dtype=np.int32).reshape(sides)
    return (grid[1:3] if sides[0] == 4 else grid[:, 1:3]).reshape(-1)


def excluded_by_theorem(question: Question) -> Reason | None:
    board = question.board
    if board is None or not board.is_plain or board.dimensions < 2:
        return None
    if question.closed:
        exists, source = _closed_tour(board)
        return None if exists else Reason(f"the {board.name} board has no closed tour", source)
    *_, short, long = sorted((1, *board.sides))
    sides = rectangle_of(board)
    if sides is None:
        if long <= 3:
            # A square in the middle of every side of 3 has no step of two in any direction.
            middle = tuple(side // 2 if side == 3 else 0 for side in board.sides)
            return Reason(f"{board.name_of(middle)} has no move")
        if short == 2:
            return Reason(f"on the {board.name} board moves keep the parity along the long side")
        return None
    if short < 3 or (short == 3 and long != 4 and long < 7) or (short, long) == (4, 4):
        return Reason(f"the {board.name} board has no path", CULL)
    axis = int(sides[0] != 4)
    if short == 4 and any(divmod(end, sides[1])[axis] in (1, 2) for end in question.ends):
        # Outer squares have inner neighbours only. So inner links number (outer ends - inner
        # ends) / 2. Without inner links a path would keep to the squares whose line (outer or
        # inner) goes with their colour as at its start. Hence one inner link and two outer ends.
        text = "with a side of 4, a path starts and ends in the two outer lines"
        return Reason(text, "counting argument")
    return None


def admitted_by_theorem(question: Question) -> Reason | None:
    """Return the theorem that promises a tour with these ends, if one does.

    The caller has found no refutation. The words on moves and symmetry are not considered.
    """
    if len(question.graph) == 1:
        return Reason("a single square is a path")
    board = question.board
    if board is None or not board.is_plain:
        return None
    sides = rectangle_of(board)
    has_closed, source = _closed_tour(board)
    if question.closed:
        return Reason(f"the {board.name} board has a closed tour", source) if has_closed else None
    if sides is not None and min(sides) >= 6:
        if question.kind == "open" and len(question.ends) < 2:
            return Reason("the ends may be any two squares that colours allow", CONRAD)
        if question.ends:
            return Reason(
                "the colours of the ends allow a path, and both sides are at least 6", CONRAD
            )
    if question.kind == "open" and len(question.ends) < 2:
        return None
    if sides is not None and not question.ends:
        return Reason(f"the {board.name} board has a path", CULL)
    if has_closed and len(question.ends) < 2:
        return Reason(
            f"the {board.name} board has a closed tour, which can be cut open at any square", source
        )
    return None


def _closed_tour(board: Board) -> tuple[bool, str]:
    proper = sorted(side for side in board.sides if side > 1)
    if len(proper) > 2:
        return any(side % 2 == 0 for side in proper) and proper[-1] >= 4 and proper[-2] >= 3, ERDE
    short, long = [1, 1, *proper][-2:]
    odd = short * long % 2 == 1
    return not (odd or short in (1, 2, 4) or (short == 3 and long in (4, 6, 8))), SCHWENK


def unbalanced_colours(question: Question) -> Reason | None:
    """Compare the two colours of a board whose moves change colour. Constant time without holes."""
    board = question.board
    if board is None:
        return None
    dark_holes = sum(colour_of(board, hole) == 0 for hole in board.hole_indices)
    dark = board.cells - board.cells // 2 - dark_holes
    counts = (dark, len(board) - dark)
    if never_changes(board) and min(counts) > 0:
        return Reason(f"a {board.leaper} leaper never changes colour", COLOURS)
    if not alternates(board):
        return None
    return _imbalance(question, counts, lambda vertex: colour_of(board, board.index_of(vertex)))


def unbalanced_bipartition(question: Question) -> Reason | None:
    """Compare the two classes of any bipartite graph. Linear in the number of moves."""
    colours = question.graph.bipartition()
    if colours is None:
        return None
    ones = int(colours.sum())
    return _imbalance(question, (len(colours) - ones, ones), lambda vertex: int(colours[vertex]))


def _imbalance(
    question: Question, counts: tuple[int, int], colour: Callable[[int], int]
) -> Reason | None:
    more = int(counts[1] > counts[0])
    many, few = counts[more], counts[1 - more]
    balance = f"{quantity(many, 'square has', 'squares have')} one colour and {few} the other"
    ends, name = question.ends, question.graph.name_of
    if many - few > (0 if question.closed else 1):
        tour = "closed tour" if question.closed else "path"
        return Reason(f"{balance}, and a {tour} alternates", COLOURS)
    if many - few == 1:
        for end in ends:
            if colour(end) != more:
                return Reason(
                    f"{balance}, so a path starts and ends on the colour of the {many}; "
                    f"{name(end)} has the other",
                    COLOURS,
                )
    elif len(ends) == 2 and colour(ends[0]) == colour(ends[1]):
        return Reason(
            f"both colours have {quantity(many, 'square')}, so a path ends on the other colour "
            f"than it starts on; {name(ends[0])} and {name(ends[1])} have the same",
            COLOURS,
        )
    return None


def too_few_moves(question: Question) -> Reason | None:
    """Look for squares with no move or one, and for squares that three others need."""
    graph = question.graph
    degrees = graph.degrees
    least = int(np.argmin(degrees))
    if degrees[least] == 0:
        return Reason(f"{graph.name_of(least)} has no move")
    dangling = np.flatnonzero(degrees == 1).tolist()
    if not question.closed:
        passed = [vertex for vertex in dangling if vertex not in question.ends]
        if len(passed) <= 2 - len(question.ends):
            return None
        names = ", ".join(map(graph.name_of, passed[:3]))
        if len(question.ends) == 2:
            return Reason(f"{names} can be entered but not left again")
        return Reason(f"more squares with only one move than free ends of a path: {names}")
    if dangling:
        return Reason(f"{graph.name_of(dangling[0])} has only one move")
    # A closed tour makes both moves of a square that has two, and only two at each square.
    sources = np.repeat(np.arange(len(graph)), degrees)
    forced = np.bincount(graph.targets[degrees[sources] == 2], minlength=len(graph))
    crowded = int(np.argmax(forced))
    if forced[crowded] <= 2:
        return None
    return Reason(f"{forced[crowded]} squares can be left only through {graph.name_of(crowded)}")


def in_pieces(question: Question) -> Reason | None:
    graph = question.graph
    if not graph.is_connected():
        return Reason("the moves do not connect all squares")
    pieces = _core.pieces_without(graph.offsets, graph.targets)
    worst = int(np.argmax(pieces))
    if pieces[worst] > (1 if question.closed else 2):
        return Reason(f"without {graph.name_of(worst)} the rest falls into {pieces[worst]} pieces")
    for end in question.ends:
        if pieces[end] > 1:
            name = graph.name_of(end)
            return Reason(f"without its end {name} the path falls into {pieces[end]} pieces")
    return None
