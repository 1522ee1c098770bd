"""Draw closed tours of 6x6 exactly uniformly, and give every tour its number."""

from babieca import Board, Tours

tours = Tours(Board(6, 6))
print(f"{tours.count()} closed tours; number 4321 is")
print(tours.unrank(4321))
for tour in tours.sample(3, seed=7):
    print(f"drawn: number {tours.rank(tour)}, {tour.crossings()} crossings")
