"""Find a closed tour in four dimensions, and print why another board has no tour."""

from babieca import Board, NoTourError, find

tour = find(Board(3, 4, 5, 6), start=(1, 1, 1, 1))
print(f"closed tour of {len(tour)} squares:", *tour[:4], "...")

try:
    find(Board(3, 3, 3, 3), "path")
except NoTourError as error:
    print(error)
