"""Locked directories and atomic files."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from babieca import BadInputError, Board, find
from babieca.files import atomic_file, locked, text_of_file
from babieca.memory import at_most

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


WRITER = """
import os, sys
from pathlib import Path
from babieca.files import atomic_file
with atomic_file(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), 9)
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot")
posix = pytest.mark.skipif(sys.platform == "win32", reason="it is about files of POSIX")


@linux
def test_a_killed_writer_leaves_nothing_behind(tmp_path: Path) -> None:
    strange = tmp_path / ".new.01234567"
    strange.write_text("of somebody else")
    assert subprocess.run([sys.executable, "-c", WRITER, str(tmp_path / "new")]).returncode == -9
    assert [*tmp_path.iterdir()] == [strange]


@posix
def test_a_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    with atomic_file(tmp_path / "new") as file:
        file.write(b"all")
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("new", "all")]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_mode_and_its_links(mode: int, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "file", tmp_path / "link"
    target.write_text("old")
    target.chmod(mode)
    link.symlink_to("folder/file")
    with atomic_file(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == mode
    assert len([*tmp_path.rglob("*")]) == 3


@posix
def test_a_link_to_no_file_and_a_link_to_itself(tmp_path: Path) -> None:
    for name in ("new", "itself"):
        (tmp_path / name).symlink_to(tmp_path / name.replace("new", "target"))
    with atomic_file(tmp_path / "new") as file:
        file.write(b"all")
    assert (tmp_path / "target").read_text() == "all"
    with pytest.raises(BadInputError, match="cannot write"), atomic_file(tmp_path / "itself"):
        pass


@posix
def test_pipes_and_devices_are_written(tmp_path: Path) -> None:
    pipe = tmp_path / "tour.npy"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    find(Board(6, 6)).save(pipe)
    assert os.read(reader, 1000).startswith(b"\x93NUMPY")
    os.close(reader)
    assert pipe.is_fifo()
    with atomic_file(Path("/dev/null")) as file:
        file.write(b"nothing")
    assert Path("/dev/null").is_char_device()


@linux
def test_a_full_device() -> None:
    full = Path("/dev/full")
    with pytest.raises(BadInputError, match="cannot write '/dev/full'"), atomic_file(full) as file:
        file.write(b"all")


@posix
def test_standard_output_is_written_where_it_stands(tmp_path: Path) -> None:
    words = ["sequence", "3xn", "-n", "2", "-o", "/dev/stdout"]
    command = [sys.executable, "-m", "babieca", *words]
    with open(tmp_path / "log", "wb") as log:
        log.write(b"before\n")
        log.flush()
        subprocess.run(command, stdout=log, check=True)
    assert (tmp_path / "log").read_text() == "before\n1 0\n2 0\n"


def test_reading_is_bounded(tmp_path: Path) -> None:
    long = tmp_path / "long"
    long.write_bytes(bytes(2_000_000))
    with at_most(1_000_000):
        for read in (text_of_file, lambda path: find(Board(3, 4), "path", cheapest=path)):
            with pytest.raises(BadInputError, match=r"too large for 976\.6 KiB of memory"):
                read(long)
