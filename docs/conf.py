"""How `make docs` builds the site: warnings are errors, and pages load nothing from other hosts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import babieca

sys.path.insert(0, str(Path(__file__).parent))

import docstrings
import lessons
import notebooks
import trying
import typography

import commands

project = "Babieca"
author = "The Babieca authors"
copyright = author
version = release = babieca.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
]
exclude_patterns = ["pictures/*.py"]

# A word between single backticks in a docstring is code, as in Markdown.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 90

# Two hyphens are two hyphens.
smartquotes = False

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block"]

html_theme = "furo"
html_title = "Babieca"
html_static_path = ["_static"]
html_extra_path = ["root"]  # a service worker answers for its own folder and below
html_css_files = ["house.css"]
html_js_files = ["playable.js"]
html_logo = html_favicon = "../src/babieca/web/static/knight.svg"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}

# The copy button leaves out prompts and answers.
copybutton_exclude = ".linenos, .gp, .go"


def tidy(app: Any, docname: str, source: list[str]) -> None:
    """Leave out the empty line that ends the answers of a doctest."""
    source[0] = source[0].replace("\n\n```\n", "\n```\n")


def setup(app: Any) -> None:
    """Connect the functions that fill pages from the package."""
    app.connect("source-read", tidy)
    app.connect("autodoc-process-docstring", docstrings.process)
    app.connect("doctree-read", typography.fill)
    for made in (commands, lessons, notebooks, trying):
        app.connect("source-read", made.fill)
