"""The command as users meet it: a process, its output, its exit code."""

import csv
import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from babieca import Board, Graph, NotFoundError, Progress, Tour, Tours, formats
from babieca.asking import VERBS as ASKED
from babieca.cli import progress
from babieca.cli.app import make_app
from babieca.cli.words import AskingWords
from babieca.engines import TAKEN
from babieca.verbs.find import FindReport
from babieca.words import PANELS, declared
from tests import DATA
from tests.commands import run
from tests.processes import PATIENCE, processor_seconds, wait_until

VERBS: dict[str, Any] = dict(typer.main.get_command(make_app()).commands)  # type: ignore[attr-defined]
for group in ("atlas", "ledger"):
    VERBS |= {f"{group} {name}": verb for name, verb in VERBS.pop(group).commands.items()}
ASK = [*(name for name in ASKED if name in VERBS), "atlas build"]
FIRST_MOVES = ("count", "5x5", "--path", "--start", "d2", "--by", "first-move", "--show-first")
PATH = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"


def run_apart(*arguments: str, text: str = "", **environment: str) -> CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "babieca", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environment},
    )


def shell(command: str) -> CompletedProcess[str]:
    """Run a line of the shell in which $babieca is the command."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "babieca": f"{sys.executable} -m babieca"},
    )


def test_help_and_version() -> None:
    said = run_apart().stdout
    assert not set("<>{}") & set(said)
    assert all(f"\N{BOX DRAWINGS LIGHT VERTICAL} {verb.split()[0]} " in said for verb in VERBS)
    for code in ("0 yes", "1 no", "2 bad input", "3 not decided", "4 two", "130 interrupted"):
        assert code in " ".join(said.split())
    assert run_apart("--version").stdout.startswith("babieca 0.")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_examples_one_per_line_and_every_option_help(verb: str) -> None:
    result = CliRunner(env={"COLUMNS": "100"}).invoke(make_app(), [*verb.split(), "--help"])
    assert result.exit_code == 0
    listed = [line for line in VERBS[verb].help.splitlines() if line.startswith("- `babieca")]
    assert listed
    shown = result.stdout.splitlines()
    for line in listed:
        assert any(line.replace("`", "").removeprefix("- ") in each for each in shown)
    assert all(parameter.help for parameter in VERBS[verb].params)
    assert "─ Options" not in result.stdout
    whole = CliRunner(env={"COLUMNS": "100"}).invoke(make_app(), [*verb.split(), "--help-all"])
    parameters = [each for each in VERBS[verb].params if each.param_type_name == "option"]
    for each in parameters:
        assert each.opts[0] in (whole if len(parameters) > 14 else result).stdout, each.name
    usage = next(line for line in shown if "Usage:" in line)
    assert not set("{}<>") & set(usage)
    assert not any(f"<{kind}" in result.stdout for kind in ("bool", "int", "closed", "Path"))


def test_the_first_help_has_the_ten_options_that_people_use() -> None:
    def options(*typed: str) -> list[str]:
        said = CliRunner(env={"COLUMNS": "100"}).invoke(make_app(), typed).stdout
        return re.findall(r"^│ +(?:\* +)?(--[a-z-]+)", said, re.M)

    usual = ["path", "start", "end", "symmetry", "seed", "holes", "timeout", "memory"]
    usual += ["json", "output", "help-all", "help"]
    assert options("find", "--help") == [f"--{name}" for name in usual]
    assert {"--method", "--magic", *options("find", "--help")} < {*options("find", "--help-all")}
    assert "--method" not in options("count", "8x8", "-h")
    assert options("info", "--help-all") == []


@pytest.mark.parametrize("verb", VERBS)
def test_the_groups_of_words_come_in_one_order(verb: str) -> None:
    shown = CliRunner(env={"COLUMNS": "100"}).invoke(make_app(), [*verb.split(), "--help"]).stdout
    titles = re.findall("╭─ (.+?) ─", shown)
    assert titles == [title for title in ("Arguments", *PANELS) if title in titles]
    assert titles[-1] == "Output"


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("fin", "find"),
        ("count 6x6 --kind p", "path"),
        ("find 8x8 --method two", "two-knights"),
        ("find 8x8 --format mov", "moves"),
        ("count 8x8 --symmetry hal", "half-turn"),
        ("count 8x8 --avoi", "--avoiding"),
    ],
)
def test_the_shell_completes(typed: str, completed: str) -> None:
    words = f"babieca {typed}"
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(typed.split()))}
    assert run_apart(_BABIECA_COMPLETE="complete_bash", **asked).stdout.split() == [completed]


def words_of(verb: str) -> dict[str, tuple[Any, ...]]:
    return {
        parameter.name: (
            *(parameter.opts, parameter.secondary_opts, parameter.required),
            *(parameter.help, parameter.metavar),
        )
        for parameter in VERBS[verb].get_params(
            VERBS[verb].make_context("", [], resilient_parsing=True)
        )
    }


@pytest.mark.parametrize("verb", ASK)
def test_the_words_of_a_question_are_the_same_on_every_verb_that_takes_them(verb: str) -> None:
    words, every = words_of(verb), words_of("count")
    taken = TAKEN[verb.partition(" ")[0]]
    kinds = {"kind", *taken.kinds} if len(taken.kinds) > 1 else set()
    assert words.keys() & declared(AskingWords).keys() == (
        {"board"} | taken.board | kinds | taken.words
    )
    for word in words.keys() & declared(AskingWords).keys() - {"kind"}:
        if (verb, word) != ("puzzle", "board"):  # a text chooses its board
            assert words[word] == every[word]


@pytest.mark.parametrize("word", ["memory", "threads", "checkpoint", "seed", "json"])
def test_a_word_is_the_same_on_every_verb_that_has_it(word: str) -> None:
    declared = [words[word] for words in map(words_of, VERBS) if word in words]
    assert len(declared) > 2
    assert all(each == declared[0] for each in declared)


def test_no_verb_has_another_name_for_where_output_goes() -> None:
    spelled = {option for verb in VERBS.values() for each in verb.params for option in each.opts}
    assert not spelled & {"--out", "--dir", "--time-limit", "--option", "--first"}
    for verb in ("find", "draw", "reproduce", "atlas build"):
        assert words_of(verb)["output"][0] == ["--output", "-o"]


@pytest.mark.parametrize(
    ("arguments", "code", "answer"),
    [
        (("8x8",), 0, "yes"),
        (("4x8", "--closed"), 1, "no"),
        (("4x8", "--path"), 0, "yes"),
        (("5x5", "--path", "--start", "a2"), 1, "no"),
        (("5x5", "--wrap", "all"), 0, "yes"),
        (("5x5", "--wrap", "cylinder"), 3, "undecided"),
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
        "not a tour: step 5 appears 2 times (at g1, e2), step 6 is missing; the first 4 of the 64 "
        "squares of 8x8 can be completed to a closed tour, with g1 next"
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


GRID = "1 0 0 0\n0 0 2 0\n3 0 0 0\n"


@pytest.mark.parametrize(
    ("arguments", "text", "said"),
    [
        (
            ("--board", "8x8"),
            "b3 d4 c2 e1",
            "not a tour: line 1: 60 squares are missing: a1, b1, c1, d1, f1, …; the first 4 of the "
            "64 squares of 8x8 cannot be completed to a path: a1 has no move; the first 2 can",
        ),
        (
            ("--board", "8x8", "--closed"),
            "c2 a1 b3 b3",
            "not a tour: line 1: step 4 is on b3, already visited at step 3; the first 3 of the 64 "
            "squares of 8x8 can be completed to a closed tour, with",
        ),
        (
            ("--board", "8x8"),
            "z9 a1",
            "not a tour: line 1: step 1: square 'z9' is off the 8x8 board",
        ),
        (
            ("--open",),
            GRID,
            "not a tour: 9 squares are missing: b1, c1, d1, a2, b2, …; the first 3 ",
        ),
        (
            ("--path",),
            "a1 b3 c5",
            "not a tour: line 1: 12 squares are missing: b1, c1, a2, b2, c2, …; the first 3 of the "
            "15 squares of 5x3 cannot be completed to a path: the 5x3 board has no path (Cull and "
            "De Curtins 1978, Knight's tour revisited); no board was named, so 5x3 is a guess: ",
        ),
        (
            ("--board", "2x2", "--path"),
            "a1",
            "not a tour: line 1: 3 squares are missing: b1, a2, b2; the first of the 4 squares of ",
        ),
        (
            ("--path", "--start", "b2"),
            PATH,
            "not a tour: line 1: step 1 is on a1, not on b2 as asked",
        ),
        (
            ("--closed",),
            PATH,
            "none of the closed tours of 3x4: not closed: from the last square d3",
        ),
        (
            ("--symmetry", "up-down"),
            PATH,
            "none of the paths of 3x4, kept by the up-down reflection: everything is visited, "
            "but not as asked",
        ),
    ],
    ids=str,
)
def test_check_says_how_far_a_part_is_a_tour(
    arguments: tuple[str, ...], text: str, said: str
) -> None:
    result = run("check", *arguments, text=text)
    assert result.returncode == 1
    assert result.stdout.startswith(said)
    assert result.stdout.count("\n") == 1


def test_check_gives_a_completion_to_programs() -> None:
    record = json.loads(run("check", "--board", "8x8", "--json", text="a1 b3 c5").stdout)
    assert (record["valid"], record["step"], record["squares"]) == (False, None, 3)
    assert (record["completable"], record["kind"], record["sound"]) == (True, "closed", 3)
    assert "guessed" not in record
    assert json.loads(run("check", "--json", text="a1 b3 c5").stdout)["guessed"] is True
    assert record["moves"] == ["d3", "a4", "e4", "a6", "e6", "b7", "d7"]
    tour = Tour(Board(8, 8), record["completion"], kind="closed")
    assert tour.names[:3] == ["a1", "b3", "c5"]


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (("exists", "0x3"), "", "sides must be at least 1"),
        (("exists", "eight"), "", "cannot read a board"),
        (("exists", "8x8", "--start", "z9"), "", "off the 8x8 board"),
        (("exists", "8x8", "--nonsense"), "", "exists has no option --nonsense: babieca exists --"),
        (("exists", "8x8", "--wrpa", "all"), "", "has no option --wrpa: did you mean --wrap?"),
        (("exists", "8x8", "-path"), "", "has no option -path: did you mean --path?"),
        (("count", "8x8", "--order", "a1"), "", "--order: did you mean --move-order?"),
        (("exists", "8x8", "--seed", "1"), "", "these commands have it: find, puzzle, trace"),
        (("-v",), "", "did you mean --version?"),
        (("frobnicate",), "", "there is no command 'frobnicate': use one of find, exists, "),
        (("fnid", "8x8"), "", "there is no command 'fnid': did you mean find?"),
        (("8x8",), "", "'8x8' is a board: say what to do with it, for example babieca find 8x8"),
        (("help",), "", "did you mean babieca --help?"),
        (("atlas",), "", "atlas needs a command: build, or info"),
        (("atlas", "bild"), "", "there is no command 'atlas bild': did you mean build?"),
        (("atlas", "build", "6x6"), "", "atlas build needs --output, for example: babieca atlas"),
        (("info",), "", "info needs BOARD, for example: babieca info 8x8"),
        (("info", "8x8", "--wrap"), "", "--wrap needs a value. Join opposite borders: torus"),
        (("count", "6x6", "--by"), "", "--by needs a value. Print one count for each start"),
        (("find", "8", "x", "8"), "", "write the board as one word: 8x8"),
        (("find", "4", "4", "by", "4"), "", "write the board as one word: 4x4x4"),
        (("find", "8,8"), "", "cannot read a board from '8,8': did you mean 8x8?"),
        (("find", "8x8", "a1"), "", "'a1' is one word too many: find takes BOARD and options; did"),
        (("count", "6x6", "--begin", "a1", "b3", "c5"), "", "as one word: --begin a1,b3,c5"),
        (("count", "6x6", "--through", "a1-b3", "c1-d3"), "", "word: --through a1-b3,c1-d3"),
        (("count", "12x12"), "", "a shorter side of at most 10 needs less: plan estimates it"),
        (
            ("count", "6x6", "--symmetry", "half-turn", "--up-to", "symmetry"),
            "",
            "count with --up-to does not take --symmetry",
        ),
        (("sample", "6x6", "10"), "", "did you mean --limit 10?"),
        (("serve", "8x8"), "", "'8x8' is one word too many: serve takes only options, which"),
        (("help", "find"), "", "did you mean babieca find --help?"),
        (("count", "6x6", "--csv"), "", "--csv is for tables: give --by start"),
        (("usage", "6x6", "--csv", "--json"), "", "--json and --csv name different formats"),
        (("usage", "6x6", "--csv", "-o", "x.svg"), "", "leave out --json and --csv"),
        (("find", "6x6", "--csv"), "", "--csv; these commands have it: count, classes, usage, fr"),
        ((*FIRST_MOVES, "-o", "x.svg"), "", "--show-first does not go together with --output"),
        (("find", "8x8", "--path=yes"), "", "--path takes no value: write --path alone"),
        (("find", "8x8", "--format", "png"), "", "png is a picture: give a file with -o, such as"),
        (("ledger", "combine", "nothing"), "", "cannot read nothing: No such file or directory"),
        (("draw", "a", "b"), "", "'b' is one word too many: draw takes FILE and options, which"),
        (("find", "8x8", "--end", "h8"), "", "leave --end out, or ask for --kind path"),
        (("count", "6x6", "--by", "first-move"), "", "needs a start: give --start, such as a1"),
        (("find", "8x8", "--holes", "z9"), "", "--holes: square 'z9' is off the 8x8 board (a1 to"),
        (
            ("find", "4x4x4", "--path", "--start", "a1"),
            "",
            "from 0 such as (3,2,1)",
        ),
        (("info", "9999999x9999999"), "", "the graph of 9999999x9999999 needs"),
        (("draw", "99999x99999"), "", "a picture of 9999800001 squares needs"),
        (("draw", "99999x99999", "--degrees"), "", "a picture of 9999800001 squares needs"),
        (("info", "3x3", "--holes", "a1,a2,a3,b1,b2,b3,c1,c2,c3"), "", "leave no square"),
        (("info", "3x3", "--wrap", "7"), "", "--wrap takes"),
        (("check", "no-such-file"), "", "No such file"),
        (("check", "8x8"), "", "8x8 is a board, not a file of tours"),
        (("check", "my.g6"), "", "my.g6 is a graph, not a file of tours: give the tours of this"),
        (("check", "-"), "{]", "not JSON"),
        (("check", "-"), '{"board": "5x5", "at": [["a1", %s]]}' % ("9" * 99), "9..."),
        (("check", "-"), "", "no tour"),
        (("check", "-", "--format", "word"), "a1", "--format is one of"),
        (("check", "-", "--wrap", "all"), "a1", "--wrap does not go together"),
        (("find", "8"), "", "did you mean 8x8?"),
        (("find", "8x8", "--start", "(0,\x1f1)"), "", "--start: cannot read a square"),
        (("count", "8x8", "--wrap", "9" * 5000), "", "--wrap takes"),
        (("count", "8x8", "--" + "9" * 5000), "", "count has no option --99"),
        (("count", "8x8", "--threads", "9" * 5000), "", "--threads"),
        (("count", "8x8", "--threads", "x" * 5000), "", "--threads"),
        (
            ("find", "8x8", "--begin", "a1 b3", "--start", "c3"),
            "",
            "--begin starts at a1, --start is c3",
        ),
        (("list", "3x10", "--closed", "--path"), "", "different kinds"),
        (("list", "3x10", "--open", "--kind", "path"), "", "different kinds"),
        (("count", "6x6", "--by", "start", "--up-to", "symmetry"), "", "--up-to"),
        (("count", "6x6", "--up-to", "symmetry", "--method", "blocks"), "", "--method"),
        (("count", "6x6", "--by", "start", "--path", "--counter-bits", "32"), "", "--counter-bits"),
        (("count", "6x6", "--show-first"), "", "--show-first is for tables: give --by too"),
        (("count", "6x6", "--by", "slope", "--show-first"), "", "together with --by first-move"),
        (("count", "6x6", "--by", "slope", "--rules", "banon"), "", "together with --show-first"),
        ((*FIRST_MOVES, "--scratch", "."), "", "--scratch does not go together"),
        ((*FIRST_MOVES, "--up-to", "symmetry"), "", "does not take --up-to"),
        (("count", "6x6", "--method", "nonsense"), "", "--method is one of"),
        (("classes", "6x6", "--directed"), "", "classes has no option --directed; these"),
        (("find", "6x6", "--up-to", "symmetry"), "", "commands have it: count, list, sample"),
        (("unrank", "6x6", "0", "--up-to", "symmetry"), "", "unrank has no option --up-to"),
        (("study", "5x5", "--symmetry", "half-turn"), "", "symmetry"),
        (
            ("find", "8x8", "--method", "edges", "--criteria", "degree"),
            "",
            "does not take --criteria",
        ),
        (
            ("find", "8x8", "--criteria", "degree"),
            "",
            "--method auto does not take --criteria",
        ),
        (("find", "8x8", "--through", "a1-b3", "--avoiding", "a1-b3"), "", "and in --avoiding"),
        (("find", "8x8", "--path", "--start", "a1", "--end", "a1"), "", "--start and --end are"),
        (
            ("find", "8x8", "--begin", "a1 b3", "--path", "--end", "b3"),
            "",
            "through the end before",
        ),
        (
            ("find", "8x8", "--magic", "semi", "--start", "a1"),
            "",
            "--magic does not go together with --",
        ),
        (("list", "8x8", "--move-order", "x"), "", "--move-order is one of"),
        (
            ("count", "8x8", "--scratch", ".", "--cluster", "local"),
            "",
            "leave out --scratch, or --c",
        ),
        (("count", "6x6", "--up-to", "rotation"), "", "--up-to is symmetry, not 'rotation'"),
        (("find", "8x8", "--seed", "x"), "", "--seed is a whole number, not 'x'"),
        (
            ("find", "8x8", "--timeout", "soon"),
            "",
            "--timeout is a positive number of seconds",
        ),
        (("unrank", "6x6", "one"), "", "the number of a tour is 0, 1, 2"),
        (("find", "8x8", "--json", "--format", "grid"), "", "different formats"),
        (("unrank", "6x6", "-3"), "", "'-3' begins with a dash"),
        (("unrank", "6x6", "9862"), "", "numbered 0 to 9861"),
        (("unrank", "6x6", "9" * 5000), "", "numbered 0 to 9861"),
        (("reproduce", "costa", "-o", "here"), "", "--output"),
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
    assert len(result.stderr) < 260


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        ("closed", formats.dump(Tour(Board(3, 3, holes="b2"), "a1 b3 c1 a2 c3 b1 a3 c2")), ""),
        ("open", PATH, ""),
        ("path", "# path of 3x3 holes b2\na1 b3 c1 a2 c3 b1 a3 c2", ", ends a move apart"),
    ],
)
def test_check_says_the_kind(kind: str, text: str, words: str) -> None:
    said = run("check", text=text).stdout
    assert said.startswith(f"valid {kind}{' tour' if kind != 'path' else ''}")
    assert words in said
    assert json.loads(run("check", "--json", text=text).stdout)["kind"] == kind


@pytest.mark.parametrize(
    "arguments",
    [
        ("4x4x4",),
        ("5x5", "--wrap", "all", "--closed"),
        ("10x10", "--leaper", "1,4", "--path"),
        ("6x6", "--holes", "a1,b1"),
        ("6x6", "--path"),
    ],
)
@pytest.mark.parametrize("format", ["grid", "moves", "tsplib", "json"])
def test_what_find_prints_check_accepts(arguments: tuple[str, ...], format: str) -> None:
    found = run("find", *arguments, "--format", format)
    checked = run("check", "-", "--json", text=found.stdout)
    assert checked.returncode == 0
    record = json.loads(checked.stdout)
    assert (record["kind"] == "closed") == ("--path" not in arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("find", "8x8", "-o", "tour.xyz"),
        ("find", "8x8", "-o", "tour.txt", "--json"),
        ("find", "8x8", "--format", "word"),
        ("sample", "8x8", "--format", "word"),
        ("find", "8x8", "--nodes", "nods"),
        ("find", "8x8", "--method", "edges", "--no-warnsdorff"),
        ("find", "8x8", "--start", "-1"),
        ("find", "3000x3000"),
        ("reproduce", "banon-2", "--seed", "-1"),
    ],
)
def test_nothing_is_computed_for_bad_options(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_file_that_does_not_tell_its_board_is_checked_as_the_message_says(
    tmp_path: Path,
) -> None:
    file = tmp_path / "tour.npy"
    for board in (["8x8"], ["5x6", "--wrap", "1", "--holes", "c3,c4"]):
        said = run("find", *board, "-o", str(file)).stderr.strip()
        command = said.partition("check it with: babieca ")[2]
        assert f"check {file} --board {board[0]}" in command
        checked = shell(f"$babieca {command}")
        assert checked.stdout.startswith(f"valid closed tour of {board[0]}")
    assert "--board" in run("check", str(file)).stderr


def test_count_in_all_its_forms() -> None:
    assert run("count", "6x6").stdout == "9862\n"
    assert run("count", "6x6", "--no-mirror", "--counter-bits", "32").stdout == "9862\n"
    assert run("count", "6x6", "--symmetry", "half-turn").stdout == "78\n"
    assert run("count", "6x6", "--up-to", "symmetry").stdout == "1245\n"
    assert run("count", "3x4", "--open", "--directed").stdout == "16\n"
    assert run("count", "3x4", "--path", "--by", "start").stdout.splitlines()[0] == "a1 2"
    record = json.loads(run("count", "5x5", "--path", "--start", "a1", "--json").stdout)
    assert (record["value"], record["kind"], record["start"]) == ("304", "path", "a1")
    assert run(*FIRST_MOVES).stdout.splitlines()[-1].startswith("56 tours")
    record = json.loads(run(*FIRST_MOVES, "--json").stdout)
    assert sum(map(int, record["table"].values())) == 56
    assert [row["first"] for row in record["rows"]] == [*record["table"]]


def test_classes_and_what_each_symmetry_keeps() -> None:
    said = run("classes", "6x6").stdout.splitlines()
    assert said[0] == "1245 classes"
    assert [line.split()[-1] for line in said if line.startswith("quarter-turn")] == ["10"]
    record = json.loads(run("classes", "6x6", "--json").stdout)
    assert record["kept"]["half-turn"] == "78"
    same = json.loads(run("count", "6x6", "--up-to", "symmetry", "--json").stdout)
    assert same | {"seconds": 0} == record | {"seconds": 0}


def test_plan_tells_of_every_verb_and_method() -> None:
    record = json.loads(run("plan", "6x6", "--json").stdout)
    assert record["slots"] == 12
    assert set(record["estimates"]) == {"find", "count", "list", "sample"}
    assert record["estimates"]["find"]["squirrel-cull"]["refusal"]
    said = run("plan", "6x6", "--path").stdout
    assert "count   blocks" in said
    assert "widest frontier" in said


def test_fractions_in_both_numberings() -> None:
    named = run("fractions", "6x6", "--start", "c3", "--json").stdout.splitlines()
    numbered = run(
        *("fractions", "6x6", "--start", "15", "--numbering", "banon", "--json")
    ).stdout.splitlines()
    assert [json.loads(line)["explored"] for line in named] == [
        json.loads(line)["explored"] for line in numbered
    ]
    assert json.loads(named[0])["first"] == "b1"
    assert json.loads(numbered[0])["first"] == "2"
    for start in ("0", "37", "c3"):
        wrong = run("fractions", "6x6", "--start", start, "--numbering", "banon")
        assert (wrong.returncode, wrong.stdout) == (2, "")


@pytest.mark.parametrize("words", [("--path",), ("--symmetry", "half-turn"), ("--holes", "a1,b1")])
def test_list_writes_the_same_tours_in_every_format(words: tuple[str, ...]) -> None:
    lines = run("list", "6x6", *words, "-n", "5").stdout
    assert lines.count("\n") == 5
    moves = run("list", "6x6", *words, "-n", "5", "--format", "moves").stdout
    for line, tour in zip(lines.splitlines(), formats.parse(moves), strict=True):
        assert json.loads(line)["squares"] == tour.names


def test_list_says_when_there_is_none() -> None:
    nothing = run("list", "4x4")
    assert (nothing.returncode, nothing.stdout) == (1, "")
    assert "no such tour exists" in nothing.stderr
    assert run("list", "4x4", "--limit", "0").returncode == 0


def test_sample_rank_unrank_and_the_atlas_agree(tmp_path: Path) -> None:
    drawn = run("sample", "5x6", "-n", "3", "--seed", "7").stdout
    numbers = run("rank", "5x6", text=drawn).stdout.split()
    assert len(numbers) == 3
    again = [run("unrank", "5x6", number).stdout for number in numbers]
    assert "\n".join(again) == drawn
    atlas = str(tmp_path / "atlas")
    assert run("atlas", "build", "5x6", "-o", atlas).stdout.startswith("8 tours")
    assert json.loads(run("atlas", "info", atlas, "--json").stdout)["tours"] == "8"
    assert run("rank", "5x6", "--atlas", atlas, text=drawn).stdout.split() == numbers
    other = run("sample", "5x6", "--path", "--atlas", atlas)
    assert (other.returncode, other.stdout) == (2, "")
    assert "is of closed tours of 5x6" in other.stderr
    assert run("unrank", "5x6", "0", "--atlas", atlas, "--method", "sparse").returncode == 2
    assert run("sample", "4x4").returncode == 1


def test_samples_come_one_by_one() -> None:
    result = shell("$babieca sample 5x6 -n 1000000000000 --memory 100M | head -n 5")
    assert (result.returncode, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 5


def test_tables_of_a_graph_with_labels_of_all_kinds_lose_no_row(tmp_path: Path) -> None:
    names = [0, "0", (0, "0"), (0, 1), 0.5]
    graph = Graph.from_edges(itertools.combinations(names, 2))
    graph.save(tmp_path / "graph.json")

    def told(verb: str, *words: str) -> dict[str, str]:
        record = json.loads(run(verb, str(tmp_path / "graph.json"), *words, "--json").stdout)
        return record.get("table") or record["tours"]

    used = Tours(graph).usage()
    assert sorted(told("usage").values()) == sorted(map(str, used.values())) == ["6"] * 10
    assert told("count", "--path", "--by", "start").keys() == {*map(repr, names)}
    assert told("count", "--start", "(0, 1)", "--by", "edge-pair").keys() == {
        f"{one!r}-{other!r}"
        for one, other in itertools.combinations(names, 2)
        if (0, 1) not in (one, other)
    }


def test_usage_of_moves() -> None:
    assert run("usage", "6x6").stdout.splitlines()[0].split() == ["a1-c2", "9862"]
    without_moves = run("usage", "1x1", "--path")
    assert (without_moves.returncode, without_moves.stdout) == (0, "\n")


def read_csv(*arguments: str) -> list[dict[str, str]]:
    result = run(*arguments, "--csv")
    assert (result.returncode, result.stderr) == (0, "")
    return list(csv.DictReader(io.StringIO(result.stdout)))


def test_tables_are_the_same_in_csv_and_json() -> None:
    def of(*arguments: str) -> list[Any]:
        return [json.loads(line) for line in run(*arguments, "--json").stdout.splitlines()]

    for by, kind in (("start", "--path"), ("first-move", "--closed"), ("edge-pair", "--closed")):
        asked = ["count", "5x6", "--by", by, kind, *(["--start", "b2"] if by != "start" else [])]
        assert {row[by]: row["tours"] for row in read_csv(*asked)} == of(*asked)[0]["table"]
    used = read_csv("usage", "6x6")
    assert {row["move"]: row["tours"] for row in used} == of("usage", "6x6")[0]["tours"]
    classes = read_csv("classes", "5x5", "--path")
    record = of("classes", "5x5", "--path")[0]
    assert classes[0] == {"symmetry": "classes", "tours": record["value"]}
    assert {row["symmetry"]: row["tours"] for row in classes[1:]} == record["kept"]
    parts = ("fractions", "6x6", "--start", "c3")
    columns = ("first", "last", "symmetry")
    for row, part in zip(read_csv(*parts), of(*parts), strict=True):
        assert [row[name] for name in columns] == [part[name] for name in columns]
    study = read_csv("study", "5x5", "--path", "--start", "a1")
    assert {row["tours"] for row in study if row["finished"] == "True"} == {"304"}
    assert study[2]["name"] == "island, dangling by colour"
    assert "shares stuck" in study[0]


def test_exact_integers_in_csv() -> None:
    (row,) = read_csv("count", "6x16", "--by", "edge-pair", "--start", "a1")
    assert row == {"edge-pair": "c2-b3", "tours": "16378998506224697063588"}


@pytest.mark.parametrize(
    ("number", "code", "word"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_signals_end_the_command_with_a_word(number: int, code: int, word: str) -> None:
    search = ["find", "30x30", "--method", "backtrack", "--timeout", "100"]
    command = [sys.executable, "-m", "babieca", *search]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        # The imports take half of these seconds.
        wait_until(lambda: processor_seconds(process.pid) > 2, process)
        process.send_signal(number)
        _, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert error.decode() == f"babieca: {word}\n"


def test_a_count_that_is_terminated_leaves_nothing_half_written(tmp_path: Path) -> None:
    saving = ["count", "8x8", "--checkpoint", str(tmp_path), "--checkpoint-seconds", "0.001"]
    command = [sys.executable, "-m", "babieca", *saving]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        wait_until(lambda: any(tmp_path.rglob("*.layer")), process)
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 143
    assert not list(tmp_path.rglob("*.partial"))


@pytest.mark.parametrize("verb", ["--help", "info 26x26", "list 6x6", "sample 6x6 -n 9999"])
def test_a_reader_that_leaves_early_is_no_error(verb: str) -> None:
    result = shell(f"$babieca {verb} | head -n 1")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("verb", ["--help", "--version", "info 8x8", "list 6x6", "find 8x8 --json"])
@pytest.mark.parametrize("place", ["> /dev/full", ">&-"])
def test_output_that_cannot_be_written_gets_one_line(verb: str, place: str) -> None:
    result = shell(f"$babieca {verb} {place}")
    assert result.returncode == 2
    said = [line for line in result.stderr.splitlines() if line.startswith("babieca: ")]
    assert len(said) == 1
    assert "cannot write to standard output" in said[0]
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("place", ["2> /dev/full", "2>&-"])
def test_an_answer_does_not_need_standard_error(place: str) -> None:
    result = shell(f"$babieca find 8x8 --json {place}")
    assert result.returncode == 0
    assert formats.parse(result.stdout)[0].closed
    assert shell(f"$babieca find 8 {place}").returncode == 2


def test_standard_input_may_be_closed() -> None:
    result = shell("$babieca check <&-")
    assert (result.returncode, result.stdout) == (2, "")
    assert "no tour" in result.stderr


def changed(patch: str, *arguments: str) -> CompletedProcess[str]:
    """Run the command with another body of `Tours.count_report`."""
    program = f"""
