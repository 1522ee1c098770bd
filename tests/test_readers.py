r"""Readers of text take work in proportion to its length.

Every reader gets texts that repeat a part, and the same texts twice as long. Their Python lines
and calls are counted. Work inside one call of a pattern is not seen so; therefore the patterns
that were called are checked by their form. A pattern is linear if

- a repeat without a bound is last or gives nothing back (`x*+`, or a group inside `(?>…)`), and
- where it is tried at each place of a text, a repeat that something follows cannot run over the
  place where the next try gets so far: each match has, at a fixed distance from its begin, a
  character that the repeat does not match. Or the match begins with the text.
"""

from __future__ import annotations

import re
import re._compiler as compiler  # type: ignore[import-untyped]
import re._parser as parser  # type: ignore[import-untyped]
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from babieca import Board, Graph, formats
from babieca.board_text import checked_leaper, read_sides, walk_in
from babieca.checking import numbers_at
from babieca.cli import advice
from babieca.edges import parse_edges
from babieca.engines.encodings import ENCODINGS, Encoding, _refusal
from babieca.engines.encodings.circuits import circuit_of
from babieca.engines.ledger import read_ledger
from babieca.engines.optima import _lines
from babieca.errors import BabiecaError, BadInputError
from babieca.formats import graph_files
from babieca.limits import Limits
from babieca.memory import parse_memory
from babieca.questions import Question
from babieca.symmetries import Symmetry
from babieca.texts import cells_of
from babieca.verbs.sequence import read_width

BOARD, WIDE = Board(8, 8), Board(300, 300, holes=range(200))
GRAPH = Graph.from_edges(["ab", "bc", "ca"])
QUESTION = Question.ask(Board(5, 6))
HEAD = "TYPE: ATSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
HCP = "NAME : a\nTYPE : HCP\nDIMENSION : 2\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n"
PARTS = [*" \n([{)]}1a-+.,;:=#x<_", "\r\n", "\u2003", "(1", "1)", "a1 ", "1 x ", "()", "-1 ", "# "]
Reader = Callable[[str], Any]


def entries(format: str | None, board: Board | Graph | None) -> Reader:
    return lambda text: [*formats.entries(text, format=format, board=board)]


def answer(encoding: Encoding) -> Reader:
    circuit = circuit_of(QUESTION)
    return lambda text: (
        encoding.used_arcs(circuit, text),
        _refusal(QUESTION, encoding, text, 0),
    )


COMMENTS = ["# path of 3x4", "path of 1 holes ", "closed tour of 1x1 wrap 1", "TOUR_SECTION\n"]
GRAPHS = ["TYPE", "TYPE: ATSP\n", HEAD, f"{HEAD}EDGE_WEIGHT_SECTION\n", "EOF", " EOF", HCP, "1 2\n"]
GRAPHS += ["p edge 9 9\n", "e 1 2\n", "<a>", "<graph><node id='a'/>", '{"a":', "[[],", "&", ":A"]
ANSWERS = ["next = [", "next=[", "TOUR_SECTION\n", "x1 1\n", "x1 ", 'x1"', "v 1 ", "status", "* "]

READERS: dict[str, tuple[Reader, list[str]]] = {
    "tours": (entries(None, None), COMMENTS),
    "tours of a board": (entries(None, WIDE), COMMENTS),
    "tours of a graph": (entries(None, GRAPH), [*COMMENTS, "COMMENT : vertex 1 is a\n"]),
    **{f"{name} of a board": (entries(name, WIDE), COMMENTS) for name in formats.FORMATS},
    **{f"{name} of a graph": (entries(name, GRAPH), COMMENTS) for name in formats.FORMATS},
    "graph": (graph_files.read_graph, GRAPHS),
    **{name: (one.read, GRAPHS) for name, one in graph_files.FORMATS.items()},
    **{f"answer {name}": (answer(one), ANSWERS) for name, one in ENCODINGS.items()},
    "sides": (read_sides, []),
    "sides with blanks": (lambda text: re.fullmatch(advice._SIDES, text), []),
    "leaper": (checked_leaper, []),
    "wrap": (lambda text: Board(8, 8, wrap=text), []),
    "holes": (lambda text: Board(300, 300, holes=text), []),
    "square": (BOARD.index, []),
    "walk": (lambda text: [*walk_in(text)], ["a1-b3", "(1,1)-"]),
    "edges": (lambda text: parse_edges(Graph.of(BOARD), text), ["a1-b3,", "a-"]),
    "steps": (lambda text: numbers_at(text, WIDE.index, 90_000), ["a1=1", "(9,9)=2 "]),
    "symmetry": (Symmetry.named, ["+1 ", "-0 "]),
    "memory": (parse_memory, ["8 G"]),
    "cluster": (lambda text: Limits.of(cluster=text), ["tcp://"]),
    "weights": (lambda text: [*_lines(text)], ["a1 b3 5\n", "a-b 1;"]),
    "width": (read_width, ["5xn", "n x "]),
    **{
        split: (lambda text, split=split: cells_of(text, split), ["que", "\u0301", "au", "ch"])  # type: ignore[misc]
        for split in ("letters", "syllables", "spanish")
    },
}


def texts(parts: list[str], length: int) -> Iterator[str]:
    for part in [*PARTS, *parts]:
        yield part * length
        yield f"1{part * length}!"
    for begin in parts:
        for part in (" ", "1", "\n", begin):
            yield f"{begin}{part * length}!"


