"""Fixtures of several folders: the files that git tracks, and pictures of the hosts.

``@pytest.mark.host("Notebook 7", "live")`` marks a test that tries a cell of docs/hosts.md.
``HEXWIDGET_PICTURES=1 python -m pytest FILE`` takes the pictures of a file's tests anew. Other runs take none.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools.generating.hosts import ROOT, picture_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTH = 520
"""The width of a picture, in pixels."""
COLOURS = 64
Take = Callable[..., None]


def pytest_sessionstart() -> None:
    """End a run that requires PostgreSQL, as `make test-hosts` does, where it would leave tests out for want of psycopg."""
    if os.environ.get("HEXWIDGET_POSTGRES") and find_spec("psycopg") is None:
        pytest.exit("psycopg is not installed: pip install 'hexwidget[postgres]'", returncode=1)


@pytest.fixture(scope="session")
def tracked() -> list[str]:
    """The names of the files that git tracks. An unpacked sdist has no git, so its tests skip what needs them."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout of git")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.rstrip("\0").split("\0")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty present folder. What a test registers or imports from it is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.fixture
def take(request: pytest.FixtureRequest) -> Take:
    """Take the picture of a page for cells that the test is marked with: ``take(page, "live", "offline")``."""
    marked = request.node.get_closest_marker("host")
    host, *columns = marked.args

    def picture(page: Page, *cells: str) -> None:
        assert set(cells) <= set(columns), f"the test is not marked as one that tries {host}: {', '.join(cells)}"
        for column in cells if os.environ.get("HEXWIDGET_PICTURES") else ():
            path = ROOT / "docs" / picture_of(host, column)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(small(page.screenshot()))

    return picture


def small(png: bytes) -> bytes:
    """Return a picture in few pixels and few colours."""
    from PIL import Image

    full = Image.open(BytesIO(png)).convert("RGB")
    size = (WIDTH, round(full.height * WIDTH / full.width))
    out = BytesIO()
    few = full.resize(size, Image.Resampling.LANCZOS).quantize(
        COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    few.save(out, "PNG", optimize=True)
    return out.getvalue()
