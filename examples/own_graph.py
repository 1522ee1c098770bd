"""A graph in a file: find a Hamiltonian cycle, count all of them, write the question for others."""

from pathlib import Path

from babieca import Graph, Tours

# The edges of a pentagonal prism, as DIMACS files list them.
ring = [(v, v % 5 + 1) for v in range(1, 6)]
edges = [*ring, *((u + 5, v + 5) for u, v in ring), *((v, v + 5) for v in range(1, 6))]
lines = ["p edge 10 15", *(f"e {u} {v}" for u, v in edges)]
Path("prism.col").write_text("\n".join(lines) + "\n")

prism = Graph.load("prism.col")
tours = Tours(prism, through="1-6")
print(f"{prism}: {Tours(prism).count()} cycles, {tours.count()} of them use the edge 1-6")

cycle = tours.find()
cycle.save("cycle.tour")
print(f"one of them, in cycle.tour: {cycle}")

for format, file in (("cnf", "prism.cnf"), ("lp", "prism.lp"), ("tsplib", "prism.hcp")):
    Path(file).write_text(tours.export(format))
    print(f"for other solvers: {file}")
