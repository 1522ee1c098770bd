"""Tests, one file per room of the house; agreement, floors and faults across all of them."""

from pathlib import Path

DATA = Path(__file__).parent / "data"
