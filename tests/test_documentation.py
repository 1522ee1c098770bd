"""The documentation builds without a warning, and a reader's browser asks nobody but the site."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOADED = re.compile(r"""(?:<link[^>]*href|src|@import|url)\s*[=(]\s*["']?(?:https?:)?//[^"')]+""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    pytest.importorskip("furo")
    made = tmp_path_factory.mktemp("site")
    building = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    result = subprocess.run(
        [*building, "-d", str(made / ".trees"), str(ROOT / "docs"), str(made)],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    return made


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    pages = sorted(site.rglob("*.html")) + sorted(site.rglob("*.css"))
    assert len(pages) > 10
    for page in pages:
        assert LOADED.findall(page.read_text()) == [], page.name