import sys
from babieca import ContradictionError
from babieca.cli import main
from babieca.engines.counts import CountReport
from babieca.public import Tours
def count(self, **words):
    {patch}
Tours.count_report = count
sys.argv = ["babieca", *{list(arguments)!r}]
main()
"""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )


def test_counts_have_as_many_digits_as_they_have() -> None:
    huge = "return CountReport(10**5000, 'theory', (), 0, 0, 0, 0.0, 0, 0)"
    assert changed(huge, "count", "8x8").stdout == f"1{'0' * 5000}\n"
    record = json.loads(changed(huge, "count", "8x8", "--json").stdout)
    assert record["value"] == f"1{'0' * 5000}"


def test_a_contradiction_has_a_code_of_its_own() -> None:
    result = changed("raise ContradictionError('residues disagree')", "count", "8x8")
    assert (result.returncode, result.stderr) == (4, "babieca: residues disagree\n")


def test_a_fault_of_the_program_is_not_a_no() -> None:
    result = changed("raise TypeError('x' * 5000)", "count", "8x8")
    assert (result.returncode, result.stderr.count("\n")) == (70, 1)
    assert "a fault of the program" in result.stderr
    assert len(result.stderr) < 200


def test_text_goes_through_any_encoding() -> None:
    for verb in (("study", "5x5", "--path", "--start", "a1"), ("--help",), ("list", "--help")):
        result = run(*verb, encoding="ascii")
        assert (result.returncode, result.stderr) == (0, "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_of_progress_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, clock = Terminal(), iter(range(100))
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    with progress.progress_line() as tell:
        assert tell is not None
        tell(Progress(0.5, 1.0, 1.0, "one"))
        tell(Progress(0.25, 2.0, 90.0, "two"))
        tell(Progress(None, 3.0, None, "7 so far"))
    tell(Progress(1.0, 4.0, 0.0, "after"))
    lines = screen.getvalue().split("\r\x1b[K")
    assert lines == [
        "",
        "[############------------]  50%  one, 1 s left",
        "[############------------]  50%  two, 0:01:30 left",
        "7 so far, after 3 s",
        "",
    ]


def test_the_line_of_progress_says_what_is_going_on_and_when_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, clock = Terminal(), iter(range(100))
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    with progress.progress_line("finding tours", 10.0) as tell:
        assert tell is not None
        tell(Progress(None, 0.1, None, "7 so far"))
        tell(Progress(None, 0.1, None, ""))  # another part, with its own clock
        tell(Progress(0.5, 0.1, 1.0, ""))
        monkeypatch.setenv("COLUMNS", "30")
        tell(Progress(None, 0.1, None, "8 so far"))
    assert screen.getvalue().split("\r\x1b[K")[1:-1] == [
        "finding tours: 7 so far, after 1 s of 10 s",
        "finding tours, after 2 s of 10 s",
        "[############------------]  50%  finding tours, 1 s left",
        "8 so far, after 4 s of 10 s",
    ]


@pytest.mark.parametrize(("timeout", "said"), [(None, True), (60.0, False)])
def test_a_search_without_end_says_that_it_took_one(timeout: float | None, said: bool) -> None:
    report = FindReport(None, None, "search", {"nodes": 5}, 60.2, "undecided", timeout)
    with pytest.raises(NotFoundError) as caught:
        report.found()
    assert ("its usual 60 s, as no timeout was given" in str(caught.value)) == said


def test_no_line_of_progress_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    with progress.progress_line() as tell:
        assert tell is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "dumb")
    with progress.progress_line() as tell:
        assert tell is None


def test_colour_where_it_is_wanted() -> None:
    assert "\x1b" not in run("--help", NO_COLOR="1").stdout
    assert "\x1b" not in run("info", "8x8").stdout
    assert "\x1b[" in run("draw", text=PATH, FORCE_COLOR="1").stdout
    assert "\x1b[" not in run("draw", text=PATH, FORCE_COLOR="1", NO_COLOR="1").stdout


@pytest.mark.parametrize("style", ["line", "numbers", "both", "map"])
def test_draw_in_every_style_and_in_ascii(style: str) -> None:
    result = run("draw", "--style", style, text=PATH, encoding="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.isascii()


def test_a_table_of_zeros_says_why() -> None:
    told = run("usage", "5x5")
    assert told.returncode == 0
    assert told.stderr.endswith("a closed tour alternates; a path exists: ask for --kind path\n")
    assert run("usage", "5x6").stderr == ""
