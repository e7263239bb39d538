"""The pages of the site, and the pages that people write, hold to HTML's rules, as html-validate reads them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Progress, first_game

VALIDATOR = Path(sys.prefix) / "node_modules" / ".bin" / "html-validate"
STYLE = dict.fromkeys(("attr-quotes", "doctype-style", "no-inline-style", "long-title", "prefer-native-element"), "off")
"""Rules of taste."""
OF_THE_THEME = (
    *("attribute-boolean-style", "attribute-empty-style", "no-implicit-button-type", "no-implicit-input-type"),
    *("no-trailing-whitespace", "prefer-tbody", "valid-id", "void-style", "wcag/h32"),
)
"""Rules that the theme of the site breaks, and Sphinx with its names of objects."""
pytestmark = pytest.mark.skipif(not VALIDATOR.exists(), reason="html-validate is not installed: make test-share")


SITE, RECOMMENDED = ("html-validate:standard", "html-validate:a11y"), ("html-validate:recommended",)
"""The rules of the site, and those of pages of our own alone."""


def faults(pages: list[Path], folder: Path, presets: tuple[str, ...], *off: str) -> list[str]:
    """The faults of some pages.

    :param off: rules that do not count
    """
    rules = {**STYLE, **dict.fromkeys(off, "off")}
    (folder / ".htmlvalidate.json").write_text(json.dumps({"root": True, "extends": [*presets], "rules": rules}))
    command = [str(VALIDATOR), "--config", str(folder / ".htmlvalidate.json"), "--formatter", "json", *map(str, pages)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return [
        f"{Path(page['filePath']).name} {each['ruleId']}: {each['message']}"
        for page in found
        for each in page["messages"]
    ]


def test_the_site_is_valid(tmp_path: Path) -> None:
    site = Path(os.environ["HEXWIDGET_LITE"]).resolve().parent
    pages = [page for page in site.rglob("*.html") if "lab" not in page.relative_to(site).parts]
    assert len(pages) > 100
    assert faults([*pages, site / "lab" / "play.html"], tmp_path, SITE, *OF_THE_THEME) == []


def test_pages_that_people_write_are_valid(tmp_path: Path) -> None:
    session = hw.Session("depletion/first-steps")
    session.play("0203-0303")
    course = first_game("plotted")
    hw.Board(session).to_html(tmp_path / "board.html", prose="# Words\n\nand *more*")
    hw.lessons.load("orders")[0].to_html(tmp_path / "exercise.html")
    course.to_html(tmp_path / "course.html")
    course.to_html(tmp_path / "handout.html", print=True)
    hw.review(session, "blue").to_html(tmp_path / "review.html")
    course.report({"anna": Progress()}).to_html(tmp_path / "report.html")
    assert faults([*tmp_path.glob("*.html")], tmp_path, RECOMMENDED) == []


@pytest.mark.parametrize("presets", [SITE, RECOMMENDED])
def test_a_fault_is_found(tmp_path: Path, presets: tuple[str, ...]) -> None:
    (tmp_path / "torn.html").write_text("<!doctype html><html lang=en><title>Torn</title><p><div></p></html>")
    assert faults([tmp_path / "torn.html"], tmp_path, presets, *OF_THE_THEME) != []
