"""Which symmetry is meant, and which folded questions answer for it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babieca.boards import Board
from babieca.counting.questions import KINDS
from babieca.errors import BadInputError
from babieca.symmetries import Symmetry

Image = NDArray[np.int32]

# The styles of closed tours under a symmetry, named for the half-turn after Jelliss's usage: the
# symmetry either shifts the tour along itself (Eulerian) or runs it backwards (Bergholtian).
STYLES = {"Eulerian": "rotation", "Bergholtian": "reflection"}

# A folded board with fewer squares than this is not folded but listed.
FEWEST_ORBITS = 3


def find_symmetry(board: Board, symmetry: str | Symmetry) -> Symmetry:
    """Return a symmetry of the board given by itself or by its name.

    >>> find_symmetry(Board(3, 10), "half-turn").name
    'half-turn'
    """
    own = board.symmetries()
    if isinstance(symmetry, Symmetry):
        if symmetry not in own:
            raise BadInputError(f"{symmetry.name} is not a symmetry of {board}")
        return symmetry
    for known in own:
        if known.name == symmetry or known.name == f"{symmetry} reflection":
            return known
    names = ", ".join(known.name for known in own)
    raise BadInputError(f"{board} has no symmetry {symmetry!r}; it has {names}")


def reflections(board: Board) -> list[Symmetry]:
    """Return the reflections in a line, in two dimensions."""
    return [symmetry for symmetry in board.symmetries() if symmetry.name.endswith("reflection")]


def vertex_image(board: Board, symmetry: Symmetry) -> Image:
    """Return, for each vertex of the board's graph, the vertex it is sent to."""
    number = np.full(board.cells, -1, dtype=np.int32)
    indices = board.indices()
    number[indices] = np.arange(len(board), dtype=np.int32)
    return np.ascontiguousarray(number[symmetry.permutation(board.sides)[indices]])


def orbit_count(image: Image) -> int:
    """Return the number of orbits of a permutation.

    >>> orbit_count(np.array([1, 0, 2], dtype=np.int32))
    2
    """
    least = np.arange(len(image))
    at = image.copy()
    while not np.array_equal(at, np.arange(len(image))):
        least = np.minimum(least, at)
        at = image[at]
    return len(np.unique(least))


def questions_for(kind: str, style: str | None) -> list[str]:
    """Return the folded questions whose answers add up."""
    if kind not in KINDS:
        raise BadInputError(f"kind is one of {', '.join(KINDS)}, not {kind!r}")
    if style is not None and kind != "closed":
        raise BadInputError("only closed tours are Eulerian or Bergholtian")
    if style is not None and style not in STYLES:
        raise BadInputError(f"style is one of {', '.join(STYLES)}, not {style!r}")
    if kind != "closed":
        return [kind]
    return list(STYLES.values()) if style is None else [STYLES[style]]
