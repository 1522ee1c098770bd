"""Tours that a symmetry keeps, and tours up to symmetry (see docs/symmetry.md)."""

from babieca.counting.count import REDUCTIONS
from babieca.symmetry.classes import count_classes, fixed_counts
from babieca.symmetry.fixed import FixedReport, count_fixed, fixed_report, symmetric_tours
from babieca.symmetry.options import count_kept, count_up_to

REDUCTIONS.update(symmetry=count_kept, up_to=count_up_to)

__all__ = [
    "FixedReport",
    "count_classes",
    "count_fixed",
    "fixed_counts",
    "fixed_report",
    "symmetric_tours",
]
