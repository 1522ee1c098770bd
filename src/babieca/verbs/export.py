"""Write a question for another solver, and read the tour in the solver's answer."""

from __future__ import annotations

from babieca.engines.encodings import To, decoded, encoded
from babieca.tour import Tour
from babieca.verbs.asked import Asked


class Exporting(Asked):
    def export(self, to: To) -> str:
        """Return the question as a text for another solver; each tour is one solution.

        `to` is "cnf" (SAT solvers and model counters, DIMACS), "lp" (integer programs), "dzn"
        (MiniZinc data; "mzn" is the model, the same for all questions) or "tsplib" (a Hamiltonian
        cycle problem; paths as a travelling salesman problem). A word that a format cannot express
        is refused.

        >>> from babieca import Board, Tours
        >>> text = Tours(Board(5, 6), through="a1-b3").export("cnf")
        >>> [line for line in text.splitlines() if line.startswith("p ")]
        ['p cnf 603 2659']
        """
        return encoded(self.question, to)

    def solved_by(self, to: To, answer: str) -> Tour:
        """Return the tour in the answer of a solver to the text of `export`.

        The answer is the text that the solver printed: `v` lines of a SAT solver, variables with
        values of a solver of integer programs, `next = [...]` of MiniZinc, a TSPLIB tour. Raise
        `NoTourError` if the solver says that there is none (unchecked), `NotFoundError` if it did
        not decide, and `BadInputError` if the text is no answer to this question.
        """
        return decoded(self.question, to, answer)
