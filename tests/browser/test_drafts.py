"""Longer drafts on the board: parts of an army, way-points, drops and pick-ups, revised before the confirm. And a system of
one's own on a map of provinces, with two players on two boards."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, expect

import hexwidget as hw
from examples.toy.ground import MAP
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture
from tests.browser.test_board import eventually

ROOT = Path(__file__).parents[2]


def show(cells: DirectCells, name: str) -> Locator:
    cells.open_cells("import hexwidget as hw", f"board = hw.Board(hw.scenario({name!r}))\nboard")
    board = cells.board()
    expect(board.locator(".hexwidget-prompt")).to_be_visible()
    return board


def number(board: Locator, label: str, sign: str) -> Locator:
    return board.locator(".hexwidget-number").filter(has_text=label).get_by_text(sign, exact=True)


def test_a_part_of_an_army_rides_off(cells: DirectCells) -> None:
    hexmap = hw.scenario("depletion/two-of-four-ride-off").position.map
    board = show(cells, "depletion/two-of-four-ride-off")
    cells.page.mouse.click(*point(board, hexmap, "0202"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("1 archer and 3 cavalry on 0202: choose where to go (2")
    number(board, "Take archers", "−").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("3 cavalry on 0202: choose where to go (3")
    number(board, "Take cavalry", "−").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("2 cavalry on 0202")
    cells.page.mouse.click(*point(board, hexmap, "0302"))
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 3: Blue to act")
    assert cells.python("print(board.last_action)") == "0202(2 cavalry)-0302"
    cells.page.mouse.move(2, 2)
    expect(board.locator(".hexwidget-happened")).to_contain_text("1 archer and 1 cavalry stay behind on 0202 D3.1")


def test_cavalry_is_gathered_over_way_points_and_revised_before_it_is_confirmed(cells: DirectCells) -> None:
    hexmap = hw.scenario("depletion/gathering-cavalry").position.map
    board = show(cells, "depletion/gathering-cavalry")
    prompt = board.locator(".hexwidget-prompt")
    cells.page.mouse.click(*point(board, hexmap, "0202"))
    for space in ("0302", "0402"):
        cells.page.mouse.click(*point(board, hexmap, space))
        expect(prompt).to_contain_text(f"go to {space}")
        cells.page.keyboard.press("Shift+W")  # and further from there
        expect(board.get_by_role("button", name=f"Via {space}")).to_be_visible()
    cells.page.mouse.click(*point(board, hexmap, "0502"))
    expect(prompt).to_contain_text("2 cavalry: go to 0502 for 3 of 3 movement points. Confirm?")
    # Now units join on the way: first one too few, then one more, which is removed again.
    number(board, "Pick up cavalry on 0402", "+").click()
    expect(prompt).to_contain_text("3 cavalry: go to 0502")
    number(board, "Drop cavalry on 0302", "+").click()
    expect(prompt).to_contain_text("2 cavalry: go to 0502")
    number(board, "Drop cavalry on 0302", "−").click()
    number(board, "Pick up cavalry on 0302", "+").click()
    expect(prompt).to_contain_text("4 cavalry: go to 0502")
    picture(cells.page, "draft-with-way-points.png")
    board.get_by_role("button", name="Confirm").click()
    expect(prompt).to_contain_text("attack from 0502, or no attack")
    assert cells.python("print(board.last_action)") == "0202-0302[+1 cavalry]-0402[+1 cavalry]-0502"
    board.get_by_role("button", name="Undo").click()
    expect(board.locator(".hexwidget-status")).to_have_text("Round 1 of 3: Red to act")


def test_a_system_of_ones_own_is_played_on_two_boards(cells: DirectCells) -> None:
    cells.open_cells(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\nimport hexwidget as hw\nfrom examples.toy import TOY",
        "hw.register(TOY)",
        "from ipywidgets import HBox, Text, VBox, link\n"
        "session = hw.Session(hw.scenario('toy/first-post').position, seed=3)\n"
        "red, blue, referee = hw.Board(session, player='red'), hw.Board(session, player='blue'), hw.Board(session)\n"
        "chosen = Text(description='red chose'); link((red, 'selected'), (chosen, 'value'),\n"
        "    transform=(lambda space: space or '', lambda text: text or None))\n"
        "VBox([HBox([red, blue]), chosen])",
    )
    red, blue = cells.board(0), cells.board(1)
    expect(red.locator(".hexwidget-prompt")).to_contain_text("In the hand: ferry, gold.")
    expect(blue.locator(".hexwidget-prompt")).to_contain_text("In the hand: ferry, gold.")
    label = red.locator(".hexwidget-surface").get_attribute("aria-label") or ""
    assert "blue's courier on Tower" in label
    assert "on Quay" not in label  # across the river
    cells.page.mouse.click(*point(red, MAP, "ford"))
    eventually(cells, lambda: cells.python("print(chosen.value)") == "ford")
    # Forts across the river are hidden, so the move may be tried.
    cells.page.mouse.click(*point(red, MAP, "quay"))
    expect(red.locator(".hexwidget-prompt")).to_contain_text("Whether it can be entered is not seen from here.")
    picture(cells.page, "toy-on-two-boards.png")
    red.get_by_role("button", name="Confirm").click()
    expect(red.get_by_role("alert")).to_contain_text("there may be a fort")
    cells.page.mouse.click(*point(red, MAP, "tower"))
    red.get_by_role("button", name="Confirm").click()
    expect(red.locator(".hexwidget-prompt")).to_contain_text("Sealed: Ford-Tower; it may be replaced.")
    expect(blue.locator(".hexwidget-prompt")).to_contain_text("In the hand: ferry, gold.")
    cells.page.mouse.click(*point(blue, MAP, "tower"))
    cells.page.mouse.click(*point(blue, MAP, "tower"))
    blue.get_by_role("button", name="Confirm").click()
    expect(red.locator(".hexwidget-prompt")).to_contain_text("Blue decides")
    blue.get_by_role("button", name="Bribe", exact=True).click()
    blue.get_by_role("button", name="Confirm").click()
    expect(blue.locator(".hexwidget-status")).to_contain_text("Round 2 of 4")
    assert cells.python("print([s.text for s in session.line if s.chance][0].split(':')[0])") == "red's deck"


def test_dice_are_set_by_hand_on_the_referees_board(cells: DirectCells) -> None:
    cells.open_cells(
        "import hexwidget as hw",
        "session = hw.Session(hw.scenario('toy/first-post').position, seed=3)\nboard = hw.Board(session)\nboard",
    )
    board = cells.board()
    board.get_by_label("More", exact=True).click()
    board.get_by_role("button", name="Chance by hand").click()
    board.get_by_label("More", exact=True).click()
    expect(board.get_by_role("button", name="Chance by hand")).to_have_attribute("aria-pressed", "true")
    board.get_by_label("More", exact=True).click()
    cells.python("session.play('red: seal mill'); session.play('blue: seal quay')")
    board.get_by_role("button", name="Gold 1/4").click()
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-prompt")).to_contain_text("Blue's deck: confirm to leave it to chance")
    assert cells.python("print(session.step.text)") == "red's deck: gold (set by hand)"
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".hexwidget-status")).to_contain_text("Round 2 of 4")
