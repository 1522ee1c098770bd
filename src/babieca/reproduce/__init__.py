"""The papers' tables and claims, run again: one name, one experiment, plain tables back.

To add one, write a function `(Settings) -> list[Table]` in a module here and name it in `PARTS`;
`babieca reproduce NAME` prints what it returns, `babieca reproduce all` puts it on the page.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from babieca.errors import BadInputError
from babieca.reproduce import (
    banon_2,
    banon_9,
    banon_fractions,
    banon_tables,
    caballosec,
    costa,
    gonzalez,
    sanchez,
)
from babieca.reproduce.experiments import Experiment, Settings, Table
from babieca.reproduce.report import Part, write_report

__all__ = ["EXPERIMENTS", "PARTS", "Settings", "Table", "reproduce", "reproduce_all"]

_BANON = "Bañón Serrano, Ciclos hamiltonianos del caballo de ajedrez en un tablero 8×8"

PARTS = [
    Part("banon-2", f"{_BANON}: figure 2", banon_2.run, "nine tenths of the random probes"),
    Part("banon-fractions", f"{_BANON}: tables 1 to 6", banon_fractions.run),
    Part("banon-7", f"{_BANON}: table 7, figure 10", banon_tables.table_7, "23 of 24 fractions"),
    Part("banon-8", f"{_BANON}: table 8, figure 11", banon_tables.table_8, "26 of 27 fractions"),
    Part("banon-9", f"{_BANON}: table 9", banon_9.run, "most of the sampled subtrees"),
    Part("sanchez", "Sánchez López, Entretenimientos matemáticos con la I.B.M. 1.620", sanchez.run),
    Part(
        "gonzalez",
        "González Franco, El problema del tour del caballo y una solución óptima",
        gonzalez.run,
        "the same search is stopped after half a second instead of twenty",
    ),
    Part(
        "costa",
        "Costa and Pereira de Sá, Heurística para o passeio aberto do cavalo",
        costa.run,
        "boards with sides over 200, and most starts on the larger ones",
    ),
    Part(
        "caballosec",
        "Problema del caballo, a course exercise",
        caballosec.run,
        "the speed-up is measured on 5x6 instead of 6x6",
    ),
]

EXPERIMENTS: dict[str, Experiment] = {part.name: part.run for part in PARTS}
"""Each experiment by the name of the paper's author; its docstring says what it shows."""


def reproduce(name: str, settings: Settings | None = None) -> list[Table]:
    """Run an experiment by name."""
    if name not in EXPERIMENTS:
        raise BadInputError(f"unknown experiment {name!r}: use all or {', '.join(EXPERIMENTS)}")
    return EXPERIMENTS[name](_checked(settings))


def reproduce_all(folder: str | Path, settings: Settings | None = None) -> Path:
    """Run every experiment that is not in the folder yet, write the page, return its path."""
    return write_report(PARTS, folder, _checked(settings), version=version("babieca"))


def _checked(settings: Settings | None) -> Settings:
    settings = settings or Settings()
    for limit in ("timeout", "samples", "largest"):
        given = getattr(settings, limit)
        if given is not None and given <= 0:
            raise BadInputError(f"{limit} must be positive, not {given}")
    if settings.seed < 0:
        raise BadInputError(f"seed must not be negative: {settings.seed}")
    return settings
