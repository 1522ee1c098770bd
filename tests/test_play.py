"""The view Play in a real browser: the game, the help it gives, what it keeps and shares."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from babieca import Board, NoTourError, Question, Tours, check, find, rank
from babieca.engines.refuter import refuted
from babieca.reasons import Reason
from tests.browsing import PHONE, Visitor, choose, middle, press, settled, square, until, violations

STATIC = Path(__file__).parent.parent / "src" / "babieca" / "web" / "static"


def said(page: Any, text: str) -> None:
    """Wait until the knight says a text."""
    page.locator(".verdict", has_text=text).wait_for()


def tally(page: Any) -> str:
    return str(page.locator(".bar .count").inner_text())


def seen(page: Any, text: str) -> None:
    """Wait for a message that is on the screen."""
    page.locator(".toast", has_text=text).wait_for()


# The first visit -------------------------------------------------------------------------------


def test_the_page_opens_with_a_small_board_and_a_question(anyone: Visitor) -> None:
    with anyone.page() as page:
        said(page, "Where to?")
        assert tally(page) == "1 / 25"
        assert page.locator(".square.legal").count() == 2
        press(page, "b3")
        until(page, "location.hash.includes('walk=a1+b3')")
        page.locator(".brand").click()
        settled(page)
        assert tally(page) == "2 / 25"


@pytest.mark.parametrize(("motion", "jumps"), [("no-preference", [150]), ("reduce", [])])
def test_the_knight_jumps_unless_the_visitor_wants_no_motion(
    visitor: Visitor, motion: str, jumps: list[int]
) -> None:
    with visitor.page("#view=play&board=5x5&kind=path&walk=a1", motion=motion) as page:
        said(page, "it can still be completed")
        page.evaluate(
            "() => { window.jumps = []; Element.prototype.animate = function (frames, timing) {"
            " window.jumps.push(timing.duration); }; }"
        )
        press(page, "b3")
        assert page.evaluate("window.jumps") == jumps


def test_sound_is_off_until_it_is_turned_on(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=5x5&kind=path&walk=a1") as page:
        page.evaluate(
            "() => { window.tones = 0; window.OscillatorNode = class extends OscillatorNode {"
            " constructor(...all) { super(...all); window.tones += 1; } }; }"
        )
        press(page, "b3")
        assert page.evaluate("window.tones") == 0
        page.get_by_label("Sound").check()
        before = page.evaluate("window.tones")
        press(page, "a5")
        assert page.evaluate("window.tones") == before + 1


# The truth -------------------------------------------------------------------------------------


def test_the_truth_about_a_walk_is_told_after_every_move(anyone: Visitor) -> None:
    verdicts = {True: "it can still be completed", False: "it can no longer be completed"}
    walk = "a1 b3 d2 f1 e3 c4 a5 c6"
    with anyone.page("#view=play&board=6x6&kind=closed") as page:
        for at, name in enumerate(walk.split(), 1):
            press(page, name)
            tours = Tours(Board(6, 6), begin=walk.split()[:at])
            possible = next(tours.list(limit=1), None) is not None
            said(page, verdicts[possible])
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Redo").click()
        assert tally(page) == "8 / 36"
        assert "c6" in page.evaluate("decodeURIComponent(location.hash)")


def test_a_lost_walk_goes_back_to_its_last_good_step(anyone: Visitor) -> None:
    walk = "b3 a1 c2 e3 d5 b4"
    report = check(Board(5, 5), "path", squares=walk)
    assert (report.completable, report.sound) == (False, 0)
    with anyone.page(f"#view=play&board=5x5&kind=path&walk={walk}") as page:
        said(page, "There is no way on from here")
        page.get_by_role("button", name="Begin elsewhere").click()
        assert tally(page) == "0 / 25"
    walk = "a1 b3 d4 c2 e1 d3 b4"
    report = check(Board(5, 5), "path", squares=walk)
    assert report.completable is False
    assert 0 < report.sound < len(walk.split())
    good = walk.split()[report.sound - 1]
    with anyone.page(f"#view=play&board=5x5&kind=path&walk={walk}") as page:
        said(page, f"After step {report.sound} ({good}) it was still possible")
        assert page.locator(".square.sound").get_attribute("data-square") == good
        page.get_by_role("button", name=f"Back to step {report.sound}").press("Enter")
        said(page, "it can still be completed")
        assert page.evaluate("document.activeElement.dataset.square") == good
        assert tally(page) == f"{report.sound} / 25"


def test_a_stuck_knight_says_so_on_the_screen(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=3x4&kind=path&walk=a1 c2 a3") as page:
        press(page, "b1", "d2", "b3")
        said(page, "Where to?")
    with visitor.page("#view=play&board=3x3&kind=path&walk=a1 c2 a3 b1 c3 a2 c1 b3") as page:
        said(page, "I am stuck")


def warnsdorffs(board: Board, kind: Any, walk: list[str]) -> str:
    """Return the next square by Warnsdorff's rule alone, the first one among equals."""
    report = check(board, kind, squares=" ".join(walk))
    moves = [board.name_of(square) for square in report.moves]

    def onward(name: str) -> int:
        further = check(board, kind, squares=" ".join([*walk, name]))
        return len(further.moves)

    return min(moves, key=onward)


