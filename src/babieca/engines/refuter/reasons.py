"""A reason why tours exist or do not, and the sources of the theorems."""

from __future__ import annotations

from dataclasses import dataclass

SCHWENK = "Schwenk 1991, Which rectangular chessboards have a knight's tour?"
CULL = "Cull and De Curtins 1978, Knight's tour revisited"
CONRAD = (
    "Conrad, Hindrichs, Morsy and Wegener 1994, Solution of the knight's Hamiltonian path problem "
    "on chessboards"
)
ERDE = "Erde, Golénia and Golénia 2012, The closed knight tour problem in higher dimensions"
COLOURS = "colour argument"
COUNTING = "counting argument"


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence and its source; None where the sentence proves itself."""

    text: str
    source: str | None = None

    def __str__(self) -> str:
        return f"{self.text} ({self.source})" if self.source else self.text
