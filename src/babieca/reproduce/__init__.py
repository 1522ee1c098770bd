"""The tables and claims of the papers, computed again.

To add an experiment, write a function `(Settings) -> list[Table]` in a module here and name it in
`PARTS`; `babieca reproduce NAME` prints its tables, `babieca reproduce all` writes a report.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from babieca.errors import BabiecaError, BadInputError
from babieca.limits import Limits
from babieca.processes import Process, ProcessDiedError, RefusedError
from babieca.reproduce import banon_search, banon_tables, finding, report, searching
from babieca.reproduce.experiments import Experiment, Part, Settings, Table
from babieca.tasks import Task
from babieca.words import one_of

__all__ = ["EXPERIMENTS", "PARTS", "Settings", "Table", "reproduce", "reproduce_all"]

SECONDS_BETWEEN_POLLS = 0.2
_BANON = "Bañón Serrano, Ciclos hamiltonianos del caballo de ajedrez en un tablero 8×8"
_SANCHEZ = "Sánchez López, Entretenimientos matemáticos con la I.B.M. 1.620"
_GONZALEZ = "González Franco, El problema del tour del caballo y una solución óptima"
_COSTA = "Costa and Pereira de Sá, Heurística para o passeio aberto do cavalo"
_BARS_7 = partial(report.fraction_figures, "Figure 10: closed tours by fraction from square 1")
_BARS_8 = partial(report.fraction_figures, "Figure 11: closed tours by fraction from square 28")

PARTS = [
    Part("banon-2", f"{_BANON}: figure 2", banon_search.figure_2, report.growth_figures),
    Part("banon-fractions", f"{_BANON}: tables 1 to 6", banon_tables.tables_1_to_6),
    Part("banon-7", f"{_BANON}: table 7, figure 10", banon_tables.table_7, _BARS_7, on_gpu=True),
    Part("banon-8", f"{_BANON}: table 8, figure 11", banon_tables.table_8, _BARS_8, on_gpu=True),
    Part("banon-9", f"{_BANON}: table 9", banon_search.table_9),
    Part("sanchez", _SANCHEZ, searching.sanchez, report.tour_figures),
    Part("gonzalez", _GONZALEZ, finding.gonzalez),
    Part("costa", _COSTA, finding.costa, report.success_figures),
    Part("caballosec", "Problema del caballo, a course exercise", searching.caballosec),
]
EXPERIMENTS: dict[str, Experiment] = {part.name: part.run for part in PARTS}
"""The experiments by name; their docstrings name the result."""


@dataclass(frozen=True)
class Reproduction(Task[list[Table]]):
    name: str
    settings: tuple[tuple[str, Any], ...]

    @property
    def key(self) -> str:
        return f"reproduce-{self.name}-{'-'.join(str(value) for _, value in self.settings)}"

    def bytes_needed(self, limits: Limits) -> int:
        """Return the whole memory: an experiment measures times, so it runs alone on a worker."""
        return limits.budget

    def run(self, limits: Limits) -> list[Table]:
        """Run the experiment in a process of its own, which is killed if the task is cancelled."""
        tell = limits.reporter(timed=False) or (lambda done, total: None)
        try:
            records = json.loads(asyncio.run(self._ask(lambda: tell(0, 0))))
        except ProcessDiedError:
            raise BabiecaError("experiment_died", name=self.name) from None
        except RefusedError as refusal:
            error = BabiecaError(*refusal.args)
            error.code = refusal.code
            raise error from None
        return [Table(**record) for record in records]

    async def _ask(self, poll: Callable[[], object]) -> bytes:
        """Ask a process; `poll` is called five times a second and stops it by raising."""
        process = await Process.start(__name__)
        try:
            asking = asyncio.create_task(process.ask({"name": self.name, **dict(self.settings)}))
            while not asking.done():
                await asyncio.wait([asking], timeout=SECONDS_BETWEEN_POLLS)
                poll()
            return asking.result()
        finally:
            await process.end()


def reproduce(name: str, settings: Settings | None = None) -> list[Table]:
    """Run an experiment by name.

    >>> [table.title for table in reproduce("gonzalez", Settings(quick=True))]
    ["Backtracking without Warnsdorff's rule", "Backtracking with Warnsdorff's rule"]
    """
    one_of("experiment", name, EXPERIMENTS)
    settings = settings or Settings()
    on_gpu = [part.name for part in PARTS if part.on_gpu]
    if settings.device is not None and name not in on_gpu:
        raise BadInputError("device_for", names=[*on_gpu], name=name)
    if settings.cluster is None:
        return EXPERIMENTS[name](settings)
    with Limits.of(cluster=settings.cluster, progress=settings.progress).at_work() as limits:
        return limits.run(Reproduction(name, tuple(settings.scope.items())))


def reproduce_all(folder: str | Path, settings: Settings | None = None) -> Path:
    """Run every experiment that the folder does not have yet, write the report, return its path.

    Finished experiments are kept: after an interruption, the same call goes on.
    """
    settings = settings or Settings()
    if settings.cluster is not None:
        scope = tuple(settings.scope.items())
        with Limits.of(cluster=settings.cluster, progress=settings.progress).at_work() as limits:
            limits.each(
                lambda part, own: report.finished_part(
                    part, folder, settings, lambda: own.run(Reproduction(part.name, scope))
                ),
                PARTS,
            )
    return report.write_report(PARTS, folder, settings)
