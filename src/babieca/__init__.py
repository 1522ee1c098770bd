"""Babieca: knight's tours. The public names, and nothing else."""

from importlib.metadata import version

from babieca.boards import Board
from babieca.counting import CountReport, count, count_report, fractions, plan
from babieca.errors import (
    BabiecaError,
    BadInputError,
    InvalidTourError,
    NotFoundError,
    NoTourError,
)
from babieca.finding import find, find_report
from babieca.graphs import Graph
from babieca.sampling import TourFamily, edge_usage, rank, sample, unrank
from babieca.searching import study, tours
from babieca.symmetries import Symmetry
from babieca.symmetry import count_classes, count_fixed, symmetric_tours
from babieca.theory import Verdict, exists
from babieca.tours import Tour

__version__ = version("babieca")

__all__ = [
    "BabiecaError",
    "BadInputError",
    "Board",
    "CountReport",
    "Graph",
    "InvalidTourError",
    "NoTourError",
    "NotFoundError",
    "Symmetry",
    "Tour",
    "TourFamily",
    "Verdict",
    "count",
    "count_classes",
    "count_fixed",
    "count_report",
    "edge_usage",
    "exists",
    "find",
    "find_report",
    "fractions",
    "plan",
    "rank",
    "sample",
    "study",
    "symmetric_tours",
    "tours",
    "unrank",
]
