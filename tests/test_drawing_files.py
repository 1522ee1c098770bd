"""Pictures as files, charts, tables, and the commands `draw` and `usage`."""

import io
import os
import subprocess
import sys
import xml.etree.ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from babieca import BadInputError, Board, cli, find, formats
from babieca.drawing import charts, draw_frontier, draw_values
from babieca.drawing.saving import ANIMATIONS, PICTURES
from babieca.drawing.tables import Table
from babieca.drawing.text import TRUE_COLOUR, draw_text
from tests import DATA
from tests.commands import run
from tests.test_drawing import OLD, SMALL


@pytest.mark.parametrize(
    "suffix",
    [".svg", ".pdf", ".png", ".gif", ".webp", ".json", ".jsonl", ".txt", ".moves", ".tour", ".npy"],
)
def test_save_by_suffix(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"tour{suffix}"
    SMALL.save(path)
    openings = {".svg": b"<svg", ".pdf": b"%PDF", ".png": b"\x89PNG"}
    openings |= {".gif": b"GIF8", ".webp": b"RIFF"}
    if suffix in openings:
        assert path.read_bytes().startswith(openings[suffix])
    else:
        assert formats.load(path, board=SMALL.board)[0] == SMALL
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("tour.doc", {}, "cannot tell the format"),
        ("tour", {}, "cannot tell the format"),
        ("missing/tour.svg", {}, "cannot write"),
        ("tour.txt", {"style": "line"}, "take no drawing options"),
        ("tour.png", {"speed": 3}, "do not move"),
        ("tour.gif", {"speed": 0}, "speed is 0.01 to 100,000"),
        ("tour.gif", {"speed": float("nan")}, "speed is 0.01 to 100,000"),
        ("tour.gif", {"size": 20_000, "speed": 1}, "too large"),
        ("tour.png", {"size": 90_000}, "too large"),
        ("tour.png", {"size": 3}, "size is 16 to 100,000"),
        ("tour.svg", {"style": "bold"}, "style is one of"),
        ("tour.svg", {"theme": "pink"}, "theme is one of"),
        ("tour.svg", {"view": "above"}, "view is one of"),
        ("tour.svg", {"view": "isometric"}, "three dimensions"),
        ("tour.svg", {"fill": True}, "closed tours"),
        ("tour.gif", {"fill": True}, "an animation shows the line"),
    ],
)
def test_bad_wishes_leave_no_file(
    name: str, options: dict[str, object], message: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInputError, match=message):
        SMALL.save(tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "tour.gif"
    path.write_bytes(b"old")
    with pytest.raises(BadInputError, match="too large an animation"):
        find(Board(200, 200), "path").save(path, speed=1)
    assert path.read_bytes() == b"old"


def test_bad_values() -> None:
    board = Board(3, 3)
    with pytest.raises(BadInputError, match="2 values for the 9 squares"):
        draw_values(board, [1, 2])
    with pytest.raises(BadInputError, match="finite"):
        draw_values(board, {"a1": float("inf"), "b1": 1})
    with pytest.raises(BadInputError, match="off the 3x3 board"):
        draw_values(board, {"z9": 1})
    with pytest.raises(BadInputError, match="does not fit"):
        draw_frontier(board, [0, 0, 0], 3)
    with pytest.raises(BadInputError, match="at most 2500 moves"):
        find(Board(60, 60)).svg(fill=True)


@pytest.mark.parametrize(
    ("module", "wish", "message"),
    [
        ("PIL", "tour.save('t.png')", "pip install pillow"),
        ("PIL", "tour.save('t.gif')", "pip install pillow"),
        ("matplotlib", "charts.growth_chart([1], [2.0])", "pip install matplotlib"),
    ],
)
def test_missing_extras_are_named(module: str, wish: str, message: str, tmp_path: Path) -> None:
    program = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "from babieca import *; from babieca.drawing import charts\n"
        "tour = Tour(Board(1, 1), 'a1'); tour.save('t.svg'); tour.save('t.pdf')\n"
        f"try: {wish}\nexcept BabiecaError as error: print(error)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert message in result.stdout, result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.pdf", "t.svg"]


def test_draw_command(tmp_path: Path) -> None:
    grid = str(DATA / "grid_vazquez_largo.txt")
    assert run("draw", grid, encoding="utf-8").stdout == draw_text(OLD)
    assert run("draw", grid, encoding="ascii").stdout == draw_text(OLD, unicode=False)
    two = formats.dump(OLD) + formats.dump(SMALL)
    both = run("draw", "-", text=two, encoding="utf-8").stdout
    assert both == f"{draw_text(OLD)}\n{draw_text(SMALL)}"
    second = run("draw", "-", "--number", "2", text=two, encoding="utf-8")
    assert second.stdout == draw_text(SMALL)
    out = tmp_path / "t.svg"
    result = run("draw", grid, "-o", str(out), "--style", "line", "--arrows", "--theme", "night")
    assert (result.returncode, result.stdout) == (0, "")
    assert out.read_text() == OLD.svg(style="line", arrows=True, theme="night")
    moving = tmp_path / "t.webp"
    assert run("draw", grid, "-o", str(moving), "--speed", "50", "--size", "100").returncode == 0
    with Image.open(moving) as image:
        assert getattr(image, "n_frames", 1) == 33


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if "COLOR" in name]:
        monkeypatch.delenv(name)
    for environment, colours in (
        ({"COLORTERM": "truecolor"}, TRUE_COLOUR),
        ({"TERM": "xterm-256color"}, 256),
        ({}, 16),
        ({"NO_COLOR": "1"}, 0),
        ({"TERM": "dumb"}, 0),
    ):
        master, slave = os.openpty()
        with monkeypatch.context() as patch, os.fdopen(slave, "w", encoding="utf-8") as screen:
            for name, value in {"TERM": "xterm", **environment}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(formats.dump(SMALL).encode())))
            patch.setattr(sys, "stdout", screen)
            assert cli.run(["draw", "-"]) == 0
            screen.flush()
            shown = os.read(master, 100_000).decode().replace("\r\n", "\n")
        os.close(master)
        assert shown == draw_text(SMALL, colours=colours)
    forced = run("draw", "-", text=formats.dump(SMALL), FORCE_COLOR="3", NO_COLOR="")
    assert forced.stdout.count("\x1b[48;2;") == len(SMALL)


