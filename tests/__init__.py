"""Tests, one file per subject; `test_agreement` and `test_floors` cover all engines and modules."""

from pathlib import Path

DATA = Path(__file__).parent / "data"