def calls(read: Reader, text: str) -> tuple[int, set[tuple[re.Pattern[str], str]]]:
    """Return how many lines and calls of C a reader takes, and the patterns that it calls."""
    steps, patterns = 0, set()

    def line(frame: Any, event: str, given: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return line

    def call(frame: Any, event: str, given: Any) -> None:
        nonlocal steps
        steps += event == "c_call"
        if event == "c_call" and isinstance(own := given.__self__, re.Pattern):
            patterns.add((own, given.__name__))

    before = sys.gettrace()
    sys.settrace(line)
    sys.setprofile(call)
    try:
        read(text)
    except BabiecaError:
        pass
    finally:
        sys.setprofile(None)
        sys.settrace(before)
    return steps, patterns


@pytest.mark.parametrize("name", READERS)
def test_a_text_twice_as_long_takes_twice_the_steps(name: str) -> None:
    read, parts = READERS[name]
    used = set()
    for short, long in zip(texts(parts, 50), texts(parts, 100), strict=True):
        few, _ = calls(read, short)
        many, patterns = calls(read, long)
        if many > 2 * few + 10:  # the first call may fill a cache
            many, _ = calls(read, long)
        assert many <= 2 * few + 10, long[:50]
        used |= patterns
    assert not [pattern for pattern, method in used if not is_linear(pattern, method)]


# Patterns -----------------------------------------------------------------------------------------

ALPHABET = [chr(code) for code in (*range(256), 0x2003, 0x2010, 0x2028, 0x2192)]
LOOPS = (parser.MAX_REPEAT, parser.MIN_REPEAT, parser.POSSESSIVE_REPEAT)
ZERO_WIDE = (parser.AT, parser.ASSERT, parser.ASSERT_NOT)


def inside(item: Any) -> list[Any]:
    """Return the sequences of items in an item."""
    op, about = item
    if op is parser.BRANCH:
        return [*about[1]]
    found = about if isinstance(about, tuple) else (about,)
    return [each for each in found if isinstance(each, parser.SubPattern)]


def characters(item: Any, tree: Any) -> set[str]:
    """Return the characters that an item can match."""
    if inner := inside(item):
        return {one for each in inner for part in each for one in characters(part, tree)}
    if item[0] in ZERO_WIDE:
        return set()
    one = compiler.compile(parser.SubPattern(tree.state, [item]), tree.state.flags)
    return {each for each in ALPHABET if one.fullmatch(each)}


def endless(items: Any, atomic: bool = False) -> Iterator[tuple[Any, bool, bool]]:
    """Yield each repeat without a bound, whether it is last, and whether it gives back."""
    for at, (op, about) in enumerate(items):
        loop = op in LOOPS
        if loop and about[1] is parser.MAXREPEAT:
            gives = op is not parser.POSSESSIVE_REPEAT and not (atomic and len(items) == 1)
            yield (op, about), at == len(items) - 1, gives
        for inner in inside((op, about)):
            for found, last, gives in endless(inner, op is parser.ATOMIC_GROUP):
                yield found, last and op not in LOOPS and at == len(items) - 1, gives


def alternatives(items: list[Any]) -> Iterator[list[Any]]:
    """Yield sequences without a branch or a group at their begin, which match the same."""
    head = next((at for at, (op, _) in enumerate(items) if op not in ZERO_WIDE), None)
    if head is None or items[head][0] not in (parser.BRANCH, parser.SUBPATTERN):
        yield items
        return
    for inner in inside(items[head]):
        yield from alternatives([*items[:head], *inner, *items[head + 1 :]])


def is_linear(pattern: re.Pattern[str], method: str) -> bool:
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    if any(gives and not last for _, last, gives in endless(tree)):
        return False
    if method in ("match", "fullmatch"):
        return True
    for items in alternatives([*tree]):
        if items[:1] == [(parser.AT, parser.AT_BEGINNING_STRING)]:
            continue
        fixed = []
        for item in items:
            if item == (parser.AT, parser.AT_BEGINNING) and pattern.flags & re.MULTILINE:
                fixed.append({"\n"})
            if item[0] not in ZERO_WIDE:
                if inside(item):
                    break
                fixed.append(characters(item, tree))
        for loop, last, _ in endless(items):
            run = characters(loop, tree)
            if not last and not any(one.isdisjoint(run) for one in fixed):
                return False
    return True


@pytest.mark.parametrize("slow", ["a+b", r"\s++EOF", r"n=\[([^]]*+)\]", "(a|b)*c", "(?:a++)+b"])
def test_slow_patterns_are_known(slow: str) -> None:
    assert not is_linear(re.compile(slow), "search")


@pytest.mark.parametrize("name", ["json of a board", "json", "ledger"])
def test_long_numbers_and_deep_lists_are_refused(name: str, tmp_path: Path) -> None:
    """Reading the digits of a number takes their square, and commands allow any number of them."""

    def ledger(text: str) -> None:
        (tmp_path / "ledger.jsonl").write_text(f"{text}\n")
        read_ledger(tmp_path / "ledger.jsonl")

    read = ledger if name == "ledger" else READERS[name][0]
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        with pytest.raises(BadInputError, match="more than 4300 digits"):
            read(f'{{"board": "3x3", "squares": [{"1" * 5000}]}}')
    finally:
        sys.set_int_max_str_digits(digits)
    with pytest.raises(BadInputError, match="nests too deep"):
        read('{"board": ' + "[" * 100_000)
