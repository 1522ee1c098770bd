"""How `make docs` builds the site: warnings are errors, and a reader's browser asks nobody else."""

from __future__ import annotations

import babieca

project = "Babieca"
author = "The Babieca authors"
copyright = author
version = release = babieca.__version__

extensions = [
    "myst_parser",
    "sphinx_copybutton",
]
exclude_patterns = ["_build", "pictures/*.py"]

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block"]

html_theme = "furo"
html_title = "Babieca"
html_static_path = ["_static"]
html_css_files = ["house.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}

# What a reader copies are the commands, not the prompts and the answers.
copybutton_exclude = ".linenos, .gp, .go"
