"""`babieca reproduce NAME`: a paper's tables and claims, run again."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Required, TypedDict, cast

from babieca.cli.cluster import progress_of
from babieca.cli.printing import show
from babieca.cli.progress import note
from babieca.cli.words import JsonWords, OutputWords
from babieca.errors import BadInputError
from babieca.limits import ClusterWords, SeedWords, TimeWords
from babieca.reproduce import EXPERIMENTS, Settings, reproduce_all
from babieca.reproduce import reproduce as run
from babieca.verbs.words import DeviceWords
from babieca.words import Word

_limit = partial(Word, panel="Limits")


class Experiment(TypedDict):
    """Which experiment."""

    name: Required[
        Annotated[str, Word(f"all, {', '.join(EXPERIMENTS)}.", metavar="NAME", argument=True)]
    ]


class ReproduceWords(TimeWords, ClusterWords, DeviceWords, SeedWords, total=False):
    """How much to run."""

    quick: Annotated[bool, _limit("Run only a few seconds' worth.", names=("--quick",))]
    samples: Annotated[int, _limit("How many starts are tried per board.")]
    largest: Annotated[int, _limit("Leave out boards with longer sides.")]


class Report(JsonWords, OutputWords, total=False):
    """Where the tables go."""


def reproduce(experiment: Experiment, words: ReproduceWords, shown: Report) -> None:
    """Run a paper's experiment again and print its tables beside ours.

    `all` runs every experiment, keeps what is finished, and writes one page, index.html, into the
    output, `report` by default. Each search may take the timeout. Progress goes to standard error.

    Examples:
    - `babieca reproduce all --quick`
    - `babieca reproduce gonzalez --quick`
    - `babieca reproduce costa --largest 500`
    - `babieca reproduce banon-7 --device cuda`
    """
    name, output = experiment["name"], shown.get("output")
    if output is not None and name != "all":
        raise BadInputError("--output is for the page of all experiments: reproduce all -o DIR")
    elsewhere = "cluster" in words
    with progress_of(words, shown.get("json", False)) as progress:
        settings = Settings(**cast(Any, words), note=note, progress=progress if elsewhere else None)
        if name == "all":
            page = reproduce_all(output or "report", settings)
            show({"page": str(page)}, page, shown)
            return
        tables = run(name, settings)
    record = {"experiment": name, "tables": [table.to_json() for table in tables]}
    texts = (f"{table}\n{table.remark}\n" if table.remark else f"{table}\n" for table in tables)
    show(record, "\n".join(texts), shown)
