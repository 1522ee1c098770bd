"""Every docstring of the installed package is a test."""

import doctest
import importlib
import pkgutil

import pytest

import babieca

MODULES = [
    module.name
    for module in pkgutil.walk_packages(babieca.__path__, "babieca.")
    if module.name not in ("babieca.__main__", "babieca._core")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
