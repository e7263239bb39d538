"""The build's own steps: a front end as new as its sources, and a page on an index whose links lead somewhere.

hatchling loads this file (pyproject.toml, ``[tool.hatch]``). It imports nothing else of the project.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# ---------------------------------------------------------------- the front end
STATIC = "hexwidget/widget/static"
BUILT = (
    "board.js",
    "loader.js",
    "recorded.js",
    "kept.js",
    "snapshot.js",
    "myst.js",
    "preview.js",
    "page.js",
    "table.js",
    "lobby.js",
    "learner.js",
    "wall.js",
    "mine.js",
    "draw.js",
    "board.css",
    "table.css",
    "lobby.css",
    "learner.css",
    "wall.css",
)
SOURCES = ("js/src/**/*", "js/build.mjs", "js/package-lock.json", "js/tsconfig.json", "hexwidget/scene/**/*.json")
DIGEST = "js/built.sha256"
"""js/build.mjs writes the digest of its sources here, last of all. An sdist carries this file and the front end, so a wheel is
built from it without Node.js. Times would not do: some installers unpack files without them."""
NO_NODE = (
    "The front end of hexwidget cannot be built here, as Node.js 20 or newer with npm is missing: install it "
    "(https://nodejs.org), or install hexwidget from a wheel or an sdist, which hold the built front end."
)


def digest(root: Path) -> str:
    """Return the digest of the front end's sources, as js/build.mjs does: of their names and bytes, in the order of names."""
    names = sorted(p.relative_to(root).as_posix() for glob in SOURCES for p in root.glob(glob) if p.is_file())
    sums = hashlib.sha256()
    for name in names:
        sums.update(f"{name}\0".encode() + (root / name).read_bytes() + b"\0")
    return sums.hexdigest()


def is_fresh(root: Path) -> bool:
    """Tell if the front end is complete and comes from the sources as they are now."""
    if not all((root / STATIC / name).is_file() for name in BUILT):
        return False
    written = root / DIGEST
    return written.is_file() and written.read_text(encoding="ascii").strip() == digest(root)


class FrontEnd(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is a class that only hatchling needs
    """Builds the front end before anything is packed, unless it is fresh."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is stale, or end the build with one sentence that says why not."""
        root = Path(self.root)
        if is_fresh(root):
            return
        node, npm = shutil.which("node"), shutil.which("npm")
        if not node or not npm or not has_node_20(node):
            raise SystemExit(NO_NODE)
        for command in (["ci", "--no-fund", "--no-audit", "--loglevel=error"], ["run", "--silent", "build"]):
            if subprocess.run([npm, "--prefix", "js", *command], cwd=root, check=False).returncode:
                raise SystemExit(
                    f"The front end of hexwidget is not built: `npm {command[0]}` failed and says why above."
                )


def has_node_20(node: str) -> bool:
    """Tell if this Node.js is new enough."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)", said)
    return found is not None and int(found[1]) >= 20


# ---------------------------------------------------------------- the page on an index
LINK = re.compile(r"""(?P<before>!\[[^\]]*\]\(|\]\(|\bsrc="|\bhref=")(?P<path>[^)\s"]+)""")


def with_whole_links(text: str, repository: str, version: str) -> str:
    """Return a text in Markdown whose relative links and pictures lead into the repository, to the release's files."""

    def whole(found: re.Match[str]) -> str:
        before, path = found["before"], found["path"]
        if re.match(r"[a-z][a-z0-9+.-]*:|//|#", path):
            return found[0]
        # GitHub, GitLab and Gitea (as Codeberg) know both, or lead on from them.
        kind = "raw" if before.startswith(("!", "src")) else "blob"
        return f"{before}{repository}/{kind}/v{version}/{path.removeprefix('./')}"

    return LINK.sub(whole, text)


FORGES = {"github.com": "github.io", "gitlab.com": "gitlab.io", "codeberg.org": "codeberg.page"}
"""Forges that publish the pages of a repository, and the domain of its owner's pages."""
TRY_IT = re.compile(r"<!-- The release shows this line[^\n]*\n(.*?)-->\n", re.DOTALL)
"""The README's line of links to the site."""


def site_of(repository: str) -> str:
    """Return the address of the site: HEXWIDGET_SITE, or where the forge publishes the repository's pages; "" if neither is known.

    >>> site_of("https://codeberg.org/Anna/hexwidget")
    'https://anna.codeberg.page/hexwidget/'
    """
    if named := os.environ.get("HEXWIDGET_SITE", ""):
        return f"{named.rstrip('/')}/"
    address = urlsplit(repository)
    owner, _, name = address.path.strip("/").partition("/")
    domain = FORGES.get(address.hostname or "")
    return f"https://{owner.lower()}.{domain}/{name}/" if domain and name else ""


def with_try_it(text: str, site: str) -> str:
    """Return the README with its line of links to the site, which is a comment until the address is known.

    >>> with_try_it("<!-- The release shows this line. -->\\n[Try it](SITE/play.html)\\n-->\\n", "https://a.example/")
    '[Try it](https://a.example/play.html)\\n'
    """
    return TRY_IT.sub(lambda found: found[1].replace("SITE/", site), text) if site else text


class Page(MetadataHookInterface):
    """Sets the readme, the authors and, for a build that is told the repository's address, whole links and the project's URLs.

    HEXWIDGET_REPOSITORY holds the address, such as https://forge.example/owner/name, HEXWIDGET_SITE that of the site, if no forge
    publishes it (`site_of`), and HEXWIDGET_CONTACT an e-mail address for the index's page. Without them no address is invented. (No plugin for readmes takes an address from the environment, so
    this is our own.)
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the fields that pyproject.toml calls dynamic. A wheel of an sdist keeps the fields of the sdist."""
        repository = os.environ.get("HEXWIDGET_REPOSITORY", "").rstrip("/")
        if repository and not re.fullmatch(r"https://[^/\s]+(/[^/\s]+)+", repository):
            raise ValueError(
                f"HEXWIDGET_REPOSITORY is {repository!r}; it must be a whole address such as https://forge.example/owner/name"
            )
        site = site_of(repository)
        text = with_try_it(Path(self.root, "README.md").read_text(encoding="utf-8"), site)
        version = metadata["version"]
        if "authors" not in metadata:
            contact = os.environ.get("HEXWIDGET_CONTACT")
            metadata["authors"] = [{"name": "The hexwidget authors", **({"email": contact} if contact else {})}]
        if "readme" not in metadata:
            text = with_whole_links(text, repository, version) if repository else text
            metadata["readme"] = {"content-type": "text/markdown", "text": text}
        if repository and "urls" not in metadata:
            metadata["urls"] = {
                "Source": repository,
                "Documentation": site or f"{repository}/tree/v{version}/docs",
                "Issues": f"{repository}/issues",
                "Changelog": f"{repository}/blob/v{version}/CHANGELOG.md",
                **({"Try it": f"{site}lab/play.html"} if site else {}),
            }
