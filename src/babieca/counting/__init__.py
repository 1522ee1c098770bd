"""How many tours: exact counts by a sweep over blocks of counters (see docs/counting.md)."""

from babieca.counting.count import CountReport, count, count_report
from babieca.counting.engines import METHODS
from babieca.counting.fractions import Fraction, fractions
from babieca.counting.planning import SweepPlan, plan

__all__ = [
    "METHODS",
    "CountReport",
    "Fraction",
    "SweepPlan",
    "count",
    "count_report",
    "fractions",
    "plan",
]
