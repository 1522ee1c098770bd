"""The store of finished parts: kills, damage, foreign files, full disks and several writers."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from babieca import BadInputError, Sequence, Tours
from babieca.reproduce.experiments import Part, Settings, Table
from babieca.reproduce.report import finished_part
from babieca.store import FEW_BYTES, Store, parts_in
from babieca.tasks import digits, whole_numbers
from tests.damage import change_digits
from tests.processes import PATIENCE, answer, start

VALUES: dict[str, Any] = {"one": "8", "two": [7, 2**70], "three": '"key": é\n'}
READERS: dict[str, Callable[[Any], Any]] = {"one": digits, "two": whole_numbers, "three": str}
READ = {"one": 8, "two": (7, 2**70), "three": '"key": é\n'}


def stored(folder: Path, said: list[str] | None = None) -> Store:
    return Store(folder / "store", "tests", say=[].append if said is None else said.append)


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    store = stored(tmp_path)
    for key, value in VALUES.items():
        store.write({key: value})
    return (tmp_path / "store").read_bytes()


def survives(folder: Path, content: bytes, lost: int, *, settle: bool = True) -> list[str]:
    """Require that no value is wrong, that at most `lost` are missing, and that they come back."""
    (folder / "store").write_bytes(content)
    said: list[str] = []
    store = stored(folder, said)
    found = store.find(READERS)
    assert found.items() <= READ.items()
    assert len(found) >= len(READ) - lost
    if settle:
        assert store.settle(VALUES, READERS) == READ
        assert stored(folder, said).find(READERS) == READ
    return said


def test_values_are_kept_in_lines_of_json(tmp_path: Path, whole: bytes) -> None:
    records = [json.loads(line) for line in whole.splitlines()]
    assert {record["key"]: record["value"] for record in records} == {"babieca": "tests", **VALUES}
    store, other = stored(tmp_path), stored(tmp_path)
    assert store.find(READERS) == READ
    assert store.settle({"one": "9", "four": "4"}, {**READERS, "four": digits}) == {
        "one": 8,
        "four": 4,
    }
    store.write({"one": "9", "two": None})
    for each in (store, other, stored(tmp_path)):
        assert each.find({**READERS, "four": digits}) == {
            "one": 9,
            "three": READ["three"],
            "four": 4,
        }
        assert sorted(each.keys) == ["four", "one", "three"]


def test_a_kill_at_any_byte_loses_only_the_torn_line(tmp_path: Path, whole: bytes) -> None:
    ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    for length in range(len(whole)):
        lost = len(VALUES) - max(0, sum(end <= length for end in ends) - 1)
        assert survives(tmp_path, whole[:length], lost, settle=length % 9 == 0) == []


def test_a_flipped_bit_anywhere_changes_no_value(tmp_path: Path, whole: bytes) -> None:
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << at % 8
        is_newline = whole[at] == ord("\n")
        said = survives(tmp_path, bytes(flipped), 1 + is_newline, settle=at % 9 == 0)
        assert len(said) == (at != len(whole) - 1), said  # a torn line is not damaged


NO_VALUES = ["{", "", "null", '"8"', '"eight"', "8", "-1", "[8]", "true", "{}", "[" * 100_000]


def damages(whole: bytes) -> Iterator[bytes]:
    header, one, two, three = whole.splitlines(keepends=True)
    yield header + two + three + one.replace(b'"one"', b'"two"')  # under the key of another
    yield header + one[:50] + two[50:] + three
    yield header + two + three + b'{"key": "one", "value": "9"}\n'
    yield header + two + three + b"\xff\xfe\n"
    yield header + b"\0" * 100 + b"\n\n" + two + three + b"\0" * 100
    for value in NO_VALUES:
        yield header + re.sub(rb'"value".*', f'"value": {value}}}'.encode(), one) + two + three


def test_records_of_another_shape_are_named_once(tmp_path: Path, whole: bytes) -> None:
    for content in damages(whole):
        said = survives(tmp_path, content, 2)
        assert len(said) <= 1
        assert all("\n" not in line for line in said)


@pytest.mark.parametrize("value", [None, "eight", 8, [8], {"one": "8"}, True, 1.5])
def test_a_value_is_believed_only_if_its_reader_accepts_it(
    value: Any, tmp_path: Path, whole: bytes
) -> None:
    said: list[str] = []
    store = stored(tmp_path, said)
    store.write({"one": value})
    if value is None:
        assert "one" not in store.find(READERS)
    else:  # the value before counts
        assert store.find(READERS) == READ
        assert len(said) == 1
        assert said[0].startswith("left out 1 damaged record of")
        assert said[0].endswith(": 'one'")
    assert store.settle({"one": "8"}, READERS) == {"one": 8}


def test_a_record_of_another_store_is_not_believed(tmp_path: Path, whole: bytes) -> None:
    other = Store(tmp_path / "other", "other tests", say=str)
    other.write({"one": "9"})
    foreign = (tmp_path / "other").read_bytes()
    assert len(survives(tmp_path, whole + foreign, 0)) == 1


FOREIGN = [b"Babieca\n", b"no line", b"\0" * 4096, b"SQLite format 3\0", b"{}\n", b"[]\n" * 1000]


@pytest.mark.parametrize("content", FOREIGN)
def test_a_file_of_another_kind_is_refused_and_stays(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "store").write_bytes(content)
    with pytest.raises(BadInputError, match="is no file of tests: move it away, or give"):
        stored(tmp_path)
    assert (tmp_path / "store").read_bytes() == content


def test_another_purpose_is_refused(tmp_path: Path, whole: bytes) -> None:
    with pytest.raises(BadInputError, match="is no file of other tests"):
        Store(tmp_path / "store", "other tests")


def test_a_file_that_is_replaced_is_read_again(tmp_path: Path, whole: bytes) -> None:
    store = stored(tmp_path)
    (tmp_path / "store").unlink()
    assert store.find(READERS) == {}
    (tmp_path / "new").write_bytes(whole)
    (tmp_path / "new").rename(tmp_path / "store")
    assert store.find(READERS) == READ
    (tmp_path / "store").write_text("Another text.\n")
    for _ in range(2):
        with pytest.raises(BadInputError, match="is no file of tests"):
            store.write({"one": "9"})


def test_replaced_lines_are_deleted_and_damaged_ones_are_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "store", "tests", mode=0o600)
    large = "x" * (FEW_BYTES // 4)
    for number in range(7):
        store.write({"large": large + str(number), "one": "8", "removed": None})
    with (tmp_path / "store").open("ab") as file:
        file.write(b"damaged\n")
    store.compact()
    lines = (tmp_path / "store").read_bytes().splitlines()
    assert [line[:8] for line in lines][-1] == b"#amaged"
    assert len(lines) == 4
    assert (tmp_path / "store").stat().st_mode & 0o777 == 0o600
    for each in (store, stored(tmp_path)):
        assert each.find({"large": str, "one": digits}) == {"large": large + "6", "one": 8}


WRITER = """
    import sys
    from pathlib import Path
    from babieca.store import parts_in
    store, name = parts_in(Path(sys.argv[1])), sys.argv[2]
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(sys.argv[3])):
        kept = store.settle({f"common {number}": name, f"{name} {number}": number},
                            {f"common {number}": str, f"{name} {number}": int})
        print(number, kept[f"common {number}"], flush=True)
