"""What a reproduction takes and gives: settings in, plain tables out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

Cell = str | int | float | None


@dataclass(frozen=True)
class Settings:
    """How much to run. `quick` takes seconds; None leaves a choice to the experiment.

    `timeout` bounds each single search in seconds, `samples` the starts tried per board, `largest`
    the longest side. `note` is told what is under way.
    """

    quick: bool = False
    timeout: float | None = None
    samples: int | None = None
    largest: int | None = None
    note: Callable[[str], None] = field(default=lambda message: None)
    seed: int = 0


@dataclass(frozen=True)
class Table:
    """A table of a paper beside ours.

    >>> Table("squares", ["n", "tours"], [[5, 1728]]).records()
    [{'n': 5, 'tours': 1728}]
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    remark: str = ""

    def records(self) -> list[dict[str, Cell]]:
        """Return one dictionary per row."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON takes it."""
        return {"title": self.title, "rows": self.records(), "remark": self.remark}


Experiment = Callable[[Settings], list[Table]]