@pytest.mark.parametrize("start", ["a1", "c1"])
def test_a_hint_never_walks_into_a_proven_loss(anyone: Visitor, start: str) -> None:
    board, walk = Board(6, 6), [start]
    while check(board, squares=" ".join([*walk, warnsdorffs(board, "closed", walk)])).completable:
        walk.append(warnsdorffs(board, "closed", walk))
    with anyone.page(f"#view=play&board=6x6&walk={' '.join(walk)}") as page:
        said(page, "it can still be completed")
        page.get_by_role("button", name="Hint").click()
        hinted = page.locator(".square.hint").get_attribute("data-square")
        assert check(board, squares=" ".join([*walk, hinted])).completable
        said(page, f"{hinted}")


def test_the_last_move_of_a_tour_has_a_hint(anyone: Visitor) -> None:
    names = find(Board(6, 6)).names
    walk = " ".join(names[:-1])
    with anyone.page(f"#view=play&board=6x6&kind=closed&walk={walk}&numbers=tours") as page:
        page.get_by_text("1 tour goes on from here.").wait_for()
        page.get_by_role("button", name="Hint").click()
        said(page, f"Warnsdorff's rule takes {names[-1]}: 0 moves lead on from there.")
        assert page.locator(".square.hint").get_attribute("data-square") == names[-1]


