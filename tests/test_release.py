"""The released files: the source archive, and the wheel that was built from it alone."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tests.processes import installed

ROOT = Path(__file__).parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

released = pytest.mark.skipif(not (ROOT / "dist/.made").exists(), reason="`make wheel` makes them")


@pytest.fixture(scope="module")
def wheel() -> Path:
    (found,) = (ROOT / "dist").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def binaries(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of commands of a new environment with the wheel and its requirements."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder)
    place = folder / ("Scripts" if sys.platform == "win32" else "bin")
    assert installed([wheel], "--python", place / "python")
    return place


def said(*command: str | Path, code: int = 0) -> str:
    """Return the output of a command that runs outside the source tree."""
    done = subprocess.run(command, capture_output=True, text=True, cwd="/")
    assert done.returncode == code, done.stderr
    return done.stdout or done.stderr


@released
def test_the_command_counts(binaries: Path) -> None:
    assert said(binaries / "babieca", "count", "6x6").split()[0] == "9862"
    assert said(binaries / "babieca", "--version") == f"babieca {VERSION}\n"


@released
def test_the_library_finds_and_draws(binaries: Path) -> None:
    program = "import babieca as b; t = b.find(b.Board(20, 30)); print(len(t), t.svg()[:4])"
    assert said(binaries / "python", "-c", program) == "600 <svg\n"


@released
def test_the_environment_has_nothing_but_what_is_required(binaries: Path) -> None:
    program = "import importlib.metadata as m; print(*(d.name for d in m.distributions()))"
    names = set(said(binaries / "python", "-c", program).lower().split())
    assert {"babieca", "numpy", "rich", "typer"} <= names
    assert not names & {"matplotlib", "pillow", "networkx", "fastapi", "distributed", "nanobind"}


@released
@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["serve"], "pip install fastapi"),
        (["draw", "8x8", "-o", "board.png"], "pip install pillow"),
        (["count", "6x6", "--cluster", "local"], "pip install distributed"),
    ],
)
def test_what_needs_more_says_what(binaries: Path, arguments: list[str], advice: str) -> None:
    assert advice in said(binaries / "babieca", *arguments, code=2)


@released
def test_the_wheel_has_all_files_of_the_package_and_no_others(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("babieca/")}
    sources = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src/babieca").rglob("*")
        if path.is_file()
        and path.parent.name != "__pycache__"
        and path.name.partition(".")[0] != "_core"
    }
    built = names - sources
    assert not sources - names
    assert len(built) == 2
    assert {Path(name).name.partition(".")[0] for name in built} == {"_core"}


@released
def test_the_archive_has_what_builds_and_tests_the_package() -> None:
    with tarfile.open(ROOT / "dist" / f"babieca-{VERSION}.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ["CMakeLists.txt", "LICENSE", "README.md", "cpp/bindings/module.cpp", "Makefile"]
    assert {*wanted, "tests/test_release.py", "src/babieca/py.typed"} <= names
    assert not any(re.match(r"\.venv|build/|dist/|node_modules", name) for name in names)


def test_the_version_is_the_same_wherever_it_is_written() -> None:
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {VERSION} " in (ROOT / "CHANGELOG.md").read_text()
