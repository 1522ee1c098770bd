"""Find Hamiltonian cycles of graphs and of unusual boards; the report names the method."""

import networkx

from babieca import Board, Tours

places = {
    "the dodecahedron": networkx.dodecahedral_graph(),
    "Petersen's graph": networkx.petersen_graph(),
    "a ladder": networkx.ladder_graph(100),
    "a zebra on 10x10": Board(10, 10, leaper="zebra"),
    "a knight on a torus": Board(5, 9, wrap="all"),
    "a knight around a hole": Board(5, 5, holes="c3"),
}
for name, place in places.items():
    report = Tours(place).find_report(timeout=60)
    answer = "closed tour found" if report.tour else report.proof or "not decided"
    print(f"{name:24} {report.method:12} {answer}")
