import json
import tempfile
import tracemalloc
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babieca import (
    BabiecaError,
    BadInputError,
    Board,
    Graph,
    InvalidTourError,
    Tour,
    find,
    formats,
)
from babieca.engines import reference
from babieca.files import LARGEST_TEXT
from babieca.formats import json_lines
from tests.test_tours import PATHS_3X4, tours

HOLED = Tour(Board(3, 3, holes=["b2"]), "a1 c2 a3 b1 c3 a2 c1 b3")
TORUS = Tour(Board(2, 2, leaper=(0, 1), wrap=True), [0, 1, 3, 2])
CYLINDER = Tour(Board(2, 2, leaper=(0, 1), wrap=(True, False)), [0, 1, 3, 2])


BOX = Tour(
    Board(2, 3, 4),
    np.array(next(reference.directed_paths(reference.adjacency(Graph.of(Board(2, 3, 4))), 0))),
    kind="path",
)
WIDE = find(Board(4, 30), "path")
LINE = Tour(Board(5, leaper=(0, 1)), np.arange(5))
REENTRANT = Tour(HOLED.board, HOLED.indices, kind="path")  # type: ignore[arg-type]


@given(
    tours | st.sampled_from([HOLED, CYLINDER, BOX, REENTRANT, LINE, WIDE]),
    st.sampled_from(formats.FORMATS),
)
def test_what_is_written_is_read_back(tour: Tour, format: str) -> None:
    text = formats.dump(tour, format)
    assert formats.sniff(text) == format
    assert formats.parse(text) == [tour]
    assert formats.parse(text + "\n" + text, board=tour.board)[0] == tour


def test_plain_tours_are_written_without_a_word() -> None:
    assert formats.dump(PATHS_3X4[0], "grid") == f"{PATHS_3X4[0]}\n"
    assert formats.dump(CYLINDER, "grid").startswith("# closed tour of 2x2 leaper 0,1 wrap 0\n")
    assert formats.dump(TORUS, "grid").startswith("# closed tour of 2x2 leaper 0,1 wrap all\n")
    both = formats.dump(TORUS, "grid").replace("wrap all", "wrap 0,1")
    assert formats.parse(both) == [TORUS]


def test_a_description_of_another_board_is_refused() -> None:
    with pytest.raises(BadInputError, match="not of 4x4"):
        formats.parse(formats.dump(BOX, "grid"), board=Board(4, 4))
    with pytest.raises(BadInputError, match="1 layers do not make"):
        formats.parse(formats.dump(BOX, "grid").split("\n\n")[0])


def test_tsplib() -> None:
    text = formats.dump(PATHS_3X4[0], "tsplib")
    assert formats.sniff(text) == "tsplib"
    assert formats.parse(text) == [PATHS_3X4[0]]
    theirs = "NAME: x\nTYPE: TOUR\nDIMENSION: 4\nTOUR_SECTION\n1 2 4 3\n-1\nEOF\n"
    square = Board(2, 2, leaper=(0, 1))
    assert formats.parse(theirs, board=square)[0].closed
    colon = theirs.replace("SECTION", "SECTION:")  # as the package tsplib95 writes it
    assert formats.parse(colon, board=square) == formats.parse(theirs, board=square)
    with pytest.raises(BadInputError, match="does not name its board"):
        formats.parse(theirs)


def test_many_tours_in_one_file(tmp_path: Path) -> None:
    for name in ("all.jsonl", "all.txt", "all.moves"):
        formats.save(PATHS_3X4, tmp_path / name)
        assert formats.load(tmp_path / name) == PATHS_3X4
    formats.save(PATHS_3X4[0], tmp_path / "one.npy")
    assert np.load(tmp_path / "one.npy").dtype == np.int32
    assert formats.load(tmp_path / "one.npy", board=Board(3, 4)) == PATHS_3X4[:1]
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "all.jsonl",
        "all.moves",
        "all.txt",
        "one.npy",
    ]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    formats.save(PATHS_3X4[0], tmp_path / "t.txt")
    before = (tmp_path / "t.txt").read_text()
    triangle = Tour(Graph.from_edges(["ab", "bc", "ca"]), "a b c")
    with pytest.raises(BadInputError, match="a plain graph has no grid"):
        formats.save(triangle, tmp_path / "t.txt")
    assert (tmp_path / "t.txt").read_text() == before
    assert len(list(tmp_path.iterdir())) == 1


