"""Magic tours: found by quads, or excluded by the parity argument."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from babieca import BadInputError, Board, NotFoundError, NoTourError, Tours, _core, find
from babieca.engines.constructions.building import why_none_is_magic


def has_one_sum(lines: Any) -> bool:
    return len({int(line.sum()) for line in lines}) == 1


@pytest.mark.parametrize(
    ("sides", "kind"),
    [
        ((8, 8), "closed"),
        ((8, 8), "path"),
        ((8, 8), "open"),
        ((8, 12), "path"),
        ((12, 8), "open"),
        ((12, 12), "path"),
        ((8, 16), "closed"),
    ],
)
def test_semimagic_tours_are_found(sides: tuple[int, int], kind: Any) -> None:
    tours = Tours(Board(*sides), kind)
    found = {tours.find(magic="semi", seed=seed) for seed in range(5)}
    assert len(found) > 1
    for tour in found:
        assert tour in tours
        steps = np.array(tour.steps)
        assert has_one_sum(steps)
        assert has_one_sum(steps.T)
        assert tour.is_semimagic()


def test_the_parity_argument_holds_for_every_tour_of_small_boards() -> None:
    """No path of a small board that the argument excludes has one sum along rows and columns."""
    for sides in ((3, 4), (4, 5), (3, 7), (5, 5)):
        assert why_none_is_magic(sides, "semi")
        for tour in itertools.islice(Tours(Board(*sides), "path"), 900):
            assert not tour.is_semimagic()


@pytest.mark.parametrize(
    ("sides", "magic", "reason"),
    [
        ((7, 8), "semi", "two even sides"),
        ((10, 10), "semi", "8 divides"),
        ((9, 9), "full", "two even sides"),
        ((8, 12), "full", "where the sides are equal"),
        ((8, 8), "full", "Stertenbrink"),
    ],
)
def test_what_cannot_be_is_proved(sides: tuple[int, int], magic: Any, reason: str) -> None:
    with pytest.raises(NoTourError, match=reason):
        find(Board(*sides), "path", magic=magic)


def test_what_the_search_does_not_reach_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in for the core runs out of time at once, however fast the machine is."""
    asked: list[Any] = []

    def out_of_time(*arguments: Any) -> Any:
        asked.append(arguments)
        return np.empty(0, dtype=np.int32)

    monkeypatch.setattr(_core, "magic_tour", out_of_time)
    with pytest.raises(NotFoundError, match="whether one exists is not decided"):
        find(Board(12, 12), magic="full", timeout=50, seed=7)
    ((*words, seconds, seed, _),) = asked
    assert (words[1:], seed) == ([True], 7)
    assert 0 < seconds <= 50  # the core keeps the time limit
    with pytest.raises(NotFoundError, match="whether one exists is not decided"):
        find(Board(6, 12), "path", magic="semi")


@pytest.mark.parametrize(
    ("board", "words", "reason"),
    [
        (Board(8, 8), {"magic": "very"}, "magic is one of semi, full"),
        (Board(8, 8), {"magic": "semi", "start": "a1"}, "magic does not go together with start"),
        (Board(8, 8, wrap="all"), {"magic": "semi"}, "plain rectangles"),
        (Board(8, 8), {"magic": "semi", "method": "edges"}, "method edges does not take magic"),
    ],
)
def test_bad_input_is_refused_in_one_line(board: Board, words: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInputError, match=reason):
        find(board, **words)
