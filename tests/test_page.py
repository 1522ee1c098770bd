"""The page, clicked through in a real browser: find, play, watch, count, learn."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from babieca import Board, Event, Tour, Tours
from tests.browsing import PHONE, Visitor, choose, press, settled, until, violations


def scrub(page: Any, to: int) -> None:
    page.locator(".scrub").fill(str(to))


# The board -------------------------------------------------------------------------------------


def shown_numbers(page: Any) -> list[int]:
    return [int(text) for text in page.locator(".stage .on-square").all_text_contents() if text]


def test_a_tour_is_found_shown_and_stepped_through(anyone: Visitor) -> None:
    with anyone.page("#board=6x6", motion="no-preference") as page:
        page.get_by_role("button", name="Find a tour").click()
        page.get_by_text("A tour of 36 squares").first.wait_for()
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="To the end").click()
        assert sorted(shown_numbers(page)) == [*range(1, 37)]
        page.get_by_role("button", name="To the beginning").click()
        page.get_by_role("button", name="One step on").click()
        page.get_by_role("button", name="One step on").click()
        assert sorted(shown_numbers(page)) == [1, 2]
        page.get_by_role("button", name="One step back").click()
        assert shown_numbers(page) == [1]
        scrub(page, 20)
        assert sorted(shown_numbers(page)) == [*range(1, 21)]
        page.get_by_role("button", name="Play").click()
        until(page, "Number(document.querySelector('.scrub').value) > 22")


def test_wishes_are_clicked_and_obeyed(anyone: Visitor) -> None:
    with anyone.page("#board=6x6&kind=path") as page:
        press(page, "c3")
        settled(page)
        for tool, squares in (
            ("end", ["f5"]),
            ("forced move", ["a1", "b3"]),
            ("holes", ["d4", "e5"]),
        ):
            choose(page, tool)
            press(page, *squares)
            settled(page)
        # Holes make another board, so the other words are removed.
        assert page.evaluate("location.hash").count("start") == 0
        press(page, "d4", "e5")
        settled(page)
        choose(page, "beginning")
        press(page, "c3", "d5")
        settled(page)
        choose(page, "end")
        press(page, "f5")
        settled(page)
        for tool, squares in (("forced move", ["a1", "b3"]), ("forbidden move", ["c1", "d3"])):
            choose(page, tool)
            press(page, *squares)
            settled(page)
        page.get_by_role("button", name="Find a tour").click()
        page.get_by_text("A tour of 36 squares").first.wait_for()
        tour = downloaded(page)
        asked = Tours(
            Board(6, 6), "path", begin="c3 d5", end="f5", through="a1-b3", avoiding="c1-d3"
        )
        assert tour in asked
        link = page.url
    with anyone.page("#" + link.partition("#")[2]) as page:
        page.get_by_text("A tour of 36 squares").first.wait_for()
        assert downloaded(page) == tour


def test_every_square_below_a_tour_takes_a_click(visitor: Visitor) -> None:
    with visitor.page("#board=8x8&found=1") as page:
        page.get_by_text("A tour of 64 squares").first.wait_for()
        dead = page.evaluate(
            """() => [...document.querySelectorAll(".stage [data-square]")].filter((square) => {
              const { x, y, width, height } = square.firstChild.getBoundingClientRect();
              const top = document.elementFromPoint(x + width / 2, y + height / 2);
              return !square.contains(top);
            }).length"""
        )
        assert dead == 0
        press(page, "d4")
        until(page, "location.hash.includes('start=d4')")


def test_the_sizes_on_offer_have_tours(visitor: Visitor) -> None:
    with visitor.page("#view=board") as page:
        for size in page.locator(".setup + .chips button").all_inner_texts()[:3]:
            page.get_by_role("button", name=size, exact=True).click()
            settled(page)
            page.get_by_role("button", name="Find a tour").click()
            page.locator(".answer strong", has_text="A tour of").wait_for()


@pytest.mark.parametrize("view", ["board", "play"])
def test_a_board_that_cannot_be_drawn_is_refused(anyone: Visitor, view: str) -> None:
    with anyone.page(f"#view={view}&board=4x4x4") as page:
        page.get_by_text("4x4x4 has another number of sides").wait_for()
        assert page.locator(".board").count() == 0
        page.get_by_role("link", name="Take the usual board").click()
        page.locator(".stage .board").wait_for()


def test_a_word_with_one_value_can_be_chosen(visitor: Visitor) -> None:
    with visitor.page("#view=board") as page:
        assert page.locator("details label", has_text="up to").count() == 0  # find does not take it
    with visitor.page("#board=5x6&view=explore") as page:
        choice = page.locator("details label", has_text="up to").locator("select")
        assert choice.locator("option").all_text_contents() == ["—", "symmetry"]
        page.locator("details", has_text="up to").locator("summary").first.click()
        choice.select_option("symmetry")
        settled(page)
        assert "up_to=symmetry" in page.url
        page.get_by_role("button", name="Start", exact=False).first.click()
        page.get_by_text("closed tours of 5x6, up to symmetry").first.wait_for()
        page.get_by_role("button", name="What would it take?").click()
        page.get_by_text("slots").first.wait_for()
        for work in ("How often each move is used", "Table: paths by start"):
            page.locator("select", has_text="Draw tours at random").select_option(work)
            assert page.locator("details label", has_text="up to").count() == 0
            page.get_by_role("button", name="Start", exact=True).click()
            page.locator(".job.done .what", has_text=work).wait_for()


def test_a_word_that_the_server_declares_appears_in_the_forms(visitor: Visitor) -> None:
    """The page knows nothing of the words `rhyme` and `luck`: it reads them from the schema."""
    sent: list[Any] = []

    def with_new_words(route: Any) -> None:
        schema = route.fetch().json()
        bodies = schema["components"]["schemas"]
        find = schema["paths"]["/api/find"]["post"]["requestBody"]["content"]["application/json"]
        body = bodies[find["schema"]["$ref"].rpartition("/")[2]]["properties"]
        question = bodies[body["question"]["$ref"].rpartition("/")[2]]["properties"]
        rhyme, luck = {"x-kind": "text", "type": "string"}, {"x-kind": "number", "type": "integer"}
        question["rhyme"] = {**rhyme, "description": "A rhyme of squares."}
        body["luck"] = {**luck, "minimum": 1, "description": "How lucky to be."}
        route.fulfill(json=schema)

    with visitor.page("#board=6x6", expected="422") as page:
        page.route("**/api/openapi.json", with_new_words)
        page.on(
            "request", lambda asked: sent.append(asked.post_data_json) if asked.post_data else 0
        )
        page.reload()
        settled(page)
        for panel, help, text in (
            ("Tour", "How lucky to be.", "7"),
            ("Wishes", "A rhyme of squares.", "c3 d3"),
        ):
            box = page.locator(".panel", has=page.get_by_role("heading", name=panel, exact=True))
            box.locator("details:not([open]) summary").click()
            box.get_by_label(help).fill(text)
            box.get_by_label(help).press("Enter")
            settled(page)
        page.get_by_text("A rhyme of squares.: c3 d3").wait_for()
        page.get_by_role("button", name="Find a tour").click()
        page.get_by_text("No answer:").first.wait_for()
        assert (sent[-1]["luck"], sent[-1]["question"]["rhyme"]) == (7, "c3 d3")


def downloaded(page: Any) -> Tour:
    with page.expect_download() as file:
        page.get_by_role("button", name="Download as JSON").click()
    record = json.loads(Path(file.value.path()).read_text())
    return Tour(Board.from_json(record), record["squares"], kind=record["kind"])


def test_every_file_can_be_taken_home_in_every_theme(visitor: Visitor) -> None:
    beginnings = {"SVG": b"<", "PNG": b"\x89PNG", "GIF": b"GIF8", "PDF": b"%PDF", "JSON": b"{"}
    with visitor.page("#board=5x6&found=1") as page:
        for theme in ("paper", "night", "print"):
            page.get_by_label("Colours").select_option(theme)
            page.get_by_text("A tour of 30 squares").first.wait_for()
            ground = page.locator(".stage .board").evaluate(
                "(board) => board.style.getPropertyValue('--board-light')"
            )
            assert ground == {"paper": "#faf7f1", "night": "#23252f", "print": "#ffffff"}[theme]
        for look, words, lines in (("numbers", 30, 0), ("lines", 0, 1), ("both", 30, 1)):
            choose(page, look)
            settled(page)
            assert len(shown_numbers(page)) == words
            assert (page.locator(".stage .lines path").count() > 0) == bool(lines)
        for name, beginning in beginnings.items():
            with page.expect_download() as file:
                page.get_by_role("button", name=f"Download as {name}").click()
            assert Path(file.value.path()).read_bytes().startswith(beginning), name
            assert file.value.suggested_filename == f"tour-5x6.{name.lower()}"


@pytest.mark.parametrize(
    ("state", "squares"),
    [
        ("#board=40x40&found=1&look=both", 1600),
        ("#board=5x5&wrap=0,1&found=1", 25),
        ("#board=10x10&leaper=1,4&found=1", 100),
    ],
)
def test_other_boards_pieces_and_borders(anyone: Visitor, state: str, squares: int) -> None:
    with anyone.page(state) as page:
        page.get_by_text(f"A tour of {squares} squares").first.wait_for()
        assert len(shown_numbers(page)) == squares


def test_a_method_is_chosen_by_the_link(visitor: Visitor) -> None:
    with visitor.page("#board=8x8&kind=path&found=1&method=warnsdorff&seed=3") as page:
        page.get_by_text("found by the method warnsdorff").first.wait_for()


def test_a_large_board_shows_no_numbers_unless_they_are_asked_for(visitor: Visitor) -> None:
    with visitor.page("#board=17x18&found=1") as page:
        page.get_by_text("A tour of 306 squares").first.wait_for()
        assert page.get_by_role("radio", name="lines", exact=True).is_checked()
        assert shown_numbers(page) == []
        choose(page, "numbers")
        settled(page)
        assert len(shown_numbers(page)) == 306


def test_what_is_impossible_is_said_with_its_proof(anyone: Visitor) -> None:
    with anyone.page("#board=4x8&found=1", expected="404") as page:
        page.get_by_text("no closed tour (Schwenk 1991").first.wait_for()


@pytest.mark.parametrize(
    ("state", "total", "skipped", "tours"),
    [
        ("#board=4x4", 14, "It skips 2 squares.", 16),
        ("#board=3x3", 8, "It skips 1 square.", 1),
        ("#board=5x5&start=c3", 24, "It skips 1 square.", 120),  # the start is the one skipped
        ("#board=4x4&kind=path", 15, "It skips 1 square.", 160),
    ],
)
def test_the_longest_tour_is_asked_for_where_there_is_none(
    anyone: Visitor, state: str, total: int, skipped: str, tours: int
) -> None:
    with anyone.page(state, expected="404") as page:
        page.get_by_role("button", name="Find a tour").click()
        page.get_by_text("There is none:").first.wait_for()
        page.get_by_role("button", name="Find the longest").click()
        page.get_by_text(f"A tour of {total} squares").first.wait_for()
        said = page.locator(".answer").inner_text()
        assert f"{skipped} None is longer (proved). Tours of this length: {tours}." in said
        page.get_by_role("button", name="To the end").click()
        assert sorted(shown_numbers(page)) == [*range(1, total + 1)]
        found = downloaded(page)
        assert len(found) == total
        assert found.board is not None
        assert len(found.board) == total
        assert page.get_by_role("button", name="Another").count() == 0
        names = page.locator(".stage [data-square][aria-label$=skipped]")
        left_out = names.evaluate_all("(all) => all.map((one) => one.dataset.square)")
        whole = Board(*found.board.sides)
        assert sorted(left_out) == sorted(map(whole.name_of, found.board.holes))
        link = page.url
    with anyone.page("#" + link.partition("#")[2]) as page:
        page.get_by_text(f"A tour of {total} squares").first.wait_for()


def test_a_longest_tour_of_a_wide_board(visitor: Visitor, lonely: Visitor) -> None:
    with visitor.page("#board=7x7&longest=yes&found=1") as page:
        page.get_by_text("It skips 1 square. None is longer (proved).").first.wait_for()
        assert len(shown_numbers(page)) == 48
    with lonely.page("#board=7x7&longest=yes&found=1") as page:
        page.get_by_text("a board this wide needs Babieca on a computer").first.wait_for()


# Watch -----------------------------------------------------------------------------------------


def counters(page: Any, lane: str) -> dict[str, str]:
    box = page.locator(f"[data-lane={lane}] .counters div")
    return dict(text.split("\n") for text in box.all_inner_texts())


def test_two_methods_race_and_end_as_the_library_does(anyone: Visitor) -> None:
    with anyone.page("#view=watch&lanes=stack;banon&board=6x6&kind=path&start=a1") as page:
        until(page, "Number(document.querySelector('.scrub').max) > 1000")
        board = page.locator(".lane .board").first
        before = board.bounding_box()
        page.get_by_role("button", name="To the end").click()
        tours = Tours(Board(6, 6), "path", start="a1")
        *_, last = tours.trace(rules="banon")
        found = tours.find_report(method="backtrack").statistics
        assert counters(page, "stack")["squares entered"] == f"{found['nodes']:,}"
        assert counters(page, "banon") == {
            "squares entered": f"{last.counters.nodes:,}",  # type: ignore[union-attr]
            "steps back": f"{last.counters.backtracks:,}",  # type: ignore[union-attr]
            "restarts": "0",
            "on the walk": "36",
        }
        assert page.locator(".lane.ended").count() == 2
        assert board.bounding_box() == before


def test_islands_and_dangling_squares_are_marked(anyone: Visitor) -> None:
    tours = Tours(Board(6, 6), "path", start="a1")
    events = [*tours.trace(3000, rules="banon")]
    at = next(at for at, event in enumerate(events) if event.what == "island")  # type: ignore[union-attr]
    island = events[at]
    with anyone.page("#view=watch&lanes=banon&board=6x6&kind=path&start=a1") as page:
        until(page, "Number(document.querySelector('.scrub').max) > 1000")
        scrub(page, at + 1)
        marked = page.locator(".square.island").evaluate_all(
            "(cells) => cells.map((cell) => cell.dataset.square)"
        )
        names = [Board(6, 6).name_of(label) for label in island.squares]  # type: ignore[union-attr]
        assert sorted(marked) == sorted(names)
        assert "can never be entered" in page.locator(".event").inner_text()
        page.get_by_role("button", name="Play").click()
        until(page, f"Number(document.querySelector('.scrub').value) > {at + 3}")


def test_forced_moves_are_rails_that_the_knight_rides(anyone: Visitor) -> None:
    tours = Tours(Board(6, 6), "path", start="a1")
    events = [event for event in tours.trace(rules="default") if isinstance(event, Event)]
    at = next(at for at, event in enumerate(events) if event.what == "ride")
    rails = [event for event in events[:at] if event.what == "joined"]
    assert all(event.what != "backtrack" for event in events[:at])
    with anyone.page("#view=watch") as page:
        page.get_by_role("button", name="Forced moves all over the board").click()
        page.locator(".lanes.of2").wait_for()
        until(page, "Number(document.querySelector('.scrub').max) > 1000")
        scrub(page, at)
        drawn = [event for event in rails if "apex" not in event.squares]
        assert page.locator("[data-lane=forced] .rail").count() == len(drawn)
        assert counters(page, "forced")["on the walk"] == str(events[at - 1].depth)
        scrub(page, at + 1)
        assert counters(page, "forced")["on the walk"] == str(events[at].depth)
        page.get_by_role("button", name="To the end").click()
        nodes = events[-1].counters.nodes
        assert counters(page, "forced")["squares entered"] == f"{nodes:,}"


def test_the_four_criteria_stand_side_by_side(visitor: Visitor) -> None:
    with visitor.page("#view=watch") as page:
        page.get_by_role("button", name="Four criteria side by side").click()
        page.locator(".lanes.of4").wait_for()
        until(page, "Number(document.querySelector('.scrub').max) > 60")
        scrub(page, 60)
        assert page.locator(".lane").count() == 4
        assert page.get_by_text("nearest a corner", exact=True).count() >= 2
        assert all(counters(page, lane)["on the walk"] == "60" for lane in ("degree", "edge"))
        page.get_by_role("button", name="Remove method 4").click()
        page.locator(".lanes.of3").wait_for()


def test_a_phone_shows_a_race_side_by_side(visitor: Visitor) -> None:
    race = "#view=watch&lanes=stack;plain&board=6x6&kind=path&start=a1"
    with visitor.page(race, viewport={"width": 390, "height": 844}) as page:
        page.get_by_role("button", name="Play").scroll_into_view_if_needed()
        boards = [page.locator(".lane .board").nth(lane).bounding_box() for lane in (0, 1)]
        controls = page.locator(".player").bounding_box()
        assert boards[0]["y"] == boards[1]["y"]
        assert boards[0]["x"] + boards[0]["width"] <= boards[1]["x"]
        assert controls["y"] >= 0
        assert max(box["y"] + box["height"] for box in (*boards, controls)) <= 844


def test_two_knights_stand_opposite(anyone: Visitor) -> None:
    with anyone.page("#view=watch&lanes=knights") as page:
        until(page, "Number(document.querySelector('.scrub').max) > 30")
        scrub(page, 12)
        places = page.locator(".knight").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('transform'))"
        )
        spots = [[float(x) for x in re.findall(r"[\d.]+", place)[:2]] for place in places]
        assert [a + b for a, b in zip(*spots, strict=True)] == [8.0, 8.0]


def test_the_sweep_ends_with_the_count(anyone: Visitor) -> None:
    with anyone.page("#view=watch&lanes=sweep&board=5x6") as page:
        until(page, "Number(document.querySelector('.scrub').max) > 30")
        scrub(page, 14)
        assert page.locator(".square.slot").count() == 9
        bows = page.locator(".extras .fragment").count()
        assert bows > 0
        page.get_by_role("button", name=re.compile("^2: ")).click()
        assert page.locator("[aria-pressed=true]").inner_text().startswith("2:")
        page.get_by_role("button", name="To the end").click()
        assert "Tours: 8." in page.locator(".event").inner_text()


# Count and explore -----------------------------------------------------------------------------


def test_jobs_are_started_shown_kept_and_forgotten(visitor: Visitor) -> None:
    with visitor.page("#view=explore&board=6x6") as page:
        for work, seen in (("Count", "9,862"), ("How often each move is used", "a1-c2")):
            page.get_by_label("Work").select_option(work)
            page.get_by_role("button", name="Start", exact=True).click()
            page.locator(".job").first.locator(".result", has_text=seen).wait_for()
        assert page.locator(".extras path").count() == 80
        page.get_by_label("Work").select_option("Draw tours at random")
        page.get_by_role("button", name="Start", exact=True).click()
        page.locator(".gallery .board").nth(5).wait_for()
        page.get_by_role("button", name="What would it take?").click()
        page.get_by_text("12 slots").wait_for()
        page.reload()
        page.get_by_role("button", name=re.compile("Show the result")).last.click()
        page.locator(".figure", has_text="9,862").wait_for()
        rows = page.locator(".job").count()
        page.get_by_role("button", name=re.compile("Forget job")).first.click()
        until(page, f"document.querySelectorAll('.job').length === {rows - 1}")


def test_a_long_job_shows_how_far_it_is_and_is_cancelled(visitor: Visitor) -> None:
    with visitor.page("#view=explore&board=7x30") as page:
        page.get_by_role("button", name="Start", exact=True).click()
        first = page.locator(".job").first
        first.locator(".state", has_text="running").wait_for()
        first.locator("progress[value]").wait_for()
        first.get_by_role("button", name="Cancel").click()
        first.locator(".state", has_text="cancelled").wait_for()


def test_every_work_has_its_words(visitor: Visitor) -> None:
    with visitor.page("#view=explore&board=5x6") as page:
        work = page.get_by_role("combobox", name="Work")
        names = work.locator("option").all_text_contents()
        assert "What each rule is worth" in names
        for name in names:
            work.select_option(label=name)
            assert page.locator(".panel details label").count() > 0, name


def test_a_refused_job_says_why(anyone: Visitor) -> None:
    with anyone.page("#view=explore&board=5x5&kind=closed") as page:
        page.get_by_label("Work").select_option("Draw tours at random")
        page.get_by_role("button", name="Start", exact=True).click()
        page.locator(".job.failed .bad").wait_for()


# For everyone ----------------------------------------------------------------------------------


def test_strange_addresses_are_made_sense_of(anyone: Visitor) -> None:
    strange = {
        "#board=999x999": "40",
        "#board=<b>&leaper=0,0&holes=q9&kind=<i>&method=<u>&seed=x": "8",
        "#view=play&board=3x3&walk=a1 c3 b3": "1 / 9",
        "#view=watch&lanes=none;<b>&start=zz": "Four criteria",
        "#view=lessons&lesson=none&screen=9": "Two knights at once",
        "#view=toString": "Your own board",
        "#view=watch&lanes=toString": "Four criteria",
        "#board=6x6&look=toString&picture=toString&found=1": "A tour of 36 squares",
    }
    with anyone.page(expected="404") as page:
        for state, seen in strange.items():
            page.goto(f"{anyone.address}/{state}")
            settled(page)
            values = page.locator("main input").evaluate_all("(all) => all.map((one) => one.value)")
            assert seen in page.locator("main").inner_text() or seen in values, state


def test_the_page_speaks_both_languages_and_keeps_the_choice(visitor: Visitor) -> None:
    with visitor.page("#view=board") as page:
        assert page.locator("h1").inner_text() == "Board"
        page.get_by_label("Language").select_option("es")
        page.get_by_role("heading", name="Tablero", level=1).wait_for()
        assert page.evaluate("document.documentElement.lang") == "es"
        page.reload()
        page.get_by_role("heading", name="Tablero", level=1).wait_for()
        page.goto(f"{visitor.address}/#view=explore&board=5x6&kind=path")
        page.get_by_role("button", name="Empezar", exact=True).click()
        page.locator(".result th", has_text="método").wait_for()
        page.locator(".side select").first.select_option("table")
        page.get_by_role("button", name="Empezar", exact=True).click()
        page.locator(".result .board").wait_for()
        numbers = page.locator(".result .on-square")
        assert numbers.first.text_content() == "4\u202f542"
        assert max(numbers.evaluate_all("(all) => all.map((one) => one.getBBox().width)")) < 1


def test_all_languages_say_everything() -> None:
    texts = Path(__file__).parent.parent / "src" / "babieca" / "web" / "static" / "texts"
    said = {}
    for file in texts.glob("??.js"):
        lines = re.findall(r'^  "?([^":]+)"?:\s+(".*"),$', file.read_text(), re.M)
        said[file.stem] = {key: json.loads(text) for key, text in lines}
    assert {"en", "es"} <= said.keys()
    for language, translated in said.items():
        assert translated.keys() == said["en"].keys(), language
        for key, text in translated.items():
            values = [sorted(re.findall(r"\{\w+\}", each)) for each in (text, said["en"][key])]
            assert values[0] == values[1], (language, key)


STATES = [
    "#board=6x6&found=1&start=c3",
    "#board=4x4&found=1&longest=yes",
    "#view=play&board=5x5&kind=path&walk=a1 b3 a5&numbers=w",
    "#view=play&board=5x5&kind=path&walk=a1 b3&numbers=tours",
    "#view=play&board=3x4&kind=path&walk=a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3",
    "#view=watch&lanes=stack;warnsdorff&board=5x5&kind=path&start=a1",
    "#view=watch&lanes=sweep&board=3x4&kind=path",
    "#view=watch&lanes=banon;forced&board=6x6&kind=path&start=a1",
    "#view=explore&board=5x6",
    "#view=lessons",
    "#view=lessons&lesson=banon&screen=1",
    "#view=lessons&lesson=counting&screen=2",
]


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(visitor: Visitor, state: str) -> None:
    with visitor.page(state, color_scheme="light") as page:
        assert violations(page) == []
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
        until(page, "document.documentElement.dataset.light === 'dark'")
        settled(page)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_reduced_motion_shows_the_whole_tour_at_once(visitor: Visitor) -> None:
    with visitor.page("#board=6x6") as page:
        page.get_by_role("button", name="Find a tour").click()
        page.get_by_text("A tour of 36 squares").first.wait_for()
        assert len(shown_numbers(page)) == 36


def test_the_keyboard_reaches_everything(visitor: Visitor) -> None:
    with visitor.page("#board=5x6") as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.square") == "a1"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        until(page, "location.hash.includes('start=b2')")
        settled(page)
        assert page.evaluate("document.activeElement.dataset.square") == "b2"
        names = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            names.add(page.evaluate("document.activeElement.textContent"))
        assert {"Find a tour", "Another", "Play", "Copy a link to this"} <= names


def test_scripts_that_are_not_the_servers_do_not_run(visitor: Visitor) -> None:
    with visitor.page(expected="Content Security Policy") as page:
        page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'),"
            " { textContent: 'window.ran = true' }))"
        )
        assert page.evaluate("window.ran") is None
