"""Tours that a symmetry of the board maps to themselves, and reasons why there are none.

The symmetry either shifts a closed tour along itself or reverses it. For the half-turn Jelliss
calls these styles Eulerian (opposite squares are half a tour apart) and Bergholtian (the tour
crosses the middle twice); here the words serve for every symmetry. A path can only be reversed.

Shifts. If g has period m and shifts a closed tour of N squares, then N/m is whole and g shifts it
by t N/m moves, where t and m have no common factor. So g fixes no square. If moves change colour
and m is even, then g changes colour if and only if N/m is odd.

Reversals. The reversal has period 2, and it fixes two middles of a closed tour, one of a path. Each
middle is a fixed square or a move between a square and its image. No other square is fixed.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.edges import Edge, alternates
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.reasons import LANGUAGES, Reason, catalogue
from babieca.symmetries import Symmetry

if TYPE_CHECKING:
    from babieca.tour import Tour

Style = Literal["Eulerian", "Bergholtian"]
STYLES: tuple[Style, ...] = ("Eulerian", "Bergholtian")

Image = NDArray[np.int32]
"""For each vertex, the vertex that a symmetry sends it to."""

Thing = TypeVar("Thing", bound=Hashable)

MOST_SQUARES = 1_000_000
"""Larger boards with holes are not looked at square by square."""


@dataclass(frozen=True)
class Invariant:
    """A symmetry that maps the tours to themselves, and the style of closed tours (None: any).

    >>> str(Invariant(Symmetry.named("half-turn"), "Eulerian"))
    'Eulerian half-turn'
    """

    symmetry: Symmetry
    style: Style | None = None

    def __str__(self) -> str:
        return f"{self.style} {self.symmetry.name}" if self.style else self.symmetry.name

    @property
    def styles(self) -> tuple[Style, ...]:
        return STYLES if self.style is None else (self.style,)

    def keeps(self, tour: Tour) -> bool:
        """Whether the symmetry maps the undirected tour to itself, in this style.

        >>> from babieca import Tour
        >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
        >>> Invariant(Symmetry.named("half-turn")).keeps(tour)
        True
        """
        direction = dict(tour.directions()).get(self.symmetry, 0)
        if self.style is None or not tour.closed:
            return direction != 0
        return direction == (1 if self.style == "Eulerian" else -1)


SymmetryLike = str | Symmetry | Invariant


def invariant_of(
    graph: Graph, kind: str, symmetry: SymmetryLike, word: str = "symmetry"
) -> Invariant:
    """Read a symmetry, or its name with a style before it.

    `reflection` alone means the only reflection in a line that may keep a tour.

    >>> str(invariant_of(Graph.of(Board(5, 6)), "closed", "reflection"))
    'left-right reflection'
    """
    board = graph.board
    if board is None:
        raise BadInputError("symmetry_plain_graph_has", word=word)
    wanted: Any = symmetry
    style: Style | None = None
    if isinstance(wanted, Invariant):
        wanted, style = wanted.symmetry, wanted.style
    for known in STYLES:
        if isinstance(wanted, str) and wanted.lower().startswith(f"{known.lower()} "):
            style, wanted = known, wanted[len(known) + 1 :].strip()
    if style is not None and kind != "closed":
        raise BadInputError("symmetry_only_closed_tours", word=word)
    if not isinstance(wanted, str | Symmetry):
        raise BadInputError("symmetry_name_such_as", word=word, symmetry=shown(symmetry))
    own = board.symmetries()
    if wanted == "reflection":
        return Invariant(_one_reflection(board, own, word, closed=kind == "closed"), style)
    for candidate in own:
        if wanted in (candidate, candidate.name) or candidate.name == f"{wanted} reflection":
            if candidate.is_identity and style == "Bergholtian":
                raise BadInputError("symmetry_identity_reverses_no", word=word)
            return Invariant(candidate, style)
    said = wanted.name if isinstance(wanted, Symmetry) else wanted
    names = ", ".join(candidate.name for candidate in own[:16])
    raise BadInputError(
        "symmetry_board_has_no", word=word, board=board, said=shown(said), names=names
    )


def _one_reflection(board: Board, own: list[Symmetry], word: str, *, closed: bool) -> Symmetry:
    lines = [known for known in own if known.name.endswith("reflection")]
    if not lines:
        raise BadInputError("symmetry_no_reflection_line", word=word, board=board)
    able = [known for known in lines if not obstruction(board, known, None, closed=closed)]
    if len(able) > 1:
        names = " or ".join(known.name for known in able)
        raise BadInputError("symmetry_more_than_one", word=word, names=names)
    return (able or lines)[0]


def vertex_image(board: Board, symmetry: Symmetry) -> Image:
    image = board.vertices()[symmetry.permutation(board.sides)[board.indices()]]
    return np.ascontiguousarray(image, dtype=np.int32)


def obstruction(
    board: Board, symmetry: Symmetry, style: str | None, *, closed: bool
) -> Reason | None:
    """Return why the symmetry keeps no tour of the board; None if no reason is found.

    >>> half, quarter = map(Symmetry.named, ("half-turn", "quarter-turn"))
    >>> obstruction(Board(12, 12), quarter, None, closed=True)
    'the quarter-turn would shift a tour by 36 moves or an odd multiple, but it changes the colour
    (colour argument)'
    >>> obstruction(Board(10, 10), quarter, None, closed=True)
    """
    if len(board) < 3 or (board.holes and board.cells > MOST_SQUARES):
        return None
    fixed, period = _fixed_squares_and_period(board, symmetry)
    if fixed == len(board):
        return None
    no_shift = (
        _no_shift(board, symmetry, fixed, period) if closed else Reason("path_shifted", "colours")
    )
    no_reversal = _no_reversal(board, symmetry, fixed, period, 2 if closed else 1)
    if style == "Eulerian":
        return no_shift
    if style == "Bergholtian" or not closed:
        return no_reversal
    return no_shift if no_reversal else None


def _fixed_squares_and_period(board: Board, symmetry: Symmetry) -> tuple[int, int]:
    """Return how many squares are fixed, and after how many repetitions all are.

    Without holes both follow from the cycles of the axes. In a cycle with an even number of flips
    the coordinates are equal up to flips; with an odd number only the middle is fixed.
    """
    if board.holes:
        image = vertex_image(board, symmetry)
        own = np.arange(len(board))
        moved, period = image, 1
        while not np.array_equal(moved, own):
            moved, period = image[moved], period + 1
        return int(np.count_nonzero(image == own)), period
    fixed, period, seen = 1, 1, set[int]()
    for first in range(board.dimensions):
        cycle = [first]
        while (onward := symmetry.axes[cycle[-1]]) != first:
            cycle.append(onward)
        if first not in seen:
            seen.update(cycle)
            flipped = sum(symmetry.flips[axis] for axis in cycle) % 2
            fixed *= board.sides[first] % 2 if flipped else board.sides[first]
            period = math.lcm(period, len(cycle) * (1 + flipped))
    return fixed, period


def _changes_colour(board: Board, symmetry: Symmetry) -> bool:
    """Whether images have the other colour; this is the same for all squares."""
    flipped = zip(symmetry.flips, symmetry.sides(board.sides), strict=True)
    return sum(side - 1 for flip, side in flipped if flip) % 2 == 1


def _no_shift(board: Board, symmetry: Symmetry, fixed: int, period: int) -> Reason | None:
    if fixed:
        return _because("squares_stay", symmetry, count=fixed)
    if len(board) % period:
        return _because("unequal_parts", symmetry, count=len(board), parts=period)
    shift, changes = len(board) // period, _changes_colour(board, symmetry)
    if not alternates(board) or period % 2 or shift % 2 == int(changes):
        return None
    code = "shift_changes_colour" if changes else "shift_keeps_colour"
    return _because(code, symmetry, shift=shift)


def _because(code: str, symmetry: Symmetry, **arguments: int) -> Reason:
    return Reason(code, "colours", symmetry=told(symmetry), **arguments)


def told(symmetry: Symmetry) -> str:
    """Return the name of a symmetry in the language spoken, if it has one."""
    name = symmetry.name
    return Reason(name) if name in catalogue(LANGUAGES[0]) else name


def _no_reversal(
    board: Board, symmetry: Symmetry, fixed: int, period: int, middles: int
) -> Reason | None:
    if period != 2:
        return _because("only_shifts", symmetry)
    same_colour = alternates(board) and not _changes_colour(board, symmetry)
    if fixed > middles or (same_colour and fixed < middles):
        return _because("wrong_middles", symmetry, wanted=middles, count=fixed)
    if fixed < middles and not _may_move_to_image(board, symmetry):
        return _because("no_move_to_image", symmetry)
    return None


def _may_move_to_image(board: Board, symmetry: Symmetry) -> bool:
    """Whether some square may be a move away from its image; True if this is not known.

    Without holes this is exact for symmetries that swap no axes: along a flipped axis a square and
    its image are any distance apart that is smaller than the side and has the parity of side - 1.
    """
    if symmetry.axes != tuple(range(board.dimensions)) or board.dimensions < 2:
        return True

    def possible(axis: int, distance: int) -> bool:
        side, flipped = board.sides[axis], symmetry.flips[axis]
        if board.wrap[axis]:
            return side % 2 == 1 or distance % 2 == 1 if flipped else distance % side == 0
        return distance < side and (side - distance) % 2 == 1 if flipped else distance == 0

    def reached(axes: tuple[int, ...]) -> bool:
        distances = dict(zip(axes, board.leaper, strict=True))
        return all(possible(axis, distances.get(axis, 0)) for axis in range(board.dimensions))

    return any(map(reached, itertools.permutations(range(board.dimensions), 2)))


def vertex_symmetries(graph: Graph) -> list[tuple[str, Image]]:
    """Return name and image of each symmetry of the graph's board, else the identity."""
    board = graph.board
    if board is None:
        return [("identity", np.arange(len(graph), dtype=np.int32))]
    return [(known.name, vertex_image(board, known)) for known in board.symmetries()]


