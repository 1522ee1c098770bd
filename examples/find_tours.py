"""One tour of each kind: closed, from a square, between two squares, and of a very large board."""

from babieca import Board, NoTourError, find

print(find(Board(6, 6), closed=True))

path = find(Board(8, 8), start="a1", end="h1", first="b3")
print("\nfrom a1 by way of b3 to h1:", " ".join(path.board.name_of(s) for s in path.squares))

large = find(Board(1000, 1001), start=(123, 456), seed=7)
print(f"\n{large!r} begins at {large.squares[0]} and goes on to {large.squares[1]}")

for sides, ends in [
    ((4, 8), {}),
    ((5, 5), {"start": "a2"}),
    ((5, 6), {"start": "b2", "end": "d3"}),
]:
    try:
        find(Board(*sides), closed=not ends, **ends)
    except NoTourError as error:
        print(f"{sides[0]}x{sides[1]} {ends or 'closed'}: {error.proof}")
