"""`babieca sequence`: counts for all boards of one width, and the recurrence that they obey."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Required, TypedDict

from babieca.cli.printing import wrote
from babieca.cli.progress import note, progress_of
from babieca.cli.words import KindWords, OutputWords, TableWords, kind_of
from babieca.errors import BadInputError
from babieca.files import atomic_file
from babieca.formats.answer_texts import facts
from babieca.limits import Limits, TimeWords, WorkWords
from babieca.reasons import Reason
from babieca.verbs.sequence import (
    MOST_LENGTHS,
    Law,
    Sequence,
    SequenceWords,
    TermsWords,
    check_length,
)
from babieca.words import Word, split_words

USUAL_LENGTHS = 20

MOST_SHOWN = 100_000
CUT = 1000
"""A text with more characters than `MOST_SHOWN` is cut after about so many in a terminal."""


class Width(TypedDict):
    boards: Required[
        Annotated[str, Word("Boards of one width, such as 5xn.", metavar="WIDTHxn", argument=True)]
    ]


class SequenceOptions(Width, SequenceWords, KindWords, TermsWords, total=False):
    limit: Annotated[
        int,
        Word(f"How many lengths, from 1 on. Default: {USUAL_LENGTHS}.", "Limits",
             names=("--limit", "-n"), bounds=(1, MOST_LENGTHS)),
    ]  # fmt: skip
    recurrence: Annotated[
        bool,
        Word("Find the recurrence, the generating function and the growth instead.",
             "The question", names=("--recurrence",)),
    ]  # fmt: skip
    at_n: Annotated[
        int,
        Word(
            "Compute the term a(n) of this n from the recurrence.",
            "The question",
            bounds=(1, 2**59),
        ),
    ]
    modulus: Annotated[
        int, Word("With --at-n: the term modulo this number.", "The question", bounds=(1, 10**18))
    ]


class SequenceShown(TableWords, OutputWords, total=False): ...


def sequence(words: SequenceOptions, shown: SequenceShown) -> None:
    """Count the tours of the boards with 1, 2, 3, … columns, all by one sweep.

    The lines `n a(n)` are a b-file of the OEIS. With --ragged the boards grow square by square, and
    n is the number of squares. With --recurrence it prints a(n) as a sum of earlier terms, from
    which n on that holds, the generating function and the growth. The recurrence is proved; if
    --timeout ends the proof, it is conjectured.

    Examples:
    - `babieca sequence 5xn -n 30`
    - `babieca sequence 4xn --path -n 12 --csv`
    - `babieca sequence 5xn --ragged -n 60 -o b383661.txt`
    - `babieca sequence 3xn --recurrence`
    - `babieca sequence 3xn --at-n 1000000 --modulus 1000000007`
    """
    given, rest = split_words(SequenceWords, words)
    asked = Sequence(words["boards"], kind_of(rest) or "closed", **given)
    limits, _ = split_words(TermsWords, rest)
    if "modulus" in words and "at_n" not in words:
        raise BadInputError("goes_with", name="modulus", other="at_n")
    form = _form(shown)
    lawful = "at_n" in words or words.get("recurrence", False)
    for name in ("limit", "method", "checkpoint", "symmetry", "ragged"):
        if lawful and name in words:
            raise BadInputError("not_together", one=name, other="recurrence")
    if "at_n" in words:
        check_length("at_n", words["at_n"], exact="modulus" not in words)
    if lawful and form == "csv":
        raise BadInputError("recurrence_no_table")
    with progress_of(limits, shown.get("json", False)) as progress:
        working = {**limits, "progress": progress}
        if lawful:
            budget = Limits.of(**split_words(TimeWords, limits)[0])
            law = asked.recurrence(**split_words(WorkWords, working)[0])
        else:
            found = asked.terms(words.get("limit", USUAL_LENGTHS), **working)
    if lawful:
        record = law.to_json()
        if "at_n" in words:
            value = law.term(words["at_n"], words.get("modulus"), timeout=budget.left() or None)
            record |= {"n": words["at_n"], "value": str(value)}
        if "modulus" in words:
            record["modulus"] = str(words["modulus"])
        if form == "json":
            text = json.dumps(record)
        elif not words.get("recurrence", False):
            text = str(value)
            if not law.proved:
                note(Reason("law_is", status=_status(law)))
        else:
            told = [*_facts(law, whole="output" in shown)]
            if "at_n" in words:
                term = f"a({words['at_n']}) = {value}"
                if "modulus" in words:
                    term = Reason("modulo", value=term, modulus=str(words["modulus"]))
                told.append(("term", term))
            text = "\n".join(facts(told))
    elif form == "json":
        text = json.dumps(found.to_json())
    elif form == "text":
        text = found.b_file()
    else:
        rows = [("n", "tours"), *enumerate(found, start=1)]
        text = "\n".join(f"{n},{value}" for n, value in rows)
    if "output" not in shown:
        print(text)
        return
    with atomic_file(shown["output"]) as file:
        file.write(f"{text}\n".encode())
    note(wrote(shown["output"]))


def _form(shown: SequenceShown) -> str:
    """Return text, json or csv, as the options or the suffix of the file say."""
    told = [name for name in ("json", "csv") if shown.get(name)]
    suffix = shown["output"].suffix.lower() if "output" in shown else ""
    if suffix in (".json", ".csv"):
        told.append(suffix[1:])
    elif suffix not in ("", ".txt"):
        names = [".txt", ".json", ".csv"]
        raise BadInputError("cannot_write_as", format=suffix, names=names)
    if len({*told}) > 1:
        raise BadInputError("different_formats", one="json", other="csv")
    return told[0] if told else "text"


def _facts(law: Law, whole: bool) -> Iterator[tuple[str, Any]]:
    fraction, step = law.fraction, law.step
    yield "sequence", Reason("counts_columns", sequence=law.sequence)
    yield "order", fraction.order if step == 1 else Reason("only_even", order=fraction.order)
    yield "status", _status(law)
    holds = Reason("holds_from", n=law.holds_from)
    before = law.holds_from <= step * fraction.order
    yield "holds", Reason("zero_before", text=holds) if before else holds
    for name, text in (
        ("recurrence", fraction.law(step=step)),
        ("generating", Reason("generating_sum", fraction=fraction.written(step))),
    ):
        if whole or len(text) <= MOST_SHOWN:
            yield name, text
        else:
            cut, count = text[: text.rindex(" ", 0, CUT)], f"{len(text):,}"
            yield name, Reason("text_cut", text=cut, count=count)
    if fraction.order:
        try:
            growth: str = Reason("growth_of", growth=law.growth())
        except BadInputError as error:  # the recurrence is right all the same
            growth = str(error)
        yield "growth", growth


def _status(law: Law) -> str:
    if law.proved:
        return Reason("law_proved", states=law.states)
    return Reason("law_conjectured", terms=law.terms, bits=law.bits)