@given(st.text(max_size=200))
def test_parsers_never_crash_on_text(text: str) -> None:
    for format in formats.FORMATS:
        try:
            formats.parse(text, format=format)
        except BabiecaError:
            pass


@given(st.text(alphabet="0123456789. \n", max_size=60), st.sampled_from(formats.FORMATS))
def test_parsers_never_crash_on_numbers(text: str, format: str) -> None:
    for board in (None, Board(3, 3), Board(2, 2, 2)):
        try:
            formats.parse(text, format=format, board=board)
        except BabiecaError:
            pass


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "board": st.sampled_from(["3x3", "2x2x2", "x", "0x0"]) | values,
            "squares": st.lists(st.sampled_from(["a1", "b3"]) | st.lists(st.integers(0, 3)))
            | values,
            "kind": st.sampled_from(["open", "closed", "path"]) | values,
            "leaper": values,
            "wrap": values,
            "holes": values,
            "edges": values,
            "vertices": values,
        },
    )
)
def test_parsers_never_crash_on_json(record: dict[str, object]) -> None:
    try:
        formats.parse(json.dumps(record))
    except BabiecaError:
        pass


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", BadInputError, "no tour"),
        ("{", BadInputError, "line 1: this is not JSON"),
        pytest.param('{"a":' * 10**5, BadInputError, "line 1: .* nests too deep", id="deep"),
        pytest.param("{" + "9" * 5000, BadInputError, "line 1: this is not JSON", id="digits"),
        ('{"board": "1x1", "board": "3x4"}', BadInputError, "line 1: .* names 'board' twice"),
        ('{"board": "3x4", "squares": ["\\ud800"]}', BadInputError, "a half of a character"),
        ('{"board": "3x4", "squares": [NaN]}', BadInputError, "NaN, which is no number"),
        ('{"board": 3}', BadInputError, 'an object with "board"'),
        ('{"squares": ["a1"]}', BadInputError, '"board" is missing'),
        ('{"board": "3x3", "squares": ["a1", "a1"]}', InvalidTourError, "line 1: step 2 is on a1"),
        ("1 2\n3", BadInputError, "row 2 of the grid has 1 entries"),
        ("1 2\n3 3", InvalidTourError, "step 3 appears 2 times .*step 4 is missing"),
        ("1 2\n3 9", InvalidTourError, "9 is not between 1 and 4"),
        ("a1 hello", BadInputError, "'hello' is not a square"),
        ("(1,2) a1 b", BadInputError, "not a square"),
        ("(1,2) (1,2,3)", BadInputError, "different numbers"),
        ("TOUR_SECTION\nx", BadInputError, "does not name its board"),
        ("1 2\n3 4", InvalidTourError, "not a move"),
        ('{"board": "1x1", "squares": ["a1"], "kind": "wild"}', BadInputError, "path, open"),
        ('{"board": "1x1", "squares": ["a1"], "kind": "closed"}', InvalidTourError, "not closed"),
        ('{"vertices": 99999999999, "edges": [], "squares": []}', InvalidTourError, "missing"),
        (f"# path of 3x3 holes a{'1' * 5000}\na1", BadInputError, "cannot read a square"),
        (f"# path of {'1' * 5000}\na1", BadInputError, "cannot read a board"),
        ("1 2\n3 4.5", BadInputError, "row 2 of the grid: '4.5' is not a step number"),
        ("1 2\n3 1234567890", BadInputError, "'1234567890' is not a step number"),
        ("1 ٢", BadInputError, "is not a square"),
    ],
)
def test_malformed_text_is_refused_in_words(
    text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        formats.parse(text)


def peak_bytes(text: str, board: Board | None = None) -> int:
    """Check that a text is refused; return the peak memory of reading it."""
    tracemalloc.start()
    try:
        with pytest.raises(BadInputError):
            formats.parse(text, board=board)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


LONG = 50_000


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("a1 " * LONG, None),
        ("a1 " * LONG, Board(8, 8)),
        ("(0,0) " * LONG, None),
        ("1 " * LONG, None),
        ("1\n" * LONG, None),
        ("1 2\n\n" * LONG, Board(8, 8)),
        ("1 " * LONG, Board(8, 8)),
        ("TOUR_SECTION\n" + "1\n" * LONG, Board(8, 8)),
        ("TOUR_SECTION\n" + "1\n" * LONG, Board(1000, 1000)),
        ("\n" * LONG, None),
        (" \n" * LONG, None),
        ("#\n" * LONG, None),
        ("\r\n" * LONG, None),
        ("# path of 1x1\n" * LONG, None),
        ('{"board": "1x1", "squares": ["a1", "a1"]}\n' * (LONG // 10), None),
    ],
    ids=lambda value: str(value)[:16],
)
def test_reading_takes_a_few_times_the_text(text: str, board: Board | None) -> None:
    assert peak_bytes(text, board) < 16 * len(text) + 2**18


def test_a_large_board_costs_nothing_until_there_are_squares_for_it() -> None:
    squares = {
        "[[0,0],[1,2]]": "39999999998 squares are missing",
        "[[0,0],[1,1]]": "step 2 goes from",
        "[[0,0],[1,2],[0,0]]": "step 3 is on",
    }
    for listed, message in squares.items():
        text = f'{{"board":"200000x200000","squares":{listed}}}'
        with pytest.raises(InvalidTourError, match=message):
            formats.parse(text)
        assert peak_bytes(text) < 2**20
    assert peak_bytes("1 2", Board(200_000, 200_000)) < 2**20
    assert peak_bytes("# path of 200000x200000x200\n1 2\n\n3 4") < 2**20


def test_blank_lines_are_read_once() -> None:
    """A parser that rereads the rest of the text at every line would take hours."""
    blank = "\n" * 5_000_000
    assert formats.sniff(blank) == "grid"
    assert formats.sniff(f"{blank}a1") == "moves"
    with pytest.raises(BadInputError, match="no tour"):
        formats.parse(blank)
    with pytest.raises(BadInputError, match=r"line 5000001: .*not a square"):
        formats.parse(f"{blank}a1 hello")


def test_headers_name_the_kind() -> None:
    assert formats.dump(LINE, "grid") == "# open tour of 5 leaper 0,1\n1 2 3 4 5\n"
    assert formats.dump(REENTRANT, "moves").startswith(
        "# path of 3x3 holes b2, ends a move apart\n"
    )
    assert formats.dump(HOLED, "moves").startswith("# closed tour of 3x3 holes b2\n")
    cube = find(Board(2, 2, 2, leaper="wazir", holes="(0,0,1),(1,1,0)"))
    written = formats.dump(cube, "moves")
    assert written.startswith("# closed tour of 2x2x2 leaper 0,1 holes (0,0,1),(1,1,0)\n")
    assert formats.parse(written) == [cube]
    old = formats.dump(REENTRANT, "grid").replace(", ends a move apart", "")
    assert formats.parse(old) == [REENTRANT]
    assert formats.parse(formats.dump(LINE, "grid").replace("open tour", "path")) == [LINE]
    with pytest.raises(InvalidTourError, match="not an open tour"):
        formats.parse(formats.dump(CYLINDER, "grid").replace("closed tour", "open tour"))


def test_json_carries_the_kind() -> None:
    for tour in (HOLED, REENTRANT, BOX):
        record = formats.to_json(tour)
        assert record["kind"] == tour.kind
        assert "closed" not in record
        assert formats.from_json(record) == tour


def test_boards_may_be_given_as_text(tmp_path: Path) -> None:
    formats.save(PATHS_3X4[0], tmp_path / "one.npy")
    assert formats.load(tmp_path / "one.npy", board="3x4") == PATHS_3X4[:1]
    assert formats.parse(str(PATHS_3X4[0]), board="3x4") == PATHS_3X4[:1]
    with pytest.raises(BadInputError, match="name its board: give board, for example 8x8"):
        formats.load(tmp_path / "one.npy")


@given(st.integers(0, 127), st.binary(min_size=1, max_size=8))
def test_damaged_numpy_files_are_bad_input(at: int, bytes_there: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.npy"
        formats.save(PATHS_3X4[0], path)
        data = bytearray(path.read_bytes())
        data[at : at + len(bytes_there)] = bytes_there
        path.write_bytes(data)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                formats.load(path, board="3x4")
        except BadInputError:
            pass


def test_a_line_of_json_has_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    text = formats.dump(HOLED)
    monkeypatch.setattr(json_lines, "LONGEST_LINE", len(text) - 1)
    assert formats.parse(text) == [HOLED]
    with pytest.raises(BadInputError, match=r"line 2 is longer than .*\.npy"):
        formats.parse(f"{text}{text[:-1]}  \n")


def test_a_numpy_header_of_nonsense(tmp_path: Path) -> None:
    formats.save(PATHS_3X4[0], tmp_path / "one.npy")
    data = (tmp_path / "one.npy").read_bytes()
    for damage in (
        b"(12",
        b"(-2,)",
        b"(1j,)",
        b"(12,),)",
        b"(9**9,)",
        b"(4611686018427387904, 4)",
        b"\xff\xff\xff\xff",
    ):
        (tmp_path / "one.npy").write_bytes(data.replace(b"(12,)", damage))
        with pytest.raises(BadInputError):
            formats.load(tmp_path / "one.npy", board="3x4")


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    for name in ("\0", "\0.npy"):
        with pytest.raises(BadInputError, match=r"cannot read '\\x00"):
            formats.load(name, board="3x4")
    (tmp_path / "mark.moves").write_bytes(b"\xef\xbb\xbf" + formats.dump(HOLED, "moves").encode())
    assert formats.load(tmp_path / "mark.moves") == [HOLED]
    with pytest.raises(BadInputError, match=r"cannot read .*No such file"):
        formats.load(tmp_path / "none.txt")
    with pytest.raises(BadInputError, match=r"cannot read .*directory"):
        formats.load(tmp_path)
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInputError, match="UTF-8"):
        formats.load(tmp_path / "binary.txt")
    (tmp_path / "empty.npy").write_bytes(b"")
    with pytest.raises(BadInputError, match="cannot read"):
        formats.load(tmp_path / "empty.npy", board=Board(3, 4))
    with (tmp_path / "zip.npy").open("wb") as archive:
        np.savez(archive, order=PATHS_3X4[0].indices)
    with pytest.raises(BadInputError, match="not a one-dimensional array"):
        formats.load(tmp_path / "zip.npy", board=Board(3, 4))
    (tmp_path / "bad.npy").write_bytes(b"nonsense")
    with pytest.raises(BadInputError, match="cannot read"):
        formats.load(tmp_path / "bad.npy", board=Board(3, 4))
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(LARGEST_TEXT + 1)
    with pytest.raises(BadInputError, match="larger than 256 MiB"):
        formats.load(tmp_path / "huge.txt")
    with pytest.raises(BadInputError, match="cannot tell the format"):
        formats.save(PATHS_3X4[0], tmp_path / "tour.xyz")
    with pytest.raises(BadInputError, match="cannot write"):
        formats.save(PATHS_3X4[0], tmp_path / "nowhere" / "tour.txt")
    with pytest.raises(BadInputError, match="cannot write"):
        formats.save(PATHS_3X4[0], tmp_path / "nul\0.txt")
    with pytest.raises(BadInputError, match="holds one tour"):
        formats.save(PATHS_3X4, tmp_path / "tours.npy")


def test_moves_may_have_commas_and_capitals() -> None:
    ring = Board(3, 3, holes=["b2"])
    text = "A1, c2, a3, b1, c3, a2, c1, b3, a1"
    assert formats.parse(text, board=ring) == [HOLED]
    assert formats.parse(text.replace(",", " ->"), board=ring) == [HOLED]
