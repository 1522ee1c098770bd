"""Several scripts as one: a slow network fetches one file sooner than forty.

The scripts of the page are ES modules with a plain form: imports at the top, `export` before
declarations. Each becomes a function that returns its exports; an import reads them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import (\* as \w+|\{[^}]*\}) from "(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function|class|const) (\w+|\{[^}]*\}))", re.MULTILINE
)
COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


def bundle(scripts: Mapping[str, str], entry: str, instead: Mapping[str, str]) -> str:
    r"""Return a script and all scripts that it imports as one; `instead` replaces scripts.

    >>> scripts = {"a.js": 'import { two } from "./b.js";\nprint(two);\n'}
    >>> scripts["c.js"] = "/** A number. */\nexport const two = 2;\n"
    >>> print(bundle(scripts, "a.js", {"b.js": "c.js"}))
    const m0 = (() => {
    const two = 2;
    return { two };
    })();
    const m1 = (() => {
    const { two } = m0;
    print(two);
    return {  };
    })();
    <BLANKLINE>
    """
    parts: list[str] = []
    numbers: dict[str, int] = {}

    def add(name: str, above: tuple[str, ...]) -> int:
        name = instead.get(name, name)
        if name in above:
            raise ValueError(f"these scripts import each other: {' '.join((*above, name))}")
        if name not in numbers:
            folder = posixpath.dirname(name)

            def imported(found: re.Match[str]) -> str:
                other = posixpath.normpath(posixpath.join(folder, found[2]))
                number = add(other, (*above, name))
                names = found[1].removeprefix("* as ").replace(" as ", ": ")
                return f"const {names} = m{number};\n"

            text = IMPORT.sub(imported, COMMENT.sub("", scripts[name]))
            exports = [found.strip("{} ") for found in EXPORT.findall(text)]
            body = EXPORT.sub("", text)
            numbers[name] = len(parts)
            head = f"const m{numbers[name]} = (() => {{\n"
            parts.append(f"{head}{body.strip()}\nreturn {{ {', '.join(exports)} }};\n}})();\n")
        return numbers[name]

    add(entry, ())
    return "".join(parts)
