"""Help shows only options that a command takes: each is asked at least once, and not refused."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from babieca import BadInputError, Board, Tours, formats
from babieca.cli.app import make_app
from babieca.engines import TAKEN
from babieca.questions import QuestionWords
from babieca.words import declared
from tests.commands import run

WORDS = "--directed --start a1 --begin a1,b3 --through c1-d3 --avoiding a3-b5"
AT = "--at a1=1,b3=2"
ENDS = f"--path {WORDS} --end a2"
SOLID = "2x3x4 --path -o solid.svg --view isometric"
BOARD = "--holes f5 --leaper 1,2 --wrap 1"
KINDS_OF = ("--closed", "--path", "--open", "--kind open")
SMALL = "--holes e4 --leaper 1,2 --wrap 1"
WRAPPED = "wrapped.txt --board 3x4 --wrap 1 --leaper 1,2"
HOLED = "holes.txt --board 3x4 --holes d3"
PICTURE = "--theme night --size 300 --labels --style line"
SHEET = "--paper a4 --per-page 2 --name-line --title Tours"
LOOKS = (
    f"-o tour.svg {PICTURE} --arrows --orbits",
    "-o tour.svg --fill",
    "-o tour.svg --speed 5",
    f"-o sheet.pdf {SHEET}",
    "--json",
    "--format moves",
)
COUNTS = "--timeout 60 --memory 1G --threads 1 --checkpoint saved --checkpoint-seconds 5"

ANSWERED = (0, 1, 3)  # yes, no, not decided

COMMANDS: dict[str, list[str]] = {
    "find": [
        *(f"5x6 {kind}" for kind in KINDS_OF),
        *(f"5x6 {look}" for look in LOOKS),
        f"5x6 {ENDS} --timeout 60 --memory 1G",
        f"5x6 --path {AT} {BOARD}",
        SOLID,
        "6x6 --symmetry half-turn --seed 1",
        "8x8 --magic semi",
        "5x5 --longest",
        "5x6 --method backtrack --seed 1 --cluster local",
        "3x4 --path --cheapest weights.txt",
        "3x4 --path --dearest weights.txt",
        "5x6 --fewest slope:2",
        "5x6 --most turns",
        "5x6 --method warnsdorff --criteria degree,random --restarts 99",
        "5x6 --method backtrack --warnsdorff --nodes 99999",
        "5x6 --method sweep --states 99999",
    ],
    "exists": [
        *(f"5x6 {kind}" for kind in KINDS_OF),
        f"5x6 {ENDS} --json",
        f"5x6 --path {AT} {BOARD}",
        "6x6 --symmetry half-turn",
    ],
    "check": [
        *(f"tours.txt {kind}" for kind in ("--closed", "--kind closed")),
        "paths.txt --path",
        "opened.txt --open",
        f"ends.txt --board 5x6 {ENDS} --format moves --timeout 5 --json",
        "tours.txt --symmetry left-right",
        "gaps.txt --at a1=1 --path",
        WRAPPED,
        HOLED,
    ],
    "describe": ["tours.txt --json --format json", "ends.txt --board 5x6", WRAPPED, HOLED],
    "draw": [
        *(f"tours.txt {look} --number 1" for look in LOOKS[:3]),
        f"tours.txt {LOOKS[3]}",
        "tours.txt --sheet -o sheet.svg",
        "solid.txt --view isometric -o solid.svg",
        "tours.txt --format json --style numbers --number 1",
        "ends.txt --board 5x6",
        WRAPPED,
        "5x6 --degrees --holes f5 --leaper 1,2 --wrap 1 -o board.svg",
        "5x6 --at a1=1 -o steps.svg",
    ],
    "puzzle": [
        *(f"4x5 --path --start a1 --seed 1 {more}" for more in ("", "--json", "--timeout 60")),
        "5x6 --closed --seed 1",
        "5x6 --kind closed --seed 1 --givens 9",
        "4x5 --open --seed 1 --minimal",
        "5x6 --path --at a1=1 --end a2 --seed 1",
        "4x5 --path --begin a1,b3 --level easy --seed 1 --no-ends",
        "5x6 --symmetric --seed 1",
        "5x6 --pattern half-turn --seed 1",
        "5x6 --path --holes f5 --leaper 1,2 --wrap 1 --seed 1",
        "4x5 --path --given-squares a1,b1,c1,a2,b2,c2,d2,d3,e4,a4,b4 --seed 1",
        "4x5 --path --limit 2 --seed 1 -o puzzles.pdf --answers --paper a4 --per-page 2"
        " --name-line --title Puzzles --theme night --size 300 --labels",
        "--text 'Ca-ba-llos y ca-ba-lle-ros' --split syllables --keep --case same --tries 5",
    ],
    "trace": [
        *(f"4x5 {kind} -n 9" for kind in KINDS_OF),
        f"5x6 {ENDS} --method search -n 9 --rules banon --move-order index --json",
        f"4x5 --path {AT} {SMALL}",
        "5x6 --method two-knights --symmetry half-turn -n 9",
        "4x5 --path --method search --subtour-squares 4 -n 9",
        "4x5 --path --method warnsdorff --criteria degree --seed 1 --restarts 1",
        "4x5 --path --method backtrack --warnsdorff --nodes 99 --timeout 5 --memory 1G",
        "3x4 --method sweep --examples 2",
    ],
    "count": [
        *(f"4x5 {kind}" for kind in KINDS_OF),
        f"5x6 {ENDS} {COUNTS} --method blocks",
        f"4x5 --path {AT} {SMALL}",
        "6x6 --symmetry half-turn --json",
        "5x6 --up-to symmetry --cluster local",
        "3x4 --path --cheapest weights.txt",
        "3x4 --path --dearest weights.txt",
        "5x6 --fewest slope:2",
        "5x6 --most turns",
        "5x6 --counter-bits 32 --mirror --device cpu --scratch .",
        "5x6 --by slope --csv",
        "5x6 --by turns -o turns.svg",
        "4x5 --path --start a1 --by first-move --show-first --rules banon --move-order index",
    ],
    "list": [
        *(f"4x5 {kind} -n 1" for kind in KINDS_OF[1:]),
        "5x6 --closed -n 1",
        *(f"5x6 -n 1 {look}" for look in LOOKS),
        f"5x6 {ENDS} -n 1 --method search --rules banon --move-order index --timeout 60",
        f"4x5 --path {AT} {SMALL} -n 1",
        f"{SOLID} -n 1",
        "6x6 --symmetry half-turn -n 1",
        "5x6 --up-to symmetry --cluster local --checkpoint listed",
    ],
    "sample": [
        *(f"4x5 {kind}" for kind in KINDS_OF[1:]),
        "5x6 --closed --atlas atlas",
        *(f"5x6 -n 1 --symmetry left-right {look}" for look in LOOKS),
        f"5x6 {ENDS} --seed 1 --timeout 60 --memory 1G --threads 1 --method blocks --scratch .",
        f"4x5 --path {AT} {SMALL}",
        SOLID,
        "6x6 --symmetry half-turn",
        "5x6 --up-to symmetry",
        "5x6 --cluster local --checkpoint drawn --seed 1",
    ],
    "rank": [
        "5x6 tours.txt --closed --atlas atlas --json",
        "5x6 tours.txt --kind closed",
        "4x5 paths.txt --path",
        "4x5 opened.txt --open",
        f"5x6 ends.txt {ENDS} --timeout 60 --memory 1G --threads 1 --method blocks --scratch .",
        "4x5 paths.txt --path --at a1=1",
        "5x6 tours.txt --symmetry left-right",
        "3x4 wrapped.txt --wrap 1 --leaper 1,2 --path",
        "3x4 holes.txt --holes d3 --path",
    ],
    "unrank": [
        *(f"4x5 0 {kind}" for kind in KINDS_OF[1:]),
        "5x6 0 --closed --atlas atlas",
        *(f"5x6 0 {look}" for look in LOOKS),
        f"5x6 0 {ENDS} --timeout 60 --memory 1G --threads 1 --method blocks --scratch .",
        f"4x5 0 --path {AT} {SMALL}",
        "2x3x4 0 --path -o solid.svg --view isometric",
        "6x6 0 --symmetry half-turn",
    ],
    "classes": [
        *(f"4x5 {kind}" for kind in KINDS_OF),
        f"5x6 {ENDS.replace('--directed', '')} {COUNTS} --json",
        "4x5 --path --csv --scratch . --holes a1,e1,a4,e4 --leaper 1,2 --wrap 1",
        "4x5 --path --cluster local",
    ],
    "usage": [
        *(f"4x5 {kind}" for kind in KINDS_OF),
        f"5x6 {ENDS} --timeout 60 --memory 1G --threads 1 --scratch . --method sweeps --json",
        f"4x5 {SMALL} --csv",
        "6x6 --symmetry half-turn -o usage.svg",
    ],
    "fractions": [
        "5x6 --start c3 --through a1-b3 --avoiding a5-b3 --memory 1G --json",
        "5x6 --start 15 --numbering banon --csv",
        f"5x6 --start c3 {BOARD}",
    ],
    "sequence": [
        "4xn -n 3 --path --csv --timeout 60 --memory 1G --threads 1 --method blocks",
        "4xn -n 3 --kind path --directed --json --checkpoint sequence",
        "4xn -n 3 --open --leaper 1,2 --wrap 0",
        "4xn -n 3 --closed --ragged -o sequence.txt",
        "4xn -n 3 --symmetry half-turn",
        "3xn --recurrence",
        "3xn --at-n 100 --modulus 1000",
    ],
    "info": [f"5x6 --json {BOARD}"],
    "plan": [
        *(f"4x5 {kind}" for kind in KINDS_OF),
        f"5x6 {ENDS} --memory 1G --threads 1 --scratch . --device cpu --json",
        f"4x5 {SMALL}",
        "4x5 --by slope",
    ],
    "export": [
        *(f"4x5 {kind} --to cnf" for kind in KINDS_OF),
        f"5x6 {ENDS} {AT} {BOARD} --to cnf -o question.cnf",
        "4x5 --path --symmetry half-turn --to lp",
        "5x6 --to tsplib --solved-by tours.tour",
    ],
    "study": [
        *(f"3x4 {kind} --timeout 0.5" for kind in KINDS_OF),
        "3x4 --path --directed --start a1 --end d3 --timeout 0.5 --subtour-squares 4 --json",
        "3x4 --path --begin a1,b3 --through c1-d3 --avoiding b1-c3 --timeout 0.5 --csv",
        "3x4 --path --holes d3 --leaper 1,2 --wrap 1 --timeout 0.5",
        "3x4 --path --timeout 0.5 --cluster local --checkpoint studied",
    ],
    "reproduce": [
        "banon-7 --quick --device cpu --json",
        "costa --quick --seed 1 --samples 1 --largest 8 --timeout 1 --cluster local",
    ],
    "atlas build": [
        *(f"5x6 {kind} -o stored{number}" for number, kind in enumerate(KINDS_OF[:2])),
        f"5x6 {ENDS} -o stored2 --timeout 60 --memory 1G --threads 1 --stride 2 --json",
        f"4x5 --kind path {SMALL} -o stored3",
    ],
    "atlas info": ["atlas --json"],
    "ledger add": [
        "4x5 --path --modulus 251 -o ledger.jsonl --timeout 60 --memory 1G --threads 1",
        "4x5 --kind path --modulus 251 -o ledger.jsonl --device cpu --mirror --json",
        "5x6 --closed --modulus 251 -o ledger.jsonl --line-by-line",
        "3x4 --path --modulus 251 -o ledger.jsonl --wrap 1",
    ],
    "ledger combine": ["ledger.jsonl --json"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the files that the commands read."""
    folder = tmp_path_factory.mktemp("options")
    closed, paths = Tours("5x6").find(), Tours("4x5", "path", start="a1").find()
    words: dict[str, Any] = {"through": "c1-d3", "avoiding": "a3-b5"}
    ends = Tours("5x6", "path", begin="a1 b3", end="a2", **words).find()
    kept = Tours("5x6", symmetry="left-right").find()
    holes = Board("3x4", holes="d3")
    edges = Tours("3x4").question.graph.moves()
    weights = "".join(f"{one} {other} 5\n" for one, other in edges)
    for name, text in {
        "tours.txt": formats.dump(kept),
        "paths.txt": formats.dump(paths),
        "opened.txt": formats.dump(Tours("4x5", "open").find()),
        "ends.txt": formats.dump(ends, "moves"),
        "gaps.txt": "1 0 0 0\n0 0 0 0\n0 0 0 0\n",
        "wrapped.txt": formats.dump(Tours(Board("3x4", wrap="1"), "path").find(), "moves"),
        "holes.txt": formats.dump(Tours(holes, "path").find(), "moves"),
        "solid.txt": formats.dump(Tours("2x3x4", "path").find()),
        "tours.tour": formats.dump(closed, "tsplib"),
        "weights.txt": weights,
    }.items():
        (folder / name).write_text(text)
    Tours("5x6").save(folder / "atlas")
    return folder


