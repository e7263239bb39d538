"""A course page in a Firefox: its questions are answered with the mouse, and *Next part* leads on."""

from __future__ import annotations

from pathlib import Path

from hexwidget.lessons import course, load
from tests.browser.firefox import Firefox
from tests.browser.pictures import picture
from tests.browser.test_firefox import ASKS, CONFIRM, point, pytestmark

__all__ = ["pytestmark"]
SHOWN = "() => document.querySelector('section:not([hidden]) .hexwidget-surface') !== null"
SAYS = "text => document.querySelector('section:not([hidden]) .hexwidget-panel').textContent.includes(text)"
PRESS = """text => [...document.querySelectorAll('section:not([hidden]) .hexwidget-bar button, nav button')]
  .find((button) => button.textContent.includes(text)).click()"""


def test_a_course_page_asks_in_firefox(tmp_path: Path, firefox: Firefox) -> None:
    parts = [load("depletion/who-may-move")[0], load("depletion/enemies-block")[0]]
    page_of_all = course(parts, "Two questions").to_html(tmp_path / "course.html")
    marked = parts[0].key.split(", ")
    page = firefox
    page.open(page_of_all.as_uri())
    page.wait(SHOWN)
    for name in marked:
        page.click(*point(page, name, parts[0].position.map))
    page.wait(ASKS, f"{len(marked)} marked")
    page.click(*page.evaluate(CONFIRM))
    page.wait(SAYS, "Right.")
    page.evaluate(PRESS, "Next part")
    page.wait(SHOWN)
    page.evaluate(PRESS, dict(parts[1].options)[parts[1].key])
    page.evaluate("() => document.querySelector('section:not([hidden]) .hexwidget-confirm').click()")
    page.wait(SAYS, "Right.")
    picture(page, "test_a_course_page_asks_in_firefox.png")
    assert page.errors == []
