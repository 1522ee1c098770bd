"""The knight that runs at the head of an animation."""

from __future__ import annotations

import numpy as np

from babieca.drawing.palette import Theme
from babieca.drawing.picture import Discs, Floats, Mark, Polygons, one_colour

# Facing left, y downwards, within a circle of radius 1: the base, the back, the ear, the face, the
# throat.
_OUTLINE = (
    np.array(
        [
            *[(-56, 64), (62, 64), (62, 52), (54, 46), (56, 18), (50, -10), (38, -36), (20, -52)],
            *[(6, -60), (-2, -80), (-16, -62), (-30, -52), (-42, -30), (-66, 2), (-68, 14)],
            *[(-58, 24), (-46, 20), (-40, 26), (-26, 13), (-4, 8), (8, -2), (4, 18), (-20, 36)],
            *[(-38, 46), (-56, 54)],
        ]
    )
    / 100
)
_EYE = np.array([[-0.22, -0.28]])


def knight(centre: Floats, radius: float, theme: Theme) -> list[Mark]:
    """Return a knight on a disc."""
    one = one_colour(1)
    return [
        Discs(centre[None], one, [theme.background], radius, theme.ink, radius / 8),
        Polygons([centre + _OUTLINE * radius], theme.ink),
        Discs(centre + _EYE * radius, one, [theme.background], radius / 14),
    ]
