"""Residues of large numbers, stored in a file until together they determine the number.

A ledger has one line of JSON per residue: question, retirement order, modulus, residue, version,
device and seconds (divided evenly, if one sweep gave several residues). A number is called a result
only if all residues agree, it does not exceed the bound, and the check is strong enough: see
`Known.strength`.
"""

import hashlib
import itertools
import json
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from babieca import _core
from babieca.board_text import wrap_text
from babieca.boards import Board
from babieca.engines.retirement import line_order, mirrored_order
from babieca.engines.sweep.count_plan import Machine
from babieca.engines.sweep.counting import sweep_for
from babieca.engines.sweep.gpu.gpus import Device
from babieca.engines.sweep.moduli import checked, contradiction, groups, sharp_bound_bits
from babieca.engines.sweep.plans import plans
from babieca.engines.sweep.refusals import refusal
from babieca.engines.sweep.sweeps import trivial_answer
from babieca.errors import BadInputError, ContradictionError, shown
from babieca.files import append_whole, locked_file, read_json
from babieca.limits import Limits
from babieca.questions import Question
from babieca.reasons import Reason
from babieca.words import one_of


@dataclass(frozen=True)
class LedgerLine:
    """One residue; `order` names the order of retirement."""

    question: str
    order: str
    modulus: int
    residue: int
    version: str
    device: str
    seconds: float


# Bits of check that a result needs: one more modulus of 8 bits, the narrowest counters.
LEAST_STRENGTH = 7

LARGEST = 4 * 2**20  # bytes of a ledger
LONGEST = 200  # characters of a text of a line
MOST_SECONDS = 10**9  # of a line
MOST_MODULI = 1000  # of one question
MOST_SQUARES = 1000  # of a board: the bound of its number takes seconds
MOST_SIDES = 10  # of a board
MOST_TOGETHER = 100 * MOST_SQUARES  # squares of the boards of all questions


@dataclass(frozen=True)
class Known:
    """A number, as far as a ledger determines it: it is `value` modulo `modulus`.

    The number surely fits in `needed` bits. The first `moduli` moduli reach that far, and `checks`
    more agree with them. `strength` is the number of bits by which the moduli reach beyond the
    bound, but at most the bits that remain if any one modulus is left out: a wrong residue leads to
    a number within the bound in 1 of 2^strength cases. Powers of two that do not reach the bound
    have no such bits: they do not detect a flipped bit.
    """

    question: str
    value: int
    modulus: int
    moduli: int
    checks: int
    orders: int
    needed: int
    strength: int

    @property
    def is_result(self) -> bool:
        """Whether the number itself is known, and was checked."""
        return self.strength >= LEAST_STRENGTH

    def b_file(self) -> list[str]:
        """Return lines for the OEIS sequences of such numbers: name, index, value.

        >>> Known("path 8x8", 9795914085489952, 2**96, 4, 1, 1, 71, 25).b_file()
        ['A308131 8 9795914085489952', 'A165134 8 19591828170979904']
        """
        question = question_of(self.question)
        sides = question.board.sides if question.board is not None else ()
        plain = question.board is not None and question.board.is_plain
        if not self.is_result or not plain or len(set(sides)) != 1 or len(sides) != 2:
            return []
        if question.closed:
            return [f"A001230 {sides[0] // 2} {self.value}"] if sides[0] % 2 == 0 else []
        return [f"A308131 {sides[0]} {self.value}", f"A165134 {sides[0]} {2 * self.value}"]


def question_of(text: str) -> Question:
    kind, _, written = text.partition(" ")
    one_of("kind", kind, ("closed", "path"))
    sides, _, wrap = written.partition(" wrap ")
    board = Board.parse(sides, wrap=wrap)
    if board.cells > MOST_SQUARES or board.dimensions > MOST_SIDES:
        raise BadInputError(
            "ledger_board", squares=MOST_SQUARES, sides=MOST_SIDES, board=shown(board.name)
        )
    return Question.ask(board, "closed" if kind == "closed" else "path")


def text_of(question: Question) -> str:
    if (board := question.board) is not None:
        wrap = f" wrap {wrap_text(board.wrap)}" if any(board.wrap) else ""
        text = f"{'closed' if question.closed else 'path'} {board.name}{wrap}"
        if question_of(text) == question:
            return text
    raise BadInputError("ledger_question")


def read_ledger(path: Path) -> list[LedgerLine]:
    """Return the lines of a ledger; every field of every line is checked."""
    lines: list[LedgerLine] = []
    squares: dict[str, int] = {}
    for number, line in enumerate(_whole(path).split(b"\n")[:-1], start=1):
        try:
            lines.append(found := _line(read_json(line)))
            if found.question not in squares:
                question = question_of(found.question)
                if text_of(question) != found.question:
                    raise BadInputError("ledger_written", question=shown(text_of(question)))
                squares[found.question] = len(question.graph)
            if sum(squares.values()) > MOST_TOGETHER:
                raise BadInputError("ledger_squares", most=MOST_TOGETHER)
        except json.JSONDecodeError as error:
            fault = Reason("not_in_format", format="JSON", error=error.msg)
            raise BadInputError("line_at", path=path, line=number, error=fault) from None
        except ValueError as error:
            raise BadInputError("line_at", path=path, line=number, error=error) from None
    return lines


