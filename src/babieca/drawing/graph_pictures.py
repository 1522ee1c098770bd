"""Tours of plain graphs: the other edges are pale lines behind the tour.

With networkx, a spring layout places the vertices of graphs of up to 300 vertices. Without
networkx, and in larger graphs, they lie on a circle.
"""

from __future__ import annotations

import numpy as np

from babieca.drawing.picture import Discs, Floats, Mark, Picture, Strokes, Texts, one_colour
from babieca.palette import Theme, ink_on
from babieca.tour import Tour

MOST_LABELS = 120
MOST_CHORDS = 4000
MOST_SPRINGS = 300
DISC = 17.0
"""Diameter of a vertex with some space around it."""
LONGEST_LABEL = 5


def draw_on_graph(tour: Tour, *, theme: Theme, size: int | None = None) -> Picture:
    """Draw the vertices in a spring layout, or in the order of the tour around a circle."""
    count = len(tour)
    radius = max(60.0, count * 3.2) if count <= MOST_LABELS else 400.0
    places, gap = _places(tour, DISC / radius / 3)
    radius = max(radius, DISC / gap) if count <= MOST_LABELS else radius
    middle = radius + 24
    points = middle + radius * places
    marks: list[Mark] = []
    if tour.graph.edge_count <= MOST_CHORDS:
        position = np.zeros(count, dtype=np.int64)
        position[tour.indices] = np.arange(count)
        ends = position[np.array(tour.graph.edges(), dtype=np.int64).reshape(-1, 2)]
        chords = np.hstack([points[ends[:, 0]], points[ends[:, 1]]])
        marks.append(Strokes(chords, one_colour(len(chords)), [theme.frame], 0.9, 0.8))
    following = np.roll(points, -1, axis=0)
    lines = np.hstack([points, following])[: count if tour.closed else count - 1]
    colours = theme.colours(min(96, max(count, 1)))
    which = np.linspace(0, len(colours) - 1, count).round().astype(np.int64)
    marks.append(Strokes(lines, which[: len(lines)], colours, 2.6 if count <= MOST_LABELS else 4))
    if count <= MOST_LABELS:
        marks.append(Discs(points, which, colours, 7.5))
        labels = tour.graph.labels
        words = [_short(labels[vertex]) for vertex in tour.indices.tolist()]
        longest = max(map(len, words), default=1)
        inks = [ink_on(colour) for colour in colours]
        marks.append(Texts(points, words, which, inks, min(7.0, 21 / max(longest, 1)), bold=True))
    kind = "Closed tour" if tour.closed else "Tour"
    return Picture(
        2 * middle,
        2 * middle,
        size,
        theme.background,
        f"{kind} of a graph of {count} vertices",
        " ".join(str(label) for label in tour.squares[:1000]),
        marks,
    )


def _places(tour: Tour, least: float) -> tuple[Floats, float]:
    """Return the places of the vertices in the order of the tour, at most 1 from the origin.

    The second value is their smallest distance. If a spring layout brings vertices closer than
    `least`, the places are on a circle.
    """
    count = len(tour)
    angles = 2 * np.pi * np.arange(count) / max(count, 1)
    circle = np.column_stack([np.sin(angles), -np.cos(angles)])
    if not 3 < count <= MOST_SPRINGS:
        return circle, 2.0
    try:
        import networkx
    except ImportError:
        return circle, 2.0
    graph = networkx.Graph(tour.graph.edges())
    order = tour.indices.tolist()
    around = dict(zip(order, circle, strict=True))
    # The springs start from the circle and, in a planar graph, from a drawing without crossings:
    # they need no random start.
    begun = [around]
    if networkx.is_planar(graph):
        begun.append(networkx.planar_layout(graph))
    layouts = []
    for places in begun:
        found = networkx.spring_layout(graph, pos=places, seed=0, iterations=200)
        points = np.array([found[vertex] for vertex in order])
        points -= (points.min(axis=0) + points.max(axis=0)) / 2
        points /= np.hypot(points[:, 0], points[:, 1]).max()
        between = points[:, None] - points[None]
        gap = float((np.hypot(between[..., 0], between[..., 1]) + 2 * np.eye(count)).min())
        layouts.append((gap, points))
    gap, points = max(layouts, key=lambda layout: layout[0])
    return (points, gap) if gap >= least else (circle, 2.0)


def _short(label: object) -> str:
    """Shorten a label to five characters.

    >>> _short((0, 12)), _short("a1"), _short("Trafalgar")
    ('0,12', 'a1', 'Traf…')
    """
    text = ",".join(map(str, label)) if isinstance(label, tuple) else str(label)
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
