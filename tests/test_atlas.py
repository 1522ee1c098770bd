"""Atlases: numberings on disk; a damaged or inconsistent atlas is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx
import pytest

from babieca import BadInputError, Board, Digraph, Graph, NoTourError, Tours
from babieca.engines.atlas import sealed
from tests.test_numbering import DODECAHEDRON


def test_an_atlas_answers_like_the_tours(tmp_path: Path) -> None:
    said: list[str] = []
    tours = Tours(Board(6, 6), through="c3-d5")
    tours.save(tmp_path / "six", stride=5, say=said.append)
    assert "of disk" in said[0]
    atlas = Tours.load(tmp_path / "six")
    assert atlas == tours
    assert atlas.numbering is not None
    assert atlas.numbering.total == tours.count()
    for tour in atlas.sample(20, seed=3):
        number = atlas.rank(tour)
        assert atlas.unrank(number) == tour
        assert number == Tours(Board(6, 6), through="c3-d5").rank(tour)
    with pytest.raises(BadInputError, match="there is no atlas"):
        Tours.load(tmp_path / "none")
    for wrong in (0, 1.5, "8", 10**9):
        with pytest.raises(BadInputError, match="stride"):
            tours.save(tmp_path / "other", stride=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("place", "kind", "words"),
    [
        (Board(5, 5), "path", {"start": "a1"}),
        (Board(5, 6), "closed", {"begin": "a1 b3", "directed": True}),
        (Board(4, 4, wrap=True), "closed", {"directed": True, "start": "b2"}),
        (DODECAHEDRON, "closed", {"start": 7}),
        (Graph.from_edges(["ab", "bc", "cd", "da", "ac"]), "path", {"end": "b"}),
        (Graph.of(networkx.grid_2d_graph(3, 4)), "path", {"start": (0, 0)}),
        (
            Digraph.from_board(Board(3, 4)),
            "path",
            {"start": (0, 0), "avoiding": [((0, 0), (1, 2))]},
        ),
    ],
)
def test_an_atlas_keeps_its_question(place: Any, kind: Any, words: Any, tmp_path: Path) -> None:
    tours = Tours(place, kind, **words)
    tours.save(tmp_path)
    atlas = Tours.load(tmp_path)
    assert atlas.question == tours.question
    assert tuple(atlas.question.graph.labels) == tuple(tours.question.graph.labels)
    assert list(atlas.unrank_all(range(tours.count()))) == list(
        tours.unrank_all(range(tours.count()))
    )


def test_what_needs_no_atlas(tmp_path: Path) -> None:
    with pytest.raises(NoTourError):
        Tours(Board(6, 6), through="c2-a1,c2-d4,c2-e3").save(tmp_path)
    with pytest.raises(BadInputError, match="too small to need an atlas"):
        Tours(Board(1, 1), "path").save(tmp_path)
    for words in ({"symmetry": "half-turn"}, {"kind": "open"}):
        with pytest.raises(BadInputError, match=r"symmetry|open"):
            Tours(Board(6, 6), **words).save(tmp_path)  # type: ignore[arg-type]


def test_a_damaged_atlas_is_refused(tmp_path: Path) -> None:
    Tours(Board(6, 6)).save(tmp_path)

    def read_all() -> None:
        atlas = Tours.load(tmp_path)
        list(atlas.unrank_all(range(9862)))

    layer = max(tmp_path.glob("layer-*.counts"), key=lambda path: path.stat().st_size)
    whole = layer.read_bytes()
    for at in (8, len(whole) // 2, len(whole) - 1):
        layer.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(BadInputError, match="damaged"):
            read_all()
    layer.write_bytes(whole[:-8])
    with pytest.raises(BadInputError, match="damaged"):
        Tours.load(tmp_path)
    layer.unlink()
    with pytest.raises(BadInputError, match="cannot read"):
        Tours.load(tmp_path)
    for text in ("{}", "[" * 10**5, '{"total": ' + "9" * 5000, '{"format": 1, "format": 2}'):
        (tmp_path / "atlas.json").write_text(text)
        with pytest.raises(BadInputError, match=r"another format|too deep|4300 digits|twice"):
            Tours.load(tmp_path)


WRONG: dict[str, list[Any]] = {
    "layers": [
        [],
        [1, 2, 3],
        [0, 36],
        [-1, 36],
        [2, 1, 36],
        [7, 7, 36],
        [36, 37],
        ["36"],
        36,
        [[36]],
    ],
    "order": [[], [0], [*range(35), 35.0], [*range(35), 36], [*range(35), 2**40], "36"],
    "total": [9862, None, "9863"],
    "bytes": ["many"],
    "format": ["babieca atlas 1", None],
    "question": [None, [], {}, "6x6", {"board": "5x6"}, {"board": "6x6", "kind": "path"}],
}
WRONG_QUESTION: dict[str, list[Any]] = {
    "board": ["6", "6x", "6x0", 6, None, [6, 6], "1000000x1000000", "1x1", "2x1"],
    "leaper": [[], [1], [1, 2, 3], ["a", 2], [0, 0], [-1, 2], None, [[1], 2], [1, 3]],
    "holes": [[36], [[6, 0]], [0, [1]], None, {"a": 1}, "z9"],
    "wrap": [[], [True], "ab", [0, 2], None, 5],
    "kind": ["open", 3, None, ["closed"], "path"],
    "start": ["z9", -1, 36, [0, 9]],
    "directed": [1, "yes", None],
    "through": [[1], [[0, 1]], [[0]], [[0, 13, 5]], None, 7, "a1-b2"],
    "symmetry": ["half-turn", "mirror", 5],
    "surplus": [1],
}


def refused(tmp_path: Path, record: Any) -> None:
    """Refuse a forged record, whose checksum is right."""
    if isinstance(record, dict):
        record = sealed({name: value for name, value in record.items() if name != "checksum"})
    (tmp_path / "atlas.json").write_text(json.dumps(record))
    with pytest.raises(BadInputError, match=r"cannot be used|is damaged|another format"):
        Tours.load(tmp_path)


def test_a_manifest_whose_labels_were_exchanged_is_refused(tmp_path: Path) -> None:
    ring = Graph.from_edges(["ab", "bc", "cd", "de", "ef", "fa", "ad"])
    Tours(ring).save(tmp_path)
    manifest = tmp_path / "atlas.json"
    record = json.loads(manifest.read_text())
    labels = record["question"]["labels"]
    labels[0], labels[1] = labels[1], labels[0]
    manifest.write_text(json.dumps(record))
    with pytest.raises(BadInputError, match="cannot be used: its checksum is wrong"):
        Tours.load(tmp_path)


@pytest.mark.parametrize("field", WRONG)
def test_a_damaged_manifest_is_refused(field: str, tmp_path: Path) -> None:
    Tours(Board(6, 6)).save(tmp_path)
    manifest = tmp_path / "atlas.json"
    whole = json.loads(manifest.read_text())
    assert Tours.load(tmp_path) == Tours(Board(6, 6))
    for wrong in WRONG[field]:
        refused(tmp_path, whole | {field: wrong})
    del whole[field]
    refused(tmp_path, whole)
    refused(tmp_path, [])
    for text in ("[" * 100_000, "\N{BULLET}"):
        manifest.write_text(text)
        with pytest.raises(BadInputError, match="there is no atlas in"):
            Tours.load(tmp_path)


@pytest.mark.parametrize("field", WRONG_QUESTION)
def test_a_manifest_of_another_question_is_refused(field: str, tmp_path: Path) -> None:
    Tours(Board(6, 6)).save(tmp_path)
    whole = json.loads((tmp_path / "atlas.json").read_text())
    for wrong in WRONG_QUESTION[field]:
        refused(tmp_path, whole | {"question": whole["question"] | {field: wrong}})
