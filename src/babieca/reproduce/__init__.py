"""The papers' tables and claims, run again: one name, one experiment, plain tables back.

To add one, write a function `(Settings) -> list[Table]` in a module here and name it in `PARTS`;
`babieca reproduce NAME` prints what it returns, `babieca reproduce all` puts it on the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
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
    gonzalez,
    sanchez,
)
from babieca.reproduce.experiments import Experiment, Settings, Table
from babieca.reproduce.report import Part, keep_part, write_report
from babieca.tasks import Task

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


SWEEPING = ("banon-7", "banon-8")
"""Those that a GPU can run."""


@dataclass(frozen=True)
class Reproduction(Task[list[Table]]):
    """An experiment, for a machine that has nobody to tell how far it is."""

    name: str
    settings: tuple[tuple[str, Any], ...]

    @property
    def key(self) -> str:
        """The experiment and how much of it is run."""
        return f"reproduce-{self.name}-{'-'.join(str(value) for _, value in self.settings)}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return all that a worker has: it measures times, and is not to be disturbed."""
        return limits.budget

    def run(self, limits: Limits) -> list[Table]:
        """Run it, for as long as somebody listens."""
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
    checked = _checked(settings)
    if checked.device is not None and name not in SWEEPING:
        raise BadInputError(f"device is for {' and '.join(SWEEPING)}: {name} sweeps nothing")
    if checked.cluster is None:
        return EXPERIMENTS[name](checked)
    with _limits(checked).at_work() as limits:
        return limits.run(_job(name, checked))


def _job(name: str, settings: Settings) -> Reproduction:
    words = ("quick", "timeout", "samples", "largest", "seed")
    return Reproduction(name, tuple((word, getattr(settings, word)) for word in words))


def reproduce_all(folder: str | Path, settings: Settings | None = None) -> Path:
    """Run every experiment that is not in the folder yet, write the page, return its path.

    What is finished is kept: a call that was interrupted goes on when it is made again.
    """
    checked = _checked(settings)
    report = partial(write_report, PARTS, folder, checked, version=version("babieca"))
    if checked.cluster is None:
        return report()
    with _limits(checked).at_work() as limits:
        # Each part is kept as soon as it is there; the page then finds all of them.
        keep = partial(keep_part, folder=Path(folder), settings=checked, version=version("babieca"))
        limits.each(
            lambda part, own: keep(part, run=lambda: own.run(_job(part.name, checked))), PARTS
        )
        return report()


def _limits(settings: Settings) -> Limits:
    return Limits.of(cluster=settings.cluster, progress=settings.progress)


def _checked(settings: Settings | None) -> Settings:
    settings = settings or Settings()
    for limit in ("timeout", "samples", "largest"):
        given = getattr(settings, limit)
        if given is not None and given <= 0:
            raise BadInputError(f"{limit} must be positive, not {given}")
    if settings.progress is not None and settings.cluster is None:
        raise BadInputError("progress is of a cluster: here note is told what is under way")
    if settings.device is not None and settings.cluster is not None:
        raise BadInputError("workers of a cluster have no GPU: leave out cluster, or device")
    if settings.seed < 0:
        raise BadInputError(f"seed must not be negative: {settings.seed}")
    return settings
