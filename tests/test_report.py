"""The page of all experiments: complete after each part; no part is computed twice."""

import re
import xml.etree.ElementTree
from pathlib import Path

import pytest

from babieca import BadInputError
from babieca.reproduce import PARTS, Settings, reproduce_all
from babieca.reproduce.experiments import Part, Table
from babieca.reproduce.report import write_report
from babieca.store import parts_in

CHEAP = [part for part in PARTS if part.name in ("banon-fractions", "sanchez", "caballosec")]


def test_the_page_holds_every_part_and_is_whole(tmp_path: Path) -> None:
    path = write_report(CHEAP, tmp_path / "report", Settings(quick=True), version="1")
    text = path.read_text()
    for part in CHEAP:
        assert f"id='{part.name}'" in text
    assert text.count("<figure>") == 3  # the tours of Sánchez
    assert "0 differ" in text
    assert "52,662" in text
    assert not re.search(r"(src|href)=['\"]https?:", text)  # nothing is loaded from elsewhere
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names))
    for drawing in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        xml.etree.ElementTree.fromstring(drawing)


def test_finished_parts_are_kept_and_others_run_again(tmp_path: Path) -> None:
    ran = []

    def experiment(settings: Settings) -> list[Table]:
        ran.append(settings.seed)
        return [Table("T", ["printed", "ours", "agrees"], [[1, 2, "NO"]])]

    parts = [Part("one", "Paper", experiment)]
    for seed in (0, 0, 1):
        write_report(parts, tmp_path, Settings(seed=seed), version="1")
    assert ran == [0, 1]
    write_report(parts, tmp_path, Settings(seed=1), version="2")
    text = write_report(parts, tmp_path, Settings(seed=0), version="1").read_text()
    assert ran == [0, 1, 1]
    assert "1 differ" in text


def test_an_interrupted_report_says_what_is_to_come(tmp_path: Path) -> None:
    def stop(settings: Settings) -> list[Table]:
        raise KeyboardInterrupt

    parts = [CHEAP[0], Part("next", "Another paper", stop)]
    with pytest.raises(KeyboardInterrupt):
        write_report(parts, tmp_path, Settings(), version="1")
    assert "To come: next" in (tmp_path / "index.html").read_text()
    assert len(parts_in(tmp_path).keys) == 1


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInputError, match="cannot write"):
        reproduce_all(tmp_path / "file", Settings(quick=True))
