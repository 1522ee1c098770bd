"""Four floors: values, engines, verbs, faces. A floor imports only the floors above it.

The modules of a floor are ordered too, and so are the folders of the core: no import cycle can
arise. A *room* is a module or a folder; all verbs are one room, without cycles among their files.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "babieca"
CORE = ROOT / "cpp" / "core"

VALUES = [
    "reasons", "as_json", "errors", "words", "showing", "memory", "processes", "files", "store",
    "progress", "tasks", "limits", "symmetries", "board_text", "boards",
    "edges", "asked_graphs", "graphs", "digraphs", "measures", "primes", "recurrences",
    "checking", "invariants", "canonical", "palette", "looks", "tour",
    "question_words", "questions", "givens", "texts", "events",
]  # fmt: skip
ENGINES = [
    "protocol", "directed_reasons", "refuter", "finders", "warnsdorff", "retirement", "reference",
    "search", "sweep", "fold", "listing", "numbering", "atlas", "constructions", "tracing",
    "automatic", "readings", "encodings", "statistics", "optima", "__init__",
    "counts", "entries", "sampling", "attempts", "comparisons", "puzzles", "completing",
    "describing", "costs", "lengths", "ledger",
]  # fmt: skip
FACES = ["formats", "drawing", "asking", "reproduce", "cluster", "web", "cli", "__main__"]

ROOMS = [
    *VALUES,
    *(f"engines.{name}" for name in ENGINES),
    "verbs",
    "public",
    "",
    *FACES,
]
"""A room imports only from rooms before it, and from itself; "" is the package's public names."""

# The only imports from a later room: by methods that describe, draw, write or read, and by one that
# starts a cluster. They import inside the method: a tour that is not drawn loads no drawing.
CONVENIENCES = {
    ("graphs", "digraphs", "Graph._digraph"),
    ("graphs", "formats", "Graph.load"),
    ("graphs", "formats", "Graph.save"),
    ("tour", "formats", "Tour.load"),
    ("tour", "formats", "Tour.to_json"),
    ("tour", "engines.describing", "Tour.describe"),
    ("looks", "drawing", "Drawn.svg"),
    ("looks", "drawing", "Drawn.save"),
    ("texts", "drawing", "TextPuzzle.picture"),
    ("texts", "drawing", "TextPuzzle.answer"),
    ("givens", "drawing", "Puzzle.picture"),
    ("givens", "drawing", "Puzzle.answer"),
    ("boards", "drawing", "Board._repr_svg_"),
    ("limits", "cluster", "Limits.at_work"),
    ("showing", "drawing", "Shown._repr_html_"),
}

CORE_FOLDERS = [
    "control", "one_user", "wide", "reasons", "system", "graphs", "effort", "events", "tours",
    "files", "frontier", "heuristics", "constructions", "search", "puzzles", "sweep", "fold",
    "questions",
]  # fmt: skip

FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def room_of(module: str) -> str:
    """Return the room of a module, named without `babieca.`; `engines` is `engines.__init__`."""
    parts = module.split(".")
    if parts[0] == "engines":
        return ".".join(parts[:2]) if len(parts) > 1 else "engines.__init__"
    return parts[0]


def module_of(path: Path) -> str:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return name if name == "engines.__init__" else name.removesuffix(".__init__")


def is_module(name: str) -> bool:
    place = SOURCE.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").exists()


def imports(tree: ast.AST) -> Iterator[tuple[ast.stmt, str]]:
    """Yield every import of the package's own modules, except of the core."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: a relative import"
            if node.module == "babieca" or (node.module or "").startswith("babieca."):
                base = str(node.module)[len("babieca") + 1 :]
                for alias in node.names:
                    inner = f"{base}.{alias.name}".strip(".")
                    if inner != "_core":
                        yield node, inner if is_module(inner) else base
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("babieca."):
                    yield node, alias.name[len("babieca") + 1 :]


def methods(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for owner in ast.walk(tree):
        if isinstance(owner, ast.ClassDef):
            for inner in owner.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{owner.name}.{inner.name}", inner


def only_for_types(tree: ast.AST) -> set[ast.AST]:
    """Return the nodes below `if TYPE_CHECKING`: these imports never run."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for inner in ast.walk(statement)
    }


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_room_imports_only_from_rooms_before_it(path: Path) -> None:
    tree = ast.parse(path.read_text())
    room = room_of(module_of(path))
    assert room in ROOMS, f"{path} is in no known room"
    owners = {node: name for name, method in methods(tree) for node in ast.walk(method)}
    types = only_for_types(tree)
    for node, module in imports(tree):
        other = room_of(module)
        if other == room or node in types:
            continue
        if (room, other, owners.get(node)) in CONVENIENCES:
            continue
        assert other in ROOMS, f"{path} imports {module}, which is in no known room"
        assert ROOMS.index(other) < ROOMS.index(room), f"{path} imports {module}"


