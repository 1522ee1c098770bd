"""Tours that a symmetry of the board maps to themselves.

The symmetry either shifts a closed tour along itself or reverses it. For the half-turn Jelliss
calls these styles Eulerian (opposite squares are half a tour apart) and Bergholtian (the tour
crosses the middle twice); here the words serve for every symmetry. A path can only be reversed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.errors import BadInputError, shown
from babieca.graphs import Graph
from babieca.symmetries import Symmetry
from babieca.symmetry_obstructions import obstruction
from babieca.tour import Tour

Style = Literal["Eulerian", "Bergholtian"]
STYLES: tuple[Style, ...] = ("Eulerian", "Bergholtian")

Image = NDArray[np.int32]


@dataclass(frozen=True)
class Invariant:
    """A symmetry that maps the tours to themselves, and the style of closed ones (None: any).

    >>> str(Invariant(Symmetry.named("half-turn"), "Eulerian"))
    'Eulerian half-turn'
    """

    symmetry: Symmetry
    style: Style | None = None

    def __str__(self) -> str:
        return f"{self.style} {self.symmetry.name}" if self.style else self.symmetry.name

    @property
    def styles(self) -> tuple[Style, ...]:
        """The styles that closed tours may have."""
        return STYLES if self.style is None else (self.style,)

    def keeps(self, tour: Tour) -> bool:
        """Whether the symmetry maps the undirected tour to itself, in this style.

        >>> tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
        >>> Invariant(Symmetry.named("half-turn")).keeps(tour)
        True
        """
        image = tour.transformed(self.symmetry)
        if tour.board is None or image.board != tour.board:
            return False
        order, moved = tour.indices, image.indices
        if not tour.closed:
            return bool(np.array_equal(moved[::-1], order) or np.array_equal(moved, order))
        shifted = np.roll(moved, -int(np.flatnonzero(moved == order[0])[0]))
        if np.array_equal(shifted, order):
            return self.style != "Bergholtian"
        return self.style != "Eulerian" and np.array_equal(np.roll(shifted[::-1], 1), order)


SymmetryLike = str | Symmetry | Invariant


def invariant_of(graph: Graph, kind: str, symmetry: SymmetryLike) -> Invariant:
    """Read a symmetry, or its name with a style before it.

    `reflection` alone means the only reflection in a line that may keep a tour.

    >>> str(invariant_of(Graph.of(Board(5, 6)), "closed", "reflection"))
    'left-right reflection'
    """
    board = graph.board
    if board is None:
        raise BadInputError("symmetry: a plain graph has none here; ask of a board")
    style: Style | None = None
    wanted: Any = symmetry
    if isinstance(wanted, Invariant):
        wanted, style = wanted.symmetry, wanted.style
    if isinstance(wanted, str):
        for known in STYLES:
            if wanted.lower().startswith(known.lower() + " "):
                style, wanted = known, wanted[len(known) + 1 :].strip()
    if style is not None and kind != "closed":
        raise BadInputError("symmetry: only closed tours are Eulerian or Bergholtian")
    if not isinstance(wanted, str | Symmetry):
        raise BadInputError(f"symmetry is a name such as half-turn, not {shown(symmetry)}")
    own = board.symmetries()
    if wanted == "reflection":
        return Invariant(_one_reflection(board, own, closed=kind == "closed"), style)
    for candidate in own:
        if wanted in (candidate, candidate.name) or candidate.name == f"{wanted} reflection":
            if candidate.is_identity and style == "Bergholtian":
                raise BadInputError("symmetry: the identity reverses no tour")
            return Invariant(candidate, style)
    said = wanted.name if isinstance(wanted, Symmetry) else wanted
    names = ", ".join(candidate.name for candidate in own[:16])
    raise BadInputError(f"symmetry: {board} has no {shown(said)}; it has {names}")


def _one_reflection(board: Board, own: list[Symmetry], *, closed: bool) -> Symmetry:
    lines = [known for known in own if known.name.endswith("reflection")]
    if not lines:
        raise BadInputError(f"symmetry: no reflection in a line keeps {board}")
    able = [known for known in lines if not obstruction(board, known, None, closed=closed)]
    if len(able) > 1:
        names = " or ".join(known.name for known in able)
        raise BadInputError(f"symmetry: more than one reflection may keep a tour; ask for {names}")
    return (able or lines)[0]


def vertex_image(board: Board, symmetry: Symmetry) -> Image:
    """Return, for each vertex of the board's graph, the vertex it is sent to."""
    image = board.vertices()[symmetry.permutation(board.sides)[board.indices()]]
    return np.ascontiguousarray(image, dtype=np.int32)
