"""The colour argument: if every move changes colour, a tour visits both colours by turns."""

from __future__ import annotations

from collections.abc import Callable

from babieca.colours import alternates, colour_of, never_changes
from babieca.engines.refuter.reasons import COLOURS, Reason
from babieca.questions import Question


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
    balance = f"{many} squares have one colour and {few} the other"
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
            f"both colours have {many} squares, so a path ends on the other colour than it "
            f"starts on; {name(ends[0])} and {name(ends[1])} have the same",
            COLOURS,
        )
    return None
