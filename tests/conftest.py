"""Settings of all tests: fixed examples, no deadlines, one process per shared fixture."""

import gc
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from babieca.files import locked_file
from tests.browsing import anyone, browser, lonely, static_page, visitor
from tests.processes import PATIENCE
from tests.serving import served

__all__ = ["anyone", "browser", "lonely", "served", "static_page", "visitor"]

settings.register_profile("babieca", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("babieca")

# Background jobs of a shell ignore SIGINT. Programs that the tests interrupt must receive it.
signal.signal(signal.SIGINT, signal.default_int_handler)


COMPILED = Path(__file__).parent / "__pycache__"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let one process at a time import a file of tests.

    The first one rewrites its assertions and stores it compiled; the others read what was stored.
    """
    if not isinstance(collector, pytest.Module):
        return (yield)
    COMPILED.mkdir(exist_ok=True)
    with locked_file(COMPILED / f"{collector.path.stem}.lock", patience=PATIENCE):
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests that share a fixture in one process, and start these groups first.

    The shared fixtures are servers, clusters, browsers and the built site: one of each is enough.
    `make release-test` runs the tests that build the site or an empty environment, and those of
    the page with a server again, on the page without one (test_static_page.py is its own test).
    """
    for item in items:
        call = getattr(item, "callspec", None)
        if call is not None and call.params.get("anyone") == "module":
            item.add_marker(pytest.mark.release)
        if {"site", "binaries"} & set(getattr(item, "fixturenames", [])):
            item.add_marker(pytest.mark.release)
        info = getattr(item, "_fixtureinfo", None)
        found = [each[-1] for each in info.name2fixturedefs.values()] if info is not None else []
        scopes = {each.scope for each in found if each.func.__module__.startswith("tests")}
        if "session" in scopes:
            item.add_marker(pytest.mark.xdist_group("session"))
        elif "module" in scopes:
            item.add_marker(pytest.mark.xdist_group(item.location[0]))
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


def pytest_collection_finish() -> None:
    """Collect garbage less often: all modules and tests live to the end."""
    gc.freeze()
    gc.set_threshold(50_000)
