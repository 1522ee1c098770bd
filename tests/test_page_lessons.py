"""The lessons in a real browser: what they show, say, ask and let one touch."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import pytest

from babieca import Board, Event, Graph, Layer, Tours
from tests import maker
from tests.browsing import Visitor, settled, until

SHOWN = ".stage .lanes"
CLOSED_TOURS = {"en": "13,267,364,410,532", "es": r"13\u202f267\u202f364\u202f410\u202f532"}


@pytest.fixture(scope="module")
def lessons() -> ModuleType:
    """The module that writes the lessons into the docs, with figures of its own traces."""
    return maker("lessons")


@pytest.fixture(scope="module")
def demos(lessons: ModuleType) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = lessons.literal("js/demos.js", "DEMOS")
    return found


def go(page: Any, visitor: Visitor, lesson: str, screen: int) -> None:
    page.goto(f"{visitor.address}/#view=lessons&lesson={lesson}&screen={screen}")
    settled(page)


def click(page: Any, place: Any) -> None:
    """Click at the position of an element, whatever lies above it."""
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def touch(page: Any, square: str) -> str:
    """Touch a square of the board within the sentence; return what the board says."""
    click(page, page.locator(f".touch [data-square='{square}'] rect").first)
    said: str = page.locator(".touched").inner_text()
    return said


@pytest.mark.parametrize(
    ("language", "screens", "width"), [("en", (1, 2, 3), 1280), ("es", (2, 3), 390)]
)
def test_every_figure_comes_from_a_recording(
    visitor: Visitor,
    lessons: ModuleType,
    demos: dict[str, list[dict[str, Any]]],
    language: str,
    screens: tuple[int, ...],
    width: int,
) -> None:
    told = lessons.lessons(language)
    size = {"width": width, "height": 800}
    with visitor.page("#view=lessons", locale=language, viewport=size) as page:
        titles = [lesson["title"] for lesson in told.values()]
        assert page.locator(".card h2").all_inner_texts() == titles
        listed = [screen["title"] for lesson in told.values() for screen in lesson["screens"]]
        assert page.locator(".card li a").all_inner_texts() == listed
        for name, lesson in told.items():
            for number in screens:
                screen, demo = lesson["screens"][number - 1], demos[name][number - 1]
                go(page, visitor, name, number)
                assert page.locator(".lesson-head h2").inner_text() == screen["title"]
                assert page.locator(".lane.refused").count() == 0
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                if "asks" in demo:
                    predict(page, lessons, demo)
                    said = page.locator(".guess .judged").text_content()
                    assert said.endswith(screen["answer"]), (name, number)
                shown = page.locator(".lesson").inner_text()
                for part in ("text", "more", "question", "tries"):
                    assert screen.get(part, "") in shown, (name, number)
                known = lessons.figures(**demo["shows"])
                recorded = page.locator(".recorded").evaluate_all(
                    "(all) => all.map((one) => [one.dataset.figure, one.textContent])"
                )
                for figure, text in recorded:
                    assert re.sub(r"\D", "", text) == str(known[figure])


def predict(page: Any, lessons: ModuleType, demo: dict[str, Any]) -> None:
    """Choose the answer that the library's own trace gives: the page says that it is right."""
    known, about = lessons.figures(**demo["shows"]), demo["asks"]["about"]
    verdict = page.locator(".guess .judged")
    assert "right" not in verdict.get_attribute("class")
    if about == "first":
        lanes = demo["shows"]["lanes"].split(";")
        truth = min(lanes, key=lambda lane: known[f"{lane}.nodes"])
    elif "options" in demo["asks"]:
        truth = str(min(demo["asks"]["options"], key=lambda option: ratio(option, known[about])))
    else:
        truth = known[about]
    click(page, page.locator(f".guess button[value='{truth}']"))
    page.locator(".guess .judged.right").wait_for()


