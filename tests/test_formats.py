import json
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
    _reference,
    formats,
)
from tests.test_tours import PATHS_3X4, tours

HOLED = Tour(Board(3, 3, holes=["b2"]), "a1 c2 a3 b1 c3 a2 c1 b3")
GIRAFFE = Tour(Board(2, 2, leaper=(0, 1), wrap=(True, False)), [0, 1, 3, 2])


BOX = Tour(
    Board(2, 3, 4),
    np.array(next(_reference.directed_paths(_reference.adjacency(Board(2, 3, 4)), 0))),
    closed=False,
)
REENTRANT = Tour(HOLED.board, HOLED.indices, closed=False)  # type: ignore[arg-type]


@given(tours | st.sampled_from([HOLED, GIRAFFE, BOX, REENTRANT]), st.sampled_from(formats.FORMATS))
def test_what_is_written_is_read_back(tour: Tour, format: str) -> None:
    text = formats.dump(tour, format)
    assert formats.sniff(text) == format
    assert formats.parse(text) == [tour]
    assert formats.parse(text + "\n" + text, board=tour.board)[0] == tour


def test_plain_tours_are_written_without_a_word() -> None:
    assert formats.dump(PATHS_3X4[0], "grid") == f"{PATHS_3X4[0]}\n"
    assert formats.dump(GIRAFFE, "grid").startswith("# closed tour of 2x2 leaper 0,1 wrap 1,0\n")


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
    with pytest.raises(BadInputError, match="which board"):
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
    formats.save(PATHS_3X4[0], tmp_path / "t.tour")
    before = (tmp_path / "t.tour").read_text()
    triangle = Tour(Graph.from_edges(["ab", "bc", "ca"]), "a b c")
    with pytest.raises(BadInputError, match="json only"):
        formats.save(triangle, tmp_path / "t.tour")
    assert (tmp_path / "t.tour").read_text() == before
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
            "closed": values,
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
        ("{", BadInputError, "line 1 is not JSON"),
        ('{"board": 3}', BadInputError, 'an object with "board"'),
        ('{"squares": ["a1"]}', BadInputError, '"board" is missing'),
        ('{"board": "1x1", "squares": ["a1"], "closed": 3}', BadInputError, "true or false"),
        ('{"board": "3x3", "squares": ["a1", "a1"]}', InvalidTourError, "line 1: step 2 is on a1"),
        ("1 2\n3", BadInputError, "row 2 of the grid has 1 entries"),
        ("1 2\n3 3", InvalidTourError, "step 3 appears twice .*step 4 is missing"),
        ("1 2\n3 9", InvalidTourError, "9 is not between 1 and 4"),
        ("a1 hello", BadInputError, "'hello' is not a square"),
        ("(1,2) a1 b", BadInputError, "not a square"),
        ("(1,2) (1,2,3)", BadInputError, "different numbers"),
        ("TOUR_SECTION\nx", BadInputError, "which board"),
        ("1 2\n3 4", InvalidTourError, "not a move"),
    ],
)
def test_malformed_text_is_refused_in_words(
    text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        formats.parse(text)


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
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
        file.truncate(formats.LARGEST_TEXT + 1)
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