def computing(tree: ast.AST) -> set[str]:
    """Return what a verb computes with: the core, functions inside an engine's folder, loops."""
    found = {f"line {node.lineno}" for node in ast.walk(tree) if isinstance(node, ast.While)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            inside = (node.module or "").count(".") > 2 and "babieca.engines." in str(node.module)
            found |= {
                alias.name
                for alias in node.names
                if alias.name == "_core" or (inside and alias.name[0].islower())
            }
    return found


@pytest.mark.parametrize("path", sorted((SOURCE / "verbs").glob("*.py")), ids=module_of)
def test_verbs_call_engines_and_compute_nothing(path: Path) -> None:
    """Verbs call functions of `engines/*.py`; from the folders they take types and constants."""
    assert computing(ast.parse(path.read_text())) == set()


@pytest.mark.parametrize(
    "line",
    [
        "from babieca import _core",
        "from babieca.engines.sweep.weighted import weighted_sums",
        "from babieca.engines.sweep.gpu.gpus import Device, each_on_device",
        "while todo:\n    todo.pop()",
    ],
)
def test_a_verb_that_computes_is_noticed(line: str) -> None:
    assert len(computing(ast.parse(line))) == 1


def test_every_convenience_is_used() -> None:
    used = set()
    for path in FILES:
        tree = ast.parse(path.read_text())
        owners = {node: name for name, method in methods(tree) for node in ast.walk(method)}
        for node, module in imports(tree):
            used.add((room_of(module_of(path)), room_of(module), owners.get(node)))
    assert used >= CONVENIENCES


def test_rooms_within_engines_have_no_circles() -> None:
    """Files of `engines` and `verbs` import one another without cycles."""
    after: dict[str, set[str]] = {}
    for path in FILES:
        tree = ast.parse(path.read_text())
        types = only_for_types(tree)
        after[module_of(path)] = {module for node, module in imports(tree) if node not in types}
    done: set[str] = set()
    under_way: list[str] = []

    def visit(module: str) -> None:
        assert module not in under_way, " imports ".join([*under_way, module])
        if module in done or module not in after or room_of(module) not in ROOMS:
            return
        under_way.append(module)
        for other in after[module]:
            if other.startswith(("engines.", "verbs.")):
                visit(other)
        under_way.pop()
        done.add(module)

    for module in after:
        visit(module)


def test_core_folders_include_downwards_only_and_no_python() -> None:
    for path in [*CORE.rglob("*.hpp"), *CORE.rglob("*.cpp")]:
        folder = path.relative_to(CORE).parts[0].split(".")[0]
        assert folder in CORE_FOLDERS, f"{path} is in no known folder"
        text = path.read_text()
        assert not re.search(r"#include [<\"](Python\.h|nanobind)", text), f"{path} knows Python"
        for other in re.findall(r'#include "core/(\w+)', text):
            assert CORE_FOLDERS.index(other) <= CORE_FOLDERS.index(folder), f"{path}: {other}"


REGISTRIES = ("FINDERS", "COUNTERS", "LISTERS", "NUMBERERS", "TRACERS")
CHANGES = ("update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__")


def last_name(node: ast.AST) -> str:
    """Return `FINDERS` for `engines.FINDERS` and for `engines.FINDERS[method]`."""
    return ast.unparse(node).split("[")[0].rpartition(".")[2]


def engines_made(tree: ast.AST) -> set[int]:
    """Return the lines that make an engine or change a table of engines."""
    lines = set()
    for node in ast.walk(tree):
        table: ast.AST | None = None
        if isinstance(node, ast.Call):
            if last_name(node.func) == "Engine":
                lines.add(node.lineno)
            if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
                table = node.func.value
        elif isinstance(node, ast.AugAssign):
            table = node.target
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            table = node.value
        if table is not None and last_name(table) in REGISTRIES:
            lines.add(node.lineno)
    return lines


def test_engines_are_listed_in_one_place_only() -> None:
    """Only `engines/__init__.py` makes engines and fills the tables."""
    for path in FILES:
        made = engines_made(ast.parse(path.read_text()))
        if path == SOURCE / "engines" / "__init__.py":
            assert len(made) > 20
        else:
            assert made == set(), path


@pytest.mark.parametrize(
    "line",
    [
        "Engine('mine', answer, words, kinds)",
        "protocol.Engine[Finding]('mine', answer, words, kinds)",
        "FINDERS['mine'] = FINDERS['auto']",
        "engines.FINDERS['mine'], other = engine, None",
        "del COUNTERS['auto']",
        "LISTERS |= {'mine': engine}",
        "engines.NUMBERERS |= {'mine': engine}",
        "TRACERS['auto'] += engine",
        "FINDERS.update(mine=engine)",
        "engines.FINDERS.update(mine=engine)",
        "babieca.engines.TRACERS.setdefault('mine', engine)",
        "COUNTERS.pop('auto')",
    ],
)
def test_a_line_that_makes_an_engine_is_noticed(line: str) -> None:
    assert engines_made(ast.parse(line)) == {1}


def calls_at_import(tree: ast.AST) -> Iterator[ast.Expr]:
    """Yield the bare expressions that an import runs: outside functions, except texts."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
            yield node
        yield from calls_at_import(node)


def test_modules_do_nothing_when_they_are_imported() -> None:
    """No bare call runs at import: at the top level, in a branch, a loop or a class."""
    for path in FILES:
        if room_of(module_of(path)) not in FACES:
            calls = [ast.unparse(call) for call in calls_at_import(ast.parse(path.read_text()))]
            assert calls == [], path


@pytest.mark.parametrize(
    "program",
    [
        "work()",
        "if ready:\n    pass\nelse:\n    work()",
        "for each in things:\n    work()",
        "with thing:\n    work()",
        "try:\n    pass\nexcept OSError:\n    work()",
        "class Thing:\n    work()",
    ],
)
def test_a_call_at_import_is_noticed(program: str) -> None:
    assert [ast.unparse(call) for call in calls_at_import(ast.parse(program))] == ["work()"]
    inside = "def later():\n    " + program.replace("\n", "\n    ")
    assert not [*calls_at_import(ast.parse(inside))]
