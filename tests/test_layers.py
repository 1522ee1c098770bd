"""The tree is the architecture: a layer imports only from the layers above it in this list."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "babieca"
CORE = Path(__file__).parent.parent / "cpp" / "core"

LAYERS = [
    "errors",
    "memory",
    "threads",
    "files",
    "symmetries",
    "leapers",
    "board_text",
    "boards",
    "graphs",
    "edges",
    "orders",
    "crossings",
    "magic",
    "squares",
    "checking",
    "tours",
    "theory",
    "_reference",
    "formats",
    "finding",
    "searching",
    "counting",
    "sampling",
    "symmetry",
    "drawing",
    "cluster",
    "gpu",
    "reproduce",
    "cli",
    "web",
    "__main__",
]
CORE_LAYERS = [
    "control",
    "boards",
    "graphs",
    "tours",
    "frontier",
    "finding",
    "searching",
    "counting",
    "sampling",
    "symmetry",
]

# The only ways back up: `Tour.svg`, `Tour.save`, `Tour.load` and `_repr_svg_` of tours and boards,
# thin methods that call the layers that draw and read. They import them inside the method (and for
# the names of types, which are not imported when the program runs), so that a tour needs no drawing
# until it is drawn, and so that no circle of imports can arise.
CONVENIENCES = {("tours", "drawing"), ("tours", "formats"), ("boards", "drawing")}


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_layers(path: Path) -> set[str]:
    """The layers a file imports, except the conveniences imported inside its functions."""
    tree = ast.parse(path.read_text())
    everywhere = layers_imported_by(ast.walk(tree), path)
    inside = [
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.FunctionDef) or _is_for_types(block)
        for node in ast.walk(block)
    ]
    outside = layers_imported_by((node for node in ast.walk(tree) if node not in inside), path)
    allowed = {other for layer, other in CONVENIENCES if layer == layer_of(path)}
    return everywhere - (allowed - outside)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def layers_imported_by(nodes: Iterable[ast.AST], path: Path) -> set[str]:
    found = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "babieca":
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("babieca."):
            found.add(str(node.module).split(".")[1])
        elif isinstance(node, ast.Import):
            found.update(
                alias.name.split(".")[1]
                for alias in node.names
                if alias.name.startswith("babieca.")
            )
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path}: relative import"
    return found - {"_core"}


def test_python_layers_import_downwards_only() -> None:
    for path in SOURCE.rglob("*.py"):
        layer = layer_of(path)
        if layer == "__init__":
            continue
        assert layer in LAYERS, f"{path} is in no known layer"
        for other in imported_layers(path) - {layer}:
            assert LAYERS.index(other) < LAYERS.index(layer), f"{path} imports {other}"


def test_core_layers_include_downwards_only_and_no_python() -> None:
    for path in [*CORE.rglob("*.hpp"), *CORE.rglob("*.cpp")]:
        layer = path.relative_to(CORE).parts[0].split(".")[0]
        assert layer in CORE_LAYERS, f"{path} is in no known layer"
        text = path.read_text()
        assert not re.search(r"#include [<\"](Python\.h|nanobind)", text), f"{path} knows Python"
        for other in re.findall(r'#include "core/(\w+)', text):
            assert CORE_LAYERS.index(other) <= CORE_LAYERS.index(layer), f"{path} includes {other}"
