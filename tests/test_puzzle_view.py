"""The view Puzzle in a real browser, with the server and with the module."""

from __future__ import annotations

from typing import Any

import pytest

from babieca import Tours, puzzle
from tests.browsing import PHONE, Visitor, choose, middle, press, settled, square, until, violations

GIVENS = "a1=1,c1=15,c3=25"
LINK = f"#view=puzzle&board=5x5&kind=path&at={GIVENS}"


def said(page: Any, text: str) -> None:
    """Wait until the knight says a text."""
    page.locator(".verdict", has_text=text).wait_for()


def label(page: Any, name: str) -> str:
    return str(square(page, name).get_attribute("aria-label"))


def drag(page: Any, start: str, end: str) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=3)
    page.mouse.up()


def stars(page: Any) -> int:
    return int(page.locator(".bar .star.won").count())


def test_a_puzzle_is_solved_by_presses_a_drag_and_digits(anyone: Visitor) -> None:
    (solution,) = Tours("5x5", "path", at=GIVENS).solve().solutions
    names = solution.names
    with anyone.page(LINK) as page:
        said(page, "Write the numbers 1 to 25")
        page.get_by_text("medium, 3 givens, one solution").wait_for()
        press(page, *names[1:9])  # after step 1, each press writes the next number
        assert label(page, names[8]) == f"{names[8]}, 9, yours"
        drag(page, names[8], names[9])
        assert label(page, names[9]) == f"{names[9]}, 10, yours"
        drag(page, names[24], names[23])  # backwards from the last number
        assert label(page, names[23]) == f"{names[23]}, 24, yours"
        for step in (*range(11, 15), *range(16, 23)):
            square(page, names[step - 1]).focus()
            page.keyboard.type(str(step))
        page.reload()
        settled(page)
        assert page.locator(".bar .count").inner_text() == "24 / 25"
        page.get_by_label("Next number", exact=True).fill("23")
        press(page, names[22])
        said(page, "Solved!")
        said(page, "3 of 3 stars")
        assert page.locator(".lines path").count() > 0


def test_a_contradiction_is_said_at_once_and_taken_back(visitor: Visitor) -> None:
    with visitor.page(LINK) as page:
        square(page, "e5").focus()
        page.keyboard.type("2")
        said(page, "1 on a1 and 2 on e5 are no knight's move apart.")
        assert label(page, "e5") == "e5, 2, yours, contradicts another number"
        page.keyboard.type("5")  # the second digit: 25, which is given on c3
        said(page, "25 is on c3 and on e5.")
        page.keyboard.press("u")  # both digits are one change
        assert label(page, "e5") == "e5, empty"
        page.keyboard.press("r")
        page.keyboard.press("Backspace")
        assert label(page, "e5") == "e5, empty"
        page.keyboard.press("p")
        page.keyboard.type("20")
        page.keyboard.press("ArrowLeft")
        page.keyboard.type("21")
        page.keyboard.type("7")
        assert label(page, "e5") == "e5, empty, marked 20"
        assert label(page, "d5") == "d5, empty, marked 7 21"
        assert page.locator(".pencil text").all_text_contents() == ["20", "7", "21"]
        square(page, "c3").focus()
        page.keyboard.type("9")
        page.locator(".toast", has_text="This number is given.").wait_for()
        page.reload()
        settled(page)
        assert label(page, "d5") == "d5, empty, marked 7 21"


def test_help_tells_the_truth_and_costs_a_star(anyone: Visitor) -> None:
    # 20 on d1 or b1 is beside no other number; only the library knows which is possible.
    possible = {
        name: bool(Tours("5x5", "path", at=f"{GIVENS},{name}=20").solve().solutions)
        for name in ("d1", "b1")
    }
    assert sorted(possible.values()) == [False, True]
    with anyone.page(LINK) as page:
        for at, (name, is_possible) in enumerate(possible.items(), 1):
            square(page, name).focus()
            page.keyboard.type("20")
            page.get_by_role("button", name="Is it still possible?").click()
            said(page, "Yes, it is still possible." if is_possible else "No.")
            assert stars(page) == 3 - at
            if not is_possible:
                said(page, "These contradict each other:")
                assert page.locator(".square.wrong").count() > 0
            square(page, name).focus()
            page.keyboard.press("Backspace")
        page.reload()
        settled(page)
        assert stars(page) == 1


