"""The list of jobs in a real browser: results, other tabs and visitors, a server that is down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browsing import Visitor, settled, until
from tests.serving import Served, serving

ALL = "Show the jobs of all visitors"
ENDLESS = {"question": {"board": "8x8"}, "method": "search", "threads": 1}
GRAPH = {"vertices": 4, "edges": [[0, 1], [1, 2], [2, 3], [3, 0]], "labels": ["<b>", "&", "c", "d"]}
PATHS = {"board": "5x5", "kind": "path"}
RESULTS: list[tuple[str, dict[str, Any], str]] = [
    ("find", {"question": {"board": "4x4x4"}}, "img.drawn"),
    ("usage", {"question": GRAPH}, "th >> text=<b>-&"),
    ("count", {"question": {"board": "5x6", "start": "a1"}, "by": "edge-pair"}, "th >> text=b3"),
    ("trace", {"question": {"board": "5x6"}, "limit": 300}, "text=… and 260 more"),
    ("fractions", {"question": {"board": "5x6", "start": "a1"}}, "td >> text=b3"),
    ("plan", {"question": {"board": "5x6"}}, "th >> text=estimated_seconds"),
    ("unrank", {"question": {"board": "5x6"}, "number": "3"}, "svg.board"),
    (
        "count",
        {"question": {**PATHS, "start": "a1"}, "by": "first-move", "show_first": True},
        "td >> text=152",
    ),
]


def test_the_result_of_every_verb_is_shown(served: Served, visitor: Visitor) -> None:
    numbers = [served.ask(f"jobs/{verb}", **words)["id"] for verb, words, _ in RESULTS]
    for number in numbers:
        served.result(number)
    with visitor.page("#view=explore") as page:
        page.get_by_label(ALL).check()
        for number, (verb, _, seen) in zip(numbers, RESULTS, strict=True):
            page.get_by_role("button", name=f"Show the result of job {number}", exact=True).click()
            line = page.locator(f"[data-job='{number}']")
            line.locator(".result").locator(seen).first.wait_for()
            text = line.inner_text()
            assert not {"undefined", "NaN", "[object"} & {*text.split()}, (verb, text)
        drawn = "[...document.querySelectorAll('img.drawn')]"
        until(page, f"{drawn}.length === 1 && {drawn}.every((img) => img.naturalWidth > 100)")


def test_a_job_appears_in_other_tabs_and_only_on_demand_to_other_visitors(visitor: Visitor) -> None:
    with (
        visitor.page("#view=explore&board=3x4&kind=path") as page,
        visitor.page("#view=explore") as stranger,
    ):
        tab = page.context.new_page()
        tab.goto(f"{visitor.address}/#view=explore")
        settled(tab)
        page.get_by_role("button", name="Start", exact=True).click()
        number = page.locator(".job").first.get_attribute("data-job")
        line = f"[data-job='{number}']"
        tab.locator(line).locator(".state", has_text="done").wait_for()
        tab.locator(line).locator(".figure", has_text="8").wait_for()
        stranger.get_by_label(ALL).check()
        stranger.locator(line).wait_for()
        stranger.get_by_label(ALL).uncheck()
        stranger.get_by_text("None yet").wait_for()
        assert stranger.locator(line).count() == 0


def test_a_running_job_is_always_listed_and_older_ones_on_demand(
    visitor: Visitor, tmp_path: Path
) -> None:
    with serving(tmp_path, jobs_at_once=1) as served:
        running = served.ask("jobs/count", **ENDLESS)["id"]
        numbers = [served.ask("jobs/count", **ENDLESS)["id"] for _ in range(29)]
        for number in numbers:
            served.client.post(f"/api/jobs/{number}/cancel")
        with Visitor(visitor.browser, served.address).page("#view=explore") as page:
            page.get_by_label(ALL).check()
            until(page, "document.querySelectorAll('.job').length === 21")
            page.get_by_role("button", name=f"Cancel job {running}").click()
            page.locator(f"[data-job='{running}'] .state", has_text="cancelled").wait_for()
            page.get_by_role("button", name="Show older jobs").click()
            until(page, "document.querySelectorAll('.job').length === 30")
            listed = page.locator(".job").evaluate_all("(all) => all.map((one) => one.dataset.job)")
            assert listed == [str(number) for number in [*reversed(numbers), running]]
            assert page.get_by_role("button", name="Show older jobs").is_hidden()


def test_a_server_that_is_down_is_named_and_found_again(visitor: Visitor, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        number = served.ask("jobs/count", **ENDLESS)["id"]
        served.until(number, lambda job: job["state"] == "running")
        port = int(served.address.rpartition(":")[2])
        other = Visitor(visitor.browser, served.address)
        with other.page("#view=explore", expected="ERR_") as page:
            page.get_by_label(ALL).check()
            line = page.locator(f"[data-job='{number}']")
            line.locator(".state", has_text="running").wait_for()
            served.process.kill()
            line.locator(".state", has_text="no connection").wait_for()
            page.get_by_text("The server does not answer. The page tries again.").wait_for()
            page.get_by_role("button", name="Start", exact=True).click()
            page.locator(".answer", has_text="The server does not answer.").wait_for()
            page.get_by_role("link", name="Board", exact=True).click()
            page.get_by_role("button", name="Find a tour").click()
            page.get_by_text("The server does not answer.").first.wait_for()
            assert "Failed to fetch" not in page.locator("main").inner_text()
            page.get_by_role("link", name="Count", exact=True).click()
            with serving(tmp_path, port=port):
                line.locator(".state", has_text="running").wait_for()
                assert page.locator(".answer", has_text="server").count() == 0
