"""Counts for all boards of one width by one sweep, and their recurrences."""

import itertools
import json
import math
import random
import re
from pathlib import Path

import numpy as np
import pytest

import babieca
from babieca import BadInputError, Board, ContradictionError, NotFoundError, Sequence
from babieca.engines.ledger import known_from, read_ledger
from babieca.engines.sweep import laws, prefixes
from babieca.limits import Limits
from babieca.primes import is_prime, primes_below
from babieca.recurrences import Guess, Recurrence, shortest_modulo
from babieca.store import parts_in
from tests.commands import run as command

RECORDS = Path(__file__).parent.parent / "docs" / "records"

SINGLE = {"closed": {3: 20, 4: 20, 5: 20, 6: 20}, "path": {3: 20, 4: 20, 5: 20, 6: 8}}


@pytest.mark.parametrize(("kind", "width"), [(k, w) for k, each in SINGLE.items() for w in each])
def test_every_length_equals_a_single_count(kind, width):
    lengths = SINGLE[kind][width]
    expected = [babieca.count(Board(width, n), kind) for n in range(1, lengths + 1)]
    assert list(Sequence(width, kind).terms(lengths, method="blocks")) == expected


@pytest.mark.parametrize("kind", ["closed", "path", "open"])
@pytest.mark.parametrize("words", [{}, {"directed": True}, {"leaper": "zebra"}, {"wrap": "0"}])
def test_ragged_boards_equal_single_counts(kind, words):
    width, squares = 4, 25
    strip = prefixes.Strip(width, (2, 3) if "leaper" in words else (1, 2), ("wrap" in words, False))
    directed = words.get("directed", False)
    expected = [
        babieca.count(strip.board(n), kind, directed=directed) for n in range(1, squares + 1)
    ]
    for method in ("blocks", "sparse"):
        assert list(Sequence(width, kind, ragged=True, **words).terms(squares, method=method)) == (
            expected
        )


def test_known_ragged_counts():
    """The numbers of the OEIS for five rows (A383661)."""
    known = {18: 1, 22: 1, 24: 30, 28: 148, 30: 8, 32: 78, 34: 9309, 40: 44202}
    terms = Sequence(5, ragged=True).terms(40)
    assert {n: terms[n] for n in known} == known
    assert sum(value > 0 for value in terms) == 10


def read_b_file(name):
    return dict(map(int, line.split()) for line in (RECORDS / name).read_text().splitlines())