def fixing(
    graph: Graph, *edge_sets: frozenset[Edge], vertices: Iterable[int] = ()
) -> list[tuple[str, Image]]:
    fixed = list(vertices)
    return [
        (name, image)
        for name, image in vertex_symmetries(graph)
        if all(int(image[vertex]) == vertex for vertex in fixed)
        and all(edge_images(edges, image) == edges for edges in edge_sets)
    ]


def image_of_pair(pair: Edge, image: Image) -> Edge:
    u, v = int(image[pair[0]]), int(image[pair[1]])
    return (min(u, v), max(u, v))


def edge_images(edges: frozenset[Edge], image: Image) -> frozenset[Edge]:
    return frozenset(image_of_pair(edge, image) for edge in edges)


def representatives(
    things: Iterable[Thing],
    symmetries: list[tuple[str, Image]],
    moved: Callable[[Thing, Image], Thing],
) -> dict[Thing, tuple[Thing, str]]:
    """Return, for each thing, the first thing that a symmetry maps to it, and the symmetry."""
    result: dict[Thing, tuple[Thing, str]] = {}
    for thing in things:
        if thing not in result:
            result[thing] = (thing, "identity")
            for name, image in symmetries:
                result.setdefault(moved(thing, image), (thing, name))
    return result


@functools.lru_cache(maxsize=16)
def move_classes(board: Board) -> dict[Edge, str]:
    """Return the class of every move: the name of the first move that a symmetry maps to it.

    >>> len(set(move_classes(Board(8, 8)).values()))
    21
    """
    graph = Graph.from_board(board)
    first = representatives(graph.edges(), vertex_symmetries(graph), image_of_pair)
    return {move: "-".join(map(graph.name_of, known)) for move, (known, _) in sorted(first.items())}
