"""`babieca reproduce NAME`: a paper's tables and claims, run again."""

from __future__ import annotations

from typing import Annotated

import typer

from babieca.cli.cluster import progress_of
from babieca.cli.printing import show
from babieca.cli.progress import note
from babieca.cli.words import Cluster, Device, Json, Output, Seed, Timed, limiting
from babieca.errors import BadInputError
from babieca.reproduce import EXPERIMENTS, Settings, reproduce_all
from babieca.reproduce import reproduce as run


class ReproduceWords(Timed, total=False):
    """How much to run."""

    cluster: Cluster
    device: Device
    quick: Annotated[bool, limiting(None, "A few seconds' worth.", "--quick")]
    samples: Annotated[int, limiting(None, "Starts tried per board.")]
    largest: Annotated[int, limiting(None, "Leave out boards with longer sides.")]
    seed: Seed


def reproduce(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"all, {', '.join(EXPERIMENTS)}.")],
    words: ReproduceWords,
    output: Output | None = None,
    as_json: Json = False,
) -> None:
    """Run a paper's experiment again and print its tables beside ours.

    `all` runs every experiment, keeps what is finished, and writes one page, index.html, into the
    output, `report` if not given. The timeout is of each search. What is under way goes to
    standard error.

    Examples:
    - `babieca reproduce all --quick`
    - `babieca reproduce gonzalez --quick`
    - `babieca reproduce costa --largest 500`
    - `babieca reproduce banon-7 --device cuda`
    """
    if output is not None and name != "all":
        raise BadInputError("--output is for the page of all experiments: reproduce all -o DIR")
    elsewhere = "cluster" in words
    with progress_of(words, as_json) as progress:
        settings = Settings(**words, note=note, progress=progress if elsewhere else None)
        if name == "all":
            page = reproduce_all(output or "report", settings)
            show({"page": str(page)}, page, as_json)
            return
        tables = run(name, settings)
    record = {"experiment": name, "tables": [table.to_json() for table in tables]}
    texts = (f"{table}\n{table.remark}\n" if table.remark else f"{table}\n" for table in tables)
    show(record, "\n".join(texts), as_json)
