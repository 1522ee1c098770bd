"""The command as users meet it: a process, its output, its exit code."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from babieca import Board, Tour, formats
from tests import DATA


def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "babieca", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **environment},
    )


def test_help_and_version() -> None:
    assert "Commands" in run().stdout
    assert run("--version").stdout.startswith("babieca 0.")
    for verb in ("check", "exists", "info"):
        result = run(verb, "--help")
        assert result.returncode == 0
        assert "Example" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "answer"),
    [
        (("8x8", "--closed"), 0, "yes"),
        (("4x8", "--closed"), 1, "no"),
        (("5x5", "--start", "a2"), 1, "no"),
        (("5x5", "--wrap", "all"), 3, "undecided"),
    ],
)
def test_exists(arguments: tuple[str, ...], code: int, answer: str) -> None:
    result = run("exists", *arguments)
    assert (result.returncode, result.stderr) == (code, "")
    assert result.stdout.startswith(f"{answer}: ")
    record = run("exists", *arguments, "--json")
    assert json.loads(record.stdout)["answer"] == answer


def test_info() -> None:
    assert "168" in run("info", "8x8").stdout
    record = json.loads(run("info", "4x4", "--wrap", "all", "--json").stdout)
    assert (record["degrees"], record["moves"]) == ([[4, 16]], 32)
    assert "zebra" in run("info", "6x6", "--leaper", "zebra").stdout
    assert json.loads(run("info", "5x5", "--holes", "c3,(0,0)", "--json").stdout)["squares"] == 23
    assert "wrapped along axis 1" in run("info", "5x6", "--wrap", "1").stdout


def test_the_five_grids_of_sanchez() -> None:
    said = {}
    for name in ("german_institute", "vazquez_largo", "sanchez_1", "sanchez_2", "sanchez_3"):
        result = run("check", str(DATA / f"grid_{name}.txt"))
        said[name] = result.stdout.strip()
        assert result.returncode == (1 if name == "sanchez_2" else 0)
    assert said["german_institute"].startswith("valid open tour of 8x8, 64 squares, from a8 to a7")
    assert said["vazquez_largo"].startswith("valid closed tour of 8x8")
    assert "symmetric" not in said["vazquez_largo"]
    for name in ("sanchez_1", "sanchez_3"):
        assert "closed tour" in said[name]
        assert "symmetric by half-turn" in said[name]
    assert said["sanchez_2"] == (
        "not a tour: step 5 appears twice (at g1 and e2), step 6 is missing"
    )


def test_check_reads_standard_input_and_json() -> None:
    tour = Tour(Board(3, 4), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3")
    result = run("check", "-", "--json", text=formats.dump(tour) * 2)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == 2
    assert records[0]["kind"] == "open"
    assert records[0]["crossings"] == 20
    broken = run("check", "--json", text="a1 c2 a1 b3")
    assert broken.returncode == 1
    assert json.loads(broken.stdout)["step"] == 3


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (("exists", "0x3"), "", "sides must be at least 1"),
        (("exists", "eight"), "", "cannot read a board"),
        (("exists", "8x8", "--start", "z9"), "", "off the 8x8 board"),
        (("exists", "8x8", "--nonsense"), "", "No such option"),
        (("frobnicate",), "", "No such command"),
        (("info",), "", "Missing argument"),
        (("info", "9999999x9999999"), "", "memory"),
        (("info", "3x3", "--holes", "a1,a2,a3,b1,b2,b3,c1,c2,c3"), "", "leave no square"),
        (("info", "3x3", "--wrap", "7"), "", "wrap takes"),
        (("check", "no-such-file"), "", "No such file"),
        (("check", "-"), "{]", "not JSON"),
        (("check", "-"), "", "no tour"),
        (("check", "-", "--format", "word"), "a1", "unknown format"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(
    arguments: tuple[str, ...], text: str, message: str
) -> None:
    result = run(*arguments, text=text)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("babieca: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("4x4x4",),
        ("5x5", "--wrap", "all", "--closed"),
        ("10x10", "--leaper", "1,4"),
        ("6x6", "--holes", "a1,b1"),
        ("6x6",),
    ],
)
@pytest.mark.parametrize("format", ["grid", "moves", "tsplib", "json"])
def test_what_find_prints_check_accepts(arguments: tuple[str, ...], format: str) -> None:
    found = run("find", *arguments, "--format", format)
    checked = run("check", "-", "--json", text=found.stdout)
    assert checked.returncode == 0
    record = json.loads(checked.stdout)
    assert (record["kind"] == "closed") == ("--closed" in arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("find", "8x8", "-o", "tour.xyz"),
        ("find", "8x8", "--format", "word"),
        ("find", "8x8", "--option", "nods=3"),
        ("find", "8x8", "--method", "backtrack", "--option", "warnsdorff=maybe"),
        ("find", "8x8", "--start", "-1"),
        ("reproduce", "banon-2", "--seed", "-1"),
    ],
)
def test_nothing_is_computed_for_bad_options(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_control_c_says_so() -> None:
    search = ["find", "30x30", "--closed", "--method", "backtrack", "--timeout", "100"]
    command = [sys.executable, "-m", "babieca", *search]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert error.decode() == "babieca: interrupted\n"


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m babieca info 26x26 | head -n 1"
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_no_colour_when_asked_or_piped() -> None:
    assert "\x1b" not in run("--help", NO_COLOR="1").stdout
    assert "\x1b" not in run("info", "8x8").stdout
