"""Draw closed tours of 6x6 exactly uniformly, and give every tour its number."""

from babieca import Board, TourFamily

family = TourFamily(Board(6, 6))
print(f"{len(family)} closed tours; number 4321 is")
print(family[4321])
for tour in family.sample(3, seed=7):
    print(f"drawn: number {family.index(tour)}, {tour.crossings()} crossings")
