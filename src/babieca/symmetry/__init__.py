"""Tours that a symmetry keeps, and tours up to symmetry (see docs/symmetry.md)."""

from babieca.symmetry.classes import count_classes, fixed_counts
from babieca.symmetry.fixed import FixedReport, count_fixed, fixed_report, symmetric_tours

__all__ = [
    "FixedReport",
    "count_classes",
    "count_fixed",
    "fixed_counts",
    "fixed_report",
    "symmetric_tours",
]
