"""Every example runs as it stands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PATIENCE

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example: Path, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", str(example)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()


def test_the_drawing_in_the_page_about_counting_is_what_the_example_draws(tmp_path: Path) -> None:
    example = ROOT / "examples" / "count_step_by_step.py"
    drawn = tmp_path / "drawn.svg"
    subprocess.run([sys.executable, str(example), str(drawn)], check=True, capture_output=True)
    assert drawn.read_text() == (ROOT / "docs" / "counting_3x4.svg").read_text()
