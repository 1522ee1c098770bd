"""Count the paths of 5x5 from a corner with more and more of Bañón's rules."""

from babieca import Board
from babieca.searching import count_tours

rules: list[str] = []
for rule in ("island", "dangling-colour", "second-dangling", "forced"):
    rules.append(rule)
    found = count_tours(Board(5, 5), kind="path", start="a1", rules=rules, threads=1)
    print(f"{', '.join(rules):<50} {found.count} paths, {found.tally.nodes} nodes")
