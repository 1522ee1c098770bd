"""What a reproduction takes and gives: settings in, plain tables out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from babieca.drawing.tables import Table
from babieca.engines.sweep.gpu.counting import Device
from babieca.limits import Cluster
from babieca.progress import Listening

__all__ = ["Cell", "Experiment", "Settings", "Table"]

Cell = str | int | float | None


@dataclass(frozen=True)
class Settings:
    """How much to run. `quick` takes seconds; None leaves a choice to the experiment.

    `timeout` bounds each single search in seconds, `samples` the starts tried per board, `largest`
    the longest side. `note` is told what is under way. `cluster` is where the experiments run,
    and `progress` is then told how many of them are done; `device` is where those sweep that count
    closed tours of 8x8.

    >>> Settings(quick=True, samples=3).samples
    3
    """

    quick: bool = False
    timeout: float | None = None
    samples: int | None = None
    largest: int | None = None
    note: Callable[[str], None] = field(default=lambda message: None)
    seed: int = 0
    cluster: Cluster | None = None
    progress: Listening = None
    device: Device | None = None


Experiment = Callable[[Settings], list[Table]]
