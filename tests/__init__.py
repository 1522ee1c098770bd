"""Tests, one file per layer."""

from pathlib import Path

DATA = Path(__file__).parent / "data"
