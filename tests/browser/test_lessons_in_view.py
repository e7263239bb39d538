"""First games in a real JupyterLab, at the size of a small laptop: after each act the page is asked if a learner sees the outcome,
the reason with its remedy, the odds and the answer to *Why?*, and if a callout covers anything.

A daily run follows the hints of two systems. A soak follows those of all, and has twenty stubborn learners in each.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.amounts import SOAK, many
from tests.browser.in_view import Learner
from tests.browser.lab import Lab

SYSTEMS = ("depletion", "frontiers", "orders", "plotted", "rondel")
CELL = """
import hexwidget as hw
hw.lessons.first_game("{system}", progress=hw.lessons.Progress())
"""
SMALL = {"width": 1280, "height": 900}
STUBBORN = many(0, 20)
ACTS = 25


def learner(lab: Lab, system: str) -> Learner:
    lab.page.set_viewport_size(SMALL)
    lab.open_cells(CELL.format(system=system).strip())
    lab.board().locator(".hexwidget-aim").wait_for()
    return Learner(lab)


@pytest.mark.parametrize("system", SYSTEMS if SOAK else SYSTEMS[:2])
def test_the_hinted_way_shows_all_that_teaches(lab: Lab, system: str) -> None:
    one = learner(lab, system)
    won = one.follow_the_hints()
    print(f"{system}: {one.looked} looks, {one.counts}")
    assert one.bad == []
    assert won > 4
    assert all(one.counts[what] for what in ("outcome", "answer", "callout"))


@pytest.mark.parametrize("seed", range(STUBBORN))
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_stubborn_learner_sees_it_too(lab: Lab, system: str, seed: int) -> None:
    one = learner(lab, system)
    one.be_stubborn(Random(f"{system} {seed}"), ACTS)
    assert one.bad == []


def test_a_lesson_that_begins_comes_into_view(lab: Lab) -> None:
    lab.page.set_viewport_size(SMALL)
    lab.write("cells.ipynb", "1\n" * 12, CELL.format(system="depletion").strip(), *["2\n" * 20] * 4)
    lab.open("cells.ipynb")
    lab.page.locator(".jp-Cell").nth(1).locator(".cm-content").click()
    lab.page.keyboard.press("Shift+Enter")
    lab.board().locator(".hexwidget-aim").wait_for()
    one = Learner(lab)
    one.look("Shift+Enter")
    assert one.bad == []