def test_the_b_files_of_the_records_have_the_residues_of_single_boards():
    files = {"path 6x": ("b306281.txt", 1), "path 7x": ("b306283.txt", 1)}
    files |= {"closed 7x": ("b193054.txt", 2), "closed 8x": ("b193055.txt", 1)}
    known = {key: (read_b_file(name), step) for key, (name, step) in files.items()}
    ragged = read_b_file("b383664.txt")
    lines = (RECORDS / "sequence_residues.jsonl").read_text().splitlines()
    for line in map(json.loads, lines):
        if found := re.fullmatch(r"closed 8 rows, (\d+) squares", line["question"]):
            term = ragged[int(found[1]) // 2]
        else:
            rows, length = line["question"].split("x")
            terms, step = known[f"{rows}x"]
            term = terms[int(length) // step]
        assert term % line["modulus"] == line["residue"]
    assert len(lines) == 29 + 18 + 10 + 18 + 12


def test_the_b_files_of_squares_end_as_the_ledger_says():
    lines = read_ledger(RECORDS / "residues.jsonl")
    squares = [line for line in lines if line.question in ("path 9x9", "closed 10x10")]
    known = {found.question: found.value for found in known_from(squares)}
    paths, directed = read_b_file("b308131.txt"), read_b_file("b165134.txt")
    assert paths[9] == known["path 9x9"]
    assert directed == {n: value * (1 if n == 1 else 2) for n, value in paths.items()}
    assert read_b_file("b001230.txt")[5] == known["closed 10x10"]
    assert [paths[n] for n in (5, 6)] == [babieca.count(f"{n}x{n}", "path") for n in (5, 6)]


def test_the_b_files_of_the_records_begin_as_sweeps_do():
    paths = read_b_file("b306281.txt")
    assert [paths[n] for n in range(1, 8)] == list(Sequence(6, "path").terms(7))
    for rows, name, first in ((3, "b383660.txt", 11), (5, "b383661.txt", 9)):
        terms, known = Sequence(rows, ragged=True).terms(90), read_b_file(name)
        assert {n: terms[2 * n] for n in range(first, 46)} == {
            n: known[n] for n in range(first, 46)
        }
    eight, board = read_b_file("b383664.txt"), prefixes.Strip(8).board
    assert {n: eight[n] for n in range(13, 21)} == {
        n: babieca.count(board(2 * n)) for n in range(13, 21)
    }
    closed = read_b_file("b193055.txt")  # 8x32: D. E. Knuth, pre-fascicle 8A
    assert str(closed[32]).startswith(
        "298904310427978584350636986441441997516602012572150567414407"
    )
    assert {n: closed[n // 4] for n in range(16, 113, 4)} == {
        n: eight[n] for n in range(16, 113, 4)
    }


def test_boards_are_counted_one_by_one_if_one_sweep_outgrows_the_memory():
    sequence = Sequence(5, "path", leaper="zebra", wrap="0")
    found = sequence.terms(4, memory="60M")
    assert (found.values, found.method) == ((0, 0, 0, 40), "boards")
    with pytest.raises(BadInputError, match="the states take more"):
        sequence.terms(4, memory="60M", method="blocks")


@pytest.mark.parametrize(
    ("sequence", "count"),
    [
        (Sequence(6, "path"), 4),
        (Sequence(6, "path", ragged=True), 15),
        (Sequence(5, "open", wrap="0"), 3),
    ],
    ids=str,
)
def test_short_boards_are_counted_alone_if_that_takes_less_than_a_long_board(sequence, count):
    alone = sequence.terms(count)
    assert (alone.method, alone.counters) == ("boards", 0)
    swept = sequence.terms(count, method="blocks")
    assert (swept.method, swept.values) == ("blocks", alone.values)
    assert swept.counters > 10**7


def test_boards_that_are_wide_but_short_are_counted_alone():
    turned = Sequence(3, "path").terms(30)[30]
    assert Sequence(30, "path").terms(3).values == (0, 0, turned)


def test_long_boards_are_counted_by_one_sweep():
    assert Sequence(5).terms(24).method == "blocks"


@pytest.mark.parametrize("kind", ["closed", "path"])
def test_a_column_of_a_cylinder_may_have_tours_although_longer_boards_are_apart(kind):
    words = {"leaper": (0, 2), "wrap": "0"}
    board = Sequence(5, **words).strip.board
    terms = [babieca.count(board(n), kind) for n in range(1, 13)]
    assert terms[4] > 0
    assert list(Sequence(5, kind, ragged=True, **words).terms(12)) == terms
    assert list(Sequence(5, kind, **words).terms(2)) == terms[4::5]
    law = Sequence(5, kind, **words).recurrence()
    assert [law.term(1), law.term(2), law.term(1000)] == [*terms[4::5], 0]


def test_wrap_joins_the_borders_along_the_width():
    joined = Sequence("4xn", "path", wrap="0")
    assert (
        joined
        == Sequence("nx4", "path", wrap="cylinder")
        == Sequence(4, "path", wrap=[True, False])
    )
    assert joined.to_json() == {"width": 4, "kind": "path", "wrap": [True, False]}
    assert str(joined) == "path 4xn, wrap 0"
    assert joined.terms(4)[4] == babieca.count(babieca.Board(4, 4, wrap="0"), "path")


def test_words_of_another_type_are_refused():
    with pytest.raises(BadInputError, match="wrap takes 0 or none, not 7"):
        Sequence(3, wrap=7)
    law = Sequence(3).recurrence()
    with pytest.raises(BadInputError, match="digits is a whole number"):
        law.growth(0)
    with pytest.raises(NotFoundError, match="the time was over after"):
        law.term(100_000, timeout=0.001)


def test_symmetric_tours_are_counted_board_by_board():
    terms = Sequence(5, symmetry="half-turn").terms(8)
    assert terms[8] == babieca.count(Board(5, 8), symmetry="half-turn") > 0
    with pytest.raises(BadInputError, match="quarter-turn"):
        Sequence(5, symmetry="quarter-turn")
    with pytest.raises(BadInputError, match="boards of width 17 are too wide"):
        Sequence(17).terms(17)


def test_a_checkpoint_goes_on_where_it_ended(tmp_path, monkeypatch):
    sequence, swept = Sequence(4, "path"), []
    core = prefixes._core.count_prefixes

    def stopping(*arguments):
        swept.append(len(arguments[3]))
        if len(swept) == 2:
            raise KeyboardInterrupt
        return core(*arguments)

    monkeypatch.setattr(prefixes._core, "count_prefixes", stopping)
    with pytest.raises(KeyboardInterrupt):
        sequence.terms(60, checkpoint=tmp_path)
    terms = sequence.terms(60, checkpoint=tmp_path)
    assert terms.values == sequence.terms(60).values
    assert sum(swept[2:-1]) == len(terms.moduli) - prefixes.AT_ONCE


def test_a_foreign_residue_is_never_believed(tmp_path):
    """A record with a sound checksum may still be wrong."""
    sequence = Sequence(4, "path")
    terms = sequence.terms(60, checkpoint=tmp_path)
    store = parts_in(tmp_path)
    key = store.keys[1]
    sound = store.find({key: list})[key]
    for wrong in ([*sound[:-1], 2**64], [-1, *sound[1:]], sound[1:], "123"):
        store.write({key: wrong})
        assert sequence.terms(60, checkpoint=tmp_path).values == terms.values
        assert parts_in(tmp_path).find({key: list})[key] == sound
    store.write({key: [*sound[:-1], sound[-1] ^ 1]})
    with pytest.raises(ContradictionError):
        sequence.terms(60, checkpoint=tmp_path)


def test_the_recurrence_of_three_rows_is_the_published_one():
    """Knuth and Elkies 1994 (OEIS A070030): order 21 for the boards with an even length."""
    law = Sequence(3).recurrence()
    assert (law.fraction.order, law.step) == (21, 2)
    assert law.fraction.numerator[:7] == (0, 0, 0, 0, 0, 16, 80)
    assert law.fraction.denominator[:4] == (1, -6, -64, 200)
    terms = Sequence(3).terms(120)
    assert float(law.growth(12)) == pytest.approx(math.sqrt(terms[120] / terms[118]), rel=1e-7)
    assert [law.term(n) for n in range(1, 121)] == list(terms)
    assert law.term(119, 97) == 0
    assert law.term(120, 10**9 + 7) == terms[120] % (10**9 + 7)


@pytest.mark.parametrize(
    ("width", "kind", "words"),
    [
        (3, "path", {"directed": True}),
        (3, "open", {}),
        (4, "closed", {}),
        (4, "path", {}),
        (2, "path", {"wrap": "0"}),
        (1, "path", {}),
    ],
)
def test_recurrences_give_the_terms_of_the_sweep(width, kind, words):
    sequence = Sequence(width, kind, **words)
    law = sequence.recurrence()
    assert [law.term(n) for n in range(1, 61)] == list(sequence.terms(60))
    low, high = sequence.order(1_000_003)
    assert low <= law.fraction.order <= high


@pytest.mark.parametrize(
    ("width", "kind", "words", "holds_from"),
    [
        (3, "closed", {}, 45),
        (3, "closed", {"leaper": "wazir"}, 3),
        (4, "closed", {"leaper": "wazir"}, 3),
        (2, "path", {"leaper": "wazir"}, 5),
        (4, "closed", {}, 1),
        (1, "path", {}, 2),
        (1, "path", {"leaper": "wazir", "directed": True}, 3),
    ],
)
def test_a_recurrence_says_from_which_length_it_holds(width, kind, words, holds_from):
    """The boards are counted one by one; the printed equation is read as a user reads it."""
    law = Sequence(width, kind, **words).recurrence()
    assert law.holds_from == law.to_json()["holds_from"] == holds_from
    given = {name: value for name, value in words.items() if name == "directed"}
    boards = {n: Board(width, n, leaper=words.get("leaper", (1, 2))) for n in range(1, 61)}
    known = {n: babieca.count(board, kind, **given) for n, board in boards.items()}
    assert [law.term(n) for n in known] == [*known.values()]

    typed = [f"--{kind}"] if kind != "closed" else []
    for name, value in words.items():
        typed += [f"--{name}"] if value is True else [f"--{name}", value]
    told = command("sequence", f"{width}xn", *typed, "--recurrence", "--at-n", "44").stdout
    facts = dict(line.split(maxsplit=1) for line in told.splitlines())
    assert facts["holds"].startswith(f"from n = {holds_from} on")
    assert facts["term"] == f"a(44) = {known[44]}"
    equation = facts["recurrence"].removeprefix("a(n) = ")

    def obeys(n):
        def earlier(found):
            return str(known.get(n - int(found[1]), 0))

        return known[n] == eval(re.sub(r"a\(n-(\d+)\)", earlier, equation))

    assert all(obeys(n) for n in range(holds_from, 61))
    assert holds_from == 1 or not obeys(holds_from - 1)
    # Unless the text says what a(n) is for n < 1, all terms of the equation belong to boards.
    first = holds_from - max(map(int, re.findall(r"a\(n-(\d+)\)", equation)), default=0)
    assert ("a(n) is 0 for n < 1" in facts["holds"]) == (first < 1)


def test_the_recurrence_of_grids_is_the_published_one():
    """OEIS A006864, cycles of grids: a(n) = 2a(n-1) + 2a(n-2) - 2a(n-3) + a(n-4)."""
    law = Sequence(4, leaper="wazir").recurrence()
    assert law.fraction.denominator == (1, -2, -2, 2, -1)


def test_recurrences_that_are_too_long_end_in_time():
    with pytest.raises(babieca.NotFoundError):
        Sequence(5).recurrence(timeout=0.2)


def test_a_recurrence_without_time_for_its_proof_is_conjectured(monkeypatch):
    def late(*_):
        raise babieca.NotFoundError("the time is over")

    sequence = Sequence(3, "path")
    proved = sequence.recurrence()
    monkeypatch.setattr(laws.StripCounts, "bits", late)  # the first step of the proof
    law = sequence.recurrence()
    assert (proved.proved, law.proved) == (True, False)
    assert law.fraction == proved.fraction
    assert law.terms >= 2 * law.fraction.order
    assert law.bits >= 31
    assert law.to_json()["proved"] is False


def test_only_the_denominator_is_obeyed_at_a_border():
    (automaton,) = Sequence(3)._counts(Limits.of()).automata
    right = [*Sequence(3).recurrence().fraction.denominator]
    last, primes = automaton.columns + 2 * len(right), [2**31 - 1, 1_000_003]
    many = [prime for prime in range(3, 400) if is_prime(prime)] + primes  # several groups
    for some, change in itertools.product((primes, many), (0, 1)):
        wrong = [*right[:-1], right[-1] + change]
        coefficients = [q % prime for q in wrong for prime in some]
        _, obeyed = automaton.residues(last, some, coefficients, 2, 1, None)
        assert obeyed == (change == 0)
    alone, _ = automaton.residues(last, primes[1:], [], 1, 1, None)
    for threads in (1, 2):
        together, _ = automaton.residues(last, many, [], 1, threads, None)
        assert together.reshape(-1, len(many))[:, -1].tolist() == alone.tolist()


def found_recurrence(terms):
    """Return the shortest recurrence of the terms, or None if they are too few to tell."""
    guess = Guess()
    for prime in primes_below(2**31):
        row = np.array([term % prime for term in terms])
        if not guess.learn(prime, row, shortest_modulo(row, prime)):
            return None
        if guess.confirmed > 1:
            return guess.recurrence


def test_random_recurrences_are_found_again():
    dice = random.Random(5)
    for order in range(1, 9):
        below = [1, *(dice.randrange(-9, 10) for _ in range(order - 1)), dice.choice([-3, 2])]
        made = Recurrence((1, 2), tuple(below))
        terms = [*itertools.islice(made.terms(), 2 * order + 40)]
        found = found_recurrence(terms)
        assert found is not None
        assert found.order <= order
        assert [found.term(i) for i in range(len(terms))] == terms
        assert found.term(10**6, 10**9 + 7) == made.term(10**6, 10**9 + 7)
    assert found_recurrence(terms[: 2 * order]) is None


def test_only_powers_that_divide_divide():
    one, square = Recurrence((1,), (1, -3, 1)), Recurrence((1,), (1, -6, 11, -6, 1))
    assert one.divides(square, 2)
    assert not one.divides(square, 3)


def test_the_command_prints_files_for_the_oeis(tmp_path):
    assert command("sequence", "3xn", "-n", "12").stdout.splitlines()[9:] == [
        "10 16",
        "11 0",
        "12 176",
    ]
    record = json.loads(command("sequence", "4xn", "--path", "-n", "6", "--json").stdout)
    assert record["terms"] == ["0", "0", "8", "0", "82", "744"]
    assert command("sequence", "3xn", "-n", "2", "--csv").stdout == "n,tours\n1,0\n2,0\n"
    target = tmp_path / "b.txt"
    command("sequence", "nx5", "--ragged", "-n", "18", "-o", str(target))
    assert target.read_text().splitlines()[-1] == "18 1"
    for suffix, text in ((".csv", "n,tours\n1,0\n2,0\n"), (".json", '"terms": ["0", "0"]')):
        command("sequence", "3xn", "-n", "2", "-o", str(target.with_suffix(suffix)))
        assert text in target.with_suffix(suffix).read_text()
    asked = ("sequence", "3xn", "--at-n", "1000000", "--modulus", "1000000007")
    assert command(*asked).stdout == "803090527\n"
    told = command("sequence", "3xn", "--recurrence", *asked[2:]).stdout
    assert "order       21" in told
    assert "proved" in told
    assert "3.119490456" in told
    assert "term        a(1000000) = 803090527 modulo 1000000007" in told
    doubled = command("sequence", "4xn", "--path", "--leaper", "wazir", "--recurrence").stdout
    assert "order       14" in doubled
    assert "the largest root of Q is not simple" in doubled
    assert "b, 4 bytes" in command("sequence", "3xn", "-n", "1", "-o", str(tmp_path / "b")).stderr


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["5x5"], "5xn"),
        (["0xn"], "width is a whole number from 1"),
        (["5xn", "-n", "0"], "from 1"),
        (["5xn", "--modulus", "7"], "--at-n"),
        (["5xn", "--recurrence", "-n", "7"], "--limit"),
        (["5xn", "--ragged", "--recurrence"], "--ragged does not go together with --recurrence"),
        (
            ["5xn", "--symmetry", "half-turn", "--recurrence"],
            "--symmetry does not go",
        ),
        (["6xn", "--symmetry", "quarter-turn"], "the boards 6xn share"),
        (["5xn", "--wrap", "torus"], "its width: --wrap takes 0 or none, not 'torus'"),
        (["5xn", "--wrap", "1"], "--wrap takes 0 or none, not '1'"),
        (["5xn", "--wrap", "7"], "--wrap takes 0 or none, not '7'"),
        (["nx5", "--wrap", "0"], "--wrap takes 1 or none, not '0'"),
        (["5xn", "--limit", "0"], "--limit is a whole number from 1"),
        (["3xn", "--at-n", "0"], "--at-n is a whole number from 1"),
        (["3xn", "--at-n", "1000000"], "give --modulus"),
        (["3xn", "--recurrence", "-o", "law.csv"], "no table"),
        (["3xn", "-o", "law.pdf"], "use one of .txt, .json, .csv"),
        (["3xn", "--csv", "-o", "law.json"], "different formats"),
        (["5xn", "--json", "--csv"], "different formats"),
        (["14xn"], "slots"),
    ],
)
def test_mistyped_commands_are_told_in_one_line(typed, told):
    done = command("sequence", *typed)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
