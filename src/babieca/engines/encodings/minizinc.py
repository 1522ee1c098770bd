"""A question as data for MiniZinc, and the model that reads them.

The model is the same for all questions. `next` has the vertex after each vertex, numbered from 1,
in the order of the graph. A path has one more vertex, from which it starts and to which it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from babieca.engines.encodings.circuits import Circuit

MODEL = """\
% Tours as circuits. The data come from `babieca export --to dzn`.
include "circuit.mzn";
int: size;                              % vertices, with the one that closes a path
int: anchor;                            % the vertex with position 0
array[1..size] of set of int: near;     % the vertices that may follow each vertex
array[int] of int: from;                % arcs that are used: from[i] to[i]
array[int] of int: to;
array[int] of int: through_u;           % edges that are used, in either direction
array[int] of int: through_v;
array[int] of int: first;               % first[i] and last[i] are not both the ends of a path
array[int] of int: last;
array[int] of int: edge_u;              % an edge is used only if its image is
array[int] of int: edge_v;
array[int] of int: image_u;
array[int] of int: image_v;
array[int] of int: fixed;               % vertices with given positions
array[int] of int: position_of;
bool: one_way;                          % of each tour, keep one direction

array[1..size] of var 1..size: next;
array[1..size] of var 0..size - 1: position;

predicate used(int: u, int: v) = next[u] = v \\/ next[v] = u;

constraint forall(v in 1..size)(next[v] in near[v]);
constraint circuit(next);
constraint position[anchor] = 0;
constraint forall(v in 1..size)(next[v] != anchor -> position[next[v]] = position[v] + 1);
constraint forall(i in index_set(from))(next[from[i]] = to[i]);
constraint forall(i in index_set(through_u))(used(through_u[i], through_v[i]));
constraint forall(i in index_set(first))(next[anchor] = first[i] -> next[last[i]] != anchor);
constraint forall(i in index_set(edge_u))(
  used(edge_u[i], edge_v[i]) -> used(image_u[i], image_v[i])
);
constraint forall(i in index_set(fixed))(position[fixed[i]] = position_of[i]);
constraint one_way -> forall(v in 1..size where v != anchor)(next[v] = anchor -> next[anchor] < v);
solve satisfy;
output ["next = \\(next);\\n"];
"""


def write_model(circuit: Circuit) -> Iterator[str]:
    """Yield the lines of the model."""
    yield from MODEL.splitlines()


def write(circuit: Circuit) -> Iterator[str]:
    """Yield the lines of a data file."""
    arcs = circuit.arcs
    squares = len(circuit.question.graph.toured)
    yield f"% {circuit.title}"
    yield "% Each tour is one solution of the model that babieca export --to mzn writes."
    yield "% The vertices:"
    yield from (f"% {vertex + 1} is {circuit.name(vertex)}" for vertex in range(squares))
    yield f"size = {circuit.size};"
    yield f"anchor = {circuit.anchor + 1};"
    near = (sorted(arcs[arc][1] + 1 for arc in leaving) for leaving in circuit.leaving)
    yield f"near = [{', '.join('{' + ', '.join(map(str, some)) + '}' for some in near)}];"
    yield from _columns(("from", "to"), (arcs[arc] for arc in circuit.forced))
    yield from _columns(("through_u", "through_v"), (arcs[some[0]] for some in circuit.through))
    ends = ((arcs[one][1], arcs[other][0]) for one, other in circuit.apart)
    yield from _columns(("first", "last"), ends)
    images = ((*arcs[arc], *_image(circuit, some)) for arc, some in circuit.implied)
    yield from _columns(("edge_u", "edge_v", "image_u", "image_v"), images)
    fixed = ((vertex, position - 1) for vertex, position in circuit.positions.items())
    yield from _columns(("fixed", "position_of"), fixed)
    yield f"one_way = {str(circuit.one_way).lower()};"


def _image(circuit: Circuit, images: list[int]) -> tuple[int, int]:
    """Return the image of an edge; if no tour may use it, a vertex twice, which no tour uses."""
    return circuit.arcs[images[0]] if images else (circuit.anchor, circuit.anchor)


def _columns(names: tuple[str, ...], rows: Iterable[tuple[int, ...]]) -> Iterator[str]:
    listed = list(rows)
    for at, name in enumerate(names):
        yield f"{name} = [{', '.join(str(row[at] + 1) for row in listed)}];"


def used_arcs(circuit: Circuit, text: str) -> list[int]:
    """Return the arcs of a solution: `next = [4, 1, …];`."""
    found = re.search(r"next\s*+=\s*+\[([\s0-9,]*+)\]", text)
    after = [int(part) for part in re.findall(r"[0-9]{1,9}", found[1])] if found else []
    at = {arc: number for number, arc in enumerate(circuit.arcs)}
    pairs = ((vertex, other - 1) for vertex, other in enumerate(after))
    return [at[pair] for pair in pairs if pair in at]
