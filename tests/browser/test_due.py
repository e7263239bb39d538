"""Missed clauses come back on the board of a first game and of a desk. The tests use the mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.direct import DirectCells
from tests.browser.pictures import picture
from tests.browser.test_first_game import findings_of_axe

MISSED = """
import hexwidget as hw
days = [0]
me = hw.lessons.Progress(now=lambda: 1_800_000_000 + 86_400 * days[0])
for clause in ("D3.5", "D1.6"):
    me.knowledge("depletion").miss(clause)
days[0] = 1
"""
DUE = "What is due"


def button(board: Locator, name: str) -> Locator:
    return board.get_by_role("button", name=name, exact=True)


def answer(cells: DirectCells, board: Locator, words: str) -> None:
    """Choose an option and confirm it."""
    board.get_by_role("button", name=words, exact=True).first.click()
    button(board, "Confirm").click()


def label(cells: DirectCells, exercise: str, *, right: bool) -> str:
    """The label of the right option, or of a wrong one."""
    return cells.python(f"print(next(w for t, w in {exercise}.options if ({exercise}.key == t) is {right}))").strip()


@pytest.mark.parametrize(
    "cells", [{"color_scheme": "dark"}, {"color_scheme": "light"}], indirect=True, ids=["dark", "light"]
)
def test_a_first_game_begins_with_what_is_due(cells: DirectCells) -> None:
    cells.open_cells(MISSED, 'game = hw.lessons.first_game("depletion", progress=me)\ngame')
    board = cells.board()
    expect(button(board, DUE)).to_be_visible()
    picture(cells.page, "due-offered.png")
    button(board, DUE).click()
    expect(board.locator(".hexwidget-title")).to_have_text("Due: From a game")
    picture(cells.page, "due-first.png")
    button(board, "Skip").click()
    expect(board.locator(".hexwidget-question li").first).to_have_text(
        "The rules allow red only one of these actions. Which one?"
    )
    assert findings_of_axe(cells) == []
    answer(cells, board, label(cells, "game._guide.part", right=False))
    expect(board.locator(".hexwidget-wrong h4")).to_have_text("The rules refuse that.")
    answer(cells, board, label(cells, "game._guide.part", right=True))
    expect(board.locator(".hexwidget-right h4")).to_contain_text("Right.")
    picture(cells.page, "due-right.png")
    button(board, "Next").click()
    expect(board.locator(".hexwidget-title")).to_contain_text("1 of ")
    assert cells.python("print(hw.lessons.due(me)[:])").count("DueClause") == 1, (
        "the other is due tomorrow: it was missed again"
    )


def test_a_desk_begins_with_what_is_due_on_a_phone(cells: DirectCells) -> None:
    cells.page.set_viewport_size({"width": 390, "height": 844})
    cells.open_cells(MISSED, 'desk = hw.lessons.Desk("depletion", progress=me)\ndesk')
    board = cells.board()
    button(board, DUE).click()
    expect(board.locator(".hexwidget-question h4")).to_contain_text("1 of ")
    expect(button(board, DUE)).to_have_count(0)
    button(board, "Next").click()
    answer(cells, board, label(cells, "desk.exercise", right=True))
    expect(board.locator(".hexwidget-right h4")).to_contain_text("Right.")
    picture(cells.page, "due-desk.png")
    assert cells.python("print([each.clause for each in hw.lessons.due(me)])").strip() == "['D1.6']"
