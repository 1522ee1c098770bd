"""The tables of Bañón: their entries and sums. `make records` counts every entry."""

from babieca import Board, fractions
from babieca.reproduce import banon_tables


def test_the_tables_are_whole() -> None:
    seven, eight = banon_tables.published(7), banon_tables.published(8)
    assert (len(seven), len(eight)) == (24, 27)
    assert sum(value for _, value in seven) == sum(value for _, value in eight)


def test_table_8_lists_the_fractions_of_square_28() -> None:
    board = Board(8, 8)
    listed = {squares for squares, _ in banon_tables.published(8)}
    found = [fraction for fraction in fractions(board, start=27) if not fraction.impossible]
    assert listed == {(board.index(f.first) + 1, board.index(f.last) + 1) for f in found}
    values = dict(banon_tables.published(8))
    for fraction in found:
        first, last = (board.index(square) + 1 for square in fraction.equal_to)
        here = (board.index(fraction.first) + 1, board.index(fraction.last) + 1)
        assert values[here] == values[first, last]


def test_walks_from_a_corner_add_up() -> None:
    board = Board(6, 6)
    corner, first, last = 0, 8, 13
    walks = [
        (last, corner, first, board.index(second), board.index(third))
        for second in board.neighbours(first)
        for third in board.neighbours(second)
        if board.index(second) != corner and board.index(third) not in (corner, first, last)
    ]
    assert sum(banon_tables.tours_through(board, walks)) == 9862
