"""All of `depletion` in a real browser: a corps, an explored province, and two players on two boards."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

import hexwidget as hw
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture


def board_of(cells: DirectCells, name: str) -> Locator:
    """A bundled scenario on a board of its own."""
    cells.open_cells(
        f"import hexwidget as hw\nsession = hw.Session(hw.scenario('depletion/{name}').position, seed=5)\nhw.Board(session)",
    )
    return cells.board()


def click(cells: DirectCells, board: Locator, scenario: str, space: str) -> None:
    cells.page.mouse.click(*point(board, hw.scenario(f"depletion/{scenario}").position.map, space))


def prompt(board: Locator) -> Locator:
    return board.locator(".hexwidget-prompt")


def button(board: Locator, name: str) -> Locator:
    return board.get_by_role("button", name=name)


def test_a_corps_is_put_together_by_mouse_and_attacks(cells: DirectCells) -> None:
    board = board_of(cells, name := "three-armies")
    click(cells, board, name, "0102")
    click(cells, board, name, "0202")
    button(board, "Go on from 0202").click()
    button(board, "Drop spearmen on 0202: one more").click()
    click(cells, board, name, "0302")
    button(board, "Add another army corps").click()
    expect(prompt(board)).to_contain_text("choose another army for the corps, or confirm")
    click(cells, board, name, "0104")
    click(cells, board, name, "0203")
    expect(prompt(board)).to_contain_text("Corps of 2")
    button(board, "Add another army corps").click()
    click(cells, board, name, "0204")
    click(cells, board, name, "0304")
    expect(prompt(board)).to_contain_text("Corps of 3")
    expect(button(board, "Revise 1:")).to_contain_text("legal")
    picture(cells.page, "depletion-corps.png")
    button(board, "Confirm").click()
    expect(prompt(board)).to_contain_text("attack from 0302, 0203 and 0304, or no attack")
    click(cells, board, name, "0303")
    expect(board.locator(".hexwidget-odds h3")).to_contain_text("cubes in the bag are drawn")
    picture(cells.page, "depletion-odds.png")
    button(board, "Confirm").click()
    expect(board.locator(".hexwidget-happened")).to_contain_text("drawn:")


def test_a_claim_is_turned_over_and_laid_with_a_preview(cells: DirectCells) -> None:
    board = board_of(cells, name := "a-relic-before-a-forest")
    click(cells, board, name, "0202")
    click(cells, board, name, "0302")
    expect(prompt(board)).to_contain_text("claim 0302")
    button(board, "Confirm").click()
    expect(prompt(board)).to_contain_text("turn the tile and lay it")
    button(board, "Turn by 240").click()
    expect(prompt(board)).to_contain_text("Lay the tile turned by 240°. Confirm?")
    picture(cells.page, "depletion-preview.png")
    button(board, "Confirm").click()
    expect(board.locator(".hexwidget-cards li")).to_have_count(2)
    expect(board.locator(".hexwidget-happened")).to_contain_text('The event card "a hard winter" is laid open')
    picture(cells.page, "depletion-explored.png")
    button(board, "Undo").click()
    expect(board.locator(".hexwidget-panel")).to_contain_text("If you play on from here, chance decides as before")


def test_two_players_on_two_boards(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw\nsession = hw.Session(hw.scenario('depletion/the-strait').position, seed=5)\n"
        "red, blue, both = hw.Board(session, player='red'), hw.Board(session, player='blue'), hw.Board(session)\n"
        "both.show(session.position.danger('red'), 'danger', hue='attack', fill=0.3)\n"
        "import ipywidgets\nipywidgets.VBox([red, blue, both])",
    )
    red, blue, both = (cells.board(n) for n in range(3))
    expect(prompt(blue)).to_have_text("It is red's turn.")
    click(cells, red, "the-strait", "0203")
    click(cells, red, "the-strait", "0402")
    button(red, "Confirm").click()
    expect(prompt(blue)).to_contain_text("choose an army")
    expect(prompt(red)).to_have_text("It is blue's turn.")
    button(blue, "Pass").click()
    button(blue, "Confirm").click()
    expect(prompt(red)).to_contain_text("choose an army")
    both.get_by_text("Legend", exact=True).click()
    expect(both.locator(".hexwidget-legend")).to_contain_text("danger")
    picture(cells.page, "depletion-two-boards.png")
    sent = cells.python("print([t in str(red._state) + str(red._choices) for t in ('%.~.~.*.', 'a council')])")
    assert sent == "[False, False]"
