"""The reference describes each public name once: those of the package itself on its own page."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

import hexwidget as hw

FIRST = "reference/hexwidget"
"""The page of the names that `import hexwidget as hw` gives."""


def skips(app: Sphinx, _what: str, name: str, value: Any, skip: bool, _options: Any) -> bool | None:
    """Leave a name out that the first page describes."""
    first = name in hw.__all__ and getattr(hw, name) is value
    return True if first and app.env.docname != FIRST else skip or None


def setup(app: Sphinx) -> None:
    app.connect("autodoc-skip-member", skips)
