"""Long counts: stopped, killed, resumed, and refused when a checkpoint is not theirs."""

import doctest
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from babieca import BadInputError, Board, Graph, count, count_report, fractions
from babieca.counting.questions import parse_edges

BOARD = Board(6, 9)
TOURS = 3374967940


class EnoughError(Exception):
    """Raised by a progress function that has seen enough."""


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "babieca", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stop_at(share: float) -> object:
    def progress(done: int, total: int) -> None:
        assert 0 <= done <= total
        if done > share * total:
            raise EnoughError

    return progress


def interrupted(folder: Path, share: float) -> None:
    with pytest.raises(EnoughError):
        count(BOARD, checkpoint=folder, checkpoint_seconds=0, progress=stop_at(share))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_interrupted_and_resumed_is_uninterrupted(tmp_path: Path, share: float) -> None:
    whole = count_report(BOARD)
    interrupted(tmp_path, share)
    rest = count_report(BOARD, checkpoint=tmp_path)
    assert rest.value == whole.value == TOURS
    assert 0 < rest.counters < whole.counters


def test_killed_and_resumed(tmp_path: Path) -> None:
    arguments = ("count", "6x9", "--checkpoint", str(tmp_path), "--checkpoint-seconds", "0")
    process = start(*arguments)
    while not list(tmp_path.glob("*.layer")):
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    resumed = start(*arguments, "--json")
    output, errors = resumed.communicate()
    assert (resumed.returncode, errors) == (0, "")
    assert json.loads(output)["value"] == str(TOURS)


def test_control_c_stops_and_leaves_the_checkpoint(tmp_path: Path) -> None:
    process = start("count", "7x8", "--checkpoint", str(tmp_path), "--checkpoint-seconds", "0")
    while not list(tmp_path.glob("*.layer")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert list(tmp_path.glob("*.layer"))
    assert not list(tmp_path.glob("*.partial"))


def test_foreign_and_damaged_checkpoints_are_refused(tmp_path: Path) -> None:
    interrupted(tmp_path, 0.5)
    with pytest.raises(BadInputError, match="another count"):
        count(Board(6, 8), checkpoint=tmp_path)
    with pytest.raises(BadInputError, match="another count"):
        count(BOARD, through="a1-b3,b3-d2", checkpoint=tmp_path)
    (file,) = tmp_path.glob("*.layer")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(BadInputError, match="damaged"):
        count(BOARD, checkpoint=tmp_path)
    file.write_bytes(b"")
    with pytest.raises(BadInputError, match="damaged"):
        count(BOARD, checkpoint=tmp_path)


def test_a_checkpoint_that_cannot_be_written_is_an_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadInputError, match="checkpoints"):
        count(BOARD, checkpoint=tmp_path / "file")


def test_tables_have_a_checkpoint_per_entry(tmp_path: Path) -> None:
    table = count(Board(5, 5), "path", by="start", checkpoint=tmp_path)
    assert table == count(Board(5, 5), "path", by="start")
    assert len(list(tmp_path.iterdir())) == 6


def test_progress_goes_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    count(BOARD, progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1][0] <= seen[-1][1]


def test_fractions_of_every_square_add_up() -> None:
    board = Board(6, 6)
    for square in map(board.square, (0, 7, 14, 27)):
        found = fractions(board, start=square, count=True)
        assert sum(fraction.tours or 0 for fraction in found) == 9862
        for fraction in found:
            edges = [(square, fraction.first), (square, fraction.last)]
            if fraction.impossible:
                assert count(board, through=edges) == 0
            elif not fraction.explored:
                assert count(board, through=edges) == fraction.tours


@pytest.mark.parametrize(
    "options",
    [
        {"through": (), "avoiding": [("e5", "f3")]},
        {"through": "e5-f3,a4-b6", "avoiding": ()},
        {"through": [("d3", "e5")], "avoiding": "a4-b6"},
    ],
)
def test_constraints_leave_fewer_fractions_equal(options: dict[str, Any]) -> None:
    board = Board(6, 6)
    graph = Graph.of(board)
    through = [
        (graph.labels[u], graph.labels[v]) for u, v in parse_edges(graph, options["through"])
    ]
    for fraction in fractions(board, start="c3", count=True, **options):
        edges = [*through, ("c3", fraction.first), ("c3", fraction.last)]
        visited = count(board, through=edges, avoiding=options["avoiding"], method="search")
        assert fraction.tours == visited, fraction


def test_fractions_have_a_checkpoint_each(tmp_path: Path) -> None:
    board = Board(6, 6)
    found = fractions(board, start="c3", count=True)
    assert fractions(board, start="c3", count=True, checkpoint=tmp_path) == found
    assert fractions(board, start="c3", count=True, checkpoint=tmp_path) == found
    assert len(list(tmp_path.iterdir())) == sum(fraction.explored for fraction in found)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("count", "6x6"), 0, "9862"),
        (("count", "6x6", "--through", "a1-b3", "--avoiding", "c1-d3"), 0, "7962"),
        (("count", "4x4", "--kind", "open"), 0, "0"),
        (("count", "5x5", "--kind", "path", "--directed"), 0, "1728"),
        (("count", "5x5", "--kind", "path", "--by", "start"), 0, "304"),
        (("count", "6x6", "--by", "edge-pair", "--start", "a1", "--json"), 0, '"c2-b3": "9862"'),
        (("plan", "8x8"), 0, "288,102,672 at the peak"),
        (("plan", "5x5", "--wrap", "all", "--json"), 0, '"slots"'),
        (("fractions", "8x8", "--start", "28", "--numbering", "banon"), 0, "15 to explore"),
        (("fractions", "6x6", "--start", "a1", "--count"), 0, "9,862"),
        (("fractions", "6x6", "--start", "a1", "--json"), 0, '"explored": true'),
        (("fractions", "6x6", "--start", "99", "--numbering", "banon"), 2, "1 to 36"),
        (("count", "9x9x9", "--method", "blocks"), 2, "slots"),
        (("count", "8x8", "--memory", "1G", "--method", "blocks"), 2, "the budget is 1.0 GiB"),
    ],
)
def test_verbs(arguments: tuple[str, ...], code: int, words: str) -> None:
    process = start(*arguments)
    output, errors = process.communicate()
    assert process.returncode == code
    assert words in (output if code == 0 else errors)
    assert (errors if code == 0 else output) == ""


def test_the_json_of_a_count() -> None:
    process = start("count", "6x6", "--json")
    record = json.loads(process.communicate()[0])
    assert record["value"] == "9862"
    assert record.keys() >= {"method", "moduli", "steps", "counters", "seconds", "peak_bytes"}
    assert record["steps"] == 36


ROOT = Path(__file__).parent.parent


def test_the_page_about_counting_tells_the_truth() -> None:
    outcome = doctest.testfile(str(ROOT / "docs" / "counting.md"), module_relative=False)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_drawing_in_the_page_is_what_the_example_draws(tmp_path: Path) -> None:
    example = ROOT / "examples" / "count_step_by_step.py"
    drawn = tmp_path / "drawn.svg"
    subprocess.run([sys.executable, str(example), str(drawn)], check=True, capture_output=True)
    assert drawn.read_text() == (ROOT / "docs" / "counting_3x4.svg").read_text()
