"""The package runs without the modules, calls and signals that only POSIX has."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.processes import answer
from tests.serving import serving

# The file sitecustomize.py, which Python runs first, also in child processes.
HIDING = """
import os, signal, sys

sys.modules.update(dict.fromkeys({modules}))
for module, name in ((os, "nice"), (os, "sched_getaffinity"), (os, "fork"), (signal, "SIGKILL")):
    delattr(module, name)
"""
MODULES = ["fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"]


@pytest.fixture
def hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Hide POSIX from child processes; return the names of the hidden modules."""
    modules = [*MODULES]
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    monkeypatch.setenv("PYTHONPATH", path)
    (tmp_path / "sitecustomize.py").write_text(HIDING.format(modules=modules))
    return modules


@pytest.mark.usefixtures("hidden")
def test_the_library_finds_counts_and_samples() -> None:
    program = """
        import babieca
        from babieca import Board
        print(len(babieca.find(Board(30, 30))), babieca.count(Board(6, 6)))
        print(len(next(babieca.sample(Board(5, 6), seed=1))), babieca.count(Board(6, 6), threads=2))
    """
    assert answer(program).split() == ["900", "9862", "30", "9862"]


@pytest.mark.usefixtures("hidden")
def test_the_command_counts() -> None:
    program = """
        import sys
        from babieca.cli import main
        sys.argv = ["babieca", "count", "6x6"]
        main()
    """
    assert answer(program).split()[0] == "9862"


def test_the_page_answers_at_once_and_does_jobs(hidden: list[str], tmp_path: Path) -> None:
    hidden.remove("fcntl")  # the server locks its directory; Windows has msvcrt for that
    (tmp_path / "sitecustomize.py").write_text(HIDING.format(modules=hidden))
    with serving(tmp_path / "data") as served:
        assert served.ask("find", question={"board": "6x6"})["board"] == "6x6"
        counted = served.ask("jobs/count", question={"board": "6x6"})["id"]
        assert served.result(counted)["value"] == "9862"
        long = served.ask("jobs/count", question={"board": "8x8"}, method="search")["id"]
        served.until(long, lambda job: job["progress"])
        assert served.client.post(f"/api/jobs/{long}/cancel").json()["state"] == "cancelled"