"""


def test_several_writers_agree_on_the_first_value(tmp_path: Path) -> None:
    writers = [start(WRITER, str(tmp_path), name, "20") for name in "ab"]
    for each in writers:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    told = [each.communicate(timeout=PATIENCE)[0].splitlines()[1:] for each in writers]
    assert told[0] == told[1]
    assert len(told[0]) == 20
    assert len(parts_in(tmp_path).keys) == 60


def test_a_killed_writer_leaves_every_value_that_it_told(tmp_path: Path) -> None:
    with start(WRITER, str(tmp_path), "a", "1000000") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("20 "):
            pass
        process.kill()
        last = int(([*process.stdout] or ["20 a"])[-1].split()[0])
    keys = {f"a {number}": int for number in range(last + 1)}
    assert parts_in(tmp_path).find(keys) == {key: n for n, key in enumerate(keys)}


FULL_DISK = """
    import resource, sys
    from pathlib import Path
    from babieca import BadInputError
    from babieca.store import parts_in
    store = parts_in(Path(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
    for number in range(100):
        try:
            store.write({f"{number} {letter}": number for letter in "ab"})
        except BadInputError as error:
            print(number, error)
"""


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """A limit on the size of files has the effect of a full disk, for one process."""
    refused = answer(FULL_DISK, tmp_path).splitlines()
    assert len(refused) > 80
    assert all("cannot write" in line and "finished parts stay" in line for line in refused)
    store = parts_in(tmp_path)
    assert len(store.keys) == 2 * (100 - len(refused))
    store.write({"after": 5})
    assert parts_in(tmp_path).find({"0 a": int, "0 b": int, "after": int}) == {
        "0 a": 0,
        "0 b": 0,
        "after": 5,
    }


PART = Part("one", "Paper", lambda settings: [Table("T", ["ours", "agrees"], [[2, "yes"]])])

USERS: dict[str, Callable[[Path], object]] = {
    "table": lambda folder: dict(Tours("5x6").count_by("slope:2", checkpoint=folder)),
    "sequence": lambda folder: Sequence(4, "path").terms(60, checkpoint=folder).values,
    "report": lambda folder: finished_part(
        PART, folder, Settings(), functools.partial(PART.run, Settings()), version="1"
    )["tables"],
}
"""The task log is damaged in `test_cluster.py`, the history of a server in `test_web_jobs.py`."""


@pytest.mark.parametrize("ask", USERS.values(), ids=USERS)
def test_every_user_computes_a_damaged_record_again(
    ask: Callable[[Path], object], tmp_path: Path
) -> None:
    right = ask(tmp_path)
    keys = parts_in(tmp_path).keys
    change_digits(tmp_path)
    assert ask(tmp_path) == right
    assert parts_in(tmp_path).keys == keys
