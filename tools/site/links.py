"""Links that leave the folder of the documents.

In the source tree a page links to a notebook or to a file of the package. On the site a notebook opens in the site's own
JupyterLab, a page of the tree (CHANGELOG.md) has its copy, and a file of the code leads to the repository, if its address is known.
"""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath

from sphinx.application import Sphinx

from hatch_build import site_of

ROOT = Path(__file__).parents[2]
REPOSITORY = os.environ.get("HEXWIDGET_REPOSITORY", "").rstrip("/")
"""The address of the repository, such as "https://forge.example/owner/hexwidget"; "" if it is not known."""
SITE = site_of(REPOSITORY)
"""The address of the site itself, with a slash at its end; "" if it is not known."""
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "about/changelog.md",
    "CONTRIBUTING.md": "about/contributing.md",
    "SECURITY.md": "about/security.md",
    "CODE_OF_CONDUCT.md": "about/conduct.md",
}
"""The pages of the tree that have a copy on the site."""
_LINK = re.compile(r"\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>(?![a-z]+:|#)[^)\s#]+)(?P<rest>[^)]*)\)")


def of_the_site(text: str, docname: str, *, lab: bool) -> str:
    """Return the text of a page with the links of the site.

    :param docname: the page, as Sphinx names it
    :param lab: True if the site holds the notebooks
    """
    copied = f"{docname}.md" in PAGES.values()
    folder = PurePosixPath(".") if copied else PurePosixPath("docs", docname).parent
    home = "../" * docname.count("/")

    def link(found: re.Match[str]) -> str:
        path = PurePosixPath(os.path.normpath(folder / found["target"]))
        if path.is_relative_to("docs"):
            return f"[{found['text']}]({home}{path.relative_to('docs')}{found['rest']})" if copied else found[0]
        if str(path) in PAGES:
            return f"[{found['text']}]({home}{PAGES[str(path)]}{found['rest']})"
        if path.suffix == ".ipynb" and lab:
            # As HTML: Sphinx would look for a page of its own.
            return f'<a href="{home}lab/lab/index.html?path={path.name}">{found["text"]}</a>'
        if REPOSITORY:
            return f"[{found['text']}]({REPOSITORY}/blob/main/{path})"
        return found["text"] if "`" in found["text"] else f"{found['text']} (`{path}`)"

    return _LINK.sub(link, text)


def rewrite(app: Sphinx, docname: str, source: list[str]) -> None:
    """Give a page its links. The pages of `PAGES` are copies of files of the tree."""
    for name, page in PAGES.items():
        if page == f"{docname}.md" and page != "index.md":
            source[0] = (ROOT / name).read_text(encoding="utf-8")
    source[0] = of_the_site(source[0], docname, lab=app.config.hexwidget_lab)


def setup(app: Sphinx) -> None:
    app.connect("source-read", rewrite)
