"""The page without a server, from a plain file server: offline, versions, jobs, files."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from babieca import Board, Tour, Tours, count
from babieca.web.words import BODIES
from tests import DOCS, maker
from tests.browsing import Visitor, hosting, press, settled, until, violations
from tests.serving import Served

READY = "navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"
CONTROLLED = "navigator.serviceWorker.controller !== null"


def started(page: Any, text: str = "Start") -> Any:
    """Start a job; return its line."""
    page.get_by_role("button", name=text, exact=True).click()
    return page.locator(".job").first


def test_all_views_work_with_the_network_cut_after_the_first_visit(lonely: Visitor) -> None:
    with lonely.page("#view=lessons", service_workers="allow") as page:
        until(page, READY)
        page.context.set_offline(True)
        page.goto(f"{lonely.address}/#view=lessons&lesson=banon")
        page.reload()
        settled(page)
        assert page.locator(".recorded").first.inner_text().isdecimal()
        page.goto(f"{lonely.address}/#view=explore&board=6x6")
        started(page).locator(".figure", has_text=f"{count('6x6'):,}").wait_for()
        page.goto(f"{lonely.address}/#view=play&board=5x5&kind=path&walk=a1")
        settled(page)
        press(page, "b3")
        until(page, "location.hash.includes('walk=a1+b3')")


def test_a_new_version_replaces_the_old_one_at_the_next_visit(
    static_page: Path, browser: Any, tmp_path: Path
) -> None:
    old, new = "Visit every square once.", "Visit each square just once."
    shutil.copytree(static_page, tmp_path / "page")
    with (
        hosting(tmp_path) as address,
        Visitor(browser, f"{address}/page").page(service_workers="allow") as page,
    ):
        until(page, READY)
        until(page, CONTROLLED)
        version = re.findall("v/([0-9a-f]{16})/", (tmp_path / "page" / "index.html").read_text())[0]
        other = version[::-1]
        folder = tmp_path / "page" / "v"
        (folder / version).rename(folder / other)
        for path in (tmp_path / "page").rglob("*.*"):
            text = path.read_bytes().replace(version.encode(), other.encode())
            path.write_bytes(text.replace(old.encode(), new.encode()))
        page.reload()  # the old version, while the new one is fetched
        page.get_by_text(old).wait_for()
        waiting = "navigator.serviceWorker.getRegistration().then((it) => it.waiting !== null)"
        until(page, waiting)
        page.reload()
        page.get_by_text(new).wait_for()
        settled(page)
        until(page, f"caches.keys().then((names) => names.join() === 'babieca-{other}')")


def test_a_job_shows_its_progress_is_cancelled_kept_and_forgotten(lonely: Visitor) -> None:
    with lonely.page("#view=explore&board=6x6") as page:
        started(page).locator(".figure", has_text="9,862").wait_for()
        line = started(page, "Count all closed tours of the chessboard")
        line.locator("progress[value]").wait_for()
        line.locator(".times", has_text=re.compile("about [0-9]+ s left")).wait_for()
        line.get_by_role("button", name="Cancel").click()
        line.locator(".state", has_text="cancelled").wait_for()
        page.reload()
        page.get_by_role("button", name="Show the result of job 1").click()
        page.locator(".figure", has_text="9,862").wait_for()
        assert violations(page) == []
        page.get_by_role("button", name="Forget job 1").click()
        until(page, "document.querySelectorAll('.job').length === 1")


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [("en-GB", "your own browser computes"), ("es-ES", "calcula tu propio navegador")],
)
def test_what_the_module_cannot_do_is_explained(
    lonely: Visitor, locale: str, sentence: str
) -> None:
    with lonely.page("#view=explore&board=6x6", locale=locale) as page:
        page.get_by_text(sentence).wait_for()
        works = (
            page.locator("select")
            .nth(2)
            .locator("option")
            .evaluate_all("(all) => all.map((one) => one.value)")
        )
        assert works == ["count", "table", "sample"]
        # A link may say a word that needs the server: it is refused by name, and can be taken back.
        page.goto(f"{lonely.address}/#view=board&board=6x6&symmetry=half-turn&found=1")
        refusal = re.compile("(Symmetry.? needs|Simetría.? necesita) Babieca")
        page.get_by_text(refusal).first.wait_for()


def test_the_words_of_the_module_are_words_of_the_library(static_page: Path) -> None:
    (path,) = static_page.glob("v/*/api/openapi.json")
    told = json.loads(path.read_text())
    for address in told["paths"]:
        verb = address.removeprefix("/api/")
        body = told["components"]["schemas"][BODIES[verb].__name__]["properties"]
        assert body.keys() == BODIES[verb].model_fields.keys()
    questions = [
        each for name, each in told["components"]["schemas"].items() if name.endswith("Question")
    ]
    words = [word for question in questions for word in question["properties"].items()]
    absent = {name for name, word in words if word.get("x-absent")}
    assert absent == {"vertices", "edges", "arcs", "labels", "directed", "symmetry", "up_to"}


def test_the_manifest_names_files_that_are_there(static_page: Path) -> None:
    told = json.loads((static_page / "manifest.json").read_text())
    for icon in told["icons"]:
        data = (static_page / icon["src"]).read_bytes()
        side = int.from_bytes(data[16:20], "big")
        assert icon["sizes"] == f"{side}x{side}"
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


def test_no_address_depends_on_the_host_or_its_folder(static_page: Path) -> None:
    page = (static_page / "index.html").read_text()
    named = re.findall(r'(?:href|src)="([^"#]+)"', page)
    assert all((static_page / address).is_file() for address in named)
    listed = re.search(r"const FILES = (\[.*\]);", (static_page / "offline.js").read_text())
    assert listed is not None
    files = json.loads(listed[1])
    assert all((static_page / file).exists() for file in files)
    assert not any("threads/" in file for file in files)


def test_every_link_of_the_documentation_opens_the_page(lonely: Visitor) -> None:
    marker = maker("trying").MARKER
    states = [state for page in DOCS.rglob("*.md") for _, state in marker.findall(page.read_text())]
    assert len(states) > 8
    with lonely.page() as page:
        for state in states:
            page.goto(f"{lonely.address}/#{state}")
            settled(page)
            assert page.locator("main .bad").count() == 0, state
            view = re.findall(r"view=(\w+)", state)[0]
            assert page.locator(f".in-{view} :is(.board, .jobs)").count() > 0, state


ASK = """async ([verb, words]) => {
  const { m } = await import(document.querySelector("script[src$='page.js']").src);
  const failed = ({ message, code, reason }) => ({ error: message, code, reason });
  return m["js/api.js"].ask(verb, words).catch(failed);
}"""
PATHS = {"board": "5x5", "kind": "path"}
WALK = "b3 d4 c2 e1"
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("exists", {"question": {"board": "4x8"}}),
    ("exists", {"question": {"board": "6x6", "kind": "path", "start": "a1"}}),
    ("find", {"question": {"board": "12x14", "start": "c3"}, "seed": 3}),
    ("find", {"question": {"board": "7x7", "holes": ["d4"]}, "seed": 1}),
    ("find", {"question": {"board": "6x6", "through": "a1-b3", "avoiding": "c1-d3"}}),
    ("find", {"question": {"board": "4x8"}}),
    ("find", {"question": {"board": "4x4"}, "longest": True}),
    ("find", {"question": {"board": "5x5", "holes": ["a1"]}, "longest": True}),
    ("find", {"question": {"board": "2x2"}, "longest": True}),
    ("count", {"question": {**PATHS, "start": "a1", "end": "e5"}}),
    ("count", {"question": {"board": "3x5", "wrap": [True, True]}}),
    ("count", {"question": PATHS, "by": "start"}),
    ("count", {"question": {"board": "6x6", "begin": ["a1", "b3"]}, "by": "first-move"}),
    ("count", {"question": {**PATHS, "at": "a1=1,c3=25,c1=15"}}),
    ("unrank", {"question": {"board": "6x6"}, "number": "5000"}),
    ("sample", {"question": {"board": "6x6"}, "limit": 3, "seed": 7}),
    ("rank", {"question": PATHS, "text": Tours("5x5", "path").unrank(100)}),
    ("check", {"text": {"board": "8x8", "kind": "closed", "squares": WALK.split()}}),
    ("check", {"text": {"board": "8x8", "kind": "path", "squares": ["a1", "b3", "c5"]}}),
]
COMPARED = "answer reason source value table by rank of kind squares optimum statistics valid"
COMPARED += " completable proof sound"


def test_the_module_answers_as_the_server_does(served: Served, lonely: Visitor) -> None:
    with lonely.page("#view=lessons") as page:
        for verb, words in QUESTIONS:
            text = words.get("text")
            record = text.to_json() if isinstance(text, Tour) else text
            said = words if text is None else words | {"text": json.dumps(record)}
            answer = page.evaluate(ASK, [verb, said])
            wanted = served.client.post(f"/api/{verb}", json=said).json()
            for here, there in zip(_list(answer), _list(wanted), strict=True):
                fields = {"code", *COMPARED.split()} & there.keys()
                assert fields, there
                assert there.get("error", "").startswith(here.get("error", "")), (verb, words)
                assert {name: here.get(name) for name in fields} == {
                    name: there[name] for name in fields
                }, (verb, words)


def _list(answer: Any) -> list[Any]:
    return answer if isinstance(answer, list) else [answer]


def test_the_module_traces_as_the_library_does(static_page: Path, lonely: Visitor) -> None:
    """The recordings of the lessons were made by the library."""
    (path,) = static_page.glob("v/*/api/status.json")
    recordings = json.loads(path.read_text())["recordings"]
    with lonely.page("#view=lessons") as page:
        for words, file in recordings.items():
            events = page.evaluate(ASK, ["trace", json.loads(words)])
            assert events == json.loads((static_page / file).read_text()), words


def test_pictures_are_made_in_the_browser(lonely: Visitor) -> None:
    tour = Tour("3x4", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3", kind="path")
    with lonely.page() as page:
        files = page.evaluate(
            """async (tour) => {
              const { href } = document.querySelector("link[href$='status.json']");
              const status = await (await fetch(href)).json();
              const later = document.querySelector("script[src$='page.js']").src;
              const { m } = await import(later);
              await import(later.replace("page.js", "later.js"));
              const { drawn } = m["js/picture.js"];
              const made = [];
              for (const [format, style] of [["svg", "both"], ["png", "line"], ["json", ""]]) {
                const words = { text: JSON.stringify(tour), format, style, theme: "night" };
                const { data, name } = await drawn(words, status.themes);
                made.push([name, [...new Uint8Array(await data.arrayBuffer())]]);
              }
              return made;
            }""",
            tour.to_json(),
        )
    made = {name: bytes(data) for name, data in files}
    assert sorted(made) == ["tour-3x4.json", "tour-3x4.png", "tour-3x4.svg"]
    texts = re.findall(r"<text[^>]*>(\d+)</text>", made["tour-3x4.svg"].decode())
    assert texts == [str(step) for step in range(1, 13)]
    assert made["tour-3x4.png"].startswith(b"\x89PNG")
    read = json.loads(made["tour-3x4.json"])
    assert Tour(Board(3, 4), read["squares"], kind="path") == tour
