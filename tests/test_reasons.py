"""Reasons: every code has a sentence in every language, and Python and the page write the same."""

import ast
import itertools
import json
import pickle
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import babieca
from babieca import Board, NoTourError, _core, find
from babieca.cli import run
from babieca.errors import BabiecaError
from babieca.processes import RefusedError
from babieca.reasons import CATALOGUES, LANGUAGES, Reason, catalogue, sentence, speak
from babieca.web.history import Job

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("reasons.json").read_text())
PACKAGE = Path(babieca.__file__).parent


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    yield
    speak("en", str)


def made(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    arguments = {name: made(one) for name, one in value["arguments"].items()}
    return Reason(value["code"], value.get("source"), **arguments)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences(language: str) -> None:
    speak(language, "<{}>".format)
    for case in CASES:
        assert made(case["reason"]) == case[language]


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node")
def test_the_page_writes_the_same_sentences() -> None:
    script = f"""
    import {{ sentence }} from "{(CATALOGUES.parent / "js" / "reasons.js").as_uri()}";
    import {{ readFileSync }} from "node:fs";
    const word = (name) => `<${{name}}>`;
    const told = JSON.parse(readFileSync(0)).map(({{ reason }}) =>
      {json.dumps(LANGUAGES)}.map((language) => sentence(reason, language, word)));
    console.log(JSON.stringify(told));"""
    command = ["node", "--experimental-default-type=module", "--input-type=module", "-e", script]
    ran = subprocess.run(command, input=json.dumps(CASES), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == [[case[one] for one in LANGUAGES] for case in CASES]


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{((?:word:|:)?\w+)", text))


def test_every_code_has_a_sentence_in_every_language() -> None:
    english = catalogue("en")
    for language in LANGUAGES:
        known = {code: text for code, text in catalogue(language).items() if "name:" not in code}
        assert known.keys() == english.keys()
        assert {code: holes(text) for code, text in known.items()} == {
            code: holes(text) for code, text in english.items()
        }
    core = {*_core.reason_codes} - {"none"}
    assert core - english.keys() == set()
    files = itertools.chain(PACKAGE.rglob("*.py"), (PACKAGE / "web").rglob("*.js"))
    source = "".join(path.read_text() for path in files if path.parent != CATALOGUES)
    made_here = {code for code in english if re.search(f"""['"]{re.escape(code)}['"]""", source)}
    formed = {code for code in english if code.startswith("counted_")}
    assert english.keys() - core - made_here - formed == set()
    written = set(re.findall(r'\bReason\(\s*"([\w-]+)"', source))
    assert written - english.keys() == set()


def test_every_name_in_a_catalogue_is_a_name_in_the_library() -> None:
    source = "".join(path.read_text() for path in PACKAGE.rglob("*.py"))
    core = Path(__file__).parent.parent / "cpp" / "core" / "questions"
    source += "".join(path.read_text() for path in core.glob("*.cpp"))
    for language in LANGUAGES:
        names = [code[5:] for code in catalogue(language) if code.startswith("name:")]
        assert [name for name in names if not re.search(rf"(?<!\w){name}\b", source)] == []


def _errors() -> dict[str, type[BaseException]]:
    """The errors of the package by name."""
    kinds: list[type[BaseException]] = [BabiecaError, RefusedError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {kind.__name__: kind for kind in kinds}


def _is_sentence(text: ast.expr) -> bool:
    called = text.func if isinstance(text, ast.Call) else None
    return (
        isinstance(text, ast.JoinedStr | ast.BinOp)
        or (
            isinstance(text, ast.Constant)
            and isinstance(text.value, str)
            and text.value not in catalogue("en")
        )
        or (isinstance(called, ast.Name) and called.id == "str")
    )


def test_every_state_of_a_job_has_a_code() -> None:
    for state in get_args(get_type_hints(Job)["state"]):
        assert all(state in catalogue(language) for language in LANGUAGES)


def test_errors_are_raised_with_codes() -> None:
    """A new refusal has a code: docs/decisions.md says which texts of errors may be sentences."""
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text())
        of_files = {
            id(node)
            for handler in ast.walk(tree)
            if isinstance(handler, ast.ExceptHandler) and handler.type is not None
            if ast.unparse(handler.type) == "_core.FileError"
            for node in ast.walk(handler)
        }
        spelled = {
            ast.unparse(target)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and _is_sentence(node.value)
            for target in node.targets
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and id(node) not in of_files:
                name = ast.unparse(node.func).rpartition(".")[2]
                text = node.args[0]
                plain = _is_sentence(text) or ast.unparse(text) in spelled
                assert not (name in _errors() and plain), f"{path}:{node.lineno}"


ROOT = Path(__file__).parent.parent
SENTENCE = re.compile(r"""throw\s+(?:new\s+)?(?!not_one_of)[\w:]+\([^({;]*["'`]""")
SHOWN = ["cpp/wasm", "cpp/core/questions", "src/babieca/web/static/workers"]
"""Folders whose errors reach people: docs/decisions.md says which others do not."""


@pytest.mark.parametrize("folder", SHOWN)
def test_errors_that_people_see_have_codes(folder: str) -> None:
    """No error is thrown with a sentence, and none of a kind that holds only a sentence."""
    for path in (ROOT / folder).iterdir():
        text = path.read_text()
        assert not SENTENCE.search(text), path
        assert not re.search(r"throw (new Error|std::)", text), path


@pytest.mark.parametrize(
    "line", ['throw Refused(2, "no");', 'throw Failure(2,\n "no");', "throw new Refusal(`no`);"]
)
def test_a_sentence_that_is_thrown_is_noticed(line: str) -> None:
    assert SENTENCE.search(line)


def test_a_reason_is_spoken_where_it_is_read() -> None:
    """The code and the arguments travel; the text is made by the process that reads them."""
    sent = pickle.dumps(NoTourError("one_move", vertex=["a1"]))
    speak("es")
    error = pickle.loads(sent)
    assert str(error) == "no existe tal recorrido: a1 solo tiene un salto"
    speak("en")
    assert error.reason.code == "one_move"
    assert sentence("no_move", {"vertex": ["b2"]}) == "b2 has no move"


def test_the_command_line_speaks_a_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments, wanted in (
        (["exists", "4x4", "--lang", "es"], "no: el tablero 4x4 no tiene"),
        (["--lang=es", "find", "8x8", "--end", "h8"], "no tiene final: quita --end, o pide --kind"),
        (["find", "8x8", "--end", "h8"], "babieca: un recorrido cerrado no tiene final"),
        (["find", "8x8", "--end", "h8", "--lang", "en"], "leave --end out, or ask for --kind path"),
        (["find", "6x6", "--lang", "fr"], "babieca: language is one of en, es, not 'fr'"),
        (["find", "6x6", "--lang"], "babieca: language is one of en, es, not ''"),
    ):
        monkeypatch.setenv("BABIECA_LANG", "es")
        assert run(arguments) == (1 if "exists" in arguments else 2)
        assert wanted in "".join(capsys.readouterr())


def test_errors_carry_reasons() -> None:
    with pytest.raises(NoTourError) as caught:
        find(Board(5, 5))
    told = caught.value.to_json()
    assert (told["error"], told["code"]) == (str(caught.value), 1)
    assert told["reason"]["code"] == "instead"
    proof = told["reason"]["arguments"]["because"]
    assert (proof["code"], proof["source"]) == ("colours_differ_closed", "colours")
    assert proof["arguments"] == {"many": 13, "few": 12}