@pytest.mark.parametrize("style", ["auto", "line", "numbers", "both", "map"])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_every_style_is_drawn_in_every_encoding(style: str, encoding: str) -> None:
    grid = str(DATA / "grid_vazquez_largo.txt")
    result = run("draw", grid, "--style", style, encoding=encoding)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == draw_text(OLD, style=style, unicode=encoding == "utf-8")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("draw", "-", "-o", "t.xyz"), "cannot tell the format"),
        (("draw", "-", "-o", "no/such/folder/t.png"), "cannot write"),
        (("draw", "-", "--style", "loud"), "--style is one of auto, line"),
        (("draw", "-", "--theme", "night"), "--theme is for files"),
        (("draw", "-", "--speed", "3"), "--speed is for files"),
        (("draw", "-", "--number", "2"), "there is no tour 2"),
        (("draw", "no-such-file"), "No such file"),
    ],
)
def test_draw_command_refuses_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments, text=formats.dump(SMALL))
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_drawing_demonstrates_itself(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-m", "babieca.drawing", str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    assert "centre      8" in result.stdout
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"chart.svg", *(f"tour{suffix}" for suffix in PICTURES + ANIMATIONS)}


CHARTS: list[Callable[[], charts.Chart]] = [
    lambda: charts.growth_chart([1, 2, 3, 4, 63], [5.0, 4.9, 4.7, 4.6, 1.0]),
    lambda: charts.fractions_chart([str(n) for n in range(20)], [10**n for n in range(20)]),
    lambda: charts.bars_chart(["a", "b"], {"x": [1, 2], "y": [3, 4]}, title="T"),
    lambda: charts.success_chart(["a", "b"], [0, 9], [10, 9]),
]


@pytest.mark.parametrize("make", CHARTS)
def test_charts_show_and_save_themselves(make: Callable[[], charts.Chart], tmp_path: Path) -> None:
    chart = make()
    assert chart.title in chart._repr_svg_()
    assert make().svg() == chart.svg()
    for suffix, opening in ((".svg", b"<?xml"), (".pdf", b"%PDF"), (".png", b"\x89PNG")):
        chart.save(tmp_path / f"chart{suffix}")
        assert (tmp_path / f"chart{suffix}").read_bytes().startswith(opening)
    with pytest.raises(BadInputError, match="cannot write this as"):
        chart.save(tmp_path / "chart.doc")


def test_the_parabola_of_growth_is_that_of_least_squares() -> None:
    steps = list(range(1, 20))
    chart = charts.growth_chart(steps, [5 - 0.25 * n + 0.01 * n * n for n in steps])
    legend = chart.figure.axes[0].get_legend()
    assert legend is not None
    assert legend.get_texts()[0].get_text() == "5.000 -0.2500 n +0.010000 n²"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: charts.growth_chart([1, 2], [1.0]), "1 values for 2 labels"),
        (lambda: charts.fractions_chart(["a"], [1, 2]), "2 values for 1 labels"),
        (lambda: charts.success_chart(["a"], [3], [2]), "3 successes in 2 trials"),
    ],
)
def test_charts_refuse_what_they_cannot_draw(
    make: Callable[[], charts.Chart], message: str
) -> None:
    with pytest.raises(BadInputError, match=message):
        make()


def test_tables_in_every_form() -> None:
    table = Table("T & t", ("board", "tours"), [("6x6", 9862), ("<7x8>", None)])
    assert str(table).splitlines() == ["T & t", "board  tours", "6x6    9 862", "<7x8>      –"]
    root = xml.etree.ElementTree.fromstring(table._repr_html_())
    assert [cell.text for cell in root.findall(".//td")] == ["6x6", "9 862", "<7x8>", "–"]
    assert str(Table("", ("a", "b"), [])) == "a  b"


def test_usage_is_drawn_from_the_shell(tmp_path: Path) -> None:
    path = tmp_path / "usage.svg"
    result = run("usage", "5x6", "-o", str(path))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.startswith(f"wrote {path}: ")
    root = xml.etree.ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert (root.findtext("{*}title") or "") == "Use of moves on the 5x6 board"
    refused = {"usage.doc": (), "usage.png": ("--json",), "usage.pdf": ("--csv",)}
    for name, words in refused.items():
        assert run("usage", "5x6", "-o", str(tmp_path / name), *words).returncode == 2
        assert not (tmp_path / name).exists()
