"""The list of pages beside each page is made of the pages' titles alone.

For each page Sphinx copies the headings and the names of the API of all pages, and throws them away again: a quarter of the build.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

BEFORE_THE_THEME = 450
"""The priority of this step: the theme, at 500, asks for the list."""


def titles(tocs: dict[str, nodes.bullet_list]) -> dict[str, nodes.bullet_list]:
    """Return tables of contents with the title of each page and the lists of its subpages, as Sphinx cuts them later."""
    found = {}
    for name, toc in tocs.items():
        found[name] = toc.deepcopy()
        for entry in found[name].children:
            if isinstance(entry, nodes.list_item) and len(entry) > 1:
                lists = list(entry.findall(addnodes.toctree))
                entry[1:] = [nodes.bullet_list("", *lists)] if lists else []
    return found


def with_titles(
    env: BuildEnvironment, toctree: Callable[..., Any], short: dict[str, nodes.bullet_list]
) -> Callable[..., Any]:
    """Return a function that makes the list of pages as ``toctree`` does, if it is asked for titles alone."""

    def made(**options: Any) -> Any:
        if not options.get("titles_only"):
            return toctree(**options)
        whole, env.tocs = env.tocs, short
        try:
            return toctree(**options)
        finally:
            env.tocs = whole

    return made


def setup(app: Sphinx) -> None:
    made: list[dict[str, nodes.bullet_list]] = []

    def shorten(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
        if "toctree" in context:
            env = app.builder.env
            made[:] = made or [titles(env.tocs)]
            context["toctree"] = with_titles(env, context["toctree"], made[0])

    app.connect("html-page-context", shorten, priority=BEFORE_THE_THEME)
