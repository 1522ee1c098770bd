"""Commands give the answers of Python calls; `test_cli.py` tests help, errors and signals."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from babieca import Board, Tour, cli, formats, sample
from tests.processes import wait_until

TOURS = 3374967940  # of 6x9


class Said(NamedTuple):
    """The exit code and the output of a command."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command in this process."""

    def command(*arguments: str, text: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = cli.run(list(arguments))
        return Said(code, *capsys.readouterr())

    return command


def begin(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "babieca", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("count", "6x6"), 0, "9862"),
        (("count", "6x6", "--through", "a1-b3", "--avoiding", "c1-d3"), 0, "7962"),
        (("count", "4x4", "--kind", "open", "--method", "sparse"), 0, "0"),
        (("count", "5x5", "--kind", "path", "--directed"), 0, "1728"),
        (("count", "5x5", "--kind", "path", "--by", "start"), 0, "304"),
        (("count", "6x6", "--by", "edge-pair", "--start", "a1", "--json"), 0, '"c2-b3": "9862"'),
        (("plan", "8x8"), 0, "146,815,078 at the peak"),
        (("plan", "5x5", "--wrap", "all", "--json"), 0, '"slots"'),
        (("fractions", "8x8", "--start", "28", "--numbering", "banon"), 0, "15 to explore"),
        (("fractions", "6x6", "--start", "a1", "--json"), 0, '"explored": true'),
        (("fractions", "6x6", "--start", "99", "--numbering", "banon"), 2, "1 to 36"),
        (("count", "9x9x9", "--method", "blocks"), 2, "babieca: "),
        (("count", "8x8", "--memory", "100M", "--method", "blocks"), 2, "the budget is 100.0 MiB"),
    ],
)
def test_counting(run: Run, arguments: tuple[str, ...], code: int, words: str) -> None:
    result = run(*arguments)
    assert result.returncode == code, result.stderr
    assert words in (result.stdout if code == 0 else result.stderr)
    assert (result.stderr if code == 0 else result.stdout) == ""


def test_a_count_that_theory_answers_says_why(run: Run) -> None:
    result = run("count", "17x17")
    assert (result.returncode, result.stdout) == (0, "0\n")
    assert "colour argument" in result.stderr


def test_the_json_of_a_count(run: Run) -> None:
    record = json.loads(run("count", "6x6", "--json").stdout)
    assert record["value"] == "9862"
    assert record.keys() >= {"method", "moduli", "steps", "counters", "seconds", "peak_bytes"}
    assert record["steps"] == 36


def test_a_count_killed_and_resumed(run: Run, tmp_path: Path) -> None:
    arguments = ("count", "6x9", "--checkpoint", str(tmp_path), "--checkpoint-seconds", "0.0001")
    with begin(*arguments) as process:
        wait_until(lambda: list(tmp_path.glob("*.layer")), process)
        process.send_signal(signal.SIGKILL)
    resumed = run(*arguments, "--json")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert json.loads(resumed.stdout)["value"] == str(TOURS)


def test_control_c_stops_and_leaves_the_checkpoint(tmp_path: Path) -> None:
    arguments = ("count", "7x30", "--checkpoint", str(tmp_path), "--checkpoint-seconds", "0.0001")
    with begin(*arguments) as process:
        wait_until(lambda: list(tmp_path.glob("*.layer")), process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert [path.suffix for path in tmp_path.iterdir() if path.name != ".lock"] == [".layer"]


def test_find_prints_a_tour_and_what_it_took(run: Run) -> None:
    result = run("find", "6x6", "--closed", "--json")
    assert result.returncode == 0
    record = json.loads(result.stdout)
    assert Tour(Board(6, 6), " ".join(record["squares"])).closed
    assert result.stderr.startswith("construction: ")
    moves = run("find", "8x8", "--path", "--begin", "a1 c2", "--end", "h1", "--format", "moves")
    assert moves.stdout.split()[:2] == ["a1", "c2"]
    assert moves.stdout.split()[-1] == "h1"


def test_find_writes_arrays_without_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tour.npy"
    result = run("find", "400x401", "--seed", "3", "-o", str(file))
    assert result.returncode == 0
    assert result.stdout == ""
    assert Tour(Board(400, 401), np.load(file)).closed
    assert run("find", "400x401").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("4x8 --closed", 1),
        ("6x6 --closed --method sweep --states 1", 3),
        ("8x8 --start z9", 2),
        ("8x8 --option nonsense", 2),
        ("8x8 --method hope", 2),
    ],
)
def test_find_says_why_not(run: Run, arguments: str, code: int) -> None:
    result = run("find", *arguments.split())
    assert result.returncode == code
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith("babieca: ")


def test_samples_and_numbers(run: Run) -> None:
    drawn = run("sample", "6x6", "-n", "2", "--seed", "7", "--format", "moves")
    assert drawn.returncode == 0
    numbers = run("rank", "6x6", text=drawn.stdout).stdout.split()
    again = [run("unrank", "6x6", n, "--format", "moves").stdout for n in numbers]
    assert "".join(again) == drawn.stdout
    record = json.loads(run("sample", "6x6", "--seed", "7", "--json").stdout)
    assert formats.from_json(record) == next(sample(Board(6, 6), seed=7))
    assert run("sample", "4x4").returncode == 1
    assert run("unrank", "6x6", "9862").returncode == 2
    assert run("unrank", "6x6", "--", "-3").returncode == 2
    with begin("unrank", "6x6", "9" * 5000) as process:
        _, errors = process.communicate()
    assert process.returncode == 2
    assert len(errors.splitlines()[0]) < 200


def test_atlases(run: Run, tmp_path: Path) -> None:
    directory = str(tmp_path / "atlas")
    told = json.loads(run("atlas", "build", "5x6", "-o", directory, "--json").stdout)
    built = run("atlas", "build", "5x6", "-o", directory)
    assert (built.returncode, built.stdout.split()[:2]) == (0, ["8", "tours,"])
    assert "of disk" in built.stderr
    record = json.loads(run("atlas", "info", directory, "--json").stdout)
    assert (record["board"], record["tours"]) == ("5x6", "8")
    assert told == record
    tour = run("unrank", "5x6", "3", "--atlas", directory, "--format", "moves").stdout
    assert run("rank", "5x6", "--atlas", directory, text=tour).stdout == "3\n"
    assert run("atlas", "info", str(tmp_path / "none")).returncode == 2


def test_symmetric_tours_on_every_verb(run: Run) -> None:
    torus = ("3x3", "--wrap", "all", "--symmetry", "half-turn")
    assert run("count", *torus).stdout == "8\n"
    assert len(run("list", *torus).stdout.splitlines()) == 8
    assert run("find", *torus).returncode == 0
    for symmetry in ("quarter-turn", "half-turn"):
        first = run("list", "10x10", "--symmetry", symmetry, "--limit", "1")
        assert (first.returncode, len(first.stdout.splitlines())) == (0, 1)
