"""The configuration of the site: `make site` builds it with Sphinx."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

project = "hexwidget"
author = "The hexwidget authors"
copyright = author
html_show_copyright = False

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_design",
    "sphinx_copybutton",
    "tools.site",
]
exclude_patterns = ["examples", "look"]
suppress_warnings = ["ref.python"]  # a class may be documented under two names

# Pages are Markdown. A heading of any level can be linked to.
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence", "deflist", "attrs_block"]
myst_heading_anchors = 4

# Docstrings name objects in single backticks.
default_role = "py:obj"
autodoc_member_order = "groupwise"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False

# Furo and not the PyData theme: that one's icons are a script of 1.5 MB, more than the first page with its board.
html_theme = "furo"
html_title = "hexwidget"
html_static_path = ["../tools/site/static"]
html_favicon = "../tools/site/static/icon.svg"
html_search_scorer = str(ROOT / "tools" / "site" / "static" / "scorer.js")
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
copybutton_exclude = ".linenos, .gp, .go"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5fa8", "color-brand-content": "#1f5fa8"},
    "dark_css_variables": {"color-brand-primary": "#8ab8ee", "color-brand-content": "#8ab8ee"},
}