def _line(record: object) -> LedgerLine:
    names = [field.name for field in fields(LedgerLine)]
    if not isinstance(record, dict) or sorted(record) != sorted(names):
        raise BadInputError("ledger_line", names=[*names])
    line = LedgerLine(**record)
    for name in ("question", "order", "version", "device"):
        if not isinstance(text := record[name], str) or len(text) > LONGEST:
            raise BadInputError("ledger_text", name=name, most=LONGEST)
    _require_modulus(line.modulus)
    if type(line.residue) is not int or not 0 <= line.residue < line.modulus:
        raise BadInputError("no_residue", residue=shown(line.residue), modulus=line.modulus)
    if type(line.seconds) not in (int, float) or not 0 <= line.seconds <= MOST_SECONDS:
        raise BadInputError("ledger_seconds", most=MOST_SECONDS)
    return line


def _require_modulus(modulus: object) -> None:
    if type(modulus) is not int or not (2 <= modulus < 2**63 or modulus == 2**64):
        raise BadInputError("ledger_modulus", modulus=shown(modulus))


def require_whole(path: Path) -> None:
    """Refuse a ledger whose last line is torn, as an interrupted write leaves it."""
    if path.exists():
        _whole(path)


def _whole(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError("cannot_read", file=path, reason=reason) from None
    if len(text) > LARGEST:
        raise BadInputError("ledger_too_large", path=path, most=LARGEST // 2**20)
    if text and not text.endswith(b"\n"):
        number = text.count(b"\n") + 1
        raise BadInputError("ledger_torn", path=path, line=number)
    return text


def append_line(path: Path, line: LedgerLine) -> None:
    """Add a whole line to a ledger, or nothing; make the ledger if there is none."""
    with locked_file(path) as file:
        require_whole(path)
        append_whole(file, (json.dumps(asdict(line)) + "\n").encode())


def known_from(lines: Iterable[LedgerLine]) -> list[Known]:
    listed: dict[str, list[LedgerLine]] = {}
    for line in lines:
        listed.setdefault(line.question, []).append(line)
    return [_known(text, found) for text, found in listed.items()]


def _known(question: str, lines: list[LedgerLine]) -> Known:
    moduli = list({line.modulus: None for line in lines})
    if len(moduli) > MOST_MODULI:
        raise BadInputError("ledger_moduli", question=question, most=MOST_MODULI)
    needed = sharp_bound_bits(question_of(question))
    known = _core.Remainders()
    try:
        with checked():
            for residue, modulus in dict.fromkeys((line.residue, line.modulus) for line in lines):
                known.add(modulus, [residue])
        (value,), product = known.values, known.product
        if product > 2**needed <= value:
            raise contradiction()
    except ContradictionError as error:
        raise ContradictionError("with_error", what=question, error=error) from None
    before = list(itertools.accumulate(moduli, math.lcm, initial=1))
    after = list(itertools.accumulate(moduli[::-1], math.lcm, initial=1))[::-1]
    used = next((n for n, known in enumerate(before) if known > 2**needed), len(moduli))
    without_one = map(math.lcm, before[:-1], after[1:])
    detecting = [each if each >> needed else each // (each & -each) for each in without_one]
    strength = min(product.bit_length() - 1 - needed, min(detecting).bit_length() - 1)
    orders = len({line.order for line in lines})
    return Known(
        question, value, product, used, len(moduli) - used, orders, needed, max(0, strength)
    )


def residue_lines(
    question: Question,
    moduli: Sequence[int],
    limits: Limits,
    device: Device | None,
    version: str,
    *,
    mirror: bool | None = None,
    line_by_line: bool = False,
) -> Iterator[LedgerLine]:
    """Sweep a question modulo each number, here or on a GPU; yield residues as they are known."""
    text = text_of(question)
    for modulus in moduli:
        _require_modulus(modulus)
    machine = Machine.of(limits, device)
    choices: dict[str, Any] = {"mirror": mirror, "moduli": moduli}
    if line_by_line and trivial_answer(question) is None:
        choices["mirror"] = mirror is not False and mirrored_order(question) is not None
        choices["order"] = line_order(question, mirrored=choices["mirror"])
    found = plans(question, limits, machine, **choices)
    if not found:
        raise refusal(question, limits, machine, **choices)
    plan, device_name = found[0], "cpu" if machine.gpu is None else machine.gpu.name
    name = hashlib.sha256(repr(plan.order).encode()).hexdigest()[:16]
    if plan.method == "theory":
        value = trivial_answer(question) or 0
        for modulus in moduli:
            yield LedgerLine(text, name, modulus, value % modulus, version, "cpu", 0.0)
        return
    loop = _core.Residues(given=moduli, together=plan.together)
    for group, part in groups(loop, limits):
        began = time.perf_counter()
        residues = sweep_for(machine)(plan, group, part)
        seconds = round((time.perf_counter() - began) / len(group), 2)
        for residue in residues:
            with checked():
                loop.add(residue.modulus, residue.values)
            number = residue.modulus, residue.value
            yield LedgerLine(text, name, *number, version, device_name, seconds)
