"""Long counts: stopped, killed and resumed; foreign and damaged checkpoints are refused."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from babieca import (
    BadInputError,
    Board,
    Graph,
    Progress,
    Tours,
    count,
    count_by,
    fractions,
)
from babieca.edges import parse_edges
from tests.processes import answer, start, wait_until

TINY = 1e-9
"""Seconds between two checkpoints: every layer that can be saved is saved."""

CASES = {"blocks": (Board(6, 9), 3374967940), "sparse": (Board(6, 7), 1067638)}

COUNTING = """
    import sys
    from babieca import Board, count
    sides, method, folder = sys.argv[1:]
    board = Board(*map(int, sides.split("x")))
    print(count(board, method=method, checkpoint=folder, checkpoint_seconds=1e-9, threads=1))
"""


class EnoughError(Exception):
    """Raised by a progress function to stop a count."""


def stop_at(share: float) -> Callable[[Progress], None]:
    def progress(told: Progress) -> None:
        if told.share is not None and told.share > share:
            raise EnoughError

    return progress


def interrupted(folder: Path, method: str, share: float = 0.5) -> None:
    board, _ = CASES[method]
    with pytest.raises(EnoughError):
        count(
            board,
            method=method,
            checkpoint=folder,
            checkpoint_seconds=TINY,
            progress=stop_at(share),
        )


def layers(folder: Path) -> list[Path]:
    return list(folder.glob("*.layer"))


def saved(folder: Path) -> list[str]:
    """The files of a checkpoint without the lock file, which outlives its process."""
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


@pytest.mark.parametrize("method", CASES)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_interrupted_and_resumed_is_uninterrupted(
    method: str, tmp_path: Path, share: float
) -> None:
    board, value = CASES[method]
    whole = Tours(board).count_report(method=method)
    interrupted(tmp_path, method, share)
    assert layers(tmp_path)
    rest = Tours(board).count_report(method=method, checkpoint=tmp_path)
    assert rest.value == whole.value == value
    assert 0 < rest.counters < whole.counters


@pytest.mark.parametrize("method", CASES)
def test_killed_and_resumed(method: str, tmp_path: Path) -> None:
    board, value = CASES[method]
    with start(COUNTING, board.name, method, tmp_path) as process:
        wait_until(lambda: layers(tmp_path), process)
        process.send_signal(signal.SIGKILL)
    assert answer(COUNTING, board.name, method, tmp_path) == f"{value}\n"


def test_states_are_saved_also_where_blocks_do_not_fit(tmp_path: Path) -> None:
    words: dict[str, Any] = {"memory": "4M", "threads": 1, "checkpoint": tmp_path}
    report = Tours(Board(5, 8)).count_report(checkpoint_seconds=TINY, **words)
    assert (report.value, report.method) == (44202, "sparse")
    assert layers(tmp_path)


def test_control_c_stops_and_leaves_the_checkpoint(tmp_path: Path) -> None:
    with start(COUNTING, "7x30", "blocks", tmp_path) as process:
        wait_until(lambda: layers(tmp_path), process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
    assert len(saved(tmp_path)) == len(layers(tmp_path)) == 1


@pytest.mark.parametrize("method", CASES)
def test_foreign_and_damaged_checkpoints_are_refused(method: str, tmp_path: Path) -> None:
    board, _ = CASES[method]
    interrupted(tmp_path, method)
    with pytest.raises(BadInputError, match="another count"):
        count(Board(6, 6), method=method, checkpoint=tmp_path)
    with pytest.raises(BadInputError, match="another count"):
        count(board, method=method, through="a1-b3,b3-d2", checkpoint=tmp_path)
    (file,) = layers(tmp_path)
    whole = file.read_bytes()
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 1
    for content in (bytes(damaged), whole[:-8], whole[: len(whole) // 2], b"", b"nonsense"):
        file.write_bytes(content)
        with pytest.raises(BadInputError, match=r"damaged|another count"):
            count(board, method=method, checkpoint=tmp_path)
    file.write_bytes(whole)
    assert count(board, method=method, checkpoint=tmp_path) == CASES[method][1]


def test_a_checkpoint_of_one_method_is_not_of_another(tmp_path: Path) -> None:
    interrupted(tmp_path, "sparse")
    board, _ = CASES["sparse"]
    with pytest.raises(BadInputError, match=r"another count|damaged"):
        count(board, method="blocks", checkpoint=tmp_path)


def test_a_checkpoint_that_cannot_be_written_is_an_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadInputError, match="cannot write"):
        count(Board(5, 6), checkpoint=tmp_path / "file")


@pytest.mark.parametrize("words", [{"method": "reference"}, {"symmetry": "half-turn"}])
def test_a_method_without_checkpoints_says_so(words: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"method (reference|fold) does not take checkpoint"):
        count(Board(3, 4), "path", checkpoint=tmp_path, **words)


def test_tables_have_a_checkpoint_per_entry(tmp_path: Path) -> None:
    table = count_by(Board(5, 5), "path", by="start", checkpoint=tmp_path, checkpoint_seconds=TINY)
    assert table == count_by(Board(5, 5), "path", by="start")
    assert table == count_by(Board(5, 5), "path", by="start", checkpoint=tmp_path)
    assert len(saved(tmp_path)) == 6


def test_fractions_of_every_square_add_up() -> None:
    board = Board(6, 6)
    for square in map(board.square, (0, 7, 14, 27)):
        table = count_by(board, by="edge-pair", start=square)
        assert sum(table.values()) == 9862
        found = fractions(board, start=square)
        assert [(fraction.first, fraction.last) for fraction in found] == [*table]
        for fraction, pair in zip(found, table, strict=True):
            if fraction.impossible:
                assert table[pair] == 0
            elif not fraction.explored:
                edges = [(square, fraction.first), (square, fraction.last)]
                assert count(board, through=edges) == table[pair] == table[fraction.equal_to]


@pytest.mark.parametrize(
    "words",
    [
        {"through": (), "avoiding": [("e5", "f3")]},
        {"through": "e5-f3,a4-b6", "avoiding": ()},
        {"through": [("d3", "e5")], "avoiding": "a4-b6"},
    ],
)
def test_constraints_leave_fewer_fractions_equal(words: dict[str, Any]) -> None:
    board = Board(6, 6)
    graph = Graph.of(board)
    through = [(graph.labels[u], graph.labels[v]) for u, v in parse_edges(graph, words["through"])]
    table = count_by(board, by="edge-pair", start="c3", **words)
    for first, last in table:
        edges = [*through, ("c3", first), ("c3", last)]
        visited = count(board, through=edges, avoiding=words["avoiding"], method="search")
        assert table[first, last] == visited, (first, last)


def test_fractions_have_a_checkpoint_each(tmp_path: Path) -> None:
    board = Board(5, 6)
    found = count_by(board, by="edge-pair", start="c3")
    words: dict[str, Any] = {"checkpoint": tmp_path, "checkpoint_seconds": TINY}
    assert count_by(board, by="edge-pair", start="c3", **words) == found
    assert count_by(board, by="edge-pair", start="c3", checkpoint=tmp_path) == found
    explored = sum(fraction.explored for fraction in fractions(board, start="c3"))
    assert len(saved(tmp_path)) == explored


@pytest.mark.parametrize("kind", ["path", "open"])
def test_fractions_are_of_closed_tours(kind: Any) -> None:
    with pytest.raises(BadInputError, match="fractions divide closed tours"):
        Tours(Board(3, 4), kind, start="a2").fractions()
    with pytest.raises(BadInputError, match="fractions need a start"):
        fractions(Board(3, 4))
    with pytest.raises(TypeError, match="unexpected keyword argument 'method'"):
        fractions(Board(6, 6), start="a1", method="sparse")  # type: ignore[call-arg]


# One directory, two processes -----------------------------------------------------------------


def test_two_processes_cannot_harm_each_other(tmp_path: Path) -> None:
    with start(COUNTING, "7x8", "blocks", tmp_path) as first:
        wait_until(lambda: layers(tmp_path), first)
        with pytest.raises(BadInputError, match="another process is at work in"):
            count(Board(5, 6), checkpoint=tmp_path)
        with start(COUNTING, "7x8", "blocks", tmp_path) as second:
            _, errors = second.communicate()
        assert "another process is at work in" in errors.splitlines()[-1]
        assert first.poll() is None
        first.kill()
    with pytest.raises(BadInputError, match="another count"):
        count(Board(5, 6), checkpoint=tmp_path)
    # The lock went with its process.
    assert answer(COUNTING, "7x8", "blocks", tmp_path) == "34524432316\n"
