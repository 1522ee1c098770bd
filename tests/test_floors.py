"""The tree is the architecture: four floors, and each uses only what is above it.

Values, then engines, then verbs, then faces. Within a floor the rooms stand in a line too, so that
no circle of imports can arise; the core's folders likewise.
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
    "errors", "words", "showing", "memory", "system", "processes", "files", "progress",
    "stopping", "tasks", "limits", "symmetries", "leapers", "board_text", "boards", "adjacency",
    "graphs", "squares", "edges", "magic", "crossings", "checking", "palette", "looks", "tour",
    "colours", "symmetry_obstructions", "invariants", "questions", "events",
]  # fmt: skip
ENGINES = [
    "protocol", "answers", "refuter", "retirement", "images", "mirrored", "reference", "branches",
    "search", "constructions", "sweep", "heuristics", "fold", "numbering_by_list",
    "symmetric_frame", "magic", "tracing", "best_effort", "repair", "automatic", "completing",
    "__init__",
]  # fmt: skip
VERBS = [
    "__init__", "check", "count", "find", "classes", "count_by", "first_moves", "fractions",
    "numbers", "plan", "study", "usage", "ledger", "words", "tourset",
    "calls",
]  # fmt: skip
FACES = ["formats", "drawing", "asking", "reproduce", "cluster", "web", "cli", "__main__"]

ROOMS = [
    *VALUES,
    *(f"engines.{name}" for name in ENGINES),
    *(f"verbs.{name}" for name in VERBS),
    "public",
    "",
    *FACES,
]
"""A room imports only from rooms before it, and from itself; "" is the package's public names."""

# The only ways back up: thin methods that draw, write and read, and the one that hires a cluster.
# They import the face inside the method, so that a tour needs no drawing until it is drawn.
CONVENIENCES = {
    ("tour", "formats", "Tour.load"),
    ("tour", "drawing", "Tour.svg"),
    ("tour", "drawing", "Tour.save"),
    ("boards", "drawing", "Board._repr_svg_"),
    ("limits", "cluster", "Limits.at_work"),
    ("showing", "drawing", "Shown._repr_html_"),
}

CORE_FOLDERS = [
    "control", "one_user", "wide", "system", "graphs", "effort", "events", "tours",
    "files", "frontier", "heuristics", "constructions", "search", "sweep", "fold",
]  # fmt: skip

FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def room_of(module: str) -> str:
    """The room of a module given without `babieca.`; a floor's own module is its `__init__`."""
    parts = module.split(".")
    if parts[0] in ("engines", "verbs"):
        return ".".join(parts[:2]) if len(parts) > 1 else f"{parts[0]}.__init__"
    return parts[0]


def module_of(path: Path) -> str:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return (
        name if name in ("engines.__init__", "verbs.__init__") else name.removesuffix(".__init__")
    )


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
    """What stands under `if TYPE_CHECKING`: names of types, imported by nobody who runs."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
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


def test_every_convenience_is_used() -> None:
    used = set()
    for path in FILES:
        tree = ast.parse(path.read_text())
        owners = {node: name for name, method in methods(tree) for node in ast.walk(method)}
        for node, module in imports(tree):
            used.add((room_of(module_of(path)), room_of(module), owners.get(node)))
    assert used >= CONVENIENCES


def test_rooms_within_engines_have_no_circles() -> None:
    """Files inside a folder of the engines import one another, but never around."""
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


def test_engines_are_listed_in_one_place_only() -> None:
    """Nobody makes an engine, or writes into a registry, anywhere else or by being imported."""
    registries = ("FINDERS", "COUNTERS", "LISTERS", "NUMBERERS", "TRACERS")
    for path in FILES:
        if path == SOURCE / "engines" / "__init__.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                made = ast.unparse(node.func)
                assert made.split("[")[0] != "Engine", f"{path}:{node.lineno} makes an engine"
                changed = made.split(".")
                assert not (changed[0] in registries and changed[-1] in ("update", "setdefault"))
            written = node.targets if isinstance(node, ast.Assign | ast.Delete) else []
            for target in written:
                if isinstance(target, ast.Subscript):
                    assert ast.unparse(target.value).split(".")[-1] not in registries, path


def test_modules_do_nothing_when_they_are_imported() -> None:
    """At the top of a module stand definitions, and no statement that is only an effect."""
    for path in FILES:
        if room_of(module_of(path)) in FACES:
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
                raise AssertionError(f"{path}:{node.lineno}: {ast.unparse(node)}")
