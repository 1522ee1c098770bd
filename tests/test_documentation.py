"""The documentation builds, is complete, and every block of code in it runs.

Blocks of `python`, `sh` and `console` are run, page by page, in one empty folder each. Only blocks
marked `heavy`, such as `sh heavy`, are left out: they take long, never end or need another machine.
Python sessions with `>>>` are doctests: pytest itself collects them. In the answers of a `console`
block an ellipsis, `…`, stands for any text, and a time or an amount of memory for any other one.
"""

from __future__ import annotations

import doctest
import html
import inspect
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import babieca
from babieca import cli, drawing, formats, public, reproduce
from tests import DOCS, maker
from tests.browsing import hosting

ROOT = DOCS.parent
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
LOADED = re.compile(r"""(?:<link[^>]*href|src|@import|url)\s*[=(]\s*["']?(?:https?:)?//[^"')]+""")
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LANGUAGES = {"python", "pycon", "sh", "console", "text", "json", "js", "bibtex"}
AMOUNT = re.compile(r"(?:[0-9.,]*[0-9] (?:s|bytes|[KMGT]iB)\b|[0-9]+:[0-9]{2}:[0-9]{2})")
PICTURE = re.compile(r"^!\[[^]]*\]\(([^)]+)\)\n\n(.*)$", re.MULTILINE)


class Block(NamedTuple):
    """A block of code of a page."""

    info: str
    code: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text()
    for found in FENCE.finditer(text):
        yield Block(found[1], found[2], text[: found.start()].count("\n") + 1)


def run_python(page: Path) -> str:
    """Return all scripts of a page as one program."""
    scripts = [block for block in blocks(page) if block.info == "python"]
    return "\n".join(block.code for block in scripts if ">>>" not in block.code)


def typed(block: Block) -> list[tuple[str, list[str]]]:
    """Return the commands of a block, each with the lines that it should print."""
    code = block.code.replace("\\\n", " ")
    if block.info == "sh":
        lines = (re.sub(r"(^|\s)#\s.*", "", line).strip() for line in code.splitlines())
        return [(line, []) for line in lines if line]
    commands: list[tuple[str, list[str]]] = []
    for line in code.splitlines():
        if line.startswith("$ "):
            commands.append((re.sub(r"\s#\s.*", "", line[2:]), []))
        else:
            commands[-1][1].append(line)
    return commands


def agrees(said: str, expected: list[str]) -> bool:
    """Whether a command printed the lines of a page, apart from ellipses, times and memory.

    >>> agrees("8 tours, 0.02 s", ["8 tours, 1.5 s"]), agrees("9 tours", ["8 …"])
    (True, False)
    """
    wanted = "\n".join(line.rstrip() for line in expected).strip("\n")
    answered = "\n".join(line.rstrip() for line in said.splitlines()).strip("\n")
    pattern = "".join(
        ".*?"
        if part.strip() == "…"
        else AMOUNT.pattern
        if AMOUNT.fullmatch(part)
        else re.escape(part)
        for part in re.split(rf"( *…|{AMOUNT.pattern})", wanted)
    )
    return re.fullmatch(pattern, answered, re.DOTALL) is not None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with the command on the path."""
    command = tmp_path / "bin" / "babieca"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m babieca "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


Shell = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def shell(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Run a line of the shell; if it is a pipeline of babieca commands, run it in this process."""

    def run(line: str) -> tuple[int, str, str]:
        commands = [shlex.split(part) for part in line.split(" | ")]
        if re.search(r"[<>;&$`*~]", line) or any(words[0] != "babieca" for words in commands):
            result = subprocess.run(
                ["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True
            )
            return result.returncode, result.stdout, result.stderr
        codes, output, errors = [], "", ""
        for words in commands:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(output.encode())))
            codes.append(cli.run(words[1:]))
            output, more = capfd.readouterr()
            errors += more
        return max(codes), output, errors

    return run


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT).with_suffix(""))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_is(page: Path) -> None:
    for block in blocks(page):
        language, *more = block.info.split() or [""]
        if not language.startswith("{"):
            assert language in LANGUAGES, f"line {block.line}: {block.info}"
            assert more in ([], ["heavy"]), f"line {block.line}: {block.info}"
            assert not re.search(r"… (s|bytes|[KMG]iB)\b", block.code), f"line {block.line}"