def ratio(one: float, other: float) -> float:
    return max(one, other) / min(one, other)


def test_recordings_end_where_the_texts_say(
    lessons: ModuleType, demos: dict[str, list[dict[str, Any]]]
) -> None:
    """A tour where the text promises one; a proof or sixteen failures where it says so."""
    ends = {}
    for name, screens in demos.items():
        for number, demo in enumerate(screens, 1):
            known = lessons.figures(**demo["shows"])
            for lane in demo["shows"]["lanes"].split(";"):
                ends[f"{name}-{number}-{lane}"] = known[f"{lane}.ends"]
    without = {name for name, end in ends.items() if end == "no"}
    assert without == {
        "colours-2-colours",
        "colours-3-banon",
        "banon-3-equivalent",  # it counts all tours, and ends when everything was tried
        "gonzalez-3-plain",
        "costa-3-warnsdorff",
    }


def test_no_figure_is_typed_by_hand(lessons: ModuleType) -> None:
    """The digits in the texts are sizes, squares, values of W, and figures of the papers."""
    for language in ("en", "es"):
        script = (lessons.STATIC / "texts" / f"lessons_{language}.js").read_text()
        text = script.partition("LESSONS = ")[2]
        for known in ("1620", "1823", CLOSED_TOURS[language]):
            assert known in text
            text = text.replace(known, "")
        text = re.sub(r"\b\d+ × \d+\b|\b[a-h][1-8]\b|W = [01]", "", text)
        assert re.findall(r".{20}\d.*", text) == []


def test_a_lesson_begins_with_something_that_moves(
    visitor: Visitor, demos: dict[str, list[dict[str, Any]]]
) -> None:
    with visitor.page("#view=lessons", motion="no-preference") as page:
        for name in demos:
            go(page, visitor, name, 1)
            page.locator(".player .play", has_text="Pause").wait_for()
        until(page, "Number(document.querySelector('.scrub').value) > 0")


def test_the_answer_waits_for_the_prediction_and_the_end(visitor: Visitor) -> None:
    with visitor.page("#view=lessons&lesson=sanchez&screen=3", motion="no-preference") as page:
        assert page.locator(".scrub").input_value() == "0"
        page.get_by_role("button", name="To the end").click()
        verdict = page.locator(".guess .judged")
        assert verdict.inner_text() == "What do you think? Choose, then watch."
        click(page, page.locator(".guess button", has_text="500"))
        until(page, "Number(document.querySelector('.scrub').value) > 0")
        assert verdict.inner_text() == "Now watch to the end."
        page.get_by_role("button", name="To the end").click()
        assert verdict.text_content().startswith("Not this time. They go back 41 times.")
        assert page.locator(".guess .true").inner_text().startswith("50")


def test_boards_in_sentences_answer_a_touch(visitor: Visitor) -> None:
    near = {v: Graph.of(Board(5, 5)).neighbours(v) for v in range(25)}
    with visitor.page("#view=lessons&lesson=gonzalez") as page:
        for square, vertex in (("a1", 0), ("c3", 12), ("b1", 1)):
            assert touch(page, square) == f"{square}: {len(near[vertex])} moves."
            assert page.locator(".touch .candidate").count() == len(near[vertex])
        go(page, visitor, "colours", 1)
        assert touch(page, "b1") == "b1 is light. All its moves go to dark squares."
        assert page.locator(".touch .candidate.dark").count() == 3
        go(page, visitor, "colours", 3)
        said = touch(page, "c4")
        assert said == "c4 is in an outer row. All 4 moves go to the inner rows."
        assert touch(page, "c2") == "c2 is in an inner row. 4 of 6 moves go to the outer rows."
        go(page, visitor, "sanchez", 1)
        assert touch(page, "b1") == "b1, and opposite g8."
        assert page.locator(".touch .knight").count() == 2
        go(page, visitor, "sanchez", 3)
        assert touch(page, "c3") == "c3 is its own opposite."


