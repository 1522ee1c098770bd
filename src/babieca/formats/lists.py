"""Lists of squares: moves `a1 b3 c5 …`, one tour per line, and TSPLIB files of node numbers."""

import itertools
import re
from array import array
from collections.abc import Iterator

import numpy as np

from babieca.board_text import NAME, column_number
from babieca.boards import Board
from babieca.checking import Indices, Kind, describe_tour, readable_indices
from babieca.edges import word_of
from babieca.engines.encodings import tsplib
from babieca.errors import BadInputError, shown
from babieca.formats.entry import (
    KINDS_BY_NAME,
    Entry,
    Format,
    agreed,
    described,
    description_in,
    numbered,
)
from babieca.graphs import Graph
from babieca.tour import Tour

_MOST_REMEMBERED = 2**14
_COORDINATES = r"\(\s*+[0-9]{1,9}(?>(?:\s*+,\s*+[0-9]{1,9})*)\s*+(?:,\s*+)?\)"
_COMMENT = rf"^COMMENT : ({'|'.join(KINDS_BY_NAME)}) of a graph"
_PATH_OF_GRAPH = "path of a graph, ends a move apart"


def write_moves(tour: Tour) -> str:
    """Write the squares or vertices; a closed tour ends with its first square."""
    names = [word_of(name) for name in tour.names]
    line = " ".join(names + names[:1] if tour.closed else names) + "\n"
    if tour.board is None:
        if any(re.search(r"[\s#]|^$", name) for name in names):
            raise BadInputError("name_with_blank")
        if [*map(tour.graph.vertex, names)] != tour.indices.tolist():
            raise BadInputError("same_names", format="json")
        return line if tour.kind != "path" else f"# {_PATH_OF_GRAPH}\n{line}"
    board, description = described(tour)
    return line if board.is_plain and tour.kind != "path" else f"# {description}\n{line}"


def read_moves(text: str, board: Board | Graph | None) -> Iterator[Entry]:
    """Read one tour per line, `a1 b3 …` or `(0,0) (2,1) …`; closed if it ends as it begins.

    The names of vertices of a graph have blanks between them.
    """
    found = None
    path: Kind | None = None
    for number, line in numbered(text):
        squares, _, comment = line.partition("#")
        found = description_in(comment) or found
        path = "path" if comment.strip() == _PATH_OF_GRAPH else path
        if next(_names(squares), None) is None:
            continue
        named, kind = agreed(found, board)
        try:
            own = named or _smallest_board(squares)
            on_graph = isinstance(own, Graph)
            order, fault = readable_indices(own, squares if on_graph else _names(squares))
            kind, path = path if on_graph else kind, None
        except BadInputError as error:
            raise BadInputError("line_at", line=number, error=error) from None
        if len(order) == len(own) + 1 and order[0] == order[-1]:
            order, kind, fault = order[:-1], "closed", None
        yield Entry(own, order, kind, number, fault, guessed=named is None)
        found = None


def _names(line: str) -> Iterator[str]:
    return (name[0] for name in re.finditer(r"\([^()]*+\)|[^\s(),>\-→;]++", line))


def _smallest_board(line: str) -> Board:
    sides: tuple[int, ...] = ()
    seen: set[str] = set()
    for name in _names(line):
        if name in seen:
            continue
        if len(seen) == _MOST_REMEMBERED:
            seen.clear()
        seen.add(name)
        if match := NAME.fullmatch(name):
            square: tuple[int, ...] = (int(match[2]), column_number(match[1]) + 1)
        elif re.fullmatch(_COORDINATES, name):
            square = tuple(int(part) + 1 for part in re.findall(r"[0-9]++", name))
        else:
            raise BadInputError("name_not_square", name=shown(name))
        sides = sides or square
        if len(sides) != len(square):
            raise BadInputError("coordinates_differ")
        sides = tuple(map(max, sides, square))
    return Board(*sides)


MOVES = Format("moves", (".moves",), write_moves, read_moves, lambda text: False)
"""`sniff` takes a text for moves if no other format recognizes it."""


def write_tsplib(tour: Tour) -> str:
    """Write the numbers of the vertices, from 1; holes of a board have none.

    Comments name the vertices of a graph with labels: a longest tour has a graph without the
    skipped vertices, and so other numbers than the graph of the question.
    """
    name, description = "graph", describe_tour(tour.kind, "a graph")
    names: Iterator[str] = iter(())
    if tour.board is not None:
        name, description = tour.board.name, described(tour)[1]
    elif not isinstance(tour.graph.labels, range):
        names = tsplib.names_of(tour.graph)
    lines = [
        f"NAME : {name}.tour",
        f"COMMENT : {description}",
        *(f"COMMENT : vertex {line}" for line in names),
        "TYPE : TOUR",
        f"DIMENSION : {len(tour)}",
        "TOUR_SECTION",
        *(str(vertex + 1) for vertex in _vertices(tour).tolist()),
        "-1",
        "EOF",
    ]
    return "\n".join(lines) + "\n"


def _vertices(tour: Tour) -> Indices:
    if tour.board is None or not tour.board.hole_indices:
        return tour.indices
    return tour.board.vertices()[tour.indices]


def read_tsplib(text: str, board: Board | Graph | None) -> Iterator[Entry]:
    head, *sections = re.split(r"TOUR_SECTION[ :]*+", text, maxsplit=1)
    body = "".join(sections)
    board, kind = agreed(description_in(head), board)
    if board is None:
        raise BadInputError("file_does_not_name")
    if isinstance(board, Graph) and (named := re.search(_COMMENT, head, re.MULTILINE)):
        kind = KINDS_BY_NAME[named[1]]
    names = dict(re.findall(r"^COMMENT : vertex ([0-9]++) is (.*+)$", head, re.M))
    # A tour that skips vertices numbers the others anew: there the names decide.
    own = board if isinstance(board, Graph) and len(names) != len(board) else None
    order = array("q")
    # One node more than the board has squares is enough to refuse the tour.
    for found in itertools.islice(re.finditer(r"\S++", body), len(board) + 1):
        node = found[0]
        if node in ("-1", "EOF"):
            break
        if not (node.isascii() and node.isdigit() and len(node) <= 18):
            raise BadInputError("not_a_node", node=shown(node))
        order.append(own.vertex(names[node]) if own and node in names else int(node) - 1)
    nodes = np.asarray(order)
    if isinstance(board, Board) and board.hole_indices:
        if wrong := [node for node in order if not 0 <= node < len(board)]:
            raise BadInputError("not_a_node", node=wrong[0] + 1)
        nodes = board.indices()[nodes]
    # TSPLIB has only closed tours; our comment may name another kind.
    yield Entry(board, nodes, kind or "closed")


TSPLIB = Format(
    "tsplib",
    (".tour",),
    write_tsplib,
    read_tsplib,
    lambda text: re.search(r"^[^\S\n]*+TOUR_SECTION\b", text, re.MULTILINE) is not None,
    holds_one=True,
)
