"""Tours of plain graphs: the vertices on a circle, the other edges pale behind the tour."""

from __future__ import annotations

import numpy as np

from babieca.drawing.palette import Theme, ink_on
from babieca.drawing.picture import Discs, Mark, Picture, Strokes, Texts, one_colour
from babieca.tours import Tour

MOST_LABELS = 120
MOST_CHORDS = 4000


def draw_on_circle(tour: Tour, *, theme: Theme, size: int | None = None) -> Picture:
    """Draw the vertices in the order of the tour, clockwise from the top."""
    count = len(tour)
    radius = max(60.0, count * 3.2) if count <= MOST_LABELS else 400.0
    middle = radius + 24
    angles = 2 * np.pi * np.arange(count) / max(count, 1)
    points = middle + radius * np.column_stack([np.sin(angles), -np.cos(angles)])
    marks: list[Mark] = []
    if tour.graph.edge_count <= MOST_CHORDS:
        position = np.zeros(count, dtype=np.int64)
        position[tour.indices] = np.arange(count)
        ends = position[np.array(tour.graph.edges(), dtype=np.int64).reshape(-1, 2)]
        chords = np.hstack([points[ends[:, 0]], points[ends[:, 1]]])
        marks.append(Strokes(chords, one_colour(len(chords)), [theme.frame], 0.7, 0.5))
    following = np.roll(points, -1, axis=0)
    lines = np.hstack([points, following])[: count if tour.closed else count - 1]
    colours = theme.colours(min(96, max(count, 1)))
    which = np.linspace(0, len(colours) - 1, count).round().astype(np.int64)
    marks.append(Strokes(lines, which[: len(lines)], colours, 2.6 if count <= MOST_LABELS else 4))
    if count <= MOST_LABELS:
        marks.append(Discs(points, which, colours, 7.5))
        labels = tour.graph.labels
        words = [str(labels[vertex])[:8] for vertex in tour.indices.tolist()]
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
