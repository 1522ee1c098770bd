"""Run a notebook and save its outputs: `python docs/pictures/notebook.py [FILE]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent.parent / "examples" / "pictures.ipynb"


def main(file: Path) -> None:
    """Run every cell in an empty folder, and write the notebook with the outputs."""
    notebook = nbformat.read(file, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        place = {"metadata": {"path": folder}}
        NotebookClient(notebook, resources=place, startup_timeout=600).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # the time of the run
        if cell.cell_type == "code":  # leave out progress lines
            cell.outputs = [told for told in cell.outputs if told.get("name") != "stderr"]
    nbformat.write(notebook, file)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOK)
