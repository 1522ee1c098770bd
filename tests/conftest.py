"""Settings of all tests: fixed examples, no deadlines, one process per shared fixture."""

import pytest
from hypothesis import settings

from tests.browsing import visitor
from tests.serving import served

__all__ = ["served", "visitor"]

settings.register_profile("babieca", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("babieca")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of a module that share a fixture in one process, and start these groups first.

    The fixtures are servers, clusters, browsers and the built site: making one of each is enough.
    """
    for item in items:
        info = getattr(item, "_fixtureinfo", None)
        definitions = info.name2fixturedefs.values() if info is not None else ()
        if any(each[-1].scope == "module" or each[-1].argname == "served" for each in definitions):
            item.add_marker(pytest.mark.xdist_group(item.location[0]))
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)