@pytest.mark.parametrize("page", [page for page in PAGES if run_python(page)], ids=name_of)
def test_scripts_run(page: Path, folder: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", run_python(page)], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


SHELL = [page for page in PAGES if any(block.info in ("sh", "console") for block in blocks(page))]


@pytest.mark.parametrize("page", SHELL, ids=name_of)
def test_commands_run(page: Path, folder: Path, shell: Shell) -> None:
    for block in blocks(page):
        if block.info not in ("sh", "console"):
            continue
        for command, expected in typed(block):
            code, output, errors = shell(command)
            said = output + errors
            if not expected:
                assert code == 0, f"{command}\n{said}"
            elif not agrees(said, expected):
                assert said == "\n".join(expected), command


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_picture_has_its_command_under_it(page: Path) -> None:
    text = page.read_text()
    pictures = PICTURE.findall(text)
    assert len(pictures) == text.count("![")
    for name, below in pictures:
        assert (page.parent / name).exists(), name
        assert re.match(r"`(babieca .* -o \S+|python \S+\.py.*|make \w+)`", below), (
            f"{name}: {below}"
        )


def drawn() -> dict[str, str]:
    """Return the command under each vector picture, by the name of the picture."""
    pictures = [found for page in PAGES for found in PICTURE.findall(page.read_text())]
    return {
        Path(name).name: below.strip("`")
        for name, below in pictures
        if name.endswith(".svg") and below.startswith("`babieca")
    }


@pytest.mark.parametrize("name", drawn())
def test_pictures_are_what_their_commands_draw(name: str, folder: Path, shell: Shell) -> None:
    code, _, errors = shell(drawn()[name])
    assert code == 0, errors
    assert (folder / name).read_bytes() == (DOCS / "pictures" / name).read_bytes()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make site` builds it, without the page."""
    pytest.importorskip("furo")
    made = tmp_path_factory.mktemp("site")
    building = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    result = subprocess.run(
        [*building, "-t", "page", "-d", str(made / ".trees"), str(DOCS), str(made)],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    return made


def test_a_visited_gallery_is_read_without_a_network(site: Path, browser: Any) -> None:
    context = browser.new_context()
    page = context.new_page()
    with hosting(site) as address:
        page.goto(f"{address}/gallery.html")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        shown = page.locator("img").count()
        kept = "caches.open('visited-pages').then(c => c.keys()).then(k => k.length)"
        page.wait_for_function(f"{kept}.then(length => length > {shown})")
    context.set_offline(True)  # the host is gone too
    page.reload()
    drawn = "[...document.images].filter(image => image.naturalWidth > 0).length"
    page.wait_for_function(f"{drawn} === {shown}")
    assert shown > 5
    context.close()


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    pages = sorted(site.rglob("*.html")) + sorted(site.rglob("*.css"))
    assert len(pages) > 10
    for page in pages:
        assert LOADED.findall(page.read_text()) == [], page.name


def test_no_two_headings_are_equal(site: Path) -> None:
    headings = [
        html.unescape(re.sub(r"<[^>]+>", "", heading))
        for page in site.rglob("*.html")
        if page.stem not in ("genindex", "py-modindex", "search")
        for _, heading in re.findall(r"<(h[1-4])>(.*?)</\1>", page.read_text(), re.DOTALL)
    ]
    assert len(headings) > 100
    assert {text for text in headings if headings.count(text) > 1} == set()


def test_the_reference_has_every_public_name(site: Path) -> None:
    shown = (site / "reference" / "python.html").read_text()
    modules = {module.__name__: module for module in (drawing, formats, reproduce)}
    for name in babieca.__all__:
        module: Any = modules.get(f"babieca.{name}")
        names = [f"babieca.{name}"]
        if module is not None:
            names += [f"babieca.{name}.{inner}" for inner in module.__all__]
        for full in names:
            assert f'id="{full}"' in shown or f'id="module-{full}"' in shown, full


def test_every_public_name_is_said() -> None:
    lazily = {"drawing", "formats", "reproduce"}
    loaded = {
        name
        for name, value in vars(public).items()
        if getattr(value, "__module__", "").startswith("babieca.")
    }
    assert {name for name in loaded if name[0] != "_"} | lazily == set(babieca.__all__)


def test_every_public_name_has_an_example() -> None:
    faces = [drawing, formats, reproduce]
    named = [(babieca, name) for name in babieca.__all__]
    named += [(face, name) for face in faces for name in face.__all__]
    for module, name in named:
        value = getattr(module, name)
        # `reproduce_all` takes minutes; the command line and the pages about the papers show it.
        if callable(value) and name != "reproduce_all":
            assert ">>>" in (inspect.getdoc(value) or ""), f"{module.__name__}.{name}"


@pytest.fixture(scope="module")
def commands() -> ModuleType:
    """The module that makes the reference of the command line."""
    return maker("commands")


@pytest.mark.parametrize(
    "name",
    [
        "bundling",
        "commands",
        "docstrings",
        "lessons",
        "notebooks",
        "static_page",
        "trying",
        "typography",
    ],
)
def test_makers_do_what_their_docstrings_say(name: str) -> None:
    assert doctest.testmod(maker(name)).failed == 0


@pytest.mark.parametrize(("language", "page"), [("en", "lessons"), ("es", "es/lecciones")])
def test_the_lessons_are_those_of_the_page(site: Path, language: str, page: str) -> None:
    joined = maker("typography").joined  # puts no-break spaces into numbers
    shown = html.unescape((site / f"{page}.html").read_text())
    lessons = maker("lessons").lessons(language)
    assert len(lessons) == 7
    for lesson in lessons.values():
        assert f"{lesson['title']}<" in shown
        for screen in lesson["screens"]:
            for part in screen.keys() - {"touch"}:
                assert joined(screen[part]) in shown


def test_the_reference_has_every_command_and_every_word(site: Path, commands: ModuleType) -> None:
    shown = (site / "reference" / "commands.html").read_text().replace("\N{NO-BREAK SPACE}", " ")
    for name, command in commands.commands().items():
        assert f">babieca {name}<" in shown
        assert commands.examples(command), name
        for word in command.params:
            assert word.help.split(":")[0].replace("'", "&#39;") in shown or word.help in shown
            assert all(f">{part}<" in shown for part in word.opts if part.startswith("-"))


def test_every_command_is_run_on_some_page(commands: ModuleType) -> None:
    run = " ".join(
        command
        for page in SHELL
        for block in blocks(page)
        if block.info in ("sh", "console")
        for command, _ in typed(block)
    )
    missing = {name for name in commands.commands() if f"babieca {name} " not in run}
    assert missing == {"serve"}  # `serve` never ends


def test_the_examples_of_the_help_can_be_typed(commands: ModuleType) -> None:
    known = commands.commands()
    for command in known.values():
        for example in commands.examples(command):
            for part in example.split(" | "):
                words = shlex.split(part)[1:]
                name = next(n for n in (" ".join(words[:2]), words[0]) if n in known)
                known[name].make_context(name, words[len(name.split()) :])
