"""The closed tours of 6x6 that look the same upside down, and the first of them."""

from babieca import Board, tours

symmetric = list(tours(Board(6, 6), symmetry="half-turn"))
print(f"{len(symmetric)} of {sum(1 for _ in tours(Board(6, 6)))} closed tours; the first:")
print(symmetric[0])
