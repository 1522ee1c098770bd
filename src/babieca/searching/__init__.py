"""All tours: list them, count them by visiting them, study what each rule is worth."""

from babieca import finding
from babieca.searching import two_knights
from babieca.searching.counts import FirstMove, SearchCount, count_tours, first_move_table
from babieca.searching.listing import tour_batches, tours
from babieca.searching.questions import ORDERS, RULES
from babieca.searching.studies import StudyRow, study
from babieca.searching.tallies import Tally

finding.METHODS.update(two_knights.METHODS)

__all__ = [
    "ORDERS",
    "RULES",
    "FirstMove",
    "SearchCount",
    "StudyRow",
    "Tally",
    "count_tours",
    "first_move_table",
    "study",
    "tour_batches",
    "tours",
]
