"""The public names of Babieca: all names here without an underscore.

`Tours` has the methods of all verbs; most of them are functions too, made in the loop at the end.
"""

# ruff: noqa: F403
import typing as _typing

from babieca.boards import Board as Board
from babieca.digraphs import Digraph as Digraph
from babieca.engines.describing import Description as Description
from babieca.engines.refuter import Verdict as Verdict
from babieca.errors import BabiecaError as BabiecaError
from babieca.errors import BadInputError as BadInputError
from babieca.errors import ContradictionError as ContradictionError
from babieca.errors import InvalidTourError as InvalidTourError
from babieca.errors import NotFoundError as NotFoundError
from babieca.errors import NoTourError as NoTourError
from babieca.events import Event as Event
from babieca.events import Layer as Layer
from babieca.graphs import Graph as Graph
from babieca.limits import Limits as Limits
from babieca.progress import Progress as Progress
from babieca.questions import Question as Question
from babieca.showing import Counts as Counts
from babieca.showing import Tabled as Tabled
from babieca.showing import Totals as Totals
from babieca.symmetries import Symmetry as Symmetry
from babieca.tour import Tour as Tour
from babieca.verbs.asked import function_of as _function_of
from babieca.verbs.check import *
from babieca.verbs.check import Checking as _Checking
from babieca.verbs.count import *
from babieca.verbs.count import Counting as _Counting
from babieca.verbs.export import Exporting as _Exporting
from babieca.verbs.find import *
from babieca.verbs.find import Searching as _Searching
from babieca.verbs.methods import *
from babieca.verbs.methods import Tracing as _Tracing
from babieca.verbs.numbers import Numbered as _Numbered
from babieca.verbs.plan import *
from babieca.verbs.plan import Planning as _Planning
from babieca.verbs.puzzles import *
from babieca.verbs.puzzles import Puzzling as _Puzzling
from babieca.verbs.sequence import *
from babieca.verbs.tables import *
from babieca.verbs.tables import Tabling as _Tabling
from babieca.verbs.texts import *


class Tours(
    _Searching,
    _Checking,
    _Puzzling,
    _Tracing,
    _Counting,
    _Tabling,
    _Planning,
    _Numbered,
    _Exporting,
):
    """All tours of a board or graph that satisfy a question. Nothing is computed before a verb.

    `kind` is "closed", "path" or "open" (a path whose ends are not a move apart). From a start,
    each path counts once; a closed tour is only written from its start, and has no end. A symmetry
    is named "half-turn", "quarter-turn", "left-right reflection", …; "Eulerian half-turn" and
    "Bergholtian half-turn" are the two styles of closed tours.

    Tours are labelled: mirror images are different tours. Two `Tours` are equal if they ask the
    same.

    >>> tours = Tours(Board(6, 6), through="a1-b3")
    >>> tours.count(), tours.exists().answer, tours.find() in tours
    (9862, 'undecided', True)
    >>> [tour.closed for tour in Tours(Board(5, 6)).list(limit=2)]
    [True, True]
    """


if _typing.TYPE_CHECKING:
    from babieca.functions import *
else:
    for _name in (
        *("check", "classes", "count", "count_by", "exists", "export", "find", "fractions"),
        *("plan", "puzzle", "rank", "sample", "study", "tours", "trace", "unrank", "usage"),
    ):
        _method = getattr(Tours, "list" if _name == "tours" else _name)
        globals()[_name] = _function_of(Tours, _method, _name)
