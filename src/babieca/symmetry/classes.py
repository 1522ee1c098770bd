"""Tours up to rotation and reflection, by Burnside's lemma.

The number of classes is the average, over the symmetries of the board, of the number of tours each
of them keeps. The identity keeps all, and that count is the ordinary one; the others are counted
on folded boards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from babieca.boards import Board
from babieca.counting.count import count
from babieca.symmetry.fixed import count_fixed


def fixed_counts(
    board: Board,
    kind: str = "closed",
    *,
    memory: int | str | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> dict[str, int]:
    """Return, for each symmetry of the board by name, the number of tours it keeps.

    >>> fixed_counts(Board(5, 6))
    {'identity': 8, 'left-right reflection': 4, 'up-down reflection': 0, 'half-turn': 0}
    """
    counts: dict[str, int] = {}
    for symmetry in board.symmetries():
        if symmetry.is_identity:
            counts[symmetry.name] = count(board, kind, memory=memory, progress=progress)
        else:
            counts[symmetry.name] = count_fixed(
                board, symmetry, kind, memory=memory, progress=progress
            )
    return counts


def count_classes(
    board: Board,
    kind: str = "closed",
    *,
    memory: int | str | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> int:
    """Count the undirected tours of a board up to its rotations and reflections.

    `kind` is "closed", "path" or "open".

    >>> count_classes(Board(6, 6)), count_classes(Board(5, 5), "path")
    (1245, 112)
    """
    counts = fixed_counts(board, kind, memory=memory, progress=progress)
    classes, rest = divmod(sum(counts.values()), len(counts))
    assert rest == 0, "Burnside's average is not whole"
    return classes
