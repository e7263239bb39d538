"""The configuration of the site: `make site` builds it with Sphinx."""

import sys
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from hexwidget import __version__  # noqa: E402  (the path comes first)
from tools.site import card, links  # noqa: E402  (as above)

project = "hexwidget"
author = "The hexwidget authors"
copyright = author
html_show_copyright = False
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_design",
    "sphinx_copybutton",
    "sphinxext.opengraph",
    "notfound.extension",
    "tools.site",
]
exclude_patterns = ["examples", "figures", "look"]
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
html_favicon = html_logo = "../tools/site/static/icon.svg"
html_search_scorer = str(ROOT / "tools" / "site" / "static" / "scorer.js")
html_css_files = ["site.css"]
html_js_files = [("versions.js", {"defer": "defer"})]
templates_path = ["../tools/site/templates"]
html_sidebars = {
    "**": [
        *("sidebar/brand.html", "versions.html", "sidebar/search.html", "sidebar/scroll-start.html"),
        *("sidebar/navigation.html", "sidebar/scroll-end.html"),
    ]
}
html_copy_source = False
html_show_sourcelink = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
copybutton_exclude = ".linenos, .gp, .go"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5fa8", "color-brand-content": "#1f5fa8"},
    "dark_css_variables": {"color-brand-primary": "#8ab8ee", "color-brand-content": "#8ab8ee"},
}

# Where the site will stand is known at a release (tools/site/links.py). Without an address pages have descriptions alone.
html_baseurl = ogp_site_url = links.SITE
ogp_image = card.NAME if links.SITE else None
ogp_image_alt = card.ALT
ogp_social_cards = {"enable": False}  # the extension would draw them with matplotlib
ogp_custom_meta_tags = [
    f'<meta property="og:image:width" content="{card.WIDTH}" /><meta property="og:image:height" content="{card.HEIGHT}" />',
    '<meta name="twitter:card" content="summary_large_image" />',
]
# The page for a wrong address is shown at any depth, so its links begin at the root of the server.
notfound_urls_prefix = urlsplit(links.SITE).path or "/"
notfound_context = {
    "title": "Page not found",
    "body": "<h1>Page not found</h1><p>There is no page at this address. Look for it in the list beside this text, or search.</p>",
}
if links.SITE:
    extensions.append("sphinx_sitemap")
    sitemap_url_scheme = "{link}"
    sitemap_excludes = ["404.html", "search.html", "genindex.html", "py-modindex.html"]
if links.REPOSITORY:
    mark = '<svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true"><path d="M5 3 0 8l5 5 1.4-1.4L2.8 8l3.6-3.6zm6 0L9.6 4.4 13.2 8l-3.6 3.6L11 13l5-5z"/></svg>'
    html_theme_options["footer_icons"] = [
        {"name": "The repository", "url": links.REPOSITORY, "html": mark, "class": ""}
    ]
