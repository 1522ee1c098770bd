"""One question, every verb: the closed tours of 6x6 that make two given moves."""

from babieca import Board, Tours

tours = Tours(Board(6, 6), "closed", start="c3", through="c3-b5,c3-d1")  # nothing is computed yet
print(tours)
print("theory:", tours.exists())

tour = tours.find()
print("one of them:", *tour.names[:6], "…", "in" if tour in tours else "not in", "the set")
print("how many:", tours.count())
print("the first two begin:", *(listed.names[:5] for listed in tours.list(limit=2)))
print("number 200 has the rank", tours.rank(tours.unrank(200)))
print("three at random:", tours.rank_all(tours.sample(3, seed=7)))

always = sum(used == 308 for used in tours.usage().values())
print("moves that all of them make:", always)

needed = tours.plan().estimates["count"]["blocks"].bytes
print(f"counting them by blocks takes {needed} bytes")
