"""Several scripts as one: a slow network fetches one file sooner than forty.

The scripts of the page are ES modules with a plain form: imports at the top, `export` before
declarations. Each becomes a function that returns its exports; an import reads them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import (?:(\* as \w+|\{[^}]*\}) from )?"(\.[^"]+)";\n', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) (\w+|\{[^}]*\}))", re.MULTILINE
)
COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


def bundle(scripts: Mapping[str, str], entry: str, instead: Mapping[str, str]) -> tuple[str, str]:
    r"""Return a script and the scripts that it imports as one, and all that it imports later.

    The second one is `later.js`, beside the first, `page.js`. `instead` replaces scripts.

    >>> scripts = {"a.js": 'import { two } from "./b.js";\nprint(two);\n'}
    >>> scripts["c.js"] = "/** A number. */\nexport const two = 2;\n"
    >>> print(bundle(scripts, "a.js", {"b.js": "c.js"})[0])
    export const m = {};
    m["c.js"] = (() => {
    const two = 2;
    return { two };
    })();
    m["a.js"] = (() => {
    const { two } = m["c.js"];
    print(two);
    return {  };
    })();
    <BLANKLINE>
    """
    parts: dict[str, str] = {}
    later: list[str] = []

    def add(name: str, above: tuple[str, ...] = ()) -> None:
        if name in above:
            raise ValueError(f"these scripts import each other: {' '.join((*above, name))}")
        if name in parts:
            return

        def file(named: str) -> str:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), named))
            return instead.get(path, path)

        def imported(found: re.Match[str]) -> str:
            add(other := file(found[2]), (*above, name))
            names = (found[1] or "").removeprefix("* as ").replace(" as ", ": ")
            return f'const {names} = m["{other}"];\n' if names else ""

        def imported_later(found: re.Match[str]) -> str:
            later.append(other := file(found[1]))
            return f'import("./later.js").then(() => m["{other}"])'

        text = LATER.sub(imported_later, IMPORT.sub(imported, COMMENT.sub("", scripts[name])))
        exports = ", ".join(found.strip("{} ") for found in EXPORT.findall(text))
        body = EXPORT.sub("", text).strip()
        parts[name] = f'm["{name}"] = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n'

    add(entry)
    first = "".join(parts.values())
    for name in later:
        add(name)
    rest = "".join(parts.values()).removeprefix(first)
    return f"export const m = {{}};\n{first}", f'import {{ m }} from "./page.js";\n{rest}'
