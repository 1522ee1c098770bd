"""Experiments take settings and return plain tables."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from babieca.drawing.tables import Table
from babieca.engines.sweep.gpu.gpus import Device
from babieca.errors import BadInputError
from babieca.limits import Cluster
from babieca.progress import Listening

__all__ = ["Cell", "Experiment", "Figure", "Part", "Settings", "Table", "compared"]

Cell = str | int | float | None


@dataclass(frozen=True)
class Settings:
    """How much to run. `quick` takes seconds; None leaves a choice to the experiment.

    `timeout` limits each search in seconds, `samples` the starts per board, `largest` the longest
    side. `note` gets messages about the running part. `cluster` runs the experiments on a cluster,
    and `progress` then gets the number of finished ones. `device` is the processor or GPU for
    experiments that count closed tours of 8x8.

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

    def __post_init__(self) -> None:
        for name in ("timeout", "samples", "largest"):
            given = getattr(self, name)
            if given is not None and given <= 0:
                raise BadInputError("must_be_positive", name=name, value=given)
        if self.progress is not None and self.cluster is None:
            raise BadInputError("progress_needs_cluster")
        if self.device is not None and self.cluster is not None:
            raise BadInputError("gpu_takes_no", word="cluster")
        if self.seed < 0:
            raise BadInputError("seed_negative", seed=self.seed)

    @property
    def scope(self) -> dict[str, Any]:
        """The settings that decide the tables."""
        names = ("quick", "timeout", "samples", "largest", "seed")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Figure:
    caption: str
    svg: str


Experiment = Callable[[Settings], list[Table]]


@dataclass(frozen=True)
class Part:
    """One experiment of the report: `figures` draws its tables, `on_gpu` says it takes a device."""

    name: str
    paper: str
    run: Experiment
    figures: Callable[[list[Table]], list[Figure]] = field(default=lambda tables: [])
    on_gpu: bool = False


def compared(printed: Cell, ours: Cell) -> list[Cell]:
    """Return the cells of a printed number, our number and whether they agree.

    >>> compared(56, 56)
    [56, 56, 'yes']
    """
    return [printed, ours, "yes" if printed == ours else "NO"]
