"""Ledgers: residues in a file, and the numbers that they determine."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from babieca import Board, Tours
from babieca.engines.ledger import (
    LedgerLine,
    append_line,
    known_from,
    question_of,
    read_ledger,
    require_whole,
    residue_lines,
    text_of,
)
from babieca.errors import BadInputError, ContradictionError, shown
from babieca.limits import Limits
from babieca.questions import Question
from tests.commands import run
from tests.processes import PATIENCE, start

RECORDS = Path(__file__).parent.parent / "docs" / "records" / "residues.jsonl"


def line(modulus: int, residue: int, question: str = "closed 6x6") -> LedgerLine:
    return LedgerLine(question, "0123", modulus, residue, "0.2.0", "cpu", 1.0)


def test_lines_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "residues.jsonl"
    moduli = [251, 65521]
    for found in residue_lines(question_of("closed 6x6"), moduli, Limits(), None, "0.2.0"):
        assert found.residue == 9862 % found.modulus
        append_line(path, found)
    assert [found.modulus for found in read_ledger(path)] == moduli


def test_wrapped_boards_have_names_of_their_own() -> None:
    for text, board in (
        ("closed 3x4 wrap all", Board(3, 4, wrap=True)),
        ("path 3x3 wrap 1", Board(3, 3, wrap=(False, True))),
    ):
        question = question_of(text)
        assert (text_of(question), question.board) == (text, board)
        number = Tours.of(question).count(method="reference")
        moduli = [65536, 65535, 65533, 65531, 65529]
        lines = list(residue_lines(question, moduli, Limits(), None, "0.2.0"))
        (known,) = known_from(lines)
        assert (known.value, known.is_result, known.b_file()) == (number, True, [])


def test_another_order_is_a_check_of_its_own() -> None:
    question = question_of("closed 6x6")
    (mirrored,) = residue_lines(question, [65521], Limits(), None, "0.2.0", mirror=True)
    (plain,) = residue_lines(question, [65521], Limits(), None, "0.2.0", mirror=False)
    assert mirrored.order != plain.order
    assert [found.orders for found in known_from([mirrored, plain])] == [2]
    assert mirrored.residue == plain.residue == 9862 % 65521


@pytest.mark.parametrize("mirror", [None, True, False])
def test_residues_in_the_order_of_lines_agree(mirror: bool | None) -> None:
    question = Question.ask(Board(6, 8))
    (best,) = residue_lines(question, [65521], Limits(), None, "0.2.0", mirror=mirror)
    (lines,) = residue_lines(
        question, [65521], Limits(), None, "0.2.0", mirror=mirror, line_by_line=True
    )
    assert best.order != lines.order
    assert best.residue == lines.residue == 55488142 % 65521


def test_a_number_is_a_result_once_a_further_modulus_agreed() -> None:
    moduli = [65536, 65535, 65533]  # 25 bits are needed
    lines = [line(modulus, 9862 % modulus) for modulus in moduli]
    (one,) = known_from(lines[:1])
    assert (one.value, one.modulus, one.is_result, one.b_file()) == (9862, 65536, False, [])
    (two,) = known_from(lines[:2])
    assert (two.value, two.checks, two.strength, two.is_result) == (9862, 0, 0, False)
    (three,) = known_from(lines)
    assert (three.value, three.checks, three.moduli, three.strength) == (9862, 1, 2, 22)
    assert three.b_file() == ["A001230 3 9862"]


@pytest.mark.parametrize("at", range(4))
def test_a_wrong_residue_is_never_a_result(at: int) -> None:
    moduli = [65536, 65535, 65533, 65536]
    lines = [line(modulus, (9862 + (n == at)) % modulus) for n, modulus in enumerate(moduli)]
    with pytest.raises(ContradictionError):
        known_from(lines)


@pytest.mark.parametrize("bit", range(63))
@pytest.mark.parametrize("check", [2, 15, 128, 251, 256, 65536])
def test_a_flipped_bit_is_never_a_result(bit: int, check: int) -> None:
    large = 9223372036854775783
    lines = [line(large, 9862 ^ 2**bit), line(check, 9862 % check)]
    try:
        (known,) = known_from(lines)
    except ContradictionError:
        return
    assert (known.strength, known.is_result) == (0, False)  # the other modulus is a power of two


def test_boards_without_tours_have_residues_of_0() -> None:
    for text in ("closed 9x9", "closed 3x4", "path 3x3", "closed 1x1"):
        lines = list(residue_lines(question_of(text), [251, 7], Limits(), None, "0.3.0"))
        assert [(one.modulus, one.residue) for one in lines] == [(251, 0), (7, 0)]


def test_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "residues.jsonl"
    program = """
        import sys
        from pathlib import Path
        from babieca.engines.ledger import LedgerLine, append_line
        for modulus in range(2, 200):
            line = LedgerLine("closed 6x6", sys.argv[2], modulus, 0, "0.3.0", "cpu", 1.0)
            append_line(Path(sys.argv[1]), line)
    """
    processes = [start(program, path, name) for name in "abcd"]
    for process in processes:
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, errors
    assert len(read_ledger(path)) == 4 * 198


def test_a_number_beyond_the_bound_is_a_contradiction() -> None:
    with pytest.raises(ContradictionError, match="closed 6x6: the residues contradict"):
        known_from([line(2**64, 2**60 + 9862), line(2, 0)])


def test_residues_agree_in_what_moduli_share() -> None:
    (known,) = known_from([line(6 * 65521, 9862), line(4 * 65519, 9862), line(65521, 9862)])
    assert (known.value, known.is_result) == (9862, True)
    with pytest.raises(ContradictionError):
        known_from([line(6, 0), line(4, 1)])


def test_a_torn_line_is_refused_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "residues.jsonl"
    append_line(path, line(251, 73))
    append_line(path, line(241, 222))
    whole = path.read_text()
    path.write_text(whole[:-9])
    with pytest.raises(BadInputError, match="line 2 is torn"):
        append_line(path, line(239, 63))
    assert path.read_text() == whole[:-9]
    with pytest.raises(BadInputError, match="line 2 is torn"):
        require_whole(path)
    with pytest.raises(BadInputError, match="line 2 is torn"):
        read_ledger(path)
    path.write_text(whole)
    append_line(path, line(239, 63))
    assert [found.modulus for found in read_ledger(path)] == [251, 241, 239]


RECORD = {"question": "closed 6x6", "order": "0", "modulus": 251, "residue": 73}
RECORD |= {"version": "0.2.0", "device": "cpu", "seconds": 1.0}


@pytest.mark.parametrize(
    "change",
    [
        *({"residue": wrong} for wrong in (251, "1", -1, True, 1.0, None)),
        *({"modulus": wrong} for wrong in (1, True, 2**63, 2**64 + 1, 10**4000, 251.0)),
        *({"seconds": wrong} for wrong in (-1, math.nan, math.inf, 10**400, True, "1", None)),
        *({name: 5} for name in ("question", "order", "version", "device")),
        *({"question": f"closed {sides}"} for sides in ("3000x3000", "2" + "x2" * 25, "1001x1")),
        *({"question": f"closed {wrong}"} for wrong in ("06x6", "6 x 6", "6x6 wrap none", "6")),
        {"question": "closed 1" + "x1" * 10},
        {"question": "open 6x6"},
        {"order": ["e"]},
        {"device": "x" * 201},
        {"more": 1},
    ],
    ids=lambda change: shown(str(change)),
)
def test_damaged_lines_are_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "residues.jsonl"
    path.write_text(json.dumps(RECORD | change) + "\n")
    with pytest.raises(BadInputError, match="line 1"):
        read_ledger(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("73 modulo 251", "line 1: this is not JSON: Extra data"),
        ("[" * 100_000, "line 1: it nests too deep"),
        (json.dumps(RECORD)[:-1] + ', "modulus": 253}', "line 1: it names 'modulus' twice"),
        ("\udcff", "line 1: 'utf-8' codec"),
        ("9" * 5000, "line 1: it has a number of more than 4300 digits"),
        (" " * 2**22, "is larger than 4 MiB"),
    ],
    ids=range(6),
)
def test_what_is_no_ledger_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "residues.jsonl"
    path.write_text(text + "\n", errors="surrogateescape")
    refused = run("ledger", "combine", str(path))
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert reason in refused.stderr


def test_the_work_of_a_ledger_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "residues.jsonl"
    boards = [f"closed {rows}x{1000 // rows}" for rows in range(1, 1001)]
    path.write_text("".join(json.dumps(RECORD | {"question": text}) + "\n" for text in boards))
    with pytest.raises(BadInputError, match="more than 100000 squares together"):
        read_ledger(path)
    with pytest.raises(BadInputError, match="at most 1000 moduli"):
        known_from([line(modulus, 0) for modulus in range(2, 1003)])


@pytest.mark.parametrize(
    "question",
    [
        Question.ask(Board(5, 5), "path", start="a1"),
        Question.ask(Board(6, 6, holes=["a1", "b1"])),
        Question.ask(Board(6, 6, leaper=(1, 4)), "path"),
    ],
)
def test_only_whole_questions_are_kept(question: Question) -> None:
    with pytest.raises(BadInputError, match="a ledger counts all"):
        text_of(question)


def test_the_records_agree() -> None:
    lines = read_ledger(RECORDS)
    few = [line for line in lines if len(question_of(line.question).graph) <= 100]  # to save time
    known = {found.question: found for found in known_from(few)}
    assert all(found.is_result for found in known.values())
    assert known["closed 6x6 wrap all"].value == 247568370707202048  # counted on a CPU too
    assert known["closed 9x10"].value == 19381952998732022416892  # published
    assert known["path 9x9"].b_file()[0] == "A308131 9 7299281878529687656536"
    assert known["closed 10x10"].is_result
    for kind in ("closed", "path"):  # another order; a board and its transpose
        assert known[f"{kind} 8x8 wrap 0"].value == known[f"{kind} 8x8 wrap 1"].value
    kept_by_turns = 8075814890272 + 2 * 831804
    assert (known["closed 10x10"].value + kept_by_turns) % 8 == 0


def test_every_residue_of_10x12_agrees_and_two_are_a_check() -> None:
    lines = [line for line in read_ledger(RECORDS) if line.question == "closed 10x12"]
    number = 2195307020987141566938523452294304
    assert {line.modulus: number % line.modulus for line in lines} == {
        line.modulus: line.residue for line in lines
    }
    (found,) = known_from(lines)
    assert (found.value, found.moduli, found.checks) == (number, 18, 2)
    assert found.is_result
    (before,) = known_from(lines[:17])
    assert before.value == number
    assert not before.is_result


def test_the_commands_refuse_files_of_another_kind(tmp_path: Path) -> None:
    file = tmp_path / "tour.moves"
    file.write_text("a1 b3 c5\n")
    added = run("ledger", "add", "6x6", "--modulus", "251", "-o", str(file))
    assert (added.returncode, added.stdout, file.read_text()) == (2, "", "a1 b3 c5\n")
    file.write_text("")
    combined = run("ledger", "combine", str(file))
    assert (combined.returncode, combined.stdout) == (2, "")
    assert "there is no residue in" in combined.stderr


@pytest.mark.parametrize("question", [["1x1", "--path"], ["1x2", "--path"], ["1x1"]])
def test_small_boards_are_combined(question: list[str], tmp_path: Path) -> None:
    file = tmp_path / "small.jsonl"
    added = run("ledger", "add", *question, "--modulus", "127", "-o", str(file))
    assert added.returncode == 0, added.stderr
    combined = run("ledger", "combine", str(file))
    assert combined.returncode == 0, combined.stderr
    wanted = Tours(question[0], "path" if "--path" in question else "closed").count()
    assert f" {wanted}" in combined.stdout
