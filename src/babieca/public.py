"""The public names of Babieca."""

from typing import TYPE_CHECKING

from babieca.boards import Board
from babieca.engines.refuter.verdicts import Verdict
from babieca.errors import (
    BabiecaError,
    BadInputError,
    ContradictionError,
    InvalidTourError,
    NotFoundError,
    NoTourError,
)
from babieca.events import Event, Layer
from babieca.graphs import Graph
from babieca.limits import Limits
from babieca.progress import Progress
from babieca.questions import Question
from babieca.showing import Counts, Tabled
from babieca.symmetries import Symmetry
from babieca.tour import Tour
from babieca.verbs.calls import (
    check,
    classes,
    count,
    count_by,
    exists,
    find,
    first_moves,
    fractions,
    plan,
    rank,
    sample,
    study,
    tours,
    trace,
    unrank,
    usage,
)
from babieca.verbs.check import CheckReport
from babieca.verbs.classes import Classes
from babieca.verbs.count import CountReport
from babieca.verbs.find import FindReport
from babieca.verbs.first_moves import FirstMove
from babieca.verbs.fractions import Fraction
from babieca.verbs.plan import Plan
from babieca.verbs.study import StudyRow
from babieca.verbs.tourset import Tours

if TYPE_CHECKING:  # loaded when they are first asked for: counting needs no drawing
    from babieca import drawing, formats, reproduce

__all__ = [
    "BabiecaError",
    "BadInputError",
    "Board",
    "CheckReport",
    "Classes",
    "ContradictionError",
    "CountReport",
    "Counts",
    "Event",
    "FindReport",
    "FirstMove",
    "Fraction",
    "Graph",
    "InvalidTourError",
    "Layer",
    "Limits",
    "NoTourError",
    "NotFoundError",
    "Plan",
    "Progress",
    "Question",
    "StudyRow",
    "Symmetry",
    "Tabled",
    "Tour",
    "Tours",
    "Verdict",
    "check",
    "classes",
    "count",
    "count_by",
    "drawing",
    "exists",
    "find",
    "first_moves",
    "formats",
    "fractions",
    "plan",
    "rank",
    "reproduce",
    "sample",
    "study",
    "tours",
    "trace",
    "unrank",
    "usage",
]
