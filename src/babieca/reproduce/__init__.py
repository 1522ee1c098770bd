"""The papers' tables and claims, run again: one name, one experiment, plain tables back.

To add one, write a function `(Settings) -> list[Table]` in a module here and name it in
`EXPERIMENTS`; `babieca reproduce NAME` prints what it returns.
"""

from __future__ import annotations

from babieca.errors import BadInputError
from babieca.reproduce import banon_2, banon_9, banon_tables, caballosec, costa, gonzalez, sanchez
from babieca.reproduce.tables import Experiment, Settings, Table

__all__ = ["EXPERIMENTS", "Settings", "Table", "reproduce"]

EXPERIMENTS: dict[str, Experiment] = {
    "gonzalez": gonzalez.run,
    "costa": costa.run,
    "banon-2": banon_2.run,
    "banon-7": banon_tables.table_7,
    "banon-8": banon_tables.table_8,
    "banon-9": banon_9.run,
    "caballosec": caballosec.run,
    "sanchez": sanchez.run,
}
"""Each experiment by the name of the paper's author; its docstring says what it shows."""


def reproduce(name: str, settings: Settings | None = None) -> list[Table]:
    """Run an experiment by name."""
    if name not in EXPERIMENTS:
        raise BadInputError(f"unknown experiment {name!r}: use one of {', '.join(EXPERIMENTS)}")
    settings = settings or Settings()
    for limit in ("timeout", "samples", "largest"):
        given = getattr(settings, limit)
        if given is not None and given <= 0:
            raise BadInputError(f"{limit} must be positive, not {given}")
    return EXPERIMENTS[name](settings)
