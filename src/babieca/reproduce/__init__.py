"""The tables and claims of the papers, computed again.

To add an experiment, write a function `(Settings) -> list[Table]` in a module here and name it in
`PARTS`; `babieca reproduce NAME` prints its tables, `babieca reproduce all` puts them on a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from babieca.errors import BadInputError
from babieca.limits import Limits
from babieca.reproduce import (
    banon_2,
    banon_9,
    banon_fractions,
    banon_tables,
    caballosec,
    costa,
    figures,
    gonzalez,
    sanchez,
)
from babieca.reproduce.experiments import Experiment, Part, Settings, Table
from babieca.reproduce.report import finished_part, write_report
from babieca.tasks import Task

__all__ = ["EXPERIMENTS", "PARTS", "Settings", "Table", "reproduce", "reproduce_all"]

_BANON = "Bañón Serrano, Ciclos hamiltonianos del caballo de ajedrez en un tablero 8×8"

PARTS = [
    Part(
        "banon-2",
        f"{_BANON}: figure 2",
        banon_2.run,
        "nine tenths of the random probes",
        figures.growth,
    ),
    Part("banon-fractions", f"{_BANON}: tables 1 to 6", banon_fractions.run),
    Part(
        "banon-7",
        f"{_BANON}: table 7, figure 10",
        banon_tables.table_7,
        "23 of 24 fractions",
        partial(figures.fractions, "Figure 10: closed tours by fraction from square 1"),
        on_gpu=True,
    ),
    Part(
        "banon-8",
        f"{_BANON}: table 8, figure 11",
        banon_tables.table_8,
        "26 of 27 fractions",
        partial(figures.fractions, "Figure 11: closed tours by fraction from square 28"),
        on_gpu=True,
    ),
    Part("banon-9", f"{_BANON}: table 9", banon_9.run, "most of the sampled subtrees"),
    Part(
        "sanchez",
        "Sánchez López, Entretenimientos matemáticos con la I.B.M. 1.620",
        sanchez.run,
        figures=figures.tours,
    ),
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
        figures.success,
    ),
    Part(
        "caballosec",
        "Problema del caballo, a course exercise",
        caballosec.run,
        "the speed-up is measured on 5x6 instead of 6x6",
    ),
]

EXPERIMENTS: dict[str, Experiment] = {part.name: part.run for part in PARTS}
"""The experiments by name; their docstrings name the result."""


@dataclass(frozen=True)
class Reproduction(Task[list[Table]]):
    """An experiment on a worker of a cluster."""

    name: str
    settings: tuple[tuple[str, Any], ...]

    @property
    def key(self) -> str:
        """The experiment and its settings."""
        return f"reproduce-{self.name}-{'-'.join(str(value) for _, value in self.settings)}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return the whole memory: an experiment measures times, so it runs alone on a worker."""
        return limits.budget

    def run(self, limits: Limits) -> list[Table]:
        """Run the experiment until it is called off."""
        # A module that runs as a program must not be imported by its package.
        from babieca.reproduce.process import run_in_process

        report = limits.reporter(timed=False) or (lambda done, total: None)
        return run_in_process(self.name, dict(self.settings), lambda: report(0, 0))


def reproduce(name: str, settings: Settings | None = None) -> list[Table]:
    """Run an experiment by name.

    >>> [table.title for table in reproduce("gonzalez", Settings(quick=True))]
    ["Backtracking without Warnsdorff's rule", "Backtracking with Warnsdorff's rule"]
    """
    if name not in EXPERIMENTS:
        raise BadInputError(f"unknown experiment {name!r}: use all or {', '.join(EXPERIMENTS)}")
    settings = settings or Settings()
    on_gpu = [part.name for part in PARTS if part.on_gpu]
    if settings.device is not None and name not in on_gpu:
        raise BadInputError(f"device is for {' and '.join(on_gpu)}: {name} sweeps nothing")
    if settings.cluster is None:
        return EXPERIMENTS[name](settings)
    with Limits.of(cluster=settings.cluster, progress=settings.progress).at_work() as limits:
        return limits.run(Reproduction(name, tuple(settings.scope.items())))


def reproduce_all(folder: str | Path, settings: Settings | None = None) -> Path:
    """Run every experiment that the folder does not have yet, write the page, return its path.

    Finished experiments are kept: after an interruption, the same call goes on.
    """
    settings = settings or Settings()
    if settings.cluster is not None:
        scope = tuple(settings.scope.items())
        with Limits.of(cluster=settings.cluster, progress=settings.progress).at_work() as limits:
            limits.each(
                lambda part, own: finished_part(
                    part, folder, settings, lambda: own.run(Reproduction(part.name, scope))
                ),
                PARTS,
            )
            return write_report(PARTS, folder, settings)
    return write_report(PARTS, folder, settings)
