"""Tests, one file per subject; `test_agreement` and `test_floors` cover all engines and modules."""

import importlib.util
from pathlib import Path
from types import ModuleType

DATA = Path(__file__).parent / "data"
DOCS = Path(__file__).parent.parent / "docs"


def maker(name: str) -> ModuleType:
    """Import a module of docs/ that makes pages from the package."""
    specification = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