def every_command() -> Iterator[tuple[str, Any]]:
    for name, command in typer.main.get_command(make_app()).commands.items():  # type: ignore[attr-defined]
        for inner, verb in getattr(command, "commands", {"": command}).items():
            yield f"{name} {inner}".strip(), verb


def test_every_option_is_asked() -> None:
    # A terminal plays tours; tests/test_report.py writes a report.
    elsewhere = {("draw", "play"), ("reproduce", "output")}
    elsewhere |= {(name, "help_all") for name, _ in every_command()}
    missing = [
        (name, option.name)
        for name, verb in every_command()
        if name != "serve"  # it does not end
        for option in verb.params
        if option.param_type_name == "option" and (name, option.name) not in elsewhere
        if not {*option.opts, *option.secondary_opts} & set(" ".join(COMMANDS[name]).split())
    ]
    assert missing == []


def refused(verb: str, lines: list[str]) -> list[tuple[str, str]]:
    answers = [(line, run(*verb.split(), *shlex.split(line))) for line in lines]
    return [(line, answer.stderr) for line, answer in answers if answer.returncode not in ANSWERED]


@pytest.mark.parametrize(
    "verb",
    [
        # tests/test_reproduce.py runs the experiments too.
        pytest.param(verb, marks=[pytest.mark.release] if verb == "reproduce" else [])
        for verb in COMMANDS
    ],
)
def test_no_option_is_always_refused(
    verb: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert refused(verb, [line for line in COMMANDS[verb] if "--cluster" not in line]) == []


@pytest.mark.release
@pytest.mark.parametrize("verb", [verb for verb in COMMANDS if "--cluster" in str(COMMANDS[verb])])
def test_every_cluster_is_asked(verb: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.chdir(folder)
    assert refused(verb, [line for line in COMMANDS[verb] if "--cluster" in line]) == []


SAID: dict[str, Any] = {"directed": True, "start": "a1", "begin": "a1 b3", "through": "c1-d3"}
SAID |= {
    "end": "b1",
    "avoiding": "c1-e2",
    "at": "c3=5",
    "symmetry": "half-turn",
    "up_to": "symmetry",
}
NEEDED: dict[str, Any] = {"unrank": {"number": 0}, "count_by": {"by": "start"}}
NEEDED |= {"check": {"squares": "a1"}, "export": {"to": "cnf"}, "atlas": {"path": "atlas"}}
NEEDED["rank"] = {"tour": None}


@pytest.mark.parametrize("verb", sorted(TAKEN.keys() - {"exists", "ledger"}))
def test_all_other_words_of_a_question_are_refused_by_name(verb: str) -> None:
    for word in declared(QuestionWords).keys() - TAKEN[verb].words:
        tours = Tours("5x6", "closed" if word != "end" else "path", **{word: SAID[word]})
        method = getattr(tours, "save" if verb == "atlas" else verb)
        with pytest.raises(BadInputError, match=f"does not take {word}"):
            method(**NEEDED.get(verb, {}))
