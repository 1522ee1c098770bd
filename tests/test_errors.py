"""The errors: their base class, their texts, and their pickles."""

import copy
import pickle

import pytest

from babieca import (
    BabiecaError,
    BadInputError,
    Board,
    ContradictionError,
    InvalidTourError,
    NotFoundError,
    NoTourError,
    Tour,
    find,
)
from babieca.errors import shown

ERRORS = [
    BabiecaError("something"),
    BadInputError("something was wrong"),
    InvalidTourError("step 3 is no move", step=3),
    InvalidTourError("a square is missing"),
    NoTourError("the 4x8 board has no closed tour"),
    NotFoundError("not decided within 5 s"),
    ContradictionError("the residues contradict one another"),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_errors_pickle(error: BabiecaError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error), copy.copy(error)):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert repr(other) == repr(error)
        assert vars(other) == vars(error)
        assert str(pickle.loads(pickle.dumps(other))) == str(error)


def test_an_error_from_a_verb_says_its_text_once_after_a_pickle() -> None:
    with pytest.raises(NoTourError) as caught:
        find(Board(4, 8))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert str(again).count("no such tour exists") == 1
    assert again.proof == caught.value.proof
    with pytest.raises(InvalidTourError) as wrong:
        Tour(Board(3, 4), "a1 a1")
    assert pickle.loads(pickle.dumps(wrong.value)).step == wrong.value.step


def test_who_is_to_blame() -> None:
    """Only errors about bad input are `ValueError`."""
    for error in ERRORS:
        assert isinstance(error, BabiecaError)
        assert isinstance(error, ValueError) == isinstance(error, BadInputError)
    assert not isinstance(ContradictionError(""), NotFoundError | NoTourError | BadInputError)


def test_messages_echo_little() -> None:
    for value in ("x" * 10**6, 10**5000, list(range(10**6)), {"a": "b" * 10**5}, b"y" * 10**5):
        assert len(shown(value)) <= 60
        assert "\n" not in shown(value)