def test_the_puzzle_of_the_day_is_that_of_the_library(anyone: Visitor) -> None:
    with anyone.page("#view=puzzle") as page:
        today = "new Date().toLocaleDateString('sv').replaceAll('-', '')"
        made = puzzle("6x6", "closed", level="medium", seed=int(page.evaluate(today)))
        cells = page.locator(".square.given").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('aria-label'))"
        )
        assert sorted(cells) == sorted(f"{name}, {step}, given" for name, step in made.at.items())


def test_a_new_puzzle_has_the_wishes_and_a_link(anyone: Visitor) -> None:
    made = puzzle("5x6", "path", level="easy", seed=7)
    with anyone.page("#view=puzzle") as page:
        page.get_by_label("Rows").fill("5")
        choose(page, "path")
        page.get_by_label("Level").select_option("easy")
        page.get_by_label("Seed").fill("7")
        page.get_by_role("button", name="New puzzle").click()
        page.get_by_text(f"easy, {len(made.squares)} givens, one solution, seed 7").wait_for()
        steps = ",".join(f"{name}={step}" for name, step in made.at.items())
        until(page, f"location.hash.includes('at={steps}')")
        assert "board=5x6" in page.evaluate("location.hash")


def test_the_editor_counts_the_solutions(anyone: Visitor) -> None:
    with anyone.page("#view=puzzle&edit=1&board=5x5&kind=path") as page:
        said(page, "Place a number on the board.")
        placed = []
        for name, step in (("a1", 1), ("c3", 25), ("c1", 15), ("e5", 21)):
            square(page, name).focus()
            page.keyboard.type(str(step))
            placed.append(f"{name}={step}")
            found = Tours("5x5", "path", at=",".join(placed)).solve()
            many = f"Exactly {found.count} solution{'' if found.count == 1 else 's'}"
            said(page, many if found.count else "No solution")
        conflict = sorted(found.conflict.items(), key=lambda given: given[1])
        said(page, ", ".join(f"{step} on {name}" for name, step in conflict))
        page.keyboard.press("u")
        said(page, "Exactly 1 solution")
        page.get_by_role("button", name="Solve it").click()
        page.get_by_text("medium, 3 givens, one solution").wait_for()


@pytest.mark.parametrize(
    ("state", "look"),
    [
        (LINK, {"viewport": PHONE, "locale": "es-ES", "color_scheme": "dark"}),
        (LINK, {"color_scheme": "light"}),
        (f"{LINK}&edit=1", {"viewport": PHONE, "color_scheme": "light"}),
    ],
)
def test_the_view_is_accessible_and_fits(visitor: Visitor, state: str, look: Any) -> None:
    with visitor.page(state, **look) as page:
        press(page, "e5")  # a contradiction has its colours too
        page.locator(".square.wrong").first.wait_for()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if "locale" in look:
            said(page, "no están a un salto de caballo")


def test_a_finger_drags_a_number(visitor: Visitor) -> None:
    with visitor.page(LINK, viewport=PHONE, has_touch=True) as page:
        session = page.context.new_cdp_session(page)
        for kind, name in (
            ("touchStart", "a1"),
            ("touchMove", "a3"),
            ("touchMove", "b3"),
            ("touchEnd", ""),
        ):
            x, y = middle(page, name) if name else (0, 0)
            points = [{"x": x, "y": y}] if name else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert label(page, "b3") == "b3, 2, yours"
