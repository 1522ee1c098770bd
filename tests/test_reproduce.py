"""The papers' experiments run on a small scale, and confirm the documentation."""

import json

import pytest

from babieca import BadInputError, cli
from babieca.reproduce import Settings, reproduce


def test_gonzalez_every_size_finishes_with_ours() -> None:
    noted: list[str] = []
    tables = reproduce("gonzalez", Settings(timeout=0.02, note=noted.append))
    assert [len(table.rows) for table in tables] == [2, 12]
    assert len(noted) == 14
    for table in tables:
        for record in table.records():
            assert float(str(record["Babieca, s"])) >= 0
    stalled = {r["board"] for r in tables[1].records() if str(r["paper, s"]).startswith(">")}
    assert stalled == {"120x120", "300x450"}
    easy = tables[1].records()[1]
    assert (easy["board"], easy["squares entered"], easy["backtracks"]) == ("8x8", 64, 0)


def test_costa_squares_succeed_and_narrow_rectangles_do_not() -> None:
    tables = {
        table.title: table.records()
        for table in reproduce("costa", Settings(quick=True, largest=20))
    }
    assert all(record["found %"] == 100 for record in tables["Squares"])
    rates = {record["board"]: record["found %"] for record in tables["Rectangles"]}
    assert float(str(rates["5x12"])) < 100
    assert {"Three dimensions", "Four dimensions", "Which criteria"} < set(tables)


def test_the_command_prints_tables_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["reproduce", "gonzalez", "--timeout", "0.01"]
    assert cli.run(command) == 0
    drawn = capsys.readouterr()
    assert "300x450" in drawn.out
    assert "8x8 with Warnsdorff" in drawn.err
    assert cli.run([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tables"][1]["rows"][5]["board"] == "120x120"


def test_bad_input() -> None:
    with pytest.raises(BadInputError, match=r"experiment is one of .*, not 'kasparov'"):
        reproduce("kasparov")
    with pytest.raises(BadInputError, match="samples must be positive"):
        reproduce("costa", Settings(samples=-1))
