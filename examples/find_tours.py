"""Find tours: closed, from a square, between two squares, and of a very large board."""

from babieca import Board, NoTourError, Tours, find

print(find(Board(6, 6)))

path = find(Board(8, 8), "path", begin="a1 b3", end="h1")
print("\nfrom a1 by way of b3 to h1:", *path.names)

large = find(Board(1000, 1001), "path", start=(123, 456), seed=7)
print(f"\n{large!r} begins at {large[0]} and goes on to {large[1]}")

for impossible in (
    Tours(Board(4, 8)),
    Tours(Board(5, 5), "path", start="a2"),
    Tours(Board(5, 6), "path", start="b2", end="d3"),
):
    try:
        impossible.find()
    except NoTourError as error:
        print(f"{impossible.question}: {error.proof}")
