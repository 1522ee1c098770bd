"""`babieca ledger`: collect residues of large numbers in a file, and combine them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Required, TypedDict

import babieca
from babieca.cli.printing import show
from babieca.cli.progress import progress_line
from babieca.cli.words import JsonWords, OutputFile
from babieca.engines import ledger as residues
from babieca.errors import BadInputError
from babieca.errors import shown as quoted
from babieca.limits import Limits, LimitWords, MemoryWords, ThreadWords, TimeWords
from babieca.public import Tours
from babieca.reasons import Reason
from babieca.verbs.asked import DeviceWords, MirrorWords
from babieca.words import Word, split_words

_LINES = "Retire the squares line by line: another order, which confirms residues of the best one."


class AddWords(TimeWords, MemoryWords, ThreadWords, DeviceWords, MirrorWords, total=False):
    modulus: Required[
        Annotated[str, Word("Count modulo each of these numbers.", "The question", metavar="N,N,…")]
    ]
    line_by_line: Annotated[bool, Word(_LINES, default=False, names=("--line-by-line",))]


class LedgerFile(TypedDict):
    file: Required[Annotated[Path, Word("A file of residues.", metavar="FILE", argument=True)]]


def add(tours: Tours, words: AddWords, target: OutputFile, shown: JsonWords) -> None:
    """Count modulo one number or several, and add each residue to a ledger as soon as it is known.

    A ledger counts all closed tours or all paths of a knight's board without holes, which may be
    wrapped.

    Examples:
    - `babieca ledger add 6x6 --modulus 251 -o residues.jsonl`
    - `babieca ledger add 6x6 --modulus 251,247 --line-by-line -o residues.jsonl`
    - `babieca ledger add 6x6 --wrap all --modulus 65521 --device cuda -o residues.jsonl`
    """
    output, found = target["output"], []
    if output.exists():
        residues.read_ledger(output)  # never append to a torn line or to a file of another kind
    with progress_line() as progress:
        limits, choices = split_words(LimitWords, words)
        for line in residues.residue_lines(
            tours.question,
            _moduli(words["modulus"]),
            Limits.of(**limits, progress=progress),
            choices.get("device"),
            babieca.__version__,
            mirror=choices.get("mirror"),
            line_by_line=choices.get("line_by_line", False),
        ):
            residues.append_line(output, line)
            found.append(line)
    for line in found:
        residue = Reason("modulo", value=str(line.residue), modulus=str(line.modulus))
        seconds, device = str(line.seconds), line.device
        text = Reason("residue_by", residue=residue, seconds=seconds, device=device)
        show(asdict(line), text, shown)


def _moduli(text: str) -> list[int]:
    """Read numbers with commas between them.

    >>> _moduli("251, 247")
    [251, 247]
    """
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise BadInputError("modulus_list", text=quoted(text)) from None


def combine(ledger: LedgerFile, shown: JsonWords) -> None:
    """Check the residues of a ledger against one another; print each number or its residue.

    Example:
    - `babieca ledger combine docs/records/residues.jsonl`
    """
    records, lines = [], []
    for known in residues.known_from(residues.read_ledger(ledger["file"])):
        numbers = {"value": str(known.value), "modulus": str(known.modulus)}
        b_file = known.b_file()
        records.append(asdict(known) | numbers | {"is_result": known.is_result, "b_file": b_file})
        told = {"value": str(known.value), "strength": known.strength, "orders": known.orders}
        if known.is_result:
            text = Reason("result_checked", **told, moduli=known.moduli, checks=known.checks)
        else:
            told |= {"modulus": str(known.modulus), "moduli": known.moduli + known.checks}
            bits, least = known.modulus.bit_length() - 1, residues.LEAST_STRENGTH
            text = Reason("residue_known", **told, known=bits, needed=known.needed, least=least)
        lines += [f"{known.question}: {text}", *(f"  {line}" for line in b_file)]
    if not records:
        raise BadInputError("ledger_empty", file=quoted(str(ledger["file"])))
    show({"known": records}, "\n".join(lines), shown)
