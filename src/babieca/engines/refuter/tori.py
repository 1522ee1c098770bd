"""Full tori: boards of any dimension and leaper that wrap along every axis and have no holes.

Such a board is a Cayley graph of the abelian group Z_m x Z_n x …, whose generators are the moves.
If it is connected and has three squares or more, it has a closed tour. If a square also has three
moves or more, a path joins any two squares; on a bipartite graph, any two squares of different
classes (Chen and Quimpo). With fewer moves the graph is a cycle or a pair of squares.
"""

import math

from babieca.boards import Board
from babieca.edges import alternates
from babieca.engines.refuter.theorems import Reason
from babieca.questions import Question

CHEN = "Chen and Quimpo 1981, On strongly Hamiltonian abelian group graphs"

MOST_COLOURED = 1_000_000
"""Squares of a torus whose two classes are looked for in its graph."""


def is_full_torus(board: Board | None) -> bool:
    return board is not None and all(board.wrap) and not board.hole_indices


def excluded_on_torus(question: Question) -> Reason | None:
    answer = _answered(question)
    return answer[1] if answer and not answer[0] else None


def admitted_on_torus(question: Question) -> Reason | None:
    """Return why a torus has a tour with these ends.

    The caller has found no refutation of constant cost.
    """
    answer = _answered(question)
    return answer[1] if answer and answer[0] else None


def _answered(question: Question) -> tuple[bool, Reason] | None:
    board, ends = question.board, question.ends
    if board is None or not is_full_torus(board) or len(board) < 2:
        return None
    if not _is_connected(board):
        return False, Reason("the moves do not connect all squares")
    connected = f"the moves connect all squares of the {board}"
    if question.closed:
        return len(board) > 2, Reason(f"{connected}, so it has a closed tour", CHEN)
    if question.kind == "path" and len(ends) < 2:
        return True, Reason(f"{connected}, so it has a path from every square", CHEN)
    degree, size = len(board.neighbour_indices(0)), len(board)
    if degree < 3:
        joined = question.kind == "path" and question.graph.has_edge(*ends)
        return joined, Reason("the moves form one cycle, so the ends of a path are a move apart")
    coloured = alternates(board)
    if not coloured and (len(ends) == 2 or 2 * degree == size):
        if size > MOST_COLOURED:
            return None
        classes = question.graph.bipartition()
        if len(ends) == 2 and classes is not None and classes[ends[0]] == classes[ends[1]]:
            return None  # refuted by unbalanced_bipartition, which names the squares
        coloured = classes is not None
    if len(ends) < 2 and degree == (size // 2 if coloured else size - 1):
        return False, Reason("every square where a path may end is a move from its start")
    return True, Reason(f"{connected}, and the colours of the ends allow a path", CHEN)


def _is_connected(board: Board) -> bool:
    """Whether the moves generate the group: whether the quotient by them has only one element.

    In the quotient a e_i + b e_j = 0 for all axes i != j, and n_i e_i = 0 for the side n_i. Hence
    2 gcd(a, b) e_i = 0. So a prime divides the order of the quotient only if it divides a, b and a
    side, or if it is 2, a and b are odd and all sides are even: then no move changes the colour.
    """
    (a, b), sides = board.leaper, board.sides
    if board.dimensions == 1:
        return a == 0 and math.gcd(b, *sides) == 1
    if any(math.gcd(a, b, side) > 1 for side in sides):
        return False
    return a * b % 2 == 0 or any(side % 2 for side in sides)
