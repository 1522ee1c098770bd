"""Take the screenshots of docs/page.md: `python docs/pictures/page.py` (needs Chromium)."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

PICTURES = {
    "page_board.png": ("#board=8x8&found=1&seed=3&look=lines", "light", 0, 1240, 860),
    "page_play.png": (
        "#view=play&board=6x6&kind=path&walk=a1 b3 a5 c6 e5 f3 e1 c2 a3&numbers=tours",
        "light",
        0,
        1240,
        860,
    ),
    "page_puzzle.png": (
        "#view=puzzle&board=6x6&at=c5=1,b3=6,c3=17,d6=21,c4=22,e4=36",
        "light",
        0,
        1240,
        900,
    ),
    "page_watch.png": (
        "#view=watch&lanes=stack;banon&board=6x6&kind=path&start=a1",
        "light",
        34,
        1240,
        900,
    ),
    "page_forced.png": (
        "#view=watch&lanes=forced&board=6x6&kind=path&start=a1",
        "light",
        20,
        1240,
        900,
    ),
    "page_count.png": ("#view=explore&board=6x6", "light", 0, 1240, 900),
    "page_sweep.png": ("#view=watch&lanes=sweep&board=5x6", "dark", 14, 1240, 1060),
    "page_lesson.png": ("#view=lessons&lesson=counting&screen=2", "light", 9, 1240, 960),
}


def main() -> None:
    """Serve the page and take the screenshots."""
    from tests.browsing import BROWSER, QUIET, press, settled
    from tests.serving import serving

    with (
        tempfile.TemporaryDirectory() as directory,
        serving(Path(directory)) as served,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=BROWSER, args=QUIET)
        for name, (state, scheme, step, width, height) in PICTURES.items():
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
                locale="en-GB",
            )
            page.goto(f"{served.address}/{state}")
            settled(page)
            for _ in range(step):
                page.get_by_role("button", name="One step on").click()
            if "explore" in state:
                for work in ("Table: paths by start", "How often each move is used"):
                    page.get_by_label("Work").select_option(work)
                    page.get_by_role("button", name="Start", exact=True).click()
                    job = page.locator(".job", has_text=work).first
                    job.locator(".result").wait_for()
            if "play" in state:
                page.locator(".verdict.yes, .verdict.no").wait_for()
                page.locator(".square.counted").first.wait_for()
            if "puzzle" in state:
                press(page, "a6", "b4", "c2")
                page.get_by_role("button", name="Is it still possible?").click()
                page.locator(".verdict.yes, .verdict.no").wait_for()
            page.screenshot(path=HERE / name)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
