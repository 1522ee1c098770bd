"""`babieca export`: a question for another solver, and the tour in the solver's answer."""

from __future__ import annotations

import sys
from typing import Annotated

from babieca import formats
from babieca.asking import ExportOptions
from babieca.cli.printing import print_tours, wrote
from babieca.cli.progress import note
from babieca.cli.words import OutputWords
from babieca.engines.encodings import text_bytes
from babieca.errors import BadInputError, utf8
from babieca.files import atomic_file
from babieca.memory import human_bytes
from babieca.public import Tours
from babieca.reasons import Reason
from babieca.words import Word

_SMALL, _MOST_PRINTED = 10_000_000, 100_000_000  # bytes
_SOLVED_BY = "Read what the solver printed, and print the tour. - is standard input."


class ExportOut(OutputWords, total=False):
    solved_by: Annotated[str, Word(_SOLVED_BY, "Output", metavar="FILE")]


def export(tours: Tours, words: ExportOptions, written: ExportOut) -> None:
    """Write the question for a SAT, integer programming, MiniZinc or TSP solver.

    All words of the question become constraints; a word that a format cannot express is refused.
    Each tour is one solution of cnf, lp and dzn. Comments say what each variable means. mzn is the
    MiniZinc model for dzn, the same for all questions. tsplib is a Hamiltonian cycle problem; paths
    are a travelling salesman problem. With --solved-by, the tour in the answer of the solver is
    checked and printed. A text of more than 100 MB is not printed: name a file with -o.

    Examples:
    - `babieca export 6x6 --to cnf -o 6x6.cnf`
    - `babieca export 8x8 --path --start a1 --to lp -o paths.lp`
    - `babieca export graph.hcp --through 1-2 --to tsplib -o graph.tsp`
    - `babieca export 6x6 --to cnf --solved-by solver.txt`
    """
    if "solved_by" in written:
        if "output" in written:
            raise BadInputError("not_together", one="output", other="solved_by")
        file = written["solved_by"]
        if file == "-":
            text = formats.read_text(sys.stdin.buffer, Reason("standard_input"))
        else:
            text = formats.text_of_file(file)
        print_tours([tours.solved_by(words["to"], text)], {})
        return
    bytes = text_bytes(tours.question, words["to"])
    if bytes > _MOST_PRINTED and "output" not in written:
        size = human_bytes(bytes)
        raise BadInputError("text_takes", bytes=size)
    if bytes > _SMALL:
        note(Reason("writing_about", bytes=human_bytes(bytes)))
    text = tours.export(words["to"])
    if "output" not in written:
        sys.stdout.write(text)
        return
    with atomic_file(written["output"]) as out:
        out.write(utf8(text))
    note(wrote(written["output"]))