def test_a_walk_in_a_sentence_shows_w_and_goes_back(visitor: Visitor) -> None:
    with visitor.page("#view=lessons&lesson=gonzalez&screen=3", locale="es-ES") as page:
        walk = ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"]
        for step, square in enumerate(walk, 1):
            assert touch(page, square) == f"{step} de 12 casillas."
        assert touch(page, "d3") == "11 de 12 casillas."
        assert page.locator(".touch .on-square").all_text_contents().count("1") == 1
        assert touch(page, "a1") == "El caballo no puede ir ahora a a1."


def test_two_knights_meet(visitor: Visitor) -> None:
    with visitor.page("#view=lessons&lesson=sanchez&screen=1") as page:
        places = page.locator(f"{SHOWN} .knight").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('transform'))"
        )
        spots = {tuple(map(float, re.findall(r"[\d.]+", place)[:2])) for place in places}
        assert spots == {(7.5, 0.5), (0.5, 7.5)}  # h8 and a1
        drawn = page.locator(f"{SHOWN} .lines path").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('d')).join('')"
        )
        assert drawn.count("M") == 64


def test_the_sweep_is_shown_state_by_state(visitor: Visitor) -> None:
    *layers, last = Tours(Board(3, 4), "path").trace(method="sweep", examples=100)
    with visitor.page("#view=lessons&lesson=counting&screen=2") as page:
        states = page.locator(".states-of-layer button")
        for at, layer in enumerate(layers):
            assert isinstance(layer, Layer)
            page.locator(".scrub").fill(str(at + 1))
            ways = [str(example.ways) for example in layer.examples]
            assert states.all_inner_texts() == ways
            assert len(ways) == layer.states
            if at == 0:
                continue
            before = layers[at - 1]
            assert isinstance(before, Layer)
            chosen = at % len(ways)
            click(page, states.nth(chosen))
            example = layer.examples[chosen]
            parts = [str(before.examples[source].ways) for source in example.sources]
            assert page.locator(".sources li").all_inner_texts() == parts
            whole = " + ".join(parts) + (f" = {example.ways}" if len(parts) > 1 else "")
            assert page.locator(".adds").inner_text() == whole
        assert isinstance(last, Event)
        page.get_by_role("button", name="To the end").click()
        assert f"Tours: {last.counters.tours}." in page.locator(".event").inner_text()


def test_one_lesson_leads_to_the_next(visitor: Visitor, lessons: ModuleType) -> None:
    titles = [lesson["title"] for lesson in lessons.lessons("en").values()]
    with visitor.page("#view=lessons") as page:
        click(page, page.locator(".card li a").nth(1))
        settled(page)
        click(page, page.get_by_role("button", name="Next", exact=True))
        settled(page)
        click(page, page.get_by_role("link", name=f"Next lesson: {titles[1]}"))
        settled(page)
        assert titles[1] in page.locator(".crumbs").inner_text()
        go(page, visitor, "counting", 3)
        assert page.get_by_role("link", name="Next lesson").count() == 0


def test_the_last_words_open_the_question(
    visitor: Visitor, demos: dict[str, list[dict[str, Any]]]
) -> None:
    with visitor.page("#view=lessons", expected="404") as page:
        for name, screens in demos.items():
            go(page, visitor, name, 3)
            click(page, page.locator(".try a"))
            settled(page)
            hash_ = page.evaluate("Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
            assert screens[2]["tries"].items() <= hash_.items()
            assert page.locator("h1").inner_text() != "Lessons"
        go(page, visitor, "colours", 2)
        click(page, page.locator(".try a"))
        page.locator(".verdict.no").wait_for()
        go(page, visitor, "counting", 3)
        click(page, page.locator(".try a"))
        paths = Tours(Board(5, 5), "path", begin="a1 b3").count()
        page.locator(".stage .on-square", has_text=str(paths)).first.wait_for()
