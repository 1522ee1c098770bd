"""How the command starts: quickly, quietly, and with every version of typer that is allowed."""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import babieca
from tests.processes import answer, installed

ROOT = Path(__file__).parent.parent


def typers() -> list[str]:
    """Return the oldest version of typer that pyproject.toml allows, and the newest version."""
    dependencies = (ROOT / "pyproject.toml").read_text()
    (oldest,) = re.findall(r'"typer>=([0-9.]+)"', dependencies)
    return [f"typer=={oldest}", "typer"]


COMMANDS = """
import json, sys
import typer
from tests.commands import run

assert typer.__file__.startswith(sys.argv[1])
lines = [
    "count --help-all",
    "count 6x6 --no-mirror",
    "list 5x6 -n 1 --format moves",
    "count 6x6 --nonsense",
    "count 6x6 --threads x",
    "count 6x6 --kind round",
]
print(json.dumps([vars(run(*line.split())) for line in lines]))
"""


@pytest.mark.release
@pytest.mark.parametrize("version", typers())
def test_oldest_and_newest_typer(version: str, tmp_path: Path) -> None:
    if not installed([version], "--target", tmp_path):
        pytest.skip(f"{version} cannot be installed here")
    package = str(Path(babieca.__file__).parent.parent)
    path = os.pathsep.join([str(tmp_path), package, str(ROOT)])
    said = answer(COMMANDS, tmp_path, PYTHONPATH=path, COLUMNS="100")
    shown, number, listed, *refusals = json.loads(said)
    assert re.search(r"--kind +closed\|path\|open", shown["stdout"])
    assert "─ The question ─" in shown["stdout"]
    assert "─ Options" not in shown["stdout"]
    assert number["stdout"] == "9862\n"
    assert listed["stdout"].startswith("a1 c2 e1 f3 ")
    for refused in refusals:
        assert (refused["returncode"], refused["stdout"]) == (2, "")
        assert refused["stderr"].startswith("babieca: ")
        assert refused["args"][2] in refused["stderr"]


def test_the_version_needs_no_heavy_imports() -> None:
    program = "import sys; from babieca.cli import run; run(['--version']); print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    version, modules = said.splitlines()
    assert version == f"babieca {babieca.__version__}"
    assert not {"numpy", "typer", "rich", "babieca.public"} & set(modules.split())


def test_control_c_during_the_imports_prints_one_line() -> None:
    program = """
import os, signal, sys
from babieca.cli import main
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv = ["babieca", "count", "6x6"]
main()
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (130, "babieca: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no default action for SIGINT")
def test_control_c_before_the_imports_is_silent() -> None:
    program = """
import os, runpy, signal, sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "babieca.errors":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
runpy.run_module("babieca", run_name="__main__", alter_sys=True)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, "")


def test_control_c_in_a_destructor_is_not_lost() -> None:
    program = """
import os, signal, sys, time
from babieca import cli
class Interrupted:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
def answer(arguments):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Interrupted()
    time.sleep(300)
cli._answer = answer
cli.main()
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (130, "babieca: interrupted\n")


def test_the_package_shows_its_public_names_only() -> None:
    assert set(dir(babieca)) == {"__version__", *babieca.__all__}
    for name in babieca.__all__:
        assert getattr(babieca, name) is not None
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("babieca.tours")
    assert callable(babieca.tours)


def test_every_module_can_be_the_first_import() -> None:
    program = """
import importlib, sys
for first in ("boards", "tour", "questions", "drawing", "formats", "reproduce"):
    for name in [name for name in sys.modules if name.split(".")[0] == "babieca"]:
        if name != "babieca._core":
            del sys.modules[name]
    importlib.import_module(f"babieca.{first}")
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