def test_a_completion_is_shown_a_hint_given_and_w_written(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=5x5&kind=path&walk=a1") as page:
        said(page, "it can still be completed")
        page.get_by_role("button", name="Show how").click()
        assert page.locator(".extras .completion").count() == 24
        page.get_by_role("button", name="Hint").click()
        assert page.locator(".square.hint").get_attribute("data-square") in ("b3", "c2")
        said(page, "Warnsdorff's rule takes")
        assert page.locator(".square.legal").count() == 2
        choose(page, "W")
        labels = {
            name: square(page, name).get_attribute("aria-label") for name in ("b3", "c3", "a5")
        }
        assert labels == {
            "b3": "b3, free, can be reached now, W 6",
            "c3": "c3, free, W 8",
            "a5": "a5, free, W 2",
        }
        press(page, "b3")
        styles = page.locator(".on-square.ways, .on-square.badge").evaluate_all(
            "(all) => all.filter((one) => one.textContent)"
            ".map((one) => [one.classList.contains('badge'), getComputedStyle(one).fontStyle])"
        )
        assert sorted(set(map(tuple, styles))) == [(False, "italic"), (True, "normal")]


# Completions -----------------------------------------------------------------------------------


def shown_tours(page: Any) -> dict[str, str]:
    cells = page.locator(".square.counted").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    return {label.split(",")[0]: label.partition("now, ")[2] for label in cells}


def test_each_next_square_shows_how_many_tours_go_on_there(anyone: Visitor) -> None:
    with anyone.page("#view=play&board=6x6&kind=path&walk=a1") as page:
        choose(page, "tours")
        for walk in ("a1", "a1 b3", "a1 b3 c5"):
            press(page, *walk.split()[1:][-1:])
            table = Tours(Board(6, 6), "path", begin=walk).count_by("first-move")
            wanted = {
                Board(6, 6).name_of(square): f"{number:,} tours" for square, number in table.items()
            }
            page.get_by_text(f"{sum(table.values()):,} tours go on from here.").wait_for()
            assert shown_tours(page) == wanted
        assert (
            page.locator(".square.counted > rect:first-child")
            .first.evaluate("(square) => square.style.fill")
            .startswith("color-mix")
        )


def test_an_empty_board_shows_how_many_paths_begin_on_each_square(anyone: Visitor) -> None:
    with anyone.page("#view=play&board=5x5&kind=path&numbers=tours") as page:
        page.get_by_text("864 paths in all").wait_for()
        label = square(page, "a1").get_attribute("aria-label")
        starts = Tours(Board(5, 5), "path").count_by("start")
        assert label == f"a1, {starts[0, 0]} tours"


def test_completions_of_a_larger_board_are_a_job(anyone: Visitor) -> None:
    with anyone.page("#view=play&board=6x8&kind=closed&walk=a1 b3") as page:
        choose(page, "tours")
        page.get_by_role("button", name="Count the tours").click()
        table = Tours(Board(6, 8), begin="a1 b3").count_by("first-move")
        page.get_by_text(f"{sum(table.values()):,} tours go on from here.").wait_for()
        assert sorted(shown_tours(page).values()) == sorted(f"{n:,} tours" for n in table.values())


# What is kept ----------------------------------------------------------------------------------


def test_a_game_outlives_other_views_and_languages(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=6x6&kind=closed&numbers=w") as page:
        press(page, "a1", "b3", "c5")
        page.get_by_role("button", name="Undo").click()
        until(page, "document.querySelector('.clock').textContent !== '0:00'")
        page.get_by_role("link", name="Lessons").click()
        page.locator(".card h2 a").first.click()
        page.locator(".lesson-head").wait_for()
        page.get_by_role("link", name="Play").click()
        page.locator(".clock").wait_for()
        assert tally(page) == "2 / 36"
        assert page.locator(".clock").inner_text() != "0:00"
        page.get_by_label("Language").select_option("es")
        page.get_by_role("button", name="Rehacer").wait_for()
        assert tally(page) == "2 / 36"
        assert page.locator(".clock").inner_text() != "0:00"
        assert page.get_by_role("radio", name="W", exact=True).is_checked()
        page.get_by_role("button", name="Rehacer").click()
        assert tally(page) == "3 / 36"
        page.reload()
        page.locator(".clock").wait_for()
        assert tally(page) == "3 / 36"


def test_a_new_start_can_be_taken_back(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=5x5&kind=path") as page:
        press(page, "a1", "b3", "a5")
        page.get_by_role("button", name="Start again").click()
        assert tally(page) == "0 / 25"
        page.get_by_role("button", name="Bring the old game back").click()
        assert tally(page) == "3 / 25"


def test_a_link_keeps_the_game_that_it_replaces(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=5x5&kind=path") as page:
        press(page, "a1", "b3", "a5")
        page.goto(f"{visitor.address}/#view=play&board=5x5&kind=path&walk=e5 d3 e1 c2")
        until(page, "document.querySelector('.bar .count').textContent === '4 / 25'")
        page.get_by_role("link", name="Lessons").click()
        page.get_by_role("link", name="Play").click()
        page.locator(".clock").wait_for()
        assert tally(page) == "4 / 25"
        page.goto(f"{visitor.address}/#view=play&board=5x5&kind=path&walk=a1 b3")
        page.get_by_role("button", name="Bring the old game back").click()
        assert tally(page) == "4 / 25"


def test_a_tour_finished_by_keyboard_alone_is_kept_and_numbered(anyone: Visitor) -> None:
    tour = find(Board(3, 4), "path", start="a1")
    with anyone.page("#view=play&board=3x4&kind=path") as page:
        square(page, "a1").focus()
        page.keyboard.press("Enter")
        for here, there in itertools.pairwise(tour.squares):
            for axis, (less, more) in enumerate((("Down", "Up"), ("Left", "Right"))):
                steps = there[axis] - here[axis]
                for _ in range(abs(steps)):
                    page.keyboard.press(f"Arrow{more if steps > 0 else less}")
            page.keyboard.press("Enter")
        said(page, f"It is tour {rank(tour) + 1} of 8.")
        assert page.locator(".kept li").count() == 1
        page.keyboard.press("u")
        assert tally(page) == "11 / 12"
        page.locator(".kept a").click()
        said(page, "Done: all 12 squares")


def test_a_kept_tour_comes_back_with_its_board(anyone: Visitor) -> None:
    board = Board(3, 4, wrap=(False, True), holes=["b2"], leaper=(1, 2))
    tour = find(board, "path")
    names = tour.names
    state = "#view=play&board=3x4&kind=path&wrap=1&holes=b2"
    with anyone.page(f"{state}&walk={' '.join(names[:-1])}") as page:
        press(page, names[-1])
        said(page, "Done: all 11 squares")
        page.goto(f"{anyone.address}/#view=play&board=5x5&kind=path")
        settled(page)
        assert page.locator(".kept a").inner_text() == "3 × 4, path, cylinder, holes b2"
        page.locator(".kept a").click()
        said(page, "Done: all 11 squares")
        assert page.get_by_label("Borders").input_value() == "1"
        assert page.locator(".square.hole").get_attribute("data-square") == "b2"


# Levels and cards ------------------------------------------------------------------------------


def test_every_level_has_a_tour(visitor: Visitor) -> None:
    with visitor.page() as page:
        levels = page.evaluate("import('/js/levels.js').then((module) => module.LEVELS)")
    boards = [tuple(map(int, level["board"].split("x"))) for level in levels]
    assert (boards[0], boards[-1]) == ((3, 4), (8, 8))
    assert {level["kind"] for level in levels} == {"path", "open", "closed"}
    for sides, level in zip(boards, levels, strict=True):
        assert find(Board(*sides), level["kind"])


def test_stars_are_for_no_help_and_no_step_back(visitor: Visitor) -> None:
    names = find(Board(3, 4), "path", start="a1").names
    with visitor.page("#view=play&board=3x4&kind=path") as page:
        press(page, *names[:5])
        page.get_by_role("button", name="Hint").click()
        page.locator(".square.hint").wait_for()
        press(page, *names[5:])
        said(page, "Done: all 12 squares")
        assert "one more star without help" in page.locator("span.won").inner_text()
        assert "step back" not in page.locator("span.won").inner_text()
        page.get_by_role("button", name="Start again").click()
        press(page, *names[:5])
        page.get_by_role("button", name="Undo").click()
        press(page, *names[4:])
        said(page, "Done: all 12 squares")
        assert "without a step back" in page.locator("span.won").inner_text()
        assert "help" not in page.locator("span.won").inner_text()
        # The ladder has the stars of both games, after a reload too.
        page.reload()
        page.locator(".level.done").wait_for()
        won = json.loads(page.evaluate("localStorage.getItem('babieca-levels')"))
        [stars] = won.values()
        assert {"alone", "straight"} <= set(stars)
        page.get_by_role("button", name="Next: 4 × 5, path").click()
        settled(page)
        assert tally(page) == "0 / 20"


def test_a_walk_of_a_link_wins_no_stars(visitor: Visitor) -> None:
    names = find(Board(3, 4), "path", start="a1").names
    with visitor.page(f"#view=play&board=3x4&kind=path&walk={' '.join(names[:-1])}") as page:
        press(page, names[-1])
        said(page, "It is tour")
        assert page.evaluate("localStorage.getItem('babieca-levels')") is None


def test_a_finished_tour_is_a_card_to_share(anyone: Visitor) -> None:
    tour = find(Board(6, 6), start="a1")
    with anyone.page(f"#view=play&board=6x6&walk={' '.join(tour.names)}") as page:
        number = f"Tour {rank(tour) + 1:,} of 9,862"
        said(page, "It is tour")
        page.get_by_role("button", name="Card of this tour").click()
        assert number in page.locator("dialog svg").text_content()
        assert violations(page) == []
        for name, beginning in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
            with page.expect_download() as file:
                page.get_by_role("button", name=f"Download as {name}").click()
            data = Path(file.value.path()).read_bytes()
            assert data.startswith(beginning)
            assert file.value.suggested_filename == f"tour-6x6.{name.lower()}"
            if name == "SVG":
                assert number.encode() in data


# Messages and links ----------------------------------------------------------------------------


def test_feedback_is_on_the_screen(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=5x5&kind=path&walk=a1") as page:
        press(page, "e5")
        seen(page, "The knight cannot go to e5 now.")
        page.goto(f"{visitor.address}/#view=board&board=6x6&tool=through")
        settled(page)
        press(page, "a1")
        seen(page, "From a1; now press the other square of the move.")


@pytest.mark.parametrize("clipboard", [True, False])
def test_a_link_is_copied_or_shown(visitor: Visitor, clipboard: bool) -> None:
    rights: dict[str, Any] = (
        {"permissions": ["clipboard-read", "clipboard-write"]} if clipboard else {}
    )
    with visitor.page("#view=board&board=6x6", **rights) as page:
        if not clipboard:  # as on a page by plain http from another machine
            page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.get_by_role("button", name="Copy a link to this").click()
        if clipboard:
            seen(page, "The link is copied.")
            assert page.evaluate("navigator.clipboard.readText()") == page.url
        else:
            assert page.get_by_label("Link").input_value() == page.url


def test_a_teachers_link_locks_aids(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=5x5&kind=path&walk=a1 b3") as page:
        page.get_by_role("button", name="Share").click()
        assert violations(page) == []
        for aid in ("hints", "W", "“Show how”", "how many tours there are"):
            page.get_by_role("checkbox", name=aid, exact=True).check()
        page.get_by_label("with the moves made so far").uncheck()
        link = page.get_by_label("Link").input_value()
    with visitor.page("#" + link.partition("#")[2]) as page:
        assert tally(page) == "0 / 25"
        press(page, "a1")
        said(page, "it can still be completed")
        names = {*page.locator("button, .choice span").all_inner_texts()}
        assert names.isdisjoint({"Hint", "Show how", "W", "tours"})
        assert {"Undo", "Share"} <= names
        page.keyboard.press("h")
        page.get_by_text("Your teacher's link leaves out some help.").wait_for()
        assert page.locator(".square.hint").count() == 0
        page.get_by_role("link", name="Board").click()
        page.get_by_role("link", name="Play").click()
        page.locator(".clock").wait_for()
        assert page.get_by_role("button", name="Hint").count() == 0


def test_a_double_click_is_one_move(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=5x5&kind=path&walk=a1") as page:
        page.mouse.dblclick(*middle(page, "b3"))
        assert tally(page) == "2 / 25"


def test_touch_moves_the_knight(visitor: Visitor) -> None:
    with visitor.page("#view=play&board=5x5&kind=path", viewport=PHONE, has_touch=True) as page:
        for name in ("a1", "b3"):
            square(page, name).scroll_into_view_if_needed()
            page.touchscreen.tap(*middle(page, name))
        page.get_by_text("2 / 25").wait_for()


# Proofs ----------------------------------------------------------------------------------------


def proofs() -> set[Reason]:
    """Return the proofs of many questions without tours."""
    symmetries = ("half-turn", "quarter-turn", "left-right", "diagonal")
    asked = [
        *(
            Question.ask(Board(m, n), kind)
            for m in range(1, 6)
            for n in range(1, 9)
            for kind in ("closed", "path")
        ),
        *(Question.ask(Board(5, 5), "path", start=start) for start in ("a1", "b1")),
        *(Question.ask(Board(6, 6), "path", start="a1", end=end) for end in ("c3", "b3")),
        *(Question.ask(Board(6, 6), "open", start="a1", end="b3") for _ in range(1)),
        *(
            Question.ask(Board(5, 5), "path", at=at)
            for at in ("a1=1,c1=2", "a1=1,e5=3", "a1=1,d3=2")
        ),
        *(Question.ask(Board(6, 6), at=at) for at in ("a1=1,c1=2", "a1=1,b1=3")),
        *(Question.ask(Board(4, 6), "path", start="c2") for _ in range(1)),
        *(Question.ask(Board(6, 6, leaper=leaper)) for leaper in ((1, 3), (2, 2), (1, 4))),
        *(
            Question.ask(Board(6, 6, holes=holes), kind)
            for kind in ("closed", "path")
            for holes in ("b3", "b3,c2", "b3,d2,c5,a5")
        ),
        *(
            Question.ask(Board(m, n), kind, symmetry=name)
            for m, n in ((6, 6), (6, 8), (8, 8))
            for kind in ("closed", "path")
            for name in symmetries
            if m == n or ("-" in name and not name.startswith("quarter"))
        ),
        *(
            Question.ask(Board(6, 6), begin=walk)
            for walk in ("a1 b3 c5 d3", "a1 b3 a5 c4", "c2 e1 f3 d2", "b1 d2 c4 a3 c2 e3")
        ),
    ]
    reasons = {reason for question in asked if (reason := refuted(question))}
    walks = ("a1 b3 c5 d3 f2", "c3 a2 c1 e2 c3", "a1 c2 e1 f3 d2 b1 a3 c4")
    reports = [check(Board(6, 6), squares=walk) for walk in walks]
    reports.append(check(Board(5, 5), squares=find(Board(5, 5), "path").names))
    reports.append(check(Board(6, 6), squares=find(Board(6, 6), "open").names))
    reports.append(check(Board(6, 6), "open", squares=find(Board(6, 6)).names))
    with pytest.raises(NoTourError) as refusal:
        find(Board(5, 5))
    told = {refusal.value.reason, Reason("all_numberings")}
    return reasons | {report.proof for report in reports if report.proof} | told


def test_the_spanish_page_explains_proofs_in_spanish(visitor: Visitor) -> None:
    with visitor.page("#board=4x8&found=1", expected="404", locale="es-ES") as page:
        page.get_by_text("No hay ninguno: el tablero 4x8 no tiene").first.wait_for()
        told = page.evaluate(
            "(all) => import(new URL('i18n.js', document.scripts[0].src))"
            ".then(({ explain }) => all.map(explain))",
            [reason.to_json() for reason in proofs()],
        )
    assert len(told) > 20
    # The titles of papers stay as they are.
    plain = [re.sub(r" \([^(]+ \d{4}, .+\)$", "", text) for text in told]
    english = (
        " the ",
        " kind ",
        "square",
        "would",
        "board",
        "without",
        "moves",
        " has ",
        " apart ",
    )
    assert [text for text in plain if any(word in f" {text} " for word in english)] == []
