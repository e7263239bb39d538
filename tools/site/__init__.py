"""The Sphinx extension of the site: boards on pages, the rulebooks, the gallery, the card, and the pages' security
policy."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from tools.site import card, cells, gallery, home, links, navigation, pages, reference, rulebooks


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives and the steps of the build."""
    for part in (card, cells, gallery, home, links, navigation, pages, reference, rulebooks):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
