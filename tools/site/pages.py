"""The parts that each page of the site gets: the board's front end if it holds a board, plotly if it holds a figure, and a
content security policy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from plotly.offline import get_plotlyjs
from sphinx.application import Sphinx

from hexwidget.widget.frontend import front_end
from hexwidget.widget.pages.page import only

OWN = "'self' file:"
"""The source of the site's own files in its policy: its server, or the folder that it was opened from."""

FIGURE = "plotly-graph-div"
"""The class of a figure, as plotly names it."""

NAMED = {"sidebar-drawer": "The site", "toc-drawer": "This page"}
"""The names of the theme's landmarks, which have no names of their own."""


def add_front_end(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Load the board's files on the pages that hold one. There Sphinx marks no searched words: it fails at the titles in an SVG.
    Load plotly on the pages that hold a figure. The page for wrong addresses has no address of its own."""
    if page == "404":
        context["pageurl"] = ""
    if FIGURE in context.get("body", ""):
        app.add_js_file("plotly.js", loading_method="defer")
        app.add_js_file("figures.js", loading_method="defer")
    if "hexwidget-recording" in context.get("body", ""):
        scripts = context["script_files"]
        scripts[:] = [each for each in scripts if "sphinx_highlight" not in str(each)]
        app.add_css_file("board.css")
        app.add_js_file("page.js", loading_method="defer")
        app.add_js_file("anchors.js", loading_method="defer")


def write_front_end(app: Sphinx, error: Exception | None) -> None:
    """Put the board's files and plotly beside the theme's, and a policy on every page."""
    if error is not None or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    for name in ("page.js", "board.css"):
        (static / name).write_text(front_end(name), encoding="utf-8")
    # The policy would refuse the styles of plotly's street maps, which no figure here shows.
    plotly = re.sub(r"textContent='\.maplibregl[^']*'", "textContent=''", get_plotlyjs())
    (static / "plotly.js").write_text(plotly, encoding="utf-8")
    for path in Path(app.outdir).rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        for part, name in NAMED.items():
            html = html.replace(f'<aside class="{part}', f'<aside aria-label="{name}" class="{part}')
        # Code that is wider than its place is scrolled by keys.
        html = html.replace('<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">')
        path.write_text(guarded(html), encoding="utf-8")


def guarded(html: str) -> str:
    """Return a page with a policy: it runs the site's own scripts, and those in it by their hashes; it asks no other host."""
    html = re.sub(r'(<[a-z]+\b[^>]*) style="[^"]*"', r"\1", html)
    scripts = re.findall(r"<script\b(?![^>]*(?:src|type)=)[^>]*>(.*?)</script>", html, re.DOTALL)
    styles = re.findall(r"<style\b[^>]*>(.*?)</style>", html, re.DOTALL)
    styles += [""] if FIGURE in html else []  # plotly begins with an empty style, and fills it with rules
    rules = {
        "default-src": "'none'",
        "script-src": " ".join([OWN, *dict.fromkeys(map(only, scripts))]),
        "style-src": " ".join([OWN, *dict.fromkeys(map(only, styles))]),
        "img-src": f"{OWN} data: blob:",
        "connect-src": OWN,
        "base-uri": "'none'",
        "form-action": OWN,
    }
    policy = "; ".join(f"{name} {sources}" for name, sources in rules.items())
    return html.replace("<head>", f'<head><meta http-equiv="Content-Security-Policy" content="{policy}">', 1)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", add_front_end)
    app.connect("build-finished", write_front_end)
