"""Locked directories and atomic files."""

import subprocess
import sys
from pathlib import Path

import pytest

from babieca import BadInputError
from babieca.files import atomic_file, locked

HOLDER = """
import sys
from pathlib import Path
from babieca.files import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


def hold(directory: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(directory)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("killed", [False, True])
def test_one_process_at_a_time(killed: bool, tmp_path: Path) -> None:
    directory = tmp_path / "new" / "work"
    with hold(directory) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "locked\n"
        complaint = f"another process is at work in {directory}"
        with pytest.raises(BadInputError, match=complaint), locked(directory):
            pass
        if killed:
            first.kill()
        else:
            first.communicate("")
    with locked(directory):
        assert (directory / ".lock").exists()
        with hold(directory) as second:
            assert second.wait() == 1


def test_a_lock_ends_with_its_block(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(tmp_path):
        raise ZeroDivisionError
    with locked(tmp_path), locked(tmp_path / "inside"):
        pass


def test_what_cannot_be_locked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "inside", tmp_path / "nul\0"):
        with pytest.raises(BadInputError, match="cannot write"), locked(place):
            pass


def test_a_file_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(TypeError), atomic_file(path) as file:
        file.writelines([b"half", 1])  # type: ignore[list-item]
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]
